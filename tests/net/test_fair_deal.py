"""The fair deal at a table: chains, calls, links, openings (fair deal, rules 2 to 11)."""

from collections.abc import Callable
from typing import Any

import pytest

from core.fair_deal import CHAIN_LENGTH
from core.game import find, games
from net import bodies, framing
from net import messages as m
from net.updates import Alarm
from net.witness import Finding, Verdict
from tests.net.pretend import Person, Pretend, terms


def fair(**changed: Any) -> Pretend:
    """A table at which nobody can choose the order of the pack."""
    delay = changed.pop("delay", 0.0)
    return Pretend(terms(**{"fair": True, "grace": 30.0, **changed}), seed=3, delay=delay)


def every_body(room: Pretend) -> list[bodies.Body]:
    """Everything that was told of the match, in order."""
    assert room.table.play is not None
    return [framing.read_event(told.public)[1] for told in room.table.play.story.events]


def told(room: Pretend, kind: type[Any]) -> list[Any]:
    """The bodies of one kind."""
    return [body for body in every_body(room) if isinstance(body, kind)]


def ready(*people: Person) -> None:
    """Everybody is ready."""
    for person in people:
        person.guest.wish("ready")


def verdicts(person: Person) -> list[Verdict]:
    """What a program found."""
    assert person.guest.witness is not None
    return person.guest.witness.verdicts


def alarms(person: Person) -> list[str]:
    """What a program said aloud."""
    return [update.reason for update in person.heard(Alarm)]


def test_everybody_contributes_and_everybody_finds_their_own_link() -> None:
    """Rules 2 to 11: promise, chains, one call a shuffle, one opening; equal words for all."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    room.run()

    kinds = [type(body) for body in every_body(room)]
    calls = told(room, bodies.Called)
    assert kinds.index(bodies.Round) < kinds.index(bodies.Chained) < kinds.index(bodies.Called)
    assert all(len(call.members) == 3 for call in calls)
    assert kinds.count(bodies.Dealt) + kinds.count(bodies.Opened) == len(calls) > 1
    assert bodies.Shuffled not in kinds
    assert kinds[-1] is bodies.Opened
    assert not room.table.running
    for person in people:
        (verdict,) = verdicts(person)
        assert verdict.finding is Finding.OWN_LINK
        assert verdict.words == verdicts(people[0])[0].words
        assert person.guest.head == people[0].guest.head
        assert alarms(person) == []


def test_a_redeal_is_a_round_of_its_own() -> None:
    """Rule 2: a deal of the whole pack within a match closes the round before it."""
    rules = find("one-hundred").preset("new-deal")
    room = fair(rules=rules)
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    room.run()

    rounds = told(room, bodies.Round)
    assert len(rounds) > 2
    assert len({one.promise for one in rounds}) == len(rounds)
    assert len(told(room, bodies.Opened)) == len(rounds) == len(verdicts(people[1]))
    assert {one.finding for one in verdicts(people[1])} == {Finding.OWN_LINK}


def test_every_link_is_of_the_next_index_and_used_once() -> None:
    """Rule 5: the index of a member goes up with every call; members stand in order."""
    room = fair()
    ready(*room.seated("ann", "ben", "cleo", bot="random"))
    room.run()

    calls = told(room, bodies.Called)
    for number, call in enumerate(calls, 1):
        assert [index for _, index in call.members] == [number] * 3
        assert list(call.members) == sorted(call.members)
    answers = told(room, bodies.Dealt) + told(room, bodies.Opened)
    links = [link for answer in answers for link in answer.links]
    assert len(set(links)) == len(links) == 3 * len(calls) < 3 * CHAIN_LENGTH


def test_bots_do_not_contribute_and_a_table_of_bots_is_dealt_by_the_host_alone() -> None:
    """Rule 4: a bot lives in the host's program, so its link would say nothing."""
    room = fair()
    ann = room.person("ann", bot="random")
    room.run()
    for _ in range(2):
        room.table.seating.add_bot("random")
    ann.guest.wish("ready")
    room.run()
    assert all(len(call.members) == 1 for call in told(room, bodies.Called))
    assert [one.finding for one in verdicts(ann)] == [Finding.OWN_LINK]

    host = fair()
    one = host.person("ann", "local:host", bot="random")
    host.run()
    for _ in range(2):
        host.table.seating.add_bot("random")
    one.guest.wish("start")
    host.run()
    assert all(call.members == () for call in told(host, bodies.Called))
    assert [each.finding for each in verdicts(one)] == [Finding.HOST_ALONE]


