"""The 101 family: the vectors of the rule book about a round; R-16 to R-19 are about points."""

import pytest

from core.match import Match
from core.moves import CHANCE, Pick, Restock
from core.referee import Referee
from core.shuffle import SeededLuck
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
    shown,
    stock_of,
    table,
)


@pytest.mark.parametrize(
    ("game", "n", "stock"),
    [(RUSSIAN, 4, 20), (ALTERNATIVE, 8, 20), (RUSSIAN, 2, 28), (RUSSIAN, 5, 16), (CZECH, 3, 24)],
)
def test_r_01_the_deal(game: object, n: int, stock: int) -> None:
    """R-01: four cards each, the dealer's fourth lies on the table, the rest is the stock."""
    assert game in (RUSSIAN, ALTERNATIVE, CZECH)
    state = opened("8H", n, game=game)

    assert shown(state, state.pile) == "8H"
    assert [len(each) for each in state.hands] == [3] + [4] * (n - 1)
    assert state.stock_end - state.stock_top == stock
    assert state.turn == 1


def test_r_01_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """R-2: of three seats and dealer P1, P2 gets the first card, P1 the last, which is laid."""
    state = dealt("6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H", dealer=1)

    assert (hand(state, 2), hand(state, 0), hand(state, 1)) == (
        "6S 9S QS 6H",
        "7S TS KS 7H",
        "8S JS AS",
    )
    assert shown(state, state.pile) == "8H"
    assert (state.turn, state.stock_top, state.stock_end) == (2, 12, 36)


def test_r_01_the_first_dealer_is_picked_by_chance() -> None:
    """R-2: the first shuffle names the dealer and deals; 36 or 52 cards, each once."""
    for game, n, size in ((RUSSIAN, 5, 36), (CZECH, 2, 36), (ALTERNATIVE, 8, 52)):
        match = Match(game, game.rules, n)
        pick, _ = match.chance
        Referee(match).shuffle(SeededLuck(bytes([n])).stream())

        assert pick == Pick(n)
        assert match.facts()["dealer"] in range(n)
        assert len(set(match.faces)) == len(match.faces) == size


def test_r_02_suit_rank_or_queen() -> None:
    """R-02: on 8H go 8C, 9H and QS; the ten of spades does not."""
    state = position(hands={0: "8C 9H QS TS"})

    assert may(state) == "8C 9H QS"
    assert refused(state, "TS") == "does_not_fit"


def test_r_03_an_ordered_suit() -> None:
    """R-03: after QS ordering clubs: clubs and queens, not the queen's own suit."""
    state = position(hands={0: "QD 7C 8S 6C AH"}, pile="QS", suit="C")

    assert may(state) == "QD 7C 6C"
    assert refused(state, "8S") == refused(state, "AH") == "ordered_3"


def test_r_04_a_drawn_card_that_does_not_fit() -> None:
    """R-04: KC is drawn on 8H: the turn passes, P0 keeps three cards."""
    state = position(hands={0: "TS 9C"}, stock="KC 6D")
    assert may(state) == "draw"
    assert refused(state, "pass") == "draw_first"

    do(state, "draw")
    assert may(state) == "pass"
    assert refused(state, "draw") == "one_draw"
    do(state, "pass")
    assert (hand(state, 0), state.turn) == ("TS 9C KC", 1)


def test_r_04_a_drawn_card_that_fits() -> None:
    """R-04: KH is drawn on 8H and must be played now."""
    state = do(position(hands={0: "TS 9C"}, stock="KH 6D"), "draw")

    assert may(state) == "KH"
    assert refused(state, "pass") == "holds_a_card"
    assert refused(state, "draw") == "holds_a_card"
    do(state, "KH")
    assert (hand(state, 0), state.turn) == ("TS 9C", 1)


def test_r_05_no_draw_with_a_card_that_fits() -> None:
    """R-05: 8C fits on 8H, so P0 may not draw, and may not pass either."""
    state = position(hands={0: "8C TS"})

    assert may(state) == "8C"
    assert refused(state, "draw") == "holds_a_card"
    assert refused(state, "pass") == "holds_a_card"


