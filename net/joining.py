"""The shell around a guest: dials, pumps bytes both ways, dials again when the line breaks.

Whoever shows the table sets `on_update`, calls `connect`, runs `run` as a task of its own, and
calls `flush` after it has put a move or a wish into the guest's outbox.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from net import messages as m
from net.errors import PeerError
from net.guest import Guest
from net.link import Link
from net.session import End, Phase, Session
from net.ssh.errors import HostKeyChanged, KeyFileError, NotAdmitted, NotATable, RoadError
from net.updates import Closed, Offline, Ticking, TimeIsShort, Update

log = logging.getLogger("stammtisch.line")

Dial = Callable[[], Awaitable[Link]]

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the next try; the last one is repeated."""

SILENCE = 15.0
"""Seconds without a word from the host, who says something every five; then the line is dead."""

SHORT = 10.0
"""Seconds before the clock moves for us at which we are told, or half of what there is."""

PASSING = frozenset({"silent", "slow", "cannot_write"})
"""Good-byes that speak of the line, or of the host's disk, and not of us: we come back."""


class Joining:
    """One guest on one road."""

    def __init__(
        self,
        guest: Guest,
        dial: Dial,
        *,
        comes_back: bool = True,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.guest = guest
        self.on_update: Callable[[Update], None] = lambda _update: None
        self.latency: float | None = None
        self.closed: Closed | None = None
        self._watchers: list[Callable[[Update], None]] = []
        self._dial = dial
        self._comes_back = comes_back
        self._sleep = sleep
        self._clock = clock
        self._link: Link | None = None
        self._session = Session(End.GUEST)
        self._sent_at: dict[int, float] = {}
        self._failures = 0
        self._warning: asyncio.TimerHandle | None = None

    def watch(self, watcher: Callable[[Update], None]) -> None:
        """Let somebody hear every update after `on_update`, whoever sets that."""
        self._watchers.append(watcher)

    def tell(self, update: Update) -> None:
        """Let everybody who listens hear an update."""
        self.on_update(update)
        for watcher in self._watchers:
            watcher(update)

    async def connect(self) -> None:
        """Dial for the first time and say hello; raises what the road raises."""
        self._greet(await self._dial())

    def _greet(self, link: Link) -> None:
        self._link, self._session = link, Session(End.GUEST)
        link.send(self._session.send(self.guest.hello()))

    def flush(self) -> None:
        """Send what waits in the outbox, in one write; nothing is lost while the line is down."""
        if self._link is None or self._session.phase is not Phase.OPEN:
            return
        frames = bytearray()
        for message in self.guest.outbox:
            if isinstance(message, m.Command):
                self._sent_at[message.count] = self._clock()
            frames += self._session.send(message)
        self.guest.outbox.clear()
        if frames:
            self._link.send(bytes(frames))

    async def run(self) -> Closed:
        """Pump until the end; gives the good-bye. Call after `connect`.

        A fault of this program ends the line with the reason `internal`: it is logged, told like
        any other end, and never raised into a task that nobody looks at.
        """
        try:
            return await self._run()
        except Exception:
            log.exception("the line failed")
            self._part("internal")
            closed = Closed("internal")
            with contextlib.suppress(Exception):  # perhaps it is the listener that failed
                self._close(closed)
            return self.closed or closed
        finally:
            self._hang_up()

    async def _run(self) -> Closed:
        while True:
            reason = await self._pump()
            self._hang_up()
            if self.closed is not None:
                return self.closed
            if not self._comes_back:
                return self._close(Closed(reason))
            closed = await self._come_back(reason)
            if closed is not None:
                return closed

    async def _come_back(self, reason: str) -> Closed | None:
        """Dial until somebody answers, waiting longer each time; or why it is over for good."""
        if self.guest.welcomed:
            self._failures = 0
        while True:
            wait = WAITS[min(self._failures, len(WAITS) - 1)]
            self._failures += 1
            self.tell(Offline(reason, wait))
            await self._sleep(wait)
            if gone := self._gone():
                return gone
            try:
                link = await self._dial()
            except (HostKeyChanged, KeyFileError, NotAdmitted, NotATable) as fault:
                return self._close(Closed(fault.reason, str(fault)))
            except RoadError as fault:
                reason = fault.reason
                continue
            if gone := self._gone():
                link.close()
                return gone
            self._greet(link)
            return None

    def _gone(self) -> Closed | None:
        """Whether the person has left meanwhile."""
        return self.closed

    async def _pump(self) -> str:
        """Hear the host out; gives the reason why the line ended."""
        link = self._link
        assert link is not None, "connected before pumping"
        try:
            while True:
                async with asyncio.timeout(SILENCE if self._comes_back else None):
                    data = await link.receive()
                if not data:
                    return link.closed_because or "ended"
                for message in self._session.receive(data):
                    reason = self._hear(message)
                    if reason or self.closed is not None:
                        return reason
                self.flush()
        except TimeoutError:
            return "silent"
        except PeerError as fault:
            self._part(fault.reason)
            self._close(Closed(fault.reason, str(fault)))
            return fault.reason

    def _hear(self, message: m.Message) -> str:
        """One message; gives a reason when the line is over but may be dialled again."""
        if isinstance(message, m.Bye) and message.reason in PASSING and self._comes_back:
            return message.reason
        if isinstance(message, m.Answer):
            sent = self._sent_at.pop(message.count, None)
            if sent is not None:
                self.latency = self._clock() - sent
        for update in self.guest.receive(message):
            if isinstance(update, Ticking):
                self._warn_in_time()
            if isinstance(update, Closed):
                self._close(update)
            else:
                self.tell(update)
        return ""

    def _warn_in_time(self) -> None:
        """Before the clock of the table moves for us, we are told."""
        self._forget_warning()
        clock = self.guest.clock
        if clock is None or not clock.running or clock.seat != self.guest.seat:
            return
        left = clock.left / 1000
        short = min(SHORT, left / 2)
        loop = asyncio.get_running_loop()
        self._warning = loop.call_later(left - short, self._warn, max(1, round(short)))

    def _warn(self, seconds: int) -> None:
        self._warning = None
        if self.guest.on_turn and self.closed is None:
            self.tell(TimeIsShort(seconds))

    def _forget_warning(self) -> None:
        if self._warning is not None:
            self._warning.cancel()
            self._warning = None

    def _part(self, reason: str) -> None:
        if self._link is not None and self._session.phase is not Phase.CLOSED:
            self._link.send(self._session.send(m.Bye(reason)))

    def _close(self, closed: Closed) -> Closed:
        """It is over for good; told once, unless the person has left before."""
        if self.closed is None:
            self.closed = closed
            self.tell(closed)
        return self.closed

    def _hang_up(self) -> None:
        self._forget_warning()
        if self._link is not None:
            self._link.close()
            self._link = None

    def leave(self, reason: str = "leaving") -> None:
        """Say good-bye and end the line from here; whoever leaves is not told so."""
        self._part(reason)
        if self.closed is None:
            self.closed = Closed(reason)
            for watcher in self._watchers:
                watcher(self.closed)
        self._hang_up()
