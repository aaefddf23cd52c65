"""The referee: what it refuses, in which order, and which faces it opens to whom."""

from typing import Any

import pytest

from core.cards import FULL_PACK, HIDDEN
from core.errors import IllegalMove
from core.events import EVERYBODY, NOBODY
from core.match import Match
from core.moves import CHANCE, SLOT_LIMIT, Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck, Stream
from tests.core.positions import ONE_HUNDRED, follow, play, position, rules, slot_of, table


def dealt(seats: int = 4, seed: bytes = b"a", **options: Any) -> Referee:
    """A match after its first deal."""
    referee = Referee(Match(ONE_HUNDRED, rules(**options), seats))
    referee.shuffle(SeededLuck(seed).stream())
    return referee


def reason(referee: Referee, seat: Any, move: Move) -> str:
    """Why this move is refused; the match must be as it was, every face too."""
    before = (referee.match.public(), list(referee.match.faces))
    with pytest.raises(IllegalMove) as error:
        referee.submit(seat, move)
    assert (referee.match.public(), referee.match.faces) == before
    return error.value.reason


BAD_FORM: list[Any] = [
    Move(True, 0),
    Move(1.0, 0),  # type: ignore[arg-type]
    Move("play", 0),  # type: ignore[arg-type]
    Move(None, 0),  # type: ignore[arg-type]
    Move(99, 0),
    Move(-1, 0),
    Move(Verb.SHUFFLE),
    Move(Verb.SHUFFLE, None, 0),
    Move(Verb.PLAY, True),
    Move(Verb.PLAY, -1),
    Move(Verb.PLAY, SLOT_LIMIT),
    Move(Verb.PLAY, 10**30),
    Move(Verb.PLAY, 1.0),  # type: ignore[arg-type]
    Move(Verb.PLAY, "1"),  # type: ignore[arg-type]
    Move(Verb.PLAY, [1]),  # type: ignore[arg-type]
    Move(Verb.PLAY, 0, True),
    Move(Verb.PLAY, 0, 1.5),  # type: ignore[arg-type]
    Move(Verb.PLAY, 0, float("nan")),  # type: ignore[arg-type]
    Move(Verb.PLAY, 0, SLOT_LIMIT),
    Move(Verb.PLAY, 0, -SLOT_LIMIT),
    Move(Verb.PLAY, 0, "1"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("move", BAD_FORM, ids=repr)
def test_a_move_of_no_form_is_refused_as_such_by_whomever(move: Move) -> None:
    """C6: form first, whoever asks: True, texts, fractions, negative and huge numbers."""
    referee = dealt()

    assert {reason(referee, seat, move) for seat in (*range(4), CHANCE, 99)} == {"bad_form"}


def test_the_checks_come_in_one_order() -> None:
    """C6: form, then whose turn, then the own cards, then the rules; each hides those after it."""
    referee = dealt()
    match = referee.match
    turn = match.turn
    assert turn is not None
    mine, theirs = match.hand(turn)[0], match.hand((turn + 1) % 4)[0]
    stock = match.zones()[0].slots[0]

    assert reason(referee, (turn + 1) % 4, Move(Verb.PLAY, theirs, 7)) == "not_your_turn"
    assert reason(referee, (turn + 1) % 4, Move(Verb.PLAY, 9_999)) == "not_your_turn"
    assert [reason(referee, turn, Move(Verb.PLAY, at, 7)) for at in (theirs, stock, 9_999)] == [
        "not_in_hand"
    ] * 3
    assert reason(referee, turn, Move(Verb.DRAW, theirs)) == "not_in_hand"
    assert reason(referee, turn, Move(Verb.DRAW, mine)) == "only_cards"


def test_nobody_but_a_seat_moves() -> None:
    """While the deal is awaited nobody owes a move: not chance itself, not a seat that is none."""
    referee = Referee(Match(ONE_HUNDRED, rules(), 3))
    for seat in (CHANCE, 0, 1, 2, 3, None, True, "1", -7):
        assert reason(referee, seat, Move(Verb.PLAY, 0)) == "not_your_turn"


def test_true_is_not_seat_one() -> None:
    """A boolean that equals the number of the seat on turn is still not that seat."""
    referee = table(position(3, hands={1: "KS KH KD"}))

    assert reason(referee, True, Move(Verb.PLAY, slot_of(referee.match.round, "KS"))) == (  # type: ignore[arg-type]
        "not_your_turn"
    )


def test_a_match_that_is_over_takes_no_move() -> None:
    """F3: after the end every move is refused, also one of the winner, and so is a shuffle."""
    state = position(3, hands={1: "9H KH KC"}, out=[2], value=100, chips={1: 1})
    referee = table(state)
    referee.submit(1, Move(Verb.PLAY, slot_of(state, "9H")))

    assert referee.match.over
    assert {reason(referee, at, Move(Verb.PLAY, slot)) for at in range(3) for slot in range(9)} == {
        "match_over"
    }
    with pytest.raises(IllegalMove):
        referee.shuffle(Stream(bytes(32)))


def test_a_shuffle_out_of_place_is_refused_and_takes_nothing() -> None:
    """B11: luck is only the answer to what chance owes; while a seat is on turn it owes nothing."""
    referee = dealt()
    before, stream = referee.match.public(), Stream(bytes(32))
    with pytest.raises(IllegalMove):
        referee.shuffle(stream)

    assert referee.match.public() == before
    assert stream.order(9) == Stream(bytes(32)).order(9)


@pytest.mark.parametrize("value", [None, -1, 4, True, 1.0, "1"])
def test_the_answer_of_chance_is_checked_too(value: Any) -> None:
    """A first dealer who is no seat is refused, on every screen."""
    match = Match(ONE_HUNDRED, rules(), 4)
    for move in (Move(Verb.SHUFFLE, None, value), Move(Verb.SHUFFLE, 0, 1), Move(Verb.PLAY, 0)):
        with pytest.raises(IllegalMove, match="shuffle_first"):
            match.apply(move)

    assert match.turn == CHANCE


@pytest.mark.parametrize("value", [0, True, 1.5, "x"])
def test_a_restock_carries_no_value(value: Any) -> None:
    """The answer to a restock is the order alone, and whatever else comes with it is refused."""
    state = play(position(3, hands={1: "3S KH KC"}, stock="3C", pile="KD QD 7H"), "3S")
    with pytest.raises(IllegalMove, match="shuffle_first"):
        state.apply(Move(Verb.SHUFFLE, None, value))

    assert state.turn == CHANCE


def test_the_deal_opens_each_hand_to_its_seat_and_nothing_else() -> None:
    """The zones decide: three faces for each seat, none for everybody, none of the stock."""
    referee = Referee(Match(ONE_HUNDRED, rules(), 4))
    ruling = referee.shuffle(SeededLuck(b"a").stream())

    assert ruling.public == ()
    assert {seat: [slot for slot, _ in each] for seat, each in ruling.private.items()} == {
        seat: list(referee.match.hand(seat)) for seat in range(4)
    }


def test_a_play_opens_the_card_to_all_and_the_drawn_card_to_the_player() -> None:
    """C6: the others learn one face; the card that was drawn goes to its owner alone."""
    state = position(3, hands={1: "7S KS KD"}, stock="3C 4C")
    referee = table(state)
    known = referee.match.zones()
    referee._public.update(slot for zone in known if zone.sight == EVERYBODY for slot in zone.slots)
    for seat in range(3):
        referee._seen[seat].update(state.hands[seat])
    slot, top = slot_of(state, "7S"), state.stock_top
    ruling = referee.submit(1, Move(Verb.PLAY, slot))

    assert ruling.public == ((slot, FULL_PACK[6]),)
    assert ruling.private == {1: ((top, state.faces[top]),)}
    assert str(state.faces[top]) == "3C"


def test_at_the_end_every_hand_is_open_and_the_stock_is_not() -> None:
    """The last ruling opens the hands; what nobody saw stays unseen until the audit."""
    state = position(3, hands={1: "9H KH KC"}, out=[2], value=100, chips={1: 1})
    referee = table(state)
    ruling = referee.submit(1, Move(Verb.PLAY, slot_of(state, "9H")))
    open_now = {slot for slot, _ in ruling.public}

    assert set(state.hands[0]) <= open_now
    assert not open_now & set(range(state.stock_top, state.stock_end))


def test_a_view_learns_what_its_zones_show_and_no_more() -> None:
    """C1, C9: fed by rulings, a view knows exactly the faces that its seat was ever shown."""
    referee, luck = Referee(Match(ONE_HUNDRED, rules(after_bust="redeal"), 4)), SeededLuck(b"c")
    match = referee.match
    views: dict[int | None, Match] = {
        seat: Match(ONE_HUNDRED, match.rules, 4) for seat in (0, 1, 2, 3, None)
    }
    shown: dict[int | None, set[int]] = {seat: set() for seat in views}
    for _ in range(150):
        turn = match.turn
        if turn is None:
            break
        if turn == CHANCE:
            ruling = referee.shuffle(luck.stream())
        else:
            choice = match.moves()[-1]
            move = choice.move if choice.values is None else choice.naming(choice.values[0])
            ruling = referee.submit(turn, move)
        for seat, view in views.items():
            follow(view, seat, ruling)
            for zone in match.zones():
                if zone.sight == EVERYBODY or (zone.sight != NOBODY and zone.sight == seat):
                    shown[seat].update(zone.slots)
            known = {slot for slot, face in enumerate(view.faces) if face is not HIDDEN}

            assert known == shown[seat]
            assert all(view.faces[slot] == match.faces[slot] for slot in known)
            assert view.public() == match.public()
