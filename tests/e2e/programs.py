"""Whole programs as other processes: by lines, in a pseudo-terminal under pyte, and in tmux.

Every wait has an end, and every process that was started is ended.
"""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import pyte

ROOT = Path(__file__).parents[2]
WITHIN = 60.0


def environment(home: Path) -> dict[str, str]:
    """A home of its own and nothing of the person who runs the tests."""
    home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "STAMMTISCH_HOME": str(home / "stammtisch"),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
    }


def command(*words: str) -> list[str]:
    """The program as a person starts it."""
    return [sys.executable, "-m", "stammtisch", *words]


def wait_for(true: Callable[[], object], what: Callable[[], str], within: float = WITHIN) -> None:
    """Look until something holds; fails with what was seen."""
    end = time.monotonic() + within
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"did not happen within {within} s:\n{what()}")
        threading.Event().wait(0.03)


class Lines:
    """A program that speaks in lines."""

    def __init__(
        self,
        home: Path,
        *words: str,
        answer: Callable[[str], str | None],
        more: Mapping[str, str] | None = None,
        front: Sequence[str] = (),
    ) -> None:
        """`answer` says what to type when a line has come, or None.

        `more` is added to the environment; `front` starts the program in the stead of `command`.
        """
        self.lines: list[str] = []
        self._answer = answer
        self.process = subprocess.Popen(
            [*front, *words] if front else command(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**environment(home), **(more or {})},
            cwd=home,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        out: IO[str] | None = self.process.stdout
        assert out is not None, "stdout is a pipe"
        for line in out:
            self.lines.append(line.rstrip("\n"))
            reply = self._answer(line)
            if reply is not None:
                self.type(reply)

    def type(self, line: str) -> None:
        """Type a line; a program that is gone hears nothing."""
        stdin = self.process.stdin
        assert stdin is not None, "stdin is a pipe"
        with suppress(BrokenPipeError, ValueError):
            stdin.write(line + "\n")
            stdin.flush()

    def said(self, words: str) -> str | None:
        """The first line that holds these words."""
        return next((line for line in self.lines if words in line), None)

    def expect(self, words: str, within: float = WITHIN) -> str:
        """Wait for a line with these words."""
        wait_for(lambda: self.said(words), lambda: "\n".join(self.lines[-30:]), within)
        line = self.said(words)
        assert line is not None, "it was there a moment ago"
        return line

    def end(self) -> None:
        """End the program however it is."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self._reader.join(10)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


class Screen:
    """A program in a pseudo-terminal, its screen kept by pyte."""

    def __init__(
        self,
        home: Path,
        *words: str,
        columns: int = 80,
        lines: int = 24,
        more: Mapping[str, str] | None = None,
        front: Sequence[str] = (),
    ) -> None:
        """`front` is put before the command."""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [*front, *command(*words)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment(home), **(more or {})},
            cwd=home,
            start_new_session=True,
        )
        os.close(theirs)
        self._ours = ours
        self._written = b""

    def take(self, seconds: float = 0.05) -> None:
        """Let the screen take what the program has written."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if ready:
            try:
                data = os.read(self._ours, 1 << 16)
            except OSError:
                return
            self._written += data
            self._stream.feed(self._decoder.decode(data))

    @property
    def text(self) -> str:
        """The screen as it stands."""
        self.take()
        return "\n".join(self._screen.display)

    @property
    def output(self) -> bytes:
        """Every byte that the program has written."""
        self.take()
        return self._written

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._ours, keys.encode())

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1

    def end(self) -> None:
        """End the program however it is."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self.hang_up()


class Tmux:
    """A program in a real terminal multiplexer, on a server of its own."""

    def __init__(self, home: Path, words: Sequence[str], columns: int, lines: int) -> None:
        self._socket = f"stammtisch-test-{os.getpid()}-{columns}x{lines}"
        self._environment = environment(home)
        self._run(
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            str(columns),
            "-y",
            str(lines),
            "-c",
            str(home),
            f"{' '.join(command(*words))}; echo left with $?; exec sleep 1000",
        )

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *words],
            env=self._environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=20,
            check=True,
        )
        return done.stdout

    @property
    def text(self) -> str:
        """The screen as it stands."""
        return self._run("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self._run("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def expect(self, words: str) -> str:
        """Wait for words on the screen; gives the screen."""
        return self.expect_one(words)

    def expect_one(self, *any_of: str) -> str:
        """Wait for one of these words on the screen; gives the screen."""
        return self._wait(lambda screen: any(words in screen for words in any_of))

    def expect_other(self, before: str) -> str:
        """Wait until the screen is not this one; gives the screen."""
        return self._wait(lambda screen: screen != before)

    def _wait(self, true: Callable[[str], bool]) -> str:
        seen = ""

        def look() -> bool:
            nonlocal seen
            seen = self.text
            return true(seen)

        wait_for(look, lambda: seen)
        return seen

    def end(self) -> None:
        """End the server and everything on it."""
        self._run("kill-server")


@contextmanager
def ending(*programs: Lines | Screen | Tmux) -> Iterator[None]:
    """Whatever happens, end these programs."""
    try:
        yield
    finally:
        for program in programs:
            program.end()
