"""Coming and going without end, over real SSH: field report A3."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path

from core.game import find
from net.evening import Setup, host_evening
from net.evening_away import join_evening
from net.ssh.address import Address
from net.ssh.errors import RoadError
from net.updates import Closed, Seated, Update

HERE = "127.0.0.1"
PATIENCE = 30


async def test_every_visit_ends_at_the_table_or_in_words(
    home: Path, scaled: Callable[[int, int], int]
) -> None:
    """A3: whoever comes and goes at any moment sits at the table or reads why not, and nothing of
    it stays behind at the host.
    """
    luck = random.Random(3)
    game = find("one-hundred")
    host = host_evening(
        Setup(game, game.rules, 3, "Ann", home / "ann", listen=(HERE, 0), doors="yes")
    )
    await host.start()
    assert host.listener is not None
    address = Address(HERE, host.listener.port, host.listener.fingerprint)
    ends: set[str] = set()
    try:
        for _ in range(scaled(24, 500)):
            ends.add(await _visit(address, home / "bob", luck))
        assert host.hosting is not None
        async with asyncio.timeout(PATIENCE):
            while len(host.hosting.table.lines) > 1:  # noqa: ASYNC110 - the last good-bye travels
                await asyncio.sleep(0.02)
        (seat,) = [one for one in host.hosting.table.seating.seats if one.name == "Bob"]
        assert seat.line is None
    finally:
        await host.close()
    assert ends == {"seated", "gone"}


async def _visit(address: Address, place: Path, luck: random.Random) -> str:
    """One visit: to the table, or given up at a random moment of the way there."""
    evening = join_evening(address, "Bob", place)
    assert evening.joining is not None
    heard: asyncio.Queue[Update] = asyncio.Queue()
    evening.joining.on_update = heard.put_nowait
    try:
        if luck.random() < 0.5:
            coming = asyncio.create_task(evening.start())
            await asyncio.sleep(luck.random() * 0.2)
            coming.cancel()
            with contextlib.suppress(asyncio.CancelledError, RoadError):
                await coming
            return "gone"
        async with asyncio.timeout(PATIENCE):
            await evening.start()
            while not isinstance(update := await heard.get(), Seated):
                assert not isinstance(update, Closed), update
        return "seated"
    finally:
        await evening.close()
