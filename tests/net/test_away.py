"""People who are away: the countdown, the bot that sits in, coming back, leaving, a silent line."""

from typing import Any

import pytest

from core import options
from net import bodies, framing, matches
from net import messages as m
from net.seating import HOST
from net.updates import Alarm, Attended, Closed, Happened, HolderChanged
from tests.net.pretend import GAME, Person, Pretend, terms

GRACE = 30.0


def _match(seats: int = 3, *, seed: int = 0, **more: Any) -> tuple[Pretend, list[Person]]:
    rules = options.with_values(GAME.rules, {"allow_two_players": True})
    at = terms(seats, rules=rules, grace=GRACE, start_when_full=True, **more)
    pretend = Pretend(at, seed=seed)
    return pretend, pretend.seated(*(f"{letter}xx" for letter in "abcdef"[:seats]))


def _on_turn(people: list[Person]) -> Person:
    return next(one for one in people if one.guest.on_turn)


@pytest.mark.parametrize("identity", ["key:ann", HOST])
def test_the_seat_is_kept_for_the_whole_countdown(identity: str) -> None:
    """A14: a drop for grace-ε keeps the seat, grace+ε gives it to a bot, for each role."""
    pretend = Pretend(terms(grace=GRACE, start_when_full=True))
    if identity == HOST:
        pretend.table.seat_bots(0, host_plays=True)
    ann = pretend.person("ann", identity)
    pretend.run()
    _, bob = pretend.seated("cem", "bob")
    seat = pretend.table.seating.seats[0]
    pretend.cut(ann)
    pretend.wait(GRACE - 0.1)
    assert (seat.stood_in, seat.presence) == (False, m.Presence.AWAY)
    pretend.dial(ann)
    pretend.run()
    assert bob.guest.presence[0] == (m.Presence.HERE, 0)
    assert not [one for one in bob.heard(HolderChanged) if one.kind is m.Kind.BOT]

    pretend.cut(ann)
    pretend.wait(GRACE + 0.1)
    assert (seat.stood_in, seat.presence) == (True, m.Presence.STOOD_IN)
    assert [one.seat for one in bob.heard(HolderChanged) if one.kind is m.Kind.BOT] == [0]


def test_everybody_hears_the_countdown() -> None:
    """Who is away is said with the seconds, and who came back; a lobby does not forget it."""
    pretend, (ann, bob, cem) = _match()
    pretend.cut(ann)
    pretend.run()

    assert bob.guest.presence[0] == (m.Presence.AWAY, 30)
    pretend.cut(cem)
    pretend.run()
    assert bob.guest.presence == {
        0: (m.Presence.AWAY, 30),
        1: (m.Presence.HERE, 0),
        2: (m.Presence.AWAY, 30),
    }
    pretend.dial(ann)
    pretend.run()
    assert bob.guest.presence[0] == (m.Presence.HERE, 0)
    assert {one.seat for one in bob.heard(Attended)} == {0, 2}


def test_a_seat_can_be_reclaimed_from_a_bot_at_any_moment() -> None:
    """A7, A11: the person has the same cards again, and the right to move; the bot is gone."""
    pretend, people = _match(bot="careful")
    mover = _on_turn(people)
    pretend.cut(mover)
    pretend.wait(GRACE + 0.1)
    assert pretend.bots
    pretend.dial(mover)
    pretend.run()
    others = [one for one in people if one is not mover]
    while not mover.guest.on_turn:
        one = _on_turn(others)
        one.guest.play(pretend.move_of(one))
        pretend.run()
    before = len(pretend.table.running_play().story)
    mover.guest.play(pretend.move_of(mover))
    pretend.run()

    assert not pretend.bots
    assert len(pretend.table.running_play().story) > before
    assert mover.refusals == []
    assert mover.heard(Alarm) == []


def test_a_reconnect_in_the_middle_of_each_prompt_can_finish_it() -> None:
    """A7: after a reconnect, and after a restart, every kind of question can be answered: a plain
    card, and an ace that wants its number.
    """
    asked = set()
    for seed in range(40):
        pretend, people = _match(seed=seed)
        for step in range(30):
            if not pretend.table.running:
                break
            mover = _on_turn(people)
            choice = mover.guest.choices()[step % len(mover.guest.choices())]
            if step % 3 == 0:
                again = pretend.restart(mover)
                people[people.index(mover)] = mover = again
            else:
                pretend.cut(mover)
                pretend.dial(mover)
            pretend.run()
            assert choice in mover.guest.choices()
            asked.add(choice.asks)
            value = None if choice.values is None else list(choice.values)[-1]
            mover.guest.play(choice.move if value is None else choice.naming(value))
            pretend.run()
            assert mover.refusals == []
            assert mover.guest.pending is None
    assert asked >= {"", "number"}


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("all_leave", [False, True])
def test_leaving_on_the_own_turn_freezes_nothing(seats: int, all_leave: bool) -> None:
    """D6, D13: whoever leaves on their own turn is played by a bot; exactly one turn follows."""
    pretend, people = _match(seats, seed=seats, bot="random")
    leaver = _on_turn(people)
    leaver.guest.wish("leave")
    before = len(pretend.table.running_play().story)
    pretend.run()

    assert leaver.closed == Closed("leaving")
    told = pretend.table.running_play().story.events[before:]
    kinds = [type(framing.read_event(one.public)[1]) for one in told]
    assert kinds[0] is bodies.Holder
    assert kinds.count(bodies.Moved) == 1 or seats == 2
    rest = [one for one in people if one is not leaver]
    if all_leave:
        for one in rest[1:]:
            one.guest.wish("leave")
            pretend.run()
    else:
        for one in rest:
            one.bot = "random"
    rest[0].bot = "random"
    pretend.run()

    assert pretend.table.running_play().over
    match = rest[0].guest.match
    assert match is not None
    assert match.public() == pretend.table.running_play().match.public()
    assert rest[0].heard(Happened)


