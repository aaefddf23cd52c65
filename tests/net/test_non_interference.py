"""What a seat may not see changes nothing that it hears: other hidden cards, the same bytes.

Both runs have the same luck, links and moves; in the second some cards that the one who listens has
not seen have changed places. Until one of them is shown, every byte to the listener is the same,
the answers to everything wrong that it asks included (C1, C6, C12).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from core.bots import bot
from core.cards import Card
from core.events import EVERYBODY
from core.game import games
from core.match import Match
from core.moves import Move, Verb
from net import commands, framing
from net import messages as m
from net.lines import Line
from net.table import Table
from tests.net.pretend import Person, Pretend, terms

STEPS = 60
LAY = Match.lay


@dataclass
class Run:
    """What happened in one run: the moves, what was asked wrongly before each, what was heard.

    `swaps` are the slots whose cards change places, for each shuffle; `hidden` are those that the
    listener does not see after it, `shown` the slots that it is shown up to each step.
    """

    swaps: Sequence[Sequence[tuple[int, int]]] = ()
    shuffles: int = 0
    hidden: list[list[int]] = field(default_factory=list)
    moves: list[tuple[int, Move]] = field(default_factory=list)
    asked: list[list[m.Command]] = field(default_factory=list)
    heard: list[list[bytes]] = field(default_factory=list)
    shown: list[set[int]] = field(default_factory=list)

    def lay(self, match: Match, first: int, cards: Sequence[Card]) -> None:
        """Put a shuffle down, with the swaps of this run."""
        put = list(cards)
        for one, other in self.swaps[self.shuffles] if self.shuffles < len(self.swaps) else ():
            put[one - first], put[other - first] = put[other - first], put[one - first]
        self.shuffles += 1
        LAY(match, first, put)

    def look(self, match: Match, viewer: int) -> None:
        """Note what the listener does not see after each shuffle that there was."""
        while len(self.hidden) < self.shuffles:
            seen = {
                slot
                for zone in match.zones()
                if zone.sight in (viewer, EVERYBODY)
                for slot in zone.slots
            }
            self.hidden.append([slot for slot in range(len(match.faces)) if slot not in seen])


class Pair:
    """Two runs of one game, and the seat (-1: looks on) that listens."""

    def __init__(self, name: str, viewer: int, seed: int, patch: pytest.MonkeyPatch) -> None:
        game = games()[name]
        self.seats = max(3, game.seats(game.rules)[0])
        self.at = terms(self.seats, game=game, fair=seed % 2 == 1, watch=True)
        self.viewer = viewer % (self.seats + 1) - 1
        self.seed = seed
        self.patch = patch

    def compare(self) -> int:
        """Play both; gives how many steps were the same until a changed card was shown."""
        first = self.play(Run())
        luck = random.Random(self.seed)
        swaps = []
        low = 0
        for hidden in first.hidden:
            new = [slot for slot in hidden if slot >= low]
            picked = luck.sample(new, min(len(new), luck.choice((2, 2, 4, 8))) // 2 * 2)
            swaps.append(list(zip(picked[::2], picked[1::2], strict=True)))
            low = max([low, *(slot + 1 for slot in hidden)])
        changed = {slot for one in swaps for pair in one for slot in pair}
        until = next((n for n, one in enumerate(first.shown) if one & changed), len(first.moves))
        second = self.play(Run(swaps), first, until)
        for step, (one, other) in enumerate(zip(first.heard, second.heard, strict=False)):
            assert one == other, f"step {step} of seed {self.seed}: the seat hears the difference"
        return len(second.heard)

    def play(self, run: Run, like: Run | None = None, until: int = STEPS) -> Run:
        """One run: by itself, or like another one as far as its moves can be made."""
        self.patch.setattr(Match, "lay", _laying(run))
        pretend = Pretend(self.at, seed=self.seed)
        people = [pretend.person(f"{letter}xx") for letter in "abcdefgh"[: self.seats]]
        eye = pretend.person("eye")
        eye.guest.watch = True
        pretend.run()
        pretend.dial(eye)
        pretend.run()
        listener = people[self.viewer] if self.viewer >= 0 else eye
        for person in people:
            person.guest.wish("ready")
        pretend.run()
        luck = random.Random(self.seed)
        match = pretend.table.running_play().match
        run.look(match, self.viewer)
        for step in range(until):
            if not pretend.table.running or match.rounds_over or match.turn is None:
                break
            mover = people[match.turn]
            guest = mover.guest
            if like is not None:
                move, asked = like.moves[step][1], like.asked[step]
                if guest.why_not(move) is not None:
                    break
            else:
                assert guest.match is not None
                move = bot("random")(guest.match, guest.seat, luck.random)
                asked = _wrong(listener, luck)
            run.moves.append((match.turn, move))
            run.asked.append(asked)
            pretend.raw(listener, *asked)
            pretend.run()
            guest.play(move)
            pretend.run()
            run.look(match, self.viewer)
            told = [one for wire in listener.wires for one in wire.told]
            run.heard.append([framing.encode(one) for one in told])
            run.shown.append(_slots_shown(told))
        return run


def _laying(run: Run) -> Callable[[Match, int, Sequence[Card]], None]:
    def lay(match: Match, first: int, cards: Sequence[Card]) -> None:
        run.lay(match, first, cards)

    return lay


def _slots_shown(told: Sequence[m.Message]) -> set[int]:
    """Every slot whose face was in what was said."""
    shown = set[int]()
    for one in told:
        if isinstance(one, m.Event):
            _, body = framing.read_event(one.public)
            shown |= {slot for slot, _ in (*one.faces, *getattr(body, "faces", ()))}
    return shown


def _wrong(listener: Person, luck: random.Random) -> list[m.Command]:
    """Commands that must be refused, as far as the asker itself can tell."""
    guest = listener.guest
    moves = [
        Move(Verb.PLAY, luck.randrange(-1, 80)),
        Move(Verb.PLAY, luck.randrange(80), luck.randrange(-2, 20)),
        Move(luck.randrange(0, 12), None, luck.choice((None, 0, 3))),
    ]
    duty = luck.choice((guest.duty, guest.duty, max(0, guest.duty - 1)))
    return [
        m.Command(guest.start, 1_000 + luck.randrange(10**6), guest.match_number, duty, move)
        for move in moves
        if (move.slot is None or move.slot >= 0) and guest.why_not(move) is not None
    ]


@pytest.mark.parametrize("name", sorted(games()))
def test_what_a_seat_may_not_see_changes_nothing_that_it_hears(
    name: str, scaled: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """C1, C6, C12: every seat and who looks on, with the fair deal and without it; 500 pairs in a
    full campaign.
    """
    steps = [Pair(name, seed, seed, monkeypatch).compare() for seed in range(scaled(4, 84))]
    assert sum(steps) > 3 * len(steps), steps


def test_a_refusal_that_names_a_card_of_the_stock_is_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """C6: a planted oracle: the answer to a slot of the stock says something of its face."""
    obey = commands.obey

    def oracle(table: Table, number: int, line: Line, command: m.Command) -> None:
        slot, faces = command.move.slot, table.running_play().match.faces
        if slot is not None and slot < len(faces) and command.count >= 1_000:
            values = (("card", int(faces[slot])),)
            said = m.Answer(command.start, command.count, m.Verdict.REFUSED, "not_in_hand", values)
            table.send(number, said)
        else:
            obey(table, number, line, command)

    monkeypatch.setattr(commands, "obey", oracle)
    with pytest.raises(AssertionError, match="hears the difference"):
        [Pair("mau-mau", 1, seed, monkeypatch).compare() for seed in range(20)]
