"""Mau-Mau, rule by rule: M-1 to M-7 of the docstring of `core/games/mau_mau.py`."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from core import bots
from core.cards import Rank
from core.errors import IllegalMove, RulesError
from core.events import EVERYBODY
from core.games.mau_mau import MauMau
from core.match import Match
from core.moves import CHANCE, Deal, Move, Pick, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.mau_mau_positions import MAU_MAU, dealt, people, position, rules
from tests.core.tables import Table

# M-1, M-2: cards and the deal


@pytest.mark.parametrize(
    ("n", "options", "size"),
    [
        (2, {}, 32),
        (5, {}, 32),  # 25 dealt and one turned up leave six
        (6, {}, 64),  # 30 dealt would leave one
        (10, {}, 64),
        (3, {"cards": 7}, 32),
        (4, {"cards": 7}, 64),
        (6, {"packs": "one"}, 32),
        (2, {"packs": "two"}, 64),
    ],
)
def test_m_1_packs(n: int, options: dict[str, Any], size: int) -> None:
    """M-1: 32 cards, seven to ace in four suits; two packs where one would leave fewer than six."""
    match = Match(MAU_MAU, rules(**options), n)
    (deal,) = [one for one in match.chance if isinstance(one, Deal)]
    count = Counter(deal.pack)

    assert len(deal.pack) == size
    assert set(count.values()) == {size // 32}
    assert {face.rank for face in count} == {Rank.ACE, *(one for one in Rank if one >= 7)}


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({}, 2, 10),
        ({"cards": 4}, 2, 10),
        ({"cards": 6}, 2, 9),
        ({"cards": 7}, 2, 8),
        ({"packs": "one"}, 2, 6),
        ({"packs": "one", "cards": 4}, 2, 6),
        ({"packs": "one", "cards": 6}, 2, 5),
        ({"packs": "one", "cards": 7}, 2, 4),
    ],
)
def test_m_1_seats(options: dict[str, Any], low: int, high: int) -> None:
    """M-1: with one pack six at most, with two ten; somebody must be able to draw."""
    chosen = rules(**options)

    assert MAU_MAU.seats(chosen) == (low, high)
    for count in (low - 1, high + 1):
        with pytest.raises(RulesError):
            MAU_MAU.check_seats(chosen, count)


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_m_2_the_deal(count: int) -> None:
    """M-2: chance picks the dealer, all get their cards, one is turned up, the left begins."""
    match = Match(MAU_MAU, rules(cards=count), 3)
    assert match.chance[0] == Pick(3)
    Referee(match).shuffle(SeededLuck(b"deal").stream())
    state = match.round
    assert isinstance(state, MauMau)
    stock, pile, *hands = match.zones()

    assert [len(zone.slots) for zone in hands] == [count] * 3
    assert (len(pile.slots), pile.sight) == (1, EVERYBODY)
    assert len(stock.slots) == 32 - 3 * count - 1
    assert state.dealer is not None
    assert match.turn == (state.dealer + 1) % 3


def test_m_2_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """M-2: with dealer 0 of three, seat 1 gets the first card, the fourth and so on."""
    state = dealt(3, "KD", cards=4)

    assert state.hands == [[2, 5, 8, 11], [0, 3, 6, 9], [1, 4, 7, 10]]
    assert (state.pile, state.turn) == ([12], 1)


def test_m_2_the_next_dealer_sits_to_the_left() -> None:
    """M-2: chance picks the first one; after that it goes round."""
    table = Table(MAU_MAU, rules(ends="rounds", rounds=6), 3, 4)
    facts = [table.match.facts() for ruling in table.steps() if ruling.seat == CHANCE]
    dealers = [one["dealer"] for one in facts if one["moves"] == 0]

    assert len(dealers) == 6
    assert all(after == (before + 1) % 3 for before, after in pairwise(dealers))


def test_m_2_nothing_of_a_round_is_kept_in_the_next() -> None:
    """E6: a wish, a debt, a direction and a drawn card do not outlive the round."""
    table = people(2, hands={0: "9S KS", 1: "JS 8H"}, pile="KD", nine_reverses=True)
    table.say("JS s", "9S")  # seat 0 turned the direction, and nobody's wish is left
    table.state.hands[1], table.state.turn = table.state.hands[1], 0
    table.say("KS")
    assert table.match.turn == CHANCE
    table.shuffle()
    facts = table.match.facts()

    assert (facts["wish"], facts["wishing"], facts["penalty"]) == (None, False, 0)
    assert (facts["direction"], facts["drawn"], facts["idle"]) == (1, False, 0)
    assert (facts["owing"], facts["owed"], facts["moves"]) == (None, 0, 0)


# M-3: what fits


def test_m_3_suit_rank_or_a_jack() -> None:
    """M-3: on the king of diamonds fit diamonds, kings and jacks."""
    table = people(hands={1: "7D KS JC QH 8C"})

    assert table.offered == "7D KS JC? draw"
    assert table.refused("QH") == table.refused("8C") == "does_not_fit"
    table.say("KS")
    assert (table.pile, table.hand(1), table.state.turn) == ("KD KS", "7D JC QH 8C", 2)


def test_m_3_a_jack_does_not_fit_on_a_jack() -> None:
    """M-3: not even of the suit that was wished; with `jack_on_jack` it does, and wishes anew."""
    hands = {0: "KS QS", 1: "JS 7S", 2: "JH 8H 7C"}
    table = people(hands=hands)
    table.say("JS h")
    assert (table.offered, table.refused("JH c")) == ("8H draw", "jack_on_jack")

    table = people(hands=hands, jack_on_jack=True)
    table.say("JS h")
    assert table.offered == "JH? 8H draw"
    table.say("JH s")
    assert (table.state.wish, table.offered) == (0, "KS QS draw")


# M-4: drawing


def test_m_4_draw_one_then_play_or_pass() -> None:
    """M-4: a card that fits may be played after the draw; otherwise one passes."""
    table = people(hands={1: "8C 9C", 2: "7H 8H"}, stock="QD TS 7C")
    assert table.offered == "draw"
    assert table.refused("pass") == "draw_first"
    assert table.say("draw") == ["draws"]
    assert (table.hand(1), table.state.turn, table.offered) == ("8C 9C QD", 1, "QD pass")
    assert table.refused("draw") == "drawn_once"
    table.say("QD")
    table.say("draw")
    assert (table.hand(2), table.offered) == ("7H 8H TS", "pass")
    assert table.say("pass") == ["passed"]
    assert table.state.turn == 0


def test_m_4_whoever_can_play_may_draw() -> None:
    """M-4: off, `must_play` leaves the choice, before the draw and after it."""
    table = people(hands={1: "8D 9C"}, stock="7C TS")

    assert table.offered == "8D draw"
    table.say("draw")
    assert table.offered == "8D pass"
    table.say("pass")
    assert (table.hand(1), table.state.turn) == ("8D 9C 7C", 2)


def test_m_4_must_play() -> None:
    """M-4: with `must_play` a card that fits must be played, the drawn one too."""
    table = people(hands={1: "8D 9C"}, must_play=True)
    assert (table.offered, table.refused("draw")) == ("8D", "must_play")

    table = people(hands={1: "8C 9C"}, stock="QD TS", must_play=True)
    table.say("draw")
    assert (table.offered, table.refused("pass")) == ("QD", "must_play")


def test_m_4_draw_until_a_card_fits() -> None:
    """M-4: with `draw=until` it is card after card, and then one that fits must be played."""
    table = people(hands={1: "8C 9C"}, stock="7C TS AD 7H", draw="until")
    table.say("draw", "draw")
    assert (table.offered, table.refused("pass")) == ("draw", "draw_first")
    table.say("draw")
    assert (table.hand(1), table.offered) == ("8C 9C 7C TS AD", "AD")
    assert table.refused("draw") == "drawn_one_that_fits"
    table.say("AD")
    assert table.state.turn == 2


def test_m_4_the_draw_loop_ends_when_all_cards_are_drawn() -> None:
    """Draw loops without an exit (OneHundredOne, NetMauMau): at the last card one may pass."""
    table = people(2, hands={0: "7H 8H", 1: "8C 9C"}, pile="TH KD", stock="7C", draw="until")
    table.say("draw", "draw")
    assert table.match.turn == CHANCE
    table.shuffle()

    assert (table.hand(1), table.stock, table.pile) == ("8C 9C 7C TH", "", "KD")
    assert table.offered == "pass"
    table.say("pass")
    assert table.state.turn == 0


@pytest.mark.parametrize("text", ["name h", "draw h", "pass s"])
def test_m_4_a_turn_is_a_card_played_or_drawn(text: str) -> None:
    """M-3, M-4: nothing is named without a card, and drawing names no suit."""
    assert people(hands={1: "8C 9C"}).refused(text) == "play_or_draw"


def test_m_4_drawing_names_no_card() -> None:
    """M-4: a draw with a card of the hand is refused in words."""
    table = people(hands={1: "8C 9C"})
    (slot, _) = table.state.hands[1]
    with pytest.raises(IllegalMove, match="names_no_card"):
        table.referee.submit(1, Move(Verb.DRAW, slot))


# M-5: sevens


def test_m_5_a_seven_costs_the_next_player_two_cards_and_the_turn() -> None:
    """M-5: both are drawn in one move and the seat after that is next."""
    table = people(hands={1: "7D 8S", 2: "KC 8D 9S"}, stock="AC AH TC")
    assert table.say("7D") == ["played", "mau", "costs"]
    assert (table.state.turn, table.state.penalty, table.offered) == (2, 2, "draw")
    assert table.refused("8D") == "only_a_seven"
    assert table.say("draw") == ["draws"]

    assert (table.hand(2), table.state.turn) == ("KC 8D 9S AC AH", 0)
    assert table.state.penalty == 0


def test_m_5_sevens_are_answered_by_sevens() -> None:
    """M-5: two, four, six; the debt lies with whoever is on turn (D8: mau_mau_bot #57)."""
    table = people(hands={0: "7H 8S QS", 1: "7D 8C KC", 2: "7S 9S KH"}, stock="AC AH TC TS QC 9D")
    owed = []
    for card in ("7D", "7S", "7H"):
        table.say(card)
        owed.append((table.state.turn, table.state.penalty))
    assert owed == [(2, 2), (0, 4), (1, 6)]
    table.say("draw")

    assert table.hand(1) == "8C KC AC AH TC TS QC 9D"
    assert (table.hand(0), table.hand(2)) == ("8S QS", "9S KH")
    assert (table.state.turn, table.state.penalty) == (2, 0)
    assert table.offered.startswith("KH")  # on the seven of hearts, which now is a card as any


def test_m_5_sevens_without_an_answer() -> None:
    """M-5: with `sevens=draw` a seven in hand does not help."""
    table = people(hands={1: "7D 8S", 2: "7S 8H"}, sevens="draw")
    table.say("7D")

    assert (table.offered, table.refused("7S")) == ("draw", "draw_for_the_seven")


def test_m_5_after_the_draw_one_plays_where_that_is_the_rule() -> None:
    """M-5: with `after_sevens=plays` the turn goes on as after a draw."""
    table = people(hands={1: "7D 8S", 2: "KC 8D"}, stock="AC AH TC", after_sevens="plays")
    table.say("7D", "draw")

    assert (table.state.turn, table.hand(2), table.offered) == (2, "KC 8D AC AH", "8D pass")
    table.say("pass")
    assert table.state.turn == 0


def test_m_5_a_jack_does_not_help_against_a_seven() -> None:
    """M-5: nothing but a seven can be played by a seat that owes cards."""
    table = people(hands={1: "7D 8S", 2: "JS KC"})
    table.say("7D")

    assert (table.offered, table.refused("JS c")) == ("draw", "only_a_seven")


def test_m_5_a_debt_stays_with_its_seat_whoever_sits_there() -> None:
    """D8: a bot sits in for a seat that owes; it meets the debt by the ordinary rules."""
    for name in bots.names():
        table = people(hands={1: "7D 8S", 2: "KC 8D"}, stock="AC AH TC")
        table.say("7D")
        move = bots.bot(name)(table.match, 2, random.Random(1).random)
        table.referee.submit(2, move)
        assert (move, table.hand(2)) == (Move(Verb.DRAW), "KC 8D AC AH")
        assert table.hand(0).count(" ") == 2


# M-6: eights


@pytest.mark.parametrize(("n", "follows"), [(3, 0), (4, 3), (5, 3)])
@pytest.mark.parametrize("of_two", ["again", "no_effect"])
def test_m_6_an_eight_skips(n: int, follows: int, of_two: str) -> None:
    """M-6: after seat 1, seat 2 misses its turn; `eight_of_two` is about two players only."""
    table = people(n, hands={1: "8D KC 9C"}, eight_of_two=of_two)

    assert table.say("8D") == ["played", "skipped"]
    assert table.state.turn == follows


@pytest.mark.parametrize(("option", "follows"), [("again", 1), ("no_effect", 0)])
def test_m_6_an_eight_of_two(option: str, follows: int) -> None:
    """M-6: whoever played it plays again, or the other is next as always."""
    table = people(2, hands={1: "8D KC 9C"}, eight_of_two=option)
    words = table.say("8D")

    assert table.state.turn == follows
    assert words == (["played", "plays_again"] if option == "again" else ["played"])


# M-7: jacks


def test_m_7_a_jack_wishes_a_suit() -> None:
    """M-7: only that suit fits then, neither the suit nor the rank of the jack."""
    table = people(hands={0: "QH KC", 1: "JS 7S", 2: "QS JH 9H AC"})
    assert table.refused("JS") == "wish_a_suit"
    assert table.refused("7S") == "does_not_fit"
    assert table.say("JS h") == ["wished", "mau"]
    assert (table.state.wish, table.offered) == (1, "9H draw")
    assert table.refused("QS") == table.refused("AC") == "not_the_wish"
    table.say("9H")
    assert (table.state.wish, table.offered) == (None, "QH draw")


def test_m_7_the_wish_holds_until_a_card_is_played_on_it() -> None:
    """M-7: drawing and passing do not end it."""
    table = people(hands={0: "QS 8H KS", 1: "JS 7S", 2: "QC AC"}, stock="KC TC")
    table.say("JS h", "draw", "pass")

    assert (table.state.turn, table.state.wish, table.offered) == (0, 1, "8H draw")


@pytest.mark.parametrize("value", [4, -1, True, "1", None, 1.0])
def test_m_7_only_suits_can_be_wished(value: object) -> None:
    """M-7: there are four suits."""
    state = position(hands={1: "JS 7S"})
    before = state.public()
    with pytest.raises(IllegalMove, match="wish_a_suit"):
        state.apply(Move(Verb.PLAY, state.hands[1][0], value))  # type: ignore[arg-type]
    assert state.public() == before


def test_m_7_only_a_jack_wishes() -> None:
    """M-7: another card with a suit is refused."""
    assert people(hands={1: "8D KC"}).refused("8D h") == "names_nothing"
