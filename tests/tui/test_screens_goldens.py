"""Each screen at four sizes as text; `REGOLD=1` writes the files anew, for review as a diff.

What you should see: everything complete at 120×30 and 80×24, everything playable at 60×20, one
sentence at 39×11. (The variables of the program itself are taken away from every test.)
"""

import os
import re
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.events import Zone
from core.game import find
from net import messages as m
from net.updates import Offline
from tests.tui.fake_evening import FakeEvening, options_in, picture, seated, settle
from tui.app import StammtischApp

GOLDENS = Path(__file__).parent / "goldens"
REGOLD = os.environ.get("REGOLD", "") not in ("", "0")
SIZES = ((120, 30), (80, 24), (60, 20), (39, 11))
TWELVE = (
    "Anna", "Boris", "Clara", "Dana", "Emil", "Franziska", "Georg", "Hanna",
    "Maximilian-Karl", "Ines", "Jakob", "Konstantin Kurz",
)  # fmt: skip

Pose = Callable[[FakeEvening, Pilot[int]], Awaitable[None]]


@pytest.fixture(autouse=True)
def one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby shows the name of the machine, which is another one everywhere."""
    monkeypatch.setattr(socket, "gethostname", lambda: "anna-laptop")


def compare(name: str, size: tuple[int, int], shown: str) -> None:
    """The picture is the one in the file."""
    file = GOLDENS / f"{name}-{size[0]}x{size[1]}.txt"
    # The running hash is over the bytes of the wire, which are not what is looked at here.
    shown = re.sub(r"(\d+ events, )[0-9a-f]{8}", r"\1........", shown)
    if REGOLD:
        GOLDENS.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


async def lobby(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """The host's lobby: somebody ready, a free seat, a bot, a request, house rules."""
    evening.names = ("Anna", "Boris", "Clara", "Dana")
    evening.rules = evening.game.preset("gentle")
    evening.invitation = ("stammtisch join HOST:8822#SHA256:" + "a" * 43, "SHA256:" + "a" * 43)
    evening.lobby(ready=(1,), empty=(2,), bots=(3,), requests=((7, "Zoë"),))


