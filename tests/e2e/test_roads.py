"""A whole match on each road, its two ends real processes; and what `ssh` asks before a screen."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.local.places import VARIABLE
from tests.e2e.programs import Lines, Screen, ending, wait_for
from tests.net.local_parts import OTHER, as_other
from tests.net.sshd_parts import ACCOUNT, as_root, needs_sshd, server, shared_place

HOST = ("host", "one-hundred", "--local", "--everyone", "--seats=3", "--bots=1", "--rule=chips=1")


# What asks on `/dev/tty` has to find one there.
OWNING = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execv(sys.argv[1], sys.argv[1:])"
)
AT_TERMINAL = (sys.executable, "-c", OWNING)


@pytest.fixture
def sockets() -> Iterator[Path]:
    """A shared folder for this test's sockets."""
    with shared_place() as place:
        yield place


def answers(line: str) -> str | None:
    """A player who takes the first card, and 50 for an ace."""
    if "Play which?" in line:
        return "1"
    return "50" if "or back)" in line else None


def nothing(_line: str) -> None:
    """A program to which nothing is typed."""


def hosted(home: Path, sockets: Path) -> Lines:
    """A table whose host plays in lines, beginning when it is full."""
    words = (*HOST, "--start-when-full", "--seed=c0ffee", "--name=Ann", "--plain")
    return Lines(home / "ann", *words, answer=answers, more={VARIABLE: str(sockets)})


def agreed(host: Lines, guest: Lines) -> str:
    """The standings, the count of events and the checksum: one line, equal at both ends."""
    finals = {host.expect("Final: "), guest.expect("Final: ")}
    assert len(finals) == 1, finals
    (final,) = finals
    assert re.search(r"\d+ events, [0-9a-f]{8}", final), final
    return final


def test_a_match_between_two_accounts(home: Path, sockets: Path) -> None:
    """`join` without an address takes the one table here; another account is another person."""
    place = {VARIABLE: str(sockets)}
    boris = sockets / "boris"
    boris.mkdir()
    boris.chmod(0o777)
    host = hosted(home, sockets)
    with ending(host):
        assert f"stammtisch join {ACCOUNT}/one-hundred" in host.expect("Others join with")
        words = ("join", "--bot=careful", "--name=Boris")
        guest = Lines(boris, answer=nothing, more=place, front=as_other(*words))
        with ending(guest):
            guest.expect(f"hosted by the account {ACCOUNT} (uid {os.geteuid()})")
            assert "Boris" in agreed(host, guest)
            assert guest.process.wait(20) == 0
        host.type("quit")
        assert host.process.wait(20) == 0
    assert [path for path in sockets.rglob("*") if path.is_socket()] == []


@needs_sshd
@pytest.mark.parametrize("installed", [True, False], ids=["relay", "forwarded"])
def test_a_match_through_a_server(home: Path, sockets: Path, installed: bool) -> None:
    """By the program on the server, and by a forwarded socket; a cut in the middle is mended."""
    with server(sockets, installed=installed, greeting="Welcome to the tilde") as there:
        host = hosted(home, sockets)
        with ending(host):
            host.expect("Others join with")
            words = ("join", f"ssh://tilde/{ACCOUNT}/one-hundred", "--bot=careful", "--name=Boris")
            guest = Lines(home / "boris", *words, answer=nothing, more=there.environment)
            with ending(guest):
                guest.expect("Boris (you): ")
                cut(guest)
                guest.expect("You are offline")
                guest.expect("You are connected again")
                assert "Boris" in agreed(host, guest)
                assert guest.process.wait(20) == 0


def cut(program: Lines) -> None:
    """Kill the `ssh` that this program has started."""
    rows = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,comm="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    found = [row.split(maxsplit=2) for row in rows]
    ours = [int(pid) for pid, parent, _ in found if int(parent) == program.process.pid]
    assert ours, found
    for pid in ours:
        os.kill(pid, signal.SIGKILL)


@needs_sshd
def test_what_ssh_asks_is_answered_before_the_screen_opens(home: Path, sockets: Path) -> None:
    """The key of the server and the passphrase of one's own, on the terminal, once."""
    with server(sockets) as there:
        locking = ["ssh-keygen", "-q", "-p", "-N", "sesame", "-f", str(there.place / "me")]
        subprocess.run(locking, check=True, timeout=20, stdout=subprocess.DEVNULL)
        there.configure("StrictHostKeyChecking ask")
        host = hosted(home, sockets)
        with ending(host):
            host.expect("Others join with")
            words = ("join", "ssh://tilde", "--name=Boris")
            boris = Screen(home / "boris", *words, more=there.environment, front=AT_TERMINAL)
            with ending(boris):
                wait_for(lambda: "authenticity of host" in boris.text, lambda: boris.text)
                boris.press("yes\r")
                wait_for(lambda: "passphrase for key" in boris.text, lambda: boris.text)
                assert b"\x1b[?1049h" not in boris.output
                boris.press("sesame\r")
                wait_for(lambda: b"\x1b[?1049h" in boris.output, lambda: boris.text)
                assert f"hosted by the account {ACCOUNT}".encode() in boris.output
                host.expect("Boris")


@as_root
def test_a_private_table_is_not_for_other_accounts(home: Path, sockets: Path) -> None:
    """Without --group and --everyone only the account that hosts finds it and comes in."""
    words = ("host", "one-hundred", "--local", "--no-seat", "--seats=3")
    place = {VARIABLE: str(sockets)}
    host = Lines(home / "ann", *words, answer=nothing, more=place)
    with ending(host):
        host.expect("Others join with")
        away = sockets / "boris"
        away.mkdir()
        away.chmod(0o777)
        for asked in (("tables",), ("join", "--plain"), ("join", f"{ACCOUNT}/one-hundred")):
            told = subprocess.run(
                as_other(*asked, "--name=Boris")[: None if asked[0] == "join" else -1],
                input=b"",
                capture_output=True,
                cwd=Path(__file__).parents[2],
                env={**os.environ, **place, "STAMMTISCH_HOME": str(away / "stammtisch")},
                timeout=60,
                check=False,
            )
            said = (told.stdout + told.stderr).decode()
            assert "open to you on this machine" in said or "needs a terminal" in said, said
        mine = Lines(home / "cy", "tables", answer=nothing, more=place)
        with ending(mine):
            mine.expect(f"{ACCOUNT}/one-hundred")


@as_root
def test_a_table_of_another_account_is_joined(home: Path, sockets: Path) -> None:
    """`--everyone`: the other account hosts; the listing shows whose table it is."""
    away = sockets / "ann"
    away.mkdir()
    away.chmod(0o777)
    place = {VARIABLE: str(sockets)}
    words = ("host", "one-hundred", "--local", "--everyone", "--no-seat", "--seats=3")
    host = Lines(away, answer=nothing, more=place, front=as_other(*words))
    with ending(host):
        host.expect("Others join with")
        mine = Lines(home / "cy", "tables", "--json", answer=nothing, more=place)
        with ending(mine):
            mine.expect(f'"uid": {OTHER}')
        guest = Lines(home / "boris", "join", "--plain", "--name=Boris", answer=nothing, more=place)
        with ending(guest):
            guest.expect(f"(uid {OTHER})")
            guest.expect("1. Boris (you), not ready")
