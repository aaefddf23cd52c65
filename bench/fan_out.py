"""One host and the programs of many people over loopback SSH: a move, until all of them have it.

The host runs in a process of its own, the people in this one. The measure of the first figure is a
bare asyncssh server that passes as many bytes on to as many peers, in the same run.
"""

import asyncio
import multiprocessing
import os
import random
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import asyncssh

from bench.lines import RUNS, figure, remark
from core import __version__, options
from core.bots import bot
from core.game import find
from net import messages as m
from net.evening import Setup, host_evening
from net.guest import Guest
from net.session import End, Phase, Session
from net.ssh.limits import Limits
from net.ssh.server import serve
from net.ssh.stream import CIPHERS, SUBSYSTEM

HERE = "127.0.0.1"
PEERS = 8
MOVES = 40
RATIO = 2
CROWDS = (10, 100, 300)
LINEAR = 0.2
SIZE = 24
"""Bytes that the bare server passes on: the frame of a move of this game."""

MANY = Limits(connections=1024, unauthenticated=1024, unauthenticated_per_address=1024)
SPAWN = multiprocessing.get_context("spawn")


# The host's process


def _host(pipe: Connection, place: str, seats: int) -> None:
    asyncio.run(_hosting(pipe, Path(place), seats))


async def _hosting(pipe: Connection, place: Path, seats: int) -> None:
    game = find("one-hundred")
    setup = Setup(
        game=game,
        rules=options.with_values(game.rules, {"chips": 9}),
        seats=seats,
        name="bench",
        data_dir=place,
        listen=(HERE, 0),
        doors="yes",
        watch=True,
        host_plays=False,
        start_when_full=True,
    )
    evening = host_evening(setup)
    await evening.start()
    assert evening.hosting is not None
    wide = await serve(
        host=HERE,
        port=0,
        key_dir=place,
        admit=lambda _identity, _name: True,
        on_link=evening.hosting.attach,
        limits=MANY,
    )
    pipe.send(wide.port)
    while await asyncio.to_thread(pipe.recv):
        pipe.send(_resident())
    await wide.close()
    await evening.close()


def _resident() -> int:
    """Bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class _Bare(asyncssh.SSHServerSession[bytes]):
    """Passes whatever one peer says on to all of them."""

    def __init__(self, all_of_them: "list[asyncssh.SSHServerChannel[bytes]]") -> None:
        self._all = all_of_them

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._all.append(chan)

    def subsystem_requested(self, subsystem: str) -> bool:
        return subsystem == SUBSYSTEM

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        for channel in self._all:
            channel.write(bytes(SIZE))


class _Door(asyncssh.SSHServer):
    """Lets everybody in."""

    def __init__(self, all_of_them: "list[asyncssh.SSHServerChannel[bytes]]") -> None:
        self._all = all_of_them

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        return False

    def session_requested(self) -> "_Bare":
        return _Bare(self._all)


def _bare(pipe: Connection, _place: str, _seats: int) -> None:
    async def run() -> None:
        every: list[asyncssh.SSHServerChannel[bytes]] = []
        key = asyncssh.generate_private_key("ssh-ed25519")
        server = await asyncssh.create_server(
            lambda: _Door(every),
            HERE,
            0,
            server_host_keys=[key],
            encryption_algs=CIPHERS,
            encoding=None,
        )
        pipe.send(server.get_port())
        while await asyncio.to_thread(pipe.recv):
            pipe.send(_resident())

    asyncio.run(run())


@contextmanager
def _process(
    run: Callable[[Connection, str, int], None], place: Path, seats: int = 2
) -> Iterator[tuple[int, Callable[[], int]]]:
    """A host in a process of its own: its port, and a question for its memory."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=run, args=(theirs, str(place), seats), daemon=True)
    process.start()
    try:

        def resident() -> int:
            ours.send(True)
            return int(ours.recv())

        yield int(ours.recv()), resident
        ours.send(False)
        process.join(20)
    finally:
        process.kill()


# The people


