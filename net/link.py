"""A stream of bytes to one other person, whatever the road: SSH, a socket, or memory.

Everything above knows only this surface, so solo play, a hosted table and a joined one run the same
code. `identity` is who sits at the *other* end, proven by the road and never taken from what they
say of themselves.

    reason codes of `closed_because`
    ended      the other side closed
    lost       the connection broke, or its keepalives went unanswered
    slow       more bytes were waiting for the other side than the limit allows
    crowded    the place was needed: too many connections, or too many of one identity
    stopped    the listener was closed
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

QUEUE_LIMIT: Final = 1 << 20
"""Bytes that may wait for one link: a long match told from its first event fits several times."""


class Link(Protocol):
    """What a road gives to the table or to the guest: bytes in order, both ways."""

    @property
    def identity(self) -> str:
        """Who is at the other end: `key:SHA256:…`, `uid:N` or `local:…`."""
        ...

    @property
    def address(self) -> str:
        """Where they come from, for limits and logs only; it proves nothing."""
        ...

    @property
    def closed_because(self) -> str | None:
        """A short reason code when the road closed the link; None if open, or closed from here."""
        ...

    def send(self, data: bytes) -> None:
        """Hand over bytes in one write, without waiting; on a closed link it does nothing."""
        ...

    async def receive(self) -> bytes:
        """The bytes that have arrived since the last call, at least one; b"" at the end."""
        ...

    def close(self) -> None:
        """End both directions; what was sent before still goes out."""
        ...


class Inbox:
    """Bytes that have arrived and not been read, kept as one piece.

    One buffer and not a list of chunks: a million one-byte packets cost a megabyte, not fifty.
    """

    __slots__ = ("_buffer", "_drained", "_ended", "_waiter")

    def __init__(self, drained: Callable[[], None] = lambda: None) -> None:
        self._buffer = bytearray()
        self._drained = drained
        self._ended = False
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._buffer)

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._ended

    def put(self, data: bytes) -> None:
        """Add bytes; after the end they are dropped."""
        if not self._ended:
            self._buffer += data
            self._wake()

    def end(self, *, drop: bool = False) -> None:
        """Say that nothing more will come; with `drop`, forget what was not read."""
        self._ended = True
        if drop:
            self._buffer.clear()
        self._wake()

    async def get(self) -> bytes:
        """Wait for bytes and take all of them; b"" at the end."""
        if self._waiter is not None:
            raise RuntimeError("two readers on one link")
        if not self._buffer and not self._ended:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        data = bytes(self._buffer)
        self._buffer.clear()
        if data:
            self._drained()
        return data

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class MemoryLink:
    """One end of a pair inside one process; it carries the same bytes as a real road."""

    __slots__ = (
        "_closed",
        "_identity",
        "_inbox",
        "_limit",
        "_other",
        "_under_way",
        "closed_because",
    )

    def __init__(self, identity: str, limit: int) -> None:
        self._identity = identity
        self._limit = limit
        self._inbox = Inbox()
        self._under_way = 0
        self._closed = False
        self._other: MemoryLink | None = None
        self.closed_because: str | None = None

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def address(self) -> str:
        return "local"

    def join(self, other: "MemoryLink") -> None:
        """Make these two the ends of one stream."""
        self._other = other
        other._other = self

    def send(self, data: bytes) -> None:
        other = self._other
        if self._closed or other is None or not data:
            return
        if len(other._inbox) + self._under_way + len(data) > self._limit:
            self._finish("slow")
            other._finish("slow")
            return
        self._under_way += len(data)
        # A later turn of the loop, as on every road: nobody's code runs inside somebody's `send`.
        asyncio.get_running_loop().call_soon(self._arrive, other, bytes(data))

    async def receive(self) -> bytes:
        return await self._inbox.get()

    def close(self) -> None:
        if self._closed:
            return
        self._finish(None)
        self._inbox.end(drop=True)
        if (other := self._other) is not None:
            try:
                asyncio.get_running_loop().call_soon(other._finish, "ended")
            except RuntimeError:  # closed after the loop: nobody is left to be told later
                other._finish("ended")

    def _arrive(self, other: "MemoryLink", data: bytes) -> None:
        self._under_way -= len(data)
        other._inbox.put(data)

    def _finish(self, reason: str | None) -> None:
        if not self._closed:
            self._closed = True
            self.closed_because = reason
        self._inbox.end()


def memory_pair(identity_a: str, identity_b: str, *, limit: int = QUEUE_LIMIT) -> tuple[Link, Link]:
    """Two joined links; the first carries `identity_a`, the second `identity_b`.

    An identity names who is at the other end. So a host seats Anna with
    `at_host, at_anna = memory_pair("local:anna", "local:host")`.
    """
    first, second = MemoryLink(identity_a, limit), MemoryLink(identity_b, limit)
    first.join(second)
    return first, second
