"""The host's orders at a table, and what the others have decided by a vote.

The host's rights are those of one line: its identity is that of the in-process link, and no road
over a network gives it (rule E3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from core import bots, options
from net import clocks, commands, matches
from net import messages as m
from net.greeting import take_back, take_seat
from net.saved import SpeakerMuted
from net.seating import HOST, Request, Seat, bot_identity
from net.votes import Ballot

if TYPE_CHECKING:
    from net.table import Table

WAIT_MORE = 600.0
"""Seconds that somebody is waited for in addition, each time the host or a vote says so."""


class WishError(Exception):
    """A wish that is not granted: a reason code, and a detail for the sentence."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


# What an argument names


def number_in(argument: str) -> int:
    """The number that was written, or one that nobody has."""
    short = argument.isascii() and argument.isdigit() and len(argument) < 10
    return int(argument) if short else -1


def seat_in(table: Table, argument: str) -> tuple[int, Seat]:
    """The seat that was named, and it is taken."""
    number = number_in(argument)
    if not 0 <= number < len(table.seating.seats):
        raise WishError("nobody")
    seat = table.seating.seats[number]
    if seat.kind is m.Kind.EMPTY:
        raise WishError("nobody")
    return number, seat


def person_in(table: Table, argument: str) -> tuple[int, Seat]:
    """The seat that was named, and it is a person's."""
    number, seat = seat_in(table, argument)
    if seat.kind is not m.Kind.PERSON:
        raise WishError("nobody")
    return number, seat


def need_lobby(table: Table) -> None:
    """Refuse while a match runs."""
    if table.running:
        raise WishError("match_running")


def _need_match(table: Table) -> None:
    if not table.running:
        raise WishError("no_match")


# Between matches


def _start(table: Table, _argument: str, now: float) -> None:
    need_lobby(table)
    fewest, _ = table.terms.game.seats(table.terms.rules)
    if table.seating.filled() < fewest:
        raise WishError("too_few")
    matches.begin(table, now)


def _again(table: Table, _argument: str, now: float) -> None:
    """Another match at the same table."""
    if table.play is None:
        raise WishError("no_match")
    _start(table, "", now)


def _rule(table: Table, argument: str, _now: float) -> None:
    """Change a house rule before a match; people who had said ready are asked again."""
    need_lobby(table)
    rules = options.with_texts(table.terms.rules, [argument])
    table.terms.game.check_seats(rules, len(table.seating.seats))
    table.terms = replace(table.terms, rules=rules)
    for seat in table.seating.seats:
        seat.ready = seat.kind is m.Kind.BOT
    table.show_lobby()


def _bot(table: Table, argument: str, now: float) -> None:
    need_lobby(table)
    name = argument or table.terms.bot
    bots.bot(name)
    if not table.seating.add_bot(name):
        raise WishError("seats_full")
    table.show_lobby()
    matches.begin_if_ready(table, now)


def _request(table: Table, argument: str) -> Request:
    request = table.seating.take_request(number_in(argument))
    if request is None:
        raise WishError("nobody")
    return request


def _admit(table: Table, argument: str, now: float) -> None:
    need_lobby(table)
    seat = table.seating.empty()
    if seat is None:
        raise WishError("seats_full")
    request = _request(table, argument)
    line = table.lines[request.line]
    line.watching = False
    table.seating.sit(seat, request.identity, request.name)
    take_seat(table, request.line, line, seat, now)
    table.show_lobby()
    matches.begin_if_ready(table, now)


def _deny(table: Table, argument: str, now: float) -> None:
    table.end(_request(table, argument).line, "denied", now)
    table.show_lobby()


def _swap(table: Table, argument: str, _now: float) -> None:
    """Two seats change places between matches, `A:B`; bots are known by their seat."""
    need_lobby(table)
    seats = table.seating.seats
    first, _, second = argument.partition(":")
    one, other = number_in(first), number_in(second)
    if not (0 <= one < len(seats) and 0 <= other < len(seats)) or one == other:
        raise WishError("nobody")
    seats[one], seats[other] = seats[other], seats[one]
    table.seating.name_bots()
    table.show_lobby()


# At any time


def _remove(table: Table, argument: str, now: float) -> None:
    """Empty a seat in the lobby; in a match a bot plays on in the place of whoever is removed."""
    number, seat = seat_in(table, argument)
    if seat.identity == HOST:
        raise WishError("nobody")
    if seat.kind is m.Kind.BOT:
        need_lobby(table)
    seat.left = True
    if seat.line is not None:
        table.end(seat.line, "removed", now)
    elif table.running:
        table.stand_in(number, now)
    else:
        table.seating.clear(number)
    if table.running:
        table.seating.give_to_bot(number, table.terms.bot)
        table.running_play().hand_over(number, bot_identity(number))
    table.show_lobby()


