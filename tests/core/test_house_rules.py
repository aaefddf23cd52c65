"""Every option of One Hundred (table 1(b) of the rule book), both ways."""

import itertools

import pytest

from core.errors import IllegalMove
from core.game import Start
from core.games.one_hundred import OneHundred
from core.match import Match
from core.moves import CHANCE, Deal, Move, Verb
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


def refused(state: OneHundred, face: str, named: int | None = None) -> str:
    """The reason why the referee refuses this card now; nothing may change."""
    assert state.turn is not None
    before = (state.public(), list(state.faces))
    with pytest.raises(IllegalMove) as error:
        table(state).submit(state.turn, Move(Verb.PLAY, slot_of(state, face), named))
    assert (state.public(), state.faces) == before
    return error.value.reason


@pytest.mark.parametrize(
    ("after_bust", "value"), [("revert", 95), ("zero", 0), ("stay", 103), ("redeal", 95)]
)
def test_after_bust_decides_the_value_of_the_pile(after_bust: str, value: int) -> None:
    """Rows 8 and 9: as before, zero, what it became; a new deal is waited for."""
    state = play(position(3, hands={1: "8H KH KC"}, value=95, after_bust=after_bust), "8H")

    assert state.chips == [3, 2, 3]
    assert state.value == value
    assert state.turn == (CHANCE if after_bust == "redeal" else 2)


@pytest.mark.parametrize(
    ("face", "value", "busts"),
    [
        ("KS", 103, True),
        ("4S", 103, True),
        ("5H", 103, False),
        ("5H", 106, True),
        ("JD", 110, False),
        ("JD", 111, True),
        ("QH", 200, False),
        ("TC", 200, False),
        ("2S", 103, True),
        ("3S", 101, True),
    ],
)
def test_stay_busts_whatever_does_not_bring_the_pile_down(
    face: str, value: int, busts: bool
) -> None:
    """Row 9, `stay`: above 100 kings and fours bust too, and a four that busts does not turn."""
    state = play(position(3, hands={1: f"{face} KH KC"}, value=value, after_bust="stay"), face)

    assert (state.chips[1] == 2) == busts
    assert state.direction == 1
    assert (state.value > 100) == busts


def test_stay_keeps_the_value_a_bust_made() -> None:
    """Row 9, `stay`: the value becomes w also from above 100, and a black ace ends it."""
    state = position(3, hands={1: "9H KH KC", 2: "AS 7D 8D"}, value=103, after_bust="stay")
    play(state, "9H")

    assert state.value == 112

    play(state, "AS", 100)

    assert (state.value, state.chips) == (100, [3, 2, 3])


def test_stay_without_a_bust_changes_nothing() -> None:
    """Options apply only where they are due: a safe card at `stay` is a safe card."""
    assert play(position(3, hands={1: "KS KH KC"}, value=7, after_bust="stay"), "KS").value == 7


@pytest.mark.parametrize(
    ("red_ace", "named", "value"),
    [("1", None, 41), ("11", None, 51), ("one_or_eleven", 1, 41), ("one_or_eleven", 11, 51)],
)
def test_a_red_ace_adds_what_the_house_says(red_ace: str, named: int | None, value: int) -> None:
    """Row 2: 1, 11, or as the player says."""
    for face in ("AH", "AD"):
        state = position(3, hands={1: f"{face} KH KC"}, value=40, red_ace=red_ace)

        assert play(state, face, named).value == value


def test_a_red_ace_that_asks_must_be_answered() -> None:
    """Row 2: `one_or_eleven` takes 1 or 11 and nothing else; an ace that adds takes no number."""
    asks = position(3, hands={1: "AH AS KC"}, value=40, red_ace="one_or_eleven")
    adds = position(3, hands={1: "AH AS KC"}, value=40)

    assert [refused(asks, "AH", named) for named in (None, 0, 2, 10, 12, -1)] == [
        "name_1_or_11"
    ] * 6
    assert refused(asks, "AS", None) == "name_0_to_100"
    assert [refused(adds, "AH", named) for named in (1, 0)] == ["names_nothing"] * 2


