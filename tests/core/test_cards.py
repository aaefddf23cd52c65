"""Cards, packs and their texts."""

import pytest

from core.cards import CARDS, FULL_PACK, HIDDEN, JOKER, Card, Rank, Suit, card, cards
from core.errors import CardTextError


def test_every_card_reads_back_from_its_code() -> None:
    """The 52 cards and the joker are 53 codes, each of which reads as the same card."""
    codes = {str(one) for one in CARDS}

    assert len(codes) == 53
    assert [card(str(one)) for one in CARDS] == list(CARDS)


def test_people_may_write_a_card_in_several_ways() -> None:
    """`TH`, `10h`, ` 10♥ ` and `th` are the ten of hearts; `joker` and `jk` the joker."""
    assert {card(text) for text in ("TH", "10h", " 10♥ ", "th")} == {cards("TH")[0]}
    assert {card("joker"), card("jk")} == {JOKER}


@pytest.mark.parametrize(
    "text", ["", "1h", "11h", "h", "10", "Th s", "XX", "??", "A", "0s", "tt", "♥", "♥10", "K♥♥"]
)
def test_what_is_no_card_is_refused_in_words(text: str) -> None:
    """Anything else is refused with a sentence that shows how a card is written."""
    with pytest.raises(CardTextError, match="write it like"):
        card(text)


def test_rank_and_suit_follow_from_the_code() -> None:
    """A pack is ace to king of spades, hearts, diamonds, clubs; pips are the rank's number."""
    assert [str(one) for one in (FULL_PACK[0], FULL_PACK[12], FULL_PACK[13], FULL_PACK[51])] == [
        "AS",
        "KS",
        "AH",
        "KC",
    ]
    assert all(FULL_PACK[suit * 13 + rank - 1].rank == rank for suit in Suit for rank in Rank)
    assert all(FULL_PACK[suit * 13 + rank - 1].suit == suit for suit in Suit for rank in Rank)
    assert int(Rank.TEN) == 10


@pytest.mark.parametrize("face", [JOKER, HIDDEN])
def test_a_joker_and_a_hidden_face_have_neither_rank_nor_suit(face: Card) -> None:
    """Asking is a fault of the program, and says so."""
    with pytest.raises(ValueError, match="neither"):
        _ = face.rank
    with pytest.raises(ValueError, match="neither"):
        _ = face.suit


def test_hidden_is_no_card_of_any_pack() -> None:
    """A hidden face prints as `??`, and no text reads as one."""
    assert str(HIDDEN) == "??"
    assert HIDDEN not in CARDS
    assert repr(CARDS[9]) == "Card('TS')"
