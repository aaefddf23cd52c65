"""Around an open call: the host is killed, programs come and go, chains are late (rules 6, 8)."""

import pytest

from core.game import find
from net import bodies, framing
from net import messages as m
from net.seating import HOST
from net.updates import Alarm, Judged, Settled
from net.witness import Finding
from tests.net.pretend import Person, Pretend, terms


def _closing() -> tuple[Pretend, Person, Person, Person]:
    """A round that is being closed: the link of bob has not come, that of cem has, and cem's
    program was then replaced by another.
    """
    pretend = Pretend(terms(3, fair=True, grace=60.0), seed=4, journaled=True)
    pretend.table.seat_bots(0, host_plays=True)
    host = pretend.person("ann", HOST)
    pretend.run()
    bob, cem = pretend.seated("bob", "cem")
    host.guest.wish("start")
    pretend.run()
    pretend.cut(bob, host_knows=False)
    host.guest.wish("end")
    pretend.run()
    cem = pretend.restart(cem)
    pretend.run()
    assert isinstance(_told(pretend)[-1], bodies.Holder)
    return pretend, host, bob, cem


def _told(pretend: Pretend) -> list[bodies.Body]:
    story = pretend.table.running_play().story
    return [framing.read_event(told.public)[1] for told in story.events]


def _comes_back(pretend: Pretend) -> None:
    """Killed and started again, the table tells the same story."""
    before = pretend.table.running_play().story.events
    pretend.crash()
    pretend.resume()
    assert pretend.table.running_play().story.events[: len(before)] == before


def test_a_call_comes_back_with_the_link_of_a_program_that_was_replaced() -> None:
    """The link counts, whoever holds the seat by the time that the last one comes."""
    pretend, host, bob, cem = _closing()
    pretend.dial(bob)
    pretend.run()
    assert isinstance(_told(pretend)[-1], bodies.Opened)
    _comes_back(pretend)
    found = [one.verdict.finding for each in (host, bob, cem) for one in each.heard(Judged)]
    assert found
    assert Finding.FAILED not in found


def test_a_call_that_was_given_up_comes_back_though_a_link_had_come() -> None:
    """Only whose link did not come is named, after a crash as before it."""
    pretend, _, bob, _ = _closing()
    pretend.restart(bob)
    pretend.run()
    voided = [body for body in _told(pretend) if isinstance(body, bodies.Voided)]
    assert [len(one.missing) for one in voided] == [1]
    _comes_back(pretend)
    assert not pretend.table.running


def test_a_call_is_repeated_under_its_own_number_after_a_crash() -> None:
    """Killed while a link is missing: what had come is asked for again, or the call is given up."""
    pretend, _, bob, cem = _closing()
    call = next(n for n, body in enumerate(_told(pretend), 1) if body == _told(pretend)[-2])
    _comes_back(pretend)
    for one in (bob, cem):
        pretend.dial(one)
    pretend.run()
    after = _told(pretend)[call:]
    assert [body.call for body in after if isinstance(body, bodies.Voided)] == [call]
    assert isinstance(after[-1], bodies.Opened)


def test_a_chain_may_be_too_late_for_a_closing_call_and_the_deal_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rule 6: those two come in one breath; whoever is passed over once more says so aloud."""
    game = find("one-card")
    pretend = Pretend(terms(3, game=game, fair=True), seed=4, think=0.1)
    people = [pretend.person(name, bot="random") for name in ("ann", "bob", "cem")]
    pretend.wait(1)
    for one in people:
        one.guest.wish("ready")
    pretend.wait(1)
    cem = pretend.restart(people[2])
    contribute = cem.guest._contribute

    def late() -> bool:
        left_out = contribute()
        cem.guest.outbox[:] = [o for o in cem.guest.outbox if not isinstance(o, m.ChainEnd)]
        return left_out

    monkeypatch.setattr(cem.guest, "_contribute", late)
    pretend.wait(200)

    ends = [number for number, one in enumerate(cem.updates) if isinstance(one, Settled)]
    said = [n for n, one in enumerate(cem.updates) if one == Alarm("left_out")]
    # They came in the second round; its close and the deal of the third are passed over together.
    assert said
    assert said[0] > ends[2]
