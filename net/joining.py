"""The shell around a guest: dials, pumps bytes both ways, dials again when the line breaks.

Whoever shows the table sets `on_update`, calls `connect`, runs `run` as a task of its own, and calls
`flush` after it has put a move or a wish into the guest's outbox.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from net import messages as m
from net.errors import PeerError
from net.guest import Guest
from net.link import Link
from net.session import End, Phase, Session
from net.ssh.errors import HostKeyChanged, NotAdmitted, NotATable, RoadError
from net.updates import Closed, Offline, Update

Dial = Callable[[], Awaitable[Link]]

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the next try; the last one is repeated."""

SILENCE = 15.0
"""Seconds without a word from the host, who says something every five, after which the line is dead."""

PASSING = frozenset({"silent", "slow"})
"""Good-byes that speak of the line and not of us: we come back."""


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
        self._dial = dial
        self._comes_back = comes_back
        self._sleep = sleep
        self._clock = clock
        self._link: Link | None = None
        self._session = Session(End.GUEST)
        self._sent_at: dict[int, float] = {}

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
        """Pump until the end; gives the good-bye. Call after `connect`."""
        failures = 0
        while True:
            reason = await self._pump()
            self._hang_up()
            if self.closed is not None:
                return self.closed
            if not self._comes_back:
                return self._close(Closed(reason))
            self.guest.outbox.clear()  # wishes die with their line; a move stays pending
            if self.guest.welcomed:
                failures = 0
            while self._link is None:
                wait = WAITS[min(failures, len(WAITS) - 1)]
                failures += 1
                self.on_update(Offline(reason, wait))
                await self._sleep(wait)
                try:
                    self._greet(await self._dial())
                except (HostKeyChanged, NotAdmitted, NotATable) as fault:
                    return self._close(Closed(fault.reason, str(fault)))
                except RoadError as fault:
                    reason = fault.reason

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
            if isinstance(update, Closed):
                self._close(update)
            else:
                self.on_update(update)
        return ""

    def _part(self, reason: str) -> None:
        if self._link is not None and self._session.phase is not Phase.CLOSED:
            self._link.send(self._session.send(m.Bye(reason)))

    def _close(self, closed: Closed) -> Closed:
        self.closed = closed
        self.on_update(closed)
        return closed

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def leave(self, reason: str = "leaving") -> None:
        """Say good-bye and end the line from here."""
        self._part(reason)
        if self.closed is None:
            self.closed = Closed(reason)
        if self._link is not None:
            self._link.close()
