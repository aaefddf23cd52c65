"""The 101 family: every option of table 2(b), each with what it changes in a vector."""

from typing import Any

import pytest

from core import options
from core.events import EVERYBODY
from tests.core.hundred_one_positions import (
    ALTERNATIVE,
    CZECH,
    RUSSIAN,
    dealt,
    do,
    hand,
    may,
    opened,
    points,
    position,
    refused,
    settled,
    shown,
    stock_of,
)


def test_every_option_of_table_2b_is_there() -> None:
    """The options of the rule book in snake case, with the defaults of Russian 101."""
    assert options.values(RUSSIAN.rules) == {
        "pack": "36",
        "fives": False,
        "forced_play": True,
        "six_cover": "self",
        "non_finishing": "a_7_ks",
        "match_end": "last_survivor",
        "rounds": 5,
        "starter_effect": "apply",
        "starter_pick": "last_card",
        "draw_until_playable": False,
        "queen_covers_six": True,
        "stack_sevens": False,
        "king_of_spades_draw": 5,
        "queen_penalty": "lone",
        "limit": 101,
        "exact_101_resets": True,
        "halve_at_100": False,
        "lower_limit": "none",
        "next_dealer": "left",
        "five_target": "seat_before",
        "skips_add_up": True,
        "recycle": "shuffle",
    }


def test_fives_without_effect() -> None:
    """R-21 with fives off: the five is a plain card."""
    state = position(4, hands={2: "5H 2C"}, turn=2, game=ALTERNATIVE, fives=False)
    do(state, "5H")

    assert (len(state.hands[1]), state.turn, state.skips) == (3, 3, [0, 0, 0, 0])


def test_a_player_may_draw_instead_where_play_is_not_forced() -> None:
    """Row 3, R-05 with forced_play off: draw one, then play any card that fits, or pass."""
    state = position(hands={0: "8C TS"}, stock="KH 6D", forced_play=False)
    assert (may(state), refused(state, "pass")) == ("8C draw", "holds_a_card")
    do(state, "draw")
    assert (may(state), refused(state, "draw")) == ("8C KH pass", "holds_a_card")
    assert do(state, "pass").turn == 1

    state = do(position(hands={0: "8C TS"}, stock="KC 6D", forced_play=False), "draw", "8C")
    assert (hand(state, 0), state.turn) == ("TS KC", 1)


def test_covering_a_six_stays_forced() -> None:
    """Row 3: with forced_play off a six is covered all the same."""
    state = do(position(hands={0: "6H 9H TS"}, forced_play=False), "6H")

    assert may(state) == "9H"
    assert refused(state, "draw") == refused(state, "pass") == "holds_a_cover"


def test_where_no_card_can_be_drawn_a_card_that_fits_is_played() -> None:
    """Row 3, R-12: with forced_play off and nothing to draw there is no pass instead."""
    state = position(hands={0: "8C TS"}, stock="", forced_play=False)

    assert (may(state), refused(state, "pass")) == ("8C", "holds_a_card")


def test_drawing_until_a_card_fits() -> None:
    """Row 2, R-04 with draw_until_playable: KC and 6D do not fit, KH does and is played."""
    state = position(hands={0: "TS 9C"}, stock="KC 6D KH", draw_until_playable=True)
    do(state, "draw")
    assert (may(state), refused(state, "pass")) == ("draw", "draw_on")
    do(state, "draw", "draw")
    assert (may(state), refused(state, "draw")) == ("KH", "holds_a_card")
    assert do(state, "KH").turn == 1


def test_drawing_until_a_card_fits_ends_with_the_cards() -> None:
    """Rows 2 and R-6.3: stock and pile are used up: the turn passes."""
    state = position(2, hands={0: "TS", 1: "9H"}, stock="KC", draw_until_playable=True)
    do(state, "draw")

    assert may(state) == "pass"
    assert do(state, "pass").turn == 1


def test_drawing_until_a_card_fits_where_play_is_not_forced() -> None:
    """Rows 2 and 3 together: draw until one fits, then play or pass."""
    state = position(
        hands={0: "TS 9C"}, stock="KC KH 6D", draw_until_playable=True, forced_play=False
    )
    do(state, "draw")
    assert (may(state), refused(state, "pass")) == ("draw", "draw_on")
    do(state, "draw")
    assert (may(state), refused(state, "draw")) == ("KH pass", "holds_a_card")
    assert do(state, "pass").turn == 1


