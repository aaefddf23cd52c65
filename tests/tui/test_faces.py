"""Faces: glyphs, letters, words; every sign one cell wide."""

import unicodedata

from core.cards import CARDS, HIDDEN, JOKER, card
from net.clean import clean, width
from tui.faces import face_of, face_text, spoken, suit_class


def test_a_face_is_rank_and_suit() -> None:
    """Players write 10h and A♠, not TH and AS (rules.md, conventions)."""
    assert [face_text(card(code)) for code in ("TH", "AS", "2D", "QC")] == ["10♥", "A♠", "2♦", "Q♣"]
    assert [face_text(card(code), ascii=True) for code in ("TH", "AS")] == ["10h", "As"]
    assert face_text(JOKER) == "JK"


def test_faces_can_be_spoken() -> None:
    """A screen reader says ranks and suits by their names (style.md 10)."""
    assert spoken(card("4H")) == "4 of hearts"
    assert spoken(card("AC")) == "ace of clubs"
    assert spoken(card("TD")) == "10 of diamonds"
    assert spoken(card("KS")) == "king of spades"
    assert spoken(JOKER) == "joker"


def test_a_hidden_face_names_no_card() -> None:
    """What was not seen here cannot be written (C6)."""
    assert face_text(HIDDEN) == "??"
    assert spoken(HIDDEN) == "a card"
    assert suit_class(HIDDEN) == "hidden"


def test_every_sign_is_one_cell_without_variation_selectors() -> None:
    """♥ with a variation selector is two cells wide in some terminals (style.md 11.6)."""
    for face in (*CARDS, HIDDEN):
        for text in (face_text(face), face_text(face, ascii=True)):
            assert "\ufe0f" not in text
            assert width(text) == len(text) == len(clean(text))
            assert all(unicodedata.east_asian_width(sign) not in "WF" for sign in text)
        assert face_text(face, ascii=True).isascii()


def test_texts_of_faces_are_told_apart_and_read_back() -> None:
    """Fifty-three faces have fifty-three texts in each form, and the core reads them (G16)."""
    for forms in ({face_text(one) for one in CARDS}, {face_text(one, ascii=True) for one in CARDS}):
        assert len(forms) == 53
        assert {card(text) for text in forms} == set(CARDS)
    assert len({spoken(one) for one in CARDS}) == 53


def test_suits_have_the_names_that_themes_colour() -> None:
    """The theme's suits and the class of a face are the same words."""
    assert {suit_class(one) for one in CARDS} == {"spades", "hearts", "diamonds", "clubs", "joker"}


def test_a_number_that_is_no_card_is_hidden() -> None:
    """Values of a note may come from anywhere and never fail (F2)."""
    assert [face_of(number) for number in (-1, 53, 127, 10**9)] == [HIDDEN] * 4
    assert face_of(0) == card("AS")
