"""An evening at one table, put together: alone with bots, as a host, or as a guest.

Screens, plain mode and scripts hold an evening; which road it takes is decided here and nowhere
else. asyncssh is imported only by the evenings that need it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from core import __version__
from core.bots import Uniform, luck_key
from core.game import Game
from core.shuffle import Luck, SeededLuck, Stream
from net.autoplay import BotLuck
from net.guest import Guest
from net.hosting import Hosting
from net.joining import Joining
from net.keeping import about_of, put_down, tables_folder
from net.records import Keeper
from net.table import Table, Terms
from net.updates import Closed, Update

if TYPE_CHECKING:
    from net.journal import Journal
    from net.link import Link
    from net.local.audience import Audience
    from net.local.listener import LocalListener
    from net.openssh.jump import Jump
    from net.openssh.via import Tunnel
    from net.ssh.server import Listener
    from net.ssh.terminal import Serves, Terminal

    ServesHere: TypeAlias = Callable[[Terminal, Callable[[], Awaitable[Link]]], Awaitable[int]]


class Road(Protocol):
    """A way to one table that has been prepared before anything is shown.

    `account` is the one that hosts the table, as its machine calls it, and `uid` its number.
    """

    account: str
    uid: int

    async def dial(self) -> Link:
        """What was prepared, or another connection to the same table; raises `RoadError`."""
        ...

    def close(self) -> None:
        """Let go of what was prepared and never used."""
        ...


NEAR = ("127.0.0.1", "::1", "localhost")
"""Addresses at which only this machine is reached."""


class SystemLuck:
    """Luck from the system's secure source."""

    def stream(self) -> Stream:
        """The stream of the next call."""
        return Stream(secrets.token_bytes(32))


def luck_of(key: bytes | None, calls: int = 0) -> Luck:
    """The luck of the rules: repeatable with a key, the system's without.

    `calls` is how often chance has answered at this table before.
    """
    return SystemLuck() if key is None else SeededLuck(key, calls)


def bot_luck_of(key: bytes | None) -> BotLuck:
    """The luck of the bots; with a key it is derived from it, the match and the seat."""

    def luck(match: int, seat: int) -> Uniform:
        if key is None:
            return random.SystemRandom().random
        return random.Random(luck_key(key, match, seat)).random

    return luck


@dataclass(frozen=True, slots=True)
class Setup:
    """What a host has decided. Without `listen` and `local` nobody else can come: solo play. A
    journal is kept of every table that others can join.

    `via` leads here from a server, and has logged in there; `key` is that of a `--seed`; `bots` are
    put into the last seats; `pace` is the seconds a bot waits, `clock` those for a move. With
    `watch` anybody may look on. `serves` serves the terminals of people with nothing installed.
    """

    game: Game
    rules: object
    seats: int
    name: str
    data_dir: Path
    table: str = ""
    bot: str = "careful"
    bots: int = 0
    key: bytes | None = None
    listen: tuple[str, int] | None = None
    local: Audience | None = None
    via: Tunnel | None = None
    doors: str = "friends"
    friends: frozenset[str] = field(default_factory=frozenset)
    host_plays: bool = True
    start_when_full: bool = False
    pace: float = 0.8
    grace: float = 60.0
    clock: float = 0.0
    watch: bool = False
    serves: ServesHere | None = None

    @property
    def alone(self) -> bool:
        """Whether nobody else can come."""
        return self.listen is None and self.local is None


