"""The careful bot: asks the game's own sense of a good move; where there is none, plays at random.

A game offers `sense(state, seat)`: legal moves with their worth to the seat, from its view.
"""

from collections.abc import Callable

from core.bots import uniform
from core.match import Match
from core.moves import Move


def choose(view: Match, seat: int, luck: Callable[[], float]) -> Move:
    """The move that the game's own sense values most; ties are broken by luck."""
    if view.game.sense is None:
        return uniform.choose(view, seat, luck)
    ranked = view.game.sense(view.round, seat)
    best = max(weight for weight, _ in ranked)
    good = [move for weight, move in ranked if weight == best]
    return good[int(luck() * len(good))]
