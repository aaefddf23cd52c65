"""What people at a table may want besides moves: getting ready, leaving, another seat, a vote.

Each wish is granted or refused with a reason. The host's orders are in `orders`; they need the line
of the host's own program (rule E3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.errors import RulesError
from net import matches, votes
from net import messages as m
from net.greeting import find_seat, take_back, take_seat
from net.orders import ORDERS, WishError, carry_out, need_lobby, number_in, person_in
from net.seating import HOST, Seat

if TYPE_CHECKING:
    from net.table import Table


def grant(table: Table, line: int, wish: m.Wish, now: float) -> None:
    """Do what is wanted, or answer why not."""
    try:
        if wish.word in ORDERS:
            if table.lines[line].identity != HOST:
                raise WishError("no_rights")
            ORDERS[wish.word](table, wish.argument, now)
        elif wish.word == "sit":
            _sit(table, line, now)
        elif wish.word in WISHES:
            seat = table.seat_of_line(line)
            if seat < 0:
                waits = any(one.line == line for one in table.seating.requests)
                raise WishError("waiting_for_host" if waits else "not_seated")
            WISHES[wish.word](table, line, seat, wish.argument, now)
        else:
            raise WishError("unknown_wish", wish.word)
    except WishError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, refused.detail))
    except RulesError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, str(refused)))


def _sit(table: Table, number: int, now: float) -> None:
    """Somebody who looks on wants a seat: between matches, by the same doors as a newcomer."""
    line = table.lines[number]
    if not line.watching:
        raise WishError("seated")
    need_lobby(table)
    if table.seating.empty() is None:
        raise WishError("seats_full")
    known = line.identity == HOST or line.identity in table.terms.friends
    if not known and table.terms.doors == "friends":
        raise WishError("not_admitted")
    seat = find_seat(table, number, line, line.name, now)
    if seat is not None:
        line.watching = False
        take_seat(table, number, line, seat, now)
    table.show_lobby()


def _look_on(table: Table, number: int, seat: int, _argument: str, _now: float) -> None:
    """Give up a seat between matches, and stay."""
    need_lobby(table)
    line = table.lines[number]
    line.watching, line.name = True, table.seating.seats[seat].name
    table.seating.clear(seat)
    table.show_lobby()


def _set_ready(table: Table, seat: int, ready: bool) -> None:
    need_lobby(table)
    table.seating.seats[seat].ready = ready
    table.show_lobby()


def _ready(table: Table, _line: int, seat: int, _argument: str, now: float) -> None:
    _set_ready(table, seat, ready=True)
    matches.begin_if_ready(table, now)


def _unready(table: Table, _line: int, seat: int, _argument: str, _now: float) -> None:
    _set_ready(table, seat, ready=False)


def _leave(table: Table, line: int, seat: int, _argument: str, now: float) -> None:
    """In the lobby the seat is free again; in a match a bot sits in, and it is free afterwards.

    Until the match is over the seat is still theirs: they may come back and take it.
    """
    table.seating.seats[seat].left = True
    table.end(line, "leaving", now)


def _seat(table: Table, _line: int, seat: int, argument: str, _now: float) -> None:
    """Move to a free seat between matches."""
    need_lobby(table)
    wanted = number_in(argument)
    if not 0 <= wanted < len(table.seating.seats):
        raise WishError("nobody")
    seats = table.seating.seats
    if seats[wanted].kind is not m.Kind.EMPTY:
        raise WishError("seat_taken")
    seats[wanted], seats[seat] = seats[seat], Seat()
    table.show_lobby()


def _back(table: Table, line: int, seat: int, _argument: str, _now: float) -> None:
    """Somebody who is here takes their seat back from the bot that plays it."""
    one = table.seating.seats[seat]
    if not table.running or not one.stood_in or one.line != line:
        raise WishError("nothing_to_take_back")
    take_back(table, seat)
    table.show_lobby()


def _vote(table: Table, _line: int, seat: int, argument: str, now: float) -> None:
    """A vote, as `end`, `wait:SEAT` or `replace:SEAT`; it counts while the host says nothing."""
    word, _, about = argument.partition(":")
    if word not in votes.WORDS or not table.running:
        raise WishError("unknown_wish" if word not in votes.WORDS else "no_match")
    target = -1
    if word != "end":
        target, one = person_in(table, about)
        if one.stood_in:
            raise WishError("bot_plays")
        if word == "wait" and one.line is not None:
            raise WishError("is_here")
    elif about:
        raise WishError("unknown_wish", argument)
    if target == seat or table.seating.seats[seat].stood_in:
        raise WishError("no_vote")
    if not votes.host_is_silent(table, now):
        raise WishError("host_decides")
    if not votes.cast(table, word, target, table.seating.seats[seat].identity):
        raise WishError("voted")
    carry_out(table, votes.count(table), now)
    table.show_lobby()


Wish = Callable[["Table", int, int, str, float], None]

WISHES: dict[str, Wish] = {
    "ready": _ready,
    "unready": _unready,
    "leave": _leave,
    "seat": _seat,
    "look_on": _look_on,
    "back": _back,
    "vote": _vote,
}
"""What somebody with a seat may want; beside these, `sit` is for those who look on."""