class Peer(asyncssh.SSHClientSession[bytes]):
    """A program at the other end. What it hears is only noted; `read` looks at it afterwards.

    So no program is held up by what another one in this process does with the same bytes.
    """

    def __init__(self, heard: Callable[[], None], guest: Guest | None) -> None:
        self.guest = guest
        self.at = 0.0
        self.channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._heard = heard
        self._session = Session(End.GUEST)
        self._waiting = bytearray()

    def connection_made(self, chan: "asyncssh.SSHClientChannel[bytes]") -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        self.at = time.perf_counter()
        self._waiting += data
        self._heard()

    def send(self, data: bytes) -> None:
        """Say something to the host."""
        assert self.channel is not None
        self.channel.write(data)

    def hello(self) -> None:
        """The first thing to be said."""
        guest = self.guest or Guest("crowd", secrets.token_bytes(8), __version__, watch=True)
        self.send(self._session.send(guest.hello()))

    def read(self) -> None:
        """Take what has come: the guest folds it; whoever only looks on answers pings."""
        data, self._waiting = bytes(self._waiting), bytearray()
        answers = bytearray()
        for message in self._session.receive(data):
            if self.guest is not None:
                self.guest.receive(message)
            elif isinstance(message, m.Ping):
                answers += self._session.send(m.Pong(message.number))
        if answers:
            self.send(bytes(answers))
        self.flush()

    def flush(self) -> None:
        """Send what the guest has to say."""
        if self.guest is None or not self.guest.outbox or self._session.phase is not Phase.OPEN:
            return
        frames = b"".join(self._session.send(one) for one in self.guest.outbox)
        self.guest.outbox.clear()
        self.send(frames)


