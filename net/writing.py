"""Write, then send: what a table says waits until what it rests on is on the disk.

One thread writes, in order, and everything that waits goes into one transaction; the event loop
never waits for the disk. What needs no writing still waits for what was said before it, so nothing
overtakes an event. After a fault nothing more is written or sent (C7).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from net import messages as m
from net.saved import Write

log = logging.getLogger("stammtisch.journal")


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of one turn of the loop: what to write first, what to say then, and whom to part
    from.
    """

    writes: tuple[Write, ...]
    said: tuple[tuple[int, m.Message], ...]
    ended: tuple[int, ...] = ()


class Commits(Protocol):
    """Where it is written; see `net.journal.Journal`."""

    def commit(self, writes: tuple[Write, ...], /) -> None:
        """Write all of these or none, and return when they are on the disk."""
        ...


class Writing:
    """The order of writing and sending of one table; `fault` is why it has stopped."""

    def __init__(
        self,
        journal: Commits,
        deliver: Callable[[Batch], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self.fault: BaseException | None = None
        self._journal = journal
        self._deliver = deliver
        self._failed = failed
        self._waiting: deque[Batch] = deque()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "journal")
        self._closed = False

    def put(self, batch: Batch) -> None:
        """Deliver a batch when its turn comes and it is written."""
        if self.fault is not None or self._closed:
            return
        if self._task is None and not batch.writes:
            self._deliver(batch)
            return
        self._waiting.append(batch)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work(), name="the journal")

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batches = tuple(self._waiting)
                writes = tuple(write for batch in batches for write in batch.writes)
                if writes:
                    await loop.run_in_executor(self._thread, self._journal.commit, writes)
                for batch in batches:
                    self._waiting.popleft()
                    self._deliver(batch)
        except Exception as fault:  # whatever it is, nothing unwritten goes out
            log.exception("the journal stopped")
            self.fault = fault
            self._waiting.clear()
            self._failed(fault)
        finally:
            self._task = None

    async def close(self) -> None:
        """Until everything that waits is written and delivered, or has failed; then no more."""
        while self._task is not None:
            await asyncio.wait([self._task])
        self._closed = True
        self._thread.shutdown()
