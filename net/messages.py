"""Everything that is ever said between a guest and a host, as frozen dataclasses.

Bytes are framing's business. Numbered events carry their public part exactly as it was sent,
because the running hash is over those bytes; `framing.read_event` opens it into one of `bodies`.
"""

from dataclasses import dataclass
from enum import IntEnum

from core.cards import Card
from core.moves import Move
from core.options import Value

PROTOCOL = 1
"""Raised when an old program could not follow; the subsystem name carries it too."""

START_SIZE = 8
"""Bytes of a start: what one run of a program is known by (rule C1)."""

BOT_START = bytes(START_SIZE)
"""The start of the table's own bots: they have no past to be asked about."""

CHAT_KEPT = 200
"""Lines of chat that a table and its guests keep; a newcomer hears them."""

Reveal = tuple[int, Card]


class Verdict(IntEnum):
    """The answer to a command; every command gets exactly one."""

    ACCEPTED = 0
    DUPLICATE = 1
    REFUSED = 2


class Cause(IntEnum):
    """Who made a move when it was not the person: a person's move carries its count instead."""

    BOT = 0
    CLOCK = -1
    VOTE = -2
    HOST = -3


class Kind(IntEnum):
    """What sits in a seat."""

    EMPTY = 0
    PERSON = 1
    BOT = 2


class Presence(IntEnum):
    """How the person of a seat is connected."""

    HERE = 0
    AWAY = 1
    STOOD_IN = 2


# From a guest


@dataclass(frozen=True, slots=True)
class Hello:
    """The greeting: who speaks which protocol, plays which games, and knows how much of the story.

    `start` is 8 random bytes of this run of the program (rule C1), `dialled` counts its
    connections: one that was given up and arrives late claims nothing. `games` are names and
    versions, so that a program that cannot play here is told before it claims a seat (C4). `watch`
    asks to look on and never for a seat; `chatted` is the number of the last chat line known here.
    The first two fields never move: every version can tell every other who must upgrade.
    """

    protocol: int
    version: str
    start: bytes
    name: str
    match: int = 0
    number: int = 0
    head: bytes = b""
    dialled: int = 0
    games: tuple[tuple[str, int], ...] = ()
    watch: bool = False
    chatted: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """A move, with the question that it answers: match and number of the event that put it.

    `count` goes up from 1 and never begins anew within one start.
    """

    start: bytes
    count: int
    match: int
    duty: int
    move: Move


@dataclass(frozen=True, slots=True)
class Ask:
    """Some events are missing here: tell the match again from this number on."""

    match: int
    number: int


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted besides moves; `net.wishes` lists the words, docs/protocol.md says them all.

    Some need a seat, some are for those who look on, and the host's orders need the host's line.
    """

    word: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat."""

    text: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    number: int


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """The end of a new chain of links, of which one goes into each shuffle (fair deal, rule 3).

    `member` is the number of the event that gave this run of the program its seat.
    """

    match: int
    member: int
    end: bytes


@dataclass(frozen=True, slots=True)
class Link:
    """The link that a call asks for; `call` is the number of that event (fair deal, rule 6)."""

    match: int
    call: int
    link: bytes


# From the host


@dataclass(frozen=True, slots=True)
class Welcome:
    """The greeting is accepted: the versions, the table, and the seat of this identity (-1: none).

    `match` and `number` say how far the story has gone: events up to there are history, told again;
    what comes after happens now (rule C5).
    """

    protocol: int
    version: str
    table: str
    seat: int
    rights: bool
    seeded: bool
    match: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat as the lobby shows it."""

    name: str
    kind: Kind
    ready: bool
    presence: Presence


@dataclass(frozen=True, slots=True)
class Ballot:
    """What people vote on: `word` as in a wish, the seat it is about (-1: none), the votes for it
    and how many it needs.
    """

    word: str
    seat: int
    votes: int
    needed: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The evening of one name: matches played to the end here, and how many of them were won."""

    name: str
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """The table before and between matches, whole, each time it changes.

    `requests` are people who asked for a seat: a number and a name. `watching` counts those who
    look on. `paused` is whether nobody may move, `clock` the seconds for a move, 0 without a clock.
    `ballots` are what is voted on now, `tallies` what the matches of this evening gave.
    """

    game: str
    rules: tuple[tuple[str, Value], ...]
    identity: bytes
    seats: tuple[SeatCard, ...]
    requests: tuple[tuple[int, str], ...]
    running: bool
    seat: int
    watching: int = 0
    paused: bool = False
    clock: int = 0
    ballots: tuple[Ballot, ...] = ()
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """A match begins: its number, and the bytes from which the running hash starts."""

    match: int
    opening: bytes


@dataclass(frozen=True, slots=True)
class Event:
    """A numbered event: the public bytes, the checksum, and the faces for this viewer alone."""

    public: bytes
    check: int
    faces: tuple[Reveal, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command, one for each time it came; `reason` and `values` say why not."""

    start: bytes
    count: int
    verdict: Verdict
    reason: str = ""
    values: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Sorry:
    """A wish was refused, and why."""

    word: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Attendance:
    """A seat's person came, went, or is stood in for; seconds until a bot sits in, 0 for none."""

    seat: int
    presence: Presence
    seconds: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the seat that owes a move: milliseconds left, and whether it runs or stands."""

    seat: int
    left: int
    running: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of chat: its number, who said it, and their seat then (-1: somebody who looks on).

    `speaker` is a number that this table gave to an identity; it says who is meant to be muted.
    """

    number: int
    speaker: int
    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there? Also measures the line."""

    number: int


# From both


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message of a connection, and why; `detail` is cleaned before it is shown."""

    reason: str
    detail: str = ""


FromGuest = Hello | Command | Ask | Wish | Say | Pong | ChainEnd | Link | Bye
FromHost = (
    Welcome | Lobby | Opening | Event | Answer | Sorry | Attendance | Clock | Chat | Ping | Bye
)
Message = FromGuest | FromHost
