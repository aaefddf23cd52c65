"""The command line: what it answers, what it refuses and how, and what it does not load."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from core import __version__
from tui import cli, commands_evening
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


# What it answers


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` is for scripts."""
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"stammtisch {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that can be asked is in `--help`, and each command has its own."""
    assert cli.main(["--help"]) == 0
    told = capsys.readouterr().out
    names = "games rules play host resume join tables simulate trace history replay verify where"
    for name in names.split():
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


@pytest.mark.parametrize(
    ("words", "listen", "folder"),
    [
        ([], ("", 8822), None),
        (["--local"], None, "own"),
        (["--local", "--everyone"], None, "everyone"),
        (["--local", "--listen", ":0"], ("", 0), "own"),
    ],
)
def test_a_local_table_opens_no_port_unless_asked(
    began: list[tuple[Invite, Options, bool]],
    words: list[str],
    listen: tuple[str, int] | None,
    folder: str | None,
) -> None:
    """`--local` alone does not open the SSH port; beside `--listen` it does both (issue 5)."""
    assert cli.main(["host", "one-hundred", *words]) == 0
    wish = began[0][0]

    assert isinstance(wish, HostWish)
    assert wish.listen == listen
    assert (wish.local and wish.local.folder) == folder


def test_ascii_is_chosen_where_suits_cannot_be_shown(
    began: list[tuple[Invite, Options, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Linux console and dumb terminals get letters without asking (style.md 8)."""
    for terminal, letters in (("xterm-256color", False), ("linux", True), ("dumb", True)):
        monkeypatch.setenv("TERM", terminal)
        assert cli.main(["play", "one-hundred"]) == 0
        assert began[-1][1].ascii is letters


# What it refuses


def test_one_game_is_listed_with_what_its_presets_change(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`stammtisch games NAME`: that game alone, and each preset in house rules."""
    assert cli.main(["games", "one-card"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("one-card  One Card, 2 to 4 players\n  preset usual\n")
    assert "  preset short\n      target = 15: How many points win." in told
    assert "mau-mau" not in told


def test_help_tells_the_whole_address_and_what_can_be_verified(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The line that the host reads out, and that solo play proves nothing."""
    cli.main(["join", "--help"])
    assert "HOST:PORT#SHA256:" in capsys.readouterr().out
    cli.main(["verify", "--help"])
    assert "alone with bots" in " ".join(capsys.readouterr().out.split())
