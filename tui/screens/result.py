"""How a match ended: the last plays, the standings with their reasons, and what next."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from net.updates import Began, Judged, Kept, LobbyChanged, NotKept, Said, Update, WishRefused
from tui.people import chat_line, evening_lines
from tui.plain_table import story
from tui.screens import pages
from tui.screens.evening_place import EveningPlace
from tui.screens.labels import label
from tui.screens.place import keys_of, too_small
from tui.screens.sheet import reasons, standings
from tui.sentences import CATALOG
from tui.telling import counts_points, winners_line
from tui.verdicts import record_line, unchecked_line, verdict_line, words_line
from tui.widgets.drawing import Drawn, Line, Piece, line, wrap
from tui.widgets.keys import hint, key_line
from tui.widgets.middle import card_lines, gauge_lines, note_text, pile_line
from tui.widgets.signs import CARD_LINES
from tui.words import sentence, sorry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from net.evening import Evening
    from tui.widgets.signs import Signs

HOW_NOTES = 4
LEAST_CELLS = 60


class ResultScreen(EveningPlace):
    """Stays until a key is pressed, whatever happens at the table meanwhile."""

    DEFAULT_CSS = """
    ResultScreen > #result { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("result"),
        *keys_of("evening"),
        *keys_of("anywhere"),
        Binding("enter", "go_on", show=False),
    ]

    def __init__(self, evening: Evening, signs: Signs, cause: int | None = None) -> None:
        """`cause` is who broke the match off, for a match that was not played to its end."""
        super().__init__()
        self.evening = evening
        self.signs = signs
        self.cause = cause
        self.wished = False
        self._said = ""
        unchecked = unchecked_line(evening.guest)
        self._kept = [unchecked] if unchecked else []
        self._top = 0
        self._next = False
        # Read now: the next match may begin behind this screen.
        guest = evening.guest
        self._pile = [
            line(*card, "  ", *gauge)
            for card, gauge in zip_longest(
                card_lines(guest, signs), gauge_lines(guest, signs, LEAST_CELLS), fillvalue=()
            )
        ]
        self._short_pile = pile_line(guest, signs)
        self._how = [note_text(guest, signs, note) for note in list(guest.journal)[-HOW_NOTES:]]
        self._places = standings(guest, signs)
        match = guest.match
        # The reasons stand beside the places where a match is one round.
        counts = match is not None and match.sheet and counts_points(match)
        self._round = reasons(guest, signs, match) if match is not None and counts else []
        self._winners = self._won()
        self._story = label("result.story", story=story(guest))

    def compose(self) -> Iterator[Widget]:
        """Everything in one drawing, what was said last, the keys."""
        yield Drawn(id="result")
        yield Drawn(id="said")
        yield Drawn(id="keys")
        yield too_small()

    def _won(self) -> str:
        guest = self.evening.guest
        match = guest.match
        if match is None or match.settlement is None or not match.over:
            return ""
        why = note_text(guest, self.signs, match.sheet[-1].outcome.why)
        return f"{winners_line(match, guest.names, guest.seat)} {why}"

    def redraw(self) -> None:
        """Who came where and why, then the table as it stood at the end."""
        if self.small or not self.is_mounted:
            return
        cells, rows = self.room.width, max(1, self.room.height - 2)
        heading = "result.over" if self.cause is None else "result.broken"
        lines: list[Line] = [line(Piece(f" {label(heading)}", "turn")), ()]
        if self.cause is not None:
            lines += [line(f" {self._broken()}"), ()]
        if self._winners:
            lines += [(Piece(f" {each}", "strong"),) for each in wrap(self._winners, cells - 2)]
            lines.append(())
        for each in self._places:
            lines += [(Piece(f"  {part}"),) for part in wrap(each, cells - 3, "   ")]
        if self._round:
            lines.append(())
            for each in self._round:
                lines += [(Piece(f" {part}"),) for part in wrap(each.strip(), cells - 3, "   ")]
        how: list[Line] = [(), line(Piece(f" {label('result.how')}", "dim"))]
        for text in self._how:
            how += [(Piece(f"  {each}"),) for each in wrap(text, cells - 3)]
        for text in (self._story, *self._kept, *evening_lines(self.evening.guest)):
            how += [(Piece(f"  {each}", "dim"),) for each in wrap(text, cells - 3)]
        roomy = rows - len(lines) - len(how) > CARD_LINES
        how += [(), *self._pile] if roomy else [line(" ", *self._short_pile)]
        lines += [line(" ", *each) for each in how]
        self._top = max(0, min(self._top, len(lines) - rows))
        self.query_one("#result", Drawn).draw(lines[self._top : self._top + rows])
        self.query_one("#said", Drawn).draw([line(Piece(f" {self._said}", "warning"))])
        keys = self._keys()
        if len(lines) > rows:
            keys.insert(1, ("Up Down", label("hint.scroll")))
        self.query_one("#keys", Drawn).draw([key_line(keys, cells)])

    def _broken(self) -> str:
        return CATALOG.get(f"cause.{self.cause}", sentence("broken_off"))

    def _keys(self) -> list[tuple[str, str]]:
        sheet = [hint("sheet")] if self._round else []
        first = ("Enter", label("hint.table")) if self._next else hint("rematch")
        return [
            first,
            hint("lobby"),
            *sheet,
            hint("rules"),
            hint("quit"),
            hint("menu"),
            hint("say"),
        ]

    def take(self, update: Update) -> None:
        """An answer to what was wished here, and what people say, are said here."""
        self.hear_people(update)
        if isinstance(update, WishRefused):
            match = self.evening.guest.match
            game = None if match is None else match.game
            self.wished = False
            self._said = sorry(update.word, update.reason, update.detail, game)
            self.redraw()
        elif isinstance(update, Judged):
            guest = self.evening.guest
            self._kept += [verdict_line(update.verdict, guest), words_line(update.verdict)]
            self.redraw()
        elif isinstance(update, Kept | NotKept):
            self._kept.append(record_line(update))
            self.redraw()
        elif isinstance(update, Said):
            self._said = chat_line(update.line)
            self.redraw()
        elif isinstance(update, LobbyChanged):
            self.redraw()
        elif isinstance(update, Began):
            self._next = True
            self._said = label("result.next")
            self.redraw()

    def key_up(self) -> None:
        self._top -= 1
        self.redraw()

    def key_down(self) -> None:
        self._top += 1
        self.redraw()

    def action_go_on(self) -> None:
        """To a match that has begun meanwhile; Enter alone begins none, it may be a stray one."""
        if self._next:
            self.dismiss()
        else:
            self._said = label("result.choose", key=hint("rematch")[0])
            self.redraw()

    def action_rematch(self) -> None:
        """Another match: the host begins it, everybody else says ready."""
        if self._next:
            self.dismiss()
            return
        guest = self.evening.guest
        self.wished = True
        guest.wish("again" if guest.rights else "ready")
        self.program.flush()
        if not guest.rights:
            self._said = label("result.waiting")
            self.redraw()

    async def action_lobby(self) -> None:
        await self.program.conduct.show_lobby()

    def action_sheet(self) -> None:
        """Every round of the match that is over, as long as the next one has not begun."""
        each = pages.scores_pages(self.evening.guest, self.signs, self.room.width - 2)
        self.app.push_screen(pages.PageScreen(*each))

    def action_rules(self) -> None:
        match = self.evening.guest.match
        game, rules = (None, None) if match is None else (match.game, match.rules)
        self.app.push_screen(pages.PageScreen(pages.help_page("result", game, rules, self.signs)))
