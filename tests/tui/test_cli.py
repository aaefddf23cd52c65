"""The command line: what it answers, what it refuses and how, and what it does not load."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core import __version__
from core.errors import RulesError
from net.errors import PeerError
from net.ssh.errors import AddressError, HostKeyChanged, ListenError
from tui import cli, commands, commands_evening
from tui.faults import FAILED, WRONG, explained, nobody_listens
from tui.options import HostWish, Invite, JoinWish, Options, PlayWish

ROOT = Path(__file__).parents[2]
PIN = "SHA256:" + "A" * 43
WITHIN = 60


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Invite, Options, bool]]:
    """What the command line would have started, instead of starting it."""
    found: list[tuple[Invite, Options, bool]] = []

    def begin(invite: Invite, chosen: Options, *, plain: bool) -> int:
        found.append((invite, chosen, plain))
        return 0

    monkeypatch.setattr(commands_evening, "begin", begin)
    return found


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


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` is for scripts."""
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"stammtisch {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that can be asked is in `--help`, and each command has its own."""
    assert cli.main(["--help"]) == 0
    told = capsys.readouterr().out
    for name in ("games", "rules", "play", "host", "join", "tables", "simulate", "trace", "where"):
        assert f"    {name}" in told
        assert cli.main([name, "--help"]) == 0
        assert f"stammtisch {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["--help"],
        ["games"],
        ["rules", "one-hundred"],
        ["where"],
        ["tables"],
        ["simulate", "one-hundred", "--seats", "3", "--games", "1", "--seed", "1", "--json"],
        ["trace", "one-hundred", "--seats", "3", "--seed", "1", "--json"],
        ["play", "one-hundred", "--plain"],
    ],
)
def test_what_needs_no_screen_loads_none(words: Sequence[str]) -> None:
    """Neither Textual nor an SSH library: each costs more than half a second (style.md 8)."""
    script = (
        "import sys\nfrom tui.cli import main\n"
        f"code = main({list(words)!r})\n"
        "heavy = {'textual', 'rich', 'asyncssh', 'cryptography'} & set(sys.modules)\n"
        "sys.exit(code or (f'loaded {heavy}' if heavy else 0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WITHIN,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_where_prints_the_places(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    """Settings where they belong, and a command that says where (posting `locate`)."""
    assert cli.main(["where", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    places = ["config", "friends", "themes", "data", "known_hosts", "records", "log"]
    assert list(found) == places
    assert all(Path(path).is_relative_to(home) for path in found.values())
    assert cli.main(["where"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(found)


def test_scripts_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`games`, `simulate` and `trace` print JSON that stays as documented."""
    assert cli.main(["games", "--json"]) == 0
    (game,) = [one for one in json.loads(capsys.readouterr().out) if one["name"] == "one-hundred"]
    assert {"name", "title", "version", "seats", "presets", "options"} <= set(game)
    seeded = ["--seats=3", "--seed=2A", "--json", "--rule=chips=1"]
    assert cli.main(["simulate", "one-hundred", "--games=2", *seeded]) == 0
    first = capsys.readouterr().out
    named = "games moves mean_moves wins longest restocks busts reference"
    assert set(named.split()) <= set(json.loads(first))
    assert cli.main(["simulate", "one-hundred", "--games=2", *seeded]) == 0
    assert capsys.readouterr().out == first
    assert cli.main(["trace", "one-hundred", *seeded]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert {"seat", "move", "faces", "state"} <= set(json.loads(line))


# What it starts


def test_play_becomes_a_wish(began: list[tuple[Invite, Options, bool]]) -> None:
    """Typed words become checked values, and the seed its key."""
    words = "play one-hundred --seats 5 --bot random --rule chips=5 --seed 2A --plain --name Ann"
    assert cli.main(words.split()) == 0
    ((wish, chosen, plain),) = began

    assert isinstance(wish, PlayWish)
    assert (wish.game.name, wish.seats, wish.bot) == ("one-hundred", 5, "random")
    assert wish.rules.chips == 5
    assert wish.seed is not None
    assert wish.seed.hex().startswith("b2239ae3")
    assert (chosen.name, plain) == ("Ann", True)
    assert chosen.state_dir.is_dir()


def test_looks_may_stand_before_or_behind_the_command(
    began: list[tuple[Invite, Options, bool]],
) -> None:
    """A person need not remember where `--ascii` goes."""
    for words in ("--ascii --no-mouse play one-hundred", "play one-hundred --ascii --no-mouse"):
        assert cli.main(words.split()) == 0
    for _, chosen, plain in began:
        assert (chosen.ascii, chosen.mouse, plain) == (True, False, False)


@pytest.mark.parametrize(
    ("words", "doors"),
    [("", "friends"), ("--open", "ask"), ("--open=ask", "ask"), ("--open=yes", "yes")],
)
def test_the_door_is_open_as_far_as_was_said(
    began: list[tuple[Invite, Options, bool]], words: str, doors: str
) -> None:
    """A bare --open means: after the host says yes (E5)."""
    typed = f"host one-hundred --listen [::1]:0 --bots 2 --friend {PIN} {words}"
    assert cli.main(typed.split()) == 0
    wish = began[0][0]

    assert isinstance(wish, HostWish)
    assert (wish.doors, wish.listen, wish.bots) == (doors, ("::1", 0), 2)
    assert wish.friends == {f"key:{PIN}"}
    assert not wish.start_when_full


def test_a_host_without_a_seat_begins_when_the_table_is_full(
    began: list[tuple[Invite, Options, bool]],
) -> None:
    """Nobody is there to say start, so nobody is waited for."""
    assert cli.main(["host", "one-hundred", "--no-seat", "--open=yes", "--bots", "4"]) == 0
    wish = began[0][0]

    assert isinstance(wish, HostWish)
    assert wish.no_seat
    assert wish.start_when_full


def test_join_reads_the_address_with_its_fingerprint(
    began: list[tuple[Invite, Options, bool]],
) -> None:
    """What the host reads out can be typed as it is (E4)."""
    assert cli.main(["join", f"anna.example:99#{PIN}", "--bot", "careful"]) == 0

    assert began[0][0] == JoinWish("anna.example", 99, PIN, "careful", None)


def test_ascii_is_chosen_where_suits_cannot_be_shown(
    began: list[tuple[Invite, Options, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Linux console and dumb terminals get letters without asking (style.md 8)."""
    for terminal, letters in (("xterm-256color", False), ("linux", True), ("dumb", True)):
        monkeypatch.setenv("TERM", terminal)
        assert cli.main(["play", "one-hundred"]) == 0
        assert began[-1][1].ascii is letters


# What it refuses


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
            port = first.partition("HOST:")[2].partition("#")[0]
            done = program(*words[:-1], f"{words[-1]}:{port}")
        finally:
            running.terminate()

    assert done.returncode == FAILED
    assert done.stderr.decode().startswith(f"stammtisch: Port {port} is already in use")
