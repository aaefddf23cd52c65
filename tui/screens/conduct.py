"""One evening at a time, led over the screens: started, shown, heard, left.

Apart from the application, so that its first screen is painted before a table is loaded.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState

from net.messages import Kind
from net.updates import Alarm, Began, BrokenOff, Closed, LobbyChanged, Seated, Settled, Update
from tui.faults import explained
from tui.inviting import guess_line, joining_lines
from tui.screens.evenings import evening_for
from tui.screens.labels import label
from tui.screens.lobby import LobbyScreen
from tui.screens.pages import Page, PageScreen
from tui.screens.place import Place
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.words import CLEAN_ENDINGS, farewell, sentence

if TYPE_CHECKING:
    from net.evening import Evening
    from tui.app import StammtischApp
    from tui.options import Invite
    from tui.screens.form import Form

log = logging.getLogger("stammtisch.screen")


class Conduct:
    """What the application does about the present evening; `evening` is None at home."""

    def __init__(self, app: StammtischApp) -> None:
        self.app = app
        self.evening: Evening | None = None
        self._form: Form | None = None
        self._rung = False

    # Starting

    def begin(self, invite: Invite, form: Form | None = None) -> None:
        """Start an evening; when that fails the form it came from says why, with nothing lost."""
        self._form = form
        self.app.trouble = ""
        evening = evening_for(invite, self.app.options)
        self.adopt(evening)
        self.app.run_worker(
            evening.start(), name="start", group="evening", exclusive=True, exit_on_error=False
        )

    def adopt(self, evening: Evening) -> None:
        """This evening is the one that is shown; whatever its guest is told comes to the app."""
        self.evening = evening
        self._rung = False
        if evening.joining is not None:
            evening.joining.on_update = lambda update: self.app.pass_on(evening, update)

    async def worked(self, event: Worker.StateChanged) -> None:
        """What came of starting an evening; a fault is a sentence, not the end of the program."""
        if event.state is WorkerState.SUCCESS:
            await self._opened()
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            await self._failed(event.worker.error)

    async def _opened(self) -> None:
        if self._form is not None:
            self._form.started()
            self._form = None
        self.app.failing = False
        if self.evening is not None and self.evening.joining is None:
            lines = [f"  {each}" for each in joining_lines(self.evening)]
            lines += ["", guess_line(self.evening)]
            await self.app.show(PageScreen(Page(label("lobby.hosting"), tuple(lines))))

    async def _failed(self, fault: BaseException) -> None:
        from tui.screens.forms import form_for

        known = explained(fault)
        if known is None:
            log.error("an evening could not start", exc_info=fault)
        text = label("trouble", what=type(fault).__name__) if known is None else known[0]
        self.evening = None
        self.app.trouble = text
        form, self._form = self._form, None
        if form is None and self.app.first is not None:
            self.app.failing = True
            form = form_for(self.app.first, self.app.options)
            if form is None:
                self.app.go_home()
            else:
                await self.app.push_screen(form)
        if form is not None:
            form.failed(text)

    # What the guest is told

    async def hear(self, evening: Evening, update: Update) -> None:
        """Show the screen that goes with it, then let every open screen of the evening know."""
        if evening is not self.evening:
            return
        match update:
            case Began():
                await self._begin_match(evening)
            case LobbyChanged() | Seated() if not (self._at_table() or self._alone(evening)):
                await self.show_lobby()
            case Closed():
                self._part(evening, update)
                return
            case _:
                pass
        for screen in self.app.screen_stack:
            if isinstance(screen, Place) and screen.is_mounted:
                screen.take(update)
        signs = self.app.signs
        match update:
            case Settled(over=True):
                self.app.push_screen(ResultScreen(evening, signs))
            case BrokenOff():
                self.app.push_screen(ResultScreen(evening, signs, update.cause))
            case Alarm():
                self.app.bell()
            case _:
                pass
        self._ring(evening)

    def _ring(self, evening: Evening) -> None:
        """One bell when the turn comes while the person looks elsewhere."""
        mine = evening.guest.on_turn
        if mine and not self._rung and not self.app.app_focus:
            self.app.bell()
        self._rung = mine

    async def _begin_match(self, evening: Evening) -> None:
        """The table; a result that is still being read stays on top of it."""
        stack = self.app.screen_stack
        table = next((one for one in stack if isinstance(one, TableScreen)), None)
        if table is None:
            await self.app.show(TableScreen(evening, self.app.signs))
            return
        table.picking.clear()
        while isinstance(self.app.screen, ResultScreen) and self.app.screen.wished:
            self.app.pop_screen()

    def _alone(self, evening: Evening) -> bool:
        """Whether nobody else can come, so that there is nothing to wait for in a lobby."""
        solo = evening.setup is not None and evening.setup.alone
        return solo and evening.guest.match is None

    def _at_table(self) -> bool:
        return any(isinstance(one, TableScreen | LobbyScreen) for one in self.app.screen_stack)

    async def show_lobby(self) -> None:
        """The table before and between matches."""
        if self.evening is not None:
            await self.app.show(LobbyScreen(self.evening, self.app.signs))

    # Leaving

    def _part(self, evening: Evening, closed: Closed) -> None:
        """The table is gone: home, with the reason."""
        self.app.trouble = farewell(closed.reason, closed.detail)
        fine = evening.guest.match is not None or closed.reason in CLEAN_ENDINGS
        self.app.failing = self.app.first is not None and not fine
        self.leave()

    def question(self) -> str:
        """What to ask before leaving; empty where no match is left in the middle."""
        evening = self.evening
        if evening is None:
            return ""
        hosting = evening.hosting
        running = hosting is not None and hosting.table.running
        if running and evening.journal is not None:
            return label("leave.resumable", table=evening.journal.name)
        if evening.joining is None:
            return label("leave.hosting")
        guest = evening.guest
        running = guest.match is not None and guest.match.turn is not None and not guest.ended
        if not running or guest.seat < 0:
            return ""
        if not guest.rights:
            return sentence("leave_running")
        people = [kind for kind in guest.kinds if kind is Kind.PERSON]
        return label("leave.hosting" if len(people) > 1 else "leave.alone")

    def leave(self) -> None:
        """Leave the table and go home."""
        self.give_up()
        evening, self.evening = self.evening, None
        if evening is not None:
            self.app.run_worker(evening.close(), name="close", group="close", exit_on_error=False)
        self.app.go_home()

    def give_up(self) -> None:
        """Whoever leaves on purpose keeps nobody waiting; a lost terminal keeps the seat."""
        if self.evening is not None and self.evening.joining is not None:
            self.evening.guest.give_up()
            self.evening.joining.flush()

    async def close(self) -> None:
        """The table is told before the program goes."""
        evening, self.evening = self.evening, None
        if evening is not None:
            await evening.close()
