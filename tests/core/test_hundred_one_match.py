"""The 101 family: counting, totals, the match, and the faults of other programs (R-13 to R-17)."""

import random
from typing import Any

import pytest

from core import bots
from core.errors import RulesError
from core.game import Game, Start
from core.games.hundred_one import MAX_ROUNDS, MAX_TURNS, HundredOne
from core.match import Match
from core.moves import CHANCE, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.hundred_one_positions import (
    ALTERNATIVE,
    CZECH,
    DRAW,
    GAMES,
    PASS,
    RUSSIAN,
    do,
    hand,
    may,
    points,
    position,
    refused,
    rules,
    settled,
    stock_of,
)
from tests.core.tables import Table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.mark.parametrize(("last", "score"), [("QS", -40), ("QH", -20), ("8C", 0)])
def test_r_16_the_last_card(last: str, score: int) -> None:
    """R-16: no suit is asked for a queen that is the last card; -40, -20 and 0."""
    state = position(hands={0: last})
    if last[0] == "Q":
        assert refused(state, f"{last} C") == "last_queen"
    (choice,) = state.moves()
    assert (choice.values, choice.asks) == (None, "")

    do(state, last)
    assert points(state)[0] == score
    assert state.suit is None


@pytest.mark.parametrize(
    ("held", "count"),
    [("AS 9D TH KC JD", 27), ("QS", 40), ("QH", 20), ("QH 9C", 3), ("QS QH", 6),
     ("6C 7C 8C", 21), ("", 0), ("2C 3D 4H 5S", 14)],
)  # fmt: skip
def test_r_17_counting(held: str, count: int) -> None:
    """R-17: the hand of P1 when P0 finishes with 8D."""
    state = position(hands={0: "8D", 1: held}, game=ALTERNATIVE)

    assert points(do(state, "8D"))[1] == count


def test_every_preset_of_rule_r_1() -> None:
    """R-1: the three rule sets over the same switches."""
    assert (rules().pack, rules().fives, rules().non_finishing, rules().lower_limit) == (
        "36", False, "a_7_ks", "none",
    )  # fmt: skip
    other, czech = rules(ALTERNATIVE), rules(CZECH)
    assert rules(ALTERNATIVE, pack="36", fives=False) == rules()
    assert (other.pack, other.fives) == ("52", True)
    assert rules(CZECH, non_finishing="a_7_ks", lower_limit="none") == rules()
    assert (czech.non_finishing, czech.lower_limit) == ("a_7_ks_9", "minus_101")
    assert [game.seats(game.rules) for game in (RUSSIAN, ALTERNATIVE, CZECH)] == [
        (2, 5), (2, 8), (2, 5),
    ]  # fmt: skip


@every_game
def test_seats_go_with_the_pack(game: Game) -> None:
    """R-1: 2 to 5 with 36 cards, 2 to 8 with 52."""
    for pack, most in (("36", 5), ("52", 8)):
        chosen = rules(game, pack=pack)
        for seats in (2, most):
            Match(game, chosen, seats)
        for seats in (1, most + 1):
            with pytest.raises(RulesError):
                Match(game, chosen, seats)


def test_the_reasons_of_a_score_name_every_card() -> None:
    """R-13, R-14: each card with its points; the finisher's queen; a seat without cards."""
    state = do(position(4, hands={0: "QD", 1: "AS 9D", 2: "QC", 3: ""}), "QD")
    outcome = state.outcome()
    assert outcome is not None
    told = [[(one.word, one.values["points"]) for one in score.reasons] for score in outcome.scores]

    assert told == [
        [("finished_with_queen", -20)],
        [("counts", 11), ("counts", 0)],
        [("lone_queen", 20)],
        [("no_cards_left", 0)],
    ]
    assert outcome.places == ((0,), (3,), (1,), (2,))


def test_r_18_exactly_101_and_more() -> None:
    """R-18: 101 becomes 0, 102 is out, 40 stays, 100 stays."""
    done = settled([90, 95, 40, 81], [11, 7, 0, 19], finisher=2)

    assert done.totals == (0, 102, 40, 100)
    assert done.out == (False, True, False, False)
    assert (done.winners, done.dealer) == ((), 2)


