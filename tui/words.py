"""Every sentence of the program, and how the sentences of the games are filled in.

A sentence is a template of ours; what other people wrote is only ever an argument of it, and an
argument is never read as a template (protocol.md F2). Nothing that a host sends can make these
functions fail: a word that is not known, a value that is missing and a card that does not exist all
give a neutral sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from core.cards import SUIT_GLYPHS, SUIT_LETTERS, Card, Suit
from core.events import Note
from core.game import Game
from net.clean import clean
from tui.faces import face_of, face_text, spoken
from tui.sentences import CATALOG

Value: TypeAlias = int | str
Show: TypeAlias = Callable[[str, Value], str]

_FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_SPACES: Final = re.compile(r" {2,}")


def plural(number: int) -> int:
    """Which of the forms between bars goes with a number; English has two."""
    return 0 if abs(number) == 1 else 1


def fill(template: str, values: Mapping[str, Value], show: Show = lambda _name, it: str(it)) -> str:
    """A template with its values, in one pass, so that a value with braces stays as it is.

    >>> fill("{name} has {chips:chip|chips}", {"name": "{chips}", "chips": 1})
    '{chips} has 1 chip'
    """

    def put(field: re.Match[str]) -> str:
        name, forms = field[1], field[2]
        if name not in values:
            return "?"
        value = values[name]
        if forms is None or not isinstance(value, int):
            return show(name, value)
        each = forms.split("|")
        return f"{value} {each[min(plural(value), len(each) - 1)]}"

    return _FIELD.sub(put, template)


def sentence(key: str, **values: Value) -> str:
    """The sentence of this key; a key that does not exist is a fault of the program."""
    return fill(CATALOG[key], values)


def called(seat: int, names: Sequence[str], you: int | None = None) -> str:
    """The name at a seat, with `(you)` for the viewer's own; without a name the seat's number."""
    name = names[seat] if 0 <= seat < len(names) else ""
    name = name or sentence("seat", number=seat + 1)
    return sentence("name_you", name=name) if seat == you else name


def shown(
    names: Sequence[str],
    ascii: bool = False,  # noqa: A002 - the option is called so
    you: int | None = None,
    *,
    aloud: bool = False,
) -> Show:
    """How the values of a note are shown: seats by name, cards and suits by their signs."""

    def show(name: str, value: Value) -> str:
        if isinstance(value, int) and name == "seat":
            return called(value, names, you)
        if isinstance(value, int) and name == "card":
            return card_text(face_of(value), ascii, aloud=aloud)
        if isinstance(value, int) and name == "suit":
            return suit_text(value, ascii, aloud=aloud)
        return str(value)

    return show


def said(
    note: Note,
    game: Game,
    names: Sequence[str],
    ascii: bool = False,  # noqa: A002 - the option is called so
    you: int | None = None,
    *,
    aloud: bool = False,
) -> str:
    """A note of the core in words: the game's own template, with names and faces.

    With `aloud` it is for ears: cards by their names, no arrows. A face that was not seen here is
    `??` or `a card`, whoever drew it (C6).
    """
    show = shown(names, ascii, you, aloud=aloud)
    template = game.words.get(note.word)
    if template is None:
        key = f"note.{note.word}"
        template = CATALOG.get(key, CATALOG["note"])
        return fill(template, {**note.values, "word": clean(note.word, cells=40)}, show)
    # Arrows are turned in the template, never in what is put into it.
    return fill(_arrows(template, ascii, aloud=aloud), note.values, show)


def _arrows(template: str, ascii: bool, *, aloud: bool) -> str:  # noqa: A002
    if aloud:
        return _SPACES.sub(", ", template.replace("->", "to"))
    return template if ascii else template.replace("->", "→")


def card_text(card: Card, ascii: bool = False, *, aloud: bool = False) -> str:  # noqa: A002
    """A face for the eye or for the ear."""
    return spoken(card) if aloud else face_text(card, ascii)


def suit_text(suit: int, ascii: bool = False, *, aloud: bool = False) -> str:  # noqa: A002
    """A suit for the eye or for the ear; `?` for what is none."""
    if not 0 <= suit < len(Suit):
        return "?"
    if aloud:
        return Suit(suit).name.casefold()
    return SUIT_LETTERS[suit].casefold() if ascii else SUIT_GLYPHS[suit]


def gauge(
    note: Note,
    game: Game,
    ascii: bool = False,  # noqa: A002 - the option is called so
    names: Sequence[str] = (),
    you: int | None = None,
    *,
    aloud: bool = False,
) -> str:
    """A gauge of the table in words: `pile 86 of 100`, `direction forwards`, `trump ♥`."""
    if note.word == "direction":
        return sentence("forwards" if note.values.get("way", 1) > 0 else "backwards")
    return said(note, game, names, ascii, you, aloud=aloud)


def why(
    reason: str,
    values: Mapping[str, int] | None = None,
    game: Game | None = None,
    ascii: bool = False,  # noqa: A002 - the option is called so
    *,
    aloud: bool = False,
) -> str:
    """The sentence of a refusal: the game's word, or ours; a code that nobody knows is named."""
    known = None if game is None else game.words.get(reason)
    if known is None:
        known = CATALOG.get(f"no.{reason}")
    if known is None:
        return sentence("no", reason=clean(reason, cells=40))
    return fill(known, values or {}, shown((), ascii, aloud=aloud))


