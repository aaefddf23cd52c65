"""One question with two answers, asked only before something that cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.screens.labels import label
from tui.widgets.drawing import Drawn, Piece, wrap
from tui.widgets.keys import key_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


class AskScreen(ModalScreen[bool]):
    """Enter says yes, Esc says no, in words of the question's own; it lies over the lowest lines
    and hides nothing else.
    """

    DEFAULT_CSS = """
    AskScreen { align: left bottom; background: transparent; }
    AskScreen > #question { width: 100%; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", show=False),
        Binding("escape", "answer(False)", show=False),
    ]

    def __init__(self, question: str, *, yes: str = "ask.leave", no: str = "ask.stay") -> None:
        """`yes` and `no` are the labels of the two answers."""
        super().__init__()
        self.question = question
        self._answers = [("Enter", label(yes)), ("Esc", label(no))]

    def compose(self) -> Iterator[Widget]:
        """The question and its keys."""
        yield Drawn(id="question")

    def on_resize(self) -> None:
        """The question in the present width."""
        cells = self.size.width
        lines = [(Piece(f" {text}", "strong"),) for text in wrap(self.question, cells - 2, "")]
        drawn = self.query_one("#question", Drawn)
        drawn.styles.height = len(lines) + 2
        drawn.draw([(), *lines, key_line(self._answers, cells)])

    def action_answer(self, sure: bool) -> None:
        self.dismiss(sure)
