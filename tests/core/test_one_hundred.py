"""One Hundred: every vector OH-01 to OH-21 of the rule book, each case on its own."""

import pytest

from core.errors import IllegalMove
from core.games.one_hundred import MAX_TURNS
from core.match import Match
from core.moves import CHANCE, Deal, Move, Pick, Restock, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.positions import (
    ONE_HUNDRED,
    play,
    position,
    rules,
    shown,
    slot_of,
    stock_of,
    table,
)


def value_after(value: int, face: str, named: int | None = None, **options: object) -> int | str:
    """The value of the pile after P1 plays a card at this value; `bust` when it costs a chip."""
    spare = " ".join(one for one in ("KS", "6D", "KC") if one != face)
    state = position(3, hands={1: f"{face} {spare}"}, value=value, **options)  # type: ignore[arg-type]
    play(state, face, named)
    if state.chips[1] == 3:
        return state.value
    assert (state.chips[1], state.value) == (2, value)
    return "bust"


@pytest.mark.parametrize(("n", "left"), [(3, 43), (6, 34), (7, 83), (12, 68)])
def test_oh_01_the_deal(n: int, left: int) -> None:
    """OH-01: three cards and three chips each, the rest is the stock, the dealer's left begins."""
    match = Match(ONE_HUNDRED, rules(), n)
    referee = Referee(match)
    picked = [one for one in match.chance if isinstance(one, Pick)]
    while match.turn == CHANCE:
        referee.shuffle(SeededLuck(bytes([n])).stream())
    facts = match.facts()

    assert picked == [Pick(n)]
    assert len(match.zones()[0].slots) == left
    assert [len(match.hand(seat)) for seat in range(n)] == [3] * n
    assert facts["chips"] == [3] * n
    assert (facts["value"], facts["direction"]) == (0, 1)
    assert match.turn == (facts["dealer"] + 1) % n


def test_oh_01_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """OH-2: with dealer P0 of three, P1 gets the first, fourth and seventh card of the order."""
    state = position(3)
    state.turn, state.dealer, state.stock_end, state.faces = CHANCE, None, 0, []
    state.hands = [[], [], []]
    state.apply(Move(Verb.SHUFFLE, None, 0))

    assert state.hands == [[2, 5, 8], [0, 3, 6], [1, 4, 7]]
    assert (state.turn, state.stock_top, state.stock_end) == (1, 9, 52)


def test_oh_02_play_draw_and_pass_the_turn() -> None:
    """OH-02: P1 plays 7S at 0 with 3C on top of the stock."""
    state = play(position(3, hands={1: "7S KS KD"}, stock="3C 4C 5C"), "7S")

    assert state.value == 7
    assert shown(state, state.hands[1]) == "KS KD 3C"
    assert state.turn == 2


@pytest.mark.parametrize("named", [0, 42, 100])
def test_oh_03_a_black_ace_names_a_value(named: int) -> None:
    """OH-03: the ace of spades at 57 makes the pile 0, 42 or 100."""
    assert value_after(57, "AS", named) == named
    assert value_after(57, "AC", named) == named


@pytest.mark.parametrize("named", [101, -1, 50.5, None, True, "7"])
def test_oh_03_a_black_ace_names_nothing_else(named: object) -> None:
    """OH-03: 101, -1, 50.5 and no number are refused and nothing changes; nor is True a number."""
    state = position(3, hands={1: "AS 7S KD"}, value=57)
    before, faces = state.public(), list(state.faces)

    with pytest.raises(IllegalMove) as refused:
        state.apply(Move(Verb.PLAY, slot_of(state, "AS"), named))  # type: ignore[arg-type]

    assert refused.value.reason == "name_0_to_100"
    assert (state.public(), state.faces) == (before, faces)


@pytest.mark.parametrize(
    ("vector", "face", "cases"),
    [
        ("OH-04", "AH", {57: 58, 99: 100, 100: "bust"}),
        ("OH-04", "AD", {57: 58, 99: 100, 100: "bust"}),
        ("OH-05", "2S", {0: 0, 30: 60, 50: 100, -10: -20, 51: "bust"}),
        ("OH-06", "2H", {98: 100, 99: "bust"}),
        ("OH-06", "2D", {98: 100, 99: "bust"}),
        ("OH-06", "2C", {98: 100, 99: "bust", -1: 1}),
        ("OH-07", "5H", {3: -2}),
        ("OH-07", "5D", {100: 95}),
        ("OH-07", "5S", {3: 8, 96: "bust"}),
        ("OH-07", "5C", {95: 100, 96: "bust"}),
        ("OH-08", "TC", {-15: 100, 0: 100, 100: 100}),
        ("OH-08", "TH", {-15: 100, 0: 100, 100: 100}),
        ("OH-09", "JS", {100: 90, 4: -6}),
        ("OH-09", "KD", {100: 100, -3: -3}),
        ("OH-09", "QH", {100: 0, -6: 0}),
        ("OH-09", "QS", {90: 100, 91: "bust"}),
        ("OH-09", "QD", {90: 100, 91: "bust"}),
        ("OH-09", "QC", {90: 100, 91: "bust"}),
        ("OH-4", "3H", {97: 100, 98: "bust"}),
        ("OH-4", "6C", {94: 100, 95: "bust"}),
        ("OH-4", "7D", {93: 100, 94: "bust"}),
        ("OH-4", "8S", {92: 100, 93: "bust"}),
        ("OH-4", "9H", {91: 100, 92: "bust"}),
        ("OH-4", "4H", {100: 100, -7: -7}),
    ],
)
def test_oh_04_to_09_what_each_card_does(
    vector: str, face: str, cases: dict[int, int | str]
) -> None:
    """OH-04 to OH-09 and the table OH-4: the value after each card, `bust` beyond 100."""
    assert {value: value_after(value, face) for value in cases} == cases, vector


