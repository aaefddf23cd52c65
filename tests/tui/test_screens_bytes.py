"""What a table sends to a terminal of 80×24 with 256 colours, before any compression (G14)."""

import asyncio
from pathlib import Path
from statistics import median

import pytest
from textual.events import Key

from core.game import find
from net import messages as m
from tests.tui.fake_evening import FakeEvening, seated
from tests.tui.measured import counted, painted

FIRST_PAINT = 12_000
ONE_MOVE = 700
OWN_KEY = 1_000
TWELVE = tuple(f"Konstantin {seat:>5}" for seat in range(12))


async def test_a_table_stays_within_its_budget(home: Path) -> None:
    """First paint at most 12 KB, each of forty moves of others at most 700 bytes, a key 1 KB."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with counted(app) as driver:
        evening.welcome()
        await driver.burst()
        evening.begin()
        first = len(await driver.burst())
        moves: list[int] = []
        while len(moves) < 40 and evening.host.match.turn is not None:
            ours = evening.host.match.turn == 0
            evening.play_one()
            size = len(await driver.burst())
            if not ours:
                moves.append(size)
        keys: list[int] = []
        for key in ("1", "2", "right", "left"):
            app.post_message(Key(key, key if len(key) == 1 else None))
            keys.append(len(await driver.burst()))

    assert 0 < first <= FIRST_PAINT
    assert max(moves) <= ONE_MOVE
    assert median(moves) < ONE_MOVE - 50
    assert 0 < max(keys) <= OWN_KEY


async def test_twelve_seats_cost_little_more(home: Path) -> None:
    """Twelve names of 16 cells: the middle move still within 700 bytes."""
    evening = FakeEvening(TWELVE)
    app = seated(home, evening)
    async with counted(app) as driver:
        evening.welcome()
        await driver.burst()
        evening.begin()
        assert 0 < len(await driver.burst()) <= FIRST_PAINT
        moves: list[int] = []
        while len(moves) < 24:
            evening.play_one()
            moves.append(len(await driver.burst()))

    assert median(moves) <= ONE_MOVE


@pytest.mark.parametrize("name", ["one-card", "russian-one-hundred", "czech-fool", "mau-mau"])
async def test_every_game_stays_within_the_budget(home: Path, name: str) -> None:
    """Tricks, penalties, orders: what another does costs 700 bytes at most in the middle.

    What changes our hand or gives us the turn shows more, and a new deal paints everything.
    """
    evening = FakeEvening()
    evening.game = find(name)
    evening.rules = evening.game.rules
    app = seated(home, evening)
    async with counted(app) as driver:
        evening.welcome()
        await driver.burst()
        evening.begin()
        assert 0 < len(await driver.burst()) <= FIRST_PAINT
        moves: list[int] = []
        match = evening.host.match
        while len(moves) < 20 and match.turn is not None:
            turn, rounds, held = match.turn, match.rounds_over, list(match.hand(0))
            choice = match.moves()[0]
            evening.move(
                turn, choice.move if not choice.values else choice.naming(choice.values[-1])
            )
            size = len(await driver.burst())
            ours = 0 in (turn, match.turn) or list(match.hand(0)) != held
            if not ours and match.rounds_over == rounds:
                moves.append(size)

    assert median(moves) <= ONE_MOVE
    assert max(moves) <= ONE_MOVE * 3 // 2


async def test_idle_sends_nothing_and_no_timer_fires(home: Path) -> None:
    """Nothing blinks and nothing ticks: no byte at home, in a form, in the lobby, at the table."""
    evening = FakeEvening()
    app = seated(home, evening)
    sent: list[int] = []
    async with counted(app) as driver:
        for step in ("home", "form", "lobby", "table"):
            match step:
                case "form":
                    app.post_message(Key("3", "3"))
                    await driver.burst()
                    app.post_message(Key("x", "x"))
                case "lobby":
                    evening.welcome()
                    evening.lobby()
                case "table":
                    evening.begin()
                case _:
                    pass
            if step != "home":
                await driver.burst()
            await asyncio.sleep(1.2)
            sent.append(len(driver.take()))

    assert sent == [0, 0, 0, 0]


async def test_what_changes_nothing_sends_nothing(home: Path) -> None:
    """A lobby that says the same again and an answer that settles nothing cost no byte."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with counted(app) as driver:
        evening.welcome()
        await driver.burst()
        evening.begin()
        await driver.burst()
        evening.lobby(running=True)
        evening.hear(m.Attendance(1, m.Presence.HERE, 0))
        await painted()

        assert driver.take() == b""
