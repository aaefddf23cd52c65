"""A guest alone, told things by a host: what it believes, asks for, and raises an alarm about."""

import random
from collections.abc import Callable

import pytest

from core.moves import Move, Verb
from net import bodies, framing, story
from net import messages as m
from net.errors import PeerError
from net.guest import Guest
from net.updates import Alarm, Refused, Update
from tests.net.pretend import GAME, Pretend, terms

OURS = b"ourstart"


def _heard(guest: Guest, *events: m.Event) -> list[Update]:
    return [update for event in events for update in guest.receive(event)]


class Teller:
    """A host that can tell anything: a running match of one seat of ours and others."""

    def __init__(self, *, seat: int = 0) -> None:
        self.pretend = Pretend(terms(start_when_full=True), seed=4)
        people = self.pretend.seated("ann", "bob", "cem")
        self.guest = people[seat].guest
        self.people = people
        self.play = self.pretend.table.running_play()

    def event(self, body: bodies.Body) -> m.Event:
        """The next event of the story, told for the seat of the guest."""
        return self.play.story.tell(body, self.play.match).to(self.guest.seat)

    def until_our_turn(self) -> None:
        """The others move until the guest owes one."""
        while not self.guest.on_turn:
            other = next(one for one in self.people if one.guest.on_turn)
            other.guest.play(self.pretend.move_of(other))
            self.pretend.run()

    def forged_move(self, cause: int) -> m.Event:
        """A move of the guest's seat that the guest did not make."""
        choice = self.guest.choices()[0]
        move = choice.move if choice.values is None else choice.naming(choice.values[0])
        return self.play.submit(self.guest.seat, move, cause).to(self.guest.seat)


@pytest.mark.parametrize("cause", [1, 7, m.Cause.BOT, m.Cause.CLOCK, m.Cause.HOST])
def test_a_move_in_our_name_raises_an_alarm(cause: int) -> None:
    """C5: while we hold our seat, every move of it is ours or is spoken of at once."""
    teller = Teller()
    teller.until_our_turn()
    updates = _heard(teller.guest, teller.forged_move(cause))

    assert Alarm("moved_in_your_name") in updates


def test_our_own_count_under_another_move_raises_an_alarm() -> None:
    """C5: a host that changes what we sent and keeps the count is noticed as well."""
    teller = Teller()
    teller.until_our_turn()
    first, *rest = [one for one in teller.guest.choices() if one.values is None]
    other = rest[0] if rest else first
    teller.guest.play(other.move)
    move = first.move if first is not other else Move(Verb.PLAY, other.move.slot, None)
    told = teller.play.submit(teller.guest.seat, move, 1).to(teller.guest.seat)
    updates = _heard(teller.guest, told)

    assert (Alarm("moved_in_your_name") in updates) == (move != other.move)


@pytest.mark.parametrize(
    ("kind", "start", "alarm"),
    [
        (m.Kind.BOT, b"", "bot_in_your_place"),
        (m.Kind.PERSON, b"thestart", "held_by_another"),
    ],
)
def test_another_holder_while_we_are_here_raises_an_alarm(
    kind: m.Kind, start: bytes, alarm: str
) -> None:
    """C5: a bot, or another program, in our place while we are connected."""
    teller = Teller()
    mine = _heard(teller.guest, teller.event(bodies.Holder(teller.guest.seat, kind, start)))

    assert Alarm(alarm) in mine
    other = Teller()
    assert not [
        one
        for one in _heard(other.guest, other.event(bodies.Holder(1, kind, start)))
        if isinstance(one, Alarm)
    ]


def test_history_raises_no_alarm() -> None:
    """C5: what is told again after a restart, other runs and bots in our place, is no news."""
    pretend = Pretend(terms(start_when_full=True, grace=5.0, bot="random"), seed=6)
    people = pretend.seated("ann", "bob", "cem")
    for _ in range(4):
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
    pretend.cut(people[0])
    pretend.wait(6)
    again = pretend.restart(people[0])
    pretend.run()

    assert again.guest.number == len(pretend.table.running_play().story)
    assert again.heard(Alarm) == []


def test_a_second_story_is_not_folded() -> None:
    """C3: another opening of the same match, an older match, rules or seats told twice."""
    teller = Teller()
    guest = teller.guest
    for message in (
        m.Opening(guest.match_number, b"another"),
        m.Opening(guest.match_number - 1, b"older"),
        teller.event(bodies.RulesSet(GAME.name, GAME.version, (), bytes(8))),
    ):
        with pytest.raises(PeerError) as refused:
            guest.receive(message)
        assert refused.value.reason in ("story_differs", "host_behind")


def test_a_welcome_sends_a_waiting_move_once() -> None:
    """B3: the command that waits goes out after each welcome, whenever it was made."""
    teller = Teller()
    teller.until_our_turn()
    guest = teller.guest
    command = guest.play(
        guest.choices()[0].move
        if guest.choices()[0].values is None
        else guest.choices()[0].naming(0)
    )
    guest.wish("ready")
    guest.outbox.append(m.Pong(3))
    guest.hello()
    assert guest.outbox == [m.Wish("ready")]
    welcome = m.Welcome(m.PROTOCOL, "1", "t", guest.seat, False, False, 1, guest.number)
    guest.receive(welcome)
    assert guest.outbox == [m.Wish("ready"), command]
    guest.receive(welcome)
    assert guest.outbox == [m.Wish("ready"), command]


