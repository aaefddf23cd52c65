"""The command line of the roads through a server to a host behind a router."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from net.updates import WayChanged
from tests.net.ssh_parts import free_port
from tests.net.sshd_parts import Server, needs_sshd, server, shared_place
from tui import cli, commands_evening
from tui.faults import FAILED, WRONG
from tui.options import HostWish, Invite, JoinWish, Options
from tui.roads import way_line


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[Invite]:
    """What the command line would have started, instead of starting it."""
    found: list[Invite] = []

    def begin(invite: Invite, _chosen: Options, *, plain: bool) -> int:
        found.append(invite)
        return int(plain) * 0

    monkeypatch.setattr(commands_evening, "begin", begin)
    return found


@contextmanager
def tilde(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that our `ssh` calls `tilde`."""
    with shared_place() as sockets, server(sockets, installed=False) as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        yield found


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["host", "one-hundred", "--via-port", "99"], "server of --via"),
        (["host", "one-hundred", "--via", "a/b", "--plain"], "a server to go through is"),
        (["host", "one-hundred", "--via", "-oProxyCommand=x", "--plain"], "expected one argument"),
        (["host", "one-hundred", "--via=-oProxyCommand=x", "--plain"], "no name of a server"),
        (["host", "one-hundred", "--via", "a", "--via-port", "x", "--plain"], "is no port"),
        (["host", "one-hundred", "--via", "tilde"], "use --plain"),
        (["join", "ann/table", "--jump", "tilde", "--plain"], "--jump goes with HOST:PORT"),
        (["join", "ssh://ann", "--jump", "tilde", "--plain"], "--jump goes with HOST:PORT"),
        (["join", "localhost", "--jump", "x;y", "--plain"], "no name of a server"),
        (["join", "localhost", "--jump", "tilde"], "use --plain"),
    ],
)
def test_wrong_words_get_one_sentence_and_code_two(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """E1: nothing of an address that is none is handed to a program."""
    assert cli.main(words) == WRONG
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("stammtisch: ")
    assert told.lower() in said.lower()


@needs_sshd
def test_the_login_is_made_before_anything_else_and_ended_in_every_case(
    monkeypatch: pytest.MonkeyPatch, began: list[Invite]
) -> None:
    """Without `--listen` the table is for those alone who come through the server."""
    with tilde(monkeypatch):
        words = ["host", "one-hundred", "--via", "tilde", "--via-port", "*:99", "--plain"]
        assert cli.main(words) == 0
        (wish,) = began
        assert isinstance(wish, HostWish)
        assert wish.listen == ("127.0.0.1", 8822)
        assert wish.via is not None
        assert (wish.via.port, wish.via.everywhere, wish.via.host) == (99, True, "127.0.0.1")
        assert wish.via._master is None
        assert not list(Path("/tmp").glob(".stammtisch-*/c"))


@needs_sshd
def test_a_guest_without_a_table_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, began: list[Invite], capsys: pytest.CaptureFixture[str]
) -> None:
    """The server is reached, nobody listens behind it: code 1 and what to do."""
    with tilde(monkeypatch):
        words = ["join", f"localhost:{free_port()}", "--jump", "tilde", "--plain"]
        assert cli.main(words) == FAILED
    assert "nobody listens" in capsys.readouterr().err
    assert began == []
    assert JoinWish("a", 1).jump is None


def test_the_host_hears_how_the_way_fares() -> None:
    """Both ends of it in words."""
    assert way_line(WayChanged("tilde", "It broke.")).endswith("is tried again. It broke.")
    assert way_line(WayChanged("tilde", "")) == "The way through tilde is open again."
