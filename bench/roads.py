"""Round trips on each road, as a ratio to a plain `ssh -L` through the same server in the same run.

Everything is on this machine, so what is measured is what the road adds. A road on which some end
holds small packets back stands out: it costs 40 ms and more.
"""

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from statistics import median

from bench.lines import RUNS, figure, remark
from net.link import Link
from net.local.audience import own_account
from net.local.listener import listen
from net.local.road import LocalRoad
from net.openssh.address import ServerAddress, parse_server
from net.openssh.jump import Jump
from net.openssh.road import ServerRoad
from net.openssh.via import Tunnel
from net.ssh.client import ClientLink, connect
from net.ssh.server import serve
from tests.net.local_parts import ABOUT
from tests.net.ssh_parts import HERE, free_port
from tests.net.sshd_parts import ACCOUNT, SSHD, Server, server, shared_place

TRIPS = 100
PING = b"0123456789"
RATIO = 5
MILLISECONDS = 10
TILDE = ServerAddress("tilde")

Ping = Callable[[], Awaitable[None]]


async def _echo(link: Link) -> None:
    while data := await link.receive():
        link.send(data)


def _pinging(link: Link) -> Ping:
    async def ping() -> None:
        link.send(PING)
        got = 0
        while got < len(PING):
            got += len(await link.receive())

    return ping


async def _reached(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to a port that `ssh` is about to open."""
    while True:
        try:
            return await asyncio.open_connection(HERE, port)
        except OSError:
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def _forwarded(there: Server) -> AsyncIterator[Ping]:
    """The measure of all: bytes over a plain `ssh -L`."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 12):
            writer.write(data)
        writer.close()

    far = await asyncio.start_server(echo, HERE, 0)
    port, target = free_port(), far.sockets[0].getsockname()[1]
    ssh = await asyncio.create_subprocess_exec(
        *("ssh", "-N", "-L", f"{port}:{HERE}:{target}", "tilde"),
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **there.environment},
    )
    try:
        async with asyncio.timeout(30):
            reader, writer = await _reached(port)

        async def ping() -> None:
            writer.write(PING)
            await reader.readexactly(len(PING))

        yield ping
        writer.close()
    finally:
        ssh.terminate()
        await ssh.wait()
        far.close()


async def _median(ping: Ping) -> float:
    """The median of some round trips, in milliseconds, after one that does not count."""
    times = []
    for _ in range(TRIPS + 1):
        start = time.perf_counter()
        await ping()
        times.append((time.perf_counter() - start) * 1000)
    return median(times[1:])


async def _roads(stack: contextlib.AsyncExitStack, there: Server, place: Path) -> dict[str, Ping]:
    """Every road to a table that sends back what it hears."""
    echoes: set[asyncio.Task[None]] = set()

    def on_link(link: Link) -> None:
        echoes.add(asyncio.get_running_loop().create_task(_echo(link)))

    listener = await serve(
        host=HERE, port=0, key_dir=place / "host", admit=lambda _who, _name: True, on_link=on_link
    )
    stack.push_async_callback(listener.close)
    door = await listen(
        audience=own_account(), name="one-hundred", describe=lambda: ABOUT, on_link=on_link
    )
    stack.push_async_callback(door.close)

    async def join(port: int, jump: Jump | None = None) -> ClientLink:
        return await connect(
            HERE if jump is None else jump.host,
            port,
            username="bench",
            key_dir=place / "guest",
            known_hosts=place / "guest" / "known_hosts",
            timeout=30,
            way=None if jump is None else jump.open,
        )

    local = LocalRoad(f"{ACCOUNT}/one-hundred")
    await asyncio.to_thread(local.prepare)
    relayed = ServerRoad(parse_server(f"ssh://tilde/{ACCOUNT}"))
    await asyncio.to_thread(relayed.prepare)
    (there.place / "far" / "stammtisch").unlink()  # from here on the server lacks the program
    through = ServerRoad(parse_server(f"ssh://tilde/{ACCOUNT}"))
    await asyncio.to_thread(through.prepare)
    tunnel = Tunnel(TILDE, free_port())
    await asyncio.to_thread(tunnel.prepare)
    await tunnel.open(HERE, listener.port, lambda _update: None)
    stack.push_async_callback(tunnel.close)
    jump = Jump(TILDE, "localhost", tunnel.port)
    await asyncio.to_thread(jump.prepare)
    stack.push_async_callback(jump.close)
    links: dict[str, Link] = {
        "direct": await join(listener.port),
        "local socket": await local.dial(),
        "ssh:// by the relay": await relayed.dial(),
        "ssh:// by forwarding": await through.dial(),
        "--via": await join(tunnel.port),
        "--via and --jump": await join(tunnel.port, jump),
    }
    for link in links.values():
        stack.callback(link.close)
    return {name: _pinging(link) for name, link in links.items()}


async def _measured(there: Server, place: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        plain = await stack.enter_async_context(_forwarded(there))
        roads = await _roads(stack, there, place)
        base: list[float] = []
        times: dict[str, list[float]] = {name: [] for name in roads}
        for _ in range(RUNS):
            base.append(await _median(plain))
            for name, ping in roads.items():
                times[name].append(await _median(ping))
        figure("round trip, ssh -L", "ms", base)
        for name, found in times.items():
            ratios = [one / by for one, by in zip(found, base, strict=True)]
            figure(f"round trip, {name}", "ms", found, bound=MILLISECONDS)
            figure(f"round trip, {name} / ssh -L", "ratio", ratios, bound=RATIO)


def main() -> None:
    """Print the round trip of each road, and its ratio to that of a plain `ssh -L`."""
    if SSHD is None:
        remark("round trip", "OpenSSH is not installed here")
        return
    with (
        shared_place() as sockets,
        tempfile.TemporaryDirectory() as place,
        server(sockets, settings="MaxStartups 100") as there,
    ):
        before = dict(os.environ)
        os.environ.update(there.environment)
        try:
            asyncio.run(_measured(there, Path(place)))
        finally:
            os.environ.clear()
            os.environ.update(before)
