"""What people at a table may want besides moves: getting ready, leaving, and the host's own orders.

Each wish is granted or refused with a reason. The host's orders need the line of the host's own
program (rule E3): its identity is that of the in-process link, and no road over a network gives it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core import bots, options
from core.errors import RulesError
from net import messages as m
from net.greeting import take_seat
from net.seating import HOST, Request, bot_identity

if TYPE_CHECKING:
    from net.table import Table


class WishError(Exception):
    """A wish that is not granted: a reason code, and a detail for the sentence."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def grant(table: Table, line: int, wish: m.Wish, now: float) -> None:
    """Do what is wanted, or answer why not."""
    try:
        if wish.word in ORDERS:
            if table.lines[line].identity != HOST:
                raise WishError("no_rights")
            ORDERS[wish.word](table, wish.argument, now)
        elif wish.word in WISHES:
            seat = table.seat_of_line(line)
            if seat < 0:
                waits = any(one.line == line for one in table.seating.requests)
                raise WishError("waiting_for_host" if waits else "not_seated")
            WISHES[wish.word](table, line, seat, now)
        else:
            raise WishError("unknown_wish", wish.word)
    except WishError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, refused.detail))
    except RulesError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, str(refused)))


def _set_ready(table: Table, seat: int, ready: bool) -> None:
    _need_lobby(table)
    table.seating.seats[seat].ready = ready
    table.show_lobby()


def _ready(table: Table, _line: int, seat: int, now: float) -> None:
    _set_ready(table, seat, ready=True)
    table.begin_if_ready(now)


def _unready(table: Table, _line: int, seat: int, _now: float) -> None:
    _set_ready(table, seat, ready=False)


def _leave(table: Table, line: int, seat: int, now: float) -> None:
    """In the lobby the seat is free again; in a match a bot sits in, and it is free afterwards.

    Until the match is over the seat is still theirs: they may come back and take it.
    """
    table.seating.seats[seat].left = True
    table.end(line, "leaving", now)


def _start(table: Table, _argument: str, now: float) -> None:
    _need_lobby(table)
    fewest, _ = table.terms.game.seats(table.terms.rules)
    if table.seating.filled() < fewest:
        raise WishError("too_few")
    table.begin(now)


def _need_lobby(table: Table) -> None:
    if table.running:
        raise WishError("match_running")


def _rule(table: Table, argument: str, _now: float) -> None:
    """Change a house rule before a match; people who had said ready are asked again."""
    _need_lobby(table)
    rules = options.with_texts(table.terms.rules, [argument])
    table.terms.game.check_seats(rules, len(table.seating.seats))
    table.terms = replace(table.terms, rules=rules)
    for seat in table.seating.seats:
        seat.ready = seat.kind is m.Kind.BOT
    table.show_lobby()


def _bot(table: Table, argument: str, now: float) -> None:
    _need_lobby(table)
    name = argument or table.terms.bot
    bots.bot(name)
    if not table.seating.add_bot(name):
        raise WishError("seats_full")
    table.show_lobby()
    table.begin_if_ready(now)


def _number(argument: str) -> int:
    """The number that was written, or one that nobody has."""
    short = argument.isascii() and argument.isdigit() and len(argument) < 10
    return int(argument) if short else -1


def _request(table: Table, argument: str) -> Request:
    request = table.seating.take_request(_number(argument))
    if request is None:
        raise WishError("nobody")
    return request


def _admit(table: Table, argument: str, now: float) -> None:
    _need_lobby(table)
    seat = table.seating.empty()
    if seat is None:
        raise WishError("seats_full")
    request = _request(table, argument)
    table.seating.sit(seat, request.identity, request.name)
    take_seat(table, request.line, table.lines[request.line], seat)
    table.show_lobby()
    table.begin_if_ready(now)


def _deny(table: Table, argument: str, now: float) -> None:
    table.end(_request(table, argument).line, "denied", now)
    table.show_lobby()


def _remove(table: Table, argument: str, now: float) -> None:
    """Empty a seat in the lobby; in a match a bot plays on in the place of whoever is removed."""
    number = _number(argument)
    if not 0 <= number < len(table.seating.seats):
        raise WishError("nobody")
    seat = table.seating.seats[number]
    if seat.kind is m.Kind.EMPTY or seat.identity == HOST:
        raise WishError("nobody")
    if seat.kind is m.Kind.BOT:
        _need_lobby(table)
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


def _again(table: Table, _argument: str, now: float) -> None:
    """Another match at the same table."""
    if table.play is None:
        raise WishError("no_match")
    _start(table, "", now)


WISHES: dict[str, Callable[[Table, int, int, float], None]] = {
    "ready": _ready,
    "unready": _unready,
    "leave": _leave,
}
ORDERS: dict[str, Callable[[Table, str, float], None]] = {
    "start": _start,
    "again": _again,
    "rule": _rule,
    "bot": _bot,
    "admit": _admit,
    "deny": _deny,
    "remove": _remove,
}
