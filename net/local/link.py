"""A link over a connected stream socket; both ends of this road, and the far end of the relay."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncio's

import asyncio
import socket
from collections.abc import Callable
from typing import Final, cast

from net.ssh.limits import Limits
from net.ssh.stream import ChannelLink

LIMITS: Final = Limits()


class SocketLink(ChannelLink):
    """A link whose channel is a transport; `on_gone` is told once when nothing of it is left."""

    __slots__ = ("_on_gone",)

    def __init__(
        self,
        transport: asyncio.Transport,
        identity: str,
        address: str,
        limits: Limits = LIMITS,
        on_gone: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(transport, identity, address, limits)
        self._on_gone = on_gone

    def gone(self, reason: str) -> None:
        super().gone(reason)
        on_gone, self._on_gone = self._on_gone, None
        if on_gone is not None:
            on_gone()


class _Stream(asyncio.Protocol):
    def __init__(self, identity: str, address: str, on_gone: Callable[[], None] | None) -> None:
        self._about = identity, address
        self._on_gone = on_gone
        self.link: SocketLink | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast("asyncio.Transport", transport)
        self.link = SocketLink(stream, *self._about, on_gone=self._on_gone)

    def data_received(self, data: bytes) -> None:
        if self.link is not None:
            self.link.arrived(data)

    def eof_received(self) -> bool:
        # Only a good-bye ends a table in order; without one the connection broke.
        if self.link is not None:
            self.link.shut("lost")
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.link is not None:
            self.link.gone("lost")


async def link_over(
    sock: socket.socket,
    identity: str,
    address: str,
    *,
    rest: bytes = b"",
    on_gone: Callable[[], None] | None = None,
) -> SocketLink:
    """The guest's end of a link over a connected socket; `rest` has arrived already."""
    sock.setblocking(False)
    stream = _Stream(identity, address, on_gone)
    await asyncio.get_running_loop().create_unix_connection(lambda: stream, sock=sock)
    link = stream.link
    assert link is not None, "made with the connection"
    if rest:
        link.arrived(rest)
    return link
