"""The table: a few widgets that draw moves, zones and events of whatever game is played.

Nothing here knows a game. What others do is drawn and never touches what the person has chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.events import Click, Key

from core.errors import IllegalMove
from core.moves import Move, Verb
from net.updates import (
    Alarm,
    Attended,
    ClockMoved,
    Happened,
    Judged,
    Offline,
    Refused,
    Said,
    Seated,
    Settled,
    TimeIsShort,
    Update,
    WayChanged,
    WishRefused,
)
from net.witness import Finding
from tui.entries import drawn, held
from tui.people import chat_line
from tui.roads import way_line
from tui.screens import pages
from tui.screens.evening_place import EveningPlace
from tui.screens.labels import label
from tui.screens.place import keys_of, too_small
from tui.telling import signed
from tui.verdicts import verdict_line
from tui.widgets.drawing import Drawn, Line, Piece
from tui.widgets.foot import RoundDone, Standing, Told, foot_lines, range_text, seconds_left
from tui.widgets.hand import HandDrawing, hand_drawing
from tui.widgets.header import header_line
from tui.widgets.middle import (
    card_lines,
    gauge_lines,
    journal_lines,
    note_text,
    open_lines,
    pile_line,
)
from tui.widgets.picking import Picking
from tui.widgets.plan import Plan, plan
from tui.widgets.seats import seat_lines
from tui.widgets.signs import Signs
from tui.widgets.trick import Tricks, takes_tricks, trick_line, trick_lines
from tui.words import alarm, called, sentence, sorry, why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from core.game import Game
    from net.evening import Evening
    from net.guest import Guest

PARTS = ("header", "seats", "pile", "card", "trick", "gauges", "open", "journal", "hand", "foot")
TICK = 5
"""Seconds between two numbers of a countdown: few enough bytes for a slow line."""


class TableScreen(EveningPlace):
    """One match, from the seat of one person or from none."""

    DEFAULT_CSS = """
    TableScreen > Drawn { position: absolute; }
    TableScreen > Drawn.-absent { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("table"),
        *keys_of("evening"),
        *keys_of("anywhere"),
    ]

    def __init__(self, evening: Evening, signs: Signs) -> None:
        super().__init__()
        self.evening = evening
        self.signs = signs
        self.picking = Picking()
        self.standing = Standing()
        self.tricks = Tricks()
        self._plan: Plan | None = None
        self._hand = HandDrawing()
        self._on_turn = False
        self._held: frozenset[int] = frozenset()

    @property
    def guest(self) -> Guest:
        """The person's end of the table."""
        return self.evening.guest

    @property
    def _latency(self) -> float | None:
        """How long the host takes to answer, in seconds; None for a table of this program."""
        return None if self.evening.joining is None else self.evening.joining.latency

    def compose(self) -> Iterator[Widget]:
        """The parts; where they lie is decided when the size is known."""
        for part in PARTS:
            yield Drawn(id=part)
        yield too_small()

    # Drawing

    def redraw(self) -> None:
        """Draw everything; what has not changed costs nothing."""
        if self.small or not self.is_mounted:
            return
        guest, signs = self.guest, self.signs
        self.picking.follow(guest)
        fresh = plan(guest, signs, self.picking, self.room.width, self.room.height)
        if fresh != self._plan:
            self._plan = fresh
            for part in PARTS:
                self._put(part, fresh)
        self._hand = hand_drawing(guest, signs, self.picking, fresh.hand.width, fresh.hand.height)
        self._draw("header", [header_line(guest, self._latency, fresh.header.width)])
        self._draw("seats", seat_lines(guest, signs, fresh.seats.width, fresh.seats.height))
        self._draw("pile", self._middle(fresh))
        self._draw("trick", self._trick(fresh))
        self._draw("card", card_lines(guest, signs))
        self._draw("gauges", gauge_lines(guest, signs, fresh.gauges.width))
        self._draw("open", open_lines(guest, signs, fresh.open.width))
        self._draw("journal", self._journal(fresh))
        self._draw("hand", self._hand.lines)
        self._draw("foot", foot_lines(guest, signs, self.picking, self.standing, fresh.foot.width))

    def _put(self, part: str, fresh: Plan) -> None:
        region = getattr(fresh, part)
        drawn = self.query_one(f"#{part}", Drawn)
        # By class: a style set here would also show it where there is no room for anything.
        drawn.set_class(not region.area, "-absent")
        styles = drawn.styles
        styles.offset = (region.x, region.y)
        styles.width, styles.height = region.width, region.height

    def _draw(self, part: str, lines: list[Line]) -> None:
        self.query_one(f"#{part}", Drawn).draw(lines)

    def _middle(self, fresh: Plan) -> list[Line]:
        """Where there is no room for boxes: gauges and the top of the pile, or the trick."""
        guest, signs, cells = self.guest, self.signs, fresh.pile.width
        lines: list[Line] = [(Piece(" "), *pile_line(guest, signs))]
        if takes_tricks(guest.match):
            lines.append((Piece(" "), *trick_line(guest, signs, self.tricks, cells - 1)))
        return lines

    def _trick(self, fresh: Plan) -> list[Line]:
        cells, rows = fresh.trick.size
        return trick_lines(self.guest, self.signs, self.tricks, cells, rows) if rows else []

    def _journal(self, fresh: Plan) -> list[Line]:
        cells, rows = fresh.journal.width, fresh.journal.height
        return journal_lines(self.guest, self.signs, cells, rows)

    # What happens at the table

    def take(self, update: Update) -> None:
        """Draw what is new; say what has to be said."""
        standing = self.standing
        if self.guest.on_turn and not self._on_turn:
            standing.told = None  # it was said of a moment that is over
        self._on_turn = self.guest.on_turn
        match update:
            case Offline():
                standing.offline = update
            case Seated():
                if standing.offline is not None:
                    standing.told = Told(label("online_again"), "success")
                standing.offline = None
            case Refused():
                self._tell(why(update.reason, update.values, self._game))
            case WayChanged():
                self._tell(way_line(update))
            case WishRefused():
                self._tell(sorry(update.word, update.reason, update.detail, self._game))
            case Alarm():
                standing.alarm = Told(alarm(update.reason), "error")
            case Said():
                standing.said = chat_line(update.line)
            case TimeIsShort():
                self._tell(sentence("time_is_short", seconds=update.seconds))
            case ClockMoved():
                self._tell(sentence("clock_moved"))
            case Attended():
                self._count_down(update.seat)
            case Judged() if update.verdict.finding is Finding.FAILED:
                failed = verdict_line(update.verdict, self.guest)
                standing.alarm = Told(failed, "error")
            case Happened():
                self.tricks.hear(update)
                self._look_at_hand()
            case Settled():
                self._round_over()
            case _:
                pass
        self.hear_people(update)
        self.redraw()

    @property
    def _game(self) -> Game | None:
        return None if self.guest.match is None else self.guest.match.game

    def _count_down(self, seat: int) -> None:
        """While somebody is waited for, the seconds go down in steps."""
        self.standing.waited.pop(seat, None)
        seconds = seconds_left(self.guest, {}, seat)
        if seconds > TICK:
            self.set_timer(TICK, lambda: self._tick(seat, seconds), name=f"seat {seat}")

    def _tick(self, seat: int, before: int) -> None:
        if seconds_left(self.guest, self.standing.waited, seat) != before:
            return
        left = self.standing.waited[seat] = before - TICK
        if left > TICK:
            self.set_timer(TICK, lambda: self._tick(seat, left), name=f"seat {seat}")
        self.redraw()

    def _round_over(self) -> None:
        """What everybody got in the round, until the next move of our own, Esc or the sheet.

        The next round is dealt at once and may be ours to begin, so nothing opens by itself.
        """
        match = self.guest.match
        if match is None or match.over or not match.sheet:
            return
        *earlier, row = match.sheet
        gone = earlier[-1].settlement.out if earlier else (False,) * match.seats
        points = tuple(
            (seat, called(seat, self.guest.names), signed(score.points))
            for seat, score in enumerate(row.outcome.scores)
            if not gone[seat]
        )
        self.standing.round = RoundDone(match.rounds_over, points)

    def _look_at_hand(self) -> None:
        """Remember which cards came into the hand, until our next move; a deal is no news."""
        before, self._held = self._held, held(self.guest.match, self.guest.seat)
        if fresh := drawn(before, self._held):
            self.standing.drew = fresh
        elif not before & self._held:
            self.standing.drew = ()

    def _tell(self, text: str) -> None:
        self.standing.told = Told(text)

    # Keys

    def on_key(self, event: Key) -> None:
        """Digits of a number that is asked for; a key also puts away what was told last."""
        self.standing.told = None
        self.standing.said = ""
        question = self.picking.question
        if question is None:
            return
        if not question.take(event.key, event.character or ""):
            return
        event.stop()
        event.prevent_default()
        self.redraw()

    def action_choose(self, number: int) -> None:
        """Pick the card of this number; the same digit again changes nothing, Enter plays.

        On a slow line a key is pressed twice by people who have not yet seen the first one.
        """
        self.picking.pick(number - 1)
        self.redraw()

    def action_left(self) -> None:
        self.picking.step(-1)
        self.redraw()

    def action_right(self) -> None:
        self.picking.step(1)
        self.redraw()

    def action_row_up(self) -> None:
        self._to_row(-1)

    def action_row_down(self) -> None:
        self._to_row(1)

    def _to_row(self, way: int) -> None:
        """The card above or below in a hand of several rows."""
        place = self.picking.place
        self.picking.pick(0 if place < 0 else place + way * self._hand.across)
        self.redraw()

    def action_hop(self) -> None:
        self.picking.hop(1)
        self.redraw()

    def action_sort(self) -> None:
        """The hand in another order; what is picked stays picked."""
        self._tell(label(f"order.{self.picking.sort(self.guest)}"))
        self.redraw()

    def action_draw(self) -> None:
        self._without_a_card(Verb.DRAW)

    def action_pass(self) -> None:
        self._without_a_card(Verb.PASS)

    def action_bid(self) -> None:
        self._without_a_card(Verb.BID, Verb.NAME)

    def _without_a_card(self, *verbs: Verb) -> None:
        """Draw, pass, bid or answer; what is not allowed now is refused in the game's words."""
        if self.picking.pick_word(*verbs):
            self.action_commit()
            return
        try:
            self.guest.play(Move(verbs[0]))
        except IllegalMove as refused:
            self._refuse(refused)
        self.redraw()

    def action_cancel(self) -> None:
        self.standing.alarm = self.standing.round = None
        self.picking.back()
        self.redraw()

    def action_commit(self) -> None:
        """Play what is picked, or ask what else must be said."""
        self.standing.told = None
        try:
            move = self.picking.commit(self.guest)
            if move is not None:
                self.guest.play(move)
                self.picking.question = self.standing.round = None
                self.standing.drew = ()
                self.program.flush()
        except IllegalMove as refused:
            self._refuse(refused)
        self.redraw()

    def _refuse(self, refused: IllegalMove) -> None:
        question = self.picking.question
        if refused.reason == "nothing_picked":
            owes = self.guest.owes
            self._tell(label("choose_first") if owes else why("not_your_turn"))
        elif refused.reason == "not_a_value" and question is not None:
            values = range_text(question.values)
            key = "not_a_value" if question.typed else "nothing_typed"
            self._tell(label(key, text=question.typed, range=values))
        else:
            self._tell(why(refused.reason, refused.values, self._game))

    def on_click(self, event: Click) -> None:
        """A click picks a card, a second one on the same card plays it."""
        hand = self.query_one("#hand", Drawn).region
        place = self._hand.hit(event.screen_x - hand.x, event.screen_y - hand.y)
        if place < 0:
            return
        if place == self.picking.place:
            self.action_commit()
        else:
            self.action_choose(place + 1)

    def action_why(self) -> None:
        self._open(pages.why_page(self.guest, self.signs, self.picking))

    def action_scores(self) -> None:
        self.standing.round = None
        self.redraw()
        self._open(*pages.scores_pages(self.guest, self.signs, self.room.width - 2))

    def action_journal(self) -> None:
        self._open(pages.journal_page(self.guest, self.signs))

    def action_rules(self) -> None:
        match = self.guest.match
        if match is not None:
            self._open(pages.help_page("table", match.game, match.rules, self.signs))

    def action_repeat(self) -> None:
        """The last thing that happened, once more."""
        if self.guest.journal:
            text = note_text(self.guest, self.signs, self.guest.journal[-1])
            self.standing.told = Told(text, "success")
        self.redraw()

    def _open(self, *each: pages.Page) -> None:
        self.app.push_screen(pages.PageScreen(*each))