@pytest.mark.parametrize(("seven", "pile", "cards"), [("7H", "8H", 2), ("7S", "8S", 4)])
def test_r_06_sevens(seven: str, pile: str, cards: int) -> None:
    """R-06: P1 draws 2 (or 4) and loses the turn without an answer; P2 plays."""
    state = position(4, hands={0: f"{seven} TC", 1: "7D 7C KD"}, pile=pile, stock="6C JD 9C JC TD")
    do(state, seven)

    assert len(state.hands[1]) == 3 + cards
    assert state.turn == 2
    assert state.stacked == 0


def test_r_07_kings() -> None:
    """R-07: the king of spades costs P1 five cards and the turn, the king of hearts nothing."""
    state = do(position(hands={0: "KS TC"}, pile="8S"), "KS")
    assert (len(state.hands[1]), state.turn) == (8, 2)

    state = do(position(hands={0: "KH TC"}), "KH")
    assert (len(state.hands[1]), state.turn) == (3, 1)


@pytest.mark.parametrize(
    ("n", "face", "turn", "drawn"), [(3, "AH", 2, 0), (2, "AH", 0, 0), (2, "7H", 0, 2)]
)
def test_r_08_lost_turns(n: int, face: str, turn: int, drawn: int) -> None:
    """R-08: after an ace P2 of three plays, of two P0 again; after a seven of two as well."""
    state = do(position(n, hands={0: f"{face} TC"}), face)

    assert state.turn == turn
    assert len(state.hands[1]) == 3 + drawn


def test_r_09_a_six_is_covered_and_its_cover_too() -> None:
    """R-09: 6H wants 9H, 6C or QD; 6C wants QD; then spades are ordered and P1 plays."""
    state = do(position(hands={0: "6H 9H 6C QD"}), "6H")
    assert (may(state), state.turn, state.cover) == ("9H 6C QD", 0, 0)
    assert refused(state, "draw") == "holds_a_cover"
    assert refused(state, "pass") == "holds_a_cover"

    do(state, "6C")
    assert (may(state), state.turn) == ("QD", 0)
    assert refused(state, "9H") == "does_not_cover"
    do(state, "QD S")
    assert (state.turn, state.facts()["suit"], state.cover) == (1, "S", None)


def test_r_10_drawing_until_the_six_is_covered() -> None:
    """R-10: 9C and JD do not cover 6H, 8H does and must be played; P0 ends with TS 9C JD."""
    state = do(position(hands={0: "6H TS"}, pile="9H", stock="9C JD 8H KC"), "6H")
    for _ in range(3):
        assert may(state) == "draw"
        assert refused(state, "pass") == "cover_or_draw"
        do(state, "draw")

    assert may(state) == "8H"
    assert refused(state, "draw") == "holds_a_cover"
    do(state, "8H")
    assert (hand(state, 0), state.turn) == ("TS 9C JD", 1)


def test_r_11_a_six_as_last_card() -> None:
    """R-11: not finished; 9C 8H are drawn and 8H covers; or 8H is drawn first, and P0 finishes."""
    state = do(position(hands={0: "6H"}, pile="9H", stock="9C 8H KC"), "6H", "draw", "draw", "8H")
    assert (hand(state, 0), state.turn, state.finisher) == ("9C", 1, None)

    state = do(position(hands={0: "6H"}, pile="9H", stock="8H KC"), "6H")
    assert state.turn == 0
    assert do(state, "draw", "8H").finisher == 0


def test_r_12_the_card_under_the_six_is_drawn() -> None:
    """R-12: the stock is empty and 9H lies under the six: it becomes the stock and the cover."""
    state = do(position(2, hands={0: "6H"}, pile="9H", stock=""), "6H")
    assert may(state) == "draw"

    do(state, "draw")
    assert (hand(state, 0), shown(state, state.pile), may(state)) == ("9H", "6H", "9H")
    assert do(state, "9H").finisher == 0


def test_r_13_finishing() -> None:
    """R-13: 8C is the last card on 8H: the round is over."""
    state = do(position(hands={0: "8C"}), "8C")

    assert (state.turn, state.finisher) == (None, 0)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.why.word, outcome.winners) == ("finished", (0,))


