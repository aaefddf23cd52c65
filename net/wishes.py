"""What people at a table may want besides moves: getting ready, leaving, and the host's own orders.

Each wish is granted or refused with a reason; the host's orders need the line of the host's own
program (rule E3), which no road over a network can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core import bots, options
from core.errors import RulesError
from net import messages as m
from net.greeting import take_seat
from net.seating import HOST, Seat, bot_identity

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
                raise WishError("not_seated")
            WISHES[wish.word](table, line, seat, now)
        else:
            raise WishError("unknown_wish", wish.word)
    except WishError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, refused.detail))
    except RulesError as refused:
        table.send(line, m.Sorry(wish.word, refused.reason, str(refused)))


def _set_ready(table: Table, seat: int, ready: bool) -> None:
    if table.running:
        raise WishError("match_running")
    table.seating.seats[seat].ready = ready
    table.show_lobby()


def _ready(table: Table, _line: int, seat: int, now: float) -> None:
    _set_ready(table, seat, ready=True)
    table.begin_if_ready(now)


def _unready(table: Table, _line: int, seat: int, _now: float) -> None:
    _set_ready(table, seat, ready=False)


def _leave(table: Table, line: int, seat: int, now: float) -> None:
    """In the lobby the seat is free again; in a match a bot sits in and the seat stays theirs."""
    table.end(line, "leaving", now)
    if table.running:
        table.stand_in(seat, now)
    else:
        table.seating.clear(seat)
        table.show_lobby()


def _begin(table: Table, _argument: str, now: float) -> None:
    if table.running:
        raise WishError("match_running")
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


def _request(table: Table, argument: str) -> tuple[str, str, int]:
    number = int(argument) if argument.isascii() and argument.isdigit() else -1
    request = table.seating.take_request(number)
    if request is None:
        raise WishError("bad_value", argument)
    return request.identity, request.name, request.line


def _admit(table: Table, argument: str, now: float) -> None:
    _need_lobby(table)
    seat = table.seating.empty()
    if seat is None:
        raise WishError("seats_full")
    identity, name, line = _request(table, argument)
    table.seating.sit(seat, identity, name)
    take_seat(table, line, table.lines[line], seat)
    table.show_lobby()
    table.begin_if_ready(now)


def _deny(table: Table, argument: str, now: float) -> None:
    _, _, line = _request(table, argument)
    table.end(line, "denied", now)
    table.show_lobby()


def _remove(table: Table, argument: str, now: float) -> None:
    """Empty a seat in the lobby; in a match a bot plays on in the place of whoever is removed."""
    number = int(argument) if argument.isascii() and argument.isdigit() else -1
    if not 0 <= number < len(table.seating.seats):
        raise WishError("bad_value", argument)
    seat = table.seating.seats[number]
    if seat.kind is m.Kind.EMPTY or seat.identity == HOST:
        raise WishError("bad_value", argument)
    if seat.line is not None:
        table.end(seat.line, "removed", now)
    if table.running:
        table.stand_in(number, now)
        seat.kind, seat.bot, seat.stood_in = m.Kind.BOT, table.terms.bot, False
        seat.identity = bot_identity(number)
    else:
        table.seating.seats[number] = Seat()
    table.show_lobby()


def _again(table: Table, _argument: str, now: float) -> None:
    """Another match at the same table."""
    if table.play is None:
        raise WishError("not_legal")
    _begin(table, "", now)


WISHES: dict[str, Callable[[Table, int, int, float], None]] = {
    "ready": _ready,
    "unready": _unready,
    "leave": _leave,
}
ORDERS: dict[str, Callable[[Table, str, float], None]] = {
    "start": _begin,
    "again": _again,
    "rule": _rule,
    "bot": _bot,
    "admit": _admit,
    "deny": _deny,
    "remove": _remove,
}