def test_the_next_player_covers_the_six() -> None:
    """Row 7: P1 owes the cover instead of a turn; its cover acts as any card."""
    hands = {0: "6H TS", 1: "9H 9C 7H", 2: "KS"}
    state = do(position(hands=hands, six_cover="next_player"), "6H")
    assert (state.turn, state.cover, may(state)) == (1, 1, "9H 7H")
    assert refused(state, "draw") == "holds_a_cover"
    do(state, "7H")
    assert (len(state.hands[2]), state.turn, state.cover) == (3, 0, None)


def test_the_next_player_draws_until_the_six_is_covered() -> None:
    """Row 7: without a cover P1 draws one at a time and must play the first that covers."""
    hands = {0: "6H TS", 1: "9C"}
    state = do(position(hands=hands, stock="TC 8D KH 7D", six_cover="next_player"), "6H")
    do(state, "draw", "draw", "draw")
    assert may(state) == "KH"
    do(state, "KH")
    assert (hand(state, 1), state.turn) == ("9C TC 8D", 2)


def test_a_player_who_misses_a_turn_does_not_cover() -> None:
    """Row 7: the cover takes the place of a turn, so it is the first seat that has one."""
    state = position(hands={0: "6H TS"}, skips={1: 1}, six_cover="next_player")
    do(state, "6H")

    assert (state.turn, state.cover, state.skips) == (2, 2, [0, 0, 0])


def test_a_six_as_last_card_finishes_where_the_next_player_covers() -> None:
    """Row 7, R-11: 6H is the last card: the round is over and nobody covers."""
    state = do(position(hands={0: "6H"}, pile="9H", six_cover="next_player"), "6H")

    assert (state.turn, state.finisher, points(state)[0]) == (None, 0, 0)


def test_queens_that_do_not_cover_a_six() -> None:
    """Row 8, R-09 with queen_covers_six off: 9H, 6C and the queen of hearts, not QD."""
    state = do(position(hands={0: "6H 9H 6C QD QH"}, queen_covers_six=False), "6H")

    assert may(state) == "9H 6C QH"
    assert refused(state, "QD S") == "does_not_cover_no_queens"


def test_sevens_are_answered_with_sevens() -> None:
    """Row 11, R-06 with stack_sevens: 2 and 4 add up; P2 takes six cards and loses the turn."""
    hands = {0: "7H TC", 1: "7S 9H 8C", 2: "QD 8D"}
    state = do(position(4, hands=hands, stack_sevens=True), "7H")
    assert (state.turn, may(state), state.facts()["owed"]) == (1, "7S draw", 2)
    assert refused(state, "pass") == refused(state, "9H") == "answer_or_draw"
    do(state, "7S")
    assert (state.turn, may(state), state.facts()["owed"]) == (2, "draw", 6)
    do(state, "draw")
    assert (len(state.hands[2]), state.turn, state.stacked) == (8, 3, 0)
    assert [len(each) for each in state.hands[:2]] == [1, 2]


def test_a_seven_that_ends_the_round_is_not_answered() -> None:
    """Row 11 with a seven that can finish: P1 draws 4 (2 were open) and the round ends."""
    hands = {0: "7H", 1: "7S 9H"}
    state = position(2, hands=hands, stack_sevens=True, non_finishing="none")
    state.stacked = 2
    do(state, "7H")

    assert (state.turn, state.finisher, len(state.hands[1])) == (None, 0, 6)


def test_the_king_of_spades_may_cost_four() -> None:
    """Row 12, R-07: 4 cards instead of 5."""
    state = do(position(hands={0: "KS TC"}, pile="8S", king_of_spades_draw=4), "KS")

    assert (len(state.hands[1]), state.turn) == (7, 2)


@pytest.mark.parametrize(
    ("allowed", "stuck"),
    [("none", ""), ("a", "A"), ("7", "7"), ("ks", "K"), ("9", "9"), ("a_7", "A7"), ("7_ks", "7K"),
     ("a_7_ks", "A7K"), ("a_7_9", "A79"), ("ks_9", "K9"), ("a_7_ks_9", "A7K9")],
)  # fmt: skip
def test_which_cards_can_be_the_last(allowed: str, stuck: str) -> None:
    """Rows 15 and 17, R-14: each subset of ace, seven, king of spades and nine."""
    for face in ("AS", "7S", "KS", "9S", "KH", "TS"):
        pile = "8H" if face == "KH" else "8S"
        state = do(position(hands={0: face}, pile=pile, non_finishing=allowed), face)
        assert (state.finisher is None) is (face != "KH" and face[0] in stuck), face


def test_all_16_subsets_can_be_chosen() -> None:
    """Row 15: none, each card alone, and every mixture in the order a, 7, ks, 9."""
    (one,) = [each for each in options.options(CZECH.rules) if each.name == "non_finishing"]

    assert len(one.choices) == 16
    assert {"none", "9", "a_9", "7_ks_9", "a_7_ks_9"} < set(one.choices)


