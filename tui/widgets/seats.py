"""The seats of a table as a list that wraps: whose turn, chips or score, cards, who is away."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.events import SeatFacts
from net.guest import Guest
from net.messages import Kind, Presence
from tui.screens.labels import label
from tui.widgets.drawing import Line, Piece, beside, cut, fit, width
from tui.widgets.middle import note_text
from tui.widgets.signs import Signs
from tui.widgets.trick import SAYS
from tui.words import called

NAME_CELLS: Final = 16
MOST_CHIPS_DRAWN: Final = 5
FEW: Final = 5


@dataclass(frozen=True, slots=True)
class _Column:
    """What every entry of the list has in common."""

    name: int
    chips: int
    most: int | None
    room: int
    full: bool


def start_chips(guest: Guest) -> int | None:
    """The most chips that a seat started with; None where the game has none."""
    if guest.match is None:
        return None
    match = guest.match
    fresh = match.game.start(match.rules, match.start).board()
    return max((one.chips for one in fresh.seats if one.chips is not None), default=None)


def seat_lines(guest: Guest, signs: Signs, cells: int, rows: int) -> list[Line]:
    """The seats in at most so many rows: one column if they fit, else as many as they need.

    Where a game counts points seats also say things; with room to spare that is a line of its own,
    reserved all the time, so that nothing moves when somebody says something.
    """
    match = guest.match
    if match is None or rows < 1:
        return []
    facts = match.board().seats
    count = len(facts)
    columns = -(-count // rows)
    most = start_chips(guest)
    double = most is None and 2 * count <= rows
    room = cells // columns
    chips = _chip_cells(facts, most)
    longest = max(width((Piece(_name(guest, seat)),)) for seat in range(count))
    spare = room - 3 - len(str(count)) - chips - len("(99) ")
    form = _Column(max(4, min(longest, spare, NAME_CELLS + 6)), chips, most, room, columns == 1)
    each = [_entry(guest, signs, seat, facts[seat], form) for seat in range(count)]
    if double:
        indent = Piece(" " * (2 + len(str(count))))
        said = [_saying(guest, signs, one, room - 6) for one in facts]
        return [row for at in range(count) for row in (each[at], (indent, *said[at]))]
    each = [_behind(guest, signs, one, entry, room) for one, entry in zip(facts, each, strict=True)]
    deep = -(-count // columns)
    return [
        beside(*((each[at], room) for at in range(row, count, deep)))
        for row in range(min(deep, count))
    ]


def compact_rows(guest: Guest, cells: int, most_rows: int) -> int:
    """The rows that the seats need side by side, with their names cut only if they must be."""
    count = len(guest.names)
    longest = max((width((Piece(_name(guest, seat)),)) for seat in range(count)), default=4)
    chips = 0 if guest.match is None else _chip_cells(guest.match.board().seats, start_chips(guest))
    entry = 3 + len(str(count)) + min(longest, NAME_CELLS + 6) + chips + len("(99) ") + 2
    columns = max(1, min(count, cells // entry))
    if guest.match is not None and start_chips(guest) is None:
        # What seats say needs room: few of them stand below each other.
        columns = 1 if count <= FEW else min(columns, 2)
    return max(1, min(most_rows, -(-count // columns)))


def _name(guest: Guest, seat: int) -> str:
    name = cut(guest.names[seat] if seat < len(guest.names) else "", NAME_CELLS)
    return called(0, [name], 0) if seat == guest.seat else called(0, [name] if name else [], None)


def _chip_cells(facts: Sequence[SeatFacts], most: int | None) -> int:
    if most is None:
        return max(len(str(one.score or 0)) for one in facts) + 1
    return most if most <= MOST_CHIPS_DRAWN else 2


def _worth(signs: Signs, facts: SeatFacts, form: _Column) -> Piece:
    """Chips as signs, or a number where they are many or the game counts points."""
    if facts.chips is None or form.most is None:
        return Piece(f"{facts.score or 0:>{form.chips}}")
    if form.most > MOST_CHIPS_DRAWN:
        return Piece(f"{facts.chips}{signs.chip}", "warning" if facts.chips == 1 else "plain")
    kept = signs.chip * facts.chips + signs.no_chip * (form.most - facts.chips)
    return Piece(kept, "warning" if facts.chips == 1 else "plain")


def _saying(guest: Guest, signs: Signs, facts: SeatFacts, cells: int) -> Line:
    """What a seat says, as much as fits; nothing is better than a few letters.

    What is said of the trick stands at its cards.
    """
    text = ", ".join(note_text(guest, signs, one) for one in facts.says if one.word not in SAYS)
    return (Piece(cut(text, cells, signs.more), "strong"),) if text and cells > 4 else ()


def _behind(guest: Guest, signs: Signs, facts: SeatFacts, entry: Line, room: int) -> Line:
    """An entry with what its seat says behind it, where there is no line for that."""
    said = _saying(guest, signs, facts, room - width(entry) - 2)
    return (*entry, Piece(" "), *said) if said else entry


def _entry(guest: Guest, signs: Signs, seat: int, facts: SeatFacts, form: _Column) -> Line:
    turn = guest.match is not None and guest.match.turn == seat and not guest.ended
    ink = "turn" if turn else ("plain" if facts.live else "dim")
    number = f"{seat + 1:>{len(str(len(guest.names)))}}"
    pieces = [
        Piece(f"{'>' if turn else ' '}{number} ", ink),
        *fit((Piece(cut(_name(guest, seat), form.name, signs.more), ink),), form.name),
        Piece(" "),
        *fit((_worth(signs, facts, form),), form.chips),
        Piece(" "),
    ]
    if not facts.live:
        return (*pieces, Piece(label("seat.out"), "dim"))
    count = Piece(f"({facts.cards}) ", "dim")
    state, ink = _state(guest, seat, full=form.full)
    spare = form.room - width(pieces) - 1
    for shown in (f"{count.text}{one}" for one in state):
        if width((Piece(shown),)) <= spare:
            return (*pieces, count, Piece(shown[len(count.text) :], ink))
    # Who is away is worth more than how many cards they hold.
    return (*pieces, Piece(cut(state[-1], spare), ink)) if state else (*pieces, count)


def _state(guest: Guest, seat: int, *, full: bool) -> tuple[tuple[str, ...], str]:
    """Away, stood in for, or a bot, in words from long to short; and their ink."""
    presence, seconds = guest.presence.get(seat, (Presence.HERE, 0))
    if presence is Presence.AWAY:
        away = label("seat.away")
        words = (label("seat.away_for", seconds=seconds), away) if seconds else (away,)
        return words, "warning"
    if presence is Presence.STOOD_IN:
        return (label("seat.stood_in"), label("seat.bot")), "warning"
    is_bot = seat < len(guest.kinds) and guest.kinds[seat] is Kind.BOT
    return ((label("seat.bot"),) if is_bot and full else ()), "dim"
