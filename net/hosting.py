"""The shell around a table: links to lines, one write a line and turn of the loop, time, bots.

A fault of one connection ends that connection; the table and everybody else go on.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from core.bots import Uniform
from net import messages as m
from net.autoplay import autoplay
from net.errors import LocalError, PeerError
from net.guest import Guest
from net.joining import Joining
from net.link import Link, memory_pair
from net.seating import HOST, bot_identity
from net.session import End, Phase, Session
from net.table import Table

log = logging.getLogger("stammtisch.table")


class Hosting:
    """Runs one table in the present event loop."""

    def __init__(
        self,
        table: Table,
        bot_luck: Callable[[int], Uniform],
        *,
        pace: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`bot_luck` gives a seat's bot its luck; `pace` is the seconds a bot waits before it moves."""
        self.table = table
        self._bot_luck = bot_luck
        self._pace = pace
        self._clock = clock
        self._links: dict[int, tuple[Link, Session]] = {}
        self._bots: dict[int, Joining] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._closing = False

    def start(self) -> None:
        """Begin to keep time."""
        self._spawn(self._keep_time(), "clock")

    def attach(self, link: Link) -> None:
        """Seat a new connection at the table's door; it has to say hello."""
        if self._closing:
            link.close()
            return
        line = self.table.connect(link.identity, link.address, self._clock())
        self._links[line] = (link, Session(End.HOST))
        self._spawn(self._serve(line, link), f"line {line}")
        self._wake.set()

    def link_for_host(self) -> Link:
        """The host's own end of an in-process link; it alone carries the host's rights."""
        at_host, at_person = memory_pair(HOST, HOST)
        self.attach(at_host)
        return at_person

    async def close(self) -> None:
        """Say good-bye to everybody and stop."""
        self._closing = True
        self.table.close(self._clock())
        self._flush()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def _serve(self, line: int, link: Link) -> None:
        _, session = self._links[line]
        try:
            while data := await link.receive():
                for message in session.receive(data):
                    self.table.receive(line, message, self._clock())
                self._flush()
        except PeerError as fault:
            log.warning("line %d from %s: %s", line, link.address, fault)
            self.table.outbox.append((line, m.Bye(fault.reason)))
        finally:
            self.table.lost(line, self._clock())
            self._flush()
            self._links.pop(line, None)
            link.close()

    def _flush(self) -> None:
        """Send everything that the table has said: one write a line."""
        frames: dict[int, bytearray] = {}
        ended: list[int] = []
        for line, message in self.table.outbox:
            if line not in self._links:
                continue
            _, session = self._links[line]
            if isinstance(message, m.Bye) and session.phase is Phase.CLOSED:
                session = Session(End.HOST)  # they broke the protocol: the reason still goes out
            try:
                frames.setdefault(line, bytearray()).extend(session.send(message))
            except LocalError as fault:
                log.error("line %d: %s", line, fault)
            if isinstance(message, m.Bye):
                ended.append(line)
        self.table.outbox.clear()
        for line, data in frames.items():
            self._links[line][0].send(bytes(data))
        for line in ended:
            if line in self._links:
                self._links.pop(line)[0].close()
        self._keep_bots()
        self._wake.set()

    async def _keep_time(self) -> None:
        while True:
            self._wake.clear()
            wait = self.table.deadline() - self._clock()
            try:
                async with asyncio.timeout(max(0.0, wait) if wait < float("inf") else None):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self.table.tick(self._clock())
            if self.table.outbox:
                self._flush()

    def _keep_bots(self) -> None:
        """One bot on every seat that wants one; bots are peers over an in-process link."""
        if self._closing:
            return
        wanted = self.table.bots_wanted()
        for seat, name in wanted.items():
            if seat not in self._bots:
                self._start_bot(seat, name)
        for seat in [seat for seat in self._bots if seat not in wanted]:
            self._bots.pop(seat).leave()

    def _start_bot(self, seat: int, name: str) -> None:
        at_host, at_bot = memory_pair(bot_identity(seat), HOST)

        async def dial() -> Link:
            return at_bot

        guest = Guest(name, b"\0" * 8, self.table.terms.version)
        joining = Joining(guest, dial, comes_back=False)
        autoplay(joining, name, self._bot_luck(seat), self._pace)
        self._bots[seat] = joining
        self.attach(at_host)
        self._spawn(self._run_bot(joining), f"bot at {seat}")

    async def _run_bot(self, joining: Joining) -> None:
        await joining.connect()
        await joining.run()
