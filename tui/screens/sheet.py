"""The score sheet: a row for each round, a column for each seat, and why every number is so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.screens.labels import label
from tui.telling import Teller, counts_points, places, row_lines, signed
from tui.telling import sheet_lines as every_round
from tui.widgets.drawing import cut, fit, line
from tui.words import called, sentence

if TYPE_CHECKING:
    from core.game import Row
    from core.match import Match
    from net.guest import Guest
    from tui.widgets.signs import Signs

LEAST: Final = 5
MOST: Final = 18
NARROW: Final = 9
"""A column narrower than this has the points of a round without the total behind them."""


def sheet_lines(guest: Guest, signs: Signs, cells: int) -> list[str]:
    """The whole sheet and the reasons of the last round; nothing before a round is over."""
    match = guest.match
    if match is None or not match.sheet:
        return []
    return [*_table(guest, signs, match, cells), "", *reasons(guest, signs, match)]


def _table(guest: Guest, signs: Signs, match: Match, cells: int) -> list[str]:
    first = max(len(label("sheet.total")), len(str(len(match.sheet)))) + 2
    wide = max(LEAST, min(MOST, (cells - first) // match.seats))
    names = [cut(called(seat, guest.names), wide - 1, signs.more) for seat in range(match.seats)]
    if wide < NARROW:
        names = [str(seat + 1) for seat in range(match.seats)]
    lines = [_row("", names, first, wide)]
    out = (False,) * match.seats
    for number, row in enumerate(match.sheet, 1):
        each = [
            "-" if out[seat] else _cell(row, seat, signs, narrow=wide < NARROW)
            for seat in range(match.seats)
        ]
        lines.append(_row(str(number), each, first, wide))
        out = row.settlement.out
    totals = [
        f"{total}{' ' + label('seat.out') if gone and wide >= NARROW else ''}"
        for total, gone in zip(match.sheet[-1].settlement.totals, out, strict=True)
    ]
    return [*lines, _row(label("sheet.total"), totals, first, wide)]


def _cell(row: Row, seat: int, signs: Signs, *, narrow: bool) -> str:
    """What a round brought; and the total after it, which house rules may change besides."""
    points = signed(row.outcome.scores[seat].points)
    return points if narrow else f"{points} {signs.forwards} {row.settlement.totals[seat]}"


def _row(head: str, each: Sequence[str], first: int, wide: int) -> str:
    pieces = [_put(head, first), *(_put(one, wide) for one in each)]
    return " " + "".join(pieces).rstrip()


def _put(text: str, cells: int) -> str:
    return "".join(piece.text for piece in fit(line(text), cells))


def _teller(guest: Guest, signs: Signs, match: Match) -> Teller:
    return Teller(match, guest.names, guest.seat, signs.ascii)


def reasons(guest: Guest, signs: Signs, match: Match) -> list[str]:
    """Why the last round ended, and what the points of every seat are made of."""
    to, row = _teller(guest, signs, match), match.sheet[-1]
    why = sentence("sheet_round", number=len(match.sheet), why=to.note(row.outcome.why))
    return [why, *(f"  {each}" for each in row_lines(to, row))]


def reason_lines(guest: Guest, signs: Signs, match: Match) -> list[str]:
    """Every round in words: why it ended, and what the points of every seat are made of."""
    return list(every_round(_teller(guest, signs, match)))


def standings(guest: Guest, signs: Signs) -> list[str]:
    """The seats by place at the end: by totals, or of a match without them with the reasons."""
    match = guest.match
    if match is None or not match.sheet:
        return []
    to, row = _teller(guest, signs, match), match.sheet[-1]
    if not counts_points(match):
        return row_lines(to, row)
    return [
        sentence(
            "place",
            place=place,
            name=to.name(seat),
            score=sentence("score", score=row.settlement.totals[seat]),
        )
        for place, seat in places(row.settlement.places)
    ]
