"""The trick in the middle: who has played what, leader first, and the last one until the next lead.

It draws any game whose state has zones called `trick`; which card is winning is said by the seats.
"""

from collections import deque
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from core.cards import HIDDEN, Card
from core.match import Match
from core.moves import CHANCE, Verb
from net.guest import Guest
from net.updates import Happened
from tui.faces import face_of
from tui.screens.labels import label, zone_label
from tui.telling import CENTRE, pile_of
from tui.widgets.drawing import Line, Piece, cut, fit, marked, width, wrap
from tui.widgets.middle import face_at, note_text
from tui.widgets.signs import CARD_CELLS, CARD_LINES, Signs
from tui.words import called

BOXED_ROWS: Final = CARD_LINES + 2
LISTED_ROWS: Final = CARD_LINES + 1
NAME_CELLS: Final = 16
SAYS: Final = ("leads", "winning", "won_it")
"""What seats say of the trick, which stands at the cards and not beside the names."""


class Played(NamedTuple):
    """A card before its seat."""

    seat: int
    card: Card


def takes_tricks(match: Match | None) -> bool:
    """Whether cards go into tricks here: no pile lies in the middle."""
    return match is not None and pile_of(match) is None


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

    def shown(self, match: Match) -> "Shown":
        """The trick, and the one before it until a second card answers the new lead."""
        now = [
            Played(one.owner, face_at(match, one.slots[0]))
            for one in match.zones()
            if one.name == "trick" and one.owner is not None and one.slots
        ]
        live = sum(one.live for one in match.board().seats)
        before = list(self._last)[: len(self._last) - len(now)][-live:]
        if len(now) > 1 or len(before) < live:
            return Shown(now, [], None)
        leads = now[0].seat if now else match.turn
        return Shown(now, before, leads if leads is not None and leads >= 0 else None)


class Shown(NamedTuple):
    """The cards of the trick, those of the one before, and who won that one, which is who leads."""

    now: list[Played]
    last: list[Played]
    winner: int | None


def trick_lines(guest: Guest, signs: Signs, tricks: Tricks, cells: int, rows: int) -> list[Line]:
    """The trick, leader first, and the card of the centre beside it.

    Where there are few rows each card is a line, for a card as a box costs four times the bytes.
    The trick before it stands behind a lead in words.
    """
    match = guest.match
    if match is None:
        return []
    trick = tricks.shown(match)
    centre = _centre(match)
    wide = cells // (match.seats + (centre is not None))
    boxed = rows >= BOXED_ROWS and wide >= CARD_CELLS
    wide = min(wide, CARD_CELLS + 1) if boxed else CARD_CELLS
    left = cells - wide if centre is not None else cells
    if boxed:
        lines = _boxed(guest, signs, trick, wide)
        if trick.now and trick.last:
            text = _before(guest, signs, trick, left - wide - 1)[:BOXED_ROWS]
            lines = [
                fit(one, wide + 1) + more for one, more in zip_longest(lines, text, fillvalue=())
            ]
    else:
        lines = _listed(guest, signs, trick, rows)
        if trick.now and trick.last:
            lines = [*lines, *_before(guest, signs, trick, left)][:rows]
    if centre is None:
        return lines
    box = [*signs.card(centre), (Piece(f"{zone_label(CENTRE):^{CARD_CELLS}}", "dim"),)]
    return [fit(done, left) + more for done, more in zip_longest(lines, box[:rows], fillvalue=())]


def _before(guest: Guest, signs: Signs, trick: Shown, cells: int) -> list[Line]:
    """The trick before this one, in words."""
    cards = ", ".join(
        f"{called(one.seat, guest.names)} {signs.face(one.card).text}" for one in trick.last
    )
    text = f"{_taken(guest, trick)}: {cards}"
    return [(Piece(one, "dim"),) for one in wrap(text, cells)]


