"""What a table says to whom: the lobby, who is here, and what everybody hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import options
from net import messages as m
from net import votes
from net.seating import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from net.table import Table


def listeners(table: Table) -> Iterator[int]:
    """The lines of people who were greeted: with a seat, waiting for one, or looking on."""
    for number, line in table.lines.items():
        if line.greeted and not line.identity.startswith(BOT):
            yield number


def tell_all(table: Table, message: m.Message, but: int | None = None) -> None:
    """One message to everybody who was greeted, `but` one."""
    for number in listeners(table):
        if number != but:
            table.send(number, message)


def lobby_for(table: Table, seat: int) -> m.Lobby:
    """The lobby as the holder of a seat (-1: of none) sees it."""
    game, rules = table.terms.game, table.terms.rules
    return m.Lobby(
        game.name,
        tuple(options.values(rules).items()),
        game.identity(rules),
        tuple(
            m.SeatCard(one.name, one.kind, one.ready, one.presence) for one in table.seating.seats
        ),
        tuple((one.number, one.name) for one in table.seating.requests),
        table.running,
        seat,
        sum(table.lines[number].watching for number in listeners(table)),
        table.paused_at is not None,
        round(table.clock.seconds),
        votes.open_ballots(table),
        table.tallies.said(),
    )


def show_lobby(table: Table, but: int | None = None) -> None:
    """The lobby, whole, to everybody who was greeted; `but` has just seen it."""
    for number in listeners(table):
        if number != but:
            table.send(number, lobby_for(table, table.seat_of_line(number)))


def attendance(table: Table, seat: int, now: float) -> m.Attendance:
    """Whether the person of a seat is here, and how long they are waited for."""
    one = table.seating.seats[seat]
    left = 0 if one.deadline is None else max(0, round(one.deadline - table.table_time(now)))
    return m.Attendance(seat, one.presence, left)
