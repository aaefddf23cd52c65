"""The greeting of a connection: versions, the story so far, the seat, and everything told since.

Roles follow from the identity that the road has proven, never from what a program says of itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.seating import BOT, HOST

if TYPE_CHECKING:
    from net.table import Line, Table


def greet(table: Table, number: int, line: Line, hello: m.Hello, now: float) -> None:
    """Answer a Hello with a welcome and a seat, or with a good-bye that says why."""
    if hello.protocol != m.PROTOCOL:
        who = "upgrade_guest" if hello.protocol < m.PROTOCOL else "upgrade_host"
        table.end(number, who, now, f"{hello.version} / {table.terms.version}")
        return
    fault = _story_fault(table, hello)
    if fault:
        table.end(number, fault, now)
        return
    line.start = hello.start
    if line.identity.startswith(BOT):
        _greet_bot(table, number, line, hello, now)
        return
    seat = table.seating.of(line.identity)
    complaint = ""
    if seat is None:
        name, complaint = table.seating.polite_name(hello.name)
        seat = _find_seat(table, number, line, name, now)
        if seat is None:
            if number in table.lines:
                welcome(table, number, line, -1, hello)
                table.show_lobby()
            return
    take_seat(table, number, line, seat)
    welcome(table, number, line, seat, hello)
    table.show_lobby()
    table.attend(seat, now)
    if complaint:
        table.send(number, m.Sorry("name", complaint, hello.name))
    table.begin_if_ready(now)


def _story_fault(table: Table, hello: m.Hello) -> str:
    """Rule C3: a host never rewinds a guest, a guest never folds a second story."""
    if hello.match > table.matches:
        return "host_behind"
    if hello.match and hello.match == table.matches and table.play is not None:
        story = table.play.story
        if hello.number > len(story):
            return "host_behind"
        if hello.head != story.head_at(hello.number):
            return "story_differs"
    return ""


def _greet_bot(table: Table, number: int, line: Line, hello: m.Hello, now: float) -> None:
    seat = int(line.identity.removeprefix(BOT))
    if seat not in table.bots_wanted():
        table.end(number, "denied", now)
        return
    table.seating.seats[seat].bot_line = number
    welcome(table, number, line, seat, hello)


def _find_seat(table: Table, number: int, line: Line, name: str, now: float) -> int | None:
    """A seat for a newcomer; a request if the host has to say yes; else good-bye."""
    known = line.identity == HOST or line.identity in table.terms.friends
    if not known and table.terms.doors == "friends":
        table.end(number, "not_admitted", now)
        return None
    seat = table.seating.empty()
    if seat is None or table.running:
        table.end(number, "match_running" if table.running else "table_full", now)
        return None
    if not known and table.terms.doors == "ask":
        table.seating.ask(line.identity, name, number)
        return None
    table.seating.sit(seat, line.identity, name)
    return seat


def take_seat(table: Table, number: int, line: Line, seat_number: int) -> None:
    """The newest connection of an identity holds its seat; the old one is told (A4, C4)."""
    seat = table.seating.seats[seat_number]
    old, seat.line = seat.line, number
    if old is not None and old != number:
        table.send(old, m.Bye("taken_over"))
        table.lines.pop(old, None)
    seat.deadline = None
    changed = seat.start != line.start or seat.stood_in
    seat.program(line.start)
    if table.running and changed:
        seat.stood_in = False
        if seat.bot_line is not None:
            table.send(seat.bot_line, m.Bye("taken_over"))
            table.lines.pop(seat.bot_line, None)
            seat.bot_line = None
        table.hold(seat_number, m.Kind.PERSON, line.start)


def welcome(table: Table, number: int, line: Line, seat: int, hello: m.Hello) -> None:
    """Welcome a line, and tell a seat what it has not heard of the match."""
    terms = table.terms
    line.greeted = True
    rights = line.identity == HOST
    table.send(
        number,
        m.Welcome(m.PROTOCOL, terms.version, terms.table, seat, rights, terms.seeded),
    )
    if table.play is not None and seat >= 0:
        story = table.play.story
        known = hello.number if hello.match == story.match_number else 0
        table.send(number, table.lobby_for(seat))
        if not known:
            table.send(number, m.Opening(story.match_number, story.opening))
        for event in story.retell(seat, known):
            table.send(number, event)
