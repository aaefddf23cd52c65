"""Mau-Mau, rule by rule: M-1 to M-16 of the docstring of `core/games/mau_mau.py`."""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core import bots
from core.cards import Rank, cards
from core.errors import IllegalMove, RulesError
from core.events import EVERYBODY
from core.game import Start
from core.games.mau_mau import MAX_MOVES, MauMau
from core.match import Match
from core.moves import CHANCE, Deal, Move, Pick, Restock, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.mau_mau_positions import MAU_MAU, People, position, rules
from tests.core.tables import Table


def people(n: int = 3, **what: Any) -> People:
    """The people at a position."""
    return People(position(n, **what))


def dealt(n: int, first: str, **options: Any) -> MauMau:
    """A round of which dealer 0 has just dealt and turned this card up."""
    state = MauMau(rules(**options), Start((True,) * n, 0, (0,) * n, 1, (0,) * n))
    pack = list(state._pack())
    (top,) = cards(first)
    pack.remove(top)
    pack.insert(n * state.rules.cards, top)
    state.faces = pack
    state.apply(Move(Verb.SHUFFLE))
    return state


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


# M-8, M-9: nines and aces


def test_m_8_a_nine_reverses_where_that_is_the_rule() -> None:
    """M-8: seat 0 is next after seat 1, and an eight then skips to the right as well."""
    table = people(4, hands={0: "8D KC 9C", 1: "9D KH"}, nine_reverses=True)
    assert table.say("9D") == ["played", "mau", "backwards"]
    assert (table.state.turn, table.state.direction) == (0, -1)
    table.say("8D")
    assert table.state.turn == 2

    table = people(4, hands={1: "9D KH"})
    table.say("9D")
    assert (table.state.turn, table.state.direction) == (2, 1)


def test_m_8_a_nine_does_nothing_for_two() -> None:
    """M-8: the other is next."""
    table = people(2, hands={1: "9D KH"}, nine_reverses=True)
    table.say("9D")

    assert table.state.turn == 0


def test_m_9_an_ace_plays_again_where_that_is_the_rule() -> None:
    """M-9: another turn at once, in which one may have to draw; off, it is a card like any."""
    table = people(hands={1: "AD KH 9C"}, stock="8D QS", ace_again=True)
    assert table.say("AD") == ["played", "plays_again"]
    assert (table.state.turn, table.offered) == (1, "draw")
    table.say("draw", "8D")
    assert table.state.turn == 0

    table = people(hands={1: "AD KH 9C"})
    table.say("AD")
    assert table.state.turn == 2


# M-10: the first card


@pytest.mark.parametrize("first", ["7D", "8D", "9D", "AD", "JD"])
def test_m_10_the_first_card_has_no_effect(first: str) -> None:
    """M-10: the left of the dealer begins; a jack stands for its suit."""
    state = dealt(4, first, nine_reverses=True, ace_again=True)
    state.hands[1] = [state.faces.index(one) for one in cards("QD QS JS 7C")]

    assert (state.turn, state.penalty, state.wish, state.direction) == (1, 0, None, 1)
    offered = People(state).offered
    assert offered.startswith("QD")
    assert ("JS" in offered) == (first != "JD")
    assert "QS" not in offered


@pytest.mark.parametrize(
    ("n", "first", "turn"),
    [(4, "7D", 1), (4, "8D", 2), (4, "9D", 3), (4, "AD", 0), (4, "JD", 0), (2, "8D", 0)],
)
def test_m_10_the_first_card_counts_where_that_is_the_rule(n: int, first: str, turn: int) -> None:
    """M-10: as if dealer 0 had played it."""
    state = dealt(n, first, first_card="counts", nine_reverses=True, ace_again=True)

    assert state.turn == turn
    assert state.penalty == (2 if first == "7D" else 0)
    assert state.wishing == (first == "JD")


def test_m_10_the_dealer_wishes_for_a_jack_that_was_turned_up() -> None:
    """M-10: an answer without a card; nobody may play before it."""
    table = People(dealt(3, "JD", first_card="counts"))
    assert table.offered == "name?"
    for text in ("draw", "pass", "name"):
        assert table.refused(text) == "wish_first"
    card = table.hand(0).split()[0]
    assert table.refused(card) == "wish_first"
    assert table.say("name h") == ["wishes"]
    assert (table.state.turn, table.state.wish, table.state.wishing) == (1, 1, False)


