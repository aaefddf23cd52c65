"""What every form does: rows that scroll, help for the focused one, complaints beside rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import DescendantFocus
from textual.widgets import Input

from core.errors import RulesError
from core.game import Game
from core.options import Value
from tui.options import Invite, Options
from tui.screens import pages
from tui.screens.labels import label
from tui.screens.place import Place, keys_of, too_small
from tui.widgets.drawing import Drawn, Piece, line, wrap
from tui.widgets.keys import key_line
from tui.widgets.rows import Changed, GoLine, Pick, Row, Typed

if TYPE_CHECKING:
    from textual.widget import Widget

    from tui.widgets.signs import Signs


HELP_ROWS: Final = 3


class FormFault(Exception):
    """A row that holds what cannot be, and the sentence about it."""

    def __init__(self, row: str, sentence: str) -> None:
        super().__init__(sentence)
        self.row = row
        self.sentence = sentence


class Form(Place):
    """Rows that scroll, what the row with the focus means, and the keys."""

    DEFAULT_CSS = """
    Form > VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    Form > #help { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("anywhere"),
        Binding("escape", "back", show=False, priority=True),
        Binding("enter", "go", show=False),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
    ]
    AUTO_FOCUS = None
    HEADING = "form.play"
    GO = "form.go_play"
    WAIT = "form.wait_play"

    def __init__(self, options_: Options, signs: Signs) -> None:
        super().__init__()
        self.given = options_
        self.signs = signs
        self._waiting = False
        self._complaint = ""

    def rows(self) -> Iterator[Widget]:
        """The rows in their order."""
        raise NotImplementedError

    def compose(self) -> Iterator[Widget]:
        """A heading, the rows, the help, the keys."""
        yield Drawn(id="title")
        with VerticalScroll(can_focus=False):
            yield from self.rows()
        yield Drawn(id="help")
        yield Drawn(id="keys")
        yield too_small()

    def on_mount(self) -> None:
        """The first row has the focus; a fault from before is said."""
        super().on_mount()
        self.query(Row).first().take_focus()
        if self._complaint:
            self.failed(self._complaint)

    def redraw(self) -> None:
        """Heading, help and keys for the present size."""
        cells = self.room.width
        self.query_one("#title", Drawn).draw([line(Piece(f" {label(self.HEADING)}", "turn"))])
        keys = [("Enter", label(self.GO)), ("Esc", label("hint.cancel"))]
        keys.append(("Up Down", label("hint.move")))
        if self.query(Pick):
            keys.append(("Left Right", label("hint.change")))
        self.query_one("#keys", Drawn).draw([key_line(keys, cells)])
        self._help()

    def _row_with_focus(self) -> Row | None:
        return next((row for row in self.query(Row) if row.has_focus_within), None)

    def _help(self) -> None:
        row = self._row_with_focus()
        text = label(self.WAIT) if self._waiting else self.about(row) if row else ""
        lines = wrap(text, self.room.width - 2, "")
        help_ = self.query_one("#help", Drawn)
        help_.styles.height = max(HELP_ROWS, len(lines))
        help_.draw([(Piece(f" {each}", "dim"),) for each in lines])

    def about(self, row: Row) -> str:
        """What a row means."""
        return row.about

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        self._help()

    def on_changed(self, changed: Changed) -> None:
        """Another value: what it means, and what else changes with it."""
        changed.row.complain("")
        self.react(changed.row)
        self._help()

    def react(self, row: Row) -> None:
        """Follow a row that has changed."""

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        self.action_go()

    def on_go_line_pressed(self, _event: GoLine.Pressed) -> None:
        self.action_go()

    def action_move(self, way: int) -> None:
        if way > 0:
            self.focus_next("PickLine, Input, GoLine")
        else:
            self.focus_previous("PickLine, Input, GoLine")

    def action_back(self) -> None:
        self.dismiss()

    def action_rules(self) -> None:
        self.app.push_screen(pages.PageScreen(pages.help_page("home", *self.game())))

    def game(self) -> tuple[Game | None, object]:
        """The game that is picked and its rules as they are set, if the form has one."""
        return None, None

    def action_go(self) -> None:
        """Make a wish of the rows; whatever is wrong is said beside its row."""
        if self._waiting:
            return
        for row in self.query(Row):
            row.complain("")
        try:
            self.done()
        except FormFault as fault:
            self._blame(fault.row, fault.sentence)
        except RulesError as fault:
            self._blame("seats" if fault.reason == "bad_seats" else "game", str(fault))

    def _blame(self, name: str, sentence: str) -> None:
        row = self.query_one(f"#row-{name}", Row)
        row.complain(sentence)
        row.take_focus()

    def done(self) -> None:
        """What the form is for; raises `FormFault` or `RulesError`."""
        raise NotImplementedError

    def begin(self, invite: Invite) -> None:
        """Start it; the form waits behind until it stands or fails."""
        self._waiting = True
        self._help()
        self.program.conduct.begin(invite, self)

    def started(self) -> None:
        """The evening stands."""
        self._waiting = False

    def failed(self, sentence: str) -> None:
        """The evening did not start: say why at the row that is to blame."""
        self._waiting = False
        self._complaint = sentence
        if self.is_mounted and self.query(Row):
            self._blame(self.blamed(), sentence)
            self._help()

    def blamed(self) -> str:
        """The row to blame when an evening does not start."""
        return "go"

    # Parts that forms share

    def pick(self, name: str) -> Value:
        """The value of a row that is picked."""
        return self.query_one(f"#row-{name}", Pick).value

    def text(self, name: str) -> str:
        """The text of a row that is typed."""
        return self.query_one(f"#row-{name}", Typed).value.strip()
