"""Bad luck at a table, seeded: what it does to the people, and what is true of them in the end."""

import random
from collections.abc import Callable

from core import options
from core.moves import Move
from net import bodies, framing
from net.play import Play
from net.updates import Alarm, Happened, Refused
from tests.net.pretend import GAME, Person, Pretend, terms


class Trouble:
    """What a seeded schedule does to the people of a table; with `crashes`, to its host too."""

    what: tuple[str, ...] = ("nothing", "cut", "half", "second", "restart", "again", "nothing")

    def __init__(
        self, seed: int, *, crashes: bool = False, make: Callable[..., Pretend] = Pretend
    ) -> None:
        luck = random.Random(seed)
        seats = luck.randrange(2, 7)
        rules = options.with_values(
            GAME.rules, {"allow_two_players": seats == 2, "chips": luck.choice((1, 1, 3))}
        )
        self.crashes = 0
        disk = {"journaled": True, "disk": luck.choice((0.0, 0.1, 1.0))} if crashes else {}
        self.what = (*self.what, "crash", "crash") if crashes else self.what
        self.pretend = make(
            terms(seats, rules=rules, start_when_full=True, grace=luck.choice((2.0, 8.0, 60.0))),
            seed=seed,
            delay=luck.choice((0.0, 0.2, 1.0)),
            think=luck.choice((0.3, 1.5)),
            **disk,
        )
        self.gone: list[Person] = []
        for number in range(seats):
            self.pretend.person(f"{'abcdef'[number]}xx", bot="random")
        self.pretend.wait(8)

    def happen(self) -> None:
        """One piece of bad luck, or none."""
        pretend = self.pretend
        luck = pretend.random
        person = luck.choice(pretend.people)
        what = luck.choice(self.what)
        if what == "cut":
            pretend.cut(person)
        elif what == "half":
            pretend.cut(person, host_knows=False)
        elif what == "second" and person.wire is not None:
            pretend.dial(person)
        elif what == "restart":
            self.gone.append(person)
            pretend.restart(person)
        elif what == "again":
            for message in person.sent.values():
                if person.wire is not None and person.wire.peer.phase.value == "open":
                    pretend.raw(person, message)
        elif what == "crash":
            self.crash()
        pretend.wait(luck.random() * 2)
        if luck.random() < 0.6:
            self.heal()

    def crash(self) -> None:
        """The host is killed at any step, and comes back after a while."""
        pretend = self.pretend
        for _ in range(pretend.random.randrange(8)):
            if pretend.busy:
                pretend.step()
        pretend.crash()
        pretend.wait(pretend.random.random() * 100)
        pretend.resume()
        self.crashes += 1
        self.heal()

    def heal(self) -> None:
        """Everybody whose line is down dials again."""
        for person in self.pretend.people:
            if person.wire is None and person.closed is None:
                self.pretend.dial(person)
        self.pretend.wait(0.1)

    def settle(self) -> None:
        """Let the evening come to its end."""
        for _ in range(60):
            self.heal()
            self.pretend.wait(20)
            if not self.pretend.table.running:
                break
        self.heal()
        self.pretend.wait(1)
        self.heal()


def _told(play: Play) -> list[tuple[bytes, bodies.Moved]]:
    """Every move of the story with the start that held its seat."""
    holders: dict[int, bytes] = {}
    moves = []
    twin = None
    for told in play.story.events:
        _, body = framing.read_event(told.public)
        if isinstance(body, bodies.SeatsSet):
            twin = type(play.match)(play.match.game, play.match.rules, play.match.seats)
        elif isinstance(body, bodies.Holder):
            holders[body.seat] = body.start
        elif isinstance(body, bodies.Moved):
            assert twin is not None
            assert twin.turn is not None
            moves.append((holders.get(twin.turn, b""), body))
        if isinstance(body, bodies.Moved | bodies.Shuffled | bodies.Dealt):
            assert twin is not None
            twin.reveal_all(body.faces)
            twin.apply(body.move if isinstance(body, bodies.Moved) else Move(0, None, body.picked))
    return moves


def accepted_in(play: Play) -> list[tuple[bytes, int]]:
    """Which commands of which programs stand in the story."""
    return [(start, body.cause) for start, body in _told(play) if body.cause > 0]


def check(trouble: Trouble) -> None:
    """Everybody has the host's table, and every command came to one end that was seen."""
    pretend = trouble.pretend
    play = pretend.table.running_play()
    accepted = accepted_in(play)
    assert play.over
    assert len(accepted) == len(set(accepted)), "a command stands in the story twice"
    for person in pretend.people:
        guest = person.guest
        assert guest.match is not None
        assert (guest.number, guest.head) == (len(play.story), play.story.head)
        assert guest.match.public() == play.match.public()
        assert guest.pending is None
    for person in [*pretend.people, *trouble.gone]:
        assert person.heard(Alarm) == []
        assert person.closed is None or person in trouble.gone
        numbers = [one.number for one in person.heard(Happened)]
        assert numbers == sorted(set(numbers)), "out of order, or twice"
    for person in pretend.people:
        every_command_has_one_end(person, accepted)


def every_command_has_one_end(person: Person, accepted: list[tuple[bytes, int]]) -> None:
    """In the story, or refused and shown: one of the two, once."""
    happened = {count for start, count in accepted if start == person.guest.start}
    shown = [one.move for one in person.heard(Refused)]
    refused = [one.move for count, one in person.sent.items() if count not in happened]
    assert happened <= set(person.sent)
    assert shown == refused
