"""What is kept of a table, as values: what a journal holds, and the changes that go into it.

The table and the match give `Write`s and never see a file; `net.journal` puts them on the disk and
gives a `Saved` back, from which `net.restoring` makes the same table again.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from core.options import Value
from net import messages as m
from net.story import By


class State(Enum):
    """Where a table stands; only an open one can be taken up again."""

    OPEN = "open"
    FINISHED = "finished"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class About:
    """What the host has decided, and where the others find the table.

    `key` is that of a `--seed`; `seats` counts all of them, empty ones too. `local` is the folder
    of a socket's audience. Without `listen`, or without `local`, nobody comes by that road.
    """

    table: str
    game: str
    game_version: int
    seats: int
    bot: str
    doors: str
    grace: float
    start_when_full: bool
    host_plays: bool
    pace: float
    key: bytes | None
    listen: tuple[str, int] | None
    friends: frozenset[str] = frozenset()
    watch: bool = False
    local: str | None = None


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """A seat as it outlives the program: who has it, and what has been promised to them.

    `waits` is the milliseconds that somebody who is away is still waited for, None where nobody is;
    `replaced` are the earlier runs of the person's program, the oldest first.
    """

    identity: str = ""
    name: str = ""
    kind: m.Kind = m.Kind.EMPTY
    bot: str = ""
    stood_in: bool = False
    left: bool = False
    waits: int | None = None
    start: bytes = b""
    replaced: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the table is run: whether it is paused, the seconds for a move, and the open clock.

    `question` is the match and event that put the question which `seat` owes; `left` are the
    milliseconds that it has.
    """

    paused: bool = False
    clock: float = 0.0
    question: tuple[int, int] = (0, 0)
    seat: int = -1
    left: int = 0


@dataclass(frozen=True, slots=True)
class SavedEvent:
    """An event as it was told to everybody, with what the referee needs to rule the same again."""

    public: bytes
    head: bytes
    seed: bytes = b""
    by: By | None = None


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match: its opening, who began it, who plays it now, and its events from the first."""

    number: int
    opening: bytes
    began: tuple[str, ...]
    plays: tuple[str, ...]
    events: tuple[SavedEvent, ...]


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A line of chat, and the identity that said it."""

    identity: str
    line: m.Chat


@dataclass(frozen=True, slots=True)
class SpeakerMuted:
    """What an identity says reaches nobody from now on, or everybody again."""

    identity: str
    muted: bool


@dataclass(frozen=True, slots=True)
class TallyChanged:
    """A row of the evening's board: whose it is, and what stands there now."""

    who: str
    tally: m.Tally


@dataclass(frozen=True, slots=True)
class Saved:
    """A whole table.

    `rules` are those of the next match; `calls` is how often chance has answered in all matches;
    `answers` are by seat the counts of the latest commands that were accepted, with the numbers of
    their events, the oldest first (rule C2).
    """

    about: About
    state: State
    rules: dict[str, Value]
    seats: tuple[SavedSeat, ...]
    match: SavedMatch | None = None
    calls: int = 0
    answers: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    conduct: Conduct = Conduct()
    chat: tuple[ChatSaid, ...] = ()
    muted: frozenset[str] = frozenset()
    tallies: tuple[TallyChanged, ...] = ()


# Changes, in the order in which they happened


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """Another match, and the identities of those who begin it, by seat."""

    number: int
    opening: bytes
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Somebody else plays a seat of a match for good."""

    match: int
    seat: int
    identity: str


@dataclass(frozen=True, slots=True)
class EventTold:
    """An event of a match, by its number."""

    match: int
    number: int
    event: SavedEvent


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The rules of the next match, with every option."""

    rules: dict[str, Value]


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat by its number."""

    number: int
    seat: SavedSeat


@dataclass(frozen=True, slots=True)
class SeatsCounted:
    """There are no seats from this number on."""

    count: int


Write: TypeAlias = (
    MatchBegan
    | HandedOver
    | EventTold
    | ChatSaid
    | SpeakerMuted
    | TallyChanged
    | RulesChanged
    | SeatChanged
    | SeatsCounted
    | Conduct
)
