"""`stammtisch history` and `replay`: the records of an evening, listed and told again."""

import io
import json
from pathlib import Path

import pytest

from net.guest import Guest
from net.records import heard_by, written
from tests.net.rooms_in_memory import played_match
from tui import history
from tui.faults import WrongWords


@pytest.fixture(scope="module")
def guest() -> Guest:
    """One guest of a match that was played to its end."""
    return played_match()[0]


@pytest.fixture
def folder(guest: Guest, tmp_path: Path) -> Path:
    """A folder with one good record, one that is damaged, and something else."""
    data = written(heard_by(guest))
    (tmp_path / "2026-12-01-001.stammtisch").write_bytes(data)
    (tmp_path / "2026-12-01-002.stammtisch").write_bytes(data[:-3])
    (tmp_path / "notes.txt").write_text("not ours")
    return tmp_path


def listed(folder: Path, *, as_json: bool = False) -> str:
    """What `stammtisch history` prints."""
    out = io.StringIO()
    assert history.history(folder, out, as_json=as_json) == 0
    return out.getvalue()


def winner(guest: Guest) -> str:
    """Who won the match."""
    assert guest.match is not None
    assert guest.match.settlement is not None
    (seat,) = guest.match.settlement.winners
    return guest.names[seat]


def test_the_list_names_game_players_and_winner_and_what_cannot_be_read(
    folder: Path, guest: Guest
) -> None:
    """A line a record; a damaged one is named with why, and hides no other."""
    first, second = listed(folder).splitlines()

    assert first == (
        f"2026-12-01-001.stammtisch  One Hundred: ann, ben, cleo. {winner(guest)} wins."
    )
    assert second.startswith("2026-12-01-002.stammtisch cannot be read: the record is damaged")


def test_the_list_as_json(folder: Path, guest: Guest) -> None:
    """For scripts: the same facts by name."""
    first, second = json.loads(listed(folder, as_json=True))

    assert first == {
        "file": "2026-12-01-001.stammtisch",
        "game": "One Hundred",
        "players": ["ann", "ben", "cleo"],
        "winners": [winner(guest)],
        "rounds": 1,
    }
    assert "damaged" in second["fault"]


def test_no_record_yet_is_said(tmp_path: Path) -> None:
    """A folder that does not exist is an empty list."""
    assert listed(tmp_path / "records").startswith("There are no records yet")
    assert json.loads(listed(tmp_path / "records", as_json=True)) == []


def test_a_record_is_told_again_in_sentences(folder: Path, guest: Guest) -> None:
    """Whose eyes, every play, the standings and the hash of the whole story."""
    out = io.StringIO()
    history.replay(history.find("2026-12-01-001", folder), out, ascii=False)
    lines = out.getvalue().splitlines()

    assert lines[0] == "Seen from the seat of ann."
    assert sum("deals. The pile starts at 0." in line for line in lines) == 1
    assert lines[-1].startswith("Dealt by the host alone")
    assert lines[-2].endswith(f"({guest.number} events, {guest.head.hex()[:8]})")


def test_a_record_that_cannot_be_read_is_one_sentence(folder: Path) -> None:
    """Bad input: no such file, a folder, a damaged file; nothing of it is told."""
    for name in ("2026-12-01-002", "2026-12-01-009", str(folder), "../../etc/passwd"):
        out = io.StringIO()
        with pytest.raises(WrongWords, match="cannot be read"):
            history.replay(history.find(name, folder), out, ascii=False)


class Gone(io.StringIO):
    """A reader that has read enough, as `head` does."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_a_reader_that_goes_is_no_fault_of_the_record(folder: Path) -> None:
    """`stammtisch replay … | head` ends without a word about the file."""
    path = history.find("2026-12-01-001", folder)
    with pytest.raises(BrokenPipeError):
        history.replay(path, Gone(), ascii=True)