def test_r_19_below_zero() -> None:
    """R-19: Czech Fool puts -110 out and -101 back to 0; Russian 101 does neither."""
    done = settled([-90, -61, 50], [-20, -40, 10], game=CZECH)
    assert (done.totals, done.out) == ((-110, 0, 60), (True, False, False))

    done = settled([-90, -61, 50], [-20, -40, 10])
    assert (done.totals, done.out) == ((-110, -101, 60), (False, False, False))


@every_game
@pytest.mark.parametrize("total", range(95, 111))
def test_f_8_totals_around_the_limit(game: Game, total: int) -> None:
    """F8, R-15: 95 to 100 stay, 101 is 0, 102 to 110 are out, in every preset."""
    done = settled([80, 0, 0], [total - 80, 0, 0], game=game)

    assert done.totals[0] == (0 if total == 101 else total)
    assert done.out[0] is (total > 101)


@every_game
@pytest.mark.parametrize("total", range(-110, -94))
def test_f_8_totals_around_the_lower_limit(game: Game, total: int) -> None:
    """F8, R-15: only Czech Fool has a lower limit: -101 is 0, less is out."""
    done = settled([-80, 0, 0], [total + 80, 0, 0], game=game)

    czech = game is CZECH
    assert done.totals[0] == (0 if czech and total == -101 else total)
    assert done.out[0] is (czech and total < -101)


def test_r_16_the_last_one_left_wins() -> None:
    """R-16: one player is left; later out is better, in one round the smaller total is."""
    done = settled([50, 90, 60, 103, 95], [0, 30, 50, None, 20], out_in=[0, 0, 0, 2, 0], number=5)

    assert done.winners == (0,)
    assert done.dealer is None
    assert done.totals == (50, 120, 110, 103, 115)
    assert done.places == ((0,), (2,), (4,), (1,), (3,))


def test_f_2_all_out_at_once() -> None:
    """F2, R-16: a blocked round puts everybody out: the smallest total wins, equals share."""
    assert settled([95, 90, 100], [20, 30, 10]).winners == (2,)
    done = settled([95, 90, 100], [20, 20, 10])
    assert (done.winners, done.places) == ((1, 2), ((1, 2), (0,)))


def test_f_2_all_out_at_once_in_czech_fool() -> None:
    """F2, R-16: -102 is nearer to 0 than 105; two of the same size share."""
    assert settled([-90, 95], [-12, 10], game=CZECH).winners == (0,)
    assert settled([-85, 95], [-20, 10], game=CZECH).winners == (0, 1)


def test_d_11_those_out_before_stay_out() -> None:
    """D11, R-16: a seat that is out plays no card, holds none, keeps its total and its place."""
    start = Start((True, False, True, True), 0, (10, 120, 30, 40), 4, (0, 2, 0, 0))
    state = HundredOne(rules(), start)
    referee = Referee(Match(RUSSIAN, rules(), 4))
    referee.match.round, referee.match.start = state, start
    referee.shuffle(SeededLuck(b"out").stream())
    luck = random.Random(1)
    for _ in range(MAX_TURNS):
        if state.turn is None:
            break
        assert state.turn != 1
        assert (state.hands[1], state.skips[1]) == ([], 0)
        if state.turn == CHANCE:
            referee.shuffle(SeededLuck(b"out").stream())
        else:
            choice = luck.choice(state.moves())
            named = None if choice.values is None else luck.choice(choice.values)
            referee.submit(state.turn, choice.move._replace(value=named))

    done = referee.match.settlement
    assert done is not None
    assert (done.totals[1], done.out[1], done.places[-1]) == (120, True, (1,))


def test_d_11_the_next_seat_in_the_round_is_hit() -> None:
    """R-4, D1: with P1 out, P0's ace skips P2, and a five of P2 hits P0."""
    assert do(position(4, hands={0: "AH TC"}, out=[1]), "AH").turn == 3
    state = position(4, hands={2: "5H TC"}, out=[1], turn=2, game=ALTERNATIVE)
    do(state, "5H")
    assert ([len(each) for each in state.hands], state.turn) == ([5, 0, 1, 3], 3)


