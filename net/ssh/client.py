"""The direct road to a table: our own SSH client, our own keys, our own known hosts.

Nothing of the user's ssh configuration is read: its ordinary forms make asyncssh's parser fail, and
whoever needs it comes in through the system's `ssh`.
"""

import asyncio
import contextlib
import itertools
import random
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import asyncssh

from net.ssh.address import DEFAULT_PORT, Address, named, parse_address
from net.ssh.dial import dial
from net.ssh.errors import (
    ConnectError,
    Unreachable,
)
from net.ssh.explain import explained
from net.ssh.keys import default_keys, guest_key, identity
from net.ssh.known_hosts import KnownHosts
from net.ssh.limits import Limits
from net.ssh.login import Login
from net.ssh.stream import CIPHERS, COMPRESSION, STATUS, SUBSYSTEM, ChannelLink

__all__ = ["DEFAULT_PORT", "Address", "ClientLink", "connect", "parse_address"]

_LIMITS: Final = Limits()
_PAUSE: Final = 0.1
_LOST_TRIES: Final = 4
_LEAST: Final = 0.1
_REASONS: Final = {status: reason for reason, status in STATUS.items()}


class ClientLink(ChannelLink):
    """A guest's link; its identity is the key of the host, and closing it closes the connection."""

    __slots__ = ("_conn", "own_identity")

    def __init__(
        self,
        channel: asyncssh.SSHClientChannel[bytes],
        conn: asyncssh.SSHClientConnection,
        host: str,
        own_identity: str,
    ) -> None:
        address = conn.get_extra_info("peername")
        super().__init__(channel, host, str(address[0]) if address else "", _LIMITS)
        self._conn = conn
        self.own_identity = own_identity

    def gone(self, reason: str) -> None:
        super().gone(reason)
        self._conn.close()

    async def wait_closed(self) -> None:
        await super().wait_closed()
        await self._conn.wait_closed()

    def _give_up(self) -> None:
        super()._give_up()
        self._conn.abort()


class _Session(asyncssh.SSHClientSession[bytes]):
    """The channel's callbacks, handed on to the link."""

    def __init__(self, link: Callable[[asyncssh.SSHClientChannel[bytes]], ClientLink]) -> None:
        self._make = link
        self._told: str | None = None
        self.link: ClientLink | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.link = self._make(chan)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        # What the host writes on its error stream is not of the game, and not for the screen.
        if self.link is not None and datatype is None:
            self.link.arrived(data)

    def eof_received(self) -> bool:
        if self.link is not None:
            self.link.finished()
        return False

    def exit_status_received(self, status: int) -> None:
        self._told = _REASONS.get(status)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.link is not None:
            self.link.gone(self._told or ("ended" if exc is None else "lost"))


async def connect(
    host: str,
    port: int,
    *,
    username: str,
    key_dir: Path,
    known_hosts: Path,
    expected_fingerprint: str | None = None,
    timeout: float,
    ssh_dir: Path | None = None,
    agent: str | None = None,
    on_new_host: Callable[[str], None] | None = None,
    way: Callable[[float], Awaitable[socket.socket]] | None = None,
) -> ClientLink:
    """Log in to a table and open its channel; every failure is a ConnectError or a KeyFileError.

    `ssh_dir` and `agent` name further keys, offered only when our own is refused. `on_new_host` is
    told the fingerprint of a host that was met for the first time. `way` makes the connection
    within so many seconds where it is not a plain one; `host` is then only what the host is called.

    A host whose door is crowded sends the oldest stranger away, so friends who come back all at
    once would push each other out for ever: each tries again, after a longer and a chance time.
    """
    place = Address(host, port, expected_fingerprint)
    own = await asyncio.to_thread(guest_key, key_dir)
    until = time.monotonic() + timeout
    for attempt in itertools.count(1):
        guest = Login(
            place,
            own,
            KnownHosts(known_hosts),
            lambda: default_keys(ssh_dir) if ssh_dir is not None else [],
            agent,
            on_new_host,
        )
        try:
            return await _attempt(guest, place, username, until, timeout, way)
        except ConnectError as error:
            pause = _PAUSE * 2**attempt * random.uniform(0.5, 1.5)
            crowded = error.reason == "full" or (error.reason == "lost" and attempt < _LOST_TRIES)
            if not crowded or time.monotonic() + pause > until:
                raise
        finally:
            await guest.close()
        await asyncio.sleep(pause)
    raise AssertionError("counted to the end")


async def _attempt(
    guest: Login,
    place: Address,
    username: str,
    until: float,
    timeout: float,
    way: Callable[[float], Awaitable[socket.socket]] | None,
) -> ClientLink:
    where = named(place.host, place.port)
    try:
        left = max(until - time.monotonic(), _LEAST)
        sock = await (dial(place.host, place.port, left) if way is None else way(left))
        try:
            async with asyncio.timeout(max(until - time.monotonic(), _LEAST)):
                return await _log_in(sock, place, username, guest)
        except BaseException:
            sock.close()
            raise
    except TimeoutError:
        raise Unreachable(
            f"{where} took the connection but did not finish the login within {timeout:g} seconds.",
            reason="silent",
        ) from None
    except (asyncssh.Error, OSError, ValueError) as error:
        raise explained(error, where, guest) from error


async def _log_in(sock: object, place: Address, username: str, guest: Login) -> ClientLink:
    conn = await asyncssh.connect(
        place.host,
        place.port,
        sock=sock,
        config=None,
        client_factory=lambda: guest,
        client_version="Stammtisch",
        known_hosts=([], [], []),
        server_host_key_algs=["ssh-ed25519"],
        x509_trusted_certs=None,
        username=username,
        client_keys=None,
        agent_path=None,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        preferred_auth="publickey",
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        encryption_algs=CIPHERS,
        compression_algs=COMPRESSION,
        login_timeout=0,  # the whole way has one time limit, above
        keepalive_interval=_LIMITS.keepalive_interval,
        keepalive_count_max=_LIMITS.keepalive_count,
    )
    try:
        host = conn.get_server_host_key()
        assert host is not None
        _, session = await conn.create_session(
            lambda: _Session(
                lambda channel: ClientLink(channel, conn, identity(host), guest.identity)
            ),
            subsystem=SUBSYSTEM,
            encoding=None,
            request_pty=False,
            env=(),
            send_env=(),
            window=_LIMITS.window,
        )
        assert isinstance(session, _Session)
        link = session.link
        assert link is not None
    except BaseException as error:
        # A host that goes while it is asked is no host that says no: asyncssh has one error for it.
        died = guest.gone and isinstance(error, asyncssh.ChannelOpenError)
        conn.abort()
        with contextlib.suppress(asyncio.CancelledError):
            await conn.wait_closed()
        if died:
            raise ConnectionResetError from error
        raise
    return link
