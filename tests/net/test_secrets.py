"""What may be known: no face on a wire, in a guest or in a word beyond what its owner may see."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from core.cards import HIDDEN, Card
from core.events import EVERYBODY
from net import framing, matches
from net import messages as m
from net.seating import HOST
from tests.net.knowledge import Knowledge, faces_in
from tests.net.pretend import Person, Pretend, terms


def _cards_in(value: Any) -> Iterator[Card]:
    """Every card in a value of dataclasses and containers."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _cards_in(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _cards_in(item)


def _stormy(seed: int) -> Pretend:
    """An evening with reconnects, restarts, stand-ins and questions for lost events."""
    pretend = Pretend(terms(start_when_full=True, grace=4.0), seed=seed, think=1.0)
    for name in ("ann", "bob", "cem"):
        pretend.person(name, bot="random")
    pretend.wait(1)
    for _ in range(200):
        if not pretend.table.running:
            break
        person = pretend.random.choice(pretend.people)
        match pretend.random.randrange(5):
            case 0:
                pretend.cut(person)
            case 1:
                pretend.restart(person)
            case 2 if person.wire is not None and person.guest.match is not None:
                pretend.raw(person, m.Ask(1, 0))
        pretend.wait(2)
        for one in pretend.people:
            if one.wire is None:
                pretend.dial(one)
        pretend.wait(0.1)
    return pretend


def test_no_packet_holds_a_face_that_its_reader_may_not_know() -> None:
    """C1: in every packet to every line, welcomes and retellings included, each face is one that
    the seat of that line had been shown; and the scan does find those.
    """
    for seed in range(12):
        pretend = _stormy(seed)
        knowledge = Knowledge(pretend.table.running_play())
        story = pretend.table.running_play().story
        for seat, identity in enumerate(["key:ann", "key:bob", "key:cem"]):
            said = set(faces_in(pretend.words_to(identity)))
            assert said <= knowledge.known[seat]
            assert said >= set(faces_in(list(story.retell(seat, 0))))
            assert said < knowledge.all
        for wire in pretend.wires.values():
            others = [one for one in wire.told if not isinstance(one, m.Event)]
            assert list(_cards_in(others)) == []


def test_a_guest_never_holds_a_face_that_it_may_not_know() -> None:
    """C1, C3: the host's own seat is a peer like any other: three matches, and no foreign card in
    what its screen is drawn from.
    """
    pretend = Pretend(terms(start_when_full=True), seed=8)
    pretend.table.seat_bots(1, host_plays=True)
    host = pretend.person("hanna", HOST, bot="random")
    pretend.run()
    (ann,) = pretend.seated("ann", bot="random")
    for number in range(3):
        pretend.run()
        assert pretend.table.matches == number + 1
        knowledge = Knowledge(pretend.table.running_play())
        for person in (host, ann):
            assert person.guest.match is not None
            held = {
                (slot, face)
                for slot, face in enumerate(person.guest.match.faces)
                if face is not HIDDEN
            }
            assert held == knowledge.known[person.guest.seat]
            recorder = person.guest.recorder
            assert recorder is not None
            recorded = {reveal for step in recorder.steps for reveal in step.faces}
            assert recorded <= knowledge.known[person.guest.seat]
        host.guest.wish("again")


def test_a_bot_sees_its_seat_and_no_more() -> None:
    """C11: a bot that sits in is told what its seat was told."""
    pretend = Pretend(terms(start_when_full=True, grace=3.0), seed=2, think=0.5)
    for name in ("ann", "bob", "cem"):
        pretend.person(name, bot="random")
    pretend.wait(1)
    pretend.cut(pretend.people[0])
    pretend.wait(400)
    knowledge = Knowledge(pretend.table.running_play())
    bots = set(faces_in(pretend.words_to("bot:0")))

    assert pretend.table.running_play().over
    assert bots
    assert bots <= knowledge.known[0]


