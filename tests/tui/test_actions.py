"""The list of actions: keys that every keyboard has, words for plain mode, and who may use them."""

import pytest

from core.game import find
from net.guest import Guest
from tui.actions import ACTIONS, Where, action, help_lines, key_names, offered, plain_lines
from tui.plain_answers import Answers
from tui.plain_talk import Talk

PLACES: tuple[Where, ...] = ("home", "lobby", "table", "result")
OFFERED = {"CARD", "draw", "pass", "bid"}


def test_every_action_has_an_id_words_a_key_and_a_plain_word() -> None:
    """One list for the screen, the help and plain mode (style.md 12)."""
    for one in ACTIONS:
        assert one.id.isidentifier()
        assert one.words
        assert one.keys
        assert one.plain
    assert len({one.id for one in ACTIONS}) == len(ACTIONS)
    assert action("quit").words == "quit"


def test_no_key_needs_ctrl_or_alt() -> None:
    """Multiplexers, editors and terminals take those (posting#95, harlequin#71)."""
    for one in ACTIONS:
        assert not [key for key in one.keys if "+" in key]


def test_no_key_means_two_things_in_one_place() -> None:
    """Whoever presses a key gets one thing, whatever the place."""
    for place in PLACES:
        keys = [key for one in offered(place) for key in one.keys]

        assert len(keys) == len(set(keys)), place


def test_every_letter_has_its_cyrillic_twin() -> None:
    """Under a Cyrillic layout `q` arrives as `й` (style.md 11.7)."""
    for one in ACTIONS:
        letters = [key for key in one.keys if len(key) == 1 and key.isalpha()]
        latin = [key for key in letters if key.isascii()]

        assert len(letters) == 2 * len(latin), one.id


@pytest.mark.parametrize("place", PLACES)
def test_a_match_can_be_played_without_letters(place: Where) -> None:
    """Digits, arrows, Enter, Space, Esc and F-keys are enough on every layout (11.7)."""
    extra = {
        "why",
        "scores",
        "sheet",
        "journal",
    }  # plain information that the screen also shows or that F1 has
    for one in offered(place):
        safe = [key for key in one.keys if len(key) > 1 or not key.isalpha()]

        assert safe or one.id in extra, one.id


def test_a_screen_drawn_by_a_host_offers_nothing_of_the_hosts_machine() -> None:
    """No theme, no tables opened, no settings on somebody else's machine (F1)."""
    for place in PLACES:
        ids = {one.id for one in offered(place, own_machine=False)}

        assert not ids & {"theme", "play", "host", "join"}
        assert "quit" in ids


@pytest.mark.parametrize("place", ["lobby", "table", "result"])
def test_plain_mode_knows_every_word_of_the_list(place: Where) -> None:
    """Plain mode can do everything that the screen can (lila#4845)."""
    known = Answers(Talk(Guest("ann", b"12345678", "1"))).words
    for one in offered(place):
        assert one.word in known | OFFERED, one.id


def test_help_names_keys_as_they_are_printed() -> None:
    """Help says Enter and 1-9, not question_mark, and each thing once."""
    lines = dict(help_lines(offered("table")))

    assert lines["1-9 0"] == "choose a card"
    assert lines["Left Right Up Down"] == "another card"
    assert lines["Enter Space"] == "play the card"
    assert lines["? F1"] == "rules and keys"
    assert key_names(action("quit")) == ("q", "F10")
    assert [typed for typed, _ in plain_lines(offered("table"))].count("CARD") == 1


def test_help_lists_only_what_means_something_here() -> None:
    """No key for drawing where nothing is drawn, none of the host's for a guest."""
    game = {one.id for one in offered("table", verbs=find("one-hundred").verbs)}
    assert not game & {"draw", "pass", "bid"}
    assert {"draw", "pass"} <= {one.id for one in offered("table", verbs=find("mau-mau").verbs)}
    assert not {one.id for one in offered("lobby", host=False)} & {"start", "bot", "remove"}


def test_plain_help_explains_every_word() -> None:
    """`back: back` says nothing."""
    for place in PLACES:
        for typed, words in plain_lines(offered(place)):
            assert words != typed or typed in ("draw", "pass", "theme", "quit"), typed