def test_face_cards_are_not_counted_by_their_rank() -> None:
    """t_games #392: jack, queen and king are -10, 10 and 0, not 11, 12 and 13, in every suit."""
    for suit in "SHDC":
        assert value_after(40, f"J{suit}") == 30
        assert value_after(40, f"K{suit}") == 40
        assert value_after(40, f"Q{suit}") == (0 if suit == "H" else 50)


def test_oh_10_a_four_turns_the_direction_before_the_next_seat_is_found() -> None:
    """OH-10, and multiplayer-uno #140: P1 of four plays 4D, so P0 is next at once."""
    state = play(position(4, hands={1: "4D KS KH"}, value=100), "4D")

    assert (state.value, state.direction, state.turn) == (100, -1, 0)


@pytest.mark.parametrize(("option", "next_seat"), [("no_effect", 0), ("again", 1)])
def test_oh_11_a_four_with_two_players(option: str, next_seat: int) -> None:
    """OH-11: with P2 of three out, P0 follows a four; or P1 again, where the house plays so."""
    state = position(3, hands={1: "4D KS KH"}, out=[2], four_with_two=option)
    play(state, "4D")

    assert (state.turn, state.direction) == (next_seat, -1)


def test_a_four_gives_no_second_turn_while_three_play() -> None:
    """Table 1(b) row 17 is about two players only; with three a four turns the direction."""
    state = play(position(3, hands={1: "4D KS KH"}, four_with_two="again"), "4D")

    assert (state.turn, state.direction) == (0, -1)


def test_oh_12_a_bust() -> None:
    """OH-12: 8H at 95 costs a chip and stays on the pile; the value stays, P1 draws, P2 is next."""
    state = position(3, hands={1: "8H KH KC"}, stock="3C 5C 6C", value=95)
    play(state, "8H")

    assert (state.chips, state.value, state.turn) == ([3, 2, 3], 95, 2)
    assert shown(state, state.pile) == "8H"
    assert shown(state, state.hands[1]) == "KH KC 3C"


def test_oh_13_without_a_safe_card_the_player_chooses_which_to_lose() -> None:
    """OH-13: at 100 with 6S 7D QC there is no pass; 7D busts, 6S and QC stay."""
    state = position(3, hands={1: "6S 7D QC"}, stock="3C 5C", value=100)
    for verb in (Verb.PASS, Verb.DRAW):
        with pytest.raises(IllegalMove, match="only_cards"):
            table(state).submit(1, Move(verb))
    play(state, "7D")

    assert state.chips == [3, 2, 3]
    assert shown(state, state.hands[1]) == "6S QC 3C"


def test_oh_14_a_bust_on_purpose_is_legal() -> None:
    """OH-14: 6S at 100 while KD and TC would be safe costs the chip."""
    state = play(position(3, hands={1: "6S KD TC"}, value=100), "6S")

    assert (state.chips[1], state.value) == (2, 100)


def test_oh_15_whoever_loses_the_last_chip_is_out() -> None:
    """OH-15: no draw; the other cards go under the pile in hand order; P2 is next."""
    state = position(4, hands={1: "9H KH KC"}, pile="KD 3S", value=99, chips={1: 1})
    stock = stock_of(state)
    play(state, "9H")

    assert (state.live[1], state.hands[1], state.chips[1]) == (False, [], 0)
    assert shown(state, state.pile) == "KH KC KD 3S 9H"
    assert (stock_of(state), state.value, state.turn) == (stock, 99, 2)


def test_oh_16_after_an_elimination_the_direction_still_holds() -> None:
    """OH-16, and succubus-club #176: playing backwards, P1 out, P2 goes out: P0 is next."""
    state = position(
        4, hands={2: "9H KH KC"}, turn=2, direction=-1, out=[1], value=99, chips={2: 1}
    )
    play(state, "9H")

    assert (state.live, state.turn, state.direction) == ([True, False, False, True], 0, -1)


def test_after_an_elimination_the_turn_does_not_go_to_the_first_seat() -> None:
    """pokemon-showdown #8614: P2 of five goes out, so P3 is next and not P0."""
    state = position(5, hands={2: "9H KH KC"}, turn=2, value=99, chips={2: 1})
    play(state, "9H")

    assert state.turn == 3


