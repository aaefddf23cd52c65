"""Where files live: the system's folders or one folder; private, and never the home itself."""

import stat
from pathlib import Path

import pytest

from tui.locations import locations, ready


def test_without_a_wish_the_folders_are_the_systems(home: Path) -> None:
    """Settings, data and state lie where the system keeps them, each in a folder of ours."""
    place = locations()
    folders = {place.config_dir, place.data_dir, place.state_dir}

    assert len(folders) == 3
    for folder in folders:
        assert folder.is_relative_to(home)
        assert folder.parent != home
        assert "stammtisch" in str(folder)


def test_one_folder_can_hold_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`STAMMTISCH_HOME` moves all three, and everything in them."""
    monkeypatch.setenv("STAMMTISCH_HOME", str(tmp_path / "own"))
    place = locations()
    files = (place.friends_file, place.themes_dir, place.known_hosts, place.log_file)

    assert all(file.is_relative_to(tmp_path / "own") for file in files)


def test_asking_makes_nothing(home: Path) -> None:
    """`stammtisch where` leaves no trace."""
    before = sorted(home.rglob("*"))
    locations()

    assert sorted(home.rglob("*")) == before


def test_folders_are_made_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder and the parents that we make are 0700; what exists keeps its rights."""
    tmp_path.chmod(0o755)
    made = ready(tmp_path / "a" / "b")

    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert ready(made) == made


def test_a_file_in_the_way_is_an_error_and_stays(tmp_path: Path) -> None:
    """Nothing of the person is overwritten."""
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        with pytest.raises(OSError, match="file"):
            ready(folder)

    assert file.read_text() == "mine"