def sorry(word: str, reason: str, detail: str = "", game: Game | None = None) -> str:
    """Why a wish was refused; `detail` is what the host adds, and stands after our sentence."""
    if word == "name":
        return sentence("name_refused", why=name_refused(reason))
    base = why(reason, None, game)
    return f"{base} ({clean(detail)})" if detail else base


def name_refused(reason: str) -> str:
    """Why nobody may be called so, as the end of a sentence."""
    return CATALOG.get(f"name.{reason}", CATALOG["name"])


_VERSION: Final = re.compile(r"[0-9A-Za-z.+-]{1,30}")


def farewell(reason: str, detail: str = "") -> str:
    """Why a connection ended for good: a word of the host, of the road, or a code that is named.

    For two versions that do not fit, `detail` is the guest's and the host's version, with a slash
    between them; the sentence says both, who must upgrade, and how (G7).
    """
    if reason in ("upgrade_guest", "upgrade_host"):
        guest, _, host = detail.replace(" ", "").partition("/")
        versions = {
            "guest": guest if _VERSION.fullmatch(guest) else "?",
            "host": host if _VERSION.fullmatch(host) else "?",
        }
        return fill(CATALOG[f"bye.{reason}"], versions)
    known = CATALOG.get(f"bye.{reason}") or CATALOG.get(f"no.{reason}")
    if known is None:
        return sentence("bye", reason=clean(reason, cells=40))
    return f"{known} ({clean(detail)})" if detail else known


CLEAN_ENDINGS: Final = frozenset({"leaving", "quit"})
"""Farewells that are no fault: the person wanted to go."""


def offline(reason: str, seconds: float) -> str:
    """Our own connection is gone (G1): said of us, never of the others."""
    known = CATALOG.get(f"link.{reason}", CATALOG["link"])
    wait = round(seconds)
    if wait <= 0:
        return f"{known} {sentence('trying')}"
    return f"{known} {sentence('trying_in', seconds=wait)}"


def alarm(reason: str) -> str:
    """What must be said at once (rule C5)."""
    return CATALOG.get(f"alarm.{reason}") or sentence("alarm", reason=clean(reason, cells=40))


def presence(name: str, state: int, seconds: int) -> str:
    """Somebody came, went, or is stood in for; `state` is a `net.messages.Presence`."""
    if state == 1 and seconds > 0:
        return sentence("away_for", name=name, seconds=seconds)
    return sentence(("here", "away", "stood_in")[state if 0 <= state < 3 else 1], name=name)
