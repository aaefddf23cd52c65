"""A link over one SSH channel; the same class at both ends."""

import asyncio
from typing import Final, Protocol

from net.link import Inbox
from net.ssh.limits import Limits

SUBSYSTEM: Final = "stammtisch@v1"
"""The major version is in the name: another one is refused before a byte of the game is read."""

# AES-GCM first: about half the work of asyncssh's chacha20. Never compressed: the length of a
# packed packet would tell an eavesdropper something about the cards beside a chosen chat line.
CIPHERS: Final = (
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "chacha20-poly1305@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
)
COMPRESSION: Final = ("none",)

STATUS: Final = {"slow": 81, "crowded": 82, "stopped": 83}
"""Why the host's side ended a channel, as its exit status: it passes even where data is stuck."""


class Channel(Protocol):
    """What a link needs of an asyncssh channel."""

    def write(self, data: bytes) -> None: ...
    def get_write_buffer_size(self) -> int: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...


class ChannelLink:
    """Bytes over one channel, bounded both ways.

    `send` writes at once and exactly once: two small writes would wait for each other on the way
    (transport trap 3). What arrives and is not read is held up to one window, then the channel
    takes no more.
    """

    __slots__ = (
        *("_address", "_channel", "_gone", "_identity", "_inbox", "_limits", "_linger", "_paused"),
        *("_shut", "closed_because"),
    )

    def __init__(self, channel: Channel, identity: str, address: str, limits: Limits) -> None:
        self._channel = channel
        self._identity = identity
        self._address = address
        self._limits = limits
        self._inbox = Inbox(self._resume)
        self._paused = False
        self._shut = False
        self._gone = asyncio.Event()
        self._linger: asyncio.TimerHandle | None = None
        self.closed_because: str | None = None

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def address(self) -> str:
        return self._address

    @property
    def open(self) -> bool:
        """Whether anything may still be sent."""
        return not self._shut

    def send(self, data: bytes) -> None:
        if self._shut or not data:
            return
        try:
            self._channel.write(data)
        except OSError:  # the channel has just closed; its end will be told in a moment
            return
        if self._channel.get_write_buffer_size() > self._limits.queue:
            self.cut("slow")

    async def receive(self) -> bytes:
        return await self._inbox.get()

    def close(self) -> None:
        if not self._shut:
            self._shut = True
            self._inbox.end(drop=True)
            self._close_channel()

    async def wait_closed(self) -> None:
        """Return when the channel is gone; for whoever wants to leave nothing behind."""
        await self._gone.wait()

    def cut(self, reason: str) -> None:
        """The road ends the link, and what waits to be sent is dropped."""
        if not self._shut:
            self.shut(reason)
            self._channel.abort()

    def shut(self, reason: str) -> None:
        """The road is about to end the link, for a reason that is known before it ends."""
        if not self._shut:
            self._shut = True
            self.closed_because = reason
            self._inbox.end()

    def arrived(self, data: bytes) -> None:
        """Bytes have come from the channel."""
        self._inbox.put(data)
        if not self._paused and len(self._inbox) > self._limits.window:
            self._paused = True
            self._channel.pause_reading()

    def finished(self) -> None:
        """The other side will send nothing more: for a game that is the end of both directions."""
        if not self._shut:
            self.shut("ended")
            self._close_channel()

    def gone(self, reason: str) -> None:
        """The channel is closed, by either side or because the connection broke."""
        if self._linger is not None:
            self._linger.cancel()
            self._linger = None
        self.shut(reason)
        self._gone.set()

    def _close_channel(self) -> None:
        self._channel.close()
        # Somebody who keeps the line but does not read would hold the channel for ever.
        loop = asyncio.get_running_loop()
        self._linger = loop.call_later(self._limits.linger, self._give_up)

    def _give_up(self) -> None:
        self._linger = None
        self._channel.abort()
        self._gone.set()

    def _resume(self) -> None:
        if self._paused:
            self._paused = False
            self._channel.resume_reading()
