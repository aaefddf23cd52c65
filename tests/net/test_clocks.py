"""The clock of a move: whose it is, when it stands, what it does, and what a crash leaves of it."""

from typing import Any

import pytest

from core.game import games
from net import bodies
from net import messages as m
from net.clocks import MISSES
from net.framing import read_event
from net.orders import ORDERS
from net.updates import Alarm, ClockMoved, Ticking, WishRefused
from tests.net.pretend import Person, Pretend, terms

CLOCK = 30.0


def _match(seats: int = 3, *, journaled: bool = False, **more: Any) -> tuple[Pretend, list[Person]]:
    at = terms(seats, **({"clock": CLOCK, "grace": 60.0, "start_when_full": True} | more))
    pretend = Pretend(at, journaled=journaled)
    return pretend, pretend.seated(*(f"{letter}xx" for letter in "abcdef"[:seats]))


def _mover(people: list[Person]) -> Person:
    return next(one for one in people if one.guest.owes)


def _causes(pretend: Pretend) -> list[int]:
    told = [read_event(one.public)[1] for one in pretend.table.running_play().story.events]
    return [body.cause for body in told if isinstance(body, bodies.Moved)]


def test_everybody_sees_whose_clock_runs() -> None:
    """The warning before it acts is made where the person sits, from what is left."""
    pretend, people = _match()
    mover = _mover(people)
    for person in people:
        assert person.guest.clock == m.Clock(mover.guest.seat, 30_000, running=True)
    mover.guest.play(pretend.move_of(mover))
    pretend.run()
    assert people[0].guest.clock == m.Clock(_mover(people).guest.seat, 30_000, running=True)


def test_a_move_before_the_end_is_the_persons_and_after_it_the_clocks() -> None:
    """C5: the event says that it was the clock; the person is told, and it is no alarm."""
    pretend, people = _match()
    mover = _mover(people)
    pretend.wait(CLOCK - 0.1)
    assert _causes(pretend) == []
    mover.guest.play(pretend.move_of(mover))
    pretend.run()
    assert _causes(pretend) == [1]

    late = _mover(people)
    pretend.wait(CLOCK + 0.1)
    pretend.run()
    assert _causes(pretend) == [1, m.Cause.CLOCK]
    assert late.heard(ClockMoved)
    assert late.heard(Alarm) == []
    assert not late.guest.owes
    assert pretend.bots == {}
    assert pretend.table.seating.seats[late.guest.seat].presence is m.Presence.HERE


def test_a_clock_that_was_turned_off_since_is_no_alarm_for_who_comes_back() -> None:
    """C5: it moved while their line was dead, and the lobby of their return shows no clock."""
    pretend, people = _match()
    late = _mover(people)
    pretend.cut(late, host_knows=False)
    pretend.table.clock.ends = pretend.now + 3.0
    pretend.wait(3.1)
    assert _causes(pretend) == [m.Cause.CLOCK]
    ORDERS["clock"](pretend.table, "0", pretend.now)
    pretend.dial(late)
    pretend.run()

    assert late.heard(ClockMoved)
    assert late.heard(Alarm) == []


def test_a_command_that_was_read_before_the_end_beats_the_clock() -> None:
    """C10: even if time has run on before anything else is decided."""
    pretend, people = _match()
    mover = _mover(people)
    assert mover.wire is not None
    command = m.Command(mover.guest.start, 1, 1, mover.guest.duty, pretend.move_of(mover))
    pretend.table.receive(mover.wire.line, command, pretend.now + CLOCK - 0.01)
    pretend.now += CLOCK
    pretend.table.tick(pretend.now)
    assert _causes(pretend) == [1]


def test_whoever_is_never_there_is_played_by_a_bot_until_they_come_back() -> None:
    """A clock that runs out again and again: a bot sits in, and one key takes the seat back."""
    pretend, people = _match()
    sleeper = people[0]
    seat = pretend.table.seating.seats[0]
    for _ in range(40):
        if seat.stood_in:
            break
        mover = _mover(people)
        if mover is sleeper:
            pretend.wait(CLOCK + 0.1)
            pretend.run()
        else:
            mover.guest.play(pretend.move_of(mover))
            pretend.run()
    assert seat.stood_in
    assert _causes(pretend).count(m.Cause.CLOCK) == MISSES - 1
    sleeper.guest.wish("back")
    pretend.run()
    assert (seat.stood_in, pretend.bots) == (False, {})
    sleeper.guest.wish("back")
    pretend.run()
    assert [one.reason for one in sleeper.heard(WishRefused)] == ["nothing_to_take_back"]