def test_oh_17_the_last_player_with_chips_wins_at_once() -> None:
    """OH-17: P2 out, P1 loses the last chip: the game is over, P0 wins, with the places behind."""
    state = position(3, hands={1: "9H KH KC"}, out=[2], value=100, chips={1: 1})
    play(state, "9H")
    outcome = state.outcome()

    assert state.turn is None
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0,), ((0,), (1,), (2,)))
    assert outcome.why.word == "last_player"
    assert [score.points for score in outcome.scores] == [3, 0, 0]
    with pytest.raises(IllegalMove, match="round_over"):
        state.apply(Move(Verb.PLAY, 0))


def test_oh_18_an_empty_stock_is_renewed_at_once_without_the_top_card() -> None:
    """OH-18, and PlayPalace `_draw_card`: KD QD 7H become the stock, 3S stays alone on the pile."""
    state = position(3, hands={1: "3S KH KC"}, stock="3C", pile="KD QD 7H", value=40)
    play(state, "3S")

    assert shown(state, state.hands[1]) == "KH KC 3C"
    assert (state.turn, state.value) == (CHANCE, 43)
    (owed,) = state.chance
    assert isinstance(owed, Restock)
    assert shown(state, owed.slots) == "KD QD 7H"

    table(state).shuffle(SeededLuck(b"k").stream())

    assert shown(state, state.pile) == "3S"
    assert sorted(stock_of(state).split()) == ["7H", "KD", "QD"]
    assert (state.turn, state.value, state.direction) == (2, 43, 1)


def test_oh_19_a_four_as_the_first_play_gives_the_turn_to_the_dealer() -> None:
    """OH-19: value 0, direction -1, the dealer P0 plays second."""
    state = play(position(4, hands={1: "4S KS KH"}), "4S")

    assert (state.value, state.direction, state.turn) == (0, -1, 0)


def test_oh_20_a_new_deal_after_a_bust() -> None:
    """OH-20: with `redeal` P1 loses a chip and deals anew; P2 begins at 0, forwards."""
    state = position(
        3, hands={1: "8H KH KC"}, pile="2C", value=95, direction=-1, after_bust="redeal"
    )
    play(state, "8H")
    (owed,) = state.chance

    assert isinstance(owed, Deal)
    assert len(owed.pack) == 52

    table(state).shuffle(SeededLuck(b"k").stream())

    assert (state.chips, state.dealer, state.turn) == ([3, 2, 3], 1, 2)
    assert (state.value, state.direction, state.pile) == (0, 1, [])
    assert [len(hand) for hand in state.hands] == [3, 3, 3]
    held = [shown(state, hand) for hand in state.hands]
    assert sorted(" ".join([stock_of(state), *held]).split()) == sorted(map(str, owed.pack))


def test_oh_20_each_new_deal_begins_with_another_seat() -> None:
    """PlayPalace `_start_round`: the deal moves on among the live seats, and the start with it."""
    state = position(4, after_bust="redeal", dealer=1, out=[2], turn=3)
    starts = []
    for _ in range(3):
        state.turn = CHANCE
        table(state).shuffle(SeededLuck(b"k").stream())
        starts.append((state.dealer, state.turn))

    assert starts == [(3, 0), (0, 1), (1, 3)]


def test_oh_21_the_three_options_of_the_vector() -> None:
    """OH-21: `zero` puts the pile to 0, `floor` stops it there, a red ace of 11 busts at 95."""
    state = position(3, hands={1: "8H KH KC"}, value=95, after_bust="zero")
    play(state, "8H")

    assert (state.value, state.turn, state.chips[1]) == (0, 2, 2)
    assert value_after(3, "JH", floor="0") == 0
    assert value_after(95, "AH", red_ace="11") == "bust"


def test_the_guard_ends_the_game_and_equal_chips_share() -> None:
    """OH-8: after 5,000 turns most chips win; equal chips share the place."""
    state = position(4, hands={1: "KS KD KH"}, chips={0: 2, 1: 3, 2: 3, 3: 1})
    state.turns = MAX_TURNS - 1
    play(state, "KS")
    outcome = state.outcome()

    assert state.turn is None
    assert outcome is not None
    assert (outcome.why.word, outcome.winners) == ("turn_limit", (1, 2))
    assert outcome.places == ((1, 2), (0,), (3,))


def test_the_guard_holds_for_a_bust_and_a_new_deal_too() -> None:
    """OH-8: a turn is one card played, also one that busts, also where that means a new deal."""
    for after in ("revert", "redeal"):
        state = position(4, hands={1: "9S KD KH"}, value=95, after_bust=after)
        state.turns = MAX_TURNS - 1
        play(state, "9S")

        assert (state.turn, state.chips[1]) == (None, 2)


def test_both_copies_of_a_card_act_alike() -> None:
    """Table 1(b) row 20: with two packs the second queen of hearts does what the first does."""
    state = position(7, hands={1: "QH QH 9C"}, value=88)
    first, second = state.hands[1][:2]

    assert state.candidate(Move(Verb.PLAY, first)) == state.candidate(Move(Verb.PLAY, second)) == 0
