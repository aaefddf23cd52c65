"""The seats of a table: who has which, who asks for one, what each is called.

A seat belongs to an identity that the road has proven (`key:…`, `uid:…`, `local:host`, `bot:N`);
the name on it never carries a right.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass, field

from net import messages as m
from net.clean import NameRefused, unique_name

HOST = "local:host"
"""The identity of the in-process link of the person who hosts; it alone has the host's rights."""

BOT = "bot:"
"""What the identities of bots begin with; no road over a network gives one."""

ANSWERS_KEPT = 64
"""Accepted commands of a program whose answers can be given again (rule C2)."""

STARTS_KEPT = 64
"""Earlier runs of a program that are known: "taken over" is final for them (C4)."""

REQUESTS_KEPT = 16
"""People who may wait for the host at once: a lobby holds them all, and strangers make them."""


def bot_identity(seat: int) -> str:
    """The identity of the bot that plays, or sits in, at a seat."""
    return f"{BOT}{seat}"


@dataclass(slots=True)
class Seat:
    """One seat. `line` is its person's connection, `bot_line` that of a bot that plays it.

    `left` is whether the person has left for good; `deadline` is when a bot sits in for somebody
    who is away; `answers` are the numbers of the events of this program's latest accepted commands,
    by count (rule C2). Counts never begin anew within a start, so these outlive a match. `dialled`
    is this program's newest connection, and `replaced` are the runs before it. `spare` is what is
    left of the waiting for somebody who came back and has not moved since; `misses` counts the
    moves in a row that the clock made for them, and with `clock_plays` it makes this one; `runs`
    counts the programs that they have had in this match.
    """

    identity: str = ""
    name: str = ""
    kind: m.Kind = m.Kind.EMPTY
    bot: str = ""
    ready: bool = False
    line: int | None = None
    bot_line: int | None = None
    stood_in: bool = False
    left: bool = False
    deadline: float | None = None
    spare: float | None = None
    misses: int = 0
    clock_plays: bool = False
    runs: int = 0
    start: bytes = b""
    dialled: int = 0
    answers: OrderedDict[int, int] = field(default_factory=OrderedDict)
    replaced: deque[bytes] = field(default_factory=lambda: deque(maxlen=STARTS_KEPT))

    @property
    def presence(self) -> m.Presence:
        """How the person of the seat is connected; bots are always here."""
        if self.stood_in:
            return m.Presence.STOOD_IN
        away = self.kind is m.Kind.PERSON and self.line is None
        return m.Presence.AWAY if away else m.Presence.HERE

    @property
    def bot_plays(self) -> bool:
        """Whether a bot is to move here."""
        return self.kind is m.Kind.BOT or self.stood_in

    def remember(self, count: int, number: int) -> None:
        """Note the event of an accepted command."""
        self.answers[count] = number
        while len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)

    def overtaken(self, start: bytes, dialled: int) -> bool:
        """Whether a newer run of the program, or a newer connection of this run, has come before.

        A connection that was given up may arrive late; it must not throw out the one that lives.
        """
        return start in self.replaced or (start == self.start and dialled < self.dialled)

    def program(self, start: bytes, dialled: int) -> None:
        """Another run or connection of the person's program: counts begin anew with each run."""
        self.dialled = dialled
        if start != self.start:
            if self.start:
                self.replaced.append(self.start)
            self.start = start
            self.answers.clear()


@dataclass(slots=True)
class Request:
    """Somebody who asked for a seat and waits for the host."""

    number: int
    identity: str
    name: str
    line: int


class Seating:
    """All seats of a table, and the people who ask for one."""

    def __init__(self, count: int) -> None:
        self.seats = [Seat() for _ in range(count)]
        self.requests: list[Request] = []
        self._asked = 0

    def of(self, identity: str) -> int | None:
        """The seat of an identity."""
        for number, seat in enumerate(self.seats):
            if seat.identity == identity:
                return number
        return None

    def empty(self) -> int | None:
        """The first empty seat."""
        for number, seat in enumerate(self.seats):
            if seat.kind is m.Kind.EMPTY:
                return number
        return None

    def filled(self) -> int:
        """How many seats are taken."""
        return sum(seat.kind is not m.Kind.EMPTY for seat in self.seats)

    def everybody_ready(self) -> bool:
        """Whether all seats are taken by bots and by people who are here and said ready."""
        return all(
            seat.kind is m.Kind.BOT
            or (seat.kind is m.Kind.PERSON and seat.ready and seat.line is not None)
            for seat in self.seats
        )

    def free_name(self, wanted: str) -> str:
        """A name like the wanted one that nobody else here has; raises `NameRefused`."""
        taken = [seat.name for seat in self.seats if seat.name]
        taken += [request.name for request in self.requests]
        return unique_name(wanted, taken)

    def polite_name(self, wanted: str) -> tuple[str, str]:
        """A name that can be used, and the reason why it is not the wanted one, or nothing."""
        try:
            return self.free_name(wanted), ""
        except NameRefused as refused:
            return self.free_name("guest"), refused.reason

    def sit(self, number: int, identity: str, name: str = "") -> None:
        """Give an empty seat to a person; one without a name is named when they come."""
        self.seats[number] = Seat(identity=identity, name=name, kind=m.Kind.PERSON)

    def add_bot(self, bot: str, last: bool = False) -> bool:
        """Put a bot into the first empty seat, or into the last, if there is one."""
        empty = [n for n, seat in enumerate(self.seats) if seat.kind is m.Kind.EMPTY]
        if not empty:
            return False
        number = empty[-1 if last else 0]
        self.seats[number] = Seat(
            identity=bot_identity(number),
            name=self.free_name(f"{bot.title()} {number + 1}"),
            kind=m.Kind.BOT,
            bot=bot,
            ready=True,
        )
        return True

    def give_to_bot(self, number: int, bot: str) -> None:
        """A bot has the seat for good, under the name that the story knows."""
        old = self.seats[number]
        self.seats[number] = Seat(
            identity=bot_identity(number),
            name=old.name,
            kind=m.Kind.BOT,
            bot=bot,
            ready=True,
            bot_line=old.bot_line,
        )

    def clear(self, number: int) -> None:
        """Empty a seat."""
        self.seats[number] = Seat()

    def close_ranks(self) -> None:
        """Take the empty seats away."""
        self.seats = [seat for seat in self.seats if seat.kind is not m.Kind.EMPTY]
        self.name_bots()

    def name_bots(self) -> None:
        """Bots are known by the number of their seat."""
        for number, seat in enumerate(self.seats):
            if seat.kind is m.Kind.BOT:
                seat.identity = bot_identity(number)

    def widen(self, count: int) -> None:
        """Put empty seats at the end until there are so many."""
        while len(self.seats) < count:
            self.seats.append(Seat())

    def ask(self, identity: str, name: str, line: int) -> Request:
        """Note that somebody asks for a seat."""
        self._asked += 1
        request = Request(self._asked, identity, name, line)
        self.requests.append(request)
        return request

    def request_of(self, identity: str) -> Request | None:
        """The request of an identity, if it has one waiting."""
        return next((one for one in self.requests if one.identity == identity), None)

    def take_request(self, number: int) -> Request | None:
        """The request of this number, no longer waiting."""
        for request in self.requests:
            if request.number == number:
                self.requests.remove(request)
                return request
        return None

    def drop_request(self, line: int) -> bool:
        """Forget the request of a connection that ended."""
        before = len(self.requests)
        self.requests = [request for request in self.requests if request.line != line]
        return len(self.requests) < before
