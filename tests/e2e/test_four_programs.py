"""One host and three guests, four processes over real SSH on loopback, play a whole match."""

import re
import time
from pathlib import Path

from tests.e2e.programs import Lines, Screen, ending, wait_for

SEED = "c0ffee"


def answers(line: str) -> str | None:
    """A player who takes the first card, and 50 for an ace."""
    if "Play which?" in line:
        return "1"
    if "or back)" in line:
        return "50"
    return None


def _keys(screen: Screen) -> None:
    """Choose the first card when it is our turn, and 50 for an ace."""
    text = screen.text
    if "Which number does the ace name?" in text:
        screen.press("50\r")
    elif "Your turn. Choose a card." in text:
        screen.press("1")
    elif "Enter plays" in text:
        screen.press("\r")
    for _ in range(4):
        screen.take()


def _story(text: str) -> str:
    """How many events, and the running hash over them: equal at every end of one story."""
    found = re.search(r"(\d+) events, ([0-9a-f]{8})", text)
    assert found is not None, text
    return found.group(0)


def test_four_programs_agree_and_a_killed_one_comes_back(home: Path) -> None:
    """All standings and all checksums are equal, with one guest killed in the middle (A1, A7)."""
    host = Lines(
        home / "ann",
        "host",
        "one-hundred",
        "--seats=4",
        "--listen=127.0.0.1:0",
        "--open=yes",
        "--start-when-full",
        f"--seed={SEED}",
        "--name=Ann",
        "--plain",
        answer=answers,
    )
    with ending(host):
        invitation = host.expect("stammtisch join")
        port = re.search(r":(\d+)#", invitation)
        pin = re.search(r"SHA256:[A-Za-z0-9+/]+", invitation)
        assert port is not None
        assert pin is not None
        address = f"127.0.0.1:{port.group(1)}#{pin.group(0)}"
        boris_words = ("join", address, "--name=Boris", "--plain")
        boris = Lines(home / "boris", *boris_words, answer=answers)
        cleo = Lines(
            home / "cleo",
            "join",
            address,
            "--name=Cleo",
            "--bot=careful",
            answer=lambda _line: None,
        )
        dana = Screen(home / "dana", "join", address, "--name=Dana")
        with ending(boris, cleo, dana):
            _until_moves(boris, dana, 2)
            boris.end()
            again = Lines(home / "boris", *boris_words, answer=answers)
            with ending(again):
                _until_over(host, dana)
                finals = [program.expect("Final: ") for program in (host, again, cleo)]
                assert len(set(finals)) == 1, finals
                stories = {_story(line) for line in finals}
                wait_for(lambda: "events," in dana.text, lambda: dana.text)
                stories.add(_story(dana.text))
                assert len(stories) == 1, stories
                for name in ("Ann", "Boris", "Cleo", "Dana"):
                    assert name in finals[0]
                    assert name in dana.text
                assert again.said("Your turn") is not None or "Boris is out" in str(again.lines)


def _until_moves(boris: Lines, dana: Screen, moves: int) -> None:
    end = time.monotonic() + 60
    while sum("Play which?" in line for line in boris.lines) < moves:
        assert time.monotonic() < end, "\n".join(boris.lines)
        _keys(dana)


def _until_over(host: Lines, dana: Screen) -> None:
    end = time.monotonic() + 120
    while host.said("Final: ") is None:
        assert time.monotonic() < end, "\n".join(host.lines[-20:]) + "\n" + dana.text
        _keys(dana)