@pytest.mark.parametrize("named", [0, 33, 100])
def test_a_wild_red_ace_is_a_black_ace(named: int) -> None:
    """Row 2, `wild`: any whole number from 0 to 100."""
    state = position(3, hands={1: "AD KH KC"}, value=99, red_ace="wild")

    assert refused(state, "AD", 101) == refused(state, "AD") == "name_0_to_100"
    assert play(state, "AD", named).value == named


@pytest.mark.parametrize(
    ("face", "value", "without", "with_floor"),
    [("JH", 3, -7, 0), ("5D", 3, -2, 0), ("2S", 0, 0, 0), ("JH", 10, 0, 0), ("5H", 9, 4, 4)],
)
def test_the_floor(face: str, value: int, without: int, with_floor: int) -> None:
    """Row 5: the pile may go below zero, or never does."""
    for floor, expected in (("none", without), ("0", with_floor)):
        state = position(3, hands={1: f"{face} KH KC"}, value=value, floor=floor)

        assert play(state, face).value == expected


def test_fours_with_two_players_by_the_option() -> None:
    """Row 17: in a game of two P1 plays again after each four, or never."""
    usual = position(2, hands={1: "4D 4S KH"}, allow_two_players=True)
    again = position(2, hands={1: "4D 4S KH"}, allow_two_players=True, four_with_two="again")

    assert play(usual, "4D").turn == 0
    assert play(play(again, "4D"), "4S").turn == 1
    assert play(again, "KH").turn == 0


@pytest.mark.parametrize("chips", range(1, 10))
def test_everybody_starts_with_the_chips_of_the_house(chips: int) -> None:
    """Row 19: one to nine chips; the page of rules has the number too."""
    match = Match(ONE_HUNDRED, rules(chips=chips), 4)

    assert [seat.chips for seat in match.board().seats] == [chips] * 4


def test_without_the_duty_a_bust_on_purpose_is_legal() -> None:
    """Row 13, off: at 95 with a king in hand 9S may be played."""
    assert play(position(3, hands={1: "9S KH KC"}, value=95), "9S").chips[1] == 2


def test_with_the_duty_a_safe_card_must_be_played() -> None:
    """Row 13, on: 9S is neither listed nor accepted while a king is safe."""
    state = position(3, hands={1: "9S KH 7D"}, value=95, must_play_safe=True)

    assert [str(state.faces[one.move.slot or 0]) for one in state.moves()] == ["KH"]
    assert refused(state, "9S") == "must_play_safe"
    assert play(state, "KH").value == 95


def test_with_the_duty_and_no_safe_card_any_card_may_be_lost() -> None:
    """Rows 12 and 13: the duty binds only who can meet it."""
    state = position(3, hands={1: "9S 8H 7D"}, value=95, must_play_safe=True)

    assert len(state.moves()) == 3
    assert play(state, "8H").chips[1] == 2


def test_the_duty_reaches_into_the_number_of_an_ace() -> None:
    """Rows 2 and 13: at 95 an ace of 1 or 11 offers 1 alone; 11 would be a bust on purpose."""
    state = position(
        3, hands={1: "AH 8H 7D"}, value=95, must_play_safe=True, red_ace="one_or_eleven"
    )
    (only,) = state.moves()

    assert list(only.values or ()) == [1]
    assert refused(state, "AH", 11) == "must_play_safe"
    assert refused(state, "AH", 2) == "name_1_or_11"
    assert refused(state, "8H") == "must_play_safe"
    assert play(state, "AH", 1).value == 96