@pytest.mark.parametrize(
    ("dealer", "round_points", "next_dealer"),
    [(0, [5, 5, 5, 5], 1), (3, [5, 5, 5, 5], 0), (1, [5, 5, 99, 5], 3), (2, [99, 5, 5, 99], 1)],
)
def test_r_17_the_next_dealer(dealer: int, round_points: list[int], next_dealer: int) -> None:
    """R-17: the next player left of the last dealer who is not out."""
    assert settled([10] * 4, round_points, dealer=dealer).dealer == next_dealer


def test_the_match_ends_after_200_rounds() -> None:
    """A match that resets for ever is ended: the lowest total wins, equals share."""
    assert MAX_ROUNDS == 200
    done = settled([40, 30, 30], [0, 5, 5], number=199)
    assert (done.winners, done.dealer) == ((), 1)
    done = settled([40, 30, 30], [0, 5, 5], number=200)
    assert (done.winners, done.places) == ((1, 2), ((1, 2), (0,)))


def test_a_round_is_stopped_after_1000_moves() -> None:
    """The guard: nobody has finished, everybody counts; nothing is owed any more."""
    assert MAX_TURNS == 1_000
    state = position(hands={0: "8C 9C", 1: "TC", 2: "KS"})
    state.turns = 999
    do(state, "8C")

    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.why.word, outcome.winners) == ("stopped", ())
    assert points(state) == [0, 10, 4]
    state = position(hands={0: "6H 9C"})
    state.turns = 999
    assert do(state, "6H").turn is None


def test_a_round_that_ends_with_move_1000_has_its_finisher() -> None:
    """The guard comes after the rules: the last card in the last move finishes."""
    state = position(hands={0: "8C"})
    state.turns = 999

    assert do(state, "8C").finisher == 0


# Faults that other programs shipped, and reports from the field


def test_e_2_no_card_anywhere_is_a_pass() -> None:
    """E2: with stock and pile used up a draw is refused, a pass is taken, nothing is raised."""
    state = position(3, hands={0: "TS", 1: "9H", 2: "9C"}, stock="")
    assert (may(state), refused(state, DRAW)) == ("pass", "nothing_to_draw")
    do(state, PASS)
    assert (may(state), state.turn) == ("9H", 1)


def test_e_2_r_8_a_six_that_nothing_covers_stays() -> None:
    """R-8, E2: stock and pile give no cover: the turn passes, and 6H is an ordinary top card."""
    hands = {0: "6H TS", 1: "9H 9C"}
    state = position(2, hands=hands, pile="QS", suit="H", stock="", queen_covers_six=False)
    do(state, "6H", "draw")
    assert (hand(state, 0), stock_of(state), may(state)) == ("TS QS", "", "pass")
    assert refused(state, "draw") == "nothing_to_draw"
    assert refused(state, "QS C") == "does_not_cover_no_queens"

    do(state, "pass")
    assert (state.turn, may(state), state.facts()["passes"]) == (1, "9H", 0)


def test_r_8_the_extreme_exception() -> None:
    """R-8: the six stays uncovered and the hand is empty then: that player has finished."""
    state = position(2, hands={0: "", 1: "9H 9C"}, pile="6H", stock="")
    state.cover = 0
    do(state, "pass")

    assert (state.turn, state.finisher, points(state)) == (None, 0, [0, 0])


def test_e_6_a_draw_that_empties_the_stock_still_counts_as_the_draw() -> None:
    """E6, t_games 556: the last card of the stock is drawn, it does not fit, the turn passes."""
    state = do(position(hands={0: "TS"}, pile="6C 8H", stock="9C"), "draw")
    assert (may(state), refused(state, "draw")) == ("pass", "one_draw")

    assert do(state, "pass").turn == 1


@pytest.mark.parametrize("changed", [
    {}, {"draw_until_playable": True}, {"forced_play": False}, {"six_cover": "next_player"},
    {"stack_sevens": True}, {"recycle": "turn_over"}, {"skips_add_up": False},
    {"draw_until_playable": True, "forced_play": False},
])  # fmt: skip
def test_e_6_an_empty_stock_under_every_option(changed: dict[str, Any]) -> None:
    """E6, R-12: whoever cannot play or draw passes, and a full circuit of passes is a block."""
    state = position(2, hands={0: "TS", 1: "9C"}, stock="", **changed)
    do(state, "pass", "pass")

    outcome = state.outcome()
    assert outcome is not None
    assert outcome.why.word == "blocked"


