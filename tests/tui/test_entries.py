"""In which order a hand lies, and what came into it: the same for the screen and plain mode."""

from core.moves import Verb
from tests.core.one_card_positions import position, table
from tui.entries import drawn, entries, sorted_hand
from tui.faces import face_text
from tui.plain_cards import offers

HAND = "AS 9S JH JK 9H AD"


def lying(order: str, trump: str = "") -> list[str]:
    """The hand of the first seat in an order."""
    match = table(position([HAND, "KS QS JS 9D KD QD"], bidder=0, trump=trump)).match
    return [face_text(match.faces[slot]) for slot in sorted_hand(match, 0, order)]


def test_the_ace_is_the_highest_of_its_suit() -> None:
    """By suit an ace is not beside the lowest card, by rank it is above the kings."""
    assert lying("suit") == ["9♠", "A♠", "9♥", "J♥", "A♦", "JK"]
    assert lying("rank") == ["9♠", "9♥", "J♥", "A♠", "A♦", "JK"]


def test_trumps_lie_together_with_the_joker() -> None:
    """One Card (C-8): the joker is a trump, and trumps stand behind the other suits."""
    assert lying("suit", "S") == ["9♥", "J♥", "A♦", "9♠", "A♠", "JK"]


def test_the_screen_and_plain_mode_list_the_same_cards() -> None:
    """One list: what is third on the screen is third in lines, whatever the order."""
    match = table(position([HAND, "KS QS JS 9D KD QD"], bidder=0, trump="S")).match
    for order in ("dealt", "suit", "rank"):
        screen = entries(match, 0, order, match.moves())
        assert [one.slot for one in screen] == [one.slot for one in offers(match, 0, order)]
        assert {one.verb for one in screen} == {Verb.PLAY}


def test_what_came_into_a_hand_is_known_and_a_deal_is_no_news() -> None:
    """Two cards drawn are two; a hand that is all new was dealt."""
    assert drawn(frozenset({1, 2}), frozenset({2, 7, 8})) == (7, 8)
    assert drawn(frozenset({1, 2}), frozenset({4, 5, 6})) == ()
    assert drawn(frozenset(), frozenset({4, 5, 6})) == ()
