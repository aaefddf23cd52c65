"""Chat on the screen: the last lines, and a line of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input

from net.clean import CHAT_CELLS
from tui.people import chat_line
from tui.screens.labels import label
from tui.widgets.drawing import Drawn, Line, Piece, wrap
from tui.widgets.keys import key_line
from tui.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from net.guest import Guest

LINES = 8
"""Lines of chat above the line that is typed."""


class TalkScreen(ModalScreen[str]):
    """Enter says what was typed, Esc says nothing; what others say meanwhile comes in above."""

    DEFAULT_CSS = """
    TalkScreen { align: left bottom; background: transparent; }
    TalkScreen > Drawn { width: 100%; background: $panel; }
    TalkScreen > Input { border: none; background: $panel; height: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self._guest = guest

    def compose(self) -> Iterator[Widget]:
        """What was said, the line, the keys."""
        yield Drawn(id="said")
        box = Input(placeholder=sentence("chat.title"), compact=True, max_length=CHAT_CELLS)
        box.cursor_blink = False
        yield box
        yield Drawn(id="keys")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """The last lines, as far as there is room."""
        cells = self.size.width
        lines: list[Line] = []
        for said in self._guest.chat:
            lines += [(Piece(f" {part}"),) for part in wrap(chat_line(said), cells - 2)]
        lines = lines[-min(LINES, max(1, self.size.height - 4)) :]
        drawn = self.query_one("#said", Drawn)
        drawn.styles.height = max(1, len(lines))
        drawn.draw(lines or [(Piece(f" {sentence('chat.title')}", "dim"),)])
        keys = [("Enter", label("hint.say")), ("Esc", label("hint.cancel"))]
        self.query_one("#keys", Drawn).draw([key_line(keys, cells)])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_back(self) -> None:
        self.dismiss("")
