"""Whose turn it is, for every seat, direction and elimination; chips and cards never vanish."""

import itertools
from collections import Counter

import pytest

from core.cards import FULL_PACK
from core.games.one_hundred import OneHundred
from core.moves import CHANCE, Move, Restock, Verb
from core.shuffle import SeededLuck
from tests.core.positions import play, position, stock_of, table

SAFE, HIGH, FOUR = "KS", "9H", "4D"


def expected(n: int, seat: int, direction: int, live: list[bool]) -> int:
    """The first live seat after `seat` on the ring of all seats: the rule, written the long way."""
    ring = [(seat + direction * step) % n for step in range(1, n + 1)]
    return next(one for one in ring if live[one])


@pytest.mark.parametrize("n", range(2, 9))
def test_the_next_seat_is_the_first_live_one_after_the_one_that_played(n: int) -> None:
    """D1, D3, D4, D11: every seat on turn, direction, set of seats that are out: a safe card."""
    for seat, direction, out in cases(n):
        state = position(
            n, hands={seat: SAFE}, turn=seat, direction=direction, out=out, allow_two_players=True
        )
        play(state, SAFE)

        assert state.turn == expected(n, seat, direction, state.live), (seat, direction, out)


@pytest.mark.parametrize("n", range(2, 9))
def test_a_four_is_followed_in_the_new_direction(n: int) -> None:
    """D3, D12: the seat after a four is found with the direction that the table shows then."""
    for seat, direction, out in cases(n):
        state = position(
            n, hands={seat: FOUR}, turn=seat, direction=direction, out=out, allow_two_players=True
        )
        play(state, FOUR)

        assert state.direction == -direction
        assert state.turn == expected(n, seat, -direction, state.live), (seat, direction, out)


@pytest.mark.parametrize("n", range(2, 9))
def test_whoever_goes_out_on_the_own_turn_passes_it_once(n: int) -> None:
    """D1, D3, D5, D6: the last chip lost; the turn goes on from the seat that was on turn."""
    for seat, direction, out in cases(n):
        state = position(
            n, hands={seat: HIGH}, turn=seat, direction=direction, out=out, value=95,
            chips={seat: 1}, allow_two_players=True,
        )  # fmt: skip
        play(state, HIGH)

        if sum(state.live) == 1:
            assert state.turn is None
        else:
            assert state.turn == expected(n, seat, direction, state.live), (seat, direction, out)
            assert state.turn != seat


def cases(n: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """Every seat, both directions, every set of other seats out that leaves two."""
    found = []
    for seat in range(n):
        others = [one for one in range(n) if one != seat]
        for size in range(n - 1):
            for out in itertools.combinations(others, size):
                found += [(seat, direction, out) for direction in (1, -1)]
    return found


@pytest.mark.parametrize("left", range(5))
@pytest.mark.parametrize("under", range(5))
def test_drawing_with_a_short_stock_and_a_short_pile(left: int, under: int) -> None:
    """E1: a stock of 0 to 4 cards, 0 to 4 cards under the top: hands, stock, pile and turn fit."""
    spare = ["2C", "3C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC"]
    state = position(
        3, hands={1: "KS KH KD"}, stock=" ".join(spare[:left]), pile=" ".join(spare[5 : 5 + under])
    )
    play(state, "KS")
    drawn = min(left, 1)

    assert len(state.hands[1]) == 2 + drawn
    if left > 1 or under == 0:
        assert (state.turn, len(state.pile)) == (2, under + 1)
        assert len(stock_of(state).split()) == left - drawn
    elif under == 1:
        assert (state.turn, stock_of(state), len(state.pile)) == (2, spare[5], 1)
    else:
        assert state.turn == CHANCE
        (owed,) = state.chance
        assert isinstance(owed, Restock)
        assert len(owed.slots) == under


def test_a_player_without_cards_is_passed_over_without_penalty() -> None:
    """OH-6: P2 holds nothing and the stock is empty, so P0 follows P1 and no chip is lost."""
    state = position(3, hands={1: "KS KH", 2: "", 0: "KD"}, stock="")
    play(state, "KS")

    assert (state.turn, state.chips) == (0, [3, 3, 3])


def test_a_single_card_under_the_top_is_the_new_stock_without_a_shuffle() -> None:
    """OH-6: one card has one order, so nobody is asked for luck; its face is still known to all."""
    state = position(3, hands={1: "KS KH KD"}, stock="2C", pile="3C")
    said = [note.word for note in state.apply(Move(Verb.PLAY, state.hands[1][0]))]

    assert (stock_of(state), state.turn, state.chance) == ("3C", 2, ())
    assert said == ["played", "restocked"]


def whole_pack(state: OneHundred) -> Counter[int]:
    """Every face by where its slot is: stock, pile, hands, out of play."""
    slots = [*range(state.stock_top, state.stock_end), *state.pile, *state.out_of_play]
    slots += [slot for hand in state.hands for slot in hand]
    return Counter(int(state.faces[slot]) for slot in slots)


@pytest.mark.parametrize("after_bust", ["revert", "redeal", "zero", "stay"])
@pytest.mark.parametrize("chips", [1, 3, 9])
def test_chips_and_cards_are_conserved(after_bust: str, chips: int) -> None:
    """F3, E4, E5: chips held and chips lost are chips x seats after every play, a bust costs one.

    Every card of the pack lies in exactly one place; no chip moves once the game is over.
    """
    for seed in range(6):
        state = position(5, after_bust=after_bust, chips=dict.fromkeys(range(5), chips))
        referee, luck = table(state), SeededLuck(bytes([seed]))
        pack, busts, word = Counter(map(int, FULL_PACK)), 0, seed
        while state.turn is not None:
            if state.turn == CHANCE:
                referee.shuffle(luck.stream())
                continue
            choices = state.moves()
            word = (word * 1103515245 + 12345) % (1 << 31)
            choice = choices[word % len(choices)]
            move = choice.move if choice.values is None else choice.naming(choice.values[-1])
            said = [note.word for note in referee.submit(state.turn, move).events]
            busts += "bust" in said

            assert sum(state.chips) + busts == 5 * chips
            assert min(state.chips) >= 0
            assert [bool(count) for count in state.chips] == state.live
            assert whole_pack(state) == pack

        assert sum(state.live) == 1
        assert busts == 5 * chips - max(state.chips)


def test_scores_shown_are_the_scores_that_the_record_gives() -> None:
    """F4: the chips on the board and in the outcome are those of the state, at the end too."""
    state = play(position(3, hands={1: "9H KH KC"}, out=[2], value=100, chips={1: 1}), "9H")
    outcome = state.outcome()

    assert outcome is not None
    assert [seat.chips for seat in state.board().seats] == state.chips
    assert [score.points for score in outcome.scores] == state.chips
    assert [[one.word for one in score.reasons] for score in outcome.scores] == [
        ["chips_kept"],
        ["out_in"],
        ["out_in"],
    ]