def _taken(guest: Guest, trick: Shown) -> str:
    """Whose the trick before this one is."""
    if trick.winner is None:
        return label("trick.last")
    return label("trick.won", name=called(trick.winner, guest.names))


def _boxed(guest: Guest, signs: Signs, trick: Shown, wide: int) -> list[Line]:
    """Boxes with the names above and what is said of them below; dim when they are taken."""
    lines: list[Line] = [()] * BOXED_ROWS
    last = not trick.now
    for played in trick.now or trick.last:
        name = called(played.seat, guest.names)
        if len(name) >= wide:  # cut names may be alike: the number is that of the list of seats
            name = cut(f"{played.seat + 1} {name}", wide - 1, signs.more)
        says = [] if last else _says(guest, signs, played.seat)[-1:]
        below: Line = (Piece("".join(says), "strong"),)
        column: list[Line] = [(Piece(name),), *signs.card(played.card, dim=last), below]
        lines = [done + fit(more, wide) for done, more in zip(lines, column, strict=True)]
    if last and trick.last:
        lines[-1] = (Piece(_taken(guest, trick), "dim"),)
    return lines


def _listed(guest: Guest, signs: Signs, trick: Shown, rows: int) -> list[Line]:
    """A line for each card; two of them in a line where there are more cards than rows."""
    last = not trick.now
    seats = range(len(guest.names))
    longest = max(width((Piece(called(seat, guest.names)),)) for seat in seats)
    name = min(NAME_CELLS, longest)
    each = [
        (
            *fit(_name(guest, signs, one.seat, name), name),
            *_face(signs, one, [] if last else _says(guest, signs, one.seat)),
        )
        for one in trick.now or trick.last
    ]
    if last and each:
        each[0] += (Piece(f" ({_taken(guest, trick)})", "dim"),)
    lines = each[:rows]
    for at, more in enumerate(each[rows : 2 * rows]):
        lines[at] += (Piece("  "), *more)
    return lines


def trick_line(guest: Guest, signs: Signs, tricks: Tricks, cells: int) -> Line:
    """The trick in one line: `Boris K♥  Clara 10♥ winning`."""
    if guest.match is None:
        return ()
    trick = tricks.shown(guest.match)
    name = max(3, (cells - 24) // max(1, guest.match.seats) - 6)
    line: Line = () if trick.now or not trick.last else (Piece(f"{_taken(guest, trick)}: ", "dim"),)
    for played in trick.now or trick.last:
        line += _name(guest, signs, played.seat, name)
        says = _says(guest, signs, played.seat)[-1:] if trick.now else []
        line += (*_face(signs, played, says), Piece("  "))
    centre = _centre(guest.match)
    if centre is not None and centre != HIDDEN:
        line += (Piece(f"{zone_label(CENTRE)} ", "dim"), signs.face(centre), Piece("  "))
    if trick.now and trick.last:
        line += tuple(_before(guest, signs, trick, 200)[0])
    return marked(line, cells, signs.more)


def _name(guest: Guest, signs: Signs, seat: int, cells: int) -> Line:
    return (Piece(cut(called(seat, guest.names), cells, signs.more)),)


def _face(signs: Signs, played: Played, says: Sequence[str]) -> Line:
    """A card and what is said of it."""
    text = ", ".join(says)
    return (Piece(" "), signs.face(played.card), Piece(f" {text}" if text else "", "strong"))


def _says(guest: Guest, signs: Signs, seat: int) -> list[str]:
    """What a seat says of the trick; that it leads is seen by its place, so that comes first."""
    assert guest.match is not None, "a trick lies on a table"
    facts = guest.match.board().seats[seat]
    return [note_text(guest, signs, one) for one in facts.says if one.word in SAYS]


def _centre(match: Match) -> Card | None:
    """The card in the centre, hidden or not; None without one."""
    zone = next((one for one in match.zones() if one.name == CENTRE and one.slots), None)
    return None if zone is None else face_at(match, zone.slots[0])
