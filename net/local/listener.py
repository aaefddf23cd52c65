"""The host's end of the road: a socket that lets in whom its audience names, and nobody else."""

import asyncio
import contextlib
import errno
import logging
import os
import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

from net.link import Link
from net.local import door
from net.local.accounts import Peer, StrangerError, account_name, can_tell, peer
from net.local.audience import Audience
from net.local.link import SocketLink
from net.local.places import LONGEST_PATH, ready_folder
from net.local.tables import is_stale, locked
from net.ssh.errors import ListenError
from net.ssh.limits import Limits
from net.ssh.refusals import RefusalLog

MOST_OF_ONE_ACCOUNT: Final = 8
LINE_WITHIN: Final = 5.0
_PATIENCE: Final = 1.0
_LEAVING: Final = 64
_FAREWELL: Final = 2.0
_GLANCE: Final = 0.01
_NAMES: Final = 32
_BACKLOG: Final = 64
_log: Final = logging.getLogger("stammtisch.local")


@dataclass(frozen=True, slots=True)
class Described:
    """What a table says of itself to whoever lists the tables here."""

    title: str
    game: str
    seats: int
    taken: int
    running: bool


@dataclass(slots=True)
class _House:
    """What all connections of one socket share."""

    name: str
    audience: Audience
    describe: Callable[[], Described]
    on_link: Callable[[Link], None]
    limits: Limits
    refusals: RefusalLog
    visits: list["_Visit"] = field(default_factory=list)  # in the order of coming
    connected: set["_Visit"] = field(default_factory=set)  # and those that were refused


class LocalListener:
    """A socket that is listened at; `close` ends its connections and takes it away."""

    __slots__ = ("_house", "_is", "_server", "path", "table")

    def __init__(self, server: asyncio.Server, house: _House, path: Path) -> None:
        self._server = server
        self._house = house
        self._is = _identity_of(path)
        self.path = path
        self.table = f"{account_name(os.geteuid())}/{path.name}"

    async def close(self) -> None:
        """Take nobody new, end what is open, and leave no socket behind."""
        await asyncio.sleep(_GLANCE)  # one that was just accepted is not known to the server yet
        self._server.close()
        for visit in list(self._house.connected):
            visit.dismiss("stopped")
        until = time.monotonic() + _FAREWELL
        while self._house.connected and time.monotonic() < until:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(_GLANCE)
        for visit in list(self._house.connected):
            visit.abort()
        await asyncio.sleep(0)
        with contextlib.suppress(OSError), locked(self.path.parent):
            if _identity_of(self.path) == self._is:
                self.path.unlink()


