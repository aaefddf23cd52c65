"""A train, a satellite, a serial console: 300 ms there and back at 9,600 bit/s, and cuts.

In a daily run time goes ten times as fast, and every figure with it.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.bots import bot
from core.game import find
from net.evening import Evening, Setup, host_evening
from net.evening_away import join_evening
from net.ssh.address import Address
from net.updates import Alarm, Happened, Offline, Settled, Update
from tests.net.slow_line import SlowLine, slow_line
from tests.net.ssh_parts import HERE, until

BITS = 9_600
ROUND_TRIP = 0.3
WITHIN = 300.0
STEP = 250
"""Bytes both ways that one step of a round may cost, with all that SSH and the fair deal add."""

LOGIN = 12_000
"""Bytes both ways until a seat is there: keys are exchanged, a key is proven, a table is told."""


@dataclass
class Far:
    """A person at the far end of the line, who plays by hand, as a screen does."""

    evening: Evening
    line: SlowLine
    updates: list[Update] = field(default_factory=list)
    moves: int = 0
    at_once: list[bool] = field(default_factory=list)
    on_step: Callable[[int], None] = lambda _heard: None

    def hear(self, update: Update) -> None:
        """Note what is said, and move as soon as it is our turn."""
        self.updates.append(update)
        if isinstance(update, Happened):
            self.on_step(self.heard(Happened))
        asyncio.get_running_loop().call_soon(self.move)

    def move(self) -> None:
        """Choose and play; whether it stands as pending before a byte has gone out."""
        guest = self.evening.guest
        if not guest.caught_up or not guest.on_turn or guest.match is None:
            return
        before = self.line.up, self.line.down
        chosen = bot("careful")(guest.match, guest.seat, random.Random(self.moves).random)
        guest.play(chosen)
        self.moves += 1
        self.at_once.append(guest.pending is not None and before == (self.line.up, self.line.down))
        assert self.evening.joining is not None
        self.evening.joining.flush()

    def heard(self, kind: type[Update]) -> int:
        """How many updates of a kind there were."""
        return sum(isinstance(each, kind) for each in self.updates)


@contextlib.asynccontextmanager
async def far_away(place: Path, faster: int) -> AsyncIterator[Far]:
    """A table with two bots, and one person who comes to it over a slow line."""
    game = find("one-hundred")
    table = Setup(game, game.rules, 3, "Ann", place / "host", bots=2, listen=(HERE, 0))
    host = host_evening(
        replace(table, doors="yes", host_plays=False, start_when_full=True, pace=0.0)
    )
    await host.start()
    assert host.listener is not None
    try:
        async with slow_line(
            host.listener.port, bits=BITS * faster, round_trip=ROUND_TRIP / faster
        ) as line:
            address = Address(HERE, line.port, host.listener.fingerprint)
            far = Far(join_evening(address, "Ben", place / "ben"), line)
            assert far.evening.joining is not None
            far.evening.joining.on_update = far.hear
            try:
                await far.evening.start()
                yield far
            finally:
                await far.evening.close()
    finally:
        await host.close()


@pytest.fixture
def faster(scaled: Callable[[int, int], int]) -> int:
    """How much faster time goes than it should."""
    return scaled(10, 1)


async def test_a_whole_round_goes_through(tmp_path: Path, faster: int) -> None:
    """Every move stands as pending at once, and few bytes are on the line (B3)."""
    async with far_away(tmp_path, faster) as far:
        await until(lambda: far.heard(Happened) > 0, WITHIN)
        login = far.line.up + far.line.down
        assert login < LOGIN
        await until(lambda: far.heard(Settled) > 0, WITHIN)
        assert far.moves > 0
        assert far.at_once == [True] * far.moves
        steps = far.heard(Happened)
        assert far.line.up + far.line.down - login < STEP * steps
        assert far.line.connections == 1
        assert far.heard(Offline) == 0


async def test_a_round_goes_on_where_the_line_was_cut(tmp_path: Path, faster: int) -> None:
    """Cut when a move is on its way, and once more: it is told once, and the round is whole."""
    async with far_away(tmp_path, faster) as far:

        def cut(heard: int) -> None:
            if heard in (4, 9):
                asyncio.get_running_loop().call_later(ROUND_TRIP / faster / 4, far.line.cut)

        far.on_step = cut
        await until(lambda: far.heard(Settled) > 0, WITHIN)
        assert far.line.connections >= 3
        assert far.heard(Offline) >= 2
        numbers = [each.number for each in far.updates if isinstance(each, Happened)]
        assert numbers == sorted(set(numbers))
        assert far.heard(Alarm) == 0
