"""Real parts for the tests of the SSH roads: a listener that collects its links, and patience."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncssh's

import asyncio
import contextlib
import os
import shutil
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from net.link import Link
from net.ssh.client import ClientLink, connect
from net.ssh.keys import identity
from net.ssh.limits import Limits
from net.ssh.server import Listener, serve
from net.ssh.stream import SUBSYSTEM

KEY = asyncssh.generate_private_key("ssh-ed25519")
HERE = "127.0.0.1"
SSH = shutil.which("ssh")
needs_ssh = pytest.mark.skipif(SSH is None, reason="the OpenSSH client is not installed")


@dataclass
class House:
    """A running listener, and what it has handed out."""

    place: Path
    listener: Listener
    links: list[Link] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)

    @property
    def port(self) -> int:
        return self.listener.port

    async def link(self, number: int = 0) -> Link:
        """The link that was handed out as the number-th; it may still be coming."""
        await until(lambda: len(self.links) > number)
        return self.links[number]

    async def join(self, name: str = "anna", **more: object) -> ClientLink:
        """Join as somebody, whose keys lie in a directory of their name."""
        options: dict[str, object] = {
            "username": name,
            "key_dir": self.place / name,
            "known_hosts": self.place / name / "known_hosts",
            "timeout": 10.0,
        }
        options = {"host": HERE, "port": self.port, **options, **more}
        return await connect(**options)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def house(
    place: Path,
    *,
    admit: Callable[[str, str], bool] = lambda _who, _name: True,
    on_link: Callable[[Link], None] | None = None,
    limits: Limits | None = None,
) -> AsyncIterator[House]:
    """A listener on a free port of loopback for the time of a `with`."""
    made: list[House] = []

    def ask(who: str, name: str) -> bool:
        made[0].asked.append((who, name))
        return admit(who, name)

    def collect(link: Link) -> None:
        made[0].links.append(link)
        if on_link is not None:
            on_link(link)

    listener = await serve(
        host=HERE,
        port=0,
        key_dir=place / "host",
        admit=ask,
        on_link=collect,
        limits=limits or Limits(),
    )
    made.append(House(place, listener))
    try:
        yield made[0]
    finally:
        await listener.close()


async def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for something that must come true."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 -- the things waited for know no event
            await asyncio.sleep(0.005)


async def read(link: Link, count: int) -> bytes:
    """Exactly so many bytes from a link, however they were cut up on the way."""
    data = b""
    async with asyncio.timeout(10.0):
        while len(data) < count:
            more = await link.receive()
            assert more, f"the link ended after {len(data)} of {count} bytes"
            data += more
    return data


async def drain(link: Link) -> bytes:
    """Everything that still comes, to the end."""
    data = b""
    async with asyncio.timeout(10.0):
        while more := await link.receive():
            data += more
    return data


async def stranger(
    port: int, key: asyncssh.SSHKey | list[object], **more: object
) -> asyncssh.SSHClientConnection:
    """Another SSH client than ours, which trusts every host and may ask for anything."""
    options: dict[str, object] = {
        "username": "somebody",
        "client_keys": key if isinstance(key, list) else [key],
        "agent_path": None,
        "known_hosts": None,
        "config": None,
        "gss_host": None,
    }
    return await asyncssh.connect(HERE, port, **(options | more))


@contextlib.asynccontextmanager
async def agent_with(place: Path, key: asyncssh.SSHKey) -> AsyncIterator[str]:
    """The system's own ssh-agent with one key in it, and its socket."""
    path = place / "agent"
    agent = await asyncio.create_subprocess_exec(
        *("ssh-agent", "-D", "-a", str(path)), stdout=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(10):
            while True:  # the socket is there a moment before anybody answers
                adding = await asyncio.create_subprocess_exec(
                    *("ssh-add", "-q", str(file_of(place, key))),
                    env={**os.environ, "SSH_AUTH_SOCK": str(path)},
                    stderr=asyncio.subprocess.DEVNULL,
                )
                if await adding.wait() == 0:
                    break
                await asyncio.sleep(0.02)
        yield str(path)
    finally:
        agent.terminate()
        await agent.wait()


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def file_of(directory: Path, key: asyncssh.SSHKey, name: str = "id") -> Path:
    """A private key as a file that OpenSSH accepts."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = directory / name
    path.write_bytes(key.export_private_key("openssh"))
    path.chmod(0o600)
    return path


class Chunks(asyncssh.SSHClientSession[bytes]):
    """Another client's channel, which keeps what comes as it comes."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.ended = False

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.chunks.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = True


async def open_link(
    conn: asyncssh.SSHClientConnection, **more: object
) -> tuple[asyncssh.SSHClientChannel[bytes], Chunks]:
    """Our subsystem, asked for by another client."""
    options: dict[str, object] = {"subsystem": SUBSYSTEM, "encoding": None, **more}
    channel, session = await conn.create_session(Chunks, **options)  # type: ignore[arg-type]
    assert isinstance(session, Chunks)
    return channel, session


async def join(place: Path, port: int, host: str = HERE, timeout: float = 10.0) -> ClientLink:
    """Join as a guest whose files lie in `place`."""
    return await connect(
        host,
        port,
        username="anna",
        key_dir=place / "keys",
        known_hosts=place / "known_hosts",
        timeout=timeout,
    )


async def leave(link: ClientLink) -> None:
    """Close a link and wait until nothing of it is left."""
    link.close()
    await link.wait_closed()


class Ordinary(asyncssh.SSHServer):
    """An SSH server that takes every key and notes it, and offers nothing."""

    def __init__(self, seen: list[str]) -> None:
        self._seen = seen

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._seen.append(identity(key))
        return True

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        return asyncssh.SSHServerSession[bytes]()


class Killed(Ordinary):
    """One whose program is killed at the moment when a channel is asked for."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._socket = conn.get_extra_info("socket")

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        self._socket.shutdown(socket.SHUT_RDWR)
        return super().session_requested()


@contextlib.asynccontextmanager
async def ordinary(
    seen: list[str], made: type[Ordinary] = Ordinary, **options: object
) -> AsyncIterator[int]:
    """Such a server, running, and its port."""
    options = {"server_host_keys": [KEY], "gss_host": None, **options}
    server = await asyncssh.listen(
        HERE, 0, server_factory=lambda: made(seen), config=None, **options
    )
    try:
        yield server.get_port()
    finally:
        server.close()
        await server.wait_closed()
