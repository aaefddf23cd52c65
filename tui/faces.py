"""How a card is written: as glyphs, as letters, and as it is spoken.

Every sign fills one terminal cell. No variation selector is ever written: with one, ♥ takes two
cells in some terminals and one in others (style.md 11.6). The glyph or letter carries the suit,
colour only repeats it (G16).
"""

from typing import Final

from core.cards import HIDDEN, JOKER, SUIT_GLYPHS, SUIT_LETTERS, Card, Rank

BACK: Final = "??"
"""A face that has not been seen here."""

_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def _plain(card: Card) -> bool:
    return 0 <= card < JOKER


def face_text(card: Card, ascii: bool = False) -> str:  # noqa: A002 - the option is called so
    """The face as players write it: `10♥`, with `ascii` `10h`; a joker is `JK`.

    >>> from core.cards import card
    >>> face_text(card("TH")), face_text(card("TH"), ascii=True)
    ('10♥', '10h')
    """
    if not _plain(card):
        return "JK" if card == JOKER else BACK
    suits = SUIT_LETTERS.lower() if ascii else SUIT_GLYPHS
    return _RANKS[card.rank - 1] + suits[card.suit]


def spoken(card: Card) -> str:
    """The face in words: `10 of hearts`; one that was not seen is `a card`.

    >>> from core.cards import card
    >>> spoken(card("AC"))
    'ace of clubs'
    """
    if not _plain(card):
        return "joker" if card == JOKER else "a card"
    named = card.rank is Rank.ACE or card.rank > Rank.TEN
    rank = card.rank.name.lower() if named else str(int(card.rank))
    return f"{rank} of {card.suit.name.lower()}"


def suit_class(card: Card) -> str:
    """The name by which a theme colours the face: a suit, `joker` or `hidden`."""
    if _plain(card):
        return card.suit.name.lower()
    return "joker" if card == JOKER else "hidden"


def face_of(number: int) -> Card:
    """The card of a number that may come from anywhere; what is no card is hidden."""
    return Card(number) if 0 <= number <= JOKER else HIDDEN
