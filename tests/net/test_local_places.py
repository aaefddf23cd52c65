"""Where sockets lie: safe places, folders of an account, and what only looks like one."""

import os
import stat
from pathlib import Path

import pytest

from net.local import places
from net.local.accounts import Peer, account_name
from net.local.audience import Audience, everyone, group, own_account, with_accounts
from net.local.places import VARIABLE, ready_folder, spots
from net.ssh.errors import ListenError
from tests.net.local_parts import ME, OTHER, left_behind, own_folder
from tests.net.local_parts import place as place  # noqa: PLC0414 - a fixture
from tests.net.sshd_parts import as_root


def mode(path: Path) -> int:
    """The rights of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_the_folders_of_an_account_have_the_rights_that_were_decided(place: Path) -> None:
    """E2: others may pass and connect where they are meant; only the owner lists and writes."""
    old = os.umask(0)
    try:
        for audience, rights in ((own_account(), 0o700), (everyone(), 0o755)):
            folder = ready_folder(audience)
            assert folder.parent == place / f"stammtisch-{ME}"
            assert mode(folder.parent) == 0o711
            assert mode(folder) == rights
    finally:
        os.umask(old)


def test_a_link_in_the_place_of_the_folder_is_refused(place: Path, tmp_path: Path) -> None:
    """E2: "not a link", whatever it leads to, for whoever hosts and for whoever looks."""
    own_folder(tmp_path)
    (place / f"stammtisch-{ME}").symlink_to(tmp_path / f"stammtisch-{ME}")
    with pytest.raises(ListenError, match="of your own account and is not") as error:
        ready_folder(own_account())

    assert error.value.reason == "unsafe_place"
    left_behind(own_folder(tmp_path), "planted")
    assert list(spots()) == []


def test_a_link_in_the_place_of_an_inner_folder_is_refused(place: Path, tmp_path: Path) -> None:
    """The same one step further in."""
    folder = own_folder(place)
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(ListenError, match="of your own account and is not"):
        ready_folder(own_account())

    left_behind(tmp_path, "planted")
    assert list(spots()) == []


@pytest.mark.parametrize("rights", [0o777, 0o773, 0o730])
def test_a_folder_that_others_may_write_to_is_refused(place: Path, rights: int) -> None:
    """E2: whoever may write there could lay a socket of theirs under our name."""
    left_behind(own_folder(place), "planted")
    (place / f"stammtisch-{ME}").chmod(rights)
    with pytest.raises(ListenError, match="Others may write"):
        ready_folder(own_account())
    assert list(spots()) == []

    (place / f"stammtisch-{ME}").chmod(0o711)
    assert [spot.name for spot in spots()] == ["planted"]
    (place / f"stammtisch-{ME}" / "own").chmod(rights)
    assert list(spots()) == []


@as_root
def test_a_folder_of_another_account_under_our_name_is_refused(place: Path) -> None:
    """E2: owner = UID. Somebody who is quicker can be in the way, but not be us."""
    folder = own_folder(place)
    left_behind(folder, "planted")
    os.chown(folder.parent, OTHER, OTHER)
    with pytest.raises(ListenError, match="ask whoever looks after this machine"):
        ready_folder(own_account())

    assert list(spots()) == []


@pytest.mark.parametrize(("rights", "safe"), [(0o1777, True), (0o755, True), (0o777, False)])
def test_a_place_in_which_others_could_rename_our_folder_is_none(
    place: Path, rights: int, safe: bool
) -> None:
    """A shared place is sticky, or nobody but its owner writes there."""
    place.chmod(rights)
    assert bool(places.places()) is safe
    if not safe:
        with pytest.raises(ListenError, match="no shared folder"):
            ready_folder(own_account())


def test_a_place_that_is_not_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable names the place in the stead of the usual ones, and not beside them."""
    monkeypatch.setenv(VARIABLE, "/nowhere/at/all")
    assert places.places() == []
    monkeypatch.delenv(VARIABLE)
    assert Path("/tmp").resolve() in places.places()


def test_only_sockets_with_a_plain_name_are_looked_at(place: Path, tmp_path: Path) -> None:
    """Files, folders, links and odd names are no tables (E1, E2)."""
    folder = own_folder(place)
    (folder / "file").write_text("")
    (folder / "folder").mkdir()
    outside = left_behind(tmp_path.parent if len(str(tmp_path)) > 80 else place, "outside")
    (folder / "link").symlink_to(outside)
    for name in (".hidden", "-dash", "two words", "new\nline", "semi;colon", "quo'te"):
        left_behind(folder, name)
    left_behind(folder, "table-2")

    assert [spot.name for spot in spots()] == ["table-2"]


def test_an_account_shows_a_few_sockets_at_most(place: Path) -> None:
    """Nobody hides the others' tables behind a thousand of their own."""
    for number in range(40):
        left_behind(own_folder(place), f"t{number:02}")
    assert len(list(spots())) == 16


def test_a_group_that_is_not_there_is_refused_in_words() -> None:
    """`--group` with a name that the system does not know."""
    with pytest.raises(ListenError, match="no group 'no-such-group'") as error:
        group("no-such-group")
    assert error.value.reason == "no_group"


def test_an_audience_lets_in_whom_it_names() -> None:
    """Without either only the same account; a group its members; everyone everyone."""
    me, other = Peer(ME, os.getegid()), Peer(54321, 54321)
    friend = Peer(54322, 777)
    club = Audience("group-777", 0o750, 0o660, 777)
    assert [one.admits(me) for one in (own_account(), club, everyone())] == [True, True, True]
    assert [one.admits(other) for one in (own_account(), club, everyone())] == [False, False, True]
    assert club.admits(friend)


def test_accounts_that_came_by_the_socket_are_as_good_as_friends() -> None:
    """The socket has asked already; where the host is asked, only its own account is known."""
    friends = with_accounts(frozenset({"key:SHA256:x"}), ask=False)
    assert "key:SHA256:x" in friends
    assert "uid:54321" in friends
    assert "key:SHA256:y" not in friends
    asked = with_accounts(frozenset({"key:SHA256:x"}), ask=True)
    assert "key:SHA256:x" in asked
    assert f"uid:{ME}" in asked
    assert "uid:54321" not in asked


def test_an_account_without_a_name_is_called_by_its_number() -> None:
    """And one whose name could not stand in an address."""
    assert account_name(4_000_000_000) == "4000000000"
