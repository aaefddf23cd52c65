"""A match as a list of moves and reveals: replay to any point, save and load, audit.

A record holds what its owner saw. The host's record of a finished match has every face; a guest's
record has its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core import options
from core.cards import CARDS, HIDDEN, Card
from core.errors import CoreError, IllegalMove, RecordError
from core.game import find
from core.match import Match
from core.moves import CHANCE, SLOT_LIMIT, Deal, Move, Pick, Restock, Verb
from core.referee import Referee, Reveal, Ruling

FORMAT = 1
MAX_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the seat (`CHANCE` for a shuffle), the move, the faces that came with it."""

    seat: int
    move: Move
    faces: tuple[Reveal, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match as far as it went: the game by its name, every option, the seats, the steps."""

    game: str
    version: int
    rules: dict[str, options.Value]
    seats: int
    steps: tuple[Step, ...]

    def to_plain(self) -> dict[str, Any]:
        """Plain lists and numbers, ready for JSON or msgpack."""
        return {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "rules": dict(self.rules),
            "seats": self.seats,
            "steps": [
                [
                    step.seat,
                    [int(step.move.verb), step.move.slot, step.move.value],
                    [[slot, int(face)] for slot, face in step.faces],
                ]
                for step in self.steps
            ],
        }


def from_plain(plain: Any) -> Record:
    """Read what `to_plain` wrote; raises `RecordError` with a sentence for anything else."""
    try:
        if plain["format"] != FORMAT:
            raise RecordError(
                f"the record has format {plain['format']!r}, this program reads {FORMAT}"
            )
        if len(plain["steps"]) > MAX_STEPS:
            raise RecordError(f"the record has more than {MAX_STEPS} steps")
        return Record(
            game=_text(plain["game"]),
            version=_whole(plain["version"]),
            rules={_text(name): _value(value) for name, value in plain["rules"].items()},
            seats=_whole(plain["seats"]),
            steps=tuple(_step(*each) for each in plain["steps"]),
        )
    except RecordError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        raise RecordError(f"this is not a record of a match ({fault})") from fault


def _step(seat: object, move: Any, faces: Any) -> Step:
    verb, slot, value = move
    return Step(
        _whole(seat),
        Move(
            _whole(verb),
            None if slot is None else _below(SLOT_LIMIT, slot),
            None if value is None else _whole(value),
        ),
        tuple((_below(SLOT_LIMIT, at), CARDS[_below(len(CARDS), face)]) for at, face in faces),
    )


def _text(value: object) -> str:
    if type(value) is not str:
        raise RecordError(f"{value!r} stands where a word belongs")
    return value


def _value(value: object) -> options.Value:
    if isinstance(value, bool | int | str):
        return value
    raise RecordError(f"{value!r} stands where the value of a house rule belongs")


def _whole(value: object) -> int:
    if type(value) is not int:
        raise RecordError(f"{value!r} stands where a whole number belongs")
    return value


def _below(limit: int, value: object) -> int:
    number = _whole(value)
    if not 0 <= number < limit:
        raise RecordError(f"{number} stands where a number from 0 to {limit - 1} belongs")
    return number


def opened(record: Record) -> Match:
    """The match of the record before its first step; raises `RulesError` or `RecordError`."""
    game = find(record.game)
    if record.version != game.version:
        raise RecordError(
            f"the record is of {game.title} version {record.version}, "
            f"this program plays {game.version}"
        )
    return Match(game, options.with_values(game.rules, record.rules), record.seats)


def replay(record: Record, upto: int | None = None) -> Match:
    """The match after the first `upto` steps, all of them by default.

    Raises `RecordError` and names the step when one does not follow from those before it.
    """
    match = opened(record)
    for number, step in enumerate(record.steps[:upto], 1):
        try:
            if step.seat != match.turn:
                raise RecordError(f"seat {step.seat} moves where {match.turn} owes")
            match.reveal_all(step.faces)
            match.apply(step.move)
        except CoreError as fault:
            raise RecordError(f"step {number} does not follow: {fault}") from fault
    return match


def audit(record: Record) -> list[tuple[int, str]]:
    """The steps that a referee would have refused, with the reason; needs every face.

    `bad_shuffle` is a shuffle that lost, doubled or swapped a card. Raises `RecordError` when the
    record cannot be followed at all, and when a face is missing.
    """
    faults: list[tuple[int, str]] = []
    match = opened(record)
    referee = Referee(match)
    for number, step in enumerate(record.steps, 1):
        try:
            before = [_gathered(match, one) for one in match.chance if not isinstance(one, Pick)]
            match.reveal_all(step.faces)
            if step.seat == CHANCE:
                if step.move.verb != Verb.SHUFFLE:
                    raise RecordError("chance does nothing but shuffle")
            else:
                try:
                    referee.check(step.seat, step.move)
                except IllegalMove as refused:
                    faults.append((number, refused.reason))
            match.apply(step.move)
            for first, pack in before:
                dealt = match.faces[first : first + len(pack)]
                if HIDDEN in dealt:
                    raise RecordError("the faces of a shuffle are missing")
                if sorted(dealt) != pack:
                    faults.append((number, "bad_shuffle"))
        except CoreError as fault:
            raise RecordError(f"step {number} does not follow: {fault}") from fault
    return faults


def _gathered(match: Match, owed: Deal | Restock) -> tuple[int, list[Card]]:
    """The first slot of a shuffle, and the cards that go into it, sorted."""
    pack = owed.pack if isinstance(owed, Deal) else [match.faces[slot] for slot in owed.slots]
    return owed.first, sorted(pack)


class Recorder:
    """Collects the steps of one match as one person sees them.

    `seat` is whose eyes: a seat, None for what is public, or `all_faces` for the referee.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._round, self._known = match.round, 0
        self.steps: list[Step] = []

    def add(self, seat: int, move: Move, faces: Sequence[Reveal]) -> None:
        """Note a step and the faces that came with it."""
        self.steps.append(Step(seat, move, tuple(faces)))

    def add_ruling(self, ruling: Ruling) -> None:
        """Note a ruling with every face, the hidden ones of a new stock included."""
        if ruling.seat == CHANCE:
            self.add(CHANCE, ruling.move, self._new_faces())
            return
        faces = dict(ruling.public)
        for each in ruling.private.values():
            faces.update(each)
        self.add(ruling.seat, ruling.move, tuple(faces.items()))

    def _new_faces(self) -> list[Reveal]:
        """The faces that the referee put down since the last shuffle."""
        match = self._match
        if match.round is not self._round:
            self._round, self._known = match.round, 0
        start, self._known = self._known, len(match.faces)
        return [(slot, face) for slot, face in enumerate(match.faces) if slot >= start]

    def record(self) -> Record:
        """The record so far."""
        game = self._match.game
        return Record(
            game.name,
            game.version,
            options.values(self._match.rules),
            self._match.seats,
            tuple(self.steps),
        )
