"""Many seeded evenings on a bad network: delays, cuts, second connections, restarts, answers lost.

Whatever happens, everybody ends with the same table, every accepted move was made once, and every
move that a person sent has one visible end.
"""

from collections.abc import Callable

import pytest

from net import messages as m
from net.errors import PeerError
from tests.net.pretend import Pretend, terms
from tests.net.trouble import Trouble, check


@pytest.mark.parametrize("part", range(4))
def test_everybody_ends_with_the_same_table(part: int, scaled: Callable[[int, int], int]) -> None:
    """B3, B4, B8, C1, C2: 300 schedules a day, 10,000 in a full campaign."""
    for number in range(scaled(75, 2_500)):
        trouble = Trouble(part * 1_000_000 + number)
        while trouble.pretend.table.running and trouble.pretend.now < 400:
            trouble.happen()
        trouble.settle()
        check(trouble)


@pytest.mark.parametrize("part", range(2))
def test_events_are_never_taken_out_of_order(part: int, scaled: Callable[[int, int], int]) -> None:
    """B9: drop, double and reorder events at random: a gap is found and asked for, once, and what
    was told again gives the state of the host.
    """
    for number in range(scaled(20, 5_000)):
        pretend = Pretend(terms(start_when_full=True), seed=part * 1_000_000 + number)
        ann, *_ = pretend.seated("ann", "bob", "cem", bot="random")
        luck, play = pretend.random, pretend.table.running_play()
        guest = type(ann.guest)("ann", bytes(range(8)), "1")
        guest.seat = 0
        guest.receive(m.Opening(1, play.story.opening))
        waiting = list(play.story.retell(0, 0))
        rounds = 0
        while guest.number < len(play.story):
            rounds += 1
            assert rounds < 200
            some = [one for one in waiting if luck.random() < 0.8]
            some += luck.choices(some, k=3) if some else []
            for event in sorted(some, key=lambda _: luck.random()) if luck.random() < 0.5 else some:
                number_before = guest.number
                guest.receive(event)
                assert guest.number in (number_before, number_before + 1)
                assert guest.head == play.story.head_at(guest.number)
            asked = [one for one in guest.outbox if isinstance(one, m.Ask)]
            guest.outbox.clear()
            assert len({one.number for one in asked}) == len(asked)
            guest.receive(m.Sorry("ask", "too_fast"))
            waiting = list(play.story.retell(0, guest.number))
        assert guest.match is not None
        assert guest.match.public() == play.match.public()


def test_every_step_happens_for_everybody_alike() -> None:
    """B8: at each event, head, number and state of every guest are the host's."""
    pretend = Pretend(terms(start_when_full=True), seed=5)
    people = pretend.seated("ann", "bob", "cem")
    checked = 0
    while pretend.table.running:
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
        play = pretend.table.running_play()
        for person in people:
            assert person.guest.match is not None
            assert (person.guest.head, person.guest.number) == (play.story.head, len(play.story))
            assert person.guest.match.public() == play.match.public()
            checked += 1

    assert checked > 20


def test_a_change_in_any_event_is_noticed() -> None:
    """B8, C11: whatever byte of an event changes on its way, the guest refuses to go on, or the
    change is in a private face, of which the next step that shows it speaks.
    """
    pretend = Pretend(terms(start_when_full=True), seed=2)
    pretend.seated("ann", "bob", "cem", bot="random")
    play, luck = pretend.table.running_play(), pretend.random
    faults: dict[str, int] = {}
    for _ in range(1_500):
        guest = type(pretend.people[0].guest)("ann", bytes(range(8)), "1")
        guest.seat = 0
        guest.receive(m.Opening(1, play.story.opening))
        events = list(play.story.retell(0, 0))
        at = luck.randrange(len(events))
        public = bytearray(events[at].public)
        public[luck.randrange(len(public))] ^= 1 << luck.randrange(8)
        changed = m.Event(bytes(public), events[at].check, events[at].faces)
        try:
            for event in (*events[:at], changed):
                guest.receive(event)
        except PeerError as fault:
            faults[fault.reason] = faults.get(fault.reason, 0) + 1
        else:
            assert guest.number == at  # another number: dropped, or a gap
    assert set(faults) <= {"nonsense", "story_differs", "other_rules"}
    assert sum(faults.values()) > 1_000
