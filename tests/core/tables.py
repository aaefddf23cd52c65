"""A table of any game: a referee, the views of all seats and of a spectator, and random play."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from core import options
from core.errors import RulesError
from core.game import Game
from core.match import Match
from core.moves import CHANCE, Choice, Move
from core.record import Recorder
from core.referee import Referee, Ruling
from core.shuffle import SeededLuck

LONG_RANGE = 40
WATCHING = -9
"""Whose view the spectator's is; no seat, and no word of `Zone.sight`."""


class Table:
    """One match with everybody's view, played by seeded random choices."""

    def __init__(self, game: Game, rules: object, seats: int, seed: int) -> None:
        self.referee = Referee(Match(game, rules, seats))
        self.match = self.referee.match
        self.views = {seat: Match(game, rules, seats) for seat in (*range(seats), WATCHING)}
        self.recorder = Recorder(self.match)
        self.chooser = random.Random(seed)
        self.played = 0
        self._luck = SeededLuck(seed.to_bytes(8, "big"))

    def steps(self) -> Iterator[Ruling]:
        """Play to the end, a ruling at a time."""
        while self.match.turn is not None:
            yield self.step()

    def step(self) -> Ruling:
        """One step: the answer of chance, or a random choice of the seat from its own view."""
        seat = self.match.turn
        assert seat is not None
        if seat == CHANCE:
            return self._follow(self.referee.shuffle(self._luck.stream()))
        return self.submit(self.random_move(self.views[seat].moves()))

    def submit(self, move: Move) -> Ruling:
        """A move of the seat on turn."""
        assert self.match.turn is not None
        return self._follow(self.referee.submit(self.match.turn, move))

    def _follow(self, ruling: Ruling) -> Ruling:
        self.played += 1
        self.recorder.add_ruling(ruling)
        for who, view in self.views.items():
            view.reveal_all(heard(ruling, who))
            view.apply(ruling.move)
        return ruling

    def random_move(self, choices: Any) -> Move:
        """A uniform choice, then a uniform value."""
        choice: Choice = self.chooser.choice(choices)
        if choice.values is None:
            return choice.move
        return choice.naming(self.chooser.choice(choice.values))


def heard(ruling: Ruling, who: int) -> tuple[Any, ...]:
    """The reveals of a ruling that reach somebody."""
    return ruling.public + ruling.private.get(who, ())


def as_bytes(value: object) -> bytes:
    """Plain values as bytes, so that equal means equal to the byte: True is not 1."""
    return json.dumps(value, separators=(",", ":")).encode()


def everything(option: options.Option) -> list[options.Value]:
    """Every value that an option may have; of a long range the ends, the middle and the usual."""
    if option.kind == "switch":
        return [False, True]
    if option.kind == "number":
        low, high = option.low, option.high
        if high - low > LONG_RANGE:
            return sorted({low, low + 1, option.default, (low + high) // 2, high - 1, high})
        return list(range(low, high + 1))
    return list(option.choices)


def seated(game: Game, rules: Any, seats: int) -> Any | None:
    """The rules, changed in one option if that is what it takes to seat so many; or None."""
    for one in nearby(rules):
        try:
            game.check_seats(one, seats)
        except RulesError:
            continue
        return one
    return None


def nearby(rules: Any) -> Iterator[Any]:
    """The rules themselves, then with one option changed to each of its values."""
    yield rules
    for option in options.options(rules):
        for value in everything(option):
            yield replace(rules, **{option.name: value})


def plan(game: Game, seats: int, count: int, seed: int) -> list[Any]:
    """Rules for `count` games at so many seats: the usual, each value of each option, mixtures."""
    rules = [game.rules]
    for option in options.options(game.rules):
        rules += [replace(game.rules, **{option.name: value}) for value in everything(option)]
    chooser = random.Random(seed)
    while len(rules) < 4 * count:
        mixed = {one.name: chooser.choice(everything(one)) for one in options.options(game.rules)}
        rules.append(replace(game.rules, **mixed))
    fit = [one for one in (seated(game, each, seats) for each in rules) if one is not None]
    return fit[: max(count, 1)]
