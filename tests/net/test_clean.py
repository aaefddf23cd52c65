"""Other people's text: what may reach a screen, and which names may sit down (11.2, F2)."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from net.clean import (
    MARKS,
    NAME_CELLS,
    OUR_MARK,
    NameRefused,
    clean,
    clean_name,
    skeleton,
    unique_name,
    width,
)

ZALGO = "Z" + "\u0335\u0321\u0313\u0308" * 40
NASTY = {
    "[/]": "[/]",
    "[@click=app.quit]x[/]": "[@click=app.quit]x[/]",
    "\x1b]0;owned\x07hi": "]0;ownedhi",
    "\x1b[31mred\x1b[0m": "[31mred[0m",
    "\x9b31mred": "31mred",
    "a\x00b\x7fc\x08": "abc",
    "one\ttwo\r\nthree\u2028four\u2029five\x85six": "one two  three four five six",
    "no\u00a0break\u3000wide\u2003em\u2800blank": "no break wide em blank",
    "\u202eevil\u202c \u2066x\u2069 \u200ey\u061c": "evil x y",
    "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg": "abcdefg",
    "♥\ufe0f♥\ufe0e\U000e0101": "♥♥",
    "\ue000\U000f0000\U0010ffff": "",
    "\ud800x\udc00": "x",
    "\u0378\ufdd0\uffff": "",
    "\u034f\u115f\u3164\uffa0\u17b4\u180b": "",
    "\U000e0041\U000e0042": "",
    "\u0301acute": "acute",
    " \u0301x": " x",
    "e\u200b\u0301": "é",
    "\u0435\u0308": "ё",
    "ё": "ё",
    "名": "名",
    f"{OUR_MARK} Ann wins": " Ann wins",
    "g\u1161\u11a8\u0301": "g",
    "\U0001f3fb": "",
    "👩\U0001f3fd": "👩\U0001f3fd",
    ZALGO: unicodedata.normalize("NFC", ZALGO)[: MARKS + 1],
    "": "",
}

WEIRD = st.sampled_from("".join(NASTY) + "\u1100\u1161\u11a8\u09c7\u09be\u0323\U0001f1e9👩🏽🤝🃏")
TEXTS = st.text(st.characters() | WEIRD, max_size=60)


def refusal(text: str) -> str:
    """Say why a name is refused; fail when it is not."""
    with pytest.raises(NameRefused) as caught:
        clean_name(text)
    return caught.value.reason


@pytest.mark.parametrize(("raw", "safe"), NASTY.items(), ids=ascii)
def test_nasty_strings_come_out_harmless(raw: str, safe: str) -> None:
    """Escape sequences, bidi, unseen characters and towers go; brackets and letters stay (11.2)."""
    assert clean(raw) == safe


@given(TEXTS)
@example(ZALGO)
def test_nothing_that_comes_out_is_obeyed_by_a_terminal(text: str) -> None:
    """No control, format, private, unassigned or line-ending character survives (11.2)."""
    for char in clean(text):
        assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert char == " " or not char.isspace()


def test_every_code_point_is_either_dropped_or_harmless() -> None:
    """All 1,114,112 code points, each behind a letter: none comes out that should not (11.2)."""
    for start in range(0, sys.maxunicode + 1, 4096):
        text = "".join(f"a{chr(point)}" for point in range(start, start + 4096))
        out = clean(text, cells=1 << 20, points=1 << 20)
        assert out.isprintable()
        assert clean(out, cells=1 << 20, points=1 << 20) == out
        assert cell_len(out) <= width(out)
        assert OUR_MARK not in out


@given(TEXTS, st.integers(0, 20), st.integers(0, 20))
def test_cleaning_twice_changes_nothing(text: str, cells: int, points: int) -> None:
    """What is clean stays as it is, at every limit, and is NFC (11.2)."""
    once = clean(text, cells=cells, points=points)
    assert clean(once, cells=cells, points=points) == once
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)


@given(TEXTS, st.integers(0, 20), st.integers(0, 20))
def test_cells_and_points_are_bounded(text: str, cells: int, points: int) -> None:
    """A text never fills more cells than it may, by our count and by the screen's (11.2)."""
    out = clean(text, cells=cells, points=points)
    assert len(out) <= points
    assert cell_len(out) <= width(out) <= cells


@given(TEXTS)
@example(ZALGO * 3)
def test_marks_are_bounded(text: str) -> None:
    """No base carries more marks than two, and no mark stands on nothing or on a space (11.2)."""
    marks = MARKS
    before = " "
    for char in clean(text):
        if unicodedata.category(char) in {"Mn", "Me"}:
            marks += 1
        elif unicodedata.category(char) != "Mc":
            marks = 0
        if unicodedata.category(char)[0] == "M":
            assert before != " "
        assert marks <= MARKS
        before = char