# M-11, M-12: restock and empty piles


def test_m_11_a_restock_when_a_card_must_be_drawn() -> None:
    """M-11: not before; then all of the pile but its top is the stock, under new numbers."""
    table = people(hands={1: "8C 9C"}, pile="TH TS 7C KD", stock="QH")
    table.say("draw", "pass")
    assert (table.state.turn, table.stock) == (2, "")
    assert table.say("draw") == ["stock_empty"]
    (restock,) = table.match.chance
    assert isinstance(restock, Restock)
    assert sorted(str(table.state.faces[slot]) for slot in restock.slots) == ["7C", "TH", "TS"]
    assert table.shuffle() == ["restocked", "draws"]

    assert (table.state.turn, table.pile) == (2, "KD")
    assert len(table.state.hands[2]) == 4
    assert table.stock.count(" ") == 1


@pytest.mark.parametrize(
    ("stock", "under", "drawn", "kept"),
    [
        ("", "TH TS", 4, 0),
        ("AC", "TH TS", 4, 1),
        ("AC AH", "TH TS", 4, 2),
        ("AC AH TC", "TH TS", 4, 3),
        ("AC AH TC QC", "TH TS", 4, 0),
        ("AC AH TC QC 9D", "TH TS", 4, 1),
        ("AC AH", "", 4, 0),
        ("AC", "", 3, 0),
        ("", "", 2, 0),
    ],
)
def test_m_11_a_restock_in_the_middle_of_a_debt(
    stock: str, under: str, drawn: int, kept: int
) -> None:
    """M-11, E1: four are owed; what the stock has, then a restock, then the rest.

    Under the top seven lie `under`, the king of diamonds and the first seven. If stock and pile
    have too few cards the rest of the debt lapses.
    """
    table = people(
        4,
        hands={1: "7D 8S", 2: "7S KC 8D", 3: "9S 9C"},
        pile=f"{under} KD".strip(),
        stock=stock,
    )
    table.say("7D", "7S")
    table.say("draw")
    have = len(stock.split())
    if have < 4:
        assert (table.state.owing, table.state.owed) == (3, 4 - have)
        assert table.match.turn == CHANCE
        table.shuffle()

    assert len(table.state.hands[3]) == 2 + drawn
    assert len(table.stock.split()) == kept
    assert (table.state.penalty, table.state.owing, table.state.turn) == (0, None, 0)


def test_m_11_what_is_owed_stays_with_the_seat_through_the_shuffle() -> None:
    """D8: the wish, the direction and the rest of the debt are as before the restock."""
    table = people(4, hands={1: "7D 8S", 0: "9S 9C"}, stock="", pile="TH TS KD", direction=-1)
    table.say("7D", "draw")
    assert [one.word for one in table.match.board().seats[0].says] == ["owes"]
    table.shuffle()

    assert len(table.state.hands[0]) == 4
    assert (table.state.turn, table.state.direction) == (3, -1)

    table = people(4, hands={1: "JD 8S", 2: "9S 9C"}, stock="", pile="TH TS KD")
    table.say("JD h", "draw")
    table.shuffle()
    assert (table.state.turn, table.state.wish, table.pile) == (2, 1, "JD")


def test_m_12_with_nothing_to_draw_one_passes() -> None:
    """E2: stock and pile are empty; whoever cannot play passes, whoever can must play."""
    table = people(2, hands={0: "8D KC", 1: "8C 9C"}, pile="KD", stock="")
    assert (table.offered, table.refused("draw")) == ("pass", "no_cards_to_draw")
    table.say("pass")
    assert table.offered == "8D KC"
    assert (table.refused("pass"), table.refused("draw")) == (
        "nothing_to_draw",
        "no_cards_to_draw",
    )


@pytest.mark.parametrize("draw", ["one", "until"])
@pytest.mark.parametrize("must_play", [False, True])
def test_m_12_every_way_of_drawing_with_an_empty_pack(draw: str, must_play: bool) -> None:
    """E6: t_games #556; the options change nothing where there is no card to draw."""
    table = people(2, hands={0: "8D KC", 1: "8C 9C"}, stock="", draw=draw, must_play=must_play)
    table.say("pass")

    assert table.offered == "8D KC"


