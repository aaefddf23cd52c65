"""The half-made choice: it follows the card, asks for values, and is never made by accident."""

from pathlib import Path

import pytest

from core.errors import IllegalMove
from core.moves import Choice, Move, Verb
from tests.tui.fake_evening import FakeEvening, play_slot
from tui.telling import has_names
from tui.widgets.picking import Picking, Question

PLAY = int(Verb.PLAY)


def at_table(hand: str = "4H AC 9D") -> tuple[FakeEvening, Picking]:
    """It is our turn and we hold these cards."""
    evening = FakeEvening()
    evening.welcome()
    evening.begin()
    evening.stack_hand(0, hand)
    evening.others()
    picking = Picking()
    picking.follow(evening.guest)
    return evening, picking


def test_the_pick_follows_the_card_not_its_place() -> None:
    """A card that leaves the hand before the picked one does not move the pick (G16)."""
    evening, picking = at_table()
    picking.pick(2)
    slot = evening.slot(2)
    evening.move(0, play_slot(evening.slot(0)))
    picking.follow(evening.guest)

    assert picking.picked is not None
    assert picking.picked.slot == slot
    assert picking.place == 1


def test_a_card_that_is_gone_is_no_longer_picked() -> None:
    """What was played for us is not picked any more, and no question is left of it."""
    evening, picking = at_table()
    picking.pick(1)
    picking.commit(evening.guest)
    evening.move(0, play_slot(evening.slot(1), 14))
    picking.follow(evening.guest)

    assert picking.picked is None
    assert picking.question is None


def test_a_half_typed_number_survives_what_others_do() -> None:
    """Somebody else's move leaves the question and its digits alone (G16)."""
    evening, picking = at_table()
    picking.pick(1)
    picking.commit(evening.guest)
    assert picking.question is not None
    picking.question.type("1")
    evening.move(0, play_slot(evening.slot(0)))
    evening.play_one()
    picking.follow(evening.guest)

    assert picking.question is not None
    assert picking.question.typed == "1"


def test_enter_without_a_pick_plays_nothing() -> None:
    """The first Enter of somebody in a hurry is refused with a reason."""
    evening, picking = at_table()

    with pytest.raises(IllegalMove, match="nothing_picked"):
        picking.commit(evening.guest)


def test_an_ace_is_played_in_two_steps() -> None:
    """Enter asks, the digits answer, Enter plays the number that is shown."""
    evening, picking = at_table()
    picking.pick(1)

    assert picking.commit(evening.guest) is None
    assert picking.question is not None
    for digit in "42":
        picking.question.type(digit)
    assert picking.commit(evening.guest) == Move(PLAY, evening.slot(1), 42)


@pytest.mark.parametrize("typed", ["", "101", "999"])
def test_a_number_out_of_range_is_refused(typed: str) -> None:
    """OH-4: a black ace names 0 to 100; anything else stays a question."""
    evening, picking = at_table()
    picking.pick(1)
    picking.commit(evening.guest)
    assert picking.question is not None
    for digit in typed:
        picking.question.type(digit)

    with pytest.raises(IllegalMove, match="not_a_value"):
        picking.commit(evening.guest)


def test_another_card_ends_the_question() -> None:
    """Whoever picks another card has changed their mind about the number."""
    evening, picking = at_table()
    picking.pick(1)
    picking.commit(evening.guest)
    picking.pick(0)

    assert picking.question is None
    assert picking.commit(evening.guest) == Move(PLAY, evening.slot(0))


def test_steps_are_taken_back_one_by_one() -> None:
    """Esc leaves the question, then the card, then nothing."""
    evening, picking = at_table()
    picking.pick(1)
    picking.commit(evening.guest)

    assert picking.back()
    assert picking.question is None
    assert picking.place == 1
    assert picking.back()
    assert picking.place == -1
    assert not picking.back()


def test_arrows_go_round_the_hand() -> None:
    """The first step picks an end of the hand; after the last card comes the first."""
    _, picking = at_table()
    places = []
    for way in (-1, 1, 1, -1):
        picking.step(way)
        places.append(picking.place)

    assert places == [2, 0, 1, 0]


def ask(values: range | tuple[int, ...], asks: str, *, list_: bool = False) -> Question:
    """A question of some game."""
    return Question(Choice(Move(PLAY, 3), values, asks), list_)


@pytest.mark.parametrize(
    ("signs", "typed", "value"),
    [("007", "7", 7), ("100", "100", 100), ("1000", "100", 100), ("a-5", "5", 5), ("0", "0", 0)],
)
def test_digits_make_a_number(signs: str, typed: str, value: int) -> None:
    """Leading zeros go, letters are not taken, and no more digits than fit."""
    question = ask(range(101), "number")
    for sign in signs:
        question.type(sign)

    assert (question.typed, question.value) == (typed, value)


def test_a_minus_is_taken_where_numbers_go_below_zero() -> None:
    """A game that offers −10 to 10 can be answered."""
    question = ask(range(-10, 11), "bid")
    for sign in "-7":
        question.type(sign)

    assert question.value == -7


def test_arrows_walk_through_the_values() -> None:
    """One or eleven: each arrow shows the next value as if it had been typed."""
    question = ask((1, 11), "one_or_eleven")
    shown = []
    for _ in range(3):
        question.step(1)
        shown.append(question.typed)

    assert shown == ["1", "11", "1"]


def test_suits_are_a_list_and_numbers_are_typed() -> None:
    """A suit has a sign of its own; one or eleven are numbers, and typing 2 must not mean 11."""
    game = FakeEvening().game

    assert has_names(game, Choice(Move(PLAY, 1), range(4), "suit"))
    assert not has_names(game, Choice(Move(PLAY, 1), (1, 11), "one_or_eleven"))


def test_a_digit_picks_from_a_list() -> None:
    """The third suit by its number; a number beyond the list changes nothing."""
    question = ask(range(4), "suit", list_=True)
    question.type("3")
    question.type("9")

    assert question.value == 2


def test_a_spectator_has_nothing_to_pick(tmp_path: Path) -> None:
    """Without a seat there is no hand, and no key does anything."""
    evening = FakeEvening(seat=-1)
    evening.welcome()
    picking = Picking()
    picking.follow(evening.guest)
    picking.step(1)

    assert not picking.pick(0)
    assert picking.place == -1
