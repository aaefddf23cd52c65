"""What a seat can pick: the cards of its hand in an order, then what is done without a card.

Nothing here knows a game: everything follows from the hand, the choices and the gauges.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.cards import JOKER, Card, Rank
from core.match import Match
from core.moves import Choice, Verb

ORDERS: Final = ("dealt", "suit", "rank")
"""How a hand can lie: as it was dealt, or sorted; the words are those of the labels."""

ACE_HIGH: Final = 14


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be picked: a card, or a choice without one.

    `choice` is None while the seat owes nothing, or may not play this card.
    """

    verb: int
    slot: int | None
    choice: Choice | None = None

    @property
    def key(self) -> tuple[int, int | None]:
        """What stays the same whatever others do."""
        return (self.verb, self.slot)


def entries(match: Match, seat: int, order: str, choices: Sequence[Choice]) -> list[Entry]:
    """The cards of a hand with their choices, then the choices that are left."""
    left = list(choices)
    found = []
    for slot in sorted_hand(match, seat, order):
        fitting = next((one for one in left if one.move.slot == slot), None)
        if fitting is not None:
            left.remove(fitting)
        found.append(Entry(fitting.move.verb if fitting else Verb.PLAY, slot, fitting))
    return found + [Entry(one.move.verb, one.move.slot, one) for one in left]


def sorted_hand(match: Match, seat: int, order: str) -> list[int]:
    """The slots of a hand as dealt, by suit or by rank; the ace is the highest of its suit.

    Trumps stand together behind the other suits, the joker with them.
    """
    hand, faces = list(match.hand(seat)), match.faces
    trump = _trump(match)
    if order == "suit":
        hand.sort(key=lambda slot: (_group(faces[slot], trump), _height(faces[slot])))
    elif order == "rank":
        hand.sort(
            key=lambda slot: (
                faces[slot] >= JOKER,
                _height(faces[slot]),
                _group(faces[slot], trump),
            )
        )
    return hand


def _trump(match: Match) -> int | None:
    """The suit that a gauge called `trump` names; None without one."""
    gauges = match.board().gauges
    return next((one.values.get("suit") for one in gauges if one.word == "trump"), None)


def _group(face: Card, trump: int | None) -> int:
    if face >= JOKER:
        return 5
    return 4 if face.suit == trump else int(face.suit)


def _height(face: Card) -> int:
    if face >= JOKER:
        return ACE_HIGH + 1
    return ACE_HIGH if face.rank is Rank.ACE else int(face.rank)


MOST_DRAWN: Final = 6
"""So many cards that were drawn are named."""


def held(match: Match | None, seat: int) -> frozenset[int]:
    """The slots of a hand; none without a seat that there is."""
    seated = match is not None and 0 <= seat < match.seats
    return frozenset(match.hand(seat)) if match is not None and seated else frozenset()


def drawn(before: frozenset[int], now: frozenset[int]) -> tuple[int, ...]:
    """The slots that came into a hand, if they are few; after a deal none, for all are new."""
    fresh = sorted(now - before)
    return tuple(fresh) if before & now and len(fresh) <= MOST_DRAWN else ()
