"""Who contributes to a shuffle, and what comes from them: the table's part of the fair deal.

Programs on their owners' machines contribute, and nothing else: no bot, nobody whom the host's
program serves, and not the host's own seat (docs/verification.md, rule 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.moves import CHANCE
from net import messages as m
from net.seating import HOST

if TYPE_CHECKING:
    from net.table import Table

PATIENCE = 15.0
"""Seconds that a program has for its chain or its link before its line counts as dead."""


REMINDERS = 2
"""How often a call waits anew for somebody who dials again and sends no link."""


def able(table: Table) -> list[int]:
    """The seats whose programs are here and can contribute."""
    return [
        number
        for number, seat in enumerate(table.seating.seats)
        if seat.line is not None
        and not seat.stood_in
        and seat.identity != HOST
        and table.lines[seat.line].greeted
        and not table.lines[seat.line].drawn
    ]


def still_waits(table: Table) -> bool:
    """Whether a chain or a link is waited for."""
    play = table.play
    if play is None or play.dealing is None or play.over:
        return False
    return play.dealing.call is not None or play.match.turn == CHANCE


def contribute(table: Table, number: int, message: m.ChainEnd | m.Link, now: float) -> None:
    """The end of a chain, or the link that was called for; whatever is late is dropped."""
    seat, play = table.seat_of_line(number), table.play
    if seat < 0 or play is None or play.dealing is None or play.over:
        return
    if message.match != play.story.match_number or table.seating.seats[seat].line != number:
        return
    if isinstance(message, m.ChainEnd):
        told = play.dealing.chain(play, seat, message)
        if told is not None:
            table.broadcast(told)
    elif not play.dealing.link(play, seat, message):
        table.end(number, "bad_link", now)
        return
    table.go_on()


def ask_no_more(table: Table, now: float) -> None:
    """Chains that did not come are not waited for; whoever owes a link is not there."""
    play = table.play
    if play is None or play.dealing is None or not table.running:
        return
    dealing = play.dealing
    if dealing.call is None:
        dealing.waits = False
    else:
        call = dealing.call
        call.reminders += 1
        for member in call.missing:
            seat = dealing.members[member].seat
            line = table.seating.seats[seat].line
            if line is not None:
                table.end(line, "silent", now)
            if call.reminders > REMINDERS:
                table.stand_in(seat, now)
    table.go_on()
