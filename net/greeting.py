"""The greeting of a connection: versions, the story so far, the seat, and everything told since.

Roles follow from the identity that the road has proven, never from what a program says of itself.
A seat is claimed only by a greeting that fits in every respect (rule C4).
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from net import matches
from net import messages as m
from net.clocks import reading
from net.lines import WATCHERS
from net.notices import attendance, lobby_for
from net.seating import BOT, HOST, REQUESTS_KEPT

if TYPE_CHECKING:
    from net.lines import Line
    from net.table import Table

AN_ADDRESS = 2
"""Seats and requests that strangers of one network address may have."""

RUNS = 64
"""How many programs, one after the other, a person may have at a seat in one match."""

SHORTEST_WAIT = 10.0
"""Seconds that are left at least for somebody who came back and goes again before their move."""


def greet(table: Table, number: int, line: Line, hello: m.Hello, now: float) -> None:
    """Answer a Hello with a welcome and a seat, or with a good-bye that says why."""
    if line.greeted:
        table.end(number, "out_of_turn", now)
        return
    upgrade = _who_must_upgrade(table, hello)
    if upgrade:
        table.end(number, upgrade, now, f"{hello.version} / {table.terms.version}")
        return
    fault = _story_fault(table, hello)
    if fault:
        table.end(number, fault, now)
        return
    line.start, line.dialled = hello.start, hello.dialled
    if line.identity.startswith(BOT):
        _greet_bot(table, number, line, hello, now)
        return
    seat = table.seating.of(line.identity)
    complaint = ""
    if hello.watch:
        _greet_watcher(table, number, line, hello, now)
        return
    if seat is not None and table.seating.seats[seat].overtaken(hello.start, hello.dialled):
        table.end(number, "taken_over", now)
        return
    if seat is not None and _runs_too_often(table, seat, hello.start):
        table.end(number, "too_fast", now)
        return
    if seat is None or not table.seating.seats[seat].name:
        name, complaint = table.seating.polite_name(hello.name)
        if seat is None:
            seat = find_seat(table, number, line, name, now)
        else:
            table.seating.seats[seat].name = name
    if number not in table.lines:
        return
    if seat is not None:
        take_seat(table, number, line, seat, now)
    welcome(table, number, line, hello, now)
    table.wait_again(now)
    if complaint:
        table.send(number, m.Sorry("name", complaint, hello.name))
    if seat is not None:
        table.attend(seat, now, but=number)
    table.show_lobby(but=number)
    matches.begin_if_ready(table, now)


def _runs_too_often(table: Table, number: int, start: bytes) -> bool:
    """Whether a match has had too many programs at this seat: each of them is an event for all."""
    seat = table.seating.seats[number]
    if not table.running or start == seat.start:
        return False
    seat.runs += 1
    return seat.runs > RUNS


def _who_must_upgrade(table: Table, hello: m.Hello) -> str:
    """Whose program is older, by the protocol or by the version of the game; nothing when they fit.

    The two have one version number on a screen; the sentence says both program versions (G7).
    """
    if hello.protocol != m.PROTOCOL:
        return "upgrade_guest" if hello.protocol < m.PROTOCOL else "upgrade_host"
    theirs, ours = dict(hello.games).get(table.terms.game.name, 0), table.terms.game.version
    if theirs != ours:
        return "upgrade_guest" if theirs < ours else "upgrade_host"
    return ""


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
    old = table.seating.seats[seat].bot_line
    if old is not None:
        table.end(old, "taken_over", now)
    table.seating.seats[seat].bot_line = number
    welcome(table, number, line, hello, now)


def _greet_watcher(table: Table, number: int, line: Line, hello: m.Hello, now: float) -> None:
    """Somebody looks on: they see what is public, and hold no seat whatever they say (C4, C5)."""
    known = line.identity == HOST or line.identity in table.terms.friends
    if table.seating.of(line.identity) is not None:
        table.end(number, "seated", now)
    elif not known and not table.terms.watch:
        table.end(number, "not_admitted", now)
    elif len(table.watchers()) >= WATCHERS:
        table.end(number, "crowded", now)
    else:
        line.watching = True
        line.name, complaint = table.seating.polite_name(hello.name)
        welcome(table, number, line, hello, now)
        if complaint:
            table.send(number, m.Sorry("name", complaint, hello.name))
        table.show_lobby(but=number)


def find_seat(table: Table, number: int, line: Line, name: str, now: float) -> int | None:
    """A seat for a newcomer; a request if the host has to say yes; else good-bye."""
    known = line.identity == HOST or line.identity in table.terms.friends
    if not known and table.terms.doors == "friends":
        table.end(number, "not_admitted", now)
        return None
    seat = table.seating.empty()
    if seat is None or table.running:
        table.end(number, "match_running" if table.running else "table_full", now)
        return None
    if not known and _many_from_there(table, line):
        table.end(number, "crowded_address", now)
        return None
    if not known and table.terms.doors == "ask":
        before = table.seating.request_of(line.identity)
        if before is not None and line.overtakes(table.lines[before.line]):
            table.end(before.line, "taken_over", now)
        elif before is not None:
            table.end(number, "taken_over", now)
            return None
        if len(table.seating.requests) >= REQUESTS_KEPT:
            table.end(number, "crowded", now)
        else:
            table.seating.ask(line.identity, name, number)
        return None
    table.seating.sit(seat, line.identity, name)
    return seat


def _many_from_there(table: Table, line: Line) -> bool:
    """Whether a stranger's address has its seats and requests already (rule E5).

    Whoever comes through a tunnel of this machine, or over no network, has no address of their own.
    """
    try:
        if ipaddress.ip_address(line.address).is_loopback:
            return False
    except ValueError:
        return False
    asking = {one.line for one in table.seating.requests}
    others = {
        one.identity
        for number, one in table.lines.items()
        if one.address == line.address and (table.seat_of_line(number) >= 0 or number in asking)
    }
    return len(others - table.terms.friends - {line.identity}) >= AN_ADDRESS


def take_seat(table: Table, number: int, line: Line, seat_number: int, now: float) -> None:
    """The newest connection of an identity holds its seat; the old one is told (A4, C4).

    What the old one had sent and nobody has looked at yet is dropped unread.
    """
    seat = table.seating.seats[seat_number]
    old, seat.line = seat.line, number
    if old is not None:
        table.send(old, m.Bye("taken_over"))
        table.lines.pop(old, None)
    if seat.deadline is not None:
        seat.spare = max(SHORTEST_WAIT, seat.deadline - table.table_time(now))
    seat.deadline = None
    seat.left = False
    changed = seat.start != line.start or seat.stood_in
    seat.program(line.start, line.dialled)
    if table.running and changed:
        take_back(table, seat_number)


def take_back(table: Table, number: int) -> None:
    """The program of the person plays their seat from now on, whoever did before."""
    seat = table.seating.seats[number]
    seat.stood_in, seat.clock_plays, seat.misses = False, False, 0
    table.dismiss_bot(seat, "taken_over")
    table.hold(number, m.Kind.PERSON, seat.start)


def welcome(table: Table, number: int, line: Line, hello: m.Hello, now: float) -> None:
    """Welcome a line; tell it the table, who is away, and what it has not heard of the match."""
    terms = table.terms
    line.greeted = True
    viewer = table.viewer(number)
    story = table.play.story if table.play is not None and viewer is not None else None
    match, told = (0, 0) if story is None else (story.match_number, len(story))
    seat = table.seat_of_line(number)
    table.send(
        number,
        m.Welcome(
            m.PROTOCOL,
            terms.version,
            terms.table,
            seat,
            line.identity == HOST,
            terms.seeded,
            match,
            told,
        ),
    )
    if not line.identity.startswith(BOT):
        table.send(number, lobby_for(table, seat))
        for other in range(len(table.seating.seats)):
            if table.seating.seats[other].presence is not m.Presence.HERE:
                table.send(number, attendance(table, other, now))
        if seat >= 0 or line.watching:
            for said in table.chatter.after(hello.chatted):
                table.send(number, said)
    if story is not None and viewer is not None:
        known = hello.number if hello.match == match else 0
        if not known:
            table.send(number, m.Opening(match, story.opening))
        for event in story.retell(viewer, known):
            table.send(number, event)
        if table.clock.seat >= 0 and not line.identity.startswith(BOT):
            table.send(number, reading(table, now))
