"""The sentences: every code has one, foreign text is never a template, hidden cards stay hidden."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import HIDDEN, card
from core.events import Note, note
from core.game import find, games
from net.clean import OUR_MARK, Reason
from tui import words
from tui.sentences import CATALOG

ROOT = Path(__file__).parents[2]
GAME = find("one-hundred")
NAMES = ("Ann", "{card}", "[/]", "Boris")

# Which argument of which call is a reason, and the family of its sentence.
REASONS = {
    "IllegalMove": (0, "no"),
    "WishError": (0, "no"),
    "Sorry": (1, "no"),
    "end": (1, "bye"),
    "_stop": (0, "bye"),
    "_part": (0, "bye"),
    "Bye": (0, "bye"),
    "Closed": (0, "bye"),
    "PeerError": (0, "bye"),
    "StoryError": (0, "bye"),
    "Alarm": (0, "alarm"),
}


def _sources(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from (ROOT / room).rglob("*.py")


def _literals(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: a constant, or either side of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def _codes() -> set[tuple[str, str]]:
    """Every reason that the core and the wire can give, with its family."""
    found: set[tuple[str, str]] = set()
    for file in _sources("core", "net"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            place, family = REASONS.get(name, (-1, ""))
            if 0 <= place < len(node.args):
                found |= {(family, text) for text in _literals(node.args[place]) if text}
    return found


def test_the_search_for_codes_finds_them() -> None:
    """A search that finds nothing would prove nothing."""
    codes = _codes()

    assert {("no", "not_your_turn"), ("no", "stale"), ("no", "no_rights")} <= codes
    assert {("bye", "host_left"), ("bye", "taken_over"), ("alarm", "moved_in_your_name")} <= codes
    assert len(codes) > 40


@pytest.mark.parametrize(("family", "code"), sorted(_codes()))
def test_every_code_has_a_sentence(family: str, code: str) -> None:
    """Nobody is refused or sent away without being told why (B4, boardgame.io#723)."""
    in_games = any(code in game.words for game in games().values())

    assert f"{family}.{code}" in CATALOG or f"no.{code}" in CATALOG or in_games


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_refused_name_has_its_reason(reason: str) -> None:
    """Whoever may not be called so is told why (F2)."""
    assert words.name_refused(reason) != words.name_refused("nonsense")
    assert words.name_refused(reason) in words.sorry("name", reason)


def test_roads_that_end_say_that_we_are_offline() -> None:
    """The banner speaks of us, not of the others (G1)."""
    for reason in ("ended", "lost", "slow", "crowded", "stopped", "silent", "anything"):
        assert words.offline(reason, 4).startswith("You are offline")
    assert words.offline("lost", 1.2).endswith("Trying again in 1 second.")


def _fields(text: str) -> list[str]:
    return re.findall(r"\{(\w+)(?::[^{}]*)?\}", text)


def test_every_template_can_be_filled() -> None:
    """Braces are balanced, plurals have two forms, and no sentence asks for our mark."""
    for key, text in CATALOG.items():
        values: dict[str, words.Value] = dict.fromkeys(_fields(text), 2)
        filled = words.fill(text, values)

        assert not set("{}") & set(filled), key
        assert OUR_MARK not in text
        for forms in re.findall(r"\{\w+:([^{}]*)\}", text):
            assert len(forms.split("|")) == 2, key


def test_every_word_of_every_game_can_be_said() -> None:
    """Notes, questions and refusals of a game all render, aloud and in letters."""
    for game in games().values():
        for word, text in game.words.items():
            values = dict.fromkeys(_fields(text), 1)
            for aloud in (False, True):
                said = words.said(Note(word, values), game, NAMES, True, aloud=aloud)

                assert said
                assert not aloud or "->" not in said


def test_every_sentence_that_is_asked_for_exists() -> None:
    """A key that is misspelt in the source would be a crash at the table."""
    for file in _sources("tui"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in ("sentence", "cannot") and node.args:
                for key in _literals(node.args[0]):
                    given_ = {one.arg for one in node.keywords}
                    assert key in CATALOG, f"{file}: {key}"
                    assert given_ >= set(_fields(CATALOG[key])), f"{file}: {key}"


def test_a_note_is_said_with_names_and_faces() -> None:
    """A play reads as at a table; the viewer's own seat is marked."""
    played = note("played", seat=0, card=card("KD"), old=86, value=86)

    assert words.said(played, GAME, NAMES) == "Ann: K♦  86 → 86"
    assert words.said(played, GAME, NAMES, ascii=True) == "Ann: Kd  86 -> 86"
    assert words.said(played, GAME, NAMES, you=0) == "Ann (you): K♦  86 → 86"
    assert words.said(played, GAME, NAMES, aloud=True) == "Ann: king of diamonds, 86 to 86"


@pytest.mark.parametrize("chips", [0, 1, 2, 5])
def test_plurals_follow_the_number(chips: int) -> None:
    """One chip, but two chips and no chips."""
    said = words.said(note("chips_left", seat=0, chips=chips), GAME, NAMES)

    assert said == f"Ann has {chips} chip{'' if chips == 1 else 's'} left."


def test_a_hidden_card_is_never_named() -> None:
    """A line about a card that was not seen here carries no identity (C6)."""
    drawn = note("played", seat=1, card=HIDDEN, old=3, value=4)

    assert "??" in words.said(drawn, GAME, NAMES)
    assert "a card" in words.said(drawn, GAME, NAMES, aloud=True)


def test_a_name_is_never_a_template() -> None:
    """A player called {card} stays {card}, and arrows in a name stay as they are (F2)."""
    assert words.said(note("won", seat=1), GAME, NAMES) == "{card} wins."
    assert words.said(note("won", seat=0), GAME, ("a -> b",)) == "a -> b wins."
    assert words.sentence("away", name="{name:chip|chips}") == "{name:chip|chips} is away."


@given(
    word=st.one_of(st.text(max_size=20), st.sampled_from(sorted(GAME.words))),
    values=st.dictionaries(
        st.sampled_from(["seat", "card", "chips", "value", "old", "x"]),
        st.integers(-(2**40), 2**40),
    ),
    detail=st.text(max_size=60),
)
def test_nothing_that_a_host_sends_makes_a_sentence_fail(
    word: str, values: dict[str, int], detail: str
) -> None:
    """Unknown words, missing values and impossible cards give neutral, clean sentences (F2)."""
    said = [
        words.said(Note(word, values), GAME, NAMES, aloud=True),
        words.why(word, values, GAME),
        words.sorry("rule", word, detail),
        words.farewell(word, detail),
        words.farewell("upgrade_guest", detail),
        words.offline(word, 3.0),
        words.alarm(word),
        words.presence("Ann", values.get("x", 0), values.get("old", 0)),
    ]
    for text in said:
        assert text
        assert OUR_MARK not in text
        assert all(sign.isprintable() for sign in text)


def test_the_game_has_the_first_word_in_a_refusal() -> None:
    """Its own reason says its rule; without one ours is said; a stranger's code is named."""
    assert words.why("only_cards", {}, GAME).startswith("A turn is one card played")
    assert words.why("not_your_turn", {}, GAME) == "It is not your turn."
    assert words.why("zzz", {}, GAME) == "That was refused (zzz)."


def test_a_mismatch_says_both_versions_who_must_upgrade_and_how() -> None:
    """Golden text: not a number, not a feature name (G7)."""
    assert words.farewell("upgrade_guest", "1.0 / 2.0") == (
        "The table runs Stammtisch 2.0 and you have 1.0: you must upgrade. Install the newer"
        " version as you installed this one (`pipx upgrade stammtisch`, or `git pull` and"
        " `make play`), then join again."
    )
    assert words.farewell("upgrade_host", "2.0 / 1.0") == (
        "The table runs Stammtisch 1.0 and you have 2.0: the host must upgrade. Ask them to"
        " install the newer version (`pipx upgrade stammtisch`, or `git pull` and `make play`)."
    )
    assert "Stammtisch ? and" in words.farewell("upgrade_guest", "1.0 / run this: rm")


def test_gauges_read_as_words() -> None:
    """The pile and the direction in the words of the game and of ours."""
    assert words.gauge(note("pile", value=86, limit=100), GAME) == "pile 86 of 100"
    assert words.gauge(note("direction", way=-1), GAME) == "direction backwards"


def test_presence_is_a_sentence_with_its_countdown() -> None:
    """Who is away, and when a bot sits in; a bot's turn to play is no fault of the others (G1)."""
    assert words.presence("Ann", 0, 0) == "Ann is here."
    assert words.presence("Ann", 1, 45) == "Ann is away; in 45 seconds a bot sits in."
    assert words.presence("Ann", 1, 0) == "Ann is away."
    assert words.presence("Ann", 2, 0) == "A bot sits in for Ann."


def test_seats_without_a_name_are_numbered() -> None:
    """A seat that a story does not name still has its number, counted from one."""
    assert words.called(2, ("Ann",)) == "seat 3"
    assert words.called(-7, NAMES) == "seat -6"


def test_players_read_no_rule_numbers() -> None:
    """(R-5) stands in docstrings and tests; no page that a player can open explains it."""
    cited = re.compile(r"\b[A-Z]{1,2}-\d+\b")
    for game in games().values():
        for text in (game.page, *game.words.values()):
            assert not cited.search(text), text