def test_effects_come_before_the_end_of_the_round() -> None:
    """R-11 with nothing excepted: P1 draws 5 for the king of spades and counts them."""
    state = position(
        hands={0: "KS", 1: "TC"}, pile="8S", stock="9C 9D 9H JC JD", non_finishing="none"
    )
    do(state, "KS")

    assert (state.finisher, points(state)[1]) == (0, 14)


def test_a_shuffle_in_the_last_draw_comes_before_the_end() -> None:
    """R-10, R-11: the draw of a finishing five empties the stock; the round ends after it."""
    state = position(hands={0: "5H", 2: "TC"}, pile="TD 9D 8H", stock="2C", game=ALTERNATIVE)
    do(state, "5H")

    assert (state.turn, state.finisher, len(state.hands[2])) == (None, 0, 3)
    assert shown(state, state.pile) == "5H"


@pytest.mark.parametrize(("starter", "hand_size"), [("7H", 4), ("KS", 4), ("AH", 4), ("6C", 4)])
def test_a_starter_without_effect(starter: str, hand_size: int) -> None:
    """Row 5, R-25 with starter_effect none: P1 plays, nobody draws, nobody covers."""
    state = opened(starter, starter_effect="none")

    assert (state.turn, len(state.hands[1]), state.cover) == (1, hand_size, None)


def test_a_queen_as_starter_without_effect() -> None:
    """Rows 5 and 6: no suit is ordered: suit, rank or any queen fits."""
    state = opened("QD", starter_effect="none")
    assert (state.turn, state.suit, state.asks) == (1, None, False)

    state = position(hands={0: "7D JC QS TH"}, pile="QD")
    assert may(state) == "7D QS"


def test_the_starter_is_laid_anew_until_it_is_plain() -> None:
    """Row 5: AH and QD go to the bottom of the stock, in this order, and 9C is laid."""
    order = "6S 7S 8S TS 9S JS 6H 7H 8H TH 9H AH QD 9C"
    state = dealt(order, starter_effect="redraw_until_plain")

    assert shown(state, state.pile) == "9C"
    assert (len(state.hands[0]), state.turn, state.mover) == (3, 1, 0)
    assert stock_of(state).endswith("AH QD")
    (zone,) = [one for one in state.zones() if one.name == "stock_bottom"]
    assert (zone.sight, shown(state, zone.slots)) == (EVERYBODY, "AH QD")
    state.stock_top = state.stock_end
    assert stock_of(do(state, "draw")) == "QD"


def test_the_dealer_chooses_the_starter() -> None:
    """Row 4: four cards, any of them begins; its effect counts, a queen orders with the play."""
    state = opened("8H", hand="QS TD 6C", starter_pick="dealer_chooses")
    assert (state.turn, may(state), state.pile) == (0, "QS TD 6C 8H", [])
    assert refused(state, "draw") == refused(state, "pass") == "dealer_begins"
    twin = state.copy()

    do(state, "QS D")
    assert (state.turn, state.facts()["suit"]) == (1, "D")
    do(twin, "6C")
    assert (twin.turn, twin.cover) == (0, 0)


@pytest.mark.parametrize("effect", ["none", "redraw_until_plain"])
def test_a_chosen_starter_without_effect(effect: str) -> None:
    """Rows 4 and 5 together: the chosen card lies and does nothing; a queen takes no suit."""
    state = opened("8H", hand="QS TD 6C", starter_pick="dealer_chooses", starter_effect=effect)
    assert refused(state, "QS D") == "names_nothing"
    twin = state.copy()

    assert (do(state, "QS").turn, state.suit) == (1, None)
    assert (do(twin, "6C").turn, twin.cover) == (1, None)


def test_every_queen_counts() -> None:
    """Row 18, R-17 with queen_penalty always: QH 9C is 20, QS QH is 60."""
    state = position(hands={0: "8C", 1: "QH 9C", 2: "QS QD"}, queen_penalty="always")

    assert points(do(state, "8C")) == [0, 20, 60]


def test_another_limit() -> None:
    """Row 21: with 51 as limit, 51 goes back to 0 and 52 is out."""
    assert settled([40, 40, 0], [11, 12, 0], limit=51).totals == (0, 52, 0)
    assert settled([40, 40, 0], [11, 12, 0], limit=51).out == (False, True, False)
    assert settled([90, 90, 0], [11, 12, 0], limit=201).totals == (101, 102, 0)


