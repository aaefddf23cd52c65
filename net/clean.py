"""Other people's text made safe, before it is stored, sent on or shown (protocol.md F2, F3).

A terminal obeys what it is shown: an escape sequence renames a window, a bidi control turns a
sentence round, a pile of accents paints over the lines above. Everything that a person, a file or
another program says passes through here once. What comes out is plain text of bounded size; square
brackets stay, for whether text is markup is the screen's business.

Which characters are assigned differs between versions of Python, so two machines may clean a text
differently: never put cleaned text into a hash that both must agree on.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, TypeAlias

CELLS = 240
"""Terminal cells that a text may fill when nobody says otherwise: three lines of 80."""

POINTS = 480
"""Code points that a text may have when nobody says otherwise."""

MARKS = 2
"""Combining marks that may sit on one character: what Hebrew and Thai need, and no tower."""

NAME_CELLS = 16
"""Terminal cells that a name may fill (F2)."""

CHAT_CELLS = 200
"""Terminal cells that a line of chat may fill."""

OUR_MARK = "▌"
"""The sign before what the program itself says; no cleaned text can contain it (F2)."""

Reason: TypeAlias = Literal[
    "empty", "too_long", "mixed_scripts", "marks", "digits", "reserved", "taken"
]
"""Why a name is refused; the screen has the sentences."""


class NameRefused(ValueError):
    """A name that nobody may sit under; `reason` says why, as a code for the screen's words."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def _ranges(*pairs: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(point) for first, last in pairs for point in range(first, last + 1))


# Assigned, neither control nor format, and still to be dropped.
_UNSEEN = _ranges(
    (0x034F, 0x034F),  # the grapheme joiner
    (0x115F, 0x115F),  # fillers for Hangul syllables, blank by design
    (0x3164, 0x3164),
    (0xFFA0, 0xFFA0),
    (0x17B4, 0x17B5),  # Khmer vowels that are not written
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0xFE00, 0xFE0F),  # variation selectors: what ♥ is wide with
    (0xE0100, 0xE01EF),
    (0x2580, 0x259F),  # blocks: OUR_MARK is one of them and the others look like it
    (0x1FB00, 0x1FBFF),
)
_BLANK = frozenset("\t\n\v\f\r\x85\u2028\u2029\u2800")
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Vowels and finals of Hangul that NFC left alone are drawn over what stands before them.
_LOOSE_JAMO = _ranges((0x1160, 0x11FF), (0xD7B0, 0xD7FF))
# Skin colours join the picture before them in some terminals and stand alone in others.
_TONES = _ranges((0x1F3FB, 0x1F3FF))
# Two cells since Unicode 16, one in the tables of older Pythons; and flags, two or four.
_WIDENED = _ranges(
    (0x2630, 0x2637),
    (0x268A, 0x268F),
    (0x4DC0, 0x4DFF),
    (0x1D300, 0x1D356),
    (0x1D360, 0x1D376),
    (0x1F1E6, 0x1F1FF),
)


def width(text: str) -> int:
    """Cells that a terminal needs for cleaned text, at most.

    Ambiguous characters (suits, box lines) count as one, as Textual counts them. Where terminals
    disagree (vowel signs, skin colours, flags) the wider answer counts.
    """
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    category = unicodedata.category(char)
    if category in {"Mn", "Me"}:
        return 0
    if category == "Mc":
        return 1
    return 2 if char in _WIDENED or unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _safe(char: str) -> str:
    if char in _BLANK:
        return " "
    category = unicodedata.category(char)
    if category == "Zs":
        return " "
    return "" if category in _DROPPED or char in _UNSEEN else char


def clean(text: str, *, cells: int = CELLS, points: int = POINTS) -> str:
    r"""Text that no terminal obeys: one line, NFC, at most `cells` cells and `points` code points.

    White space of every kind becomes a space. Dropped are controls, format characters (bidi,
    zero-width), surrogates, private and unassigned code points, variation selectors, block
    elements (see `OUR_MARK`), marks without a base and marks beyond `MARKS` on one base. The rest
    is cut at a whole character. Cleaning twice changes nothing (style.md 11.2).

    >>> clean("\x1b]0;owned\x07hi\n[b]there")
    ']0;ownedhi [b]there'
    """
    # Decomposed text has at most four points a character; normalising more than will be kept
    # takes quadratic time for a stranger's tower of marks.
    kept = "".join(map(_safe, text[: 4 * points]))
    out: list[str] = []
    used = 0
    marks = MARKS
    based = False
    for char in unicodedata.normalize("NFC", kept):
        category = unicodedata.category(char)
        if char in _LOOSE_JAMO:
            based = False
            continue
        if category[0] != "M" and char not in _TONES:
            based = char != " "
            marks = MARKS
        elif not based:
            continue
        elif category != "Mc":
            if not marks:
                continue
            marks -= 1
        used += _cells(char)
        if used > cells or len(out) == points:
            break
        out.append(char)
    return "".join(out)


