"""One evening of the simulation: everything that happens in it is drawn from one seed."""

import random
from pathlib import Path

from core import options
from core.errors import RulesError
from core.game import Game, games
from net import messages as m
from net.guest import Guest
from net.seating import HOST
from net.table import Terms
from tests.net.evenings.room import Room
from tests.net.evenings.truth import in_the_end, now
from tests.net.pretend import VERSION, Person, terms

NAMES = ("annax", "berta", "carlo", "doris", "emilx", "fritz", "gusta", "hanna")
TROUBLES = (
    *("cut", "cut", "half", "half", "second", "twin", "restart", "again", "stall", "stall"),
    *("doze", "crash", "crash", "crash", "leave", "back", "vote", "vote", "order", "order"),
    *("order", "chat", "onlooker", "wish", "ask", "nothing", "nothing"),
)
ORDERS = (
    *("pause", "go_on", "replace", "hand_back", "remove", "end", "wait", "clock", "swap"),
    *("mute", "unmute", "again", "bot", "start"),
)
WISHES = ("ready", "unready", "look_on", "sit", "seat", "dance", "pause")


def _rules(game: Game, seats: int, luck: random.Random) -> object:
    """Short matches, so that an evening sees their ends."""
    usual: dict[str, object] = {"match_end": "rounds", "rounds": 2}
    short: dict[str, dict[str, object]] = {
        "one-hundred": {"chips": luck.choice((1, 2)), "allow_two_players": seats == 2},
        "mau-mau": {"ends": "rounds", "rounds": 1},
        "one-card": {"target": 10},
    }
    try:
        return options.with_values(game.rules, short.get(game.name, usual))
    except RulesError:
        return game.rules


