"""The host's orders in a match - pause, wait, replace, hand back, remove, end - and the votes of
the others while the host says nothing.
"""

from typing import Any

import pytest

from core.game import games
from net import bodies
from net import messages as m
from net.framing import read_event
from net.greeting import RUNS
from net.orders import WAIT_MORE
from net.seating import HOST
from net.updates import Alarm, BrokenOff, Closed, Judged, WishRefused
from net.votes import HOST_SILENT
from tests.net.pretend import Person, Pretend, terms

GRACE = 30.0


def _match(
    seats: int = 4, *, host: bool = True, journaled: bool = False, **more: Any
) -> tuple[Pretend, list[Person]]:
    at = terms(seats, **({"grace": GRACE, "start_when_full": True} | more))
    pretend = Pretend(at, journaled=journaled)
    people = []
    if host:
        pretend.table.seat_bots(0, host_plays=True)
        people = [pretend.person("ann", HOST)]
        pretend.run()
    names = ["bob", "cem", "dan", "eve", "fay"][: seats - len(people)]
    return pretend, [*people, *pretend.seated(*names)]


def _order(pretend: Pretend, person: Person, word: str, argument: str = "") -> list[str]:
    """Wish something; gives why it was refused, if it was."""
    before = len(person.heard(WishRefused))
    person.guest.wish(word, argument)
    pretend.run()
    return [one.reason for one in person.heard(WishRefused)[before:]]


def _held(pretend: Pretend, number: int) -> bool:
    """Whether a bot sits in at a seat."""
    return pretend.table.seating.seats[number].stood_in


def _mover(people: list[Person]) -> Person:
    return next(one for one in people if one.guest.owes)


def _bodies(pretend: Pretend) -> list[bodies.Body]:
    assert pretend.table.play is not None
    return [read_event(told.public)[1] for told in pretend.table.play.story.events]


def test_while_the_table_is_paused_nobody_moves_and_nothing_runs_out() -> None:
    """Persons are refused in words, bots wait with the move that they have thought of."""
    pretend, people = _match(clock=20.0)
    ann = people[0]
    assert _order(pretend, ann, "pause") == []
    assert people[2].guest.paused
    away = next(one for one in people[1:] if not one.guest.owes)
    mover = _mover(people)
    command = m.Command(mover.guest.start, 1, 1, mover.guest.duty, pretend.move_of(mover))
    pretend.raw(mover, command)
    pretend.cut(away)
    pretend.wait(5_000)
    pretend.run()
    assert [one.reason for one in mover.answers] == ["paused"]
    assert not [body for body in _bodies(pretend) if isinstance(body, bodies.Moved)]
    assert pretend.table.bots_wanted() == {}
    assert _order(pretend, ann, "pause") == ["nothing_new"]

    assert _order(pretend, ann, "go_on") == []
    pretend.wait(GRACE - 0.1)
    assert not pretend.table.seating.seats[away.guest.seat].stood_in
    pretend.wait(0.2)
    assert pretend.table.seating.seats[away.guest.seat].stood_in
    assert _order(pretend, ann, "go_on") == ["nothing_new"]


def test_a_bot_that_had_thought_moves_when_the_pause_ends() -> None:
    """The same move, once: its question is still open."""
    pretend, people = _match()
    ann = people[0]
    mover = _mover(people)
    seat = mover.guest.seat
    assert _order(pretend, ann, "pause") == []
    assert _order(pretend, ann, "replace", str(seat)) == []
    assert not [body for body in _bodies(pretend) if isinstance(body, bodies.Moved)]
    assert _order(pretend, ann, "go_on") == []
    moved = [body for body in _bodies(pretend) if isinstance(body, bodies.Moved)]
    assert [body.cause for body in moved][:1] == [m.Cause.BOT]


def test_a_pause_outlives_the_host() -> None:
    """After a crash the table is still paused, with what was left of every countdown."""
    pretend, people = _match(journaled=True)
    ann, bob = people[:2]
    pretend.cut(bob)
    pretend.wait(10)
    assert _order(pretend, ann, "pause") == []
    pretend.wait(500)
    pretend.crash()
    pretend.resume()
    seat = pretend.table.seating.seats[bob.guest.seat]
    assert pretend.table.paused_at is not None
    for person in people:
        if person is not bob:
            pretend.dial(person)
    pretend.wait(1_000)
    assert not seat.stood_in
    assert _order(pretend, ann, "go_on") == []
    pretend.wait(19.9)
    assert not seat.stood_in
    pretend.wait(0.2)
    assert seat.stood_in


