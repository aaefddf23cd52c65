"""The application: one evening at a time, the screens over it, and what may be chosen anywhere.

Screens talk to the guest of the evening and to nothing else, so a table of one's own, a hosted
and a joined one are the same screens.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from logging.handlers import RotatingFileHandler
from typing import ClassVar

from rich.text import Text
from textual.app import App, SystemCommand, get_system_commands_provider
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from net.evening import Evening
from net.messages import Kind
from net.updates import Alarm, Began, BrokenOff, Closed, LobbyChanged, Seated, Settled, Update
from tui import themes
from tui.options import Invite, Options
from tui.screens.ask import AskScreen
from tui.screens.evenings import evening_for, trouble
from tui.screens.forms import Form, form_for
from tui.screens.home import HomeScreen
from tui.screens.labels import label
from tui.screens.lobby import LobbyScreen
from tui.screens.pages import Page, PageScreen
from tui.screens.place import Place, keys_of
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.widgets.signs import signs
from tui.words import CLEAN_ENDINGS, farewell, sentence

log = logging.getLogger("stammtisch.screen")

LOG_BYTES = 256 * 1024


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
        one for one in keys_of("anywhere") if one.action == "quit"
    ]
    CSS = """
    CommandPalette { background: $background; }
    """

    def __init__(
        self, options: Options, first: Invite | None = None, *, no_colour: bool | None = None
    ) -> None:
        """`first` is started at once, in place of the home screen."""
        import os

        self.own_themes: list[str] = []
        bare = "NO_COLOR" in os.environ if no_colour is None else no_colour
        super().__init__(ansi_color=True if bare else None)
        self.options = options
        self.first = first
        self.signs = signs(options.ascii)
        self.evening: Evening | None = None
        self.trouble = ""
        self._form: Form | None = None
        self._rung = False
        self._failing = False
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

    def get_system_commands(self, _screen: Screen[object]) -> Iterable[SystemCommand]:
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
            self.begin(self.first)

    def begin(self, invite: Invite, form: Form | None = None) -> None:
        """Start an evening; when that fails the form it came from says why, with nothing lost."""
        self._form = form
        self.trouble = ""
        evening = evening_for(invite, self.options)
        self.adopt(evening)
        self.run_worker(
            evening.start(), name="start", group="evening", exclusive=True, exit_on_error=False
        )

    def adopt(self, evening: Evening) -> None:
        """This evening is the one that is shown; whatever its guest is told comes here."""
        self.evening = evening
        self._rung = False
        if evening.joining is not None:
            evening.joining.on_update = lambda update: self._heard(evening, update)

    def _heard(self, evening: Evening, update: Update) -> None:
        self.post_message(Said(evening, update))

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What came of starting an evening; a fault is a sentence, not the end of the program."""
        worker = event.worker
        if worker.group != "evening":
            return
        if event.state is WorkerState.SUCCESS and worker.name == "start":
            await self._opened()
        elif event.state is WorkerState.ERROR and worker.error is not None:
            self._failed(worker.error)

    async def _opened(self) -> None:
        if self.evening is None:
            return
        if self._form is not None:
            self._form.started()
            self._form = None
        self._failing = False
        if self.evening.joining is None:
            lines = tuple(f"  {each}" for each in self.evening.invitation)
            await self._to(PageScreen(Page(label("lobby.hosting"), lines)))

    def _failed(self, fault: BaseException) -> None:
        text = trouble(fault)
        if text is None:
            log.error("an evening could not start", exc_info=fault)
            text = label("trouble", what=type(fault).__name__)
        self.evening = None
        self.trouble = text
        self._failing = self.first is not None
        form, self._form = self._form, None
        if form is None and self.first is not None:
            form = form_for(self.first, self.options)
            self.push_screen(form)
        if form is not None:
            form.failed(text)

    def call_me(self, name: str) -> None:
        """The name under which this person sits down from now on."""
        self.options = replace(self.options, name=name)

    def friends(self) -> frozenset[str]:
        """The keys that the person has listed as friends."""
        return frozenset()

    def flush(self) -> None:
        """Send what the guest has to say."""
        if self.evening is not None and self.evening.joining is not None:
            self.evening.joining.flush()

    # What the guest is told

    async def on_said(self, said: Said) -> None:
        """Show the screen that goes with it, then let every open screen of the evening know."""
        evening, update = said.evening, said.update
        if evening is not self.evening:
            return
        match update:
            case Began():
                await self._begin_match(evening)
            case LobbyChanged() | Seated() if not (self._at_table() or self._alone()):
                await self._to(LobbyScreen(evening, self.signs))
            case Closed():
                self._part(update)
                return
            case _:
                pass
        for screen in self.screen_stack:
            if isinstance(screen, Place) and screen.is_mounted:
                screen.take(update)
        match update:
            case Settled():
                self.push_screen(ResultScreen(evening, self.signs, over=update.over))
            case BrokenOff():
                self.push_screen(ResultScreen(evening, self.signs, over=True, cause=update.cause))
            case Alarm():
                self.bell()
            case _:
                pass
        self._ring(evening)

    def _ring(self, evening: Evening) -> None:
        """One bell when the turn comes while the person looks elsewhere."""
        mine = evening.guest.on_turn
        if mine and not self._rung and not self.app_focus:
            self.bell()
        self._rung = mine

    async def _begin_match(self, evening: Evening) -> None:
        """The table; a result that is still being read stays on top of it."""
        table = next((one for one in self.screen_stack if isinstance(one, TableScreen)), None)
        if table is None:
            await self._to(TableScreen(evening, self.signs))
            return
        table.picking.clear()
        while isinstance(self.screen, ResultScreen) and self.screen.wished:
            self.pop_screen()

    def _alone(self) -> bool:
        """Whether nobody else can come, so that there is nothing to wait for in a lobby."""
        evening = self.evening
        if evening is None or evening.setup is None or evening.guest.match is not None:
            return False
        return evening.setup.listen is None

    def _at_table(self) -> bool:
        return any(isinstance(one, TableScreen | LobbyScreen) for one in self.screen_stack)

    def _part(self, closed: Closed) -> None:
        self.trouble = farewell(closed.reason, closed.detail)
        evening, self.evening = self.evening, None
        finished = evening is not None and evening.guest.match is not None
        self._failing = self.first is not None and not (finished or closed.reason in CLEAN_ENDINGS)
        if evening is not None:
            self.run_worker(evening.close(), name="close", group="close", exit_on_error=False)
        self._home()

    async def _to(self, screen: Place) -> None:
        """This screen on top of the home screen, and nothing between; painted once."""
        with self.batch_update():
            self._home()
            await self.push_screen(screen)

    def _home(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if isinstance(self.screen, HomeScreen):
            self.screen.redraw()

    async def show_lobby(self) -> None:
        """The table before and between matches."""
        if self.evening is not None:
            await self._to(LobbyScreen(self.evening, self.signs))

    # Leaving

    def others_wait(self) -> bool:
        """Whether a running match with other people would be left."""
        evening = self.evening
        if evening is None or evening.joining is None:
            return evening is not None
        guest = evening.guest
        running = guest.match is not None and guest.match.turn is not None and not guest.ended
        people = [
            seat
            for seat, kind in enumerate(guest.kinds)
            if kind is Kind.PERSON and seat != guest.seat
        ]
        return running and guest.seat >= 0 and bool(people)

    async def action_quit(self) -> None:
        """Leave the program; asked only where others would be left in the middle of a match."""
        if self.others_wait() and not isinstance(self.screen, AskScreen):
            self.push_screen(AskScreen(sentence("leave_running")), self._quit_if)
            return
        self.leave()

    def leave(self) -> None:
        """End the program; what the command line asked for and did not get is said once more."""
        if self._failing:
            self.exit(1, message=Text(self.trouble))
        else:
            self.exit(0)

    def _quit_if(self, sure: bool | None) -> None:
        if sure:
            self.exit(0)

    def action_leave(self) -> None:
        """Leave the table and go home; asked as for quitting."""
        if self.others_wait():
            self.push_screen(AskScreen(sentence("leave_running")), self._leave_if)
        else:
            self._leave_if(sure=True)

    def _leave_if(self, sure: bool | None) -> None:
        evening = self.evening
        if not sure or evening is None:
            return
        self.evening = None
        self.run_worker(evening.close(), name="close", group="close", exit_on_error=False)
        self._home()

    async def on_unmount(self) -> None:
        """The table is told before the program goes."""
        evening, self.evening = self.evening, None
        if evening is not None:
            await evening.close()

    def _fatal_error(self) -> None:
        """A fault of ours: everything about it to the log, one sentence to the person."""
        log.critical("the screen failed", exc_info=self._exception)
        self.panic(Text(label("crashed", file=str(log_file(self.options)))))


def log_file(options: Options) -> str:
    """Where the log is."""
    return str(options.state_dir / "stammtisch.log")


def _keep_log(options: Options) -> logging.Handler:
    """Behind a screen nothing may be printed, so everything goes to a file (11.8)."""
    options.state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = RotatingFileHandler(
        log_file(options), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8"
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler


def run_app(options: Options, first: Invite | None = None) -> int:
    """Run the screens in this terminal; gives the exit code."""
    handler = _keep_log(options)
    try:
        app = StammtischApp(options, first)
        code = app.run(mouse=options.mouse)
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    if app.return_code:
        return app.return_code
    return code or 0
