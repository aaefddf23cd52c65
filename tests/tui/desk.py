"""A table for plain mode without sockets: real guests and talks round a real table."""

from collections.abc import Callable

from core.cards import card
from core.game import Game, find
from core.options import with_texts
from core.shuffle import SeededLuck, seed_key
from net.guest import Guest
from net.seating import HOST
from net.table import Table, Terms
from tui.plain_answers import Answers
from tui.plain_talk import Talk

GAME = find("one-hundred")


class Person:
    """Somebody at the desk: a real guest, a real talk."""

    def __init__(self, desk: "Desk", name: str, number: int, identity: str) -> None:
        self.guest = Guest(name, bytes((number,)) * 8, "1.0")
        self.talk = Talk(self.guest)
        self.answers = Answers(self.talk)
        self.lines: list[str] = []
        self._desk = desk
        self.line = desk.table.connect(identity, "local", desk.now)
        desk.people[self.line] = self
        desk.table.receive(self.line, self.guest.hello(), desk.now)
        desk.settle()

    def type(self, *texts: str) -> list[str]:
        """Answer, let the table work, and give the lines that this brought."""
        before = len(self.lines)
        for text in texts:
            self.answers.answer(text)
            self._desk.settle()
        return self.lines[before:]

    def listen(self) -> None:
        """Take what the talk has to say, questions included."""
        self.talk.ask()
        self.lines += self.talk.take()


class Desk:
    """A real table without sockets: what is said is delivered at once."""

    def __init__(
        self,
        seats: int = 3,
        doors: str = "yes",
        seed: str = "2a",
        rule: str = "",
        game: Game = GAME,
    ) -> None:
        rules = with_texts(game.rules, [rule] if rule else [])
        terms = Terms(game, rules, seats, "Ann's table", "1.0", doors=doors, seeded=True)
        self.table = Table(terms, SeededLuck(seed_key(seed)), bytes)
        self.people: dict[int, Person] = {}
        self.now = 0.0

    def settle(self) -> None:
        """Deliver until nobody has anything more to say; a second goes by."""
        self.now += 1
        while True:
            told, self.table.outbox[:] = list(self.table.outbox), []
            for line, message in told:
                if (person := self.people.get(line)) is not None:
                    for update in person.guest.receive(message):
                        person.talk.hear(update)
            asked = [(one, list(one.guest.outbox)) for one in self.people.values()]
            for person, messages in asked:
                person.guest.outbox.clear()
                for message in messages:
                    self.table.receive(person.line, message, self.now)
            if not self.table.outbox and not any(messages for _, messages in asked):
                break
        for person in self.people.values():
            person.listen()

    def mover(self) -> Person:
        """Who is to play."""
        return next(one for one in self.people.values() if one.guest.on_turn)


NAMES = ("Ann", "Boris", "Cleo")


def sit(seed: str = "2a", rule: str = "", game: Game = GAME) -> tuple[Desk, list[Person]]:
    """A table for three in its lobby; the first person is the host."""
    desk = Desk(seed=seed, rule=rule, game=game)
    identities = [HOST, *(f"key:{name}" for name in NAMES[1:])]
    each = zip(NAMES, identities, strict=True)
    return desk, [Person(desk, name, at, who) for at, (name, who) in enumerate(each, 1)]


def begin(seed: str = "2a", rule: str = "", game: Game = GAME) -> tuple[Desk, list[Person]]:
    """A table for three at its first question."""
    desk, people = sit(seed, rule, game)
    for person in people:
        person.type("ready")
    return desk, people


def play_on(desk: Desk, until: Callable[[Person], bool]) -> Person:
    """First cards are played until somebody on turn fits; gives that person."""
    for _ in range(600):
        person = desk.mover()
        if until(person):
            return person
        person.type("1")
        if person.lines[-1].startswith("Which number"):
            person.type("0")
    raise AssertionError("it never happened")


def holds(*codes: str) -> Callable[[Person], bool]:
    """Whether the hand has one of these cards."""

    def look(person: Person) -> bool:
        match = person.guest.match
        assert match is not None, "a match runs"
        return any(match.faces[slot] in map(card, codes) for slot in match.hand(person.guest.seat))

    return look
