"""The guest's end of a way through a server: `stammtisch join HOST:PORT --jump SERVER`.

The user's own `ssh` logs in to the server and connects from there to the table's port (`-W`). What
goes through is our own SSH connection, end to end: the server in the middle reads nothing of it.
"""

import asyncio
import select
import socket
from collections.abc import Callable
from typing import Final

from net.openssh.address import ServerAddress
from net.openssh.call import CONNECT_WITHIN, Call
from net.openssh.master import Master, log_in
from net.ssh.address import named
from net.ssh.errors import ConnectError, Unreachable

_GOODBYE: Final = 2.0
"""Seconds for the last words of a connection."""


class Jump:
    """The way to one port behind a server; the login is kept for the connections after a break."""

    def __init__(self, place: ServerAddress, host: str, port: int) -> None:
        self.place = place
        self._target = named(host, port)
        self._master: Master | None = None
        self._first: Call | None = None
        self._used: Call | None = None
        self._starting: Call | None = None
        self._closed = False
        self.host = f"{host}@{place.host}"
        """How the host is called among those that we know: each server has a `localhost`."""

    def prepare(self, show: Callable[[str], None] | None = None) -> None:
        """Connect before a screen opens: what `ssh` asks, it asks here; raises `ConnectError`."""
        self._first = self._connect(batch=False, show=show)

    async def open(self, _seconds: float) -> socket.socket:
        """The connection that was prepared, or another one; raises `ConnectError`."""
        first, self._first = self._first, None
        if first is None:
            work = asyncio.get_running_loop().run_in_executor(None, self._quietly)
            try:
                first = await asyncio.shield(work)
            except asyncio.CancelledError:
                work.add_done_callback(_let_go)
                if (running := self._starting) is not None:
                    running.give_up()
                raise
        if self._used is not None:
            self._used.end()
        self._used = first
        first.sock.setblocking(False)
        return first.sock

    async def close(self) -> None:
        """End the login, once what was said on it has been carried over."""
        if self._used is not None:
            await asyncio.to_thread(self._used.finished, _GOODBYE)
        self.let_go()

    def let_go(self) -> None:
        """End the login at once, and whatever goes through it."""
        self._closed = True
        for call in (self._first, self._used):
            if call is not None:
                call.end()
        if (running := self._starting) is not None:
            running.give_up()
        master, self._master = self._master, None
        if master is not None:
            master.end()

    def _quietly(self) -> Call:
        return self._connect(batch=True, show=None)

    def _connect(self, *, batch: bool, show: Callable[[str], None] | None) -> Call:
        """A connection over the login that there is, or over a new one if that fails."""
        kept, self._master = self._master, None
        if kept is not None and kept.call.process.poll() is None:
            try:
                call = self._through(kept)
            except ConnectError:
                kept.end()
            else:
                self._master = kept
                return call
        elif kept is not None:
            kept.end()
        master = log_in(self.place, batch=batch, show=show, started=self._note)
        try:
            call = self._through(master)
        except BaseException:
            master.end()
            raise
        self._master = master
        if self._closed:
            self.let_go()
        return call

    def _note(self, call: Call) -> None:
        self._starting = call

    def _through(self, master: Master) -> Call:
        """Connect, and wait for the first word of whoever listens there, which stays unread."""
        call = self._starting = master.through(self._target)
        if not select.select([call.sock], [], [], CONNECT_WITHIN)[0]:
            call.end()
            raise Unreachable(
                f"{self.place.shown} did not reach {self._target} in time.", reason="timeout"
            )
        try:
            heard = call.sock.recv(1, socket.MSG_PEEK)
        except OSError:
            heard = b""
        if not heard:
            call.finished()
            call.end()
            last = f" ssh said: {call.last_line}" if call.last_line else ""
            raise Unreachable(
                f"{self.place.shown} was reached, but nobody listens at {self._target} there, or "
                f"the server does not lead to it. Is the table open, and is the port right?{last}",
                reason="refused",
            )
        call.hush()
        return call


def _let_go(work: "asyncio.Future[Call]") -> None:
    if not work.cancelled() and work.exception() is None:
        work.result().close()
