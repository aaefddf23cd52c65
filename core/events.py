"""What a person would say happened, and who may see which card.

Events, notes and reasons are a word of the game and plain values; the game's file holds the English
sentence of each word, and tui translates it. Values named `seat`, `card` and `suit` are shown as
the name of the player, the face and the sign of the suit; everything else is a number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

NOBODY: Final = -1
EVERYBODY: Final = -2


@dataclass(frozen=True, slots=True)
class Note:
    """One thing said: a word and its values."""

    word: str
    values: dict[str, int] = field(default_factory=dict)


def note(word: str, **values: int) -> Note:
    """A note from keywords."""
    return Note(word, values)


class Events(partial[Iterator[Note]]):
    """The notes of one step, built only when somebody reads them: `Events(tell, *facts)`.

    A partial call, because one is made for every move and most are never read.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Note]:
        return self()


class Zone(NamedTuple):
    """A place on the table: its name, whose it is, who sees the faces, and the slots in order.

    `sight` is `NOBODY`, `EVERYBODY` or the one seat that sees the faces; `owner` is the seat it
    lies before, or None. The last slot of a pile is its top; the first slot of a stock is its top.
    Zones called `trick` hold one card each, before the seat that played it, leader first.
    """

    name: str
    owner: int | None
    sight: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What everybody can read off a seat: chips or score, cards, whether it is still in.

    `says` are short notes about the seat now: what it bid, that it misses a turn, what it took.
    """

    cards: int
    live: bool
    chips: int | None = None
    score: int | None = None
    says: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody can read off the table besides the cards.

    `gauges` are notes such as `pile` (value, limit) and `direction` (way); `seats` is by seat.
    """

    gauges: tuple[Note, ...]
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a seat, and the notes that add up to them."""

    points: int
    reasons: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: the winners, the seats by place (equals together), scores by seat."""

    why: Note
    winners: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    scores: tuple[Score, ...]