def test_a_leaver_may_come_back_while_the_match_runs_and_is_free_after_it() -> None:
    """A11: leave and rejoin keeps cards and chips; after the match the seat of a leaver is free."""
    pretend, people = _match(bot="random")
    first, second, third = people
    hand = tuple(pretend.table.running_play().match.hand(first.guest.seat))
    first.guest.wish("leave")
    pretend.run()
    back = pretend.person("axx", first.identity)
    pretend.run()
    now = tuple(pretend.table.running_play().match.hand(back.guest.seat))
    assert back.guest.seat == 0
    assert len(set(hand) & set(now)) >= 2
    second.guest.wish("leave")
    pretend.run()
    back.bot = third.bot = "random"
    pretend.run()

    assert not pretend.table.running
    kinds = [seat.kind for seat in pretend.table.seating.seats]
    assert kinds == [m.Kind.PERSON, m.Kind.EMPTY, m.Kind.PERSON]


def test_a_silent_line_is_found() -> None:
    """G11: a line that does not answer pings is dead in fifteen seconds; TCP does not say so."""
    pretend, (ann, bob, _) = _match()
    assert ann.wire is not None
    line = ann.wire.line
    pretend.cut(ann, host_knows=False)
    pretend.wait(20)

    assert line not in pretend.table.lines
    assert bob.guest.presence[0][0] is m.Presence.AWAY
    assert bob.closed is None
    assert [one for one in pretend.words_to(bob.identity) if isinstance(one, m.Ping)]


def test_a_host_that_was_stopped_blames_nobody() -> None:
    """G1: a laptop that slept for an hour finds its table as it was, countdowns included."""
    pretend, (ann, bob, cem) = _match()
    pretend.wait(3)
    pretend.cut(cem)
    pretend.wait(10)
    pretend.now += 3_600
    pretend.table.tick(pretend.now)
    pretend.run()

    assert (ann.closed, bob.closed) == (None, None)
    seats = []
    for seconds in (0, 10, 11):
        pretend.wait(seconds)
        seats.append(pretend.table.seating.seats[cem.guest.seat].presence)
    assert seats == [m.Presence.AWAY, m.Presence.AWAY, m.Presence.STOOD_IN]


def test_a_table_at_rest_has_nothing_to_do() -> None:
    """A host alone with bots keeps no timer running; others are pinged every five seconds."""
    pretend = Pretend(terms(3, start_when_full=True))
    pretend.table.seat_bots(2, host_plays=True)
    pretend.person("hanna", HOST)
    pretend.run()

    assert pretend.table.running
    assert pretend.table.deadline() == float("inf")


def test_a_match_begins_with_whoever_is_away_waited_for() -> None:
    """Somebody whose line broke in the lobby still has a seat, and the countdown begins with the
    match.
    """
    pretend = Pretend(terms(3, grace=GRACE))
    ann, bob, cem = pretend.seated("ann", "bob", "cem")
    pretend.cut(cem)
    matches.begin(pretend.table, pretend.now)
    pretend.run()

    assert ann.guest.presence[2] == (m.Presence.AWAY, 30)
    assert bob.guest.match is not None
    pretend.wait(GRACE + 1)
    assert ann.guest.presence[2] == (m.Presence.STOOD_IN, 0)


def test_an_ace_is_among_what_bots_play() -> None:
    """The bot that sits in answers questions with a second value, too."""
    pretend, people = _match(seed=3, bot="random")
    for one in people[1:]:
        pretend.cut(one)
    pretend.wait(GRACE + 1)
    people[0].bot = "random"
    pretend.run()
    told = [framing.read_event(one.public)[1] for one in pretend.table.running_play().story.events]
    moves = [one.move for one in told if isinstance(one, bodies.Moved)]

    assert pretend.table.running_play().over
    assert any(move.value is not None for move in moves)
