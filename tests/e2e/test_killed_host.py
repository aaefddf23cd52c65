"""A host that is killed outright, again and again, over real SSH: its guests come back by
themselves, and the match ends as if nothing had happened.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.e2e.programs import Lines, Screen, command, ending, environment, wait_for

HOST = (
    *("host", "one-hundred", "--no-seat", "--seats=4", "--bots=2", "--bot=random"),
    *("--open=yes", "--start-when-full", "--listen=127.0.0.1:0"),
)
TURN = "Your turn. Choose a card."
LOST = re.compile(r" \(\d+ events, [0-9a-f]{8}\)")
"""What differs between two matches with the same cards: openings and starts are random."""


def _silent(_line: str) -> None:
    """Nobody types anything."""


class Evening:
    """A host without a seat, two of its own bots, and two guests that bots play."""

    def __init__(self, home: Path, seed: str) -> None:
        self.home = home
        self.host = Lines(home / "host", *HOST, f"--seed={seed}", answer=_silent)
        with_port = self.host.expect("stammtisch join")
        port = re.search(r":(\d+)#", with_port)
        pin = re.search(r"SHA256:[A-Za-z0-9+/]+", with_port)
        assert port is not None
        assert pin is not None
        address = f"127.0.0.1:{port.group(1)}#{pin.group(0)}"
        self.guests: list[Lines] = []
        for name in ("Boris", "Cleo"):
            words = ("join", address, f"--name={name}", "--bot=random", "--seed=b0b")
            guest = Lines(home / name, *words, answer=_silent)
            self.guests.append(guest)
            guest.expect("You are at the table")
        self.guests[1].expect("The match begins")

    def over(self) -> bool:
        """Whether a guest has seen the end."""
        return any(guest.said("Final: ") for guest in self.guests)

    def wait_for_lines(self, more: int) -> None:
        """Wait until the first guest has said so many more lines, or the match is over."""
        guest = self.guests[0]
        until = len(guest.lines) + more
        wait_for(
            lambda: len(guest.lines) >= until or self.over(),
            lambda: "\n".join(guest.lines[-30:]),
        )

    def kill_and_resume(self) -> None:
        """SIGKILL, and the same table again, by no other word than `resume`."""
        self.host.end()
        self.host = Lines(self.home / "host", "resume", answer=_silent)
        wait_for(
            lambda: self.host.said("stammtisch join") or self.host.process.poll() is not None,
            lambda: "\n".join(self.host.lines),
        )
        assert self.host.said("stammtisch join"), self.host.lines

    def finals(self) -> set[str]:
        """The last line of every guest."""
        return {guest.expect("Final: ") for guest in self.guests}

    def end(self) -> None:
        """End every program."""
        for program in (self.host, *self.guests):
            program.end()


def _played(home: Path, seed: str, kills: int, luck: random.Random) -> tuple[str, int]:
    """The standings of a match whose host is killed up to so many times, and how often it was."""
    evening = Evening(home, seed)
    done = 0
    try:
        while done < kills and not evening.over():
            evening.wait_for_lines(luck.randrange(4))
            if not evening.over():
                evening.kill_and_resume()
                done += 1
        (final,) = evening.finals()
        for guest in evening.guests:
            assert guest.process.wait(20) == 0
            assert not [line for line in guest.lines if "Take care" in line]
    finally:
        evening.end()
    return LOST.sub("", final), done


def test_a_host_killed_at_random_moments_comes_to_the_same_end(
    home: Path, scaled: Callable[[int, int], int]
) -> None:
    """A2, C1 to C3, C7: five kills a day, a hundred in a full campaign; the standings are those of
    the match that nobody disturbed, with the same seed and the same choices.
    """
    luck = random.Random(2026)
    left, match = scaled(5, 100), 0
    while left:
        seed = f"{match:x}"
        quiet, _ = _played(home / f"quiet{match}", seed, 0, luck)
        killed, done = _played(home / f"killed{match}", seed, min(left, 12), luck)
        assert killed == quiet
        assert done
        left -= done
        match += 1


def _first_turn(screen: Screen) -> str:
    """The screen when it asks for a card; then the program is killed."""
    with ending(screen):
        wait_for(lambda: TURN in screen.text, lambda: screen.text)
        return screen.text


def test_a_host_on_a_screen_finds_its_own_hand_again(home: Path) -> None:
    """Killed while a card is to be chosen: the same cards on the same screen, by `resume`."""
    words = ("host", "one-hundred", "--seats=3", "--bots=2", "--name=Ann", *HOST[-3:])
    screens = [_first_turn(Screen(home, *each)) for each in (words, ("resume",))]

    assert screens[0] == screens[1]


def _resume(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("resume", "--plain", *words),
        env=environment(home / "host"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_two_hosts_cannot_take_up_one_table(home: Path) -> None:
    """C3: the second is told so; so is who names a table that is over, given up or unreadable."""
    evening = Evening(home, "2a")
    tables = home / "host" / "stammtisch" / "data" / "tables"
    try:
        (path,) = tables.glob("*.journal")
        name = path.stem
        second = _resume(home, name)
        assert (second.returncode, second.stdout) == (1, "")
        held = f"stammtisch: another program of yours holds the table {name} already\n"
        assert second.stderr == held
        evening.host.end()
        for copy in ("2001-01-01-1", "2001-01-01-2"):
            shutil.copy(path, tables / f"{copy}.journal")
            for log in tables.glob(f"{name}.journal-*"):
                shutil.copy(log, tables / log.name.replace(name, copy))
        several = _resume(home)
        assert several.returncode == 2
        assert [line.split()[0] for line in several.stdout.splitlines()] == [
            "2001-01-01-1",
            "2001-01-01-2",
            name,
        ]
        assert "Boris, Cleo" in several.stdout
        assert "say which" in several.stderr
        given = _resume(home, "2001-01-01-1", "--give-up")
        assert given.returncode == 0
        assert "given up" in _resume(home, "2001-01-01-1").stderr
        (tables / "2001-01-01-2.journal").write_bytes(b"dear diary\n" * 1000)
        broken = _resume(home, "2001-01-01-2")
        assert broken.returncode == 1
        assert "is damaged or no journal" in broken.stderr
        assert (tables / "2001-01-01-2.journal").read_bytes() == b"dear diary\n" * 1000
        evening.host = Lines(home / "host", "resume", name, answer=_silent)
        (final,) = evening.finals()
        assert "Final: " in final
        evening.host.process.terminate()
        assert evening.host.process.wait(20) == 143
        over = _resume(home, name)
        assert (over.returncode, over.stdout) == (1, "")
        assert "is finished" in over.stderr
        assert "is damaged or no journal" in _resume(home).stderr
        (tables / "2001-01-01-2.journal").unlink()
        assert "no table was left in the middle" in _resume(home).stderr
    finally:
        evening.end()
