"""One round of every game of many rounds, three times from one seed: at two sizes and in lines.

The same person plays: the first card that may be played, else a draw, else a pass, and the first
value of every question. So all three must end with the same numbers on the sheet. (One Hundred is
played to its end in `test_solo_in_tmux`.)
"""

import re
import time
from pathlib import Path

import pytest

from core.game import games
from tests.e2e.programs import Lines, Tmux, ending, wait_for

TABLES = {
    "alternative-one-hundred": ("2", "4"),
    "czech-fool": ("2", "3"),
    "mau-mau": ("2", "4"),
    "one-card": ("3", "4"),
    "russian-one-hundred": ("2", "1"),
}
"""Seats and a seed whose first round is short, for bots take their time; others: 2 and 2a."""

GAMES = [name for name in games() if name != "one-hundred"]
WITHIN = 90.0
ROUND = "Round 1 (s sheet)"
NUMBERS = re.compile(r"(Ann|Careful \d)(?: \(you\))?: ([+-]?\d+) \([^)]*?\), total (-?\d+)\.")


class Fingers:
    """Plays on a screen by keys, from what the screen shows."""

    def __init__(self, terminal: Tmux) -> None:
        self.terminal = terminal
        self.done = False
        self._answered = ""
        self._since = time.monotonic()

    def step(self) -> None:
        """Look, and press what comes next; nothing for a screen that has been answered."""
        seen = self.terminal.text
        self.done = ROUND in seen
        if self.done:
            return
        if seen == self._answered:
            if time.monotonic() - self._since > 3:
                self._press("Escape")
            return
        keys = _keys(seen)
        if keys:
            self._press(*keys)
            self._answered = seen

    def _press(self, *keys: str) -> None:
        self.terminal.press(*keys)
        self._since = time.monotonic()


def _keys(seen: str) -> tuple[str, ...]:
    """The keys that answer what is asked now; none when it is not our turn."""
    if "Enter play it" in seen:
        return ("1", "Enter") if "1-" in seen.splitlines()[-1] else ("Up", "Enter")
    if "bid (b)" in seen:
        return ("b",)
    if "Enter plays" in seen or "Your turn. Enter:" in seen:
        return ("Enter",)
    if "Your turn. Choose a card" in seen:
        return ("Tab", "Enter")
    if "draw (d)" in seen:
        return ("d",)
    return ("p",) if "pass (p)" in seen else ()


class Voice:
    """Plays in lines, from what the lines say."""

    def __init__(self) -> None:
        self._offer = ""

    def answer(self, line: str) -> str | None:
        """What to type when a line has come."""
        card = re.match(r"(\d+): ", line)
        if card is not None:
            self._offer = card[1]
        elif line.startswith("Or "):
            self._offer = re.split(r"\W+", line, maxsplit=2)[1]
        if "Play which?" in line:
            return self._offer
        values = re.search(r"\((\w+)[^()]*, or back\)", line)
        return values[1] if values is not None else None


def numbers(text: str) -> dict[str, tuple[int, int]]:
    """Points and total of the first round that is told, by name."""
    found: dict[str, tuple[int, int]] = {}
    for name, points, total in NUMBERS.findall(re.sub(r"\s+", " ", text)):
        found.setdefault(name, (int(points), int(total)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_round_ends_alike_at_two_sizes_and_in_lines(home: Path, name: str) -> None:
    """By keys at 80×24 and at 60×20 and by typing: everything can be done, with one outcome."""
    seats, seed = TABLES.get(name, ("2", "2a"))
    words = ("play", name, "--seats", seats, "--seed", seed, "--name", "Ann")
    wide = Tmux(home / "wide", words, 80, 24)
    narrow = Tmux(home / "narrow", words, 60, 20)
    plain = Lines(home / "plain", *words, "--plain", answer=Voice().answer)
    with ending(wide, narrow, plain):
        fingers = [Fingers(wide), Fingers(narrow)]

        def played() -> bool:
            for one in fingers:
                if not one.done:
                    one.step()
            return all(one.done for one in fingers)

        wait_for(played, lambda: "\n".join(one.terminal.text for one in fingers), WITHIN)
        wait_for(
            lambda: len(numbers("\n".join(plain.lines))) == int(seats),
            lambda: "\n".join(plain.lines),
        )
        told = numbers("\n".join(plain.lines))
        for one in fingers:
            assert _sheet(one.terminal) == told


def _sheet(terminal: Tmux) -> dict[str, tuple[int, int]]:
    """What the score sheet says; then the program is left."""
    terminal.press("s")
    read = terminal.expect("Round 1. ")
    terminal.press("q")
    terminal.expect("Enter leave")
    terminal.press("Enter")
    assert "Your turn" not in terminal.expect("left with 0")
    return numbers(read)
