"""A match as a list of moves and reveals: replay to any point, save and load, audit.

A record holds what its owner saw. The host's record of a finished match has every face; a guest's
record has its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core import options
from core.cards import CARDS, HIDDEN
from core.errors import CoreError, IllegalMove, RecordError
from core.game import find
from core.match import Match
from core.moves import CHANCE, Move
from core.referee import Referee, Reveal, Ruling

FORMAT = 1
MAX_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the seat (`CHANCE` for a shuffle), the move, the faces that became known with it."""

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
            "rules": self.rules,
            "seats": self.seats,
            "steps": [
                [step.seat, list(step.move), [[slot, int(face)] for slot, face in step.faces]]
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
        steps = tuple(
            Step(
                _whole(seat),
                Move(_whole(verb), _maybe(slot), _maybe(value)),
                tuple((_whole(at), CARDS[_whole(face)]) for at, face in faces),
            )
            for seat, (verb, slot, value), faces in plain["steps"]
        )
        rules = dict(plain["rules"])
        return Record(
            str(plain["game"]), _whole(plain["version"]), rules, _whole(plain["seats"]), steps
        )
    except (KeyError, TypeError, ValueError, IndexError) as fault:
        if isinstance(fault, RecordError):
            raise
        raise RecordError(f"this is not a record of a match ({fault})") from fault


def _whole(value: object) -> int:
    if type(value) is not int:
        raise RecordError(f"{value!r} stands where a whole number belongs")
    return value


def _maybe(value: object) -> int | None:
    return None if value is None else _whole(value)


def opened(record: Record) -> Match:
    """The match of the record before its first step; raises `RulesError` or `RecordError`."""
    game = find(record.game)
    if record.version != game.version:
        raise RecordError(
            f"the record is of {game.title} version {record.version}, this program plays {game.version}"
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
            for slot, face in step.faces:
                match.reveal(slot, face)
            match.apply(step.move)
        except CoreError as fault:
            raise RecordError(f"step {number} does not follow: {fault}") from fault
    return match


def audit(record: Record) -> list[tuple[int, str]]:
    """The steps that a referee would have refused, with the reason; needs every face.

    Raises `RecordError` when the record cannot be followed at all.
    """
    faults: list[tuple[int, str]] = []
    match = opened(record)
    for number, step in enumerate(record.steps, 1):
        try:
            for slot, face in step.faces:
                match.reveal(slot, face)
            if step.seat != CHANCE:
                Referee(match).check(step.seat, step.move)
        except IllegalMove as refused:
            faults.append((number, refused.reason))
        try:
            match.apply(step.move)
        except CoreError as fault:
            raise RecordError(f"step {number} does not follow: {fault}") from fault
    return faults


class Recorder:
    """Collects the steps of one match as one person sees them.

    `seat` is whose eyes: a seat, None for what is public, or `all_faces` for the referee.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.steps: list[Step] = []

    def add(self, seat: int, move: Move, faces: Sequence[Reveal]) -> None:
        """Note a step and the faces that came with it."""
        self.steps.append(Step(seat, move, tuple(faces)))

    def add_ruling(self, ruling: Ruling) -> None:
        """Note a ruling with every face, the hidden ones of a new stock included."""
        known = {slot for slot, _ in ruling.public}
        faces = list(ruling.public)
        if ruling.seat == CHANCE:
            faces = [(s, f) for s, f in enumerate(self._match.faces) if f is not HIDDEN]
        else:
            faces += [
                one for each in ruling.private.values() for one in each if one[0] not in known
            ]
        self.add(ruling.seat, ruling.move, faces)

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
