"""The clock of a move: how long the seat that owes one has left, and what happens when it is over.

A clock belongs to a question, so to whoever owes its answer and to nobody else (F5, G2). It stands
while its owner's line is down or the table is paused. When it is over a bot makes this one move; a
person who lets that happen again and again is taken to be away, and a bot sits in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from net import messages as m
from net.notices import tell_all

if TYPE_CHECKING:
    from net.table import Table

SHORTEST, LONGEST = 5, 3600
"""Seconds that a clock may be set to."""

MISSES = 3
"""How many moves in a row the clock makes for somebody before a bot sits in for them."""

Question = tuple[int, int]
"""Match and number of the event that put a question."""


@dataclass(slots=True)
class MoveClock:
    """The clock of the open question.

    `seconds` is what a move may take, 0 without a clock. `seat` owes the answer, -1 for nobody who
    is timed; `left` are its seconds while the clock stands, `ends` is when it runs out while it
    runs.
    """

    seconds: float = 0.0
    question: Question = (0, 0)
    seat: int = -1
    left: float = 0.0
    ends: float | None = None

    def remaining(self, now: float) -> float:
        """The seconds that are left."""
        return self.left if self.ends is None else max(0.0, self.ends - now)


def wind(table: Table, now: float) -> None:
    """Let the clock follow what has happened: another question, a line that broke, a pause."""
    clock = table.clock
    owner, question = _owner(table), (0, 0)
    if owner >= 0:
        play = table.running_play()
        question = play.story.match_number, play.duty
    if (question, owner) != (clock.question, clock.seat):
        clock.question, clock.seat = question, owner
        clock.left, clock.ends = clock.seconds, None
    if owner < 0:
        return
    runs = table.seating.seats[owner].line is not None and table.paused_at is None
    if runs == (clock.ends is not None):
        return
    if runs:
        clock.ends = now + clock.left
    else:
        clock.left, clock.ends = clock.remaining(now), None
    tell_all(table, reading(table, now))


def reading(table: Table, now: float) -> m.Clock:
    """What the clock shows."""
    clock = table.clock
    left = round(clock.remaining(now) * 1000)
    return m.Clock(clock.seat, left, clock.ends is not None)


def _owner(table: Table) -> int:
    """The seat whose person owes a move and is timed; -1 for nobody."""
    if not table.clock.seconds or not table.running:
        return -1
    play = table.running_play()
    turn = play.match.turn
    if turn is None or turn < 0 or play.ended:
        return -1
    seat = table.seating.seats[turn]
    return -1 if seat.bot_plays or seat.clock_plays else turn


def set_clock(table: Table, seconds: float, now: float) -> None:
    """Another time for a move, from now on; the open question begins anew."""
    table.clock = MoveClock(seconds)
    wind(table, now)


def run_out(table: Table, now: float) -> None:
    """The time of a move is over: a bot makes it, or sits in for somebody who is never there."""
    clock = table.clock
    if clock.ends is None or now < clock.ends:
        return
    number = clock.seat
    seat = table.seating.seats[number]
    seat.misses += 1
    if seat.misses >= MISSES:
        table.stand_in(number, now)
        table.show_lobby()
    else:
        seat.clock_plays = True
    wind(table, now)
