"""Pages of text: rules and keys, scores, the whole journal, what each card does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from core import options
from core.moves import CHANCE
from net.updates import Happened, Settled, Update
from tui.actions import Where, help_lines
from tui.screens.labels import label
from tui.screens.place import Place, keys_of, too_small
from tui.widgets.drawing import Drawn, Line, Piece, line, wrap
from tui.widgets.hand import entry_face, foreseen
from tui.widgets.keys import key_line
from tui.widgets.middle import note_text
from tui.widgets.picking import Picking
from tui.widgets.seats import start_chips
from tui.words import called, sentence, why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from core.game import Game
    from net.guest import Guest
    from tui.widgets.signs import Signs


@dataclass(frozen=True, slots=True)
class Page:
    """A heading and its paragraphs; a paragraph that begins with blanks keeps its lines."""

    title: str
    paragraphs: tuple[str, ...]
    at_end: bool = False


class PageScreen(Place):
    """One page, scrolled by lines; the table goes on behind it."""

    DEFAULT_CSS = """
    PageScreen > #page { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("anywhere"),
        Binding("escape,enter,space", "back", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "scroll(-9999)", show=False),
        Binding("end", "scroll(9999)", show=False),
    ]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._top = 9999 if page.at_end else 0
        self._turn = False

    def compose(self) -> Iterator[Widget]:
        """A heading, the text, the keys."""
        yield Drawn(id="title")
        yield Drawn(id="page")
        yield Drawn(id="keys")
        yield too_small()

    def redraw(self) -> None:
        """The part of the page that is in view."""
        cells, rows = self.room.width, max(1, self.room.height - 2)
        lines = page_lines(self.page, cells - 2)
        self._top = max(0, min(self._top, len(lines) - rows))
        self.query_one("#title", Drawn).draw([line(Piece(f" {self.page.title}", "turn"))])
        shown = [line(" ", *each) for each in lines[self._top : self._top + rows]]
        self.query_one("#page", Drawn).draw(shown)
        keys = [("Esc", label("hint.cancel"))]
        if len(lines) > rows:
            keys.append(("Up Down PgUp PgDn", label("hint.scroll")))
        foot = key_line(keys, cells)
        if self._turn:
            foot = (*foot, Piece(f"  {label('page.your_turn')}", "turn"))
        self.query_one("#keys", Drawn).draw([foot])

    def take(self, update: Update) -> None:
        """Say when the turn comes; everything else can wait behind the page."""
        if isinstance(update, Happened | Settled):
            evening = self.program.evening
            self._turn = evening is not None and evening.guest.on_turn
            self.redraw()

    def action_scroll(self, lines: int) -> None:
        self._top = max(0, self._top + lines)
        self.redraw()

    def action_page(self, way: int) -> None:
        self.action_scroll(way * max(1, self.room.height - 4))

    def action_back(self) -> None:
        self.dismiss()

    def action_rules(self) -> None:
        self.dismiss()


def page_lines(page: Page, cells: int) -> list[Line]:
    """The text in lines of at most so many cells."""
    lines: list[Line] = []
    for paragraph in page.paragraphs:
        for text in paragraph.split("\n") if paragraph else [""]:
            indent = text[: len(text) - len(text.lstrip())]
            room = cells - len(indent)
            if text[:1] == " " and len(text) <= cells:
                lines.append((Piece(text),))
                continue
            lines += [(Piece(indent + each),) for each in wrap(text, room, "")]
    return lines


def rules_text(game: Game, rules: object) -> tuple[str, ...]:
    """The page of a game, with the values of these rules in it, as paragraphs."""
    values = options.values(rules)
    text = game.page
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    paragraphs: list[str] = []
    for block in text.strip().split("\n\n"):
        if "\n  " in block:
            paragraphs += [block, ""]
        else:
            paragraphs += [" ".join(block.split()), ""]
    return tuple(paragraphs)