def test_exactly_the_limit_may_stay() -> None:
    """Row 23: exact_101_resets off: 101 stays and is not out; 100 becomes 50 where it is halved."""
    done = settled([90, 0, 0], [11, 0, 0], exact_101_resets=False)
    assert (done.totals[0], done.out[0]) == (101, False)
    assert settled([-90, 0], [-11, 0], game=CZECH, exact_101_resets=False).totals[0] == 0
    assert settled([90, 0], [10, 0], halve_at_100=True).totals[0] == 50
    assert settled([90, 0], [10, 0], halve_at_100=True, limit=100).totals[0] == 0
    assert settled([90, 0], [10, 0], halve_at_100=True, limit=60).out[0] is True


def test_the_match_ends_with_the_first_who_is_out() -> None:
    """Row 22, first_out: the lowest total of the others wins, equals share."""
    done = settled([95, 40, 60], [10, 5, 0], match_end="first_out")
    assert (done.winners, done.places) == ((1,), ((1,), (2,), (0,)))
    assert settled([95, 60, 60], [10, 0, 0], match_end="first_out").winners == (1, 2)
    done = settled([-95, 40, 60], [-10, 5, 0], match_end="first_out", game=CZECH)
    assert (done.winners, done.out) == ((1,), (True, False, False))
    assert settled([50, 40, 60], [0, 5, 0], match_end="first_out").winners == ()


def test_the_match_ends_after_some_rounds() -> None:
    """Row 22, rounds: nobody is out, the lowest total wins, equals share."""
    done = settled([95, 40, -105], [10, 5, 0], match_end="rounds", rounds=3, number=2, game=CZECH)
    assert (done.winners, done.out) == ((), (False, False, False))
    done = settled([95, 40, 45], [10, 5, 0], match_end="rounds", rounds=3, number=3)
    assert (done.winners, done.places) == ((1, 2), ((1, 2), (0,)))


def test_who_deals_next() -> None:
    """Row 26: the finisher or the one with most points; out, tied or absent: the left."""
    winner: dict[str, Any] = {"next_dealer": "winner", "dealer": 0}
    assert settled([0] * 4, [1, 2, 0, 3], finisher=2, **winner).dealer == 2
    assert settled([0] * 4, [1, 2, 0, 3], **winner).dealer == 1
    assert settled([0, 0, -90, 0], [1, 2, -20, 3], finisher=2, game=CZECH, **winner).dealer == 1
    loser: dict[str, Any] = {"next_dealer": "loser", "dealer": 0}
    assert settled([0] * 4, [1, 2, 0, 3], finisher=2, **loser).dealer == 3
    assert settled([0] * 4, [3, 2, 0, 3], finisher=2, **loser).dealer == 1
    assert settled([0, 0, 0, 100], [1, 2, 0, 3], finisher=2, **loser).dealer == 1


def test_a_five_hits_the_last_mover() -> None:
    """Row 27: P3 played last before P2's five, so P3 draws and is passed over; else P1 would."""
    hands = {1: "AH TC", 3: "9H 2C", 0: "7C 2D", 2: "5H 3C"}
    state = position(4, hands=hands, turn=3, game=ALTERNATIVE, five_target="last_mover")
    do(state, "9H")
    state.turn = 2
    do(state, "5H")
    assert (len(state.hands[3]), len(state.hands[1]), state.turn) == (3, 2, 0)


def test_a_five_where_nobody_else_has_played() -> None:
    """Row 27: P2 alone has played in this round (a six it covers): the seat before, P1, is hit."""
    state = position(4, hands={2: "6H 5H 3C"}, turn=2, game=ALTERNATIVE, five_target="last_mover")
    do(state, "6H", "5H")

    assert (len(state.hands[1]), state.turn) == (5, 3)


def test_turns_to_miss_that_do_not_add_up() -> None:
    """Row 29, R-23 with skips_add_up off: being passed over once settles both skips of P0."""
    hands = {0: "2D 3D 4D", 1: "5H 9H TH 2H", 2: "AH JH 3H 4H"}
    state = position(3, hands=hands, turn=1, game=ALTERNATIVE, skips_add_up=False)
    order = []
    for face in ("5H", "AH", "9H", "JH"):
        order.append(state.turn)
        do(state, face)

    assert [*order, state.turn] == [1, 2, 1, 2, 0]


def test_the_pile_is_turned_over() -> None:
    """Row 31, R-26: the lowest card of the pile is drawn first and no shuffle is owed."""
    state = position(
        hands={0: "KS 6D", 1: "6S"}, pile="TC TD TH 8S", stock="9C JD", recycle="turn_over"
    )
    before = state.stock_end
    do(state, "KS")

    assert (state.turn, state.chance) == (2, ())
    assert hand(state, 1) == "6S 9C JD TC TD TH"
    assert (stock_of(state), shown(state, state.pile)) == ("8S", "KS")
    assert state.stock_end == before + 4