class Evening:
    """A table, its people, and what happens to them; `run` raises what is not as it should be."""

    def __init__(self, seed: int, folder: Path, make: type[Room] = Room) -> None:
        luck = random.Random(seed)
        self.game = luck.choice(list(games().values()))
        fewest, most = self.game.seats(self.game.rules)
        seats = luck.randrange(min(fewest, 2), min(most, 8) + 1)
        rules = _rules(self.game, seats, luck)
        seats = max(seats, self.game.seats(rules)[0])
        self.terms: Terms = terms(
            seats,
            game=self.game,
            rules=rules,
            grace=luck.choice((2.0, 8.0, 60.0)),
            clock=luck.choice((0.0, 0.0, 5.0, 20.0)),
            fair=luck.random() < 0.75,
            watch=True,
        )
        self.room = make(
            self.terms,
            seed=seed,
            folder=folder,
            disk=luck.choice((0.0, 0.1, 1.0)),
            delay=luck.choice((0.0, 0.2, 1.0)),
            think=luck.choice((0.3, 1.5)),
        )
        self.luck = self.room.random
        self.gone: list[Person] = []
        self.crashes = 0
        bots = luck.choice((0, 0, 1)) if seats > 2 else 0
        self.room.table.seat_bots(bots, host_plays=True)
        self.host = self.room.person(NAMES[0], HOST, bot="random")
        for name in NAMES[1 : seats - bots]:
            self.room.person(name, bot="random")
        if luck.random() < 0.6:
            self.person("zuzan", watch=True)
        self.room.look = lambda: now(self.room)

    def run(self) -> None:
        """The whole evening, and what is true in the end."""
        self.room.wait(8)
        self.host.guest.wish("start")
        self.room.wait(3)
        for _ in range(self.luck.randrange(10, 50)):
            self.happen()
        self.settle()
        in_the_end(self.room, self.gone)

    # People

    def person(self, name: str, identity: str = "", *, watch: bool = False) -> Person:
        """A new program that dials."""
        room = self.room
        guest = Guest(name, self.luck.randbytes(8), VERSION, self.luck.randbytes, watch=watch)
        one = Person(name, identity or f"key:{name}", guest, "" if watch else "random")
        room.people.append(one)
        room.dial(one)
        return one

    def anew(self, person: Person, *, watch: bool = False, cut: bool = True) -> Person:
        """Another program of the same person; the old one is killed, or finds out by itself."""
        if cut:
            self.room.cut(person)
        self.room.people.remove(person)
        self.gone.append(person)
        again = self.person(person.name, person.identity, watch=watch)
        if person is self.host:
            self.host = again
        return again

    def heal(self) -> None:
        """Everybody whose line is down dials again; whoever was sent away tries anew at times."""
        for person in list(self.room.people):
            if person.closed is not None:
                if self.luck.random() < 0.3:
                    self.anew(person, watch=self.luck.random() < 0.5)
            elif person.wire is None:
                self.room.dial(person)
        self.room.wait(0.1)

    # What happens

    def happen(self) -> None:
        """One piece of bad luck, or of ill will, or none."""
        what = self.luck.choice(TROUBLES)
        guests = [one for one in self.room.people if one is not self.host]
        if guests:
            getattr(self, f"_{what}")(self.luck.choice(guests))
        self.room.wait(self.luck.random() * self.luck.choice((0.5, 2.0, 2.0, 20.0)))
        if self.luck.random() < 0.6:
            self.heal()

    def _nothing(self, _person: Person) -> None:
        pass

    def _cut(self, person: Person) -> None:
        for _ in range(self.luck.randrange(6)):
            if self.room.busy:
                self.room.step()
        self.room.cut(person)

    def _half(self, person: Person) -> None:
        self.room.cut(person, host_knows=False)

    def _second(self, person: Person) -> None:
        if person.closed is None:
            self.room.dial(person)

    def _twin(self, person: Person) -> None:
        """The same key with another program, while the first still has its line."""
        self.anew(person, cut=False)

    def _restart(self, person: Person) -> None:
        self.anew(person)

    def _again(self, person: Person) -> None:
        """Commands that were sent are sent once more."""
        for message in list(person.sent.values())[-20:]:
            if person.wire is not None and person.wire.peer.phase.value == "open":
                self.room.raw(person, message)

    def _stall(self, person: Person) -> None:
        if person.wire is not None:
            self.room.stall(person.wire, self.luck.choice((3.0, 12.0, 40.0)))

    def _doze(self, person: Person) -> None:
        """Somebody who is here and does nothing, for a while."""
        if person.bot:
            person.bot = ""
            self.room.later(self.luck.choice((6.0, 30.0, 90.0)), lambda: self._wake(person))

    def _wake(self, person: Person) -> None:
        if not person.guest.watch:
            person.bot = "random"

    def _crash(self, _person: Person) -> None:
        """The host is killed at any step, and comes back after a while."""
        for _ in range(self.luck.randrange(8)):
            if self.room.busy:
                self.room.step()
        self.room.crash()
        self.room.wait(self.luck.random() * self.luck.choice((1, 30, 100)))
        self.room.resume()
        self.crashes += 1
        self.anew(self.host)
        self.heal()

    def _leave(self, person: Person) -> None:
        person.guest.give_up()

    def _back(self, person: Person) -> None:
        person.guest.wish("back")

    def _vote(self, _person: Person) -> None:
        word = self.luck.choice(("end", "wait", "replace"))
        about = "" if word == "end" else f":{self.luck.randrange(self.terms.seats)}"
        for one in self.room.people:
            if one is not self.host and self.luck.random() < 0.7:
                one.guest.wish("vote", word + about)

    def _order(self, _person: Person) -> None:
        word, seat = self.luck.choice(ORDERS), self.luck.randrange(self.terms.seats)
        argument = {
            "clock": self.luck.choice(("0", "5", "30", "2")),
            "swap": f"{seat}:{self.luck.randrange(self.terms.seats)}",
            "bot": "random",
        }.get(word, str(seat))
        self.host.guest.wish(word, argument)

    def _chat(self, person: Person) -> None:
        person.guest.say(self.luck.choice(("hello", "\x1b[31mred", "x" * 300, "ä\u202e")))

    def _onlooker(self, _person: Person) -> None:
        if len(self.room.people) < 12:
            self.person(f"look{len(self.room.people)}", watch=True)

    def _wish(self, person: Person) -> None:
        person.guest.wish(self.luck.choice(WISHES), str(self.luck.randrange(9)))

    def _ask(self, person: Person) -> None:
        if person.wire is not None and person.wire.peer.phase.value == "open":
            self.room.raw(person, m.Ask(person.guest.match_number, 0))

    # The end

    def settle(self) -> None:
        """Let the evening come to its end, by the host's word if it takes too long."""
        for person in self.room.people:
            self._wake(person)
        for number in range(40):
            self.heal()
            if self.room.table.paused_at is not None:
                self.host.guest.wish("go_on")
            if number > 8:
                self.host.guest.wish("end")
            self.room.wait(20)
            if not self.room.table.running:
                break
        for _ in range(3):
            for person in list(self.room.people):
                if person.wire is None and person.closed is None:
                    self.room.dial(person)
            self.room.wait(45)
