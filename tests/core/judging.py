"""A match beside the script of an oracle: every state of it is compared, and every move offered."""

import random
from typing import Any

from core import options
from core.cards import CARDS
from core.game import Game
from core.match import Match
from core.moves import CHANCE, Deal, Restock, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.hundred_one_oracle import HundredOne, Script, Way
from tests.core.one_card_oracle import OneCard

FACES = {card: str(card) for card in CARDS}


class WrongStateError(AssertionError):
    """A state or an offer that the rules do not give."""


class Judge:
    """One match beside the script of the rules, step by step, played at random.

    `unknown` names what a hand-made position leaves open.
    """

    def __init__(self, game: Game, rules: Any, seats: int, seed: int) -> None:
        self.match = Match(game, rules, seats)
        self.referee = Referee(self.match)
        changed = options.differences(rules, game.rules)
        self.title = f"{game.name}, {seats} seats, seed {seed}, {changed}"
        known = options.values(rules)
        self.oracle = OneCard(known, seats) if game.name == "one-card" else HundredOne(known, seats)
        self.unknown: set[str] = set()
        self.chooser = random.Random(seed)
        self.luck = SeededLuck(seed.to_bytes(8, "big"))
        self.last: Any = "the start"

    def whole_match(self) -> int:
        """Judge every state up to the end; how many there were."""
        script = self.oracle.match()
        _, pack = next(script)
        states = self.follow(script, self.shuffle(pack))
        self.expect(self.match.turn, None, "turn")
        return states

    def follow(self, script: Script, answer: Any = None) -> int:
        """Judge every state that a script passes through; how many there were."""
        states = 0
        while True:
            try:
                seat, allowed = script.send(answer)
            except StopIteration:
                self.compare_tables()
                self.compare_settled()
                return states + 1
            states += 1
            self.expect(self.match.turn, seat, "turn")
            self.compare_tables()
            answer = self.shuffle(allowed) if seat == CHANCE else self.move(seat, allowed)

    def shuffle(self, bag: list[str]) -> tuple[int | None, list[str]]:
        """Let chance answer: who was picked, and the cards in their new order."""
        match = self.match
        (owed,) = [one for one in match.chance if isinstance(one, Deal | Restock)]
        if isinstance(owed, Deal):
            self.compare_settled()
            given = [str(card) for card in owed.pack]
        else:
            given = self.codes(owed.slots)
        self.expect(sorted(given), sorted(bag), "cards to shuffle")
        self.last = self.referee.shuffle(self.luck.stream()).move
        return self.last.value, self.codes(range(owed.first, owed.first + len(bag)))

    def move(self, seat: int, allowed: set[Way]) -> Way:
        """One of the moves at random, once they are the ones that the rules allow."""
        choices = self.match.moves()
        offered = [
            (choice, value, self.way(choice.move.verb, choice.move.slot, value))
            for choice in choices
            for value in ((None,) if choice.values is None else choice.values)
        ]
        self.expect({way for *_, way in offered}, allowed, "moves")
        self.expect(len(offered), len(allowed), "number of moves")
        choice = self.chooser.choice(choices)
        value = None if choice.values is None else self.chooser.choice(choice.values)
        self.last = way = self.way(choice.move.verb, choice.move.slot, value)
        self.referee.submit(seat, choice.move if value is None else choice.naming(value))
        return way

    def way(self, verb: int, slot: int | None, value: int | None) -> Way:
        """A move with the face of its card."""
        face = None if slot is None else FACES[self.match.faces[slot]]
        return Verb(verb).name.lower(), face, value

    def codes(self, slots: Any) -> list[str]:
        """The faces of these slots."""
        faces = self.match.faces
        return [FACES[faces[slot]] for slot in slots]

    def compare_tables(self) -> None:
        """Everything that the rules name, and where each card lies."""
        shown = self.shown()
        for name, value in self.oracle.state().items():
            if name not in self.unknown:
                self.expect(shown[name], value, name)

    def shown(self) -> dict[str, Any]:
        """The table as the game shows it."""
        match = self.match
        table: dict[str, Any] = {"stock": [], "pile": [], "trick": {}, "centre": []}
        table["won"] = [[] for _ in range(match.seats)]
        for zone in match.zones():
            cards = self.codes(zone.slots)
            if zone.owner is None:
                table[zone.name.removesuffix("_bottom")] += cards
            elif zone.name == "trick":
                (table["trick"][zone.owner],) = cards
            elif zone.name == "taken":
                table["won"][zone.owner] += cards
        table["hands"] = [self.codes(match.hand(seat)) for seat in range(match.seats)]
        return {**table, **match.facts()}

    def compare_settled(self) -> None:
        """Totals, who is out, who deals, who has won, and the places, after a round."""
        oracle = self.oracle
        if self.match.outcome() is None:
            return
        outcome, done = self.match.sheet[-1]
        self.expect([score.points for score in outcome.scores], oracle.points(), "points")
        self.expect(list(done.totals), oracle.totals, "totals")
        self.expect(list(done.winners), oracle.winners, "winners")
        self.expect([list(place) for place in done.places], oracle.places, "places")
        if isinstance(oracle, HundredOne):
            self.expect(list(done.out), [bool(gone) for gone in oracle.out_in], "who is out")
        if not done.winners:
            self.expect(done.dealer, oracle.next_dealer, "next dealer")

    def expect(self, found: object, wanted: object, what: str) -> None:
        """Stop at the first difference."""
        if found != wanted:
            where = f"{self.title}, after {self.last}"
            raise WrongStateError(f"{where}: {what} {found}, by the rules {wanted}")
