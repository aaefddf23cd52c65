"""One Card, rule by rule: the vectors OC-01 to OC-22 of the rules, and what must be refused."""

import pytest

from core.cards import JOKER, card, cards
from core.errors import IllegalMove
from core.events import NOBODY
from core.game import Start
from core.games.one_card import FOLLOW, LEAD, OVER, PACK, REVERSE, OneCard, _settle
from core.match import Match
from core.moves import Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.one_card_positions import (
    ONE_CARD,
    answer,
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
from tests.core.tables import Table


def hand_of(referee: Referee) -> OneCard:
    """The hand on the table."""
    state = referee.match.round
    assert isinstance(state, OneCard)
    return state


def refused(referee: Referee, move: Move) -> str:
    """Why the seat on turn may not do this; nothing has changed then."""
    match = referee.match
    assert match.turn is not None
    before = repr(match.public())
    with pytest.raises(IllegalMove) as error:
        referee.submit(match.turn, move)
    assert repr(match.public()) == before
    assert ONE_CARD.words[error.value.reason]
    return error.value.reason


# The deal and the auction


@pytest.mark.parametrize(("n", "each"), [(2, 12), (3, 8), (4, 6)])
def test_oc_01_cards_each_one_in_the_centre_and_15_points(n: int, each: int) -> None:
    """C-1 to C-3: from the left of the dealer, one at a time; the last card lies hidden."""
    state = hand_of(auction(n, dealer=n - 1))

    assert [len(hand) for hand in state.hands] == [each] * n
    assert [hand[0] for hand in state.hands] == list(range(n))
    assert state.centre == 24
    assert next(zone for zone in state.zones() if zone.name == "centre").sight == NOBODY
    assert sorted(state.faces) == sorted(PACK)
    assert sum(points(str(face)) for face in PACK) == 15


def points(face: str) -> int:
    """C-3, from the rule's text."""
    return 3 if face == "JK" else int(face[0] in "JQK")


def test_oc_02_the_auction_goes_round_until_one_is_left() -> None:
    """C-4, C-5: the highest bidder plays and leads."""
    referee = auction(4, dealer=0)
    call(referee, "6 - 8 -")
    assert referee.match.turn == 1
    call(referee, "9 -")
    state = hand_of(referee)

    assert (state.bidder, state.bid, state.turn, state.phase) == (1, 9, 1, LEAD)


def test_oc_03_bids_too_low_and_too_high_and_fifteen_ends_it() -> None:
    """C-4: the least first bid, higher each time, fifteen at most."""
    referee = auction(3, dealer=2)
    assert refused(referee, Move(Verb.BID, None, 6)) == "bid_too_low"
    assert refused(referee, Move(Verb.BID, None, 16)) == "bid_too_high"
    call(referee, "7")
    assert refused(referee, Move(Verb.BID, None, 7)) == "bid_too_low"
    call(referee, "15")
    state = hand_of(referee)
    assert (state.bidder, state.bid, state.turn, state.phase) == (1, 15, 1, LEAD)


@pytest.mark.parametrize(("n", "least"), [(2, 8), (3, 7), (4, 6)])
def test_the_least_first_bid(n: int, least: int) -> None:
    """C-4: 8, 7, 6 with two, three, four players."""
    choice = auction(n, dealer=0).match.moves()[0]
    assert list(choice.values or ()) == list(range(least, 16))


@pytest.mark.parametrize(("n", "leader"), [(2, 1), (3, 1), (4, 2)])
def test_oc_04_everybody_passes(n: int, leader: int) -> None:
    """C-6: no trump, uptown; the player opposite the dealer leads."""
    referee = auction(n, dealer=0)
    call(referee, "- " * n)
    state = hand_of(referee)
    assert (state.bidder, state.trump, state.downtown) == (None, -1, False)
    assert (state.turn, state.phase) == (leader, LEAD)


def test_oc_04_three_pass_and_the_last_one_bids() -> None:
    """C-4: if all others have passed, the last player may still bid or pass."""
    referee = auction(4, dealer=0)
    call(referee, "- - - 6")
    state = hand_of(referee)
    assert (state.bidder, state.bid, state.turn, state.phase) == (0, 6, 0, LEAD)


def test_a_pass_is_final_and_nobody_speaks_out_of_turn() -> None:
    """C-4: whoever passed is passed over; another seat is refused."""
    referee = auction(3, dealer=2)
    call(referee, "- 7 8")
    assert referee.match.turn == 1
    for seat in (0, 2):
        with pytest.raises(IllegalMove, match="not_your_turn"):
            referee.submit(seat, Move(Verb.BID, None, 9))
    call(referee, "-")
    assert hand_of(referee).bidder == 2


def test_what_is_no_call_is_refused_in_the_auction() -> None:
    """A card, an answer that nobody asked for, a pass with a number."""
    referee = auction(3, dealer=2)
    slot = referee.match.hand(0)[0]
    for move in (
        Move(Verb.PLAY, slot),
        Move(Verb.NAME, None, 1),
        Move(Verb.DRAW),
        Move(Verb.PASS, None, 1),
        Move(Verb.BID),
        Move(Verb.BID, slot, 8),
    ):
        assert refused(referee, move) == "bid_or_pass"


# Trump and the joker


def test_oc_05_the_first_lead_makes_trump() -> None:
    """C-5."""
    state = position(["AS KS", "KD QS"], turn=1, bidder=1)
    play(state, "KD")
    assert state.trump == suit("D")


def test_oc_06_the_joker_as_first_lead_names_trump() -> None:
    """C-5, C-9, C-11: a suit must be named; hearts has to be followed; the winner may reverse."""
    state = position(["9H AS", "JK TS", "KC QC"], turn=1, bidder=1)
    joker = slot_of(state, "JK")
    referee = table(state)
    assert refused(referee, Move(Verb.PLAY, joker)) == "no_such_suit"
    assert refused(referee, Move(Verb.PLAY, joker, 4)) == "no_such_suit"
    assert refused(referee, Move(Verb.PLAY, joker, -1)) == "no_such_suit"
    play(state, "JK", "H")
    assert state.trump == suit("H")
    assert legal(state) == {"KC", "QC"}
    play(state, "KC")
    assert legal(state) == {"9H"}
    play(state, "9H")
    assert (state.turn, state.phase, state.points) == (0, REVERSE, [4, 0, 0])


@pytest.mark.parametrize(
    ("hand", "trump", "led", "expected"),
    [
        ("JK 9S AH", "H", "S", {"9S"}),  # OC-07
        ("JK 9C AH", "H", "S", {"JK", "9C", "AH"}),
        ("JK 9C", "H", "H", {"JK"}),  # OC-08
        ("JK 9H 9C", "H", "H", {"JK", "9H"}),
        ("9C AH", "H", "H", {"AH"}),  # the joker was led: trump is led
        ("JK 9S", "", "S", {"9S"}),  # OC-09
        ("JK 9C", "", "S", {"JK", "9C"}),
        ("9C AH", "", "", {"9C", "AH"}),  # the joker was led: nothing to follow
    ],
)
def test_oc_07_to_09_what_may_be_played(
    hand: str, trump: str, led: str, expected: set[str]
) -> None:
    """C-8, C-9: follow the suit that was led; the joker is a trump, or has no suit."""
    lead = {"S": "KS", "H": "KH", "": "JK"}[led]
    if led == "H" and "JK" not in hand:
        lead = "JK"
    bidder = 0 if trump else None
    state = position(["", hand], trick=lead, led=led, trump=trump, bidder=bidder)
    assert legal(state) == expected


@pytest.mark.parametrize(
    ("trick", "trump", "downtown", "expected"),
    [
        ("AS JK 9H KS", "H", False, 2),  # OC-10
        ("AS JK KS TS", "H", False, 1),
        ("JK 9C AS TD", "H", False, 0),  # OC-11
        ("JK 9H AS TH", "H", False, 3),
        ("KS AS JK", "", False, 2),  # OC-12
        ("JK AS AH", "", False, 0),
        ("KS AH 9S", "", False, 0),
        ("AD 9D TD", "S", True, 1),  # OC-13
        ("AD AS KS", "S", True, 2),
        ("AD 9D TD", "S", False, 0),
    ],
)
def test_oc_10_to_13_who_takes_the_trick(
    trick: str, trump: str, downtown: bool, expected: int
) -> None:
    """C-7, C-10."""
    assert winner(trick, trump=trump, downtown=downtown) == expected


# The order turned round


def test_oc_14_downtown_from_the_next_trick() -> None:
    """C-11, C-12: 9S beats AS; the last trick brings the centre card."""
    state = position(["9H AS", "JK 9S"], bidder=0, trump="H", centre="KD")
    play(state, "9H")
    assert legal(state) == {"JK"}
    play(state, "JK")
    assert (state.turn, state.phase) == (0, REVERSE)
    answer(state, 1)
    assert (state.turn, state.phase, state.downtown) == (0, LEAD, True)
    play(state, "AS")
    play(state, "9S")
    outcome = state.outcome()
    assert outcome is not None
    assert state.won_by == 1
    assert [score.points for score in outcome.scores] == [0, 1]  # the bid of 8 was missed


def test_oc_15_no_question_in_a_hand_without_a_bid() -> None:
    """C-11: the joker is the highest card, and turns nothing round."""
    state = position(["KS AS", "JK 9C"])
    play(state, "KS")
    play(state, "JK")
    assert (state.turn, state.phase) == (1, LEAD)


def test_oc_16_no_question_after_the_last_trick() -> None:
    """C-11, C-12: joker 3 and the king in the centre 1."""
    state = position(["9H", "JK"], bidder=0, trump="H", centre="KD")
    play(state, "9H")
    play(state, "JK")
    assert (state.turn, state.phase) == (None, OVER)
    outcome = state.outcome()
    assert outcome is not None
    assert [note.values["points"] for note in outcome.scores[0].reasons[:2]] == [3, 1]


def test_oc_21_winning_the_own_joker_counts() -> None:
    """C-11: nobody else has a trump; the bidder takes the joker back and may reverse."""
    state = position(["KD 9D", "JK 9C", "AC TC"], turn=1, bidder=1, trump="S")
    play(state, "JK")
    play(state, "AC")
    play(state, "KD")
    assert (state.turn, state.phase, state.points) == (1, REVERSE, [0, 4, 0])


# The score


@pytest.mark.parametrize(
    ("bidder", "bid", "expected"),
    [(None, 0, (7, 8)), (0, 8, (0, 8)), (1, 8, (7, 8)), (1, 9, (7, 0))],
)
def test_oc_17_what_is_scored(bidder: int | None, bid: int, expected: tuple[int, int]) -> None:
    """C-13: a missed bid scores nothing; everybody else scores what they took."""
    state = position(["9S", "9H"], bidder=bidder, bid=bid, trump="C", centre="TS", points=(7, 8))
    state.bidder = bidder
    state.trump = suit("C") if bidder is not None else -1
    play(state, "9S")
    play(state, "9H")
    outcome = state.outcome()
    assert outcome is not None
    assert tuple(score.points for score in outcome.scores) == expected


def test_oc_18_the_centre_card_counts_toward_the_bid() -> None:
    """C-12, C-13."""
    state = position(["AH", "9S"], bidder=0, bid=8, trump="H", centre="JC", points=(7, 7))
    play(state, "AH")
    play(state, "9S")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.why.word == "bid_made"
    assert [score.points for score in outcome.scores] == [8, 7]


def test_oc_19_points_in_cards() -> None:
    """C-3."""
    for face, worth in zip(cards("AS TS 9S JS KD JK"), (0, 0, 0, 1, 1, 3), strict=True):
        state = position(["AH", "9D"], bidder=0, trump="H", centre=str(face))
        play(state, "AH")
        play(state, "9D")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores[0].reasons[1].values["points"] == worth


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((29, 12), ()), ((30, 12), (0,)), ((31, 33, 20), (1,)), ((32, 32, 5), ())],
)
def test_oc_20_who_has_won(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """C-14: the highest total at thirty or more; shared, another hand is played (F2)."""
    n = len(totals)
    state = position(["AH", "9D"] if n == 2 else ["AH", "9D", "9C"], centre="TD")
    for face in ("AH", "9D", "9C")[:n]:
        play(state, face)
    outcome = state.outcome()
    assert outcome is not None
    first = Start.first(n)
    start = Start(first.live, 0, totals, 5, first.out_in)
    assert [score.points for score in outcome.scores] == [0] * n
    done = _settle(rules(), start, outcome)
    assert done.winners == winners
    assert done.totals == totals


def test_oc_22_the_last_trick_of_a_hand_without_a_bid() -> None:
    """C-10, C-12: joker 3, KD 1, QS in the centre 1."""
    state = position(["KD", "JK", "AC", "9D"], turn=2, centre="QS")
    for face in ("AC", "9D", "KD", "JK"):
        play(state, face)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[1].points == 5


# What must be refused


def test_a_revoke_is_refused_and_names_the_suit() -> None:
    """C-9: a card of another suit while the suit is in hand; a wrong suit never wins the trick."""
    state = position(["", "9S AH"], trick="KS", led="S")
    with pytest.raises(IllegalMove) as error:
        play(state, "AH")
    assert (error.value.reason, error.value.values) == ("follow_suit", {"suit": suit("S")})
    assert winner("9D AS", led="D") == 0


def test_answers_that_nobody_asked_for_and_wrong_ones() -> None:
    """C-11: a name without a question, a card before the answer, something else than yes or no."""
    state = position(["9H AS", "JK 9S"], bidder=0, trump="H")
    referee = table(state)
    assert refused(referee, Move(Verb.NAME, None, 1)) == "only_cards"
    assert refused(referee, Move(Verb.BID, None, 9)) == "only_cards"
    assert refused(referee, Move(Verb.PLAY, slot_of(state, "9H"), 1)) == "names_nothing"
    play(state, "9H")
    play(state, "JK")
    referee = table(state)
    assert refused(referee, Move(Verb.PLAY, slot_of(state, "AS"))) == "answer_first"
    assert refused(referee, Move(Verb.NAME, None, 2)) == "yes_or_no"
    assert refused(referee, Move(Verb.NAME)) == "yes_or_no"
    answer(state, 0)
    assert not state.downtown


def test_the_joker_is_asked_about_once() -> None:
    """C-11: at most once in a hand, over many random hands."""
    for seed in range(40):
        sitting = Table(ONE_CARD, ONE_CARD.rules, 2 + seed % 3, seed)
        asked = [0, 0]
        for ruling in sitting.steps():
            if len(sitting.match.sheet) > asked[1]:
                asked = [0, len(sitting.match.sheet)]
            asked[0] += ruling.move.verb == Verb.NAME
            assert asked[0] <= 1


def test_a_new_hand_forgets_trump_order_and_bids() -> None:
    """E6: nothing of the last hand is left; the next dealer sits to the left (C-2)."""
    match = Match(ONE_CARD, rules(), 3)
    referee, luck = Referee(match), SeededLuck(b"two hands")
    dealers: list[int] = []
    while len(match.sheet) < 3:
        if match.turn is not None and match.turn >= 0:
            choice = match.moves()[0]
            move = choice.move if choice.values is None else choice.naming(choice.values[-1])
            referee.submit(match.turn, move)
            continue
        referee.shuffle(luck.stream())
        state = hand_of(referee)
        assert state.dealer is not None
        dealers.append(state.dealer)
        assert (state.trump, state.downtown, state.bid, state.calls) == (-1, False, 0, [None] * 3)
        assert state.phase not in (FOLLOW, OVER)
    assert dealers[1:] == [(dealers[0] + 1) % 3, (dealers[0] + 2) % 3]
    assert card("JK") is JOKER
