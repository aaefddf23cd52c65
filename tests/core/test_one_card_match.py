"""Whole hands and matches of One Card: what lies on the table, what is said, how careful plays."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from core import bots
from core.cards import HIDDEN
from core.errors import HiddenFaceError
from core.events import EVERYBODY, NOBODY, Note
from core.game import Start
from core.games.one_card import AUCTION, LEAD, REVERSE, OneCard, _settle
from core.match import Match
from core.moves import CHANCE, Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.one_card_positions import (
    ONE_CARD,
    answer,
    auction,
    call,
    play,
    position,
    rules,
    slot_of,
    table,
)
from tests.core.tables import Table, plan

CAREFUL, RANDOM = bots.bot("careful"), bots.bot("random")


def hand_of(referee: Referee) -> OneCard:
    """The hand on the table."""
    state = referee.match.round
    assert isinstance(state, OneCard)
    return state


def lying(state: OneCard, name: str, owner: int | None = None) -> str:
    """The faces in a zone, as text."""
    zones = [zone for zone in state.zones() if (zone.name, zone.owner) == (name, owner)]
    return " ".join(str(state.faces[slot]) for zone in zones for slot in zone.slots)


def words(notes: tuple[Note, ...]) -> list[str]:
    """The words of notes."""
    return [one.word for one in notes]


def gauges(state: OneCard) -> list[tuple[str, dict[str, int]]]:
    """What is said of the table."""
    return [(one.word, one.values) for one in state.board().gauges]


def says(state: OneCard, seat: int) -> list[str]:
    """What is said of a seat, in its words."""
    return words(state.board().seats[seat].says)


def ahead(state: OneCard, seat: int, face: str) -> list[str]:
    """What a card of this hand is said to do."""
    slot = next(one for one in state.hands[seat] if str(state.faces[one]) == face)
    return words(state.foresee(Move(Verb.PLAY, slot)))


# What lies on the table


def test_a_trick_lies_open_until_the_next_lead() -> None:
    """C-10: everybody sees it whole, and then it is with who won it."""
    state = position(["AH 9D", "KH TD"], bidder=0, trump="H")
    state.taken = [[], state.taken[0]]
    play(state, "AH")
    ruling = play(state, "KH")

    assert [(one.word, one.values) for one in ruling.events][-1] == (
        "takes",
        {"seat": 0, "points": 1},
    )
    assert (lying(state, "trick", 0), lying(state, "trick", 1)) == ("AH", "KH")
    assert lying(state, "taken", 0) == ""
    play(state, "9D")
    assert (lying(state, "trick", 0), lying(state, "trick", 1)) == ("9D", "")
    assert lying(state, "taken", 0) == "AH KH"
    assert all(zone.sight == EVERYBODY for zone in state.zones() if zone.name == "taken")


def test_the_centre_is_hidden_until_the_last_trick_is_taken() -> None:
    """C-2, C-12: the last card turns it up for everybody, and the event says so."""
    state = position(["9H", "JK"], bidder=0, trump="H", centre="KD")
    play(state, "9H")
    sight = {zone.name: zone.sight for zone in state.zones()}
    assert sight["centre"] == NOBODY
    ruling = play(state, "JK")
    assert {zone.name: zone.sight for zone in state.zones()}["centre"] == EVERYBODY
    assert ruling.public[-1][0] == state.centre
    assert words(tuple(ruling.events))[-2:] == ["takes", "turns_up"]


def test_the_last_card_is_not_played_before_the_centre_card_was_heard() -> None:
    """C-12: what is public after the step has to be known before it; nothing changes otherwise."""
    state = position(["9H", "JK"], bidder=0, trump="H", centre="KD")
    play(state, "9H")
    state.faces[state.centre] = HIDDEN
    before = repr(state.public())
    with pytest.raises(HiddenFaceError):
        state.apply(Move(Verb.PLAY, slot_of(state, "JK")))
    assert repr(state.public()) == before


def test_the_board_in_the_auction_and_in_a_trick() -> None:
    """C-4, C-7: calls by seat; contract, trump and order; who leads, wins and has taken what."""
    referee = auction(3, dealer=2)
    call(referee, "7 -")
    state = hand_of(referee)
    assert gauges(state) == [("contract", {"seat": 0, "bid": 7})]
    assert [says(state, seat) for seat in range(3)] == [["says_bid"], ["says_pass"], []]

    state = position(["9H AS", "KH 9S"], bidder=0, trump="H", bid=9)
    play(state, "9H")
    play(state, "KH")
    assert gauges(state) == [
        ("contract", {"seat": 0, "bid": 9}),
        ("trump", {"suit": 1}),
        ("uptown", {}),
    ]
    assert [says(state, seat) for seat in range(2)] == [
        ["leads", "has_taken"],
        ["won_it", "has_taken"],
    ]
    assert state.board().seats[1].says[-1].values == {"points": 1}
    play(state, "9S")
    assert says(state, 1) == ["leads", "winning", "has_taken"]


def test_at_the_end_the_board_counts_the_centre_card() -> None:
    """C-12: 3 for the joker and 1 for the king that lay in the centre."""
    state = position(["9H", "JK"], bidder=0, trump="H", centre="KD")
    play(state, "9H")
    play(state, "JK")
    assert state.board().seats[0].says[-1].values == {"points": 4}
    assert state.facts()["taken_points"] == [4, 0]


def test_what_a_card_would_do() -> None:
    """C-5, C-9, C-10: to the trick on the table only, and only where it may be played."""
    state = position(["AS KS", "KD JK"], turn=1, bidder=1)
    assert (ahead(state, 1, "KD"), ahead(state, 1, "JK")) == (["makes_trump"], ["names_trump"])
    assert ahead(state, 0, "AS") == []

    lead: dict[str, Any] = {"trick": "QS", "led": "S", "trump": "H", "bidder": 0}
    state = position(["", "KS TS AH", "9H 9C"], **lead)
    assert (ahead(state, 1, "KS"), ahead(state, 1, "TS")) == (["would_win"], ["would_lose"])
    assert ahead(state, 1, "AH") == []
    play(state, "KS")
    assert (ahead(state, 2, "9H"), ahead(state, 2, "9C")) == (["would_take"], ["would_lose"])
    assert ahead(state, 1, "TS") == []
    assert state.foresee(Move(Verb.PLAY, state.centre)) == ()
    assert state.foresee(Move(Verb.PASS)) == ()


def test_what_a_joker_would_do_as_first_lead_under_house_rules() -> None:
    """OC-06 changed: spades become trump, or it may not be led; without a bid it names a suit."""
    hands = ["AS KS", "KD JK"]
    state = position(hands, turn=1, bidder=1, joker_first_lead="spades")
    (said,) = state.foresee(Move(Verb.PLAY, slot_of(state, "JK")))
    assert (said.word, said.values) == ("makes_trump", {"suit": 0})
    state = position(hands, turn=1, bidder=1, joker_first_lead="forbidden")
    assert ahead(state, 1, "JK") == []
    assert ahead(position(hands, turn=1), 1, "JK") == []
    named = position(hands, turn=1, joker_lead_no_bid="leader_names_suit")
    assert ahead(named, 1, "JK") == ["names_a_suit"]


def test_the_facts_say_whether_the_order_may_still_turn_round() -> None:
    """C-11: until somebody has the joker; not in the last trick, not without a bid."""
    state = position(["9H AS 9C", "JK 9S TC"], bidder=0, trump="H")
    assert state.facts()["reversible"] is True
    play(state, "9H")
    play(state, "JK")
    assert (state.phase, state.facts()["reversible"]) == (REVERSE, True)
    answer(state, 1)
    assert (state.facts()["order"], state.facts()["reversible"]) == ("downtown", False)
    assert position(["9H", "JK"], bidder=0, trump="H").facts()["reversible"] is False
    hands = ["9H AS", "JK 9S"]
    assert position(hands).facts()["reversible"] is False
    assert position(hands, reverse_in_no_bid=True).facts()["reversible"] is True
    assert hand_of(auction(2, dealer=0)).facts()["reversible"] is False


# Scores and the end of a match


def test_the_reasons_of_every_score_add_up_whatever_the_house_plays() -> None:
    """C-12, C-13: 15 points are taken in each hand, and each number on the sheet is explained."""
    ends: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for seed, changed in enumerate(plan(ONE_CARD, seats, 40, seats)):
            sitting = Table(ONE_CARD, replace(changed, target=15), seats, seed)
            for _ in sitting.steps():
                pass
            for row in sitting.match.sheet:
                ends[row.outcome.why.word] += 1
                taken = 0
                for score in row.outcome.scores:
                    points = {one.word: one.values["points"] for one in score.reasons}
                    assert sum(points.values()) == score.points
                    taken += points["took"] + points.get("took_centre", 0)
                assert taken == 15
    assert set(ends) == {"nobody_bid", "bid_made", "bid_missed"}


def test_a_total_may_be_negative() -> None:
    """OC-17 changed: a missed bid of 9 is taken off a total of 4."""
    state = position(["AH", "9D"], bidder=0, bid=9, trump="H", failed_bid="minus_bid", centre="TD")
    play(state, "AH")
    play(state, "9D")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.why.word == "bid_missed"
    first = Start.first(2)
    done = _settle(state.rules, Start(first.live, 0, (4, 0), 2, first.out_in), outcome)
    assert (done.totals, done.winners) == ((-5, 0), ())


def test_a_shared_highest_total_is_played_on_with_the_next_dealer() -> None:
    """C-2, C-14, F2: 32-32-5 deals again, from the left of the last dealer, all seats in."""
    state = position(["AH", "9D", "9C"], centre="TD")
    first = Start.first(3)
    match = Match(ONE_CARD, rules(), 3)
    match.start = Start(first.live, 2, (32, 32, 5), 4, first.out_in)
    match.round = state
    for face in ("AH", "9D", "9C"):
        Referee(match).submit(match.turn or 0, Move(Verb.PLAY, slot_of(state, face)))
    assert (match.over, match.turn, match.start.dealer) == (False, CHANCE, 0)
    assert match.start.totals == (32, 32, 5)


def test_the_answer_that_a_seat_owes_is_given_by_whoever_sits_there() -> None:
    """D8, C-11: a bot that takes over the seat finds the question and answers by the rules."""
    for choose in (CAREFUL, RANDOM):
        state = position(["9H AS 9S", "JK TS KS"], bidder=0, trump="H")
        play(state, "9H")
        play(state, "JK")
        referee = table(state)
        referee.submit(0, choose(referee.match, 0, random.Random(1).random))
        assert (state.phase, state.turn) == (LEAD, 0)


# How careful plays


def sensible(state: OneCard) -> Move:
    """What the careful bot does here."""
    assert state.turn is not None
    return CAREFUL(table(state).match, state.turn, random.Random(1).random)


def card_of(state: OneCard) -> str:
    """The card that the careful bot plays here."""
    slot = sensible(state).slot
    assert slot is not None
    return str(state.faces[slot])


@pytest.mark.parametrize(
    ("hand", "bids"), [("AS KS QS JS AH AD", True), ("9S TS 9H QD JC TD", False)]
)
def test_careful_bids_the_least_with_a_good_hand_and_passes_with_a_bad_one(
    hand: str, bids: bool
) -> None:
    """C-4."""
    state = position([hand, "", "", ""])
    state.phase = AUCTION
    assert sensible(state) == (Move(Verb.BID, None, 6) if bids else Move(Verb.PASS))


def test_careful_asks_more_of_a_bid_that_costs_points() -> None:
    """OC-17 changed: where a missed bid is taken off the total it passes with a fair hand."""
    for failed, verb in (("zero", Verb.BID), ("minus_bid", Verb.PASS)):
        state = position(["AS TS AH 9C 9D TD", "", "", ""], failed_bid=failed)
        state.phase = AUCTION
        assert sensible(state).verb == verb


def test_careful_leads_what_it_bid_on_and_names_its_longest_suit() -> None:
    """C-5: the suit of which it has most; a led joker does not name a suit that it lacks."""
    state = position(["AS KS TS 9S JH KD", "", "", ""], bidder=0)
    assert card_of(state) == "AS"
    state = position(["KS QS TS 9S AH", "", "", ""], bidder=0)
    assert card_of(state) == "9S"
    state = position(["JK TC KC", "", ""], joker_lead_no_bid="leader_names_suit")
    assert sensible(state).value == 3


def test_careful_wins_cheaply_and_gives_no_points_away() -> None:
    """C-10: last to play it takes points with the least card; else it throws off a nothing."""
    lead: dict[str, Any] = {"bidder": 0, "trump": "H"}
    assert card_of(position(["AS TS 9C", "", ""], trick="QS JS", leader=1, led="S", **lead)) == "AS"
    assert card_of(position(["AH TH 9C", "", ""], trick="QS JS", leader=1, led="S", **lead)) == "TH"
    assert card_of(position(["KS TS 9C", "", ""], trick="AS 9S", leader=1, led="S", **lead)) == "TS"
    assert card_of(position(["JK KD 9C", "", ""], trick="AS 9H", leader=1, led="S", **lead)) == "9C"


@pytest.mark.parametrize(("hand", "turns"), [("AS AD KC", 0), ("9S TD 9C", 1)])
def test_careful_turns_the_order_to_suit_its_hand(hand: str, turns: int) -> None:
    """C-11: aces want uptown, nines downtown."""
    state = position([f"9H {hand}", "JK KS QS JS"], bidder=0, trump="H")
    play(state, "9H")
    play(state, "JK")
    assert sensible(state) == Move(Verb.NAME, None, turns)


def played(seats: int, seed: int, careful: set[int]) -> Match:
    """A seeded match to its end: these seats play carefully, the others at random."""
    match = Match(ONE_CARD, ONE_CARD.rules, seats)
    referee, luck = Referee(match), SeededLuck(seed.to_bytes(8, "big"))
    chooser = random.Random(seed).random
    while (turn := match.turn) is not None:
        if turn == CHANCE:
            referee.shuffle(luck.stream())
        else:
            referee.submit(turn, (CAREFUL if turn in careful else RANDOM)(match, turn, chooser))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_careful_makes_four_bids_in_five(seats: int) -> None:
    """Among themselves nearly every hand is bid, and 70 to 90 of 100 bids are made."""
    ends: Counter[str] = Counter()
    for seed in range(40):
        ends.update(row.outcome.why.word for row in played(seats, seed, set(range(seats))).sheet)
    bid = ends["bid_made"] + ends["bid_missed"]
    assert 0.7 < ends["bid_made"] / bid < 0.9
    assert bid > 9 * ends["nobody_bid"]


def test_careful_beats_three_random_players() -> None:
    """Seats rotated over 100 seeded matches; par is 25."""
    wins = 0
    for seed in range(100):
        done = played(4, seed, {seed % 4}).settlement
        assert done is not None
        wins += seed % 4 in done.winners
    assert wins >= 60