def test_m_12_what_a_seven_asks_for_lapses() -> None:
    """E2: a seat that owes and cannot draw passes; the next plays on the seven as on any card."""
    table = people(2, hands={0: "KC QH", 1: "7D 8D"}, pile="KD", stock="")
    table.say("7D")
    table.state.pile = table.state.pile[-1:]  # as if nothing lay under the seven
    del table.state.faces[table.state.stock_end :]

    assert (table.offered, table.refused("draw")) == ("pass", "no_cards_to_draw")
    assert table.say("pass") == ["lapsed"]
    assert (table.state.turn, table.state.penalty, table.offered) == (1, 0, "8D")
    assert table.state.idle == 0


def test_m_12_a_seven_must_answer_where_there_is_nothing_to_draw() -> None:
    """M-12: whoever can play must."""
    table = people(2, hands={0: "7C QH", 1: "7D 8D"}, pile="KD", stock="")
    table.say("7D")
    table.state.pile = table.state.pile[-1:]

    assert (table.offered, table.refused("pass")) == ("7C", "nothing_to_draw")


def test_m_12_a_blocked_round_ends() -> None:
    """E2, M-12, M-14: all have passed; everybody counts and the fewest points win."""
    table = people(3, hands={0: "8C 9C", 1: "AC", 2: "JS"}, pile="JD", stock="", dealer=2, turn=0)
    table.say("pass", "pass")
    assert table.state.turn == 2
    assert table.say("pass") == ["passed", "blocked"]
    outcome = table.match.outcome()
    assert outcome is not None

    assert outcome.why.word == "blocked"
    assert [score.points for score in outcome.scores] == [17, 11, 20]
    assert (outcome.winners, outcome.places) == ((1,), ((1,), (0,), (2,)))


def test_m_12_passing_after_a_draw_is_no_block() -> None:
    """M-12: whoever has drawn could draw."""
    table = people(2, hands={0: "8C 9C", 1: "8S 9S"}, pile="KD", stock="TC TS QC QS")
    table.say("draw", "pass", "draw", "pass", "draw", "pass")

    assert (table.state.turn, table.state.idle, table.match.outcome()) == (0, 0, None)


def test_m_12_a_card_played_in_between_is_no_block() -> None:
    """M-12: in a row, all seats."""
    table = people(3, hands={0: "8C 9C", 1: "AC KC", 2: "QD KH TC"}, pile="KS", stock="", turn=0)
    table.state.pile = table.state.pile[-1:]
    table.say("pass")
    assert table.state.idle == 1
    table.say("KC")
    assert table.state.idle == 0


# M-13 to M-16: the end


@pytest.mark.parametrize("last", ["7D", "8D", "QD", "AD", "9D"])
def test_m_13_whoever_plays_the_last_card_has_finished(last: str) -> None:
    """M-13, M-14: at once, without its effect; the others count what they hold."""
    table = people(
        hands={0: "7S 8H 9H TC", 1: last, 2: "JS QC KH AS"},
        ace_again=True,
        nine_reverses=True,
        dealer=2,
    )
    assert [one.word for one in table.state.foresee(table.move(last))] == ["would_finish"]
    assert table.say(last) == ["played", "last_card"]
    outcome = table.match.outcome()
    assert outcome is not None

    assert (outcome.why.word, outcome.why.values["seat"]) == ("finished", 1)
    assert outcome.winners == (1,)
    assert outcome.places == ((1,), (0,), (2,))
    assert [score.points for score in outcome.scores] == [34, 0, 51]
    assert (len(table.state.hands[0]), table.state.turn) == (4, None)
    assert all(zone.sight == EVERYBODY for zone in table.state.zones() if zone.name == "hand")


@pytest.mark.parametrize(("option", "points"), [("double", 68), ("plain", 34)])
def test_m_13_a_jack_as_last_card(option: str, points: int) -> None:
    """M-13: it wishes nothing, and the others count double or not."""
    table = people(2, hands={0: "7S 8H 9H TC", 1: "JS"}, last_jack=option)
    assert table.offered == "JS draw"
    assert table.refused("JS h") == "last_wishes_nothing"
    assert table.say("JS") == ["played", "mau_mau"]
    outcome = table.match.outcome()
    assert outcome is not None

    assert [score.points for score in outcome.scores] == [points, 0]


