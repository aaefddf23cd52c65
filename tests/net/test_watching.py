"""People who look on: what they see, what they cannot do, and how they come to a seat."""

from typing import Any

import pytest

from core.cards import HIDDEN
from net import messages as m
from net.guest import Guest
from net.lines import WATCHERS
from net.orders import ORDERS
from net.seating import HOST
from net.updates import Began, Settled, WishRefused
from net.wishes import WISHES
from tests.net.pretend import VERSION, Person, Pretend, terms


def _watcher(pretend: Pretend, name: str = "eve", identity: str = "") -> Person:
    guest = Guest(name, pretend.random.randbytes(8), VERSION, pretend.random.randbytes, watch=True)
    one = Person(name, identity or f"key:{name}", guest)
    pretend.people.append(one)
    pretend.dial(one)
    pretend.run()
    return one


def _table(**more: Any) -> tuple[Pretend, list[Person]]:
    pretend = Pretend(terms(start_when_full=True, **({"watch": True} | more)))
    return pretend, pretend.seated("ann", "bob", "cem")


def _play(pretend: Pretend, people: list[Person], moves: int) -> None:
    for _ in range(moves):
        mover = next((one for one in people if one.guest.on_turn), None)
        if mover is None:
            return
        mover.guest.play(pretend.move_of(mover))
        pretend.run()


def test_whoever_looks_on_folds_the_match_from_its_first_event_and_sees_no_hand() -> None:
    """C12, C1: the same public state as everybody, and not one face that only a seat may see."""
    pretend, people = _table()
    _play(pretend, people, 4)
    eve = _watcher(pretend)
    _play(pretend, people, 4)

    assert eve.guest.seat == -1
    assert eve.guest.match is not None
    assert eve.guest.match.public() == pretend.table.running_play().match.public()
    events = [one for one in pretend.words_to("key:eve") if isinstance(one, m.Event)]
    assert len(events) == len(pretend.table.running_play().story)
    assert not any(event.faces for event in events)
    hands = [zone for zone in eve.guest.match.zones() if zone.sight >= 0]
    assert hands
    assert {eve.guest.match.faces[slot] for zone in hands for slot in zone.slots} == {HIDDEN}


def test_hands_are_open_to_those_who_look_on_once_the_round_is_over() -> None:
    """The faces of a round are everybody's when it is over (issue 4)."""
    pretend, people = _table()
    eve = _watcher(pretend)
    while not eve.heard(Settled):
        _play(pretend, people, 1)

    match = eve.guest.match
    assert match is not None
    assert match.public() == people[0].guest.match.public()  # type: ignore[union-attr]
    hands = [zone for zone in match.zones() if zone.owner is not None]
    assert HIDDEN not in [match.faces[slot] for zone in hands for slot in zone.slots]


@pytest.mark.parametrize("word", [*WISHES, *ORDERS])
def test_whoever_looks_on_can_act_on_nothing(word: str) -> None:
    """C5: each wish, each order and each move of somebody without a seat is refused in words."""
    pretend, people = _table()
    eve = _watcher(pretend)
    mover = next(one for one in people if one.guest.on_turn)
    command = m.Command(eve.guest.start, 1, 1, mover.guest.duty, mover.guest.choices()[0].move)
    before = pretend.table.running_play().story.head
    pretend.raw(eve, m.Wish(word, "0"), command)
    pretend.run()

    (refused,) = eve.heard(WishRefused)
    assert refused.reason == ("no_rights" if word in ORDERS else "not_seated")
    assert [one.reason for one in eve.answers] == ["not_seated"]
    assert pretend.table.running_play().story.head == before


def test_a_seated_person_cannot_look_on_beside_it() -> None:
    """C4, C5: a greeting that asks to look on with the key of a seat is no second pair of eyes."""
    pretend, (ann, _, _) = _table()
    spy = _watcher(pretend, "spy", "key:ann")

    assert spy.closed is not None
    assert spy.closed.reason == "seated"
    assert spy.heard(Began) == []
    assert ann.wire is not None
    assert ann.closed is None


