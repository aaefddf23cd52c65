"""What the lobby, the table and the result have in common: the people of one evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.updates import LobbyChanged, Said
from tui.screens.menu import MenuScreen
from tui.screens.place import Place
from tui.screens.talk import TalkScreen
from tui.steering import Entry, carry_out, entries

if TYPE_CHECKING:
    from net.evening import Evening
    from net.updates import Update


class EveningPlace(Place):
    """A screen of an evening, with the menu and the chat of its table."""

    evening: Evening

    def action_menu(self) -> None:
        """What can be done about people, pauses and votes."""
        self.app.push_screen(MenuScreen(entries(self.evening.guest)), self._carry_out)

    def _carry_out(self, entry: Entry | None) -> None:
        if entry is not None:
            carry_out(self.evening.guest, entry)
            self.program.flush()
        self.redraw()

    def action_say(self) -> None:
        """A line of chat."""
        self.app.push_screen(TalkScreen(self.evening.guest), self._say)

    def _say(self, text: str | None) -> None:
        if text and text.strip():
            self.evening.guest.say(text)
            self.program.flush()
        self.redraw()

    def hear_people(self, update: Update) -> None:
        """Let an open line of chat show what others say meanwhile."""
        top = self.app.screen
        if isinstance(update, Said | LobbyChanged) and isinstance(top, TalkScreen):
            top.redraw()
