"""The house rules of One Card: each vector that an option changes, with the changed value."""

from typing import Any

import pytest

from core.cards import JOKER, cards
from core.errors import IllegalMove
from core.events import Outcome, Score, note
from core.game import Settlement, Start
from core.games.one_card import LEAD, MAX_HANDS, MAX_REDEALS, REVERSE, OneCard, _settle
from core.moves import CHANCE, Move, Verb
from core.options import options
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.one_card_positions import (
    ONE_CARD,
    auction,
    call,
    legal,
    play,
    position,
    rules,
    slot_of,
    suit,
    table,
    winner,
)


def hand_of(referee: Referee) -> OneCard:
    """The hand on the table."""
    state = referee.match.round
    assert isinstance(state, OneCard)
    return state


def points_of(state: OneCard) -> list[int]:
    """What each scores for the hand."""
    outcome = state.outcome()
    assert outcome is not None
    for score in outcome.scores:
        assert sum(one.values["points"] for one in score.reasons) == score.points
    return [score.points for score in outcome.scores]


def settled(
    totals: tuple[int, ...], bidder: int | None = None, number: int = 5, **changed: Any
) -> Settlement:
    """What a hand in which nobody took a point does to these totals."""
    n = len(totals)
    why = (
        note("nobody_bid", dealer=0)
        if bidder is None
        else note("bid_missed", seat=bidder, dealer=0)
    )
    outcome = Outcome(why, (), (tuple(range(n)),), (Score(0),) * n)
    first = Start.first(n)
    return _settle(rules(**changed), Start(first.live, 0, totals, number, first.out_in), outcome)


def test_auction_in_a_single_round() -> None:
    """OC-02 changed: everybody speaks once, and the highest bid stands."""
    referee = auction(4, dealer=0, auction="single_round")
    call(referee, "6 - 8 9")
    state = hand_of(referee)
    assert (state.bidder, state.bid, state.phase) == (0, 9, LEAD)


def test_a_pass_that_is_not_final() -> None:
    """OC-02 changed: P2 passed and may come back; it ends when all others pass after a bid."""
    referee = auction(4, dealer=0, pass_final=False)
    call(referee, "6 - 8 - 9 10 - -")
    assert hand_of(referee).phase != LEAD
    call(referee, "-")
    state = hand_of(referee)
    assert (state.bidder, state.bid, state.turn, state.phase) == (2, 10, 2, LEAD)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_left_of_dealer_leads_without_a_bid(n: int) -> None:
    """OC-04 changed."""
    referee = auction(n, dealer=0, no_bid_leader="left_of_dealer")
    call(referee, "- " * n)
    assert referee.match.turn == 1


def test_everybody_passes_and_the_next_dealer_deals_anew() -> None:
    """OC-04 changed: the same pack into new slots, ten times at most; then the dealer must bid."""
    referee, luck = auction(3, dealer=0, no_bid_hand="redeal"), SeededLuck(b"again")
    for number in range(MAX_REDEALS):
        call(referee, "- - -")
        assert referee.match.turn == CHANCE
        assert referee.match.sheet == ()
        referee.shuffle(luck.stream())
        state = hand_of(referee)
        assert (state.dealer, state.calls) == ((number + 1) % 3, [None] * 3)
        assert min(min(hand) for hand in state.hands) == 25 * (number + 1)
    call(referee, "- -")
    with pytest.raises(IllegalMove, match="dealer_must_bid"):
        call(referee, "-")
    call(referee, "7")
    assert hand_of(referee).bidder == hand_of(referee).dealer


def test_the_dealer_must_bid_if_nobody_else_has() -> None:
    """OC-04 changed: only then, and only the dealer."""
    referee = auction(4, dealer=0, no_bid_hand="dealer_must_bid")
    call(referee, "- - -")
    assert [choice.move.verb for choice in referee.match.moves()] == [Verb.BID]
    with pytest.raises(IllegalMove, match="dealer_must_bid"):
        call(referee, "-")
    call(referee, "6")
    assert hand_of(referee).bidder == 0
    referee = auction(4, dealer=0, no_bid_hand="dealer_must_bid")
    call(referee, "- 6 - -")
    assert hand_of(referee).bidder == 2


def test_the_order_turns_round_in_a_hand_without_a_bid() -> None:
    """OC-15 changed: the winner of the joker's trick is asked."""
    state = position(["KS AS", "JK 9C"], reverse_in_no_bid=True)
    play(state, "KS")
    play(state, "JK")
    assert (state.turn, state.phase) == (1, REVERSE)


def test_the_joker_waits_for_want_of_another_trump() -> None:
    """OC-08 changed: with 9H only 9H; alone it must be played."""
    changed: dict[str, Any] = {"joker_on_trump_lead": "only_if_no_other"}
    lead: dict[str, Any] = {"trick": "KH", "led": "H", "trump": "H", "bidder": 0}
    state = position(["", "JK 9H 9C"], **lead, **changed)
    assert legal(state) == {"9H"}
    with pytest.raises(IllegalMove, match="joker_waits"):
        play(state, "JK")
    assert legal(position(["", "JK 9C"], **lead, **changed)) == {"JK"}


def test_a_joker_without_power() -> None:
    """OC-12 changed: it wins nothing, unless it is led and nobody can follow anything."""

    def takes(text: str) -> int:
        laid = cards(text)
        state = position(["", ""], joker_no_bid="powerless")
        state.led = -1 if laid[0] is JOKER else state._suit(laid[0])
        state.faces = list(laid)
        return state._best([(place, place) for place in range(len(laid))])[0]

    assert takes("KS AS JK") == 1
    assert takes("KS JK 9S") == 0
    assert takes("JK AS AH") == 0
    assert winner("KS AS JK") == 2


