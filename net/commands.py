"""The answer to a command: accepted, duplicate, or refused and why (C1, C2, C6).

The order of the checks is fixed: who holds the seat, whether it was answered before, which question
it answers; then the referee's, form first. Whatever is refused changes nothing and goes to the
asker alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import IllegalMove
from net import messages as m

if TYPE_CHECKING:
    from net.lines import Line
    from net.seating import Seat
    from net.table import Table


def obey(table: Table, number: int, line: Line, command: m.Command) -> None:
    """Answer a command, once for each time that it came."""

    def answer(verdict: m.Verdict, reason: str = "", **values: int) -> None:
        said = m.Answer(command.start, command.count, verdict, reason, tuple(values.items()))
        table.send(number, said)

    seat = table.seat_of_line(number)
    reason = _why_not_yours(table, number, line, seat, command)
    if reason:
        answer(m.Verdict.REFUSED, reason)
        return
    holder = table.seating.seats[seat]
    by_bot = number == holder.bot_line
    if not by_bot and command.count in holder.answers:
        answer(m.Verdict.DUPLICATE)
        return
    reason = _why_stale(table, seat, command)
    if reason:
        answer(m.Verdict.REFUSED, reason)
        return
    if table.paused_at is not None:
        if by_bot:
            table.held.append((number, command))
        else:
            answer(m.Verdict.REFUSED, "paused")
        return
    play = table.running_play()
    try:
        if by_bot:
            told = play.submit(seat, command.move, _cause(holder))
        else:
            told = play.submit(seat, command.move, command.count, command.start)
    except IllegalMove as refused:
        answer(m.Verdict.REFUSED, refused.reason, **refused.values)
        return
    if not by_bot:
        holder.remember(command.count, play.duty)
        holder.spare, holder.misses = None, 0
    table.broadcast(told)
    answer(m.Verdict.ACCEPTED)
    if holder.clock_plays:
        holder.clock_plays = False
        table.dismiss_bot(holder, "taken_over")
    table.go_on()


def _cause(holder: Seat) -> m.Cause:
    """A bot moves in its own seat, for somebody who is away, or because the time was over."""
    return m.Cause.CLOCK if holder.clock_plays and not holder.bot_plays else m.Cause.BOT


def _why_not_yours(table: Table, number: int, line: Line, seat: int, command: m.Command) -> str:
    """Why this line may not speak for a seat with this command; nothing when it may."""
    if seat < 0:
        return "not_seated"
    holder = table.seating.seats[seat]
    by_bot, by_person = number == holder.bot_line, number == holder.line
    if command.start != line.start or not (by_bot or by_person):
        return "not_your_seat"
    if table.running and by_person and holder.stood_in:
        return "bot_plays"
    # A count below one would stand in the story as a bot's move, or the clock's (C5).
    return "bad_form" if command.count < 1 else ""


def _why_stale(table: Table, seat: int, command: m.Command) -> str:
    """Why the command answers no open question; nothing when it does."""
    play = table.play
    if play is None or command.match != play.story.match_number:
        return "stale"
    if play.over:
        return "match_over"
    if command.duty != play.duty:
        return "stale" if play.match.turn == seat else "not_your_turn"
    return ""