def test_m_13_a_jack_may_be_forbidden_as_last_card() -> None:
    """M-13: whoever holds nothing else draws, and where nothing can be drawn passes."""
    table = people(2, hands={0: "7S 8H", 1: "JS"}, stock="KC 7H", last_jack="forbidden")
    assert (table.offered, table.refused("JS h"), table.refused("JS")) == (
        "draw",
        "jack_is_last",
        "jack_is_last",
    )
    table.say("draw")
    assert table.offered == "JS? KC pass"

    table = people(2, hands={0: "7S 8H", 1: "JS"}, stock="", last_jack="forbidden")
    assert table.offered == "pass"


def test_m_14_the_reasons_add_up() -> None:
    """M-14: every card with its points, and what the doubling adds."""
    table = people(3, hands={0: "7S 8H 9H TC QS KS AS", 1: "JS", 2: "JC"})
    table.say("JS")
    outcome = table.match.outcome()
    assert outcome is not None
    score = outcome.scores[0]
    counted = [one.values["points"] for one in score.reasons if one.word == "counts"]

    assert counted == [7, 8, 9, 10, 10, 10, 11]
    assert score.points == 130
    for each in outcome.scores:
        assert sum(one.values.get("points", 0) for one in each.reasons) == each.points
    assert outcome.scores[2].points == 40


