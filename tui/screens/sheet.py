"""The score sheet: a row for each round, a column for each seat, and why every number is so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.screens.labels import label
from tui.widgets.drawing import cut, fit, line
from tui.widgets.middle import note_text
from tui.widgets.seats import start_chips
from tui.words import called, sentence

if TYPE_CHECKING:
    from core.events import Outcome
    from core.game import Row
    from core.match import Match
    from net.guest import Guest
    from tui.widgets.signs import Signs

LEAST: Final = 5
MOST: Final = 18
NARROW: Final = 9
"""A column narrower than this has the points of a round without the total behind them."""


def counts_points(guest: Guest) -> bool:
    """Whether there is a sheet: points that are added up, not chips."""
    return guest.match is not None and start_chips(guest) is None


def sheet_lines(guest: Guest, signs: Signs, cells: int) -> list[str]:
    """The whole sheet and the reasons of the last round; nothing before a round is over."""
    match = guest.match
    if match is None or not match.sheet:
        return []
    return [*_table(guest, signs, match, cells), "", *reasons(guest, signs, match.sheet[-1])]


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
    points = f"{row.outcome.scores[seat].points:+}"
    return points if narrow else f"{points} {signs.forwards} {row.settlement.totals[seat]}"


def _row(head: str, each: Sequence[str], first: int, wide: int) -> str:
    pieces = [_put(head, first), *(_put(one, wide) for one in each)]
    return " " + "".join(pieces).rstrip()


def _put(text: str, cells: int) -> str:
    return "".join(piece.text for piece in fit(line(text), cells))


def reasons(guest: Guest, signs: Signs, row: Row) -> list[str]:
    """Why a round ended, and what the points of every seat are made of."""
    match = guest.match
    assert match is not None, "a row is of a match"
    number = match.sheet.index(row) + 1
    head = label("sheet.round", number=number, why=note_text(guest, signs, row.outcome.why))
    lines = [head]
    for seat, score in enumerate(row.outcome.scores):
        if number > 1 and match.sheet[number - 2].settlement.out[seat]:
            continue
        why = ", ".join(note_text(guest, signs, one) for one in score.reasons)
        name = called(seat, guest.names, guest.seat)
        key = "sheet.why" if why else "sheet.points"
        lines.append("  " + label(key, name=name, points=f"{score.points:+}", why=why))
    return lines


def standings(guest: Guest, signs: Signs) -> list[str]:
    """The seats by place: of a match of one round with their reasons, else with their totals."""
    match = guest.match
    if match is None:
        return []
    outcome = match.outcome() if not match.sheet else match.sheet[-1].outcome
    if outcome is None:
        return []
    places = match.sheet[-1].settlement.places if match.sheet else outcome.places
    lines: list[str] = []
    place = 1
    for seats in places:
        for seat in seats:
            name = called(seat, guest.names, guest.seat)
            score = _worth(guest, signs, match, outcome, seat)
            lines.append(sentence("place", place=place, name=name, score=score))
        place += len(seats)
    return lines


def _worth(guest: Guest, signs: Signs, match: Match, outcome: Outcome, seat: int) -> str:
    score = outcome.scores[seat]
    if counts_points(guest) and match.sheet:
        return sentence("score", score=match.sheet[-1].settlement.totals[seat])
    why = ", ".join(note_text(guest, signs, one) for one in score.reasons)
    return why or sentence("score", score=score.points)
