"""The rows of a form: something to pick with the arrows, something to type, something to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from core.options import Value
from tui.screens.labels import label
from tui.widgets.drawing import Drawn, Piece, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.events import Key
    from textual.widget import Widget

    from tui.widgets.signs import Signs

LABEL_CELLS: Final = 22


class Row(Vertical):
    """A row with its complaint below it; `help` is said while it has the focus."""

    DEFAULT_CSS = """
    Row { height: auto; }
    Row > .complaint { display: none; }
    """

    def __init__(self, name: str, text: str, about: str) -> None:
        super().__init__(id=f"row-{name}", name=name)
        self.text = text
        self.about = about

    def complain(self, sentence: str) -> None:
        """Say what is wrong with this row, beside it; nothing takes it back."""
        cells = max(20, self.app.size.width - 4)
        lines = wrap(sentence, cells, "") if sentence else []
        notice = self.query_one(".complaint", Drawn)
        notice.styles.display = "block" if lines else "none"
        notice.styles.height = max(1, len(lines))
        notice.draw(
            [
                (Piece(f"  ! {each}" if not at else f"    {each}", "error"),)
                for at, each in enumerate(lines)
            ]
        )

    def take_focus(self) -> None:
        """Give the focus to what can be changed here."""
        self.query("PickLine, Input").first().focus()


class Changed(Message):
    """A row has another value."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row


class Pick(Row):
    """One of a few values, by arrows and Space; a number also by typing it."""

    def __init__(
        self,
        name: str,
        text: str,
        values: Sequence[tuple[Value, str]],
        value: Value,
        signs: Signs,
        about: str = "",
        usual: Value | None = None,
    ) -> None:
        """`usual` marks the row while another value is picked."""
        super().__init__(name, text, about)
        self.values = tuple(values)
        self.value = value
        self.signs = signs
        self.usual = usual

    def compose(self) -> Iterator[Widget]:
        """The line that can be changed, and the complaint."""
        yield PickLine(self)
        complaint = Drawn()
        complaint.add_class("complaint")
        yield complaint

    @property
    def shown(self) -> str:
        """The value in words."""
        return next((words for value, words in self.values if value == self.value), str(self.value))

    def offer(self, values: Sequence[tuple[Value, str]], value: Value) -> None:
        """Other values to pick from."""
        self.values, self.value = tuple(values), value
        self.query_one(PickLine).show()

    def put(self, value: Value) -> None:
        """Pick this value and say so."""
        if value != self.value and any(value == one for one, _ in self.values):
            self.value = value
            self.query_one(PickLine).show()
            self.post_message(Changed(self))

    def step(self, way: int) -> None:
        """The next value or the one before."""
        each = [value for value, _ in self.values]
        at = each.index(self.value) if self.value in each else 0
        numbers = len(each) > 4 and all(type(one) is int for one in each)
        place = max(0, min(len(each) - 1, at + way)) if numbers else (at + way) % len(each)
        self.put(each[place])


class PickLine(Drawn, can_focus=True):
    """The line of a `Pick`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
    ]

    def __init__(self, row: Pick) -> None:
        super().__init__()
        self.row = row
        self._here = False
        self._typed = ""

    def on_mount(self) -> None:
        """The line before anybody touches it."""
        self.show()

    def on_focus(self) -> None:
        self._typed = ""
        self._here = True
        self.show()

    def on_blur(self) -> None:
        # Textual takes the focus away only after this.
        self._here = False
        self.show()

    def show(self) -> None:
        """Draw the label, the value, and whether it is not the usual one."""
        row = self.row
        here = self._here
        marked = row.usual is not None and row.value != row.usual
        value = Piece(f" {row.shown} ", "picked" if here else "plain")
        arrows = (row.signs.less_than, row.signs.greater_than) if here else (" ", " ")
        self.draw(
            [
                (
                    Piece(f"{'>' if here else ' '} ", "turn"),
                    Piece(f"{row.text:<{LABEL_CELLS}}", "turn" if here else "plain"),
                    Piece(arrows[0], "turn"),
                    value,
                    Piece(arrows[1], "turn"),
                    Piece(f" {label('form.differs')}" if marked else "", "warning"),
                )
            ]
        )

    def action_step(self, way: int) -> None:
        self.row.step(way)

    def on_click(self) -> None:
        if self.has_focus:
            self.row.step(1)

    def on_key(self, event: Key) -> None:
        """Digits make a number."""
        sign = event.character or ""
        if not (sign.isascii() and sign.isdigit()):
            return
        event.stop()
        event.prevent_default()
        numbers = {value for value, _ in self.row.values if type(value) is int}
        self._typed += sign
        if int(self._typed) not in numbers and not any(
            str(one).startswith(self._typed) for one in numbers
        ):
            self._typed = sign
        if int(self._typed) in numbers:
            self.row.put(int(self._typed))


class Typed(Row):
    """A text that is typed."""

    DEFAULT_CSS = """
    Typed > Horizontal { height: 1; }
    Typed > Horizontal > Drawn { width: 25; }
    Typed > Horizontal > Input {
        width: 1fr; border: none; height: 1; padding: 0; background: $surface; color: $foreground;
    }
    Typed > Horizontal > Input:focus { border: none; background: $panel; text-style: bold; }
    """

    def __init__(self, name: str, text: str, value: str, about: str = "") -> None:
        super().__init__(name, text, about)
        self._first = value

    def compose(self) -> Iterator[Widget]:
        """A label, the text, and the complaint."""
        with Horizontal():
            yield Drawn()
            # Blinking costs a hundred kilobytes a minute on a line (transport.md).
            box = Input(self._first, compact=True, select_on_focus=False)
            box.cursor_blink = False
            yield box
        complaint = Drawn()
        complaint.add_class("complaint")
        yield complaint

    def on_mount(self) -> None:
        self._show(here=False)

    def on_descendant_focus(self) -> None:
        self._show(here=True)

    def on_descendant_blur(self) -> None:
        self._show(here=False)

    def _show(self, *, here: bool) -> None:
        mark = Piece(f"{'>' if here else ' '} ", "turn")
        text = Piece(f"{self.text:<{LABEL_CELLS}}", "turn" if here else "plain")
        self.query_one("Horizontal > Drawn", Drawn).draw([(mark, text)])

    @property
    def value(self) -> str:
        """What has been typed."""
        return self.query_one(Input).value


class Go(Row):
    """What the form is for."""

    DEFAULT_CSS = """
    Go { margin: 1 0; }
    """

    def compose(self) -> Iterator[Widget]:
        """A line like a button, and what went wrong."""
        yield GoLine(self)
        complaint = Drawn()
        complaint.add_class("complaint")
        yield complaint

    def take_focus(self) -> None:
        self.query_one(GoLine).focus()


class GoLine(Drawn, can_focus=True):
    """The line of a `Go`; Enter is the form's, whichever row has the focus."""

    class Pressed(Message):
        """It was clicked."""

    def __init__(self, row: Go) -> None:
        super().__init__()
        self.row = row

    def on_mount(self) -> None:
        self._show(here=False)

    def on_focus(self) -> None:
        self._show(here=True)

    def on_blur(self) -> None:
        self._show(here=False)

    def on_click(self) -> None:
        self.post_message(self.Pressed())

    def _show(self, *, here: bool) -> None:
        text = Piece(f"[ {self.row.text} ]", "picked" if here else "strong")
        self.draw([(Piece(f"{'>' if here else ' '} ", "turn"), text)])