async def our_turn(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """We hold a four, an ace and a nine."""
    evening.begin()
    evening.stack_hand(0, "4H AC 9D")
    evening.others()


async def asked(evening: FakeEvening, pilot: Pilot[int]) -> None:
    """The ace wants a number, 14 is typed."""
    await our_turn(evening, pilot)
    await settle(pilot)
    await pilot.press("2", "enter", "1", "4")


async def on_its_way(evening: FakeEvening, pilot: Pilot[int]) -> None:
    """The four was played, and then the line went down."""
    await our_turn(evening, pilot)
    await settle(pilot)
    await pilot.press("1", "enter")
    evening.tell(Offline("silent", 8.0))


async def later(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """Many plays on: chips are lost, somebody is away, a bot sits in."""
    evening.begin(bots=(3,))
    while len(evening.guest.journal) < 60 and evening.host.match.turn is not None:
        evening.play_one()
    evening.hear(m.Attendance(2, m.Presence.AWAY, 45), m.Attendance(1, m.Presence.STOOD_IN, 0))


async def result(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """Played to the end."""
    evening.begin()
    while evening.host.match.turn is not None:
        evening.play_one()


def _choose(evening: FakeEvening) -> None:
    """Whoever is on turn does the first thing, with its lowest value."""
    match = evening.host.match
    choice = match.moves()[0]
    move = choice.move if not choice.values else choice.naming(choice.values[0])
    assert match.turn is not None
    if match.turn == evening.seat:
        evening.guest.play(move)
        evening.accept()
    else:
        evening.move(match.turn, move)


async def auction(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """One Card: it is ours to bid more, or to pass."""
    _deal(evening, "one-card")
    while not (evening.host.match.turn == 0 and evening.host.match.board().gauges):
        _choose(evening)


async def trick(evening: FakeEvening, pilot: Pilot[int]) -> None:
    """One Card: two cards lie before us, and suit must be followed."""
    _deal(evening, "one-card")
    while not (evening.host.match.turn == 0 and len(_trick(evening)) == 2):
        _choose(evening)
    await settle(pilot)


async def penalties(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """One Hundred in Russian: a round is over, and in the next one a suit is ordered."""
    _deal(evening, "russian-one-hundred")
    while not (evening.host.match.sheet and evening.host.match.board().gauges):
        _choose(evening)


async def sheet(evening: FakeEvening, pilot: Pilot[int]) -> None:
    """Four rounds of the same, on the score sheet."""
    _deal(evening, "russian-one-hundred")
    while len(evening.host.match.sheet) < 4:
        _choose(evening)
    await settle(pilot)
    await pilot.press("s")


async def rounds_over(evening: FakeEvening, _pilot: Pilot[int]) -> None:
    """A match of many rounds has ended."""
    _deal(evening, "mau-mau")
    while not evening.host.match.over:
        _choose(evening)


def _deal(evening: FakeEvening, name: str) -> None:
    evening.game = find(name)
    evening.rules = evening.game.rules
    evening.begin()


def _trick(evening: FakeEvening) -> list[Zone]:
    return [one for one in evening.host.match.zones() if one.name == "trick"]


POSES: dict[str, tuple[tuple[str, ...], Pose]] = {
    "lobby": (("Anna", "Boris", "", "Dana"), lobby),
    "our-turn": (("Anna", "Boris", "Clara", "Dana"), our_turn),
    "asked": (("Anna", "Boris", "Clara", "Dana"), asked),
    "on-its-way": (("Anna", "Boris", "Clara", "Dana"), on_its_way),
    "later": (("Anna", "Boris", "Clara", "Dana"), later),
    "twelve": (TWELVE, later),
    "twelve-asked": (TWELVE, asked),
    "result": (("Anna", "Boris", "Clara", "Dana"), result),
    "result-twelve": (TWELVE, result),
    "auction": (("Anna", "Boris", "Clara"), auction),
    "trick": (("Anna", "Boris", "Clara"), trick),
    "penalties": (("Anna", "Boris", "Clara"), penalties),
    "sheet": (("Anna", "Boris", "Clara"), sheet),
    "result-rounds": (("Anna", "Boris", "Clara"), rounds_over),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("pose", POSES)
async def test_an_evening_looks_as_it_did(home: Path, pose: str, size: tuple[int, int]) -> None:
    """Lobby, own turn, the ace's question, a move on its way, later, twelve seats, the result; and
    what other games show: an auction, a trick, an ordered suit, the score sheet.
    """
    names, strike = POSES[pose]
    evening = FakeEvening(names, rights=pose == "lobby")
    app = seated(home, evening)
    async with app.run_test(size=size) as pilot:
        evening.welcome()
        await strike(evening, pilot)
        await settle(pilot)

        compare(pose, size, picture(app))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("home", ()),
        ("play", ("1",)),
        ("host", ("2",)),
        ("join-wrong", ("3", "enter")),
        ("rules", ("4",)),
    ],
)
async def test_the_first_screens_look_as_they_did(
    home: Path, name: str, keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    """The menu, the three forms (one with a complaint beside its row), the rules."""
    app = StammtischApp(options_in(home))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press(*keys)
        await settle(pilot)

        compare(name, size, picture(app))


@pytest.mark.parametrize("pose", ["our-turn", "asked", "later"])
async def test_ascii_looks_as_it_did(home: Path, pose: str) -> None:
    """With `--ascii`: letters for suits, plain arrows and lines, nothing beyond ASCII."""
    names, strike = POSES[pose]
    evening = FakeEvening(names)
    app = seated(home, evening, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        await strike(evening, pilot)
        await settle(pilot)

        compare(f"ascii-{pose}", (80, 24), picture(app))
        assert picture(app).isascii()
