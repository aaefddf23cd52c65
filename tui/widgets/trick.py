"""The trick in the middle: who has played what, leader first, and the last one until the next lead.

It draws any game whose state has zones called `trick`; which card is winning is said by the seats.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.cards import HIDDEN, Card
from core.match import Match
from core.moves import CHANCE, Verb
from net.guest import Guest
from net.updates import Happened
from tui.faces import face_of
from tui.screens.labels import label, zone_label
from tui.widgets.drawing import Line, Piece, cut, fit, width
from tui.widgets.middle import CENTRE, common, note_text
from tui.widgets.signs import CARD_CELLS, CARD_LINES, Signs
from tui.words import called

TRICK_ROWS: Final = CARD_LINES + 2
SAYS: Final = ("leads", "winning")
"""What seats say of the trick; the rest of what they say stands beside their names."""


class Played(NamedTuple):
    """A card before its seat."""

    seat: int
    card: Card


def takes_tricks(match: Match | None) -> bool:
    """Whether cards go into tricks here: no pile lies in the middle."""
    return match is not None and common(match.zones()) is None


class Tricks:
    """Remembers the last cards that were played, so that a trick can be read when it is taken."""

    def __init__(self) -> None:
        self._last: deque[Played] = deque(maxlen=40)

    def hear(self, update: Happened) -> None:
        """A card was played, or new ones are dealt."""
        if update.seat == CHANCE:
            self._last.clear()
        elif update.move.verb == Verb.PLAY:
            faces = (one.values["card"] for one in update.notes if "card" in one.values)
            self._last.append(Played(update.seat, face_of(next(faces, HIDDEN))))

    def shown(self, match: Match) -> tuple[list[Played], bool]:
        """The cards of the trick, and whether it is the last one, which has been taken."""
        now = [
            Played(one.owner, match.faces[one.slots[0]])
            for one in match.zones()
            if one.name == "trick" and one.owner is not None and one.slots
        ]
        live = sum(one.live for one in match.board().seats)
        if now or len(self._last) < live:
            return now, False
        return list(self._last)[-live:], True


def trick_lines(guest: Guest, signs: Signs, tricks: Tricks, cells: int) -> list[Line]:
    """The trick as boxes with a name above and what is said of it below; the centre card beside."""
    if guest.match is None:
        return []
    trick, last = tricks.shown(guest.match)
    centre = _centre(guest.match)
    # A column for each seat from the start, so that no card moves when the next one is laid.
    columns = guest.match.seats + (centre is not None)
    wide = min(CARD_CELLS + 1, cells // columns)
    if wide < CARD_CELLS:
        return _in_rows(guest, signs, trick, cells, last=last)
    lines: list[Line] = [()] * TRICK_ROWS
    for played in trick:
        name = cut(called(played.seat, guest.names), wide - 1, signs.more)
        says = "" if last else _says(guest, signs, played.seat)
        column: list[Line] = [(Piece(name),), *signs.card(played.card), (Piece(says, "strong"),)]
        lines = [done + fit(more, wide) for done, more in zip(lines, column, strict=True)]
    if last:
        lines[-1] = (Piece(label("trick.last"), "dim"),)
    if centre is None:
        return lines
    beside = [(Piece(zone_label(CENTRE), "dim"),), *signs.card(centre), ()]
    left = (columns - 1) * wide
    return [fit(done, left) + more for done, more in zip(lines, beside, strict=True)]


def _in_rows(
    guest: Guest, signs: Signs, trick: Sequence[Played], cells: int, *, last: bool
) -> list[Line]:
    """More seats than boxes fit: a line for some of them each."""
    each = [_in_words(guest, signs, one, 12, says=not last) for one in trick]
    lines: list[Line] = [(Piece(label("trick.last"), "dim"),)] if last else []
    row: Line = ()
    for item in each:
        if row and width(row) + width(item) + 2 > cells:
            lines.append(row)
            row = ()
        row += (*((Piece("  "),) if row else ()), *item)
    return [*lines, row]


def trick_line(guest: Guest, signs: Signs, tricks: Tricks, cells: int) -> Line:
    """The trick in one line: `Boris K♥  Clara 10♥ winning`."""
    if guest.match is None:
        return ()
    trick, last = tricks.shown(guest.match)
    name = max(3, (cells - 24) // max(1, guest.match.seats) - 6)
    line: Line = (Piece(f"{label('trick.last')}: ", "dim"),) if last else ()
    for played in trick:
        line += (*_in_words(guest, signs, played, name, says=not last), Piece("  "))
    centre = _centre(guest.match)
    if centre is None:
        return line
    return (*line, Piece(f"{zone_label(CENTRE)} ", "dim"), signs.face(centre))


def _in_words(guest: Guest, signs: Signs, played: Played, name: int, *, says: bool) -> Line:
    text = _says(guest, signs, played.seat) if says else ""
    return (
        Piece(f"{cut(called(played.seat, guest.names), name, signs.more)} ", "dim"),
        signs.face(played.card),
        Piece(f" {text}" if text else "", "strong"),
    )


def _says(guest: Guest, signs: Signs, seat: int) -> str:
    assert guest.match is not None, "a trick lies on a table"
    facts = guest.match.board().seats[seat]
    return next(
        (note_text(guest, signs, one) for one in reversed(facts.says) if one.word in SAYS), ""
    )


def _centre(match: Match) -> Card | None:
    """The card in the centre, hidden or not; None without one."""
    zone = next((one for one in match.zones() if one.name == CENTRE and one.slots), None)
    return None if zone is None else match.faces[zone.slots[0]]