def test_the_duty_has_a_word_for_moves_of_other_games() -> None:
    """A draw, a pass or a bid is refused as such, also where the referee judges the hand first."""
    state = position(3, hands={1: "9S KH 7D"}, value=95, must_play_safe=True)
    for verb in (Verb.DRAW, Verb.PASS, Verb.BID, Verb.NAME, Verb.PLAY):
        with pytest.raises(IllegalMove) as error:
            table(state).submit(1, Move(verb))
        assert error.value.reason == "only_cards"


def test_a_bust_may_cost_the_next_turn_too() -> None:
    """Row 11, on: P1 busts, so the next round goes P2, P0, P2; off: P2, P0, P1."""
    orders = {}
    for skips in (False, True):
        state = position(
            3,
            hands={0: "KS KH KD", 1: "9S 8S 7S", 2: "4S 4H KC"},
            value=95,
            bust_skips_next_turn=skips,
        )
        order = [play(state, "9S").turn]
        order.append(play(state, "KC").turn)
        order.append(play(state, "KS").turn)
        orders[skips] = order

    assert orders == {False: [2, 0, 1], True: [2, 0, 2]}


def test_a_missed_turn_is_missed_once() -> None:
    """Row 11: everybody who busted misses one turn, then play goes round as before."""
    state = position(
        3, hands={0: "9D 9H KD", 1: "9S KH KC", 2: "9C 8C KS"}, value=95, bust_skips_next_turn=True
    )
    for face in ("9S", "9C", "9D"):
        play(state, face)

    assert (state.turn, state.skips) == (1, [0, 0, 0])


def test_a_missed_turn_of_two_players_gives_the_other_two_turns() -> None:
    """Row 11 with two players: P1 busts, P0 plays twice."""
    state = position(
        2,
        hands={0: "KS KH KD", 1: "9S 8S 7S"},
        value=95,
        allow_two_players=True,
        bust_skips_next_turn=True,
    )
    turns = [play(state, "9S").turn, play(state, "KS").turn, play(state, "KH").turn]

    assert turns == [0, 0, 1]


def test_whoever_goes_out_misses_nothing() -> None:
    """Row 11 and D5: a skip never lies with a seat that is out."""
    state = position(4, hands={1: "9S 8S 7S"}, value=95, chips={1: 1}, bust_skips_next_turn=True)
    play(state, "9S")

    assert (state.skips, state.turn) == ([0] * 4, 2)


def test_a_bust_card_stays_or_comes_back() -> None:
    """Row 10: it stays on the pile and the player draws; or it comes back and nobody draws."""
    stays = position(3, hands={1: "9S KH KC"}, pile="2C", stock="3C 5C", value=95)
    back = position(
        3, hands={1: "9S KH KC"}, pile="2C", stock="3C 5C", value=95, bust_card="return_to_hand"
    )
    play(stays, "9S")
    play(back, "9S")

    assert (shown(stays, stays.pile), shown(stays, stays.hands[1])) == ("2C 9S", "KH KC 3C")
    assert (shown(back, back.pile), shown(back, back.hands[1])) == ("2C", "9S KH KC")
    assert (stock_of(back), back.turn, back.chips[1]) == ("3C 5C", 2, 2)


def test_a_card_that_came_back_is_open_until_it_is_played() -> None:
    """Row 10 and C6: everybody has seen it, so it lies in an open zone; the other two do not."""
    state = position(
        3, hands={1: "9S KH KC", 2: "QH 5C 6C", 0: "5D 6D 7D"}, value=95, bust_card="return_to_hand"
    )
    play(state, "9S")
    zones = {(zone.name, zone.owner): zone.slots for zone in state.zones()}

    assert shown(state, zones["shown", 1]) == "9S"
    assert shown(state, zones["hand", 1]) == "KH KC"

    play(state, "QH")
    play(state, "5D")
    play(state, "9S")

    assert state.shown == frozenset()
    assert {zone.name for zone in state.zones()} == {"stock", "pile", "hand", "out_of_play"}


