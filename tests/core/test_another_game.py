"""A second game of another kind: nothing outside its own file knows One Hundred."""

import io
import json
from collections.abc import Callable

import pytest

from core import game as registry
from core.errors import IllegalMove
from core.game import Game, find, register
from core.moves import Move, Verb
from tests.core import test_bots, test_every_game
from tests.core.high_card import HIGH_CARD, HighCard
from tests.core.tables import Table
from tui import scripts


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """High Card, registered while a test runs."""
    monkeypatch.setattr(registry, "_games", dict(registry.games()))
    return register(HIGH_CARD)


@pytest.mark.parametrize("seats", range(2, 8))
def test_a_game_of_rounds_and_tricks_keeps_every_promise(
    game: Game, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/adding-a-game.md: the tests that play every game take it as it is."""
    monkeypatch.setattr(test_every_game, "share", lambda _seats: 20)
    scaled: Callable[[int, int], int] = min
    test_every_game.test_a_match_keeps_its_promises(game, seats, scaled)
    test_every_game.test_listed_moves_are_accepted_and_all_others_refused_without_any_change(
        game, seats, scaled
    )
    if seats <= 6:
        test_every_game.test_a_seat_learns_nothing_from_what_it_cannot_see(game, seats, scaled)


def test_bots_play_it_without_being_told(game: Game) -> None:
    """A game without a sense of its own is played at random, by the careful bot too."""
    for name in ("random", "careful"):
        test_bots.test_a_bot_does_not_move_otherwise_for_cards_that_it_cannot_see(game, name, min)


def test_the_referee_knows_who_could_have_followed_suit(game: Game) -> None:
    """What only the hand can tell is refused by the referee, and accepted by whoever cannot see."""
    refused = 0
    for seed in range(30):
        table = Table(game, game.rules, 4, seed)
        for _ in table.steps():
            match = table.match
            if match.turn is None or match.turn < 0:
                continue
            listed = {choice.move.slot for choice in match.moves()}
            for slot in set(match.hand(match.turn)) - listed:
                state = match.round
                assert isinstance(state, HighCard)
                move = a_play(slot)
                with pytest.raises(IllegalMove, match="must_follow"):
                    table.referee.submit(match.turn, move)
                match.copy().apply(move)
                refused += 1

    assert refused > 50


def a_play(slot: int) -> Move:
    """A plain play of a slot."""
    return Move(Verb.PLAY, slot)


def test_scripts_play_it_too(game: Game) -> None:
    """`simulate`, `trace`, `rules` and `games` ask the game for everything that they say."""
    out = io.StringIO()
    scripts.simulate("high card", out, seats=3, count=5, seed="1")
    scripts.trace("high-card", out, seats=3, seed="1")
    first, deal, *_, last = out.getvalue().splitlines()
    scripts.rules("high-card", out, ["tricks=3"])
    state = json.loads(last)["state"]

    assert json.loads(first)["games"] == 5
    assert json.loads(deal)["rules"] == {"tricks": 5, "aces": "high", "open_stock": False}
    assert len(state["taken"]) == 3
    assert "3 tricks are played" in out.getvalue()
    assert find("High_Card") is HIGH_CARD
