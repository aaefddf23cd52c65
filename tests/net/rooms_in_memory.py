"""A hosted table and its guests in one process, over in-process links, to test the shells."""

import asyncio
import random
from collections.abc import Callable
from typing import Any, Self

from core.shuffle import SeededLuck
from net.autoplay import autoplay
from net.guest import Guest
from net.hosting import Hosting
from net.joining import Joining
from net.link import Link, memory_pair
from net.table import Table
from net.updates import Update
from tests.net.pretend import VERSION, terms

PATIENCE = 20.0
"""Seconds after which a test gives up."""


def luck(_match: int, seat: int) -> Callable[[], float]:
    """The luck of bots in tests."""
    return random.Random(seat).random


class Room:
    """A hosting that runs, and the guests that were made for it."""

    def __init__(self, **changed: Any) -> None:
        self.random = random.Random(1)
        table = Table(terms(**changed), SeededLuck(b"room" * 8), self.random.randbytes)
        self.hosting = Hosting(table, luck)
        self.table = table
        self.links: list[tuple[Link, Link]] = []
        self.runs: list[asyncio.Task[Any]] = []

    async def __aenter__(self) -> Self:
        self.hosting.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hosting.close()
        for run in self.runs:
            run.cancel()
        await asyncio.gather(*self.runs, return_exceptions=True)
        assert others() == set(), "a task was left behind"

    def link(self, identity: str) -> Link:
        """The guest's end of a new connection."""
        at_host, at_guest = memory_pair(identity, "key:host")
        self.links.append((at_host, at_guest))
        self.hosting.attach(at_host)
        return at_guest

    def guest(self, name: str, *, bot: str = "random", **more: Any) -> "Seated":
        """A program that sits down, and plays if it is given a bot."""
        return Seated(self, name, bot, **more)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is true."""
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - whatever may become true, in any task
                await asyncio.sleep(0)

    def over(self, number: int = 1) -> bool:
        """Whether the match of this number has been played to its end."""
        play = self.table.play
        return play is not None and play.over and self.table.matches == number


class Seated:
    """One guest of a room: its line, its updates, and how long it would have slept."""

    def __init__(self, room: Room, name: str, bot: str, **more: Any) -> None:
        self.slept: list[float] = []
        self.updates: list[Update] = []
        self.dials: list[Link] = []
        self.refuse: list[Exception] = []

        async def dial() -> Link:
            if self.refuse:
                raise self.refuse.pop(0)
            self.dials.append(room.link(f"key:{name}"))
            return self.dials[-1]

        async def sleep(seconds: float) -> None:
            self.slept.append(seconds)
            await asyncio.sleep(0)

        self.room = room
        self.guest = Guest(name, room.random.randbytes(8), VERSION)
        self.joining = Joining(self.guest, dial, sleep=sleep, **more)
        self.joining.on_update = self.updates.append
        if bot:
            autoplay(self.joining, bot, luck)

    async def sit(self) -> "Seated":
        """Dial, run, and wait for the welcome."""
        await self.joining.connect()
        self.run = asyncio.get_running_loop().create_task(self.joining.run())
        self.room.runs.append(self.run)
        await self.room.until(lambda: self.guest.lobby is not None or self.joining.closed)
        return self

    def heard(self, kind: type[Any]) -> list[Any]:
        """The updates of one kind."""
        return [update for update in self.updates if isinstance(update, kind)]


def played_match() -> tuple[Guest, ...]:
    """The guests of a match among three that was played to its end."""

    async def play() -> tuple[Guest, ...]:
        async with Room(seats=3, doors="yes", start_when_full=True) as room:
            each = [await room.guest(name).sit() for name in ("ann", "ben", "cleo")]
            await room.until(lambda: all(one.guest.match and one.guest.match.over for one in each))
            return tuple(one.guest for one in each)

    return asyncio.run(play())


def others() -> set[asyncio.Task[Any]]:
    """The tasks of this loop besides the one that asks."""
    return asyncio.all_tasks() - {asyncio.current_task()}