_RESERVED_WORDS = (
    "admin bot dealer everybody everyone host nobody seat server spectator stammtisch system"
    " table you"
)
# Writing systems that one language mixes; told by the first word of a character's Unicode name.
_FAMILIES = (
    frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA"}),
    frozenset({"CJK", "IDEOGRAPHIC", "HANGUL"}),
    frozenset({"CJK", "IDEOGRAPHIC", "BOPOMOFO"}),
)
_SHARED = frozenset({"COMBINING", "MODIFIER"})


def clean_name(text: str) -> str:
    """A name as people at the table see it, or `NameRefused` (F2).

    The name is NFKC (RFC 8266 does the same to nicknames), its spaces are single, and what `clean`
    drops is dropped. Refused are names that are empty, wider than 16 cells, of more than one script
    (digits, signs and pictures belong to every script; Japanese counts as one), with two combining
    marks on one letter, of digits only (a seat is called by its number), or with a word of ours.
    """
    if len(text) > 4 * NAME_CELLS:
        raise NameRefused("too_long")
    folded = unicodedata.normalize("NFKC", text)
    name = " ".join(clean(folded, cells=1 << 12, points=1 << 12).split())
    key = skeleton(name)
    if not key:
        raise NameRefused("empty")
    if width(name) > NAME_CELLS:
        raise NameRefused("too_long")
    if _piled(name):
        raise NameRefused("marks")
    scripts = frozenset(filter(None, map(_script, name)))
    if len(scripts) > 1 and not any(scripts <= family for family in _FAMILIES):
        raise NameRefused("mixed_scripts")
    if name.replace(" ", "").isdecimal():
        raise NameRefused("digits")
    words = [key, *map(skeleton, name.split()), *map(skeleton, re.split(r"[\W\d_]+", name))]
    if any(word.strip("23456789") in _RESERVED for word in words):
        raise NameRefused("reserved")
    return name


def _piled(name: str) -> bool:
    categories = [unicodedata.category(char) for char in name]
    return any(
        first in {"Mn", "Me"} and second in {"Mn", "Me"} for first, second in pairwise(categories)
    )


def _script(char: str) -> str | None:
    if unicodedata.category(char)[0] not in "LM":
        return None
    word = re.split(r"[ -]", unicodedata.name(char, "UNKNOWN"), maxsplit=1)[0]
    return None if word in _SHARED else word


# What is drawn alike in common terminal fonts. Case is folded first, so where only the capitals of
# two scripts agree (Η and H) the small letters meet as well; i and l meet because I and l do.
_LOOKALIKE = str.maketrans(
    {
        there: here
        for theirs, ours in (
            ("01|iıɩǀ", "ollllll"),
            ("авекмнорстухіѕјһԛԝӏԁьгпзчбѵү", "abekmhopctyxlsjhqwldbrn346vy"),
            ("αβεζηικμνορτυχϲϳ", "abezhlkmnoptyxcj"),
            ("օսհոցյզ", "ouhngjq"),
            ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡ", "abcdefghljklmnoprstuvwyzag"),
        )
        for there, here in zip(theirs, ours, strict=True)
    }
)
_SMALL_SIGNS = frozenset(" .,'`’‘ʼ·_-\u2010\u2011\u2013\u2014")


def skeleton(name: str) -> str:
    """What of a cleaned name the eye keeps: two names with one skeleton are the same name (F2).

    NFKC, case folded, digits of all scripts made ASCII, lookalikes mapped to Latin, small signs and
    spaces dropped, `rn` read as `m` and `vv` as `w`. The table covers Cyrillic, Greek, Armenian and
    small capitals as far as whole names can be built of them; it knows neither Cherokee and other
    rare scripts, nor lookalike ideographs, nor letters that differ by an accent alone. It errs
    towards one name: Kai and Kal meet, for KAI and KAl do.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(char for char in folded if char not in _SMALL_SIGNS)
    seen = "".join(
        str(unicodedata.decimal(char, char)) for char in unicodedata.normalize("NFD", bare)
    )
    return seen.translate(_LOOKALIKE).replace("rn", "m").replace("vv", "w")


_RESERVED = frozenset(map(skeleton, _RESERVED_WORDS.split()))


def unique_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, or it with the first free number from 2 to 99, cut so that it fits (F2).

    Raises `NameRefused` as `clean_name` does, and with "taken" when no number is free.

    >>> unique_name("ann", ["Ann", "bob"])
    'ann 2'
    """
    name = clean_name(wanted)
    keys = set(map(skeleton, taken))
    if skeleton(name) not in keys:
        return name
    for number in range(2, 100):
        stem = clean(name, cells=NAME_CELLS - len(f" {number}")).rstrip()
        try:
            numbered = clean_name(f"{stem} {number}")
        except NameRefused:  # what was cut off made the difference to a word of ours
            continue
        if skeleton(numbered) not in keys:
            return numbered
    raise NameRefused("taken")
