"""A whole played round of a game as readable text, for people to review as a diff.

`python -m tests.core.rounds` (that is `make rounds`) writes one file a game into `tests/rounds/`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from core.cards import Card
from core.events import Note
from core.game import Game, games
from core.match import Match
from core.moves import CHANCE, Verb
from core.referee import Ruling
from tui.scripts import Sitting
from tui.words import gauge, said

ROUNDS: Final = Path(__file__).resolve().parents[1] / "rounds"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
SEED: Final = "5747"


def text(game: Game) -> str:
    """The first round of a seeded match among four careful bots, with all faces."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    sitting = Sitting(game, game.rules, len(NAMES), SEED, ["careful"])
    match = sitting.referee.match
    yield f"{game.title}: {', '.join(NAMES)}; usual rules, careful bots, seed {SEED}"
    for ruling in sitting.steps():
        if ruling.seat == CHANCE:
            yield from ("", _shuffled(match, ruling))
        for note in ruling.events:
            yield f"  {_said(match, note)}"
        if ruling.seat == CHANCE and match.turn is not None:
            yield from _held(match)
        if match.sheet:
            break
        if ruling.seat != CHANCE:
            yield f"      {_table(match)}"
    yield from _settled(match)


def _said(match: Match, note: Note) -> str:
    return said(note, match.game, NAMES, ascii=True)


def _codes(match: Match, slots: Sequence[int]) -> str:
    faces: list[Card] = match.faces
    return " ".join(str(faces[slot]) for slot in slots) or "-"


def _shuffled(match: Match, ruling: Ruling) -> str:
    picked = ruling.move.value
    dealer = "" if picked is None else f", {NAMES[picked]} was drawn as the first dealer"
    return f"Shuffle{dealer}:"


def _held(match: Match) -> Iterator[str]:
    """Every place with its cards."""
    for zone in match.zones():
        if zone.slots:
            whose = "" if zone.owner is None else f" of {NAMES[zone.owner]}"
            yield f"    {zone.name}{whose}: {_codes(match, zone.slots)}"


def _table(match: Match) -> str:
    """What the table says after a move, and who is next."""
    board = match.board()
    words = [gauge(note, match.game, ascii=True, names=NAMES) for note in board.gauges]
    for seat, facts in enumerate(board.seats):
        words += [f"{NAMES[seat]} {_said(match, note)}" for note in facts.says]
    if match.turn is None or match.turn == CHANCE:
        return "; ".join(words)
    owed = "/".join(sorted({Verb(one.move.verb).name.lower() for one in match.moves()}))
    return "; ".join([*words, f"{NAMES[match.turn]} to {owed}"])


def _settled(match: Match) -> Iterator[str]:
    """How the round ended, hands at the end, every number with its reasons."""
    row = match.sheet[-1]
    yield from ("", _said(match, row.outcome.why))
    yield from _held(match)
    for seat, score in enumerate(row.outcome.scores):
        reasons = ", ".join(_said(match, note) for note in score.reasons)
        total = row.settlement.totals[seat]
        gone = "  out" if row.settlement.out[seat] else ""
        yield f"  {NAMES[seat]}: {score.points} ({reasons or 'no reason'})  total {total}{gone}"


def main() -> None:
    """Write the file of every game."""
    for game in games().values():
        (ROUNDS / f"{game.name}.txt").write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main()
