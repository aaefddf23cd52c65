"""The seat machine: everything that happens to people at a table, in every phase of every game."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from core import options
from core.game import games
from net import messages as m
from net.guest import Guest
from net.seating import BOT, HOST
from net.standing import CHANGES, Standing, standing_of
from net.table import Table
from tests.net.pretend import VERSION, Person, Pretend, terms

PEOPLE = [HOST, "key:bob", "key:cem", "key:dan", "key:eve"]
RICH = (94, 114, 90, 146, 24, 92, 78, 100)
"""Evenings in which much happens; where they are not enough, others are tried."""

SEEN: dict[tuple[Standing, Standing], set[str]] = defaultdict(set)


def _cause(name: str, message: m.Message | None) -> str:
    match message:
        case m.Hello():
            return "greeting"
        case m.Wish(word=word):
            return word
        case m.Command():
            return "command"
        case m.Link():
            return "link"
        case m.ChainEnd():
            return "chain"
        case m.Bye():
            return "bye"
        case _:
            return name


@pytest.fixture
def _watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold every change of standing against the table of changes, wherever it happens."""
    inside = [0]

    def watch(name: str) -> None:
        real = getattr(Table, name)

        def watched(table: Table, *args: Any, **more: Any) -> Any:
            if inside[0]:
                return real(table, *args, **more)
            message = args[1] if name == "receive" else None
            cause = _cause(name, message)
            before = {who: standing_of(table, who) for who in PEOPLE}
            inside[0] += 1
            try:
                return real(table, *args, **more)
            finally:
                inside[0] -= 1
                for who in PEOPLE:
                    after = standing_of(table, who)
                    if after is not before[who]:
                        change = before[who], after
                        assert cause in CHANGES.get(change, ()), (who, change, cause)
                        SEEN[change].add(cause)

        monkeypatch.setattr(Table, name, watched)

    for name in ("receive", "lost", "tick"):
        watch(name)


def _newcomer(pretend: Pretend, identity: str, *, watch: bool) -> Person:
    name = identity.partition(":")[2]
    guest = Guest(name, pretend.random.randbytes(8), VERSION, pretend.random.randbytes, watch=watch)
    return Person(name, identity, guest)


class _Evening:
    """One seeded evening: everybody does anything at any time."""

    def __init__(self, game: str, seed: int) -> None:
        one = games()[game]
        rules = options.with_values(one.rules, {"chips": 1}) if game == "one-hundred" else one.rules
        at = terms(4, game=one, rules=rules, grace=20.0, watch=True, fair=seed % 2 == 1)
        self.pretend = Pretend(at, seed=seed)
        self.luck = self.pretend.random
        self.pretend.table.seat_bots(0, host_plays=True)
        self.people: dict[str, Person] = {}
        for who in PEOPLE[:4]:
            self.dial(who, watch=False)

    def dial(self, who: str, *, watch: bool) -> None:
        """Come, come back, or come with another program."""
        old = self.people.get(who)
        if old is None or old.closed is not None or self.luck.random() < 0.3:
            old = self.people[who] = _newcomer(self.pretend, who, watch=watch)
            self.pretend.people = list(self.people.values())
        self.pretend.dial(old)

    def rare(self) -> list[str]:
        """People who stand as people seldom do; everybody, when nobody does."""
        table = self.pretend.table
        rare = (Standing.OUT, Standing.SILENT, Standing.DROPPED)
        return [who for who in PEOPLE if standing_of(table, who) in rare] or PEOPLE

    def step(self) -> None:
        """One thing that somebody does."""
        pretend, luck = self.pretend, self.luck
        who = luck.choice(self.rare() if luck.random() < 0.5 else PEOPLE)
        person = self.people.get(who)
        mover = next((one for one in self.people.values() if one.guest.on_turn), None)
        match luck.randrange(12):
            case 0 | 1 if person is not None and person.wire is not None and who != HOST:
                pretend.cut(person)
            case 2 | 3 if person is None or person.wire is None:
                self.dial(who, watch=luck.random() < 0.3)
            case 4:
                pretend.wait(luck.choice([1.0, 9.0, 25.0, 70.0]))
            case 5 | 6 if person is not None:
                seat = luck.randrange(4)
                word, argument = luck.choice(
                    [
                        ("leave", ""),
                        ("back", ""),
                        ("sit", ""),
                        ("look_on", ""),
                        ("seat", str(seat)),
                        ("vote", f"replace:{seat}"),
                        ("vote", "end"),
                    ]
                )
                person.guest.wish(word, argument)
            case 7 if HOST in self.people:
                seat = pretend.table.seating.of(who) or luck.randrange(4)
                word, argument = luck.choice(
                    [
                        ("replace", str(seat)),
                        ("hand_back", str(seat)),
                        ("remove", str(seat)),
                        ("wait", str(seat)),
                        ("clock", luck.choice(["0", "5"])),
                        ("pause", ""),
                        ("go_on", ""),
                        ("end", ""),
                        ("swap", f"{seat}:{luck.randrange(4)}"),
                        ("start", ""),
                    ]
                )
                self.people[HOST].guest.wish(word, argument)
            case _ if mover is not None:
                mover.guest.play(pretend.move_of(mover))
            case _:
                self.people[HOST].guest.wish("start")
        pretend.run()


@pytest.mark.usefixtures("_watched")
@pytest.mark.parametrize("game", sorted(games()))
def test_every_change_of_standing_is_in_the_table(
    game: str, scaled: Callable[[int, int], int]
) -> None:
    """The written machine is the one that runs, in every phase of every game (D6, D9, D13, A11)."""
    for seed in range(scaled(3, 60)):
        evening = _Evening(game, seed)
        for _ in range(250):
            evening.step()
        table = evening.pretend.table
        identities = [one.identity for one in table.seating.seats if one.identity]
        assert len(set(identities)) == len(identities)
        for seat in table.seating.seats:
            assert seat.identity.startswith(BOT) == (seat.kind is m.Kind.BOT)


def _once_silent(person: str, order: str, *, by_host: bool) -> None:
    """The clock moved for somebody who is here; then they, or the host, do one thing."""
    evening = _Evening("one-hundred", 3)
    evening.people[HOST].guest.wish("start")
    evening.people[HOST].guest.wish("clock", "5")
    evening.pretend.run()
    seats = evening.pretend.table.seating
    while standing_of(evening.pretend.table, person) is not Standing.SILENT:
        evening.pretend.wait(5.1)
        for seat in seats.seats:
            seat.misses = min(seat.misses, 1)
    who = HOST if by_host else person
    evening.people[who].guest.wish(order, str(seats.of(person)) if by_host else "")
    evening.pretend.run()


@pytest.mark.usefixtures("_watched")
def test_every_change_in_the_table_happens() -> None:
    """No row of the table is a wish: each change was seen in some evening."""
    SEEN.clear()
    _once_silent("key:bob", "leave", by_host=False)
    _once_silent("key:bob", "remove", by_host=True)
    _once_silent("key:bob", "replace", by_host=True)
    for seed in (*RICH, *range(400)):
        if set(SEEN) == set(CHANGES):
            break
        evening = _Evening("one-hundred", 1000 + seed)
        for _ in range(100):
            evening.step()
    assert set(CHANGES) - set(SEEN) == set()
