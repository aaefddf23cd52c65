"""The signs that a table is drawn with, one cell each, as lines and glyphs or in ASCII."""

from dataclasses import dataclass
from typing import Final

from core.cards import HIDDEN, JOKER, SUIT_GLYPHS, SUIT_LETTERS, Card
from tui.faces import face_text, suit_class
from tui.widgets.drawing import Line, Piece, fit, width

CARD_CELLS: Final = 7
CARD_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class Signs:
    """One set; `box` and `picked` are top left, across, top right, down, bottom left and right.

    `mark` stands behind a card that cannot end a hand, `back` fills a card that lies face down.
    """

    ascii: bool
    chip: str
    no_chip: str
    forwards: str
    backwards: str
    full: str
    rest: str
    more: str
    mark: str
    back: str
    less_than: str
    greater_than: str
    box: str
    picked: str

    def face(self, card: Card) -> Piece:
        """A face in the ink of its suit."""
        return Piece(face_text(card, self.ascii), suit_class(card))

    def suit(self, suit: int) -> Piece:
        """A suit alone, as a choice of suits shows it; a number that is none stands as it is."""
        if not 0 <= suit < len(SUIT_GLYPHS):
            return Piece(str(suit))
        row = SUIT_LETTERS.lower() if self.ascii else SUIT_GLYPHS
        return Piece(row[suit], suit_class(Card(13 * suit)))

    def way(self, forwards: bool) -> str:
        """The arrow of the direction of play."""
        return self.forwards if forwards else self.backwards

    def card(
        self, card: Card, *, picked: bool = False, dim: bool = False, mark: str = ""
    ) -> list[Line]:
        """A card of `CARD_LINES` lines; a picked one has other lines, not only another colour."""
        if card == HIDDEN:
            back = Piece(self.back * (CARD_CELLS - 2), "hidden")
            return self._box(back, back, picked=picked)
        face = self.face(card)
        rank, suit = (face.text, "") if card == JOKER else (face.text[:-1], face.text[-1])
        ink = "dim" if dim else face.ink
        upper = Piece(f" {rank:<3}{mark}", ink)
        return self._box(upper, Piece(f"{suit:>4}", ink), picked=picked)

    def plate(self, word: Piece, *, picked: bool = False) -> list[Line]:
        """A box like a card's with a word in it."""
        return self._box(word, Piece(""), picked=picked)

    def _box(self, upper: Piece, lower: Piece, *, picked: bool) -> list[Line]:
        left, across, right, down, low_left, low_right = tuple(self.picked if picked else self.box)
        # One ink to a line, and the same one above and below whatever the suit: each change of
        # colour costs twenty bytes.
        ink, inner = "strong" if picked else "dim", CARD_CELLS - 2
        middle = [fit((one,), inner) for one in (upper, lower)]
        text = ["".join(piece.text for piece in pieces) for pieces in middle]
        return [
            (Piece(left + across * inner + right, ink),),
            *((Piece(f"{down}{each}{down}", upper.ink),) for each in text),
            (Piece(low_left + across * inner + low_right, ink),),
        ]

    def bar(self, value: int, limit: int, cells: int) -> Line:
        """How far a value has come towards its limit."""
        done = max(0, min(cells, round(cells * value / limit))) if limit > 0 else 0
        ink = "warning" if value * 10 >= limit * 9 else "turn"
        return (Piece(f"{self.full * done}{self.rest * (cells - done)}", ink),)


GLYPHS: Final = Signs(
    ascii=False,
    chip="●",
    no_chip="○",
    forwards="→",
    backwards="←",
    full="━",
    rest="·",
    more="…",
    mark="†",
    back="▒",
    less_than="‹",
    greater_than="›",
    box="┌─┐│└┘",
    picked="╔═╗║╚╝",
)
LETTERS: Final = Signs(
    ascii=True,
    chip="o",
    no_chip=".",
    forwards="->",
    backwards="<-",
    full="#",
    rest=".",
    more="~",
    mark="*",
    back="#",
    less_than="<",
    greater_than=">",
    box="+-+|++",
    picked="#=####",
)


def signs(ascii: bool) -> Signs:  # noqa: A002 - the option is called so
    """The set that was asked for."""
    return LETTERS if ascii else GLYPHS


def centred(pieces: Line, cells: int) -> Line:
    """The line in the middle of so many cells."""
    return fit((Piece(" " * max(0, (cells - width(pieces)) // 2)), *pieces), cells)