@pytest.mark.parametrize(
    ("last", "pile", "drawn"), [("AH", "8H", 0), ("7H", "8H", 2), ("KS", "8S", 5)]
)
def test_r_14_no_finishing_with_ace_seven_or_king_of_spades(
    last: str, pile: str, drawn: int
) -> None:
    """R-14: the round goes on; P1 draws and is passed over; P0 stays in without cards."""
    state = do(position(hands={0: last}, pile=pile), last)

    assert (state.turn, state.finisher, hand(state, 0)) == (2, None, "")
    assert len(state.hands[1]) == 3 + drawn
    assert [note.word for note in state.board().seats[0].says] == ["says_no_cards"]


def test_r_14_a_player_without_cards_can_be_hit() -> None:
    """R-4: P1 has no card and has not finished: an ace skips it, a seven makes it draw."""
    state = do(position(hands={0: "AH TC", 1: ""}), "AH")
    assert (state.turn, hand(state, 1)) == (2, "")
    state = do(position(hands={0: "7H TC", 1: ""}), "7H")
    assert (state.turn, len(state.hands[1])) == (2, 2)


def test_r_15_the_turn_of_a_player_without_cards() -> None:
    """R-15: 9C is kept; KH is played and finishes; AH is played and does not finish."""
    state = position(hands={0: ""}, stock="9C 6D")
    assert may(state) == "draw"
    do(state, "draw", "pass")
    assert (hand(state, 0), state.turn) == ("9C", 1)

    state = do(position(hands={0: ""}, stock="KH 6D"), "draw")
    assert may(state) == "KH"
    assert do(state, "KH").finisher == 0

    state = do(position(hands={0: ""}, stock="AH 6D"), "draw", "AH")
    assert (state.finisher, state.turn, hand(state, 0)) == (None, 2, "")


# are in test_hundred_one_match.py.


def test_r_20_a_nine_does_not_finish_in_czech_fool() -> None:
    """R-20: in Czech Fool the round goes on and P1 plays; in Russian it is over."""
    state = do(position(hands={0: "9C"}, pile="9H", game=CZECH), "9C")
    assert (state.turn, state.finisher, hand(state, 0)) == (1, None, "")

    assert do(position(hands={0: "9C"}, pile="9H"), "9C").finisher == 0


@pytest.mark.parametrize(("five", "pile", "cards"), [("5H", "8H", 2), ("5S", "8S", 4)])
def test_r_21_a_five_hits_the_player_before(five: str, pile: str, cards: int) -> None:
    """R-21: P1 draws at once; P3 and P0 play, P1 is passed over, P2 plays."""
    suit = five[1]
    hands = {0: f"T{suit} 2D", 2: f"{five} 2C", 3: f"9{suit} 3D"}
    state = do(position(4, hands=hands, pile=pile, turn=2, game=ALTERNATIVE), five)
    assert (len(state.hands[1]), state.turn) == (3 + cards, 3)

    do(state, f"9{suit}")
    assert state.turn == 0
    do(state, f"T{suit}")
    assert (state.turn, state.skips) == (2, [0, 0, 0, 0])


def test_r_22_a_five_with_two_players() -> None:
    """R-22: the opponent draws 2 and loses the next turn: P0 plays again."""
    state = do(position(2, hands={0: "5H 2C"}, game=ALTERNATIVE), "5H")

    assert (len(state.hands[1]), state.turn) == (5, 0)


def test_r_23_skips_add_up() -> None:
    """R-23: P1, P2, then P0 is passed over (ace), P1, P2, P0 again (five), P1."""
    hands = {0: "2D 3D 4D", 1: "5H 9H TH 2H", 2: "AH JH 3H 4H"}
    state = position(3, hands=hands, turn=1, game=ALTERNATIVE)
    order = []
    for face in ("5H", "AH", "9H", "JH"):
        order.append(state.turn)
        do(state, face)

    assert [*order, state.turn] == [1, 2, 1, 2, 1]
    assert state.skips == [0, 0, 0]


def test_r_24_a_five_as_last_card_is_drawn_for_before_the_count() -> None:
    """R-24: P2 holds 9C, draws 2D and 3D first, and counts all three cards."""
    state = position(hands={0: "5H", 2: "9C"}, stock="2D 3D 4D", game=ALTERNATIVE)
    do(state, "5H")

    assert (state.turn, state.finisher, hand(state, 2)) == (None, 0, "9C 2D 3D")
    assert points(state)[2] == 5


