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
        self._at_work = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._thread = ThreadPoolExecutor(1, "journal")
        self._closed = False

    def put(self, batch: Batch) -> None:
        """Deliver a batch when its turn comes and it is written."""
        if self.fault is not None or self._closed:
            return
        self._waiting.append(batch)
        if not self._at_work:
            self._go_on(asyncio.get_running_loop())

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread everything that waits; what needs no writing is delivered at once."""
        batches = tuple(self._waiting)
        self._waiting.clear()
        self._at_work = True
        self._idle.clear()
        if writes := tuple(write for batch in batches for write in batch.writes):
            self._thread.submit(self._write, loop, batches, writes)
        else:
            self._written(loop, batches, None)

    def _write(
        self,
        loop: asyncio.AbstractEventLoop,
        batches: tuple[Batch, ...],
        writes: tuple[Write, ...],
    ) -> None:
        """In the thread: the disk, and nothing else."""
        fault: BaseException | None = None
        try:
            self._journal.commit(writes)
        except BaseException as found:  # noqa: BLE001 - whatever it is, nothing unwritten goes out
            fault = found
        loop.call_soon_threadsafe(self._written, loop, batches, fault)

    def _written(
        self,
        loop: asyncio.AbstractEventLoop,
        batches: tuple[Batch, ...],
        fault: BaseException | None,
    ) -> None:
        if fault is None:
            try:
                for batch in batches:
                    self._deliver(batch)
            except Exception as found:  # noqa: BLE001 - the table stands still, whatever it is
                fault = found
        if fault is not None:
            log.error("the journal stopped", exc_info=fault)
            self.fault = fault
            self._waiting.clear()
            self._failed(fault)
        self._at_work = False
        if self._waiting:
            self._go_on(loop)
        else:
            self._idle.set()

    async def close(self) -> None:
        """Until everything that waits is written and delivered, or has failed; then no more."""
        await self._idle.wait()
        self._closed = True
        self._thread.shutdown()
