"""What every game promises, and the registry that finds the games by their files.

A game is one file in `core/games/`: its rules (a frozen dataclass of options), its state, its
words, and one `register(...)` line. docs/adding-a-game.md walks through it.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self

from core import options as house
from core.cards import Card
from core.errors import RulesError
from core.events import Board, Events, Note, Outcome, Zone
from core.moves import Chance, Choice, Move, Verb


class State(Protocol):
    """One round, as one person knows it: where every slot is, and the faces seen here.

    Everything but `faces` is the same for everybody. `turn` is the seat that owes a move, `CHANCE`,
    or None when the round is over: exactly one of them, always.
    """

    turn: int | None
    faces: list[Card]

    def moves(self) -> Sequence[Choice]:
        """The legal choices of the seat that owes a move; needs the faces of its hand."""
        ...

    def judge(self, move: Move) -> None:
        """Raise `IllegalMove` for what only the faces of the hand decide; the referee asks."""
        ...

    def apply(self, move: Move) -> Events:
        """Change the state; raises `IllegalMove` and changes nothing when the rules refuse."""
        ...

    @property
    def chance(self) -> tuple[Chance, ...]:
        """What chance owes when `turn` is `CHANCE`; answered by `Move(SHUFFLE, None, picked)`."""
        ...

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own, with other faces if they are given."""
        ...

    def zones(self) -> Sequence[Zone]:
        """Every card's place, and who sees its face."""
        ...

    def hand(self, seat: int) -> Sequence[int]:
        """The slots of a hand in the order in which they were received."""
        ...

    def public(self) -> list[Any]:
        """The plain values of the checksum: no hidden face, nothing that depends on one."""
        ...

    def board(self) -> Board:
        """What everybody can read off the table besides the cards."""
        ...

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a move of the own hand would do, in a word or two; empty for nothing special."""
        ...

    def facts(self) -> Mapping[str, Any]:
        """Every quantity that the rules name, for `stammtisch trace`: plain values, no cards."""
        ...

    def outcome(self) -> Outcome | None:
        """How the round ended, with the reasons; None while it runs."""
        ...


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a round did to the match.

    `totals` and `out` are by seat; `dealer` deals the next round; `winners` is empty until the end.
    """

    totals: tuple[int, ...]
    out: tuple[bool, ...]
    dealer: int | None
    winners: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


class Row(NamedTuple):
    """One round of the score sheet: how it ended, and what that did to the match."""

    outcome: Outcome
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class Start:
    """What a round starts from: the live seats, the dealer (None: chance picks), the totals.

    `number` counts the rounds of the match from 1; `out_in` is, by seat, the round in which it went
    out, 0 for a seat that is in.
    """

    live: tuple[bool, ...]
    dealer: int | None
    totals: tuple[int, ...]
    number: int
    out_in: tuple[int, ...]

    @classmethod
    def first(cls, seats: int) -> Self:
        """The first round of a match of so many seats."""
        return cls((True,) * seats, None, (0,) * seats, 1, (0,) * seats)


Sense = Callable[[Any, int], list[tuple[float, Move]]]
"""Legal moves with their worth to a seat, from that seat's view; what the careful bot plays by."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as people choose it.

    `rules` holds the usual options; `seats` gives the fewest and the most seats under given rules;
    `start` makes the state of a round, waiting for its deal; `settle` closes a round; `bound` is
    the largest number of steps of one round, shuffles included; `page` is the rules in words, with
    `{option}` where a value belongs; `words` holds the English sentence of every event, reason,
    note and question; `sense` is how a sensible person plays; `verbs` are the kinds of move that
    it ever offers.
    """

    name: str
    title: str
    version: int
    rules: Any
    seats: Callable[[Any], tuple[int, int]]
    start: Callable[[Any, Start], State]
    settle: Callable[[Any, Start, Outcome], Settlement]
    bound: int
    page: str
    words: Mapping[str, str]
    sense: Sense | None = None
    presets: Mapping[str, Mapping[str, house.Value]] = field(default_factory=dict)
    verbs: frozenset[Verb] = frozenset({Verb.PLAY})

    def identity(self, rules: object) -> bytes:
        """Eight bytes for this game, its version and these options."""
        return house.identity(self.name, self.version, rules)

    def check_seats(self, rules: object, count: int) -> None:
        """Raise `RulesError` when the game cannot seat so many under these rules."""
        low, high = self.seats(rules)
        if not low <= count <= high:
            raise RulesError(
                "bad_seats", f"{self.title} seats {low} to {high} with these rules, not {count}"
            )

    def preset(self, name: str) -> Any:
        """The rules of a preset by its name; raises `RulesError` with the names that there are."""
        if name not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise RulesError("bad_value", f"{self.title} has no preset {name!r}; there are {known}")
        return house.with_values(self.rules, self.presets[name])


_games: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game under its name; a name taken twice is a fault of the files."""
    if game.name in _games:
        raise ValueError(f"two games are called {game.name}")
    _games[game.name] = game
    return game


def games() -> Mapping[str, Game]:
    """Every game by name; the files in `core/games/` are found, not listed."""
    package = importlib.import_module("core.games")
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        importlib.import_module(f"core.games.{found.name}")
    return dict(sorted(_games.items()))


def find(name: str) -> Game:
    """The game of this name; raises `RulesError` with the names that there are."""
    known = games()
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in known:
        raise RulesError("unknown_game", f"there is no game {name!r}; there are {', '.join(known)}")
    return known[key]