def test_e_6_nothing_is_carried_into_the_next_round() -> None:
    """E6, t_games 54: a queen ends the round; the next one has no ordered suit and no skip."""
    sitting = Table(RUSSIAN, RUSSIAN.rules, 3, 7)
    fresh = 0
    for ruling in sitting.steps():
        if (
            sitting.match.rounds_over
            and ruling.seat == CHANCE
            and not sitting.match.round.facts()["turns"]
        ):
            facts = sitting.match.facts()
            fresh += 1
            assert (facts["suit"], facts["passes"], facts["owed"]) == (None, 0, 0)
            assert sum(facts["skips"]) == 0
    assert fresh >= 2


def test_e_9_passes_in_a_row_are_what_blocks() -> None:
    """E9, R-12: a card played or drawn between two passes starts the count again."""
    state = position(3, hands={0: "TS", 1: "9H 6D", 2: "9C"}, stock="")
    do(state, "pass", "9H", "9C")
    assert state.finisher == 2
    state = position(3, hands={0: "TS", 1: "TD 9H 6D", 2: "JC"}, stock="")
    do(state, "pass", "9H", "draw")
    assert state.facts()["passes"] == 0


def test_e_9_seats_that_are_passed_over_do_not_count() -> None:
    """R-12: P1 misses a turn; the passes of P0, P2 and P0 again are three in a row."""
    state = position(3, hands={0: "TS", 1: "TC", 2: "9C"}, stock="", skips={1: 1})
    do(state, "pass")
    assert (state.turn, state.skips) == (2, [0, 0, 0])
    do(state, "pass")
    assert state.turn == 0
    assert do(state, "pass").turn is None


def test_a_drawn_card_that_does_not_fit_is_not_played() -> None:
    """OneHundredOne: its eight lets any drawn card be played; here 9C does not cover 6H."""
    state = do(position(hands={0: "6H TS"}, pile="9H", stock="9C JD"), "6H", "draw")

    assert refused(state, "9C") == refused(state, "TS") == "does_not_cover"


def test_pictures_count_two_three_and_four() -> None:
    """Card-Game-101: J, Q, K are 2, 3, 4 and not 10; the lone queen is added, never taken off."""
    state = do(position(hands={0: "8C", 1: "JD QD KD", 2: "QS"}), "8C")

    assert points(state) == [0, 9, 40]


def test_a_loser_who_is_out_leaves_the_deal_to_the_left() -> None:
    """jahlib: the loser deals, is out, and the next dealer is not random but the left."""
    assert settled([0, 10, 95], [0, 5, 20], dealer=1, next_dealer="loser").dealer == 0


@every_game
def test_the_careful_bot_beats_three_random_ones(game: Game) -> None:
    """Alone against three random bots it wins at least 45 of 100 seeded matches; par is 25."""
    careful, wins = bots.bot("careful"), 0
    for seed in range(100):
        sitting = Table(game, game.rules, 4, seed)
        seat, luck = seed % 4, random.Random(seed).random
        while sitting.match.turn is not None:
            if sitting.match.turn == seat:
                sitting.submit(careful(sitting.views[seat], seat, luck))
            else:
                sitting.step()
        assert sitting.match.settlement is not None
        wins += seat in sitting.match.settlement.winners

    assert wins >= 45


def test_the_careful_bot_orders_its_longest_suit_and_covers_its_sixes() -> None:
    """Sense: clubs are ordered with three of them; a six without a cover waits."""
    careful, luck = bots.bot("careful"), random.Random(1).random
    state = position(hands={0: "QS 7C 9C TC JD"}, pile="8H")
    match = Match(RUSSIAN, state.rules, 3)
    match.round = state
    move = careful(match, 0, luck)
    assert (move.verb, move.value) == (Verb.PLAY, 3)
    match.round = state = position(hands={0: "6H 8C TS"}, pile="8H")
    assert state.faces[careful(match, 0, luck).slot or 0] == state.faces[state.hands[0][1]]
