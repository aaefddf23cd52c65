"""The bodies of numbered events: everything that happens in a match, as frozen dataclasses."""

from dataclasses import dataclass

from core.moves import Move
from core.options import Value
from net.messages import Kind, Reveal


@dataclass(frozen=True, slots=True)
class RulesSet:
    """The game and every option; the guest recomputes the identity."""

    game: str
    version: int
    rules: tuple[tuple[str, Value], ...]
    identity: bytes


@dataclass(frozen=True, slots=True)
class SeatsSet:
    """Who sits where: name, a salted hash of the identity, what sits there."""

    seats: tuple[tuple[str, bytes, Kind], ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat is held from now on by this run of a person's program, or by a bot (no start)."""

    seat: int
    kind: Kind
    start: bytes


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Chance has answered: what it picked, if it had to pick."""

    picked: int | None
    faces: tuple[Reveal, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """The seat on turn moved. `cause` is the count of the person's command, or a `Cause`."""

    cause: int
    move: Move
    faces: tuple[Reveal, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The match was broken off."""

    cause: int


@dataclass(frozen=True, slots=True)
class Round:
    """The host is bound to one secret for all shuffles from here to the next whole deal."""

    promise: bytes


@dataclass(frozen=True, slots=True)
class Chained:
    """A program is bound to a chain of links."""

    member: int
    end: bytes


@dataclass(frozen=True, slots=True)
class Called:
    """Chance is due, and who contributes is fixed before any link is shown.

    `chances` are as `core.fair_deal.plain_chances` writes them, or one that closes the round;
    `members` are member and index of the link, by member.
    """

    chances: tuple[tuple[int, ...], ...]
    members: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A call is answered: the links in its order, what chance picked, what everybody may see."""

    call: int
    links: tuple[bytes, ...]
    picked: int | None
    faces: tuple[Reveal, ...] = ()


@dataclass(frozen=True, slots=True)
class Voided:
    """A call is given up because the links of these members did not come; another follows."""

    call: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The round is closed: the host's secret, and the links of the closing call."""

    call: int
    secret: bytes
    links: tuple[bytes, ...]


Body = (
    RulesSet
    | SeatsSet
    | Holder
    | Shuffled
    | Moved
    | Ended
    | Round
    | Chained
    | Called
    | Dealt
    | Voided
    | Opened
)
