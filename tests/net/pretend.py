"""A pretend network: one table and its programs, without sockets, tasks or a clock of the machine.

Bytes go through real sessions. Time is a number, delays are seeded, and a line can be cut on either
side or on both, so that one end still believes in it. Everything that was sent to a line is kept.

With `journaled` the table writes into a real journal without a disk: a commit takes seeded time,
and `crash` leaves what was committed by then.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from core.bots import bot
from core.digest import digest, u64
from core.game import find
from core.moves import Move
from core.shuffle import SeededLuck
from net import messages as m
from net.errors import PeerError
from net.guest import Guest
from net.ledger import Ledger
from net.restoring import restored
from net.saved import Saved
from net.seating import BOT, bot_identity
from net.session import End, Phase, Session
from net.table import Table, Terms
from net.updates import Closed, Refused, Update
from net.writing import Batch
from tests.net.pretend_journal import Disk

GAME = find("one-hundred")
VERSION = "1.0"
PASSING = frozenset({"silent"})


def terms(seats: int = 3, **changed: Any) -> Terms:
    """The terms of a table where anybody may sit down, with what is changed."""
    game = changed.pop("game", GAME)
    rules = changed.pop("rules", game.rules)
    usual: dict[str, Any] = {"table": "ann's table", "version": VERSION, "doors": "yes"}
    return Terms(game, rules, seats, **(usual | changed))


@dataclass(eq=False)
class Wire:
    """One connection. `told` is every message sent to the guest; a cut end hears nothing."""

    line: int
    person: "Person"
    host: Session = field(default_factory=lambda: Session(End.HOST))
    peer: Session = field(default_factory=lambda: Session(End.GUEST))
    told: list[m.Message] = field(default_factory=list)
    heard_to: float = 0.0
    said_to: float = 0.0
    host_hears: bool = True
    peer_hears: bool = True


@dataclass(eq=False)
class Person:
    """One program, or one bot of the table, with everything that it was told."""

    name: str
    identity: str
    guest: Guest
    bot: str = ""
    address: str = "local"
    wire: Wire | None = None
    wires: list[Wire] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    closed: Closed | None = None
    sent: dict[int, m.Command] = field(default_factory=dict)
    answers: list[m.Answer] = field(default_factory=list)
    thinks: bool = False

    def heard(self, kind: type[Any]) -> list[Any]:
        """The updates of one kind."""
        return [update for update in self.updates if isinstance(update, kind)]

    @property
    def refusals(self) -> list[str]:
        """Why moves were refused, in order."""
        return [one.reason for one in self.heard(Refused)]


class Pretend:
    """A table, the programs of its people, and the network between them."""

    def __init__(
        self,
        at: Terms | None = None,
        *,
        seed: int = 0,
        delay: float = 0.0,
        think: float = 0.0,
        journaled: bool = False,
        disk: float = 0.0,
    ) -> None:
        """`delay` is the longest time that a packet takes, `think` that a bot takes for a move, and
        `disk` that a commit takes.
        """
        self.random = random.Random(seed)
        self.key = digest("pretend", u64(seed))
        self.table = Table(at or terms(), SeededLuck(self.key), self.random.randbytes)
        self.disk = Disk(self, disk, self._send) if journaled else None
        self.down = False
        self._ledger = Ledger()
        self.now = 0.0
        self.delay = delay
        self.think = think
        self.people: list[Person] = []
        self.bots: dict[int, Person] = {}
        self.wires: dict[int, Wire] = {}
        self.on_message: Callable[[Person, m.Message], None] = lambda _person, _message: None
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._made = 0

    # Programs

    def person(self, name: str, identity: str = "", *, bot: str = "", dial: bool = True) -> Person:
        """A new program; with `bot` it plays whenever it can."""
        guest = Guest(name, self.random.randbytes(8), VERSION, self.random.randbytes)
        one = Person(name, identity or f"key:{name}", guest, bot)
        self.people.append(one)
        if dial:
            self.dial(one)
        return one

    def seated(self, *names: str, bot: str = "") -> list[Person]:
        """People who sit down one after the other, and the table at rest."""
        people = []
        for name in names:
            people.append(self.person(name, bot=bot))
            self.run()
        return people

    def dial(self, person: Person) -> Wire:
        """A new connection of a program, which forgets the one that it had."""
        assert not self.down, "nobody is listening"
        line = self.table.connect(person.identity, person.address, self.now)
        wire = Wire(line, person)
        self.wires[line] = wire
        person.wires.append(wire)
        if person.wire is not None:
            person.wire.peer_hears = False
        person.wire = wire
        self._carry(wire, wire.peer.send(person.guest.hello()), to_host=True)
        return wire

    def restart(self, person: Person) -> Person:
        """The program of a person is killed and started again: a new start, nothing remembered."""
        self.cut(person)
        again = Person(
            person.name,
            person.identity,
            Guest(person.name, self.random.randbytes(8), VERSION, self.random.randbytes),
            person.bot,
        )
        self.people[self.people.index(person)] = again
        self.dial(again)
        return again

    def cut(self, person: Person, *, host_knows: bool = True) -> None:
        """The line breaks; what is under way is lost. A host that is not told waits for silence."""
        wire, person.wire = person.wire, None
        if wire is None:
            return
        wire.peer_hears = wire.host_hears = False
        if host_knows:
            self.table.lost(wire.line, self.now)
            self._collect()

    def raw(self, person: Person, *messages: m.Message) -> None:
        """Send messages past the guest, in one packet."""
        wire = person.wire
        assert wire is not None, "a line to send on"
        self._carry(wire, b"".join(map(wire.peer.send, messages)), to_host=True)

    # The host

    def crash(self) -> None:
        """The host's program is killed: what was not committed and what was under way is lost."""
        assert self.disk is not None, "a journal to go on from"
        self.down = True
        self.disk.crash()
        for person in [*self.people, *self.bots.values()]:
            if person.wire is not None:
                person.wire.peer_hears = person.wire.host_hears = False
                person.wire = None
        self.bots.clear()
        self.table.outbox.clear()
        self.table.to_write.clear()

    def resume(self) -> Saved:
        """The host's program is started again on what the journal holds."""
        assert self.disk is not None, "a journal to go on from"
        saved = self.disk.journal.load()
        lines = self.table._lines_made
        luck = SeededLuck(self.key, saved.calls)
        self.table = restored(saved, self.table.terms, luck, self.random.randbytes, self.now)
        self.table._lines_made = lines
        self._ledger = Ledger()
        self.down = False
        self._collect()
        return saved

    def _hand_on(self, batch: Batch) -> None:
        """Write, then send."""
        if self.disk is None:
            self._send(batch)
        else:
            self.disk.put(batch)

    # Time

    def run(self) -> None:
        """Let everything under way arrive, and everything that follows from it."""
        self._collect()
        while self._due:
            self.step()

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._due)

    def step(self) -> None:
        """Let the next packet arrive."""
        when, _, arrive = heapq.heappop(self._due)
        self.now = max(self.now, when)
        arrive()
        self._collect()

    def wait(self, seconds: float) -> None:
        """Let time pass, with all that it does."""
        end = self.now + seconds
        self._collect()
        while True:
            deadline = float("inf") if self.down else self.table.deadline()
            packet = self._due[0][0] if self._due else float("inf")
            if min(deadline, packet) > end:
                break
            if packet <= deadline:
                self.step()
            else:
                self.now = max(self.now, deadline)
                self.table.tick(self.now)
                self._collect()
        self.now = end

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something after a while."""
        self._at(self.now + seconds, what)

    def _at(self, when: float, what: Callable[[], None]) -> None:
        self._made += 1
        heapq.heappush(self._due, (when, self._made, what))

    # The network

    def _carry(self, wire: Wire, data: bytes, *, to_host: bool) -> None:
        """Bytes of one direction arrive in order, later, in pieces of any size."""
        for piece in self._pieces(data):
            when = self.now + self.random.random() * self.delay
            if to_host:
                wire.said_to = when = max(when, wire.said_to)
                self._at(when, partial(self._host_hears, wire, piece))
            else:
                wire.heard_to = when = max(when, wire.heard_to)
                self._at(when, partial(self._peer_hears, wire, piece))

    def _pieces(self, data: bytes) -> list[bytes]:
        if not self.delay or len(data) < 2 or self.random.random() < 0.5:
            return [data]
        at = self.random.randrange(1, len(data))
        return [data[:at], data[at:]]

    def _host_hears(self, wire: Wire, data: bytes) -> None:
        if not wire.host_hears:
            return
        try:
            for message in wire.host.receive(data):
                self.table.receive(wire.line, message, self.now)
        except PeerError as fault:
            self.table.end(wire.line, fault.reason, self.now)

    def _peer_hears(self, wire: Wire, data: bytes) -> None:
        if not wire.peer_hears:
            return
        person = wire.person
        for message in wire.peer.receive(data):
            self.on_message(person, message)
            if isinstance(message, m.Answer):
                person.answers.append(message)
            for update in person.guest.receive(message):
                person.updates.append(update)
                if isinstance(update, Closed):
                    self._closed(person, wire, update)

    def _closed(self, person: Person, wire: Wire, update: Closed) -> None:
        wire.peer_hears = False
        if person.wire is wire:
            person.wire = None
            if update.reason not in PASSING:
                person.closed = update

    def _collect(self) -> None:
        """Send what the table and the programs have to say, until nobody has anything."""
        if self.down:
            return
        busy = True
        while busy:
            busy = False
            said, self.table.outbox[:] = tuple(self.table.outbox), []
            writes = () if self.disk is None else self._ledger.changes(self.table, self.now)
            if said or writes:
                busy = True
                self._hand_on(Batch(writes, said))
            self._keep_bots()
            for person in [*self.people, *self.bots.values()]:
                busy = self._speak(person) or busy

    def _send(self, batch: Batch) -> None:
        packets: dict[int, bytes] = {}
        for line, message in batch.said:
            wire = self.wires[line]
            wire.told.append(message)
            if wire.host.phase is not Phase.CLOSED:
                packets[line] = packets.get(line, b"") + wire.host.send(message)
        for line, data in packets.items():
            self._carry(self.wires[line], data, to_host=False)

    def _speak(self, person: Person) -> bool:
        guest, wire = person.guest, person.wire
        if wire is None or wire.peer.phase is not Phase.OPEN:
            return False
        if person.bot and guest.on_turn and not person.thinks:
            if self.think:
                person.thinks = True
                self.later(self.random.random() * self.think, partial(self._decide, person))
            else:
                self._decide(person)
        said, guest.outbox[:] = list(guest.outbox), []
        for message in said:
            if isinstance(message, m.Command):
                person.sent[message.count] = message
        if said:
            self._carry(wire, b"".join(map(wire.peer.send, said)), to_host=True)
        return bool(said)

    def _decide(self, person: Person) -> None:
        person.thinks = False
        if person.guest.on_turn:
            person.guest.play(self.move_of(person))

    def move_of(self, person: Person) -> Move:
        """What the bot of a person would play now."""
        assert person.guest.match is not None, "a match to play in"
        return bot(person.bot or "random")(
            person.guest.match, person.guest.seat, self.random.random
        )

    def _keep_bots(self) -> None:
        wanted = self.table.bots_wanted()
        for seat, one in list(self.bots.items()):
            if seat not in wanted or one.wire is None:
                del self.bots[seat]
                if one.wire is not None:
                    one.wire.peer_hears = one.wire.host_hears = False
                    self.table.lost(one.wire.line, self.now)
        for seat, name in wanted.items():
            if seat not in self.bots:
                one = Person(name, bot_identity(seat), Guest(name, m.BOT_START, VERSION), bot=name)
                self.bots[seat] = one
                self.dial(one)

    # What is true

    def words_to(self, identity: str) -> list[m.Message]:
        """Every message that was ever sent to an identity."""
        return [
            message
            for wire in self.wires.values()
            if wire.person.identity == identity
            for message in wire.told
        ]

    def lines_of_people(self) -> list[Wire]:
        """The connections of people, not of the table's bots."""
        return [w for w in self.wires.values() if not w.person.identity.startswith(BOT)]
