"""A line that is slow, far and sometimes cut: a TCP proxy for the tests, which counts its bytes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from tests.net.ssh_parts import HERE

CHUNK = 128
"""Bytes that go on the line at once, as a modem has them."""


@dataclass
class SlowLine:
    """A port that leads to another one by a line of `bits` a second and `round_trip` seconds.

    `up` and `down` are the bytes that have arrived, of all connections, towards the port and back.
    """

    target: int
    bits: float
    round_trip: float
    up: int = 0
    down: int = 0
    connections: int = 0
    port: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def serve(
        self, near_reader: asyncio.StreamReader, near_writer: asyncio.StreamWriter
    ) -> None:
        """One connection, to its end."""
        self.connections += 1
        far_reader, far_writer = await asyncio.open_connection(HERE, self.target)
        self._writers |= {near_writer, far_writer}
        ways = (
            self._carry(near_reader, far_writer, upwards=True),
            self._carry(far_reader, near_writer, upwards=False),
        )
        tasks = [asyncio.get_running_loop().create_task(way) for way in ways]
        self._tasks |= set(tasks)
        await asyncio.wait(tasks)
        self._tasks -= set(tasks)
        for writer in (near_writer, far_writer):
            self._writers.discard(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, upwards: bool
    ) -> None:
        """One direction: what is on its way is bounded, and what is sent later comes later."""
        loop = asyncio.get_running_loop()
        way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)

        async def arrive() -> None:
            while True:
                due, data = await way.get()
                await asyncio.sleep(due - loop.time())
                if not data:
                    break
                writer.write(data)
                if upwards:
                    self.up += len(data)
                else:
                    self.down += len(data)
            writer.write_eof()

        arriving = loop.create_task(arrive())
        free = loop.time()
        try:
            with contextlib.suppress(OSError):
                while data := await reader.read(CHUNK):
                    free = max(free, loop.time()) + len(data) * 8 / self.bits
                    await asyncio.sleep(free - loop.time())
                    await way.put((free + self.round_trip / 2, data))
            await way.put((loop.time() + self.round_trip / 2, b""))
            with contextlib.suppress(OSError):
                await arriving
        finally:
            arriving.cancel()
            await asyncio.gather(arriving, return_exceptions=True)

    def cut(self) -> None:
        """Every connection breaks off, and what is on its way is lost."""
        for writer in self._writers:
            writer.transport.abort()
        for task in self._tasks:
            task.cancel()


@contextlib.asynccontextmanager
async def slow_line(target: int, *, bits: float, round_trip: float) -> AsyncIterator[SlowLine]:
    """Such a line for the time of a `with`."""
    line = SlowLine(target, bits, round_trip)
    server = await asyncio.start_server(line.serve, HERE, 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.cut()
        server.close()
        await server.wait_closed()
        while line._tasks:  # noqa: ASYNC110 - tasks of a server have nobody else to wait for them
            await asyncio.sleep(0.01)
