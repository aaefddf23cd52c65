"""Cards, packs, and their text forms both ways.

A card is a small integer, 0 to 52, so that tables of effects are lists and a face on the wire is
one byte. `HIDDEN` is a face that has not been seen here; it is never sent.
"""

from enum import IntEnum
from typing import Final

from core.errors import CardTextError


class Suit(IntEnum):
    """The four suits, in the order of a new pack."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Rank(IntEnum):
    """The thirteen ranks; the number is the pips, ace one, king thirteen."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


SUIT_LETTERS: Final = "SHDC"
SUIT_GLYPHS: Final = "♠♥♦♣"
RANK_LETTERS: Final = "A23456789TJQK"

_JOKER_CODE = 52
_HIDDEN_CODE = 127


class Card(int):
    """A face: 0 to 51 in suit order, 52 the joker, 127 hidden.

    >>> card("10h"), str(card("10♥")), card("qd").suit.name
    (Card('TH'), 'TH', 'DIAMONDS')
    """

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        """The suit; a joker or a hidden face has none and raises `ValueError`."""
        self._plain()
        return Suit(self // 13)

    @property
    def rank(self) -> Rank:
        """The rank; a joker or a hidden face has none and raises `ValueError`."""
        self._plain()
        return Rank(self % 13 + 1)

    def _plain(self) -> None:
        if self >= _JOKER_CODE:
            raise ValueError(f"{self} has neither rank nor suit")

    def __str__(self) -> str:
        """The code of vectors and records: `TH`, `9C`, `JK`; a hidden face is `??`."""
        if self < _JOKER_CODE:
            return RANK_LETTERS[self % 13] + SUIT_LETTERS[self // 13]
        return "JK" if self == _JOKER_CODE else "??"

    def __repr__(self) -> str:
        return f"Card('{self}')"


CARDS: Final[tuple[Card, ...]] = tuple(Card(code) for code in range(_JOKER_CODE + 1))
JOKER: Final = CARDS[_JOKER_CODE]
HIDDEN: Final = Card(_HIDDEN_CODE)

FULL_PACK: Final[tuple[Card, ...]] = CARDS[:52]
"""Fifty-two cards, ace to king in each suit."""


def card(text: str) -> Card:
    """Read a card as people and records write it: `TH`, `10h`, `10♥`, `jk`.

    Raises `CardTextError` when the text is no card.
    """
    word = text.strip().upper()
    if word in ("JK", "JOKER"):
        return JOKER
    rank, suit = word[:-1], word[-1:]
    if rank == "10":
        rank = "T"
    if len(rank) == 1 and rank in RANK_LETTERS and suit:
        for row in (SUIT_LETTERS, SUIT_GLYPHS):
            if suit in row:
                return CARDS[row.index(suit) * 13 + RANK_LETTERS.index(rank)]
    raise CardTextError(f"{text!r} is not a card; write it like 10h, qs or a♣")


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards, separated by spaces."""
    return tuple(card(word) for word in text.split())
