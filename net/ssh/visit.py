"""One connection to the listener: who it is, and the little that it may do."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncssh's

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NoReturn, cast

import asyncssh
from asyncssh.constants import (
    DISC_BY_APPLICATION,
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    DISC_TOO_MANY_CONNECTIONS,
    OPEN_ADMINISTRATIVELY_PROHIBITED,
    OPEN_RESOURCE_SHORTAGE,
)

from net.link import Link
from net.ssh.channel import TableChannel, TableSession
from net.ssh.keys import fingerprint, identity
from net.ssh.limits import Limits
from net.ssh.places import Places
from net.ssh.refusals import (
    CROWDED,
    FULL,
    TOO_MANY_CHANNELS,
    TOO_MANY_KEYS,
    WORDS,
    RefusalLog,
)
from net.ssh.terminal import Serves

_CODES: Final = {
    "crowded": DISC_TOO_MANY_CONNECTIONS,
    "too_many_keys": DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
}
_log: Final = logging.getLogger("stammtisch.ssh")


@dataclass(slots=True)
class House:
    """What all connections of one listener share."""

    admit: Callable[[str, str], bool]
    on_link: Callable[[Link], None]
    limits: Limits
    places: Places["Visit"]
    refusals: RefusalLog
    serves: Serves | None = None
    visits: set["Visit"] = field(default_factory=set)
    served: set[asyncio.Task[None]] = field(default_factory=set)


class Visit(asyncssh.SSHServer):
    """One connection, from the first byte to the last."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.address = ""
        self.identity: str | None = None
        self.sessions: set[TableSession] = set()
        self._offered: str | None = None
        self._proven: str | None = None
        self._queries = 0
        self._told = False
        self._dismissed = False
        self._conn: asyncssh.SSHServerConnection | None = None

    # -- coming and going

    @property
    def conn(self) -> asyncssh.SSHServerConnection | None:
        """The connection while there is one."""
        return self._conn

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.house.visits.add(self)
        near = conn.get_extra_info("sockname")
        # Who comes from the very address that we listen at comes through a tunnel of this machine,
        # as everybody else does who comes through it (E4).
        tunnel = bool(peer and near and peer[0] == near[0])
        for other in self.house.places.arrive(self, "" if tunnel else self.address):
            # Not within this call: our own version line has not gone out yet.
            asyncio.get_running_loop().call_soon(other.dismiss, "crowded", FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.places.leave(self)
        self.house.visits.discard(self)
        self._conn = None
        if self.identity is None and not self._dismissed:
            # The class of the error only: its text may be the other side's.
            detail = type(exc).__name__ if exc is not None else ""
            self.refuse("unknown_key" if self._told else "no_login", detail)

    @property
    def username(self) -> str:
        """What they typed before the at sign; it proves nothing."""
        return "" if self._conn is None else str(self._conn.get_extra_info("username", ""))

    def dismiss(self, reason: str, words: str) -> None:
        """End the connection from our side, in words."""
        conn = self._conn
        if conn is None or self._dismissed:
            return
        self._dismissed = True
        if reason != "stopped":
            self.refuse(reason)
        for session in list(self.sessions):
            if session.link is not None:
                session.link.shut(reason)
        conn.disconnect(_CODES.get(reason, DISC_BY_APPLICATION), words)

    def overflow(self) -> None:
        """More waits for this connection than it may have waiting: it is cut without a word."""
        conn = self._conn
        if conn is None:
            return
        if not self._dismissed:
            self._dismissed = True
            self.refuse("slow")
        for session in list(self.sessions):
            if session.link is not None:
                session.link.shut("slow")
        conn.abort()

    def refuse(self, code: str, detail: str = "") -> None:
        """Write one line about a refusal."""
        if self.identity is not None:
            detail = f"{self.identity} {detail}".rstrip()
        self.house.refusals.note(code, self.address, detail)

    # -- who it is. A key that was offered is not a key that was proven (transport trap 7): an offer
    # becomes a proof only where its signature was checked, and whatever comes next forgets it.

    def begin_auth(self, username: str) -> bool:
        self._offered = self._proven = None
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._offered = self._proven = None
        self._queries += 1
        if self._queries > self.house.limits.key_queries:
            self.dismiss("too_many_keys", TOO_MANY_KEYS)
            return False
        who = identity(key)
        try:
            admitted = self.house.admit(who, username)
        except Exception:  # noqa: BLE001 -- a fault while asking is a no, and nobody else's trouble
            _log.exception("a key could not be judged; it was not let in")
            admitted = False
        if admitted:
            self._offered = who
        elif not self._told and self._conn is not None:
            self._told = True
            self._conn.send_auth_banner(
                "This Stammtisch card table does not know this key of yours; "
                f"the host can let it in: {fingerprint(key)}\r\n"
            )
        return admitted

    def validate_ca_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return False  # certificates are refused (E3)

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        """The seam for invitations: whoever comes in by one has proven no key (E4)."""
        return False

    def signature_verified(self) -> None:
        """The key that was just offered has signed this very connection."""
        self._proven = self._offered

    def auth_completed(self) -> None:
        conn = self._conn
        if self._proven is None or conn is None:
            self.dismiss("no_key", WORDS)
            return
        self.identity = self._proven
        cast(TableConnection, conn).logged_in()
        for other in self.house.places.prove(self, self.identity):
            other.dismiss("crowded", CROWDED)

    # -- what it may do

    def session_requested(self) -> tuple[TableChannel, TableSession]:
        conn = self._conn
        if conn is None or self.identity is None or self._dismissed:
            self._no("session", WORDS)
        if len(self.sessions) >= self.house.limits.channels:
            self._no("too_many_channels", TOO_MANY_CHANNELS)
        channel = TableChannel(conn, self)
        session = TableSession(self, channel)
        self.sessions.add(session)
        return channel, session

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        self._no("forwarding", WORDS)

    def unix_connection_requested(self, dest_path: str) -> bool:
        self._no("forwarding", WORDS)

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        self.refuse("remote_forwarding")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        self.refuse("remote_forwarding")
        return False

    def tun_requested(self, unit: int | None) -> bool:
        self._no("tunnel", WORDS)

    def tap_requested(self, unit: int | None) -> bool:
        self._no("tunnel", WORDS)

    def _no(self, code: str, words: str) -> NoReturn:
        self.refuse(code)
        reason = (
            OPEN_RESOURCE_SHORTAGE
            if code == "too_many_channels"
            else OPEN_ADMINISTRATIVELY_PROHIBITED
        )
        raise asyncssh.ChannelOpenError(reason, words)


class TableConnection(asyncssh.SSHServerConnection):
    """An SSH connection whose unsent bytes are bounded.

    asyncssh writes whatever the other side's window allows, and that window is theirs to choose:
    who announces four gigabytes and then reads nothing would fill the memory of the host.
    """

    _bounded: asyncio.Transport | None = None
    _visit: Visit | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._bounded = cast(asyncio.Transport, transport)
        super().connection_made(transport)
        self._visit = cast(Visit | None, self.get_owner())
        if self._visit is not None:
            self._bound(self._visit.house.limits.queue_before_login)

    def logged_in(self) -> None:
        """Whoever has proven a key may fall further behind than a stranger."""
        if self._visit is not None:
            self._bound(self._visit.house.limits.queue)

    async def validate_public_key(
        self, username: str, key_data: bytes, msg: bytes, signature: bytes
    ) -> bool:
        valid = await super().validate_public_key(username, key_data, msg, signature)
        if valid and msg and self._visit is not None:  # without a message it was only a question
            self._visit.signature_verified()
        return valid

    def pause_writing(self) -> None:
        if self._visit is not None:
            self._visit.overflow()

    async def reload_config(self) -> None:
        """Nothing to read again: no configuration file is ever read, and no thread is started."""

    def _bound(self, limit: int) -> None:
        if self._bounded is not None:
            self._bounded.set_write_buffer_limits(high=limit)
