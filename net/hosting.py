"""The shell around a table: links to lines, one write a line and turn of the loop, time, bots.

A fault of one connection ends that connection; the table and everybody else go on. What the table
says waits until everything that arrived in this turn of the loop was heard: nothing is sent from
inside something else, and each line gets one write. With a journal it waits until it is written.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from net import framing
from net import messages as m
from net.autoplay import BotLuck, autoplay
from net.errors import JournalError, NetError, PeerError
from net.guest import Guest
from net.joining import Joining
from net.ledger import Ledger
from net.link import Link, memory_pair
from net.seating import HOST, bot_identity
from net.session import End, Phase, Session
from net.table import Table
from net.writing import Batch, Commits, Writing

log = logging.getLogger("stammtisch.table")


class Hosting:
    """Runs one table in the present event loop."""

    def __init__(
        self,
        table: Table,
        bot_luck: BotLuck,
        *,
        pace: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        journal: Commits | None = None,
    ) -> None:
        """`pace` is the seconds a bot waits before it moves.

        `stopped` is set when the table stands still because of `fault`: it cannot be written.
        """
        self.table = table
        self.stopped = asyncio.Event()
        self._ledger = Ledger()
        self._writing = (
            None if journal is None else Writing(journal, self._deliver, self._cannot_write)
        )
        self._bot_luck = bot_luck
        self._pace = pace
        self._clock = clock
        self._links: dict[int, tuple[Link, Session]] = {}
        self._bots: dict[int, Joining] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._over: list[int] = []
        self._flushing = False
        self._closing = False

    def start(self) -> None:
        """Begin to keep time."""
        self._spawn(self._keep_time(), "the clock of the table")

    def attach(self, link: Link, *, drawn_at: str | None = None) -> None:
        """Seat a new connection at the table's door; it has to say hello.

        `drawn_at` is the address of somebody whose guest runs here.
        """
        if self._closing:
            link.close()
            return
        drawn, address = drawn_at is not None, drawn_at or link.address
        line = self.table.connect(link.identity, address, self._clock(), drawn=drawn)
        session = Session(End.HOST)
        self._links[line] = (link, session)
        self._spawn(self._serve(line, link, session), f"line {line}")
        self._wake.set()

    def link_for_host(self) -> Link:
        """The host's own end of an in-process link; it alone carries the host's rights."""
        at_host, at_person = memory_pair(HOST, HOST)
        self.attach(at_host)
        return at_person

    def link_for(self, identity: str, address: str) -> Link:
        """An end for somebody who has no program of their own, and whom this one serves."""
        at_host, at_guest = memory_pair(identity, HOST)
        self.attach(at_host, drawn_at=address)
        return at_guest

    @property
    def fault(self) -> BaseException | None:
        """Why the table stands still, if it does."""
        return None if self._writing is None else self._writing.fault

    async def close(self) -> None:
        """Say good-bye to everybody and stop; leaves no task behind."""
        self._stop("host_left")
        if self._writing is not None:
            await self._writing.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _stop(self, reason: str) -> None:
        self._closing = True
        self.table.close(self._clock(), reason)
        self._flush()

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=fault)

    async def _serve(self, line: int, link: Link, session: Session) -> None:
        try:
            while data := await link.receive():
                for message in session.receive(data):
                    self.table.receive(line, message, self._clock())
                self._flush_soon()
        except PeerError as fault:
            log.warning("line %d from %s: %s", line, link.address, fault)
            self.table.end(line, fault.reason, self._clock())
        except Exception:
            log.exception("line %d from %s: a fault of ours", line, link.address)
            self.table.end(line, "internal", self._clock())
        else:
            self.table.lost(line, self._clock())
            self._over.append(line)
        self._flush_soon()

    def _flush_soon(self) -> None:
        """Send in the next turn of the loop, after everything else that arrived in this one."""
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Hand on what the table has said, behind what has to be written before."""
        self._flushing = False
        said, self.table.outbox[:] = tuple(self.table.outbox), []
        ended, self._over = tuple(self._over), []
        if self._writing is None:
            self.table.to_write.clear()
            self._deliver(Batch((), said, ended))
        else:
            writes = self._ledger.changes(self.table, self._clock())
            self._writing.put(Batch(writes, said, ended))

    def _deliver(self, batch: Batch) -> None:
        """Send what was said: one write a line."""
        frames: dict[int, bytearray] = {}
        ended = list(batch.ended)
        for line, message in batch.said:
            if line not in self._links:
                continue
            session = self._links[line][1]
            parted = session.phase is Phase.CLOSED
            if parted and not isinstance(message, m.Bye):
                continue  # it was said while they went
            try:
                # Whoever broke the protocol hears why.
                data = framing.encode(message) if parted else session.send(message)
            except NetError:
                log.exception("line %d: a message of ours", line)
                ended.append(line)
                continue
            frames.setdefault(line, bytearray()).extend(data)
            if isinstance(message, m.Bye):
                ended.append(line)
        for line, out in frames.items():
            self._links[line][0].send(bytes(out))
        for line in ended:
            if line in self._links:
                self._links.pop(line)[0].close()
                self.table.lost(line, self._clock())
        self._keep_bots()
        self._wake.set()
        if self.table.outbox:
            self._flush_soon()

    def _cannot_write(self, fault: BaseException) -> None:
        """Nothing that was not written is sent: the table tells why, and stands still (C7).

        Where the file is concerns nobody else, so guests hear a word only.
        """
        self._closing = True
        self.table.outbox.clear()
        bye = m.Bye("internal")
        if isinstance(fault, JournalError):
            bye = m.Bye("cannot_write", fault.reason)
        self._deliver(Batch((), tuple((line, bye) for line in self._links)))
        self.table.outbox.clear()
        self.stopped.set()

    async def _keep_time(self) -> None:
        """Wake the table when it has something to do; without a clock there is no table."""
        try:
            while True:
                self._wake.clear()
                wait = self.table.deadline() - self._clock()
                try:
                    async with asyncio.timeout(max(0.0, wait) if wait < float("inf") else None):
                        await self._wake.wait()
                except TimeoutError:
                    self.table.tick(self._clock())
                    self._flush_soon()
        except Exception:
            self._stop("internal")
            raise

    def _keep_bots(self) -> None:
        """One bot on every seat that wants one; bots are peers over an in-process link."""
        wanted = {} if self._closing else self.table.bots_wanted()
        for seat, joining in list(self._bots.items()):
            if seat not in wanted:
                joining.leave()
            if joining.closed is not None:
                del self._bots[seat]
        for seat, name in wanted.items():
            if seat not in self._bots:
                self._start_bot(seat, name)

    def _start_bot(self, seat: int, name: str) -> None:
        at_host, at_bot = memory_pair(bot_identity(seat), HOST)

        async def dial() -> Link:
            return at_bot

        joining = Joining(
            Guest(name, m.BOT_START, self.table.terms.version), dial, comes_back=False
        )
        autoplay(joining, name, self._bot_luck, self._pace)
        self._bots[seat] = joining
        self.attach(at_host)
        self._spawn(self._run_bot(joining), f"the bot at seat {seat}")

    async def _run_bot(self, joining: Joining) -> None:
        await joining.connect()
        await joining.run()
        self._flush_soon()  # perhaps another bot is wanted