def _clock(table: Table, argument: str, now: float) -> None:
    """The seconds for a move, 0 for no clock."""
    seconds = number_in(argument)
    if seconds != 0 and not clocks.SHORTEST <= seconds <= clocks.LONGEST:
        raise WishError("bad_clock", f"{clocks.SHORTEST}-{clocks.LONGEST}")
    clocks.set_clock(table, float(seconds), now)
    table.show_lobby()


def _mute(table: Table, argument: str, _now: float) -> None:
    _set_muted(table, argument, muted=True)


def _unmute(table: Table, argument: str, _now: float) -> None:
    _set_muted(table, argument, muted=False)


def _set_muted(table: Table, argument: str, *, muted: bool) -> None:
    """What a speaker says reaches nobody, or everybody again; the argument is their number."""
    identity = table.chatter.identity_of(number_in(argument))
    if not identity or identity == HOST:
        raise WishError("nobody")
    if (identity in table.chatter.muted) == muted:
        raise WishError("nothing_new")
    table.chatter.muted ^= {identity}
    table.to_write.append(SpeakerMuted(identity, muted))
    table.show_lobby()


# In a match


def _pause(table: Table, _argument: str, now: float) -> None:
    """Nobody may move, and no clock runs, until the host says so."""
    _need_match(table)
    if table.paused_at is not None:
        raise WishError("nothing_new")
    table.paused_at = now
    clocks.wind(table, now)
    table.show_lobby()


def _go_on(table: Table, _argument: str, now: float) -> None:
    """The end of a pause: countdowns go on where they stood, bots move as they had thought."""
    if table.paused_at is None:
        raise WishError("nothing_new")
    paused_at, table.paused_at = table.paused_at, None
    table.shift_countdowns(now - paused_at)
    clocks.wind(table, now)
    table.show_lobby()
    held, table.held = table.held, []
    for line, command in held:
        if line in table.lines:
            commands.obey(table, line, table.lines[line], command)


def _wait(table: Table, argument: str, now: float) -> None:
    """Wait longer for somebody who is away."""
    _need_match(table)
    number, seat = person_in(table, argument)
    if seat.deadline is None:
        raise WishError("bot_plays" if seat.stood_in else "is_here")
    _wait_more(table, number, now)


def _wait_more(table: Table, number: int, now: float) -> None:
    seat = table.seating.seats[number]
    if seat.deadline is not None:
        seat.deadline += WAIT_MORE
        table.attend(number, now)


def _replace(table: Table, argument: str, now: float) -> None:
    """A bot sits in for somebody at once; the seat stays theirs."""
    _need_match(table)
    number, seat = person_in(table, argument)
    if seat.stood_in:
        raise WishError("bot_plays")
    table.stand_in(number, now)
    table.show_lobby()


def _hand_back(table: Table, argument: str, _now: float) -> None:
    """Give a seat back to its person, who is here."""
    _need_match(table)
    number, seat = person_in(table, argument)
    if not seat.stood_in:
        raise WishError("nothing_to_take_back")
    if seat.line is None:
        raise WishError("is_away")
    take_back(table, number)
    table.show_lobby()


def _end(table: Table, _argument: str, now: float) -> None:
    """Break the match off; the round is opened all the same, so that everybody can check it."""
    _need_match(table)
    _break_off(table, m.Cause.HOST, now)


def _break_off(table: Table, cause: m.Cause, now: float) -> None:
    play = table.running_play()
    if play.ended:
        raise WishError("nothing_new")
    if table.paused_at is not None:
        _go_on(table, "", now)
    table.broadcast(play.end(cause))
    table.go_on()


def carry_out(table: Table, decided: Iterable[Ballot], now: float) -> None:
    """Do what a vote has decided."""
    for ballot in decided:
        if not table.running:
            return
        match ballot.word:
            case "end":
                if not table.running_play().ended:
                    _break_off(table, m.Cause.VOTE, now)
            case "wait":
                _wait_more(table, ballot.seat, now)
            case _:
                table.stand_in(ballot.seat, now)


ORDERS: dict[str, Callable[[Table, str, float], None]] = {
    "start": _start,
    "again": _again,
    "rule": _rule,
    "bot": _bot,
    "admit": _admit,
    "deny": _deny,
    "swap": _swap,
    "remove": _remove,
    "clock": _clock,
    "mute": _mute,
    "unmute": _unmute,
    "pause": _pause,
    "go_on": _go_on,
    "wait": _wait,
    "replace": _replace,
    "hand_back": _hand_back,
    "end": _end,
}
"""What the host may order, by word."""
