"""The menu of a table: what can be done about people, pauses and votes, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.screens.labels import label
from tui.steering import Entry
from tui.widgets.drawing import Drawn, Line, Piece, cut
from tui.widgets.keys import key_line
from tui.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.events import Key
    from textual.widget import Widget


class MenuScreen(ModalScreen[Entry | None]):
    """A list over the lowest lines: arrows or digits and Enter, Esc goes back."""

    DEFAULT_CSS = """
    MenuScreen { align: left bottom; background: transparent; }
    MenuScreen > #menu { width: 100%; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("escape", "back", show=False),
    ]

    def __init__(self, listed: Sequence[Entry]) -> None:
        super().__init__()
        self._listed = list(listed)
        self._at = 0

    def compose(self) -> Iterator[Widget]:
        """The list and its keys."""
        yield Drawn(id="menu")

    def on_resize(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        cells, rows = self.size.width, max(1, self.size.height - 4)
        top = max(0, min(self._at - rows // 2, len(self._listed) - rows))
        lines: list[Line] = [(Piece(f" {sentence('menu.title')}", "turn"),)]
        for at, entry in list(enumerate(self._listed))[top : top + rows]:
            here = at == self._at
            text = cut(f"{at + 1}. {entry.text}", cells - 4)
            mark = Piece(" > " if here else "   ", "turn")
            lines.append((mark, Piece(text, "picked" if here else "plain")))
        if not self._listed:
            lines.append((Piece(f" {sentence('menu.nothing')}"),))
        keys = [("Up Down", label("hint.choose")), ("Enter", label("hint.do"))]
        lines.append(key_line([*keys, ("Esc", label("hint.cancel"))], cells))
        drawn = self.query_one("#menu", Drawn)
        drawn.styles.height = len(lines)
        drawn.draw(lines)

    def on_key(self, event: Key) -> None:
        """A digit goes to its line; Enter does it, so that a slip of the finger does nothing."""
        digit = event.character or ""
        if digit.isdecimal() and digit.isascii() and 0 < int(digit) <= len(self._listed):
            self._at = int(digit) - 1
            event.stop()
            self._redraw()

    def action_move(self, way: int) -> None:
        self._at = (self._at + way) % max(1, len(self._listed))
        self._redraw()

    def action_take(self) -> None:
        self.dismiss(self._listed[self._at] if self._listed else None)

    def action_back(self) -> None:
        self.dismiss(None)