def test_a_refusal_is_shown_once_and_for_its_own_move() -> None:
    """B4: an answer for another count, or another start, or a second one, shows nothing."""
    teller = Teller()
    teller.until_our_turn()
    guest = teller.guest
    choice = guest.choices()[0]
    command = guest.play(choice.move if choice.values is None else choice.naming(0))
    refused = m.Verdict.REFUSED
    assert guest.receive(m.Answer(guest.start, command.count + 1, refused, "stale")) == []
    assert guest.receive(m.Answer(bytes(8), command.count, refused, "stale")) == []
    shown = guest.receive(m.Answer(guest.start, command.count, refused, "stale"))
    assert shown == [Refused("stale", {}, command.move)]
    assert guest.on_turn
    assert guest.receive(m.Answer(guest.start, command.count, refused, "stale")) == []


def test_a_gap_is_asked_for_once_and_again_when_it_is_refused() -> None:
    """B9: one question for one gap; a host that had no time is asked at the next event."""
    pretend = Pretend(terms(start_when_full=True), seed=1)
    pretend.seated("ann", "bob", "cem", bot="random")
    told = pretend.table.running_play().story
    guest = Guest("ann", OURS, "1")
    guest.receive(m.Opening(1, told.opening))
    events = list(told.retell(0, 0))
    for event in events[4:7]:
        assert guest.receive(event) == []
    assert guest.outbox == [m.Ask(1, 0)]
    assert guest.receive(m.Sorry("ask", "too_fast")) == []
    guest.receive(events[7])
    assert guest.outbox == [m.Ask(1, 0), m.Ask(1, 0)]
    _heard(guest, *events)
    assert guest.number == len(events)


def test_a_hostile_host_gets_a_peer_error_and_nothing_else(
    scaled: Callable[[int, int], int],
) -> None:
    """G12: bodies of every kind with values of every size, told with a right checksum or not, are
    folded or refused; the program does not fall over.
    """
    luck = random.Random(3)

    def number() -> int:
        return luck.choice((0, 1, 2, 3, -1, 5, 40, 51, 52, 300, 65_535, luck.randrange(110)))

    def faces() -> tuple[m.Reveal, ...]:
        from core.cards import CARDS

        return tuple(
            (luck.choice((0, 1, 50, 51, 65_535, luck.randrange(60))), luck.choice(CARDS))
            for _ in range(luck.randrange(4))
        )

    def move() -> Move:
        return Move(luck.randrange(7), luck.choice((None, number())), luck.choice((None, number())))

    def body() -> bodies.Body:
        return luck.choice(
            (
                lambda: bodies.Moved(number(), move(), faces()),
                lambda: bodies.Shuffled(luck.choice((None, number())), faces()),
                lambda: bodies.Holder(number(), luck.choice(list(m.Kind)), b""),
                lambda: bodies.SeatsSet((("x", b"", m.Kind.PERSON),) * luck.randrange(40)),
                lambda: bodies.RulesSet(luck.choice(("one-hundred", "x")), 1, (), bytes(8)),
                lambda: bodies.RulesSet("one-hundred", 1, (("chips", "many"),), bytes(8)),
                lambda: bodies.Ended(number()),
            )
        )()

    outcomes: dict[str, int] = {}
    for _ in range(scaled(600, 20_000)):
        teller_story, guest = _fresh(luck.randrange(3, 12))
        try:
            for event in teller_story:
                guest.receive(event)
            for _ in range(3):
                public = framing.write_event(guest.number + 1, body())
                head = story.next_head(guest.head, guest.number + 1, public)
                guest.receive(m.Event(public, story.checksum(head, guest.match), faces()))
        except PeerError as fault:
            outcomes[fault.reason] = outcomes.get(fault.reason, 0) + 1
        else:
            outcomes["folded"] = outcomes.get("folded", 0) + 1
    assert outcomes["story_differs"] > 100


_STORY: list[Pretend] = []


def _fresh(upto: int) -> tuple[list[m.Event], Guest]:
    """The first events of one match, and a guest that has heard its opening."""
    if not _STORY:
        _STORY.append(Pretend(terms(start_when_full=True), seed=9))
        _STORY[0].seated("ann", "bob", "cem", bot="random")
    told = _STORY[0].table.running_play().story
    guest = Guest("ann", OURS, "1")
    guest.seat = 0
    guest.receive(m.Opening(1, told.opening))
    return list(told.retell(0, 0))[:upto], guest


def test_texts_of_a_host_are_cleaned() -> None:
    """F2, G12: whatever a host calls its table and its reasons, no control comes out."""
    guest = Guest("ann", OURS, "1")
    evil = "\x1b]0;owned\x07\u202eevil\n[/]"
    guest.receive(m.Welcome(m.PROTOCOL, evil, evil, 0, False, False))
    updates = [
        *guest.receive(m.Sorry("ready", "x", evil)),
        *guest.receive(m.Bye("x", evil)),
    ]

    assert guest.table_name == "]0;ownedevil [/]"
    assert all(getattr(one, "detail", "") == "]0;ownedevil [/]" for one in updates)
    assert len(updates) == 2