def test_the_host_waits_longer_replaces_and_hands_back() -> None:
    """F10, D9: an absent player never holds up the table for longer than the host wants."""
    pretend, people = _match()
    ann, bob = people[:2]
    assert _order(pretend, ann, "wait", "1") == ["is_here"]
    pretend.cut(bob)
    assert _order(pretend, ann, "wait", "1") == []
    pretend.wait(GRACE + WAIT_MORE - 0.1)
    assert not _held(pretend, 1)
    assert _order(pretend, ann, "replace", "1") == []
    assert _held(pretend, 1)
    assert _order(pretend, ann, "replace", "1") == ["bot_plays"]
    assert _order(pretend, ann, "wait", "1") == ["bot_plays"]
    assert _order(pretend, ann, "hand_back", "1") == ["is_away"]
    pretend.dial(bob)
    pretend.run()
    assert not _held(pretend, 1)

    assert _order(pretend, ann, "replace", "1") == []
    assert bob.heard(Alarm) == [Alarm("bot_in_your_place")]
    assert _order(pretend, ann, "hand_back", "1") == []
    assert not _held(pretend, 1)
    assert _order(pretend, ann, "hand_back", "1") == ["nothing_to_take_back"]
    for argument in ("9", "-1", "x", ""):
        for word in ("wait", "replace", "hand_back", "remove"):
            assert _order(pretend, ann, word, argument) == ["nobody"]


@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.parametrize("moves", [0, 3, 9])
def test_the_host_ends_a_match_in_every_game(name: str, moves: int) -> None:
    """F10: it is broken off with its cause, the round is opened and checked, another can begin."""
    game = games()[name]
    pretend, people = _match(3, game=game, rules=game.rules, fair=True)
    for _ in range(moves):
        if not pretend.table.running:
            break
        mover = _mover(people)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
    assert _order(pretend, people[0], "end") == []
    for person in people:
        assert person.heard(BrokenOff) == [BrokenOff(m.Cause.HOST)]
        assert not person.guest.owes
    assert [one.verdict.finding.value for one in people[1].heard(Judged)][-1] in {
        "own_link",
        "others",
    }
    assert not pretend.table.running
    assert pretend.table.tallies.said() == ()
    assert _order(pretend, people[0], "end") == ["no_match"]
    assert _order(pretend, people[0], "again") == []
    assert len(_bodies(pretend)) > 2


def test_kicked_down_to_one_person_the_match_goes_on_with_bots() -> None:
    """D14: whoever is removed is replaced; the rest of the table plays on."""
    pretend, people = _match()
    ann = people[0]
    for number in (1, 2, 3):
        assert _order(pretend, ann, "remove", str(number)) == []
        assert pretend.table.running
        assert not pretend.table.running_play().ended
    assert [one.closed for one in people[1:]] == [Closed("removed")] * 3
    assert len(pretend.bots) == 3
    while pretend.table.running:
        if ann.guest.on_turn:
            ann.guest.play(pretend.move_of(ann))
        pretend.run()
    assert pretend.table.play is not None
    assert pretend.table.play.match.over


def test_the_hosts_orders_are_the_hosts() -> None:
    """E3, A6: every order from another seat is refused, whatever its name."""
    pretend, people = _match()
    for word in ("pause", "end", "wait", "replace", "hand_back", "go_on", "clock", "swap", "mute"):
        assert _order(pretend, people[1], word, "0") == ["no_rights"]
    assert pretend.table.paused_at is None


# Votes


def _ballots(person: Person) -> list[m.Ballot]:
    assert person.guest.lobby is not None, "a lobby was told"
    return list(person.guest.lobby.ballots)


def test_while_the_host_is_there_the_host_decides() -> None:
    """A vote is for a table whose host is silent (F10)."""
    pretend, people = _match()
    assert _order(pretend, people[1], "vote", "end") == ["host_decides"]
    pretend.wait(HOST_SILENT - 1)
    assert _order(pretend, people[1], "vote", "end") == ["host_decides"]
    pretend.wait(2)
    assert _order(pretend, people[1], "vote", "end") == []
    assert people[2].guest.lobby is not None
    assert people[2].guest.lobby.ballots == (m.Ballot("end", -1, 1, 3),)


def test_more_than_half_of_those_who_are_here_decide() -> None:
    """Each identity once; bots, people who look on and the one it is about have no vote."""
    pretend, people = _match(host=False)
    bob, cem, dan, eve = people
    pretend.cut(eve)
    pretend.run()
    assert _order(pretend, bob, "vote", "replace:3") == []
    assert _order(pretend, bob, "vote", "replace:3") == ["voted"]
    assert not _held(pretend, 3)
    assert _order(pretend, cem, "vote", "replace:3") == []
    assert _held(pretend, 3)
    assert pretend.table.ballots == []
    assert _order(pretend, dan, "vote", "replace:3") == ["bot_plays"]
    for wrong, reason in {
        "replace:2": "no_vote",
        "replace:9": "nobody",
        "wait:0": "is_here",
        "dance": "unknown_wish",
        "end:1": "unknown_wish",
    }.items():
        assert _order(pretend, dan, "vote", wrong) == [reason]