def test_the_clock_stands_while_the_line_of_its_owner_is_down() -> None:
    """G1: nobody loses a move to a tunnel; the countdown of those who are away runs instead."""
    pretend, people = _match()
    mover = _mover(people)
    others = [one for one in people if one is not mover]
    pretend.wait(10)
    pretend.cut(mover)
    pretend.wait(25)
    assert _causes(pretend) == []
    assert others[0].guest.clock == m.Clock(mover.guest.seat, 20_000, running=False)
    pretend.dial(mover)
    pretend.run()
    assert mover.guest.clock == m.Clock(mover.guest.seat, 20_000, running=True)
    pretend.wait(19.9)
    assert _causes(pretend) == []
    pretend.wait(0.3)
    pretend.run()
    assert _causes(pretend) == [m.Cause.CLOCK]


@pytest.mark.parametrize("name", sorted(games()))
def test_the_clock_is_that_of_whoever_owes_and_of_nobody_else(name: str) -> None:
    """F5, G2: at every moment of a match the clock that runs is that of the seat that owes a move;
    whoever waits, sits out or is a bot is never late.
    """
    game = games()[name]
    pretend, people = _match(3, game=game, rules=game.rules)
    steps = 0
    while pretend.table.running and steps < 120:
        play, clock = pretend.table.running_play(), pretend.table.clock
        assert clock.seat == play.match.turn
        assert clock.ends == pretend.now + CLOCK
        mover = _mover(people)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
        steps += 1


@pytest.mark.parametrize("name", sorted(games()))
def test_one_turn_follows_when_the_clock_acts(name: str) -> None:
    """D6: in every phase of every game the clock makes exactly one move, and the turn goes on."""
    game = games()[name]
    pretend, people = _match(3, game=game, rules=game.rules)
    for step in range(40):
        if not pretend.table.running:
            break
        moves = len(_causes(pretend))
        mover = _mover(people)
        if step % 2:
            pretend.table.seating.seats[mover.guest.seat].misses = 0
            pretend.wait(CLOCK + 0.01)
        else:
            mover.guest.play(pretend.move_of(mover))
        pretend.run()
        if pretend.table.running:
            assert len(_causes(pretend)) == moves + 1
    assert all(person.heard(Alarm) == [] for person in people)


def test_without_a_clock_nobody_is_ever_late() -> None:
    """A clock is a choice of the table."""
    pretend, people = _match(clock=0.0)
    pretend.wait(10_000)
    assert _causes(pretend) == []
    assert people[0].heard(Ticking) == []


def test_a_clock_move_at_a_table_without_a_clock_is_an_alarm() -> None:
    """C5: a host that moves in somebody's name and calls it the clock is told off at once."""
    pretend, people = _match(clock=0.0)
    mover = _mover(people)
    play = pretend.table.running_play()
    pretend.table.broadcast(play.submit(mover.guest.seat, pretend.move_of(mover), m.Cause.CLOCK))
    pretend.run()
    assert mover.heard(Alarm) == [Alarm("moved_in_your_name")]


def test_the_host_sets_the_clock_at_any_time() -> None:
    """From the next moment on; out of bounds is refused in words."""
    pretend, people = _match(clock=0.0)
    table = pretend.table
    ORDERS["clock"](table, "20", pretend.now)
    pretend.run()
    assert people[0].guest.lobby is not None
    assert people[0].guest.lobby.clock == 20
    assert people[0].guest.clock == m.Clock(_mover(people).guest.seat, 20_000, running=True)
    ORDERS["clock"](table, "0", pretend.now)
    pretend.wait(100)
    assert _causes(pretend) == []


def test_a_crash_leaves_what_the_clock_had_left() -> None:
    """C10: clocks are durations; while the host was gone they stood still."""
    pretend, people = _match(journaled=True)
    mover = _mover(people)
    mover.guest.play(pretend.move_of(mover))
    pretend.run()
    owner = _mover(people)
    pretend.wait(12)
    pretend.cut(owner)
    pretend.run()
    pretend.crash()
    pretend.now += 5_000
    pretend.resume()
    clock = pretend.table.clock
    assert (clock.seat, clock.ends) == (owner.guest.seat, None)
    assert clock.left == pytest.approx(CLOCK - 12)
    for person in people:
        pretend.dial(person)
    pretend.run()
    assert owner.guest.clock == m.Clock(owner.guest.seat, 18_000, running=True)
