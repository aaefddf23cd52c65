"""What a guest tells its screen: small frozen values, to be read in order."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.events import Note
from core.moves import Move
from net.messages import Chat, Kind
from net.witness import Verdict


@dataclass(frozen=True, slots=True)
class Seated:
    """The greeting was answered; the seat is -1 for somebody without one."""

    seat: int


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """`guest.lobby` is new."""


@dataclass(frozen=True, slots=True)
class Began:
    """A match has its rules and seats; `guest.match` is there."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A step of the match: who (`CHANCE` for a shuffle), the move, and what a person would say."""

    number: int
    seat: int
    move: Move
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A round is over; `over` says whether the match is too. See `guest.match.settlement`."""

    over: bool


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """The match was ended before its end."""

    cause: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A round was opened and checked; see `guest.witness.verdicts` for those before."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Kept:
    """The record of the match that ended was written to this file."""

    path: str


@dataclass(frozen=True, slots=True)
class NotKept:
    """The record of the match that ended could not be written, and why."""

    detail: str


@dataclass(frozen=True, slots=True)
class HolderChanged:
    """A bot sits in for somebody, or the person is back."""

    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Attended:
    """Somebody's connection came or went; see `guest.presence`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ticking:
    """The clock of a seat runs or stands; see `guest.clock`."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeIsShort:
    """The clock is about to move for us: so many seconds are left."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat; those before it are in `guest.chat`."""

    line: Chat


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """The clock made the move that this seat owed."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The move was refused by the host; nothing has changed."""

    reason: str
    values: Mapping[str, int]
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class WishRefused:
    """A wish was refused, and why."""

    word: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that must be said at once (rule C5)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Offline:
    """Our own connection is gone; it is tried again in so many seconds."""

    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class WayChanged:
    """The host's way through a server was closed, with the sentence why; empty: it is open again.

    It is told to the host alone, by the host's own program.
    """

    server: str
    fault: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The connection has ended for good, and why."""

    reason: str
    detail: str = ""


Update = (
    Seated
    | LobbyChanged
    | Began
    | Happened
    | Settled
    | BrokenOff
    | Judged
    | Kept
    | NotKept
    | HolderChanged
    | Attended
    | Ticking
    | TimeIsShort
    | Said
    | ClockMoved
    | Refused
    | WishRefused
    | Alarm
    | Offline
    | WayChanged
    | Closed
)