def test_a_vote_dies_with_its_voter() -> None:
    """A9, C10: whoever goes takes the vote along; those who stay decide among themselves."""
    pretend, people = _match(5, host=False)
    bob, cem, dan = people[:3]
    assert _order(pretend, bob, "vote", "end") == []
    assert _order(pretend, cem, "vote", "end") == []
    pretend.cut(cem)
    pretend.run()
    assert _ballots(dan) == [m.Ballot("end", -1, 1, 3)]
    pretend.cut(bob)
    pretend.run()
    assert _ballots(dan) == []
    pretend.dial(bob)
    pretend.dial(cem)
    pretend.run()
    assert _ballots(dan) == []


def test_a_vote_ends_the_match_with_its_cause() -> None:
    """C5: the event says that it was a vote."""
    pretend, people = _match(host=False)
    for person in people[:3]:
        assert _order(pretend, person, "vote", "end") == []
    assert people[3].heard(BrokenOff) == [BrokenOff(m.Cause.VOTE)]
    assert not pretend.table.running


def test_guests_can_vote_a_silent_host_out_of_the_way() -> None:
    """F10, G5: the host sleeps on the own turn; a bot sits in, and the host's key takes it back."""
    pretend, people = _match()
    while not people[0].guest.owes:
        mover = _mover(people)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
    pretend.wait(HOST_SILENT + 1)
    assert _order(pretend, people[1], "vote", "replace:0") == []
    assert _order(pretend, people[2], "vote", "replace:0") == []
    assert pretend.table.seating.seats[0].stood_in
    assert _order(pretend, people[0], "back") == []
    assert not pretend.table.seating.seats[0].stood_in


# The evening


def test_the_board_of_the_evening_counts_matches_and_victories() -> None:
    """Running totals: by identity, whatever the seat; what is broken off does not count."""
    pretend, people = _match(3, journaled=True)
    for person in people:
        person.bot = "careful"
    pretend.run()
    play = pretend.table.play
    assert play is not None
    assert play.match.settlement is not None
    first = {people[seat].name for seat in play.match.settlement.places[0]}
    said = pretend.table.tallies.said()
    assert {one.name for one in said if one.won} == first
    assert all(one.matches == 1 for one in said)
    assert _order(pretend, people[0], "swap", "0:2") == []
    assert people[0].guest.seat == 2
    assert _order(pretend, people[0], "again") == []
    pretend.run()
    again = pretend.table.tallies.said()
    assert all(one.matches == 2 for one in again)
    assert people[1].guest.lobby is not None
    assert people[1].guest.lobby.tallies == again
    pretend.crash()
    pretend.resume()
    assert pretend.table.tallies.said() == again


def test_seats_change_between_matches_and_not_in_one() -> None:
    """People move to free seats, the host swaps two; a bot is known by its seat afterwards."""
    pretend, people = _match(3, start_when_full=False)
    ann, bob, _ = people
    pretend.table.seating.widen(4)
    assert _order(pretend, bob, "seat", "3") == []
    assert bob.guest.seat == 3
    assert _order(pretend, bob, "seat", "0") == ["seat_taken"]
    assert _order(pretend, bob, "seat", "7") == ["nobody"]
    assert _order(pretend, ann, "bot") == []
    assert _order(pretend, ann, "swap", "1:3") == []
    assert bob.guest.seat == 1
    assert pretend.table.seating.seats[3].identity == "bot:3"
    assert _order(pretend, ann, "swap", "1:1") == ["nobody"]
    assert _order(pretend, ann, "start") == []
    assert _order(pretend, bob, "seat", "3") == ["match_running"]
    assert _order(pretend, ann, "swap", "0:1") == ["match_running"]


def test_ever_new_programs_of_one_seat_do_not_make_the_story_grow_for_ever() -> None:
    """Each new run of a program is an event for everybody; after so many it is refused."""
    pretend, people = _match()
    bob = people[1]
    for _ in range(RUNS + 5):
        bob = pretend.restart(bob)
        pretend.run()
    holders = [
        body for body in _bodies(pretend) if isinstance(body, bodies.Holder) and body.seat == 1
    ]
    assert len(holders) == RUNS + 1
    assert bob.closed == Closed("too_fast")


def test_whoever_comes_and_goes_has_only_what_was_left_of_the_waiting() -> None:
    """G4: a loop of leaving and joining does not hold up the table; a move of theirs forgives."""
    pretend, people = _match()
    mover = _mover(people)
    for _ in range(3):
        pretend.cut(mover)
        pretend.wait(9)
        pretend.dial(mover)
        pretend.run()
    pretend.cut(mover)
    pretend.wait(10.1)
    assert pretend.table.seating.seats[mover.guest.seat].stood_in
    pretend.dial(mover)
    pretend.run()
    mover.guest.wish("back")
    if mover.guest.owes:
        mover.guest.play(pretend.move_of(mover))
    pretend.run()
