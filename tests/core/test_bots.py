"""Bots: they choose what is legal, and they cannot see."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from core import bots
from core.cards import HIDDEN
from core.digest import digest, u16, u64
from core.errors import RulesError
from core.game import Game, games
from core.moves import CHANCE
from tests.core.positions import ONE_HUNDRED, position, rules, slot_of, table
from tests.core.tables import Table, seated

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
every_bot = pytest.mark.parametrize("name", bots.names())


@every_game
@every_bot
def test_a_bot_chooses_what_is_legal_from_its_own_view(
    game: Game, name: str, scaled: Callable[[int, int], int]
) -> None:
    """C11: fed by reveals alone, every bot always finds one of the listed moves."""
    choose, steps = bots.bot(name), scaled(3_000, 50_000)
    for seed in range(30):
        seats = 2 + seed % 6
        changed = seated(game, game.rules, seats)
        if changed is None or steps < 0:
            continue
        sitting = Table(game, changed, seats, seed)
        luck = random.Random(seed).random
        for _ in sitting.steps():
            seat = sitting.match.turn
            if seat is not None and seat != CHANCE:
                move = choose(sitting.views[seat], seat, luck)
                assert any(choice.allows(move) for choice in sitting.match.moves())
        steps -= sitting.played


@every_game
@every_bot
def test_a_bot_does_not_move_otherwise_for_cards_that_it_cannot_see(
    game: Game, name: str, scaled: Callable[[int, int], int]
) -> None:
    """C11: handed a match in which unseen cards are permuted, or hidden, it plays the same move."""
    choose, chooser, asked = bots.bot(name), random.Random(3), 0
    most = scaled(300, 3_000)
    for seed in range(20):
        sitting = Table(game, seated(game, game.rules, 4), 4, seed)
        for number, _ in enumerate(sitting.steps()):
            match, seat = sitting.match, sitting.match.turn
            if seat is None or seat == CHANCE or number % 5:
                continue
            view = sitting.views[seat]
            known = [at < len(view.faces) and view.faces[at] is not HIDDEN for at in
                     range(len(match.faces))]  # fmt: skip
            unseen = [at for at, seen in enumerate(known) if not seen]
            moves = set()
            for _ in range(4):
                faces = list(match.faces)
                for at, other in zip(unseen, chooser.sample(unseen, len(unseen)), strict=True):
                    faces[at] = match.faces[other]
                moves.add(choose(match.copy(faces), seat, random.Random(seed).random))
            moves.add(choose(view, seat, random.Random(seed).random))
            asked += 1

            assert len(moves) == 1
        if asked > most:
            break

    assert asked > 50


def test_the_careful_bot_keeps_its_chips_while_it_can() -> None:
    """A safe card is never passed over for one that busts; a black ace asks for the most."""
    careful = bots.bot("careful")
    for value in range(-20, 101, 3):
        match = table(position(3, hands={1: "9S 8D KD"}, value=value)).match
        move = careful(match, 1, random.Random(1).random)
        assert match.foresee(move)[0].word != "would_bust"

    state = position(3, hands={1: "9S 8D AS"}, value=99)
    assert careful(table(state).match, 1, random.Random(1).random).value == 100
    state = position(3, hands={1: "9S 8D 7D"}, value=99)
    assert careful(table(state).match, 1, random.Random(1).random).slot == slot_of(state, "9S")


def test_the_careful_bot_beats_three_random_ones() -> None:
    """Alone against three random bots it wins most seeded games, seats rotated (60 of 100)."""
    wins = 0
    for seed in range(100):
        sitting = Table(ONE_HUNDRED, rules(), 4, seed)
        seat, luck = seed % 4, random.Random(seed).random
        careful = bots.bot("careful")
        while sitting.match.turn is not None:
            if sitting.match.turn == seat:
                sitting.submit(careful(sitting.views[seat], seat, luck))
            else:
                sitting.step()
        assert sitting.match.settlement is not None
        wins += seat in sitting.match.settlement.winners

    assert wins >= 60


def test_the_random_bot_chooses_the_card_first_and_then_the_number() -> None:
    """A black ace is one entry, not a hundred and one: each of three cards comes a third."""
    choose, luck = bots.bot("random"), random.Random(5).random
    state = position(3, hands={1: "AS KS KD"})
    match = table(state).match
    moves = [choose(match, 1, luck) for _ in range(3_000)]
    cards = Counter(move.slot for move in moves)
    named = {move.value for move in moves if move.slot == slot_of(state, "AS")}

    assert all(900 < count < 1_100 for count in cards.values())
    assert named == set(range(101))


def test_an_unknown_bot_is_answered_with_those_there_are() -> None:
    """Bad input: one sentence with the names."""
    with pytest.raises(RulesError, match="random, careful"):
        bots.bot("genius")


def test_the_luck_of_a_bot_is_its_own() -> None:
    """docs/shuffle.md: `H("bot", key, u64 match, u16 seat)`, another for each match and seat."""
    assert bots.luck_key(b"k", 2, 3) == digest("bot", b"k", u64(2), u16(3))
    assert len({bots.luck_key(b"k", match, seat) for match in range(9) for seat in range(9)}) == 81