def _identity_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class _Visit(asyncio.Protocol):
    """One connection: looked at, heard its line, and then a link or nothing."""

    def __init__(self, house: _House) -> None:
        self._house = house
        self._reader = door.Reader()
        self._transport: asyncio.Transport | None = None
        self._late: asyncio.TimerHandle | None = None
        self._refused = False
        self.peer: Peer | None = None
        self.link: SocketLink | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        house = self._house
        house.connected.add(self)
        try:
            self.peer = peer(transport.get_extra_info("socket"))
        except StrangerError as fault:
            self._refuse("not_for_you", str(fault))
            return
        if not house.audience.admits(self.peer):
            self._refuse("not_for_you", "audience")
            return
        same = [visit for visit in house.visits if visit.peer == self.peer]
        if len(same) >= MOST_OF_ONE_ACCOUNT:
            same[0].dismiss("crowded")
        if len(house.visits) >= house.limits.connections:
            self._refuse("crowded", "connections")
            return
        house.visits.append(self)
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(LINE_WITHIN, self._refuse, "no_line", "late")

    def data_received(self, data: bytes) -> None:
        if self.link is not None:
            self.link.arrived(data)
            return
        if self._refused or self._late is None:
            return
        try:
            found = self._reader.feed(data)
            if found is not None:
                self._answer(*door.request(found))
        except door.DoorError as fault:
            self._refuse(str(fault), "line")

    def _answer(self, want: str, table: str) -> None:
        """The line is whole: say what table this is, or become a link."""
        self._be_patient()
        transport, house = self._transport, self._house
        assert transport is not None, "a line has come over it"
        if want == door.ASK:
            about = house.describe()
            values = {name: getattr(about, name) for name in Described.__slots__}
            values["title"] = about.title[:200]
            transport.write(door.line(**{"is": "table"}, **values))
            transport.close()
            return
        if table and table.rpartition("/")[2] != house.name:
            self._refuse("not_ours", "name")
            return
        assert self.peer is not None, "looked at before"
        transport.write(door.line(**{"is": "open"}))
        link = SocketLink(transport, self.peer.identity, self.peer.identity, house.limits)
        self.link = link
        try:
            house.on_link(link)
        except Exception:  # noqa: BLE001 -- whatever it is, it is this visitor's alone
            _log.exception("a link could not be taken up; the others go on")
            link.cut("stopped")
            return
        if self._reader.rest:
            link.arrived(self._reader.rest)

    def eof_received(self) -> bool:
        if self.link is not None:
            self.link.finished()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_patient()
        if self in self._house.visits:
            self._house.visits.remove(self)
        self._house.connected.discard(self)
        if self.link is not None:
            self.link.gone("ended" if exc is None else "lost")

    def dismiss(self, reason: str) -> None:
        """The listener ends this connection."""
        self._be_patient()
        if self in self._house.visits:
            self._house.visits.remove(self)
        if self.link is not None:
            self.link.shut(reason)
        if self._transport is not None:
            self._transport.close()
            # Somebody who does not read what waits would hold it for ever.
            linger = self._house.limits.linger
            asyncio.get_running_loop().call_later(linger, self._transport.abort)

    def abort(self) -> None:
        """End the connection whatever still waits to be sent."""
        if self._transport is not None:
            self._transport.abort()

    def _refuse(self, reason: str, detail: str) -> None:
        """Say no in a word that the other side's program makes a sentence of."""
        self._be_patient()
        whose = self.peer.identity if self.peer is not None else "somebody"
        self._house.refusals.note(reason, whose, detail)
        if self._transport is None or self._refused:
            return
        self._refused = True
        if self in self._house.visits:
            self._house.visits.remove(self)
        if len(self._house.connected) - len(self._house.visits) > _LEAVING:
            self._transport.abort()
            return
        # Closed from here with their line unread, the system would throw our word away.
        self._transport.write(door.line(no=reason))
        self._transport.write_eof()
        self._late = asyncio.get_running_loop().call_later(_PATIENCE, self._transport.abort)

    def _be_patient(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def socket_name(title: str, game: str) -> str:
    """A table's name as a word for an address: of its title, or of its game where none is left."""
    word = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:_NAMES].rstrip("-")
    return word or game


async def listen(
    *,
    audience: Audience,
    name: str,
    describe: Callable[[], Described],
    on_link: Callable[[Link], None],
    limits: Limits | None = None,
) -> LocalListener:
    """Listen at a socket of this account; a name in use gets a number. Raises `ListenError`.

    `on_link` gets one link for each guest, with the identity that the system has proven.
    """
    if not can_tell():
        raise ListenError(
            "This system does not say which account is behind a socket, so --local is not "
            "possible here.",
            reason="no_system",
        )
    limits = limits or Limits()
    folder = ready_folder(audience)
    sock, path = await asyncio.to_thread(_bound, folder, name, audience)
    refusals = RefusalLog(limits.log_lines, limits.log_period)
    house = _House(path.name, audience, describe, on_link, limits, refusals)
    server = await asyncio.get_running_loop().create_unix_server(lambda: _Visit(house), sock=sock)
    return LocalListener(server, house, path)


def _bound(folder: Path, name: str, audience: Audience) -> tuple[socket.socket, Path]:
    """A listening socket under the first name that is free; what is stale is taken away."""
    with locked(folder):
        for number in range(1, _NAMES):
            path = folder / (name if number == 1 else f"{name}-{number}")
            if len(os.fsencode(path)) > LONGEST_PATH:
                raise ListenError(f"{path} is too long for a socket.", reason="bad_address")
            if is_stale(path):
                path.unlink()
            sock = _bound_at(path, audience)
            if sock is not None:
                return sock, path
    raise ListenError(f"There are too many tables called {name} already.", reason="in_use")


def _bound_at(path: Path, audience: Audience) -> socket.socket | None:
    """The socket, or None where the name is taken. Its folder keeps it from others meanwhile."""
    sock = socket.socket(socket.AF_UNIX)
    try:
        sock.bind(str(path))
        if audience.gid is not None:
            os.chown(path, -1, audience.gid, follow_symlinks=False)
        path.chmod(audience.socket_mode)
        sock.listen(_BACKLOG)
        sock.setblocking(False)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise ListenError(f"Cannot listen at {path}: {error.strerror}.") from error
    return sock