class Room:
    """Everybody in this process who is connected to one host."""

    def __init__(self) -> None:
        self.peers: list[Peer] = []
        self._news = asyncio.Event()

    async def come(self, port: int, stack: list[asyncssh.SSHClientConnection], name: str) -> None:
        """One more, with a key of their own; without a name they look on."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        conn = await asyncssh.connect(
            HERE,
            port,
            known_hosts=None,
            config=None,
            username="bench",
            client_keys=[key],
            agent_path=None,
            encryption_algs=CIPHERS,
            compression_algs=["none"],
        )
        stack.append(conn)
        guest = Guest(name, secrets.token_bytes(8), __version__) if name else None
        peer = Peer(self._news.set, guest)
        await conn.create_session(lambda: peer, subsystem=SUBSYSTEM, encoding=None)
        self.peers.append(peer)

    async def rest(self, done: Callable[[], bool]) -> None:
        """Read until something holds."""
        async with asyncio.timeout(60):
            while not done():
                self._news.clear()
                for peer in self.peers:
                    peer.read()
                if not done():
                    await self._news.wait()

    async def all_hear(self, start: float) -> float:
        """Seconds from `start` until everybody has heard something."""
        async with asyncio.timeout(60):
            while min(peer.at for peer in self.peers) < start:
                self._news.clear()
                await self._news.wait()
        return max(peer.at for peer in self.peers) - start

    @property
    def guests(self) -> list[Guest]:
        """Those with a seat."""
        return [peer.guest for peer in self.peers if peer.guest is not None]

    def mover(self) -> Peer | None:
        """Whoever is to move, once everybody with a seat has heard the same."""
        if len({guest.number for guest in self.guests}) > 1:
            return None
        on_turn = (one for one in self.peers if one.guest is not None and one.guest.on_turn)
        return next(on_turn, None)

    async def move(self, luck: random.Random) -> float:
        """One move; gives the seconds until everybody has it."""
        while True:
            await self.rest(lambda: self.mover() is not None or self._over())
            if not self._over():
                break
            await self.rest(self._between)
            for peer in self.peers:
                if peer.guest is not None:
                    peer.guest.wish("ready")
                    peer.flush()
            await self.rest(lambda: not self._over())
        mover = self.mover()
        assert mover is not None, "somebody is to move"
        guest = mover.guest
        assert guest is not None, "whoever moves has a seat"
        assert guest.match is not None, "a match runs"
        guest.play(bot("careful")(guest.match, guest.seat, luck.random))
        start = time.perf_counter()
        mover.flush()
        return await self.all_hear(start)

    def _over(self) -> bool:
        return all(one.match is not None and one.match.over for one in self.guests)

    def _between(self) -> bool:
        """Whether the table is open for the next match: the last round has been opened too."""
        return all(one.lobby is not None and not one.lobby.running for one in self.guests)


@asynccontextmanager
async def _room() -> AsyncIterator[tuple[Room, list[asyncssh.SSHClientConnection]]]:
    connections: list[asyncssh.SSHClientConnection] = []
    try:
        yield Room(), connections
    finally:
        for one in connections:
            one.abort()


async def _compare(port: int, bare: int, what: str) -> None:
    """Our host against the bare server, by turns."""
    luck = random.Random(1)
    async with _room() as (table, connections), _room() as (plain, more):
        for number in range(PEERS):
            await table.come(port, connections, f"peer {number}")
            table.peers[-1].hello()
            await plain.come(bare, more, "")
        ours: list[float] = []
        theirs: list[float] = []
        ratios: list[float] = []
        for run in range(RUNS + 1):
            moves = [await table.move(luck) for _ in range(MOVES)]
            echoes = []
            for _ in range(MOVES):
                start = time.perf_counter()
                plain.peers[0].send(bytes(SIZE))
                echoes.append(await plain.all_hear(start))
            if run:  # the first does not count
                ours.append(median(moves) * 1000)
                theirs.append(median(echoes) * 1000)
                ratios.append(ours[-1] / theirs[-1])
        figure(f"a move until {PEERS} peers have it, journal on {what}", "ms", ours)
        figure(f"bytes until {PEERS} peers have them, bare asyncssh", "ms", theirs)
        bound = {"bound": RATIO} if what == "tmpfs" else {}
        figure(f"a move / bare asyncssh, journal on {what}", "ratio", ratios, **bound)


async def _crowd(port: int, resident: Callable[[], int]) -> None:
    """Memory and time for one event, as more and more people look on."""
    luck = random.Random(2)
    async with _room() as (room, connections):
        for name in ("ann", "bob", "cem"):
            await room.come(port, connections, name)
            room.peers[-1].hello()
        await room.rest(lambda: room.mover() is not None)
        memory: list[float] = []
        times: list[float] = []
        for crowd in CROWDS:
            for _ in range(crowd - (len(room.peers) - 3)):
                await room.come(port, connections, "")
                room.peers[-1].hello()
                for peer in room.peers:
                    peer.read()  # whoever answers no ping is taken for dead
            for _ in range(10):
                await room.move(luck)
            memory.append(await asyncio.to_thread(resident) / 1024)
            times.append(median([await room.move(luck) for _ in range(MOVES)]) * 1000)
            figure(f"a move until {crowd} who look on have it", "ms", [times[-1]])
        _growth("memory a spectator", "KiB", memory)
        _growth("time for an event, a spectator more", "ms", times)


def _growth(name: str, unit: str, values: Sequence[float]) -> None:
    """What one more costs, at first and later: linear when both are alike."""
    steps = [
        (values[at + 1] - values[at]) / (CROWDS[at + 1] - CROWDS[at])
        for at in range(len(CROWDS) - 1)
    ]
    for at, step in enumerate(steps):
        figure(f"{name}, {CROWDS[at]} to {CROWDS[at + 1]}", unit, [step])
    figure(f"{name}, later / at first", "ratio", [steps[-1] / steps[0]], bound=1 + LINEAR)


def main() -> None:
    """Print the fan-out to eight peers and to a crowd."""
    shared_memory = Path("/dev/shm")  # noqa: S108 - a file system in memory, which is what is wanted
    places = {"disk": Path(tempfile.gettempdir())}
    if shared_memory.is_dir():
        places = {"tmpfs": shared_memory, **places}
    else:
        remark("fan-out with the journal on tmpfs", "there is no /dev/shm here")
    for what, above in places.items():
        with (
            tempfile.TemporaryDirectory(dir=above) as place,
            _process(_host, Path(place), PEERS) as (port, _),
            _process(_bare, Path(place)) as (bare, _),
        ):
            asyncio.run(_compare(port, bare, what))
    with (
        tempfile.TemporaryDirectory(dir=next(iter(places.values()))) as place,
        _process(_host, Path(place), 3) as (port, resident),
    ):
        asyncio.run(_crowd(port, resident))