def test_only_friends_look_on_where_the_host_has_not_said_otherwise() -> None:
    """`--watch` lets anybody; without it the list of friends decides."""
    friends = frozenset({"key:ann", "key:bob", "key:cem", "key:fay"})
    pretend, _ = _table(watch=False, doors="friends", friends=friends)
    eve, fay = _watcher(pretend), _watcher(pretend, "fay")

    assert eve.closed is not None
    assert eve.closed.reason == "not_admitted"
    assert fay.closed is None
    assert fay.guest.match is not None


def test_the_places_to_look_on_from_are_counted() -> None:
    """Whatever a stranger can make grow has a limit."""
    pretend = Pretend(terms(watch=True))
    for number in range(WATCHERS):
        line = pretend.table.connect(f"key:{number}", "10.0.0.1", 0.0)
        pretend.table.lines[line].watching = True
    eve = _watcher(pretend)

    assert eve.closed is not None
    assert eve.closed.reason == "crowded"


def test_who_looks_on_takes_a_seat_between_matches_and_gives_it_up_again() -> None:
    """Changed seats at the same table: sit, look on, and the others see it."""
    pretend = Pretend(terms(watch=True))
    (ann,) = pretend.seated("ann")
    eve = _watcher(pretend)
    assert ann.guest.lobby is not None
    assert ann.guest.lobby.watching == 1
    eve.guest.wish("sit")
    pretend.run()
    assert (eve.guest.seat, eve.guest.watching) == (1, False)
    assert ann.guest.lobby.watching == 0

    eve.guest.wish("look_on")
    pretend.run()
    assert (eve.guest.seat, eve.guest.watching) == (-1, True)
    assert [card.name for card in ann.guest.lobby.seats] == ["ann", "", ""]
    pretend.cut(eve)
    pretend.dial(eve)
    pretend.run()
    assert eve.guest.watching
    assert eve.closed is None


def test_no_seat_is_taken_while_a_match_runs_or_against_the_doors() -> None:
    """A9: nobody comes into a running match; the doors are those of a newcomer."""
    pretend, _ = _table()
    eve = _watcher(pretend)
    eve.guest.wish("sit")
    pretend.run()
    assert [one.reason for one in eve.heard(WishRefused)] == ["match_running"]

    closed = Pretend(terms(watch=True, doors="friends"))
    eve = _watcher(closed)
    eve.guest.wish("sit")
    closed.run()
    assert [one.reason for one in eve.heard(WishRefused)] == ["not_admitted"]


def test_with_the_host_to_be_asked_who_looks_on_waits_for_a_yes() -> None:
    """E5: a seat is taken when the host says so, and the request is shown to the host."""
    pretend = Pretend(terms(watch=True, doors="ask"))
    pretend.table.seat_bots(0, host_plays=True)
    host = pretend.person("ann", HOST)
    pretend.run()
    eve = _watcher(pretend)
    eve.guest.wish("sit")
    pretend.run()
    assert host.guest.lobby is not None
    ((number, name),) = host.guest.lobby.requests
    assert (name, eve.guest.seat) == ("eve", -1)
    host.guest.wish("admit", str(number))
    pretend.run()
    assert (eve.guest.seat, eve.guest.watching) == (1, False)


def test_what_one_who_looks_on_asks_goes_to_nobody_else() -> None:
    """B13: any request of a viewer makes traffic to that viewer only."""
    pretend, people = _table()
    _play(pretend, people, 3)
    eve = _watcher(pretend)
    told = {one.name: len(one.wire.told) for one in people if one.wire is not None}
    seen = len(pretend.words_to("key:eve"))
    pretend.raw(eve, m.Ask(1, 0))
    pretend.run()

    assert {one.name: len(one.wire.told) for one in people if one.wire is not None} == told
    assert len(pretend.words_to("key:eve")) > seen
