"""The guest's end of the road through an ordinary SSH server."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from net.link import Link
from net.local import door
from net.local.accounts import overflow_uid
from net.local.link import link_over
from net.local.tables import ImpostorError, NoTableError, SeveralError, named, refusal
from net.openssh.address import ServerAddress
from net.openssh.call import (
    COMMAND,
    CONNECT_WITHIN,
    Call,
    NotInstalledError,
    heard_or_fault,
    words,
)
from net.openssh.forward import Carrier
from net.ssh.errors import ConnectError, NotATable

_MOST_LISTED: Final = 40


@dataclass(frozen=True, slots=True)
class _Way:
    """A connection to a table, and how to end what carries it."""

    sock: socket.socket
    rest: bytes
    uid: int
    end: Callable[[], None]


class ServerRoad:
    """The way to one table on a server; `account` is the one there that hosts it."""

    def __init__(self, place: ServerAddress) -> None:
        self.place = place
        self._table = place.table
        self._forwarded = False
        self._way: _Way | None = None
        self._call: Call | None = None
        self.account = ""
        self.uid = -1

    def prepare(self, show: Callable[[str], None] | None = None) -> None:
        """Connect before a screen is opened: what `ssh` asks, it asks here, on the terminal.

        `show` is given the lines that `ssh` says, until the connection is there.
        """
        self._way = self._connect(batch=False, show=show)

    async def dial(self) -> Link:
        """The connection that was prepared, or another one, for which nobody is asked anything."""
        way, self._way = self._way, None
        if way is None:
            way = await self._again()
        try:
            return await link_over(
                way.sock, f"uid:{way.uid}", self.place.shown, rest=way.rest, on_gone=way.end
            )
        except BaseException:
            way.end()
            raise

    async def _again(self) -> _Way:
        """Connect in a thread; whoever does not wait for the end leaves nothing behind."""
        work = asyncio.get_running_loop().run_in_executor(None, self._connect_quietly)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(_let_go)
            if (running := self._call) is not None:
                running.give_up()
            raise

    def _connect_quietly(self) -> _Way:
        return self._connect(batch=True, show=None)

    def _connect(self, *, batch: bool, show: Callable[[str], None] | None) -> _Way:
        if not self._forwarded:
            try:
                return self._by_relay(batch=batch, show=show)
            except NotInstalledError:
                self._forwarded = True
        return self._by_forwarding(batch=batch, show=show)

    def _by_relay(self, *, batch: bool, show: Callable[[str], None] | None) -> _Way:
        self._call = call = Call(words(self.place, COMMAND, batch=batch), batch=batch, show=show)
        seconds = float(CONNECT_WITHIN) if batch else None
        line = door.line(want=door.JOIN, table=self._table)
        answer, rest = heard_or_fault(call, self.place, line, seconds, batch=batch)
        call.hush()
        try:
            self._note(answer)
        except ConnectError:
            call.end()
            raise
        return _Way(call.sock, rest, self.uid, call.close)

    def _by_forwarding(self, *, batch: bool, show: Callable[[str], None] | None) -> _Way:
        carrier = Carrier(self.place, batch=batch, show=show)
        self._call = carrier.call
        try:
            spot, sock, rest = carrier.open(self._table, float(CONNECT_WITHIN) if batch else None)
            self._know(spot.account, spot.uid, spot.name)
        except BaseException:
            carrier.end()
            raise
        carrier.call.hush()
        return _Way(sock, rest, spot.uid, carrier.call.close)

    def _note(self, answer: dict[str, Any]) -> None:
        """The relay's answer, read as foreign text; raises `ConnectError` for every no."""
        where = self.place.shown
        match answer:
            case {"is": "open", "account": str(account), "uid": int(uid), "table": str(name)}:
                self._know(account, uid, name)
            case {"no": "several", "tables": list(names)}:
                known = [one for one in names if isinstance(one, str) and door.is_table(one)]
                raise SeveralError(known[:_MOST_LISTED])
            case {"no": "no_table"}:
                what = named(self._table)
                raise NoTableError(f"On {where}, {what} that is open to you was not found.")
            case {"no": "impostor"}:
                raise ImpostorError(
                    f"On {where}, another account listens than the one to which the table belongs, "
                    "so nothing goes there. Tell whoever looks after that machine.",
                    reason="impostor",
                )
            case {"no": "gone"}:
                raise NoTableError(f"The table on {where} has ended.")
            case _:
                raise refusal(answer, f"the table on {where}")

    def _know(self, account: str, uid: int, name: str) -> None:
        if not door.is_table(f"{account}/{name}") or uid < 0:
            raise refusal({}, f"the table on {self.place.shown}")
        if uid == overflow_uid():
            raise NotATable(
                f"Nobody can say whose table it is on {self.place.shown}.", reason="denied"
            )
        self.account, self.uid, self._table = account, uid, f"{account}/{name}"

    def close(self) -> None:
        """Let go of what was prepared and never used."""
        way, self._way = self._way, None
        if way is not None:
            with contextlib.suppress(OSError):
                way.sock.close()
            way.end()


def _let_go(work: "asyncio.Future[_Way]") -> None:
    if not work.cancelled() and work.exception() is None:
        way = work.result()
        way.sock.close()
        way.end()
