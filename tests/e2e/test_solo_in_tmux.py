"""A person in a real terminal plays alone, by keys only, reading the screen."""

import re
from pathlib import Path

import pytest

from tests.e2e.programs import Tmux, ending

TURN = "Your turn. Choose a card."
NUMBER = "Which number does the ace name?"
OVER = "The match is over"


def _play_to_the_end(terminal: Tmux, presses: int = 400) -> str:
    """Choose the first card that stays within 100, name 50 for an ace, until a result is shown."""
    for _ in range(presses):
        screen = terminal.expect_one(TURN, NUMBER, OVER)
        if OVER in screen:
            return screen
        if NUMBER in screen:
            terminal.press("5", "0")
            terminal.expect("[50_]")
        else:
            number = _first_safe(screen)
            terminal.press(str(number))
            terminal.expect(f"[{number}]")
        before = terminal.text
        terminal.press("Enter")
        terminal.expect_other(before)
    raise AssertionError("the game did not end:\n" + terminal.text)


def _first_safe(screen: str) -> int:
    """What stands under each card says what it would do."""
    line = next((line for line in reversed(screen.splitlines()) if "→" in line), "")
    offers = re.findall(r"bust: a chip|→ -?\d+|reverses|names \S+|bust\S*", line)
    for number, offer in enumerate(offers, 1):
        if not offer.startswith("bust"):
            return number
    return 1


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20)])
def test_a_solo_game_is_played_to_its_end_by_keys(home: Path, columns: int, lines: int) -> None:
    """At 80×24 and at 60×20 digits and Enter are enough, and the terminal is left clean."""
    words = ("play", "one-hundred", "--seats", "3", "--seed", "2a", "--name", "Ann")
    terminal = Tmux(home, words, columns, lines)
    with ending(terminal):
        terminal.expect(TURN)
        result = _play_to_the_end(terminal)
        assert "1. " in result
        assert "Ann" in result
        terminal.press("q")
        left = terminal.expect("left with 0")
        assert "Your turn" not in left


def test_a_terminal_that_is_too_small_says_so_and_recovers(home: Path) -> None:
    """Under 40×12 there is one sentence and q leaves; a resize brings the table back."""
    words = ("play", "one-hundred", "--seats", "3", "--seed", "2a", "--name", "Ann")
    terminal = Tmux(home, words, 80, 24)
    with ending(terminal):
        terminal.expect(TURN)
        terminal.resize(38, 10)
        small = terminal.expect("Needs 40")
        assert "38×10" in small
        assert "Careful" not in small
        terminal.resize(80, 24)
        terminal.expect(TURN)
        terminal.press("q")
        terminal.expect("Leave?")
        terminal.press("Enter")
        terminal.expect("left with 0")