def test_the_next_owner_of_a_seat_is_not_told_the_old_ones_cards() -> None:
    """C1: whoever sits down after a match in the seat of a leaver hears nothing of that match."""
    pretend = Pretend(terms(start_when_full=True), seed=8)
    ann, *_ = pretend.seated("ann", "bob", "cem", bot="random")
    ann.guest.wish("leave")
    pretend.run()
    (eve,) = pretend.seated("eve")
    pretend.raw(eve, m.Ask(1, 0))
    pretend.run()

    assert eve.guest.seat == 0
    assert not [one for one in pretend.words_to("key:eve") if isinstance(one, m.Event | m.Opening)]
    assert pretend.words_to("key:eve")[-1] == m.Sorry("ask", "stale")


def test_whoever_played_may_hear_the_end_again() -> None:
    """A program that was gone at the last card comes back and is told how it ended."""
    pretend = Pretend(terms(start_when_full=True), seed=8, think=0.1)
    people = [pretend.person(name, bot="random") for name in ("ann", "bob", "cem")]
    pretend.wait(0.3)
    pretend.cut(people[0])
    pretend.wait(300)
    assert pretend.table.running_play().over
    pretend.dial(people[0])
    pretend.run()

    assert people[0].guest.number == len(pretend.table.running_play().story)
    assert people[0].guest.match is not None
    assert people[0].guest.match.over


def test_identities_are_salted() -> None:
    """F3: in events an identity is a hash under the opening: no fingerprint, and another one in the
    next match.
    """
    pretend = Pretend(terms(start_when_full=True), seed=8)
    ann, *_ = pretend.seated("ann", "bob", "cem", bot="random")
    first = pretend.table.running_play().story.who(ann.identity)
    packets = b"".join(framing.encode(one) for one in pretend.words_to("key:bob"))
    assert b"key:" not in packets
    assert first in packets
    matches.begin(pretend.table, pretend.now)

    assert pretend.table.running_play().story.who(ann.identity) != first


def _journal(person: Person) -> list[str]:
    return [
        " ".join([note.word, *(f"{key}={value}" for key, value in note.values.items())])
        for note in person.guest.journal
    ]


def test_the_journal_of_each_viewer_names_no_hidden_card() -> None:
    """C6: what is said of a step is the same for everybody, and names only cards that lie open."""
    pretend = Pretend(terms(start_when_full=True), seed=11)
    people = pretend.seated("ann", "bob", "cem", bot="random")
    journals = [_journal(one) for one in people]

    assert journals[0] == journals[1] == journals[2]
    match = pretend.table.running_play().match
    open_faces = {
        int(match.faces[slot])
        for zone in match.zones()
        if zone.sight == EVERYBODY
        for slot in zone.slots
    }
    named = {note.values["card"] for note in people[0].guest.journal if "card" in note.values}
    assert named <= open_faces
    assert journals[0][: GOLDEN.count("\n")] == GOLDEN.splitlines()


GOLDEN = """\
dealt seat=0
played seat=1 card=KC old=0 value=0
played seat=2 card=4H old=0 value=0
backwards
played seat=1 card=8D old=0 value=8
played seat=0 card=TD old=8 value=100
bust seat=2 card=7C over=107 value=100
chips_left seat=2 chips=2
"""


def test_somebody_removed_is_not_told_what_the_bot_held() -> None:
    """C1: who was taken from a match and sits down again after it has no right to its end."""
    pretend = Pretend(terms(start_when_full=True), seed=8)
    pretend.table.seat_bots(1, host_plays=True)
    host = pretend.person("hanna", HOST)
    pretend.run()
    pretend.seated("ann")
    host.guest.wish("remove", "1")
    host.bot = "random"
    pretend.run()
    assert pretend.table.running_play().over
    host.guest.wish("remove", "1")
    pretend.run()
    (again,) = pretend.seated("ann")

    assert again.guest.seat == 1
    assert again.wire is not None
    assert not [one for one in again.wire.told if isinstance(one, m.Event | m.Opening)]
