"""Frames that were changed on their way, against both ends: only our own errors, and play goes on.

The frames are real ones, of evenings with the fair deal, chat, votes and orders; the changes are
drawn from a seed. 1,000,000 of them in a full campaign.
"""

import copy
import random
from collections.abc import Callable

import pytest

from core.moves import Move, Verb
from net import framing
from net import messages as m
from net.errors import PeerError
from net.framing import FRAME_LIMIT
from net.guest import Guest
from net.seating import HOST, REQUESTS_KEPT
from net.session import End, Phase, Session
from tests.net.pretend import VERSION, Person, Pretend, terms


def _changed(frames: list[bytes], luck: random.Random) -> bytes:
    """One frame or two, with something wrong, mostly in a frame of the right length."""
    payload = bytearray(luck.choice(frames))
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        at = luck.randrange(len(payload)) if payload else 0
        match luck.randrange(8):
            case 0 if payload:
                payload[at] ^= 1 << luck.randrange(8)
            case 1 if payload:
                payload[at] = luck.choice((0, 0x7F, 0x80, 0x90, 0xC0, 0xC1, 0xD9, 0xDD, 0xFF))
            case 2:
                payload[at:at] = luck.randbytes(luck.choice((1, 2, 9)))
            case 3:
                del payload[at : at + luck.choice((1, 3))]
            case 4:
                del payload[at:]
            case 5:
                payload += luck.choice(frames)
            case 6:
                other = luck.choice(frames)
                cut = luck.randrange(len(other) + 1)
                payload[at:] = other[cut:]
            case _:
                pass  # as it was, where nobody expects it
    if luck.random() < 0.8 and len(payload) <= FRAME_LIMIT:
        return framing.frame(bytes(payload))
    return bytes(payload)


def _payload(message: m.Message) -> bytes:
    data = framing.encode(message)
    return data[1:] if len(data) < 65 else data[2:]


def _said_by(guest: Guest) -> list[m.Message]:
    """Everything that this guest could say now."""
    start, match, duty = guest.start, guest.match_number, guest.duty
    words = ("ready", "leave", "seat", "vote", "back", "look_on", "sit", "start", "end", "pause")
    moves = (Move(Verb.PLAY, 3), Move(Verb.PLAY, 9, 2), Move(Verb(2)), Move(Verb(3)))
    return [
        *(m.Command(start, 1 + n, match, duty, move) for n, move in enumerate(moves)),
        *(m.Wish(word, "1") for word in words),
        m.Wish("vote", "replace:0"),
        m.Ask(match, max(0, guest.number - 3)),
        m.Say("good evening"),
        m.ChainEnd(match, 4, bytes(32)),
        m.Link(match, 9, bytes(32)),
        m.Pong(1),
        m.Bye("leaving"),
        Guest(guest.name, start, VERSION).hello(),
    ]


class Victim:
    """A table in the middle of its evening, whose third player and strangers send anything."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        at = terms(4, fair=seed % 2 == 1, grace=3.0, watch=True, doors="ask", clock=20.0)
        self.pretend = Pretend(at, seed=seed)
        self.pretend.table.seat_bots(1, host_plays=True)
        self.host = self.pretend.person("hanna", HOST, bot="random")
        self.pretend.run()
        self.bob = self._friend("bobxx")
        self.cem = self._friend("cemxx")
        self.host.guest.wish("start")
        self.pretend.run()
        self.rounds = 0

    def _friend(self, name: str) -> Person:
        one = self.pretend.person(name, bot="random")
        self.pretend.run()
        self.host.guest.wish("admit", str(self.pretend.table.seating.requests[0].number))
        self.pretend.run()
        return one

    def attack(self) -> None:
        """One changed frame from one of those who mean no good."""
        pretend, luck = self.pretend, self.luck
        if self.cem.wire is None or luck.random() < 0.02:
            who = luck.choice((self.cem.identity, f"key:{luck.randrange(50)}"))
            guest = Guest("cemxx", luck.randbytes(8), VERSION, watch=luck.random() < 0.2)
            self.cem = Person("cemxx", who, guest)
            pretend.people[2:] = [self.cem]
            pretend.dial(self.cem)
            if luck.random() < 0.8:
                pretend.run()
        wire = self.cem.wire
        if wire is not None:
            frames = [_payload(one) for one in _said_by(self.cem.guest)]
            pretend._host_hears(wire, _changed(frames, luck))
            assert wire.host._decoder.waiting <= FRAME_LIMIT + 2
        pretend.wait(0.05)

    def goes_on(self) -> None:
        """The others play on, and nothing grows."""
        pretend = self.pretend
        pretend.wait(5)
        table = pretend.table
        if not table.running:
            self.rounds += 1
            self.host.guest.wish("again")
            pretend.run()
        for one in (self.host, self.bob):
            if one.wire is None:
                assert one.closed is None, one.closed
                pretend.dial(one)
        pretend.wait(1)
        play = table.play
        assert play is not None
        assert (self.host.guest.number, self.host.guest.head) == (len(play.story), play.story.head)
        assert len(table.lines) < 60
        assert len(table.seating.requests) <= REQUESTS_KEPT
        assert len(table.chatter.lines) <= m.CHAT_KEPT
        assert len(table.outbox) < 100
        assert all(len(seat.answers) <= 64 for seat in table.seating.seats)


@pytest.mark.parametrize("part", range(2))
def test_a_table_hears_anything_and_plays_on(part: int, scaled: Callable[[int, int], int]) -> None:
    """B1, B10, C6: whatever comes, the table ends a line or refuses; the others play matches on."""
    told = 0
    number = part
    while told < scaled(900, 250_000):
        victim = Victim(number)
        for count in range(900):
            victim.attack()
            if count % 100 == 99:
                victim.goes_on()
        told += 900
        number += 2


def _twin(guest: Guest) -> Guest:
    """Another guest that has heard the same; what can never change is shared by the two."""
    fixed: list[object] = [*guest.heard, *guest.journal]
    if guest.recorder is not None:
        fixed += guest.recorder.steps
    if guest.witness is not None:
        fixed.append(guest.witness._chain)
    return copy.deepcopy(guest, {id(one): one for one in fixed})


@pytest.mark.parametrize("part", range(2))
def test_a_guest_hears_anything_and_only_says_so(
    part: int, scaled: Callable[[int, int], int]
) -> None:
    """B1, B8, F3: whatever a host says, a guest follows it or ends the line with our own error."""
    luck = random.Random(part)
    pretend = Pretend(terms(3, fair=part == 1, start_when_full=True, clock=30.0), seed=part)
    guests = list[Guest]()

    def on_the_way(person: Person, _message: m.Message) -> None:
        if person.name == "annxx" and luck.random() < 0.1:
            guests.append(_twin(person.guest))

    pretend.on_message = on_the_way
    people = pretend.seated("annxx", "bobxx", "cemxx", bot="random")
    pretend.run()
    frames = [_payload(one) for one in people[0].wires[0].told]
    followed = 0
    for _ in range(scaled(1_200, 250_000)):
        session = Session(End.GUEST)
        session.phase = luck.choice((Phase.OPEN, Phase.OPEN, Phase.OPEN, Phase.GREETED))
        guest = None
        try:
            for message in session.receive(_changed(frames, luck)):
                guest = guest or _twin(luck.choice(guests))
                guest.receive(message)
                followed += 1
        except PeerError:
            pass
        assert guest is None or len(guest.outbox) < 20
    assert followed > 100
