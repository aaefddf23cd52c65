"""Pages of text: rules and keys, scores, the whole journal, what each card does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from core.moves import Move
from net.updates import Happened, Settled, Update
from tui import telling
from tui.actions import Where, help_lines, offered
from tui.screens.labels import label
from tui.screens.place import Place, keys_of, too_small
from tui.screens.sheet import reason_lines, sheet_lines, standings
from tui.widgets.drawing import Drawn, Line, Piece, line, wrap
from tui.widgets.hand import CANNOT_END, barred, ends_nothing, entry_face, foreseen
from tui.widgets.keys import key_line
from tui.widgets.middle import DIRECTION, note_text
from tui.widgets.picking import Picking
from tui.words import sentence, why

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.widget import Widget

    from core.game import Game
    from core.match import Match
    from net.guest import Guest
    from tui.widgets.signs import Signs


@dataclass(frozen=True, slots=True)
class Page:
    """A heading, keys with their words in columns, and paragraphs.

    A paragraph that begins with blanks keeps its lines.
    """

    title: str
    paragraphs: tuple[str, ...]
    at_end: bool = False
    keys: tuple[tuple[str, str], ...] = ()


class PageScreen(Place):
    """One page, scrolled by lines, or several to turn over; the table goes on behind it."""

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
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
    ]

    def __init__(self, *pages: Page) -> None:
        super().__init__()
        self.pages = pages
        self._at = 0
        self._top = 9999 if self.page.at_end else 0
        self._turn = False

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.pages[self._at]

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
        if len(self.pages) > 1:
            keys.append(("Left Right", label("hint.turn")))
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

    def action_turn(self, way: int) -> None:
        self._at = (self._at + way) % len(self.pages)
        self._top = 9999 if self.page.at_end else 0
        self.redraw()

    def action_back(self) -> None:
        self.dismiss()

    def action_rules(self) -> None:
        self.dismiss()


def page_lines(page: Page, cells: int) -> list[Line]:
    """The text in lines of at most so many cells."""
    lines: list[Line] = [(Piece(text),) for text in _key_table(page.keys, cells)]
    if lines:
        lines.append(())
    for paragraph in page.paragraphs:
        for text in paragraph.split("\n") if paragraph else [""]:
            indent = text[: len(text) - len(text.lstrip())]
            room = cells - len(indent)
            if text[:1] == " " and len(text) <= cells:
                lines.append((Piece(text),))
                continue
            hang = "    " if indent else ""
            lines += [(Piece(indent + each),) for each in wrap(text, room, hang)]
    return lines


def _key_table(keys: Sequence[tuple[str, str]], cells: int) -> list[str]:
    """Keys and words in as many columns as there is room for, read downwards."""
    if not keys:
        return []
    first = max(len(key) for key, _ in keys) + 2
    wide = first + max(len(words) for _, words in keys) + 3
    rows = -(-len(keys) // max(1, (cells - 1) // wide))
    each = [f"{key:<{first}}{words}" for key, words in keys]
    lines = ("".join(f"{one:<{wide}}" for one in each[row::rows]) for row in range(rows))
    return [label("page.keys"), *(f"  {one}".rstrip() for one in lines)]


def paragraphs(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines of text as paragraphs; a block with indented lines keeps its lines."""
    found: list[str] = []
    for block in "\n".join(lines).strip().split("\n\n"):
        found += [block if "\n  " in block else " ".join(block.split()), ""]
    return tuple(found)


def help_page(
    where: Where,
    game: Game | None = None,
    rules: object = None,
    signs: Signs | None = None,
    *,
    host: bool = True,
) -> Page:
    """The keys of a place and what the signs mean; the rules, and every house rule as it is."""
    if game is None:
        about = (label("page.about"),) if where == "home" else ()
        return Page(label("page.help"), about, keys=tuple(help_lines(offered(where, host=host))))
    keys = tuple(help_lines(offered(where, host=host, verbs=game.verbs)))
    parts = () if signs is None else _sign_lines(game, signs)
    text = (*parts, "", *paragraphs(telling.rules_lines(game, rules)))
    return Page(label("page.help"), text[not parts :], keys=keys)


def _sign_lines(game: Game, signs: Signs) -> tuple[str, ...]:
    """What the signs at the cards of the hand mean."""
    lines: tuple[str, ...] = (label("page.barred"), label("page.dot"))
    if DIRECTION in game.words:
        lines += (label("page.arrow", arrow=signs.way(True), back=signs.way(False)),)
    if CANNOT_END in game.words:
        lines += (label("page.mark", mark=signs.mark),)
    return lines


def why_page(guest: Guest, signs: Signs, picking: Picking) -> Page:
    """What each card of the hand would do, or why it may not be played; the picked one first.

    Cards of which the same is said stand together.
    """
    each = sorted(picking.entries, key=lambda entry: entry is not picking.picked)
    faces: dict[str, list[str]] = {}
    marked = False
    for entry in each:
        face = entry_face(guest, signs, entry).text
        what = foreseen(guest, signs, entry) or sentence("nothing_special")
        if barred(guest, entry):
            what = _refusal(guest, signs, Move(entry.verb, entry.slot))
        if ends_nothing(guest, entry):
            face, marked = face + signs.mark, True
        faces.setdefault(what.removesuffix("."), []).append(face)
    lines = [
        "  " + sentence("would", card=", ".join(each), what=what) for what, each in faces.items()
    ]
    if marked:
        lines += ["", label("page.mark", mark=signs.mark)]
    if not guest.owes:
        lines += ["", why("not_your_turn")]
    return Page(label("page.why"), tuple(lines or [label("page.nothing")]))


def _refusal(guest: Guest, signs: Signs, move: Move) -> str:
    """Why a move cannot be made, citing the rule in words."""
    refused = guest.why_not(move)
    if refused is None or guest.match is None:
        return sentence("not_now")
    return why(refused.reason, refused.values, guest.match.game, signs.ascii)


def scores_pages(guest: Guest, signs: Signs, cells: int) -> tuple[Page, ...]:
    """The score sheet of a game that counts points, and on a second page the reasons of every
    round; else chips and cards of every seat.
    """
    match = guest.match
    if match is None:
        return (Page(label("page.scores"), (label("page.nothing"),)),)
    if not telling.counts_points(match):
        return (Page(label("page.scores"), _standing(guest, signs, match)),)
    if not match.sheet:
        lines = (sentence("sheet_empty"), "", *_standing(guest, signs, match))
        return (Page(label("page.sheet"), lines),)
    table = Page(label("page.sheet"), tuple(sheet_lines(guest, signs, cells)), at_end=True)
    every = Page(label("page.reasons"), tuple(reason_lines(guest, signs, match)), at_end=True)
    return (table, every) if len(match.sheet) > 1 else (table,)


def _standing(guest: Guest, signs: Signs, match: Match) -> tuple[str, ...]:
    """What every seat has now; of a match without totals that is over also the places."""
    to = telling.Teller(match, guest.names, guest.seat, signs.ascii)
    lines = [f"  {one}" for one in telling.seat_lines(to)]
    if match.settlement is not None and not telling.counts_points(match):
        lines += ["", *(f"  {one}" for one in standings(guest, signs))]
    return tuple(lines)


def journal_page(guest: Guest, signs: Signs) -> Page:
    """Everything that was said in this match, the newest last."""
    lines = tuple(f"  {note_text(guest, signs, note)}" for note in guest.journal)
    return Page(label("page.journal"), lines or (label("page.nothing"),), at_end=True)