def house_lines(game: Game, rules: object) -> tuple[str, ...]:
    """The house rules that are not the usual ones, each with its sentence."""
    changed = options.differences(rules, game.rules)
    if not changed:
        return (label("page.usual"),)
    return tuple(
        label(
            "page.differs",
            option=one.name.replace("_", " "),
            value=one.write(one.default),
            sentence=one.sentence,
        )
        for one in options.options(rules)
        if one.name in changed
    )


def help_page(guest: Guest | None, where: Where, game: Game | None = None) -> Page:
    """The keys of a place, and the rules as they are played here."""
    keys = tuple(f"  {key:<14} {words}" for key, words in help_lines(where))
    parts: tuple[str, ...] = (label("page.keys"), *keys, "")
    match = None if guest is None else guest.match
    if match is not None:
        house = house_lines(match.game, match.rules)
        parts += (label("page.house"), *(f"  {one}" for one in house), "")
        parts += (match.game.title, "", *rules_text(match.game, match.rules))
    elif game is not None:
        parts = (*rules_text(game, game.rules), *parts)
    else:
        parts = (label("page.about"), "", *parts)
    return Page(label("page.help"), parts)


def why_page(guest: Guest, signs: Signs, picking: Picking) -> Page:
    """What each card of the hand would do, or why it may not be played."""
    lines: list[str] = []
    for entry in picking.entries:
        face = entry_face(guest, signs, entry).text
        what = foreseen(guest, signs, entry) or sentence("nothing_special")
        if guest.owes and entry.choice is None:
            what = _refusal(guest, entry.verb, entry.slot)
        lines.append("  " + sentence("would", card=face, what=what))
    if not guest.owes:
        lines += ["", why("not_your_turn")]
    return Page(label("page.why"), tuple(lines or [label("page.nothing")]))


def _refusal(guest: Guest, verb: int, slot: int | None) -> str:
    from core.errors import CoreError, IllegalMove
    from core.moves import Move

    assert guest.match is not None, "a hand is held in a match"
    try:
        guest.match.judge(Move(verb, slot))
        guest.match.copy().apply(Move(verb, slot))
    except IllegalMove as refused:
        return why(refused.reason, refused.values, guest.match.game)
    except CoreError:
        pass
    return sentence("not_now")


def scores_page(guest: Guest, signs: Signs) -> Page:
    """Chips or scores of every seat, and how the rounds before went."""
    match = guest.match
    if match is None:
        return Page(label("page.scores"), (label("page.nothing"),))
    lines: list[str] = []
    chips = start_chips(guest) is not None
    for seat, facts in enumerate(match.board().seats):
        name = called(seat, guest.names, guest.seat)
        worth = (
            sentence("chips", chips=facts.chips or 0)
            if chips
            else sentence("score", score=facts.score or 0)
        )
        state = sentence("cards", cards=facts.cards) if facts.live else sentence("out")
        lines.append(f"  {seat + 1}. {name}: {worth}, {state}")
    if match.settlement is not None and match.turn != CHANCE:
        lines += ["", *(f"  {one}" for one in standings(guest, signs))]
    return Page(label("page.scores"), tuple(lines))


def journal_page(guest: Guest, signs: Signs) -> Page:
    """Everything that was said in this match, the newest last."""
    lines = tuple(f"  {note_text(guest, signs, note)}" for note in guest.journal)
    return Page(label("page.journal"), lines or (label("page.nothing"),), at_end=True)


def standings(guest: Guest, signs: Signs) -> list[str]:
    """The seats by place, each with its score and where it came from."""
    match = guest.match
    outcome = None if match is None else match.outcome()
    if match is None or outcome is None:
        return []
    lines: list[str] = []
    place = 1
    for seats in outcome.places:
        for seat in seats:
            score = outcome.scores[seat]
            reasons = ", ".join(note_text(guest, signs, note) for note in score.reasons)
            name = called(seat, guest.names, guest.seat)
            points = reasons or sentence("score", score=score.points)
            lines.append(sentence("place", place=place, name=name, score=points))
        place += len(seats)
    return lines