def test_a_long_text_is_cut_at_a_whole_character() -> None:
    """Two hundred letters become what fits; a wide character is not halved (11.2)."""
    assert clean("a" * 200, cells=80) == "a" * 80
    assert clean("名" * 50, cells=9) == "名" * 4
    assert clean("ab\u0323\u0307" * 50, cells=2) == "a\u1e05\u0307"
    assert len(clean("a" * 10_000, cells=10_000)) == 480


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("♠♥♦♣", 4), ("名", 2), ("e\u0323\u0307", 1), ("🃏", 2)], ids=ascii
)
def test_width_counts_as_a_terminal_does(text: str, cells: int) -> None:
    """Suits take one cell, ideographs and pictures two, accents none (11.6)."""
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ann", "ann"),
        ("  Anna \t Maria ", "Anna Maria"),
        ("Jürgen", "Jürgen"),
        ("Nguyễn", "Nguyễn"),
        ("O’Neil-2", "O’Neil-2"),
        ("Пётр", "Пётр"),
        ("Νίκος", "Νίκος"),
        ("名", "名"),
        ("山田はな", "山田はな"),
        ("김하나", "김하나"),
        ("हिंदी", "हिंदी"),
        ("الله", "الله"),
        ("[/]", "[/]"),
        ("Ann\u202e\x1b", "Ann"),
        ("an\u200b\u0303", "añ"),
        ("𝐀𝐧𝐧", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("Talbot", "Talbot"),
        ("hostess", "hostess"),
        ("a" * NAME_CELLS, "a" * NAME_CELLS),
        ("名" * 8, "名" * 8),
    ],
    ids=ascii,
)
def test_names_of_real_people_are_taken_as_they_are(text: str, name: str) -> None:
    """One script, at most sixteen cells, whatever the language (F2)."""
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t\n", "empty"),
        ("\u200b\u202e", "empty"),
        ("...", "empty"),
        ("\u3164\u2800", "empty"),
        ("a" * 17, "too_long"),
        ("a" * 200, "too_long"),
        ("名" * 9, "too_long"),
        ("ﷺ", "too_long"),
        ("[@click=app.quit]x[/]", "too_long"),
        ("Аnn", "mixed_scripts"),
        ("аnn", "mixed_scripts"),
        ("Αnn", "mixed_scripts"),
        ("名ann", "mixed_scripts"),
        ("하な", "mixed_scripts"),
        ("q\u0323\u0307", "marks"),
        (ZALGO[:20], "marks"),
        ("2", "digits"),
        ("٢ ٣", "digits"),
        ("host", "reserved"),
        ("HOST", "reserved"),
        ("The Host", "reserved"),
        ("(you)", "reserved"),
        ("seat 3", "reserved"),
        ("bot2", "reserved"),
        ("b0t", "reserved"),
        ("h.o.s.t", "reserved"),
        ("b o t", "reserved"),
        ("h\u200bost", "reserved"),
        ("𝐡𝐨𝐬𝐭", "reserved"),
        ("ʜᴏꜱᴛ", "reserved"),
        ("ноѕт", "reserved"),
        ("ѕеат", "reserved"),
        ("вот", "reserved"),
    ],
    ids=ascii,
)
def test_a_name_that_could_deceive_is_refused_with_a_reason(text: str, reason: str) -> None:
    """Empty, long, mixed, piled up, a number, or a word of ours in any disguise (F2)."""
    assert refusal(text) == reason


@given(TEXTS)
def test_a_name_is_short_clean_and_final(text: str) -> None:
    """Whatever is taken as a name fits its column and is taken again unchanged (F2)."""
    try:
        name = clean_name(text)
    except NameRefused:
        return
    assert 1 <= cell_len(name) <= width(name) <= NAME_CELLS
    assert clean(name) == clean_name(name) == name
    assert name.isprintable()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("сора", "copa"),
        ("АН", "AH"),
        ("Οτο", "0t0"),
        ("Paul", "PauI"),
        ("Pau1", "Paul"),
        ("modern", "modem"),
        ("ann2", "ann 2"),
        ("ann_2", "ann-2"),
        ("strasse", "straße"),
        ("ann ٢", "ann 2"),
        ("սօհ", "uoh"),
    ],
    ids=ascii,
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    """Case, width, foreign letters and digits that look the same make no second person (F2)."""
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Jurgen", "Jürgen"), ("n", "h")])
def test_names_that_differ_have_two_skeletons(one: str, other: str) -> None:
    """Letters and accents that the eye tells apart stay apart (F2)."""
    assert skeleton(one) != skeleton(other)


@given(TEXTS)
def test_a_skeleton_is_its_own_skeleton(text: str) -> None:
    """Folding is done in one go: a second time finds nothing more (F2)."""
    assert skeleton(skeleton(clean(text))) == skeleton(clean(text))


def test_a_taken_name_gets_a_number() -> None:
    """The second Ann is Ann 2, the third Ann 3, in spite of lookalikes (F2)."""
    assert unique_name("Ann", []) == "Ann"
    assert unique_name("Ann", ["ann"]) == "Ann 2"
    assert unique_name("ann", ["Ann", "ANN 2"]) == "ann 3"
    assert unique_name("copa", ["сора"]) == "copa 2"
    assert unique_name("ann 2", ["ann", "ann 2"]) == "ann 2 2"


def test_a_long_taken_name_is_cut_to_make_room() -> None:
    """With its number the name still fits sixteen cells (F2)."""
    assert unique_name("a" * 16, ["a" * 16]) == "a" * 14 + " 2"
    assert unique_name("名" * 8, ["名" * 8]) == "名" * 7 + " 2"
    # Cut for a short number this one would say "host", so it gets a longer number.
    assert unique_name("aaaaaaaaa hostxx", ["aaaaaaaaa hostxx"]) == "aaaaaaaaa hos 10"


def test_no_free_number_is_a_refusal() -> None:
    """A hundred Anns are enough, and a number is no way round a word of ours (F2)."""
    with pytest.raises(NameRefused, match="taken"):
        unique_name("ann", ["ann", *(f"ann {number}" for number in range(2, 100))])
    with pytest.raises(NameRefused, match="reserved"):
        unique_name("host", [])


@given(TEXTS, st.lists(st.sampled_from(["a", "b", "é", "名", "x y", "42a"]), max_size=6))
def test_a_unique_name_is_new_and_a_name(text: str, taken: list[str]) -> None:
    """What comes out is a valid name and nobody's lookalike (F2)."""
    try:
        name = unique_name(text, taken)
    except NameRefused:
        return
    assert clean_name(name) == name
    assert skeleton(name) not in set(map(skeleton, taken))
