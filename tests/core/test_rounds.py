"""The played rounds in tests/rounds/ are what the games play today; `make rounds` writes them."""

import pytest

from core.game import Game, games
from tests.core.rounds import ROUNDS, text


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_the_played_round_of_each_game_is_the_one_that_was_reviewed(game: Game) -> None:
    """A change of rules, words or bots shows as a diff of a text that people can read."""
    assert text(game) == (ROUNDS / f"{game.name}.txt").read_text(encoding="utf-8")


def test_no_round_is_kept_of_a_game_that_is_gone() -> None:
    """One file a game."""
    assert {one.stem for one in ROUNDS.iterdir()} == set(games())
