"""The first screen: what one can do, by arrows, digits or letters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from tui.screens.labels import label
from tui.screens.place import Place, keys_of, too_small
from tui.widgets.drawing import Drawn, Line, Piece, line, wrap
from tui.widgets.keys import hint, key_line
from tui.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.events import Click, Key
    from textual.widget import Widget

MENU = ("play", "host", "join", "rules", "quit")
TOP = 4


class HomeScreen(Place):
    """A short menu, and what went wrong last."""

    DEFAULT_CSS = """
    HomeScreen > #home { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("home"),
        *keys_of("anywhere"),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("enter,space", "enter", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def compose(self) -> Iterator[Widget]:
        """The menu and the keys."""
        yield Drawn(id="home")
        yield Drawn(id="keys")
        yield too_small()

    def redraw(self) -> None:
        """The menu for the present size."""
        cells = self.room.width
        suits = [self.program.signs.suit(suit) for suit in range(4)]
        spread = [piece for suit in suits for piece in (suit, Piece(" "))]
        lines: list[Line] = [
            (),
            line("  ", Piece(sentence("title"), "turn"), "   ", *spread),
            line("  ", Piece(sentence("tagline"), "dim")),
            (),
        ]
        for place, name in enumerate(MENU):
            here = place == self._at
            text = f" {place + 1}  {label(f'home.{name}')} "
            mark = Piece(" > " if here else "   ", "turn")
            lines.append((mark, Piece(text, "picked" if here else "plain")))
        lines.append(())
        trouble = wrap(self.program.trouble, cells - 4, "") if self.program.trouble else []
        lines += [line("  ", Piece(each, "warning")) for each in trouble]
        self.query_one("#home", Drawn).draw(lines)
        keys = [("Up Down", label("hint.move")), ("Enter", label("hint.pick"))]
        keys += [hint("rules"), hint("quit")]
        self.query_one("#keys", Drawn).draw([key_line(keys, cells)])

    def on_screen_resume(self) -> None:
        """What went wrong may be new."""
        if self.is_mounted and self.room.width:
            self.redraw()

    async def on_key(self, event: Key) -> None:
        """The numbers that stand in the menu, beyond those that are keys of an action."""
        if event.character in ("4", "5"):
            event.stop()
            self._at = int(event.character) - 1
            await self.action_enter()

    async def on_click(self, event: Click) -> None:
        """A click on an entry chooses it."""
        place = event.screen_y - TOP
        if 0 <= place < len(MENU):
            self._at = place
            await self.action_enter()

    def action_move(self, way: int) -> None:
        self._at = (self._at + way) % len(MENU)
        self.redraw()

    async def action_enter(self) -> None:
        await self.run_action(MENU[self._at])

    def action_play(self) -> None:
        from tui.screens.forms import PlayForm

        self.app.push_screen(PlayForm(self.program.options, self.program.signs))

    def action_host(self) -> None:
        from tui.screens.forms import HostForm

        self.app.push_screen(HostForm(self.program.options, self.program.signs))

    def action_join(self) -> None:
        from tui.screens.forms import JoinForm

        self.app.push_screen(JoinForm(self.program.options, self.program.signs))

    def action_rules(self) -> None:
        """The rules of every game, a page each, behind the one with the keys."""
        from core.game import games
        from tui.screens import pages
        from tui.telling import rules_text

        known = games().values()
        every = [
            pages.Page(game.title, pages.paragraphs(rules_text(game, game.rules).splitlines()))
            for game in known
        ]
        first = pages.help_page("home")
        titles = label("page.games", games=", ".join(game.title for game in known))
        first = replace(first, paragraphs=(*first.paragraphs, "", titles))
        self.app.push_screen(pages.PageScreen(first, *every))

    async def action_quit(self) -> None:
        await self.program.action_quit()
