"""Lines made of pieces, and the one widget that shows them.

Everything on a table is worked out as lines of plain pieces, without an app; `Drawn` compares them
with what is on the screen and sends the lines that differ. Text never becomes markup here (style.md
11.1), a piece is coloured by the name of an ink, and inks come from the theme.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

INKS: Final = (
    "dim",
    "strong",
    "turn",
    "warning",
    "error",
    "success",
    "picked",
    "spades",
    "hearts",
    "diamonds",
    "clubs",
    "joker",
    "hidden",
)
"""The inks besides `plain`; each is a component class `drawn--NAME`."""

_SOLID: Final = frozenset({"picked"})
"""Inks that show on a blank, so that a blank beside them may not take them over."""


class Piece(NamedTuple):
    """Some text in one ink."""

    text: str
    ink: str = "plain"


Line = tuple[Piece, ...]


def line(*parts: Piece | str) -> Line:
    """A line from pieces and plain texts."""
    return tuple(Piece(part) if isinstance(part, str) else part for part in parts)


def width(pieces: Iterable[Piece]) -> int:
    """The cells that pieces fill."""
    return sum(cell_len(piece.text) for piece in pieces)


def cut(text: str, cells: int, more: str = "…") -> str:
    """The text in at most so many cells, with a sign where something was left out."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(0, cells - cell_len(more))).rstrip() + more[:cells]


def fit(pieces: Sequence[Piece], cells: int) -> Line:
    """The line in exactly so many cells: cut, or filled up with blanks."""
    kept: list[Piece] = []
    left = cells
    for piece in pieces:
        size = cell_len(piece.text)
        if size > left:
            kept.append(Piece(set_cell_size(piece.text, left), piece.ink))
            left = 0
            break
        kept.append(piece)
        left -= size
    if left:
        kept.append(Piece(" " * left))
    return _merged(kept)


def marked(pieces: Line, cells: int, more: str = "…") -> Line:
    """The line as it is, or cut to so many cells with a sign that something was left out."""
    if not pieces or width(pieces) <= cells:
        return pieces
    return (*fit(pieces, max(0, cells - cell_len(more))), Piece(more, pieces[-1].ink))


def beside(*columns: tuple[Sequence[Piece], int]) -> Line:
    """Lines next to each other, each in so many cells."""
    return tuple(piece for pieces, cells in columns for piece in fit(pieces, cells))


def wrap(text: str, cells: int, indent: str = "  ") -> list[str]:
    """The text in lines of at most so many cells; continued lines are indented (F2)."""
    lines: list[str] = []
    current = ""
    room = max(cells, 8)
    for word in text.split():
        joined = f"{current} {word}" if current.strip() else current + word
        if cell_len(joined) <= room:
            current = joined
            continue
        if current.strip():
            lines.append(current)
            current = indent
        while cell_len(current + word) > room:
            head = set_cell_size(word, room - cell_len(current)).rstrip()
            lines.append(current + head)
            current, word = indent, word[len(head) :]
        current += word
    if current.strip() or not lines:
        lines.append(current)
    return lines


def _merged(pieces: Iterable[Piece]) -> Line:
    """Neighbours of one ink as one piece; a blank takes the ink beside it."""
    merged: list[Piece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if merged:
            last = merged[-1]
            solid = not _SOLID.isdisjoint((piece.ink, last.ink))
            if piece.ink == last.ink or (piece.text.isspace() and not solid):
                merged[-1] = Piece(last.text + piece.text, last.ink)
                continue
            if last.text.isspace() and not solid:
                merged[-1] = Piece(last.text + piece.text, piece.ink)
                continue
        merged.append(piece)
    return tuple(merged)


def _cells(pieces: Line) -> list[tuple[str, str]]:
    """Each character with its ink; on a blank an ink does not show, but for the solid ones."""
    return [
        (char, "" if char == " " and piece.ink not in _SOLID else piece.ink)
        for piece in pieces
        for char in piece.text
    ]


def _difference(before: Line, after: Line) -> tuple[int, int] | None:
    """The first cell that differs and the end of the last one; None for equal lines."""
    if before == after or _cells(before) == _cells(after):
        return None
    old, new = _cells(before), _cells(after)
    same = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        same += 1
    tail = 0
    for one, other in zip(reversed(old), reversed(new), strict=False):
        if one != other or tail >= min(len(old), len(new)) - same:
            break
        tail += 1
    start = sum(cell_len(char) for char, _ in islice(new, same))
    end = max(
        sum(cell_len(char) for char, _ in islice(chars, len(chars) - tail)) for chars in (old, new)
    )
    return start, end


class Drawn(Widget):
    """Shows lines and repaints no more than what changed between two drawings."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"drawn--{ink}" for ink in INKS}
    DEFAULT_CSS = """
    Drawn { height: 1; color: $foreground; }
    Drawn > .drawn--dim { color: $foreground 65%; }
    Drawn > .drawn--strong { text-style: bold; }
    Drawn > .drawn--turn { color: $primary; text-style: bold; }
    Drawn > .drawn--warning { color: $warning; }
    Drawn > .drawn--error { color: $error; text-style: bold; }
    Drawn > .drawn--success { color: $success; }
    Drawn > .drawn--picked { color: $accent; text-style: bold reverse; }
    Drawn > .drawn--spades { color: $suit-spades; }
    Drawn > .drawn--hearts { color: $suit-hearts; }
    Drawn > .drawn--diamonds { color: $suit-diamonds; }
    Drawn > .drawn--clubs { color: $suit-clubs; }
    Drawn > .drawn--joker { color: $accent; }
    Drawn > .drawn--hidden { color: $foreground 65%; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual calls it so
        super().__init__(id=id)
        self._wanted: Sequence[Sequence[Piece]] = ()
        self._lines: list[Line] = []
        self._fitted = Size(0, 0)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, as text."""
        return tuple("".join(piece.text for piece in each) for each in self._fit())

    def draw(self, lines: Sequence[Sequence[Piece]]) -> None:
        """Show these lines; what does not fit is cut off."""
        before = self._lines if self._fitted == self.size else []
        self._wanted, self._fitted = lines, Size(-1, -1)
        if not self.size:
            return
        fresh = self._fit()
        if not before:
            self.refresh()
            return
        dirty = [
            Region(span[0], y, span[1] - span[0], 1)
            for y, (old, new) in enumerate(zip(before, fresh, strict=True))
            if (span := _difference(old, new)) is not None
        ]
        if dirty:
            self.refresh(*dirty)

    def _fit(self) -> list[Line]:
        """The lines in the present size; worked out when they are needed, so that the first paint
        of a screen shows them.
        """
        if self._fitted != self.size:
            self._fitted = self.size
            cells, rows = self.size
            self._lines = [fit(pieces, cells) for pieces in self._wanted[:rows]]
            self._lines += [fit((), cells)] * (rows - len(self._lines))
        return self._lines

    def render_line(self, y: int) -> Strip:
        """One line, as Textual wants it."""
        lines = self._fit()
        if y >= len(lines):
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(
            [Segment(piece.text, self._style(piece.ink)) for piece in lines[y]], width(lines[y])
        )

    def _style(self, ink: str) -> Style:
        return self.rich_style if ink == "plain" else self.get_component_rich_style(f"drawn--{ink}")