def test_the_last_chip_with_a_card_that_comes_back() -> None:
    """Row 10: with the last chip gone the whole hand, that card included, goes under the pile."""
    state = position(
        3, hands={1: "KH 9S KC"}, pile="2C 3D", value=95, chips={1: 1}, bust_card="return_to_hand"
    )
    play(state, "9S")

    assert shown(state, state.pile) == "KH 9S KC 2C 3D"
    assert (state.hands[1], state.shown) == ([], frozenset())


def test_the_hand_of_who_is_out_leaves_the_game_where_the_house_says_so() -> None:
    """Row 15 and E5: the two cards are open, out of play, and not in the next deal."""
    state = position(
        4,
        hands={1: "9H KH KC"},
        pile="KD 3S",
        value=99,
        chips={1: 1},
        eliminated_hand="out_of_play",
        after_bust="redeal",
    )
    play(state, "9H")
    zone = state.zones()[-1]
    (owed,) = state.chance

    assert (zone.name, shown(state, zone.slots)) == ("out_of_play", "KH KC")
    assert isinstance(owed, Deal)
    assert len(owed.pack) == 50
    assert not {"KH", "KC"} & {str(one) for one in owed.pack}


def test_a_new_deal_leaves_no_penalty_behind_but_the_missed_turn() -> None:
    """E6: value, direction, pile and open cards start again; a missed turn is still owed."""
    state = position(
        3,
        hands={1: "9H KH KC"},
        value=99,
        direction=-1,
        dealer=2,
        after_bust="redeal",
        bust_card="return_to_hand",
        bust_skips_next_turn=True,
    )
    play(state, "9H")
    table(state).shuffle(SeededLuck(b"k").stream())

    assert (state.value, state.direction, state.pile, state.shown) == (0, 1, [], frozenset())
    assert (state.dealer, state.turn, state.skips) == (0, 2, [0, 0, 0])


EVERY_WAY = list(
    itertools.product(
        ("revert", "redeal", "zero", "stay"),
        ("discard_and_draw", "return_to_hand"),
        ("pile_bottom", "out_of_play"),
        (False, True),
    )
)


@pytest.mark.parametrize(("after_bust", "bust_card", "eliminated_hand", "skips"), EVERY_WAY)
def test_an_empty_stock_is_met_under_every_option(
    after_bust: str, bust_card: str, eliminated_hand: str, skips: bool
) -> None:
    """E6: options x stock of one card: a bust draws the last card or not, and play goes on."""
    state = position(
        4,
        hands={1: "9H KH KC"},
        stock="3C",
        pile="2C 2D 2H",
        value=99,
        after_bust=after_bust,
        bust_card=bust_card,
        eliminated_hand=eliminated_hand,
        bust_skips_next_turn=skips,
    )
    held = sum(map(len, state.hands))
    play(state, "9H")
    drew = bust_card == "discard_and_draw"

    assert sum(map(len, state.hands)) == held
    assert state.stock_end - state.stock_top == (0 if drew else 1)
    assert state.turn == (CHANCE if drew or after_bust == "redeal" else 2)

    while state.turn == CHANCE:
        table(state).shuffle(SeededLuck(b"k").stream())

    assert state.turn == 2 if after_bust != "redeal" else state.turn is not None
    assert stock_of(state)


def test_a_match_of_one_hundred_is_one_game() -> None:
    """OH-2: there is no second deal; the one who is left has won the match."""
    outcome = play(
        position(3, hands={1: "9H KH KC"}, out=[2], value=100, chips={1: 1}), "9H"
    ).outcome()
    assert outcome is not None
    settled = ONE_HUNDRED.settle(rules(), Start.first(3), outcome)

    assert (settled.totals, settled.out) == ((3, 0, 0), (False, True, True))
    assert (settled.winners, settled.places, settled.dealer) == ((0,), ((0,), (1,), (2,)), None)
