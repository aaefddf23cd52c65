"""The random bot: any choice, then any value, each equally likely; for tests and benches."""

from collections.abc import Callable

from core.match import Match
from core.moves import Move


def choose(view: Match, _seat: int, luck: Callable[[], float]) -> Move:
    """A uniform choice, then a uniform second value."""
    choices = view.moves()
    choice = choices[int(luck() * len(choices))]
    if choice.values is None:
        return choice.move
    return choice.naming(choice.values[int(luck() * len(choice.values))])
