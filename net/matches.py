"""Matches of an evening: begun when everybody is ready, told whole, and counted when over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.dealing import Dealing
from net.play import Play
from net.seating import BOT
from net.story import Story

if TYPE_CHECKING:
    from net.table import Table


def begin_if_ready(table: Table, now: float) -> None:
    """Begin when the table is full and everybody is ready, or is to begin when it is full."""
    if table.running:
        return
    here = all(one.line is not None for one in table.seating.seats if one.kind is m.Kind.PERSON)
    full = (
        table.terms.start_when_full
        and table.play is None
        and table.seating.empty() is None
        and here
    )
    if full or table.seating.everybody_ready():
        begin(table, now)


def begin(table: Table, now: float) -> None:
    """Begin a match with whoever sits; raises `RulesError` when they are too few."""
    table.now = now
    table.terms.game.check_seats(table.terms.rules, table.seating.filled())
    table.seating.close_ranks()
    last = b"" if table.play is None else table.play.story.head
    table.matches += 1
    story = Story(table.matches, table.random_bytes(16), table.terms.host_key, last)
    terms, seats = table.terms, table.seating.seats
    dealing = Dealing(table.random_bytes) if terms.fair else None
    table.play = Play(story, terms.game, terms.rules, seats, table.luck, dealing, table.to_write)
    table.show_lobby()
    for index, seat in enumerate(table.seating.seats):
        seat.deadline, seat.spare, seat.misses, seat.runs = None, None, 0, 0
        if seat.presence is m.Presence.AWAY:
            seat.deadline = now + table.terms.grace
            table.attend(index, now)
        if seat.line is not None:
            _tell_whole(table, seat.line, index)
    for number in table.watchers():
        _tell_whole(table, number, -1)
    table.go_on()


def _tell_whole(table: Table, line: int, viewer: int) -> None:
    """The match from its opening on."""
    story = table.running_play().story
    table.send(line, m.Opening(story.match_number, story.opening))
    for event in story.retell(viewer, 0):
        table.send(line, event)


def rise(table: Table) -> None:
    """After a match bots go, the seats of leavers are free, the table has its size again."""
    table.paused_at, table.ballots = None, []
    table.held.clear()
    _reckon(table)
    for number, seat in enumerate(table.seating.seats):
        if seat.bot_line is not None:
            table.dismiss_bot(seat, "match_over")
        seat.ready = seat.kind is m.Kind.BOT
        seat.stood_in, seat.clock_plays, seat.misses = False, False, 0
        seat.deadline = None
        if seat.left:
            table.seating.clear(number)
    table.seating.widen(table.terms.seats)
    table.show_lobby()


def _reckon(table: Table) -> None:
    """Put a match that was played to its end on the board of the evening."""
    play = table.play
    done = None if play is None else play.match.settlement
    if play is None or done is None or not play.match.over:
        return
    players = []
    for number, seat in enumerate(table.seating.seats):
        identity = play.identity_at(number)
        players.append((seat.name if identity.startswith(BOT) else identity, seat.name))
    table.to_write += table.tallies.add(players, done.places)