def test_r_25_the_starter_acts_as_played_by_the_dealer() -> None:
    """R-25: a seven, an ace and the king of spades hit the player to the dealer's left."""
    state = opened("7H", 4)
    assert (len(state.hands[1]), state.turn) == (6, 2)
    assert opened("AH", 2).turn == 0
    state = opened("KS", 3)
    assert (len(state.hands[1]), state.turn) == (9, 2)


def test_r_25_a_queen_as_starter() -> None:
    """R-25: P0 orders a suit after seeing the other three cards, then P1 plays."""
    state = opened("QD", 3)
    assert (state.turn, may(state)) == (0, "name")
    (choice,) = state.moves()
    assert (choice.values, choice.asks) == (range(4), "suit")
    for move in ("draw", "pass", "JH"):
        assert refused(state, move) == "order_first"

    do(state, "name C")
    assert (state.turn, state.facts()["suit"]) == (1, "C")
    assert refused(state, "name C") == "nobody_asked"


def test_r_25_a_six_as_starter() -> None:
    """R-25: the dealer, left with JC TD 8C, must cover 6C with JC or 8C."""
    state = opened("6C", 3, hand="JC TD 8C")
    assert (state.turn, may(state)) == (0, "JC 8C")

    assert do(state, "JC").turn == 1


def test_r_25_a_five_as_starter() -> None:
    """R-25: P2 draws 2 and will lose its first turn, P1 plays."""
    state = opened("5H", 3, hand="JC TD 8C", game=ALTERNATIVE)

    assert (len(state.hands[2]), state.turn, state.skips) == (6, 1, [0, 0, 1])


def test_r_26_a_restock_in_the_middle_of_a_draw() -> None:
    """R-26: P1 takes 9C JD, then TC TD TH 8S are shuffled and P1 takes three of them."""
    state = position(hands={0: "KS 6D", 1: "6S"}, pile="TC TD TH 8S", stock="9C JD")
    referee = table(state)
    referee.submit(0, state.moves()[0].move)
    assert hand(state, 1) == "6S 9C JD"
    assert (state.turn, state.facts()["owed"], state.outcome()) == (CHANCE, 3, None)
    (owed,) = state.chance
    assert isinstance(owed, Restock)
    assert shown(state, owed.slots) == "TC TD TH 8S"

    referee.shuffle(SeededLuck(b"r-26").stream())
    assert len(state.hands[1]) == 6
    assert sorted((hand(state, 1) + " " + stock_of(state)).split()) == sorted(
        ["6S", "9C", "JD", "TC", "TD", "TH", "8S"]
    )
    assert (state.stock_end - state.stock_top, shown(state, state.pile)) == (1, "KS")
    assert (state.turn, state.facts()["owed"]) == (2, 0)


def test_r_26_a_draw_that_is_cut_short() -> None:
    """R-26: there are only 9C, TC and 8S for P1; the turn is lost all the same."""
    state = position(hands={0: "KS 6D", 1: "6S"}, pile="TC 8S", stock="9C")
    do(state, "KS")

    assert sorted(hand(state, 1).split()) == ["6S", "8S", "9C", "TC"]
    assert (state.turn, stock_of(state), shown(state, state.pile)) == (2, "", "KS")


def test_r_27_a_six_and_one_more_card() -> None:
    """R-27: 6H 9H finishes; not in Czech Fool; 6H AH does not finish and skips P1."""
    assert do(position(hands={0: "6H 9H"}), "6H", "9H").finisher == 0
    state = do(position(hands={0: "6H 9H"}, game=CZECH), "6H", "9H")
    assert (state.finisher, state.turn, hand(state, 0)) == (None, 1, "")
    state = do(position(hands={0: "6H AH"}), "6H", "AH")
    assert (state.finisher, state.turn, hand(state, 0)) == (None, 2, "")


def test_r_28_a_blocked_round() -> None:
    """R-28: neither can play or draw: a full circuit of passes, no finisher, all count."""
    state = position(2, hands={0: "TS", 1: "9C"}, stock="")
    assert may(state) == "pass"
    assert refused(state, "draw") == "nothing_to_draw"
    do(state, "pass")
    assert (may(state), state.facts()["passes"]) == ("pass", 1)
    do(state, "pass")

    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.why.word, outcome.winners, state.finisher) == ("blocked", (), None)
    assert points(state) == [10, 0]
