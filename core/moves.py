"""What a seat may do: moves, the choices that lead to them, and the calls for chance.

A move names a slot, never a face. A choice is one entry of the legal moves; where the rules ask for
a second value (the number an ace names, a suit, a bid) it carries the range, not a hundred moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from core.cards import Card

CHANCE: Final = -1
"""The turn when the rules wait for a shuffle; seats are 0 and up."""


SLOT_LIMIT: Final = 1 << 16
"""No slot number of a round reaches this; a larger one is nonsense wherever it comes from."""


class Verb(IntEnum):
    """What is done; the number is the one on the wire."""

    SHUFFLE = 0
    PLAY = 1
    DRAW = 2
    PASS = 3
    BID = 4
    NAME = 5


class Move(NamedTuple):
    """One move: a verb, the slot it names if any, the second value if any."""

    verb: int
    slot: int | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of the legal moves.

    `values` is None when the move stands as it is; otherwise the move wants one of them, and `asks`
    says what they are: `number`, `suit`, `bid` or a word of the game.

    >>> ace = Choice(Move(Verb.PLAY, 7), range(101), "number")
    >>> ace.allows(ace.naming(42)), ace.allows(ace.naming(101)), ace.allows(ace.move)
    (True, False, False)
    """

    move: Move
    values: Sequence[int] | None = None
    asks: str = ""

    def naming(self, value: int) -> Move:
        """The move with its second value."""
        return Move(self.move.verb, self.move.slot, value)

    def allows(self, move: Move) -> bool:
        """Whether the move is this choice, with a value that it offers."""
        if move.verb != self.move.verb or move.slot != self.move.slot:
            return False
        if self.values is None:
            return move.value is None
        return move.value in self.values


class Pick(NamedTuple):
    """Chance names one of `among` (the first dealer); public."""

    among: int


class Deal(NamedTuple):
    """Chance shuffles a whole pack; its cards become the slots from `first` on."""

    pack: tuple[Card, ...]
    first: int


class Restock(NamedTuple):
    """Chance shuffles the cards of these slots, bottom first, into new slots from `first` on."""

    slots: tuple[int, ...]
    first: int


Chance = Pick | Deal | Restock


class MoveTable(list[Move]):
    """The moves of one verb by slot, made once: index it with any slot.

    Moves are values, so one object serves every state; it grows in `upto`.
    """

    def __init__(self, verb: int) -> None:
        super().__init__()
        self._verb = verb

    def upto(self, slots: int) -> None:
        """Make the moves of all slots below `slots`."""
        while len(self) < slots:
            self.append(Move(self._verb, len(self)))
