"""What every screen has in common: keys out of the one list, and a sentence when too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual.binding import Binding
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tui.actions import Where, offered
from tui.widgets.drawing import Drawn, Piece
from tui.words import sentence

if TYPE_CHECKING:
    from net.updates import Update
    from tui.app import StammtischApp

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 12
OF_THE_APP: Final = frozenset({"theme", "quit"})


def keys_of(where: Where) -> list[Binding]:
    """A binding for each action of a place; numbered ones tell which key it was."""
    bindings: list[Binding] = []
    for one in offered(where):
        if one.where != where:
            continue
        if one.id == "choose":
            bindings += [
                Binding(key, f"choose({int(key) or 10})", one.words, show=False) for key in one.keys
            ]
            continue
        keys = ",".join(one.keys)
        does = f"app.{one.id}" if one.id in OF_THE_APP else one.id
        bindings.append(Binding(keys, does, one.words, show=False, id=f"{where}.{one.id}"))
    return bindings


class Place(Screen[None]):
    """A screen that gives way to one sentence where there is no room for it."""

    DEFAULT_CSS = """
    Place { background: $background; color: $foreground; overflow: hidden; }
    Place > #too-small { display: none; width: 100%; height: 1fr; }
    Place.-small > * { display: none; }
    Place.-small > #too-small { display: block; }
    """
    AUTO_FOCUS: ClassVar[str | None] = None

    @property
    def program(self) -> StammtischApp:
        """The application, as what it is."""
        return cast("StammtischApp", self.app)

    @property
    def small(self) -> bool:
        """Whether there is no room."""
        return self.room.width < LEAST_WIDTH or self.room.height < LEAST_HEIGHT

    @property
    def room(self) -> Size:
        """The size, also before the first layout, so that the first paint is right."""
        return self.size or self.app.size

    def on_resize(self, event: Resize) -> None:
        """Say so when it is too small, and come back when it is not."""
        self.set_class(self.small, "-small")
        notice = self.query_one("#too-small", Drawn)
        if self.small:
            text = sentence(
                "too_small",
                width=LEAST_WIDTH,
                height=LEAST_HEIGHT,
                has_width=event.size.width,
                has_height=event.size.height,
            )
            notice.draw([(Piece(text),)])
        else:
            self.redraw()

    def on_mount(self) -> None:
        """Draw before the first paint."""
        if not self.small:
            self.redraw()

    def redraw(self) -> None:
        """Draw everything for the present size."""

    def action_rules(self) -> None:
        """The help of this screen."""

    def take(self, update: Update) -> None:
        """Something has happened at the table."""


def too_small() -> Drawn:
    """The sentence that each screen carries and hides."""
    return Drawn(id="too-small")