def test_m_15_points_add_up_and_the_lowest_total_wins() -> None:
    """M-15: seat 0 reaches 100 with 34 more; seat 2 has the lowest total and wins."""
    what = {"hands": {0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, "totals": (66, 80, 20)}
    table = people(3, **what)
    table.say("QD")
    done = table.match.settlement
    assert done is not None

    assert done.totals == (100, 80, 30)
    assert (done.winners, done.places) == ((2,), ((2,), (1,), (0,)))
    assert table.match.over
    assert [one.score for one in table.match.board().seats] == [100, 80, 30]


def test_m_15_below_the_limit_another_round_is_dealt() -> None:
    """M-15: 99 is not 100; the left of dealer 0 deals and the totals go with it."""
    table = people(3, hands={0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, totals=(65, 80, 20))
    table.say("QD")
    assert (table.match.over, table.match.turn) == (False, CHANCE)
    table.shuffle()

    assert table.match.facts()["dealer"] == 1
    assert [one.score for one in table.match.board().seats] == [99, 80, 30]


def test_m_15_equal_totals_share_the_place() -> None:
    """M-15, F2: both winners are named."""
    table = people(3, hands={0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, totals=(66, 30, 20))
    table.say("QD")
    done = table.match.settlement
    assert done is not None

    assert (done.winners, done.places) == ((1, 2), ((1, 2), (0,)))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_m_15_a_match_of_rounds(count: int) -> None:
    """M-15: with `ends=rounds` so many are played, however many points there are."""
    for seed in range(5):
        table = Table(MAU_MAU, rules(ends="rounds", rounds=count, limit=50), 3, seed)
        for _ in table.steps():
            pass
        done = table.match.settlement
        assert done is not None
        assert table.match.rounds_over == count
        lowest = min(done.totals)
        assert done.winners == tuple(at for at, one in enumerate(done.totals) if one == lowest)


def test_m_16_a_round_is_stopped_and_counted() -> None:
    """M-16: the 2,000th move is the last one, whatever it is."""
    for text, card in (("draw", ""), ("KS", "KS"), ("8D", "8D"), ("JS c", "JS")):
        table = people(2, hands={0: "AS AC", 1: f"{card or '7C'} 9H QC"}, pile="KD")
        table.state.moves_made = MAX_MOVES - 1
        words = table.say(text)
        outcome = table.match.outcome()
        assert outcome is not None
        assert (words[-1], outcome.why.word) == ("move_limit", "move_limit")
        assert outcome.scores[0].points == 22
    table = people(2, hands={0: "AS AC", 1: "7C 9H"}, pile="KD", stock="QC")
    table.state.moves_made = MAX_MOVES - 2
    table.say("draw")
    assert table.say("pass") == ["passed", "move_limit"]


# What people are told


def test_the_table_tells_the_wish_the_debt_and_who_says_mau() -> None:
    """Gauges and notes of seats are words of the game."""
    table = people(hands={1: "7D 8S", 2: "7S KC 8D", 0: "JS AH"}, nine_reverses=True, stock="KH")
    table.say("7D")
    board = table.match.board()
    assert [one.word for one in board.gauges] == ["owed", "direction"]
    assert [[note.word for note in one.says] for one in board.seats] == [[], ["says_mau"], ["owes"]]
    assert board.seats[2].says[0].values == {"count": 2}

    table = people(hands={1: "JD 8S 9S", 2: "7S KC 8D"}, stock="KH")
    table.say("JD h", "draw")
    board = table.match.board()
    assert [(one.word, one.values) for one in board.gauges] == [("wish", {"suit": 1})]
    assert [one.word for one in board.seats[2].says] == ["has_drawn"]


def test_a_card_says_what_it_would_do() -> None:
    """The words under the cards of the own hand."""
    table = people(
        hands={1: "7D 8D 9D AD JS QD"}, nine_reverses=True, ace_again=True, stock="KH TH"
    )
    what = [[one.word for one in table.state.foresee(c.move)] for c in table.state.moves()]

    assert what == [
        ["would_cost"],
        ["would_skip"],
        ["would_reverse"],
        ["would_play_again"],
        ["would_wish"],
        [],
        [],
    ]


def test_a_card_says_nothing_while_it_does_not_fit() -> None:
    """The screens ask for every card of a hand at any time, on the turn of others too."""
    table = people(hands={0: "8C", 1: "7D 8S 9H", 2: "8H 8D"}, pile="QH KD", stock="KH TH")

    def told(seat: int) -> list[list[str]]:
        moves = [Move(Verb.PLAY, slot) for slot in table.state.hands[seat]]
        return [[one.word for one in table.match.foresee(move)] for move in moves]

    assert (told(0), told(1), told(2)) == ([[]], [["would_cost"], [], []], [[], ["would_skip"]])
    table.say("7D")
    assert table.match.foresee(Move(Verb.DRAW))[0].values == {"count": 2}
    assert told(2) == [[], []]
    table.say("draw", "draw")
    assert table.match.turn == CHANCE
    assert told(1) == [[], []]
    table.shuffle()
    assert told(0) == [[], []]

    table = people(2, hands={0: "8S", 1: "8D"}, pile="KD")
    assert told(0) == [[]]
    table.say("8D")
    assert told(0) == [[]]


def test_the_careful_bot_beats_three_random_ones() -> None:
    """Alone against three random bots it wins most seeded matches, seats rotated (60 of 100)."""
    wins, careful = 0, bots.bot("careful")
    for seed in range(100):
        table = Table(MAU_MAU, rules(), 4, seed)
        seat, luck = seed % 4, random.Random(seed).random
        while table.match.turn is not None:
            if table.match.turn == seat:
                table.submit(careful(table.views[seat], seat, luck))
            else:
                table.step()
        assert table.match.settlement is not None
        wins += seat in table.match.settlement.winners

    assert wins >= 60


def test_the_careful_bot_wishes_what_it_holds() -> None:
    """A jack asks for the suit of most of the other cards; so does the dealer's wish."""
    careful, luck = bots.bot("careful"), random.Random(1).random
    table = people(hands={1: "JS 8H 9H QC"}, pile="KD")
    assert careful(table.match, 1, luck) == table.move("JS h")

    state = dealt(3, "JD", first_card="counts")
    state.hands[0] = [state.faces.index(one) for one in cards("7C 8C QH")]
    assert careful(People(state).match, 0, luck) == Move(Verb.NAME, None, 3)


def test_empty_piles_come_about_in_real_play() -> None:
    """M-12: a whole pack among six, drawing until a card fits; every round ends."""
    whys: Counter[str] = Counter()
    passed = 0
    for seed in range(20):
        table = Table(MAU_MAU, rules(packs="one", draw="until"), 6, seed)
        for _ in table.steps():
            passed += table.match.facts()["idle"] > 0
        whys.update(row.outcome.why.word for row in table.match.sheet)

    assert passed > 0
    assert whys["finished"] > 20
    assert set(whys) <= {"finished", "move_limit"}  # see M-12: a whole pack is never blocked


def test_the_excerpts_on_the_page_are_lines_of_the_file() -> None:
    """docs/adding-a-game.md walks through this game: a change of the file is seen there."""
    root = Path(__file__).resolve().parents[2]
    told = (root / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    source = (root / "core" / "games" / "mau_mau.py").read_text(encoding="utf-8")
    excerpts = re.findall(r"```py\n(.*?)```", told, re.DOTALL)

    assert len(excerpts) > 8
    assert [one for one in excerpts if one not in source] == []
