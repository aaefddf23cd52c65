"""A terminal that is closed, and a program that is told to go."""

import signal
from pathlib import Path

from tests.e2e.programs import Screen, ending, wait_for

PLAY = ("play", "one-hundred", "--seats", "3", "--seed", "2a", "--name", "Ann")
TURN = "Your turn. Choose a card."


def test_a_terminal_that_hangs_up_ends_the_program(home: Path) -> None:
    """No signal comes here, and still the program ends; it once read on for ever at full speed."""
    screen = Screen(home, *PLAY)
    with ending(screen):
        wait_for(lambda: TURN in screen.text, lambda: screen.text)
        screen.hang_up()
        assert screen.process.wait(20) == 128 + signal.SIGHUP


def test_a_kind_kill_puts_the_terminal_right(home: Path) -> None:
    """SIGTERM leaves by the same door as a key: out of the second screen, mouse reports off."""
    screen = Screen(home, *PLAY)
    with ending(screen):
        wait_for(lambda: TURN in screen.text, lambda: screen.text)
        screen.process.send_signal(signal.SIGTERM)
        wait_for(lambda: b"\x1b[?1049l" in screen.output, lambda: screen.text)
        assert b"\x1b[?1000l" in screen.output
        assert screen.process.wait(20) == 128 + signal.SIGTERM
