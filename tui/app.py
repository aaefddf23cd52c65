"""The application: what may be chosen anywhere, the first screen, and how the program is left.

Screens talk to the guest of the evening and to nothing else, so a table of one's own, a hosted
and a joined one are the same screens. What belongs to a table is loaded with the first one.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App, SystemCommand, get_system_commands_provider
from textual.binding import BindingType
from textual.message import Message

from tui import logbook, themes
from tui.screens.home import HomeScreen
from tui.screens.labels import label
from tui.screens.place import Place, keys_of
from tui.terminal import watched
from tui.widgets.signs import signs

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.worker import Worker

    from net.evening import Evening
    from net.updates import Update
    from tui.options import Invite, Options
    from tui.screens.conduct import Conduct

log = logging.getLogger("stammtisch.screen")


class Said(Message):
    """Something that the guest of the present evening was told."""

    def __init__(self, evening: Evening, update: Update) -> None:
        super().__init__()
        self.evening = evening
        self.update = update


class StammtischApp(App[int]):
    """All screens of one person."""

    TITLE = "Stammtisch"
    COMMANDS = {get_system_commands_provider}  # noqa: RUF012 - Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        one for one in keys_of("anywhere") if one.action == "app.quit"
    ]
    CSS = """
    CommandPalette { background: $background; }
    """

    def __init__(
        self, options: Options, first: Invite | None = None, *, no_colour: bool | None = None
    ) -> None:
        """`first` is started at once, in place of the home screen."""
        self.own_themes: list[str] = []
        bare = "NO_COLOR" in os.environ if no_colour is None else no_colour
        super().__init__(ansi_color=True if bare else None)
        self.options = options
        self.first = first
        self.signs = signs(options.ascii)
        self.trouble = ""
        self.failing = False
        self._conduct: Conduct | None = None
        self.animation_level = "none"
        for look in (*themes.built_in(), *self._own_looks()):
            self.register_theme(look.theme())
            self.own_themes.append(look.name)
        self.theme = options.theme if options.theme in self.available_themes else themes.DEFAULT

    def _own_looks(self) -> list[themes.Look]:
        looks, refused = themes.user_themes(self.options.config_dir / "themes")
        for one in refused:
            log.warning("%s", one.sentence)
        return looks

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The suits' colours for themes that have none; one set cannot serve both (11.4)."""
        return themes.default_variables(self.current_theme.dark)

    def get_system_commands(
        self,
        screen: Screen[object],  # noqa: ARG002 - the same everywhere
    ) -> Iterable[SystemCommand]:
        """Only what is ours: Textual's own palette writes pictures into the home folder (F1)."""
        yield SystemCommand(label("hint.rules"), label("palette.help"), self.action_rules)
        if self.evening is not None:
            yield SystemCommand(
                label("palette.home"), label("palette.home_help"), self.action_leave
            )
        for name in self.own_themes:
            yield SystemCommand(
                label("palette.theme", name=name),
                label("palette.theme_help"),
                lambda name=name: self.wear(name),
            )
        yield SystemCommand(
            label("palette.themes"), label("palette.theme_help"), self.search_themes
        )
        yield SystemCommand(label("hint.quit"), label("palette.quit_help"), self.action_quit)

    def wear(self, name: str) -> None:
        """Another theme, from now on."""
        self.theme = name

    def action_theme(self) -> None:
        self.search_themes()

    def action_rules(self) -> None:
        """Whatever help the present screen has."""
        screen = self.screen
        if isinstance(screen, Place):
            screen.action_rules()

    # The first screen, and evenings

    def get_default_screen(self) -> HomeScreen:
        """Home lies below everything else."""
        return HomeScreen()

    def on_mount(self) -> None:
        """What the command line asked for."""
        if self.first is not None:
            self.conduct.begin(self.first)

    @property
    def conduct(self) -> Conduct:
        """What is done about evenings; loaded with all of a table when first needed."""
        if self._conduct is None:
            from tui.screens.conduct import Conduct

            self._conduct = Conduct(self)
        return self._conduct

    @property
    def evening(self) -> Evening | None:
        """The present evening; None at home."""
        return None if self._conduct is None else self._conduct.evening

    def pass_on(self, evening: Evening, update: Update) -> None:
        """Called by the guest's line: the screens are changed by the app and by nobody else."""
        self.post_message(Said(evening, update))

    async def on_said(self, said: Said) -> None:
        """The guest was told something."""
        await self.conduct.hear(said.evening, said.update)

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What came of starting an evening."""
        if event.worker.group == "evening":
            await self.conduct.worked(event)

    def flush(self) -> None:
        """Send what the guest has to say."""
        if self.evening is not None and self.evening.joining is not None:
            self.evening.joining.flush()

    def call_me(self, name: str) -> None:
        """The name under which this person sits down from now on."""
        self.options = replace(self.options, name=name)

    def friends(self) -> frozenset[str]:
        """The keys that the person has listed; raises `WrongWords` for a list with a mistake."""
        from tui.friends import friends_of

        return friends_of(self.options.config_dir / "friends", ())

    async def show(self, screen: Place) -> None:
        """This screen on top of the home screen, and nothing between; painted once."""
        with self.batch_update():
            self.go_home()
            await self.push_screen(screen)

    def go_home(self) -> None:
        """The first screen, and nothing above it."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if isinstance(self.screen, HomeScreen):
            self.screen.redraw()

    # Leaving

    async def action_quit(self) -> None:
        """Leave the program; asked only where others would be left in the middle of a match."""
        self._ask(self._quit_if)

    def action_leave(self) -> None:
        """Leave the table and go home; asked as for quitting."""
        self._ask(self._leave_if)

    def _ask(self, then: Callable[[bool | None], None]) -> None:
        question = "" if self._conduct is None else self._conduct.question()
        if not question:
            then(True)
            return
        from tui.screens.ask import AskScreen

        if not isinstance(self.screen, AskScreen):
            self.push_screen(AskScreen(question), then)

    def _quit_if(self, sure: bool | None) -> None:
        """What the command line asked for and did not get is said once more, behind the screen."""
        if not sure:
            return
        if self._conduct is not None:
            self._conduct.give_up()
        if self.failing:
            self.exit(1, message=Text(self.trouble))
        else:
            self.exit(0)

    def _leave_if(self, sure: bool | None) -> None:
        if sure and self.evening is not None:
            self.conduct.leave()

    async def on_unmount(self) -> None:
        """The table is told before the program goes."""
        if self._conduct is not None:
            await self._conduct.close()

    def _fatal_error(self) -> None:
        """A fault of ours: everything about it to the log, one sentence to the person."""
        fault = self._exception
        text = logbook.note_crash(fault) if fault else ""
        self.panic(Text(text))


def run_app(options: Options, first: Invite | None = None) -> int:
    """Run the screens in this terminal; gives the exit code.

    Behind a screen nothing may be printed, so what the program notes goes to the log (11.8).
    """
    with logbook.kept():
        app = StammtischApp(options, first)
        code = asyncio.run(_run(app, options.mouse))
    return app.return_code or code or 0


async def _run(app: StammtischApp, mouse: bool) -> int | None:
    with watched(app.exit):
        return await app.run_async(mouse=mouse)