def test_a_link_that_does_not_come_is_told_and_the_call_made_again() -> None:
    """Rule 8: the call waits as a turn waits; then VOID names who is missing."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    silenced = people[2].guest
    silenced._contribute = lambda: False  # type: ignore[method-assign]
    ready(*people)
    room.run()
    assert told(room, bodies.Called) == []  # the chains of all who are here are waited for
    room.wait(16)
    assert all(len(call.members) == 2 for call in told(room, bodies.Called))

    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    cleo = people[2].guest
    contribute = cleo._contribute

    def chain_but_no_link() -> bool:
        left_out = contribute()
        cleo.outbox[:] = [one for one in cleo.outbox if not isinstance(one, m.Link)]
        return left_out

    cleo._contribute = chain_but_no_link  # type: ignore[method-assign]
    ready(*people)
    room.run()
    assert len(told(room, bodies.Called)) == 1
    assert told(room, bodies.Dealt) == []
    room.wait(15 + 30 + 16)
    (voided, *_) = told(room, bodies.Voided)
    member = told(room, bodies.Called)[0].members[2][0]
    assert voided.missing == (member,)
    assert len(told(room, bodies.Called)[1].members) == 2
    room.wait(100)
    assert not room.table.running
    for person in people[:2]:
        assert verdicts(person)[0].finding is Finding.OWN_LINK
        assert verdicts(person)[0].voided == (2,)


def test_a_program_that_comes_back_gives_the_same_link_again() -> None:
    """Rule 6: the same call asked again gets the same link, and no other."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    given: dict[int, set[bytes]] = {}
    dialled: list[object] = []

    def lose(person: Person, message: m.Message) -> None:
        if isinstance(message, m.Event) and person is people[1] and not given.get(0):
            _, body = framing.read_event(message.public)
            if isinstance(body, bodies.Called):
                given[0] = {b"cut"}
                room.later(0.0, lambda: room.cut(person))
                room.later(1.0, lambda: dialled.append(room.dial(person)))

    room.on_message = lose
    ready(*people)
    room.run()
    room.wait(100)

    assert given
    assert told(room, bodies.Voided) == []
    assert not room.table.running
    assert [one.finding for one in verdicts(people[1])] == [Finding.OWN_LINK]


def test_a_program_started_again_has_another_chain_from_the_next_call() -> None:
    """Rule 3: its old links are spent; what was open is given up, and the rest goes on."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    again: list[Person] = []

    def restart(person: Person, message: m.Message) -> None:
        if person is not people[0] or again or not isinstance(message, m.Event):
            return
        if framing.read_event(message.public)[0] == 20:
            again.append(people[1])
            room.later(0.0, lambda: again.append(room.restart(people[1])))

    room.on_message = restart
    ready(*people)
    room.run()
    room.wait(200)

    assert not room.table.running
    members = {member for call in told(room, bodies.Called) for member, _ in call.members}
    assert len(members) == 4
    for person in (people[0], again[1], people[2]):
        # The links of its earlier run are not this program's own.
        own = Finding.OTHERS if person is again[1] else Finding.OWN_LINK
        assert verdicts(person)[0].finding is own
        assert verdicts(person)[0].words == verdicts(people[0])[0].words


def test_a_wrong_link_ends_the_line_and_never_becomes_part_of_a_seed() -> None:
    """Rule 6, 7: only what leads down to the published end is a link."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    cleo = people[2].guest
    contribute = cleo._contribute

    def made_up() -> bool:
        left_out = contribute()
        cleo.outbox[:] = [
            m.Link(one.match, one.call, bytes(32)) if isinstance(one, m.Link) else one
            for one in cleo.outbox
        ]
        return left_out

    cleo._contribute = made_up  # type: ignore[method-assign]
    ready(*people)
    room.run()
    assert people[2].closed is not None
    assert people[2].closed.reason == "bad_link"
    room.wait(200)
    assert not room.table.running
    assert all(bytes(32) not in body.links for body in told(room, bodies.Dealt))


@pytest.mark.parametrize("name", list(games()))
def test_a_fair_table_comes_back_from_any_step(
    name: str, scaled: Callable[[int, int], int]
) -> None:
    """Rules 2, 6, 8, C10: killed at random steps, the host has the same secret and the same open
    call; the call is repeated under its number, the links are the same, and every verdict is good.
    """
    for seed in range(scaled(3, 100)):
        at = terms(game=find(name), fair=True, start_when_full=True)
        room = Pretend(at, seed=seed, journaled=True, delay=0.2)
        people = room.seated("ann", "ben", "cleo", bot="random")
        waited = 0
        while room.table.running and waited < 400:
            room.wait(room.random.random() * 5)
            waited += 1
            if waited > 12 or not room.table.running:
                continue
            before = room.table.running_play()
            room.crash()
            room.resume()
            play = room.table.play
            assert play is not None
            assert play.story.events[: len(before.story)] == before.story.events
            assert play.match.faces == before.match.faces
            for person in people:
                room.dial(person)
            room.run()
        room.wait(60)

        assert not room.table.running
        for person in people:
            assert person.guest.head == people[0].guest.head
            assert {one.finding for one in verdicts(person)} == {Finding.OWN_LINK}
            assert alarms(person) == []
            assert person.closed is None


def test_whoever_dials_again_and_again_without_a_link_stalls_nothing() -> None:
    """Patience with a call is bounded: a bot sits in, it is given up, the match goes on."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    cleo = people[2].guest
    contribute = cleo._contribute

    def chain_but_no_link() -> bool:
        left_out = contribute()
        cleo.outbox[:] = [one for one in cleo.outbox if not isinstance(one, m.Link)]
        return left_out

    cleo._contribute = chain_but_no_link  # type: ignore[method-assign]
    ready(*people)
    room.run()
    for _ in range(8):
        room.wait(10)
        if people[2].wire is None:
            room.dial(people[2])
    room.wait(200)
    assert not room.table.running
    assert told(room, bodies.Voided)
