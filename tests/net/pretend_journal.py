"""A real journal without a disk, and the time that a disk would take, for the pretend network."""

import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

from net.journal import Journal
from net.journal_schema import migrate
from net.saved import About
from net.table import Table, Terms
from net.writing import Batch


def memory_journal(at: Terms) -> Journal:
    """A real journal without a disk."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA foreign_keys=ON")
    migrate(db, new=True)
    journal = Journal(db, Path("memory.journal"))
    journal.begin(about(at))
    return journal


def about(at: Terms, **changed: Any) -> About:
    """What a host with these terms has decided."""
    usual: dict[str, Any] = {
        "table": at.table,
        "game": at.game.name,
        "game_version": at.game.version,
        "seats": at.seats,
        "bot": at.bot,
        "doors": at.doors,
        "grace": at.grace,
        "start_when_full": at.start_when_full,
        "host_plays": True,
        "pace": 0.0,
        "key": None,
        "listen": ("127.0.0.1", 8822),
        "friends": at.friends,
    }
    return About(**(usual | changed))


class World(Protocol):
    """What the disk needs of the pretend network."""

    random: Random
    table: Table

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something after a while."""
        ...


class Disk:
    """A journal whose commits take seeded time, up to `slow` seconds; `crash` loses the waiting."""

    def __init__(
        self,
        world: World,
        slow: float,
        send: Callable[[Batch], None],
        journal: Journal | None = None,
    ) -> None:
        self.journal = memory_journal(world.table.terms) if journal is None else journal
        self._world = world
        self._slow = slow
        self._send = send
        self._waiting: deque[Batch] = deque()
        self._crashes = 0

    def put(self, batch: Batch) -> None:
        """Write, then send; several that wait are one commit, and nothing overtakes."""
        if not (batch.writes or self._waiting):
            self._send(batch)
            return
        self._waiting.append(batch)
        if len(self._waiting) == 1:
            crashes = self._crashes
            wait = self._world.random.random() * self._slow
            self._world.later(wait, lambda: self._write(crashes))

    def _write(self, crashes: int) -> None:
        if crashes != self._crashes:
            return
        batches = tuple(self._waiting)
        self.journal.commit([write for batch in batches for write in batch.writes])
        for batch in batches:
            self._waiting.popleft()
            self._send(batch)

    def crash(self) -> None:
        """What was not committed is gone."""
        self._crashes += 1
        self._waiting.clear()
