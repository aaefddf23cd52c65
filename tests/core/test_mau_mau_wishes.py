"""Mau-Mau: jacks and wishes, the empty stock, the end of a round (M-8 to M-12)."""

import pytest

from core.cards import cards
from core.moves import CHANCE, Restock
from tests.core.mau_mau_positions import People, dealt, people

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
