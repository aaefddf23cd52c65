"""The listener of a table: an SSH server that offers the game and nothing else."""

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncssh

from net.link import Link
from net.ssh.address import named
from net.ssh.errors import ListenError
from net.ssh.keys import fingerprint, host_key
from net.ssh.limits import Limits
from net.ssh.places import Places
from net.ssh.refusals import STOPPED, RefusalLog
from net.ssh.stream import CIPHERS, COMPRESSION
from net.ssh.terminal import Serves
from net.ssh.visit import House, TableConnection, Visit

_FAREWELL: Final = 2.0
EVERYWHERE: Final = ("", "*")
DEFAULT_LIMITS: Final = Limits()


class Listener:
    """A running listener; close it to end every connection that came through it."""

    __slots__ = ("_house", "_server", "fingerprint", "port")

    def __init__(self, server: asyncio.Server, house: House, name: str) -> None:
        self._server = server
        self._house = house
        self.port: int = server.sockets[0].getsockname()[1]
        self.fingerprint = name

    @property
    def connections(self) -> tuple[int, int]:
        """How many have not logged in yet, and how many have."""
        return self._house.places.waiting, self._house.places.inside

    async def close(self) -> None:
        """Take nobody new, say goodbye, and end what is still open."""
        self._server.close()
        leaving = [conn for visit in self._house.visits if (conn := visit.conn) is not None]
        for visit in list(self._house.visits):
            visit.dismiss("stopped", STOPPED)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                for conn in leaving:
                    await conn.wait_closed()
                await self._server.wait_closed()


async def serve(
    *,
    host: str,
    port: int,
    key_dir: Path,
    admit: Callable[[str, str], bool],
    on_link: Callable[[Link], None],
    serves: Serves | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Listener:
    """Listen at `host` (an empty one means everywhere) and `port` (0 chooses a free one).

    `admit(identity, username)` says whether a key may log in. It is asked for keys that are merely
    offered too, so it must not act on them; the name proves nothing. `on_link(link)` gets one link
    for each channel of the subsystem, with an identity that was proven. `serves` serves the
    terminals of people with nothing installed; without it they read that nothing is here for them.
    """
    # asyncssh notes names and commands at INFO, and people type secrets there by mistake (E4).
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    key = host_key(key_dir)
    house = House(
        admit=admit,
        on_link=on_link,
        serves=serves,
        limits=limits,
        places=Places[Visit](limits),
        refusals=RefusalLog(limits.log_lines, limits.log_period),
    )
    options = asyncssh.SSHServerConnectionOptions(
        config=None,
        server_factory=lambda: Visit(house),
        server_host_keys=[key],
        server_version="Stammtisch",
        login_timeout=limits.login_timeout,
        keepalive_interval=limits.keepalive_interval,
        keepalive_count_max=limits.keepalive_count,
        encryption_algs=CIPHERS,
        compression_algs=COMPRESSION,
        public_key_auth=True,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        gss_kex=False,
        gss_auth=False,
        x509_trusted_certs=None,
        agent_forwarding=False,
        x11_forwarding=False,
        sftp_factory=None,
        allow_scp=False,
        line_editor=False,
        rdns_lookup=False,
        encoding=None,
        window=limits.window,
    )
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(
            lambda: TableConnection(loop, options),
            None if host in EVERYWHERE else host,
            port,
        )
    except (OSError, OverflowError, UnicodeError) as error:
        raise _listen_error(error, host, port) from error
    return Listener(server, house, fingerprint(key))


def _listen_error(error: Exception, host: str, port: int) -> ListenError:
    where = named(host, port)
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, OverflowError):
        return ListenError(f"{port} is no port; a port is a number from 0 to 65535.")
    # From Python 3.13 on, an address that is not ours comes as an error without a number.
    if isinstance(error, socket.gaierror | UnicodeError) or code in (errno.EADDRNOTAVAIL, None):
        return ListenError(f"{host} is no address of this machine.", reason="bad_address")
    if code == errno.EADDRINUSE:
        return ListenError(
            f"Port {port} is already in use on this machine; end the other program or choose "
            "another port.",
            reason="in_use",
        )
    if code in (errno.EACCES, errno.EPERM):
        return ListenError(
            f"This system does not let you listen on port {port}; choose one above 1023.",
            reason="not_allowed",
        )
    return ListenError(f"Cannot listen at {where}: {os.strerror(code)}.")