class Evening:
    """A running table, a seat at one, or both.

    Set `joining.on_update`, then `start`; `close` ends everything. A host who does not play has
    neither guest nor joining. `unfinished` is, once it is closed, the name under which a table that
    was left in the middle of a match can be taken up again; `taken_up` is one that goes on.
    `on_way` hears how the tunnel of a host without a seat fares; a seat hears it as an update.
    """

    def __init__(self, joining: Joining | None, setup: Setup | None = None) -> None:
        self.joining = joining
        self.hosting: Hosting | None = None
        self.listener: Listener | None = None
        self.socket: LocalListener | None = None
        self.road: Road | None = None
        self.jump: Jump | None = None
        self.on_way: Callable[[Update], None] = lambda _update: None
        self.invitation: tuple[str, ...] = ()
        self.met = ""
        self.setup = setup
        self.journal: Journal | None = None
        self.unfinished = ""
        self.taken_up: Table | None = None
        self._pump: asyncio.Task[Closed] | None = None
        self._opened = asyncio.Event()

    @property
    def guest(self) -> Guest:
        """The person's end of the table; only for evenings with a seat."""
        assert self.joining is not None, "a host who does not play has no seat"
        return self.joining.guest

    async def start(self) -> None:
        """Open the table and dial; raises `RoadError` with a sentence when that cannot be done.

        Then nothing is left behind: no task, no listener. Later faults come as `Closed` updates.
        """
        try:
            if self.setup is not None:
                await self._open(self.setup)
            if self.joining is not None:
                await self.joining.connect()
                self._pump = asyncio.get_running_loop().create_task(self.joining.run())
        except BaseException:
            await self.close()
            raise

    async def _open(self, setup: Setup) -> None:
        links: list[Link] = []
        if setup.listen is not None:
            await self._listen(setup, links)
        if setup.local is not None:
            await self._open_socket(setup, setup.local, links)
        table = self.taken_up
        if table is None:
            table = Table(terms_of(setup), luck_of(setup.key), secrets.token_bytes)
            table.seat_bots(setup.bots, setup.host_plays)
        if self.listener is not None:
            table.terms = replace(table.terms, host_key=self.listener.fingerprint.encode())
        if not setup.alone:
            await self._write_about(setup, 0 if self.listener is None else self.listener.port)
        luck = bot_luck_of(setup.key)
        self.hosting = Hosting(table, luck, pace=setup.pace, journal=self.journal)
        if self.socket is not None:
            from net.local.opening import let_in

            let_in(table)
        self.hosting.start()
        for link in links:
            self.hosting.attach(link)
        self._opened.set()

    async def _write_about(self, setup: Setup, port: int) -> None:
        """A new journal, or what has changed in one that is taken up again."""
        about = about_of(setup, port)
        if self.journal is None:
            from net.journal_files import create  # without a journal, no database is loaded

            folder, day = tables_folder(setup.data_dir), time.strftime("%Y-%m-%d")
            self.journal = await asyncio.to_thread(create, folder, day, about)
        else:
            await asyncio.to_thread(self.journal.begin, about)

    async def _listen(self, setup: Setup, early: list[Link]) -> None:
        """Listen before the table is made, so that a port in use costs nothing."""
        from net.ssh.server import serve

        def admit(identity: str, _username: str) -> bool:
            return setup.watch or setup.doors != "friends" or identity in setup.friends

        assert setup.listen is not None, "only a table that listens"
        host, port = setup.listen
        self.listener = await serve(
            host=host,
            port=port,
            key_dir=setup.data_dir,
            admit=admit,
            on_link=self._taker(early),
            serves=None if setup.serves is None else self._served(setup.serves),
        )
        own = self.listener.fingerprint
        near: tuple[str, ...] = (f"stammtisch join HOST:{self.listener.port}#{own}",)
        if setup.serves is not None:
            near += (f"ssh -p {self.listener.port} HOST",)
        if setup.via is not None:
            await setup.via.open(host, self.listener.port, self._way_changed)
            near = (*setup.via.ways(own), *(() if host in NEAR else near))
        self.invitation = (*near, own)

    def _served(self, serves: ServesHere) -> Serves:
        """Somebody with nothing installed: their guest runs here, over a link of its own."""

        async def serve(terminal: Terminal) -> int:
            async def dial() -> Link:
                await self._opened.wait()
                assert self.hosting is not None, "the door opens a moment before the table"
                return self.hosting.link_for(terminal.stream.identity, terminal.stream.address)

            return await serves(terminal, dial)

        return serve

    def _way_changed(self, update: Update) -> None:
        (self.on_way if self.joining is None else self.joining.tell)(update)

    async def _open_socket(self, setup: Setup, audience: Audience, early: list[Link]) -> None:
        from net.local.opening import how_to_join, open_socket

        self.socket = await open_socket(
            audience,
            title=setup.table or f"{setup.name}'s table",
            named=setup.table,
            game=setup.game.name,
            seats=setup.seats,
            hosting=lambda: self.hosting,
            on_link=self._taker(early),
        )
        self.invitation += how_to_join(self.socket, audience)

    def _taker(self, early: list[Link]) -> Callable[[Link], None]:
        """What takes up a guest's link; those who come before the table is made wait in `early`."""

        def take(link: Link) -> None:
            if self.hosting is None:
                early.append(link)
            else:
                self.hosting.attach(link)

        return take

    def own_link(self) -> Callable[[], Awaitable[Link]]:
        """The dial of the host's own seat."""

        async def dial() -> Link:
            assert self.hosting is not None, "the table is open before its host sits down"
            return self.hosting.link_for_host()

        return dial

    async def wait(self) -> Closed | None:
        """Until the person's seat is done with; None for a host who does not play."""
        return None if self._pump is None else await self._pump

    async def close(self) -> None:
        """Leave the table; a host closes it for everybody."""
        try:
            if self.joining is not None:
                self.joining.leave()
            if self._pump is not None:
                self._pump.cancel()
                await asyncio.gather(self._pump, return_exceptions=True)
        finally:
            try:
                if self.hosting is not None:
                    await self.hosting.close()
            finally:
                try:
                    if self.setup is not None and self.setup.via is not None:
                        await self.setup.via.close()
                    if self.socket is not None:
                        await self.socket.close()
                    if self.listener is not None:
                        await self.listener.close()
                    if self.road is not None:
                        self.road.close()
                    if self.jump is not None:
                        await self.jump.close()
                finally:
                    journal, self.journal = self.journal, None
                    if journal is not None:
                        new = self.taken_up is None
                        self.unfinished = await asyncio.to_thread(
                            put_down, journal, self.hosting, new
                        )


def terms_of(setup: Setup) -> Terms:
    """The terms of a table; the host's key is known when it listens."""
    shared = setup.listen is not None or setup.local is not None
    return Terms(
        game=setup.game,
        rules=setup.rules,
        seats=setup.seats,
        table=setup.table or f"{setup.name}'s table",
        version=__version__,
        bot=setup.bot,
        doors=setup.doors,
        friends=setup.friends,
        grace=setup.grace,
        clock=setup.clock,
        watch=setup.watch,
        seeded=setup.key is not None,
        fair=setup.key is None and shared,
        start_when_full=setup.start_when_full,
    )


def new_guest(name: str, *, watch: bool = False) -> Guest:
    """The guest of a program that was just started; with `watch` it looks on."""
    return Guest(name, secrets.token_bytes(8), __version__, watch=watch)


def keep_records(joining: Joining, data_dir: Path) -> None:
    """Have every match that ends written down under `data_dir`."""
    joining.watch(Keeper(joining.guest, data_dir / "records", joining.tell))


def host_evening(setup: Setup) -> Evening:
    """A table of one's own; the host's seat is a peer like any other, over an in-process link."""
    evening = Evening(None, setup)
    if setup.host_plays:
        evening.joining = Joining(new_guest(setup.name), evening.own_link(), comes_back=False)
        keep_records(evening.joining, setup.data_dir)
    return evening