def test_a_joker_that_names_a_suit_in_a_hand_without_a_bid() -> None:
    """OC-09 changed: the leader names it, and it must be followed; no trump comes of it."""
    state = position(["JK 9H", "9C AH"], joker_lead_no_bid="leader_names_suit")
    with pytest.raises(IllegalMove, match="no_such_suit"):
        table(state).submit(0, Move(Verb.PLAY, slot_of(state, "JK")))
    play(state, "JK", "C")
    assert state.trump == -1
    assert legal(state) == {"9C"}


def test_the_first_lead_of_the_bidder_may_not_be_the_joker() -> None:
    """OC-06 changed: forbidden."""
    state = position(["9H AS", "JK TS", "KC QC"], turn=1, bidder=1, joker_first_lead="forbidden")
    assert legal(state) == {"TS"}
    with pytest.raises(IllegalMove, match="joker_not_first"):
        play(state, "JK", "H")


def test_a_joker_as_first_lead_makes_spades_trump() -> None:
    """OC-06 changed: nothing is named."""
    state = position(["9H AS", "JK TS", "KC QC"], turn=1, bidder=1, joker_first_lead="spades")
    with pytest.raises(IllegalMove, match="names_nothing"):
        play(state, "JK", "H")
    play(state, "JK")
    assert state.trump == suit("S")


def test_only_who_takes_the_joker_from_somebody_else_may_turn_the_order() -> None:
    """OC-21 changed: the own joker does not count; OC-14: a captured one does."""
    capture: dict[str, Any] = {"reverse_right": "capture_from_other"}
    state = position(["KD 9D", "JK 9C", "AC TC"], turn=1, bidder=1, trump="S", **capture)
    for face in ("JK", "AC", "KD"):
        play(state, face)
    assert (state.turn, state.phase) == (1, LEAD)
    state = position(["9H AS", "JK 9S"], bidder=0, trump="H", **capture)
    play(state, "9H")
    play(state, "JK")
    assert (state.turn, state.phase) == (0, REVERSE)


def test_what_a_bid_is_worth() -> None:
    """OC-17 changed: the bid instead of what was taken; a missed one costs it."""

    def scored(bid: int, **changed: Any) -> list[int]:
        state = position(
            ["9S", "9H"], bidder=1, bid=bid, trump="C", centre="TS", points=(7, 8), **changed
        )
        play(state, "9S")
        play(state, "9H")
        return points_of(state)

    assert scored(8) == [7, 8]
    assert scored(6, bidder_scores="bid") == [7, 6]
    assert scored(9, bidder_scores="bid") == [7, 0]
    assert scored(9, failed_bid="minus_bid") == [7, -9]
    assert scored(8, failed_bid="minus_bid") == [7, 8]


@pytest.mark.parametrize(
    ("totals", "bidder", "how", "winners"),
    [
        ((31, 33), 0, "bidder_first", (0,)),
        ((29, 33), 0, "bidder_first", (1,)),
        ((31, 33), None, "bidder_first", (1,)),
        ((32, 32, 5), 2, "bidder_first", ()),
        ((32, 32, 5), None, "shared", (0, 1)),
        ((32, 31, 5), None, "shared", (0,)),
        ((29, 12), None, "shared", ()),
    ],
)
def test_who_wins_when_several_are_there(
    totals: tuple[int, ...], bidder: int | None, how: str, winners: tuple[int, ...]
) -> None:
    """OC-20 changed (F2): the bidder first, or shared."""
    done = settled(totals, bidder, tie_30=how)
    assert done.winners == winners
    assert not winners or done.places[0] == winners


def test_another_target() -> None:
    """OC-20 changed: fifteen points win."""
    assert settled((15, 3), target=15).winners == (0,)
    assert settled((29, 3), target=31).winners == ()


def test_a_match_that_does_not_end_is_ended() -> None:
    """After 200 hands the highest total wins, shared if it must be."""
    assert settled((3, 3, 1), number=MAX_HANDS - 1).winners == ()
    assert settled((3, 3, 1), number=MAX_HANDS).winners == (0, 1)


def test_every_option_of_the_table_is_there() -> None:
    """Table 3(b): each with its values, the usual one first."""
    known = {one.name: one for one in options(ONE_CARD.rules)}
    for name, values in {
        "auction": ["open", "single_round"],
        "no_bid_leader": ["opposite", "left_of_dealer"],
        "no_bid_hand": ["play", "redeal", "dealer_must_bid"],
        "joker_on_trump_lead": ["as_trump", "only_if_no_other"],
        "joker_no_bid": ["top", "powerless"],
        "joker_lead_no_bid": ["free", "leader_names_suit"],
        "joker_first_lead": ["name_trump", "forbidden", "spades"],
        "reverse_right": ["trick_winner", "capture_from_other"],
        "bidder_scores": ["taken", "bid"],
        "failed_bid": ["zero", "minus_bid"],
        "tie_30": ["highest_then_play_on", "bidder_first", "shared"],
    }.items():
        assert list(known[name].choices) == values
        assert known[name].default == values[0]
    assert known["pass_final"].default is True
    assert known["reverse_in_no_bid"].default is False
    assert known["target"].default == 30
