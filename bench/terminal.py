"""A program in a pseudo-terminal: what it writes, and when."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

COLUMNS, LINES = 80, 24


class Terminal:
    """One child in a terminal of 80×24 with 256 colours, and a home of its own."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._home = tempfile.TemporaryDirectory()
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        dropped = ("NO_COLOR", "FORCE_COLOR", "COLORTERM")
        environment = {name: value for name, value in os.environ.items() if name not in dropped}
        environment |= {
            "TERM": "xterm-256color",
            "HOME": self._home.name,
            "STAMMTISCH_HOME": str(Path(self._home.name) / "stammtisch"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(Path(__file__).parent.parent),
        }
        self.started = time.perf_counter()
        self._child = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._ours = ours

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._child.terminate()
        try:
            self._child.wait(5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        os.close(self._ours)
        self._home.cleanup()

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._ours, keys.encode())

    def read(self, seconds: float) -> bytes:
        """What comes within some seconds, at most one piece."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        try:
            return os.read(self._ours, 1 << 16) if ready else b""
        except OSError:
            return b""

    def until(self, word: str, within: float = 20.0) -> tuple[float, bytes]:
        """Read until a word has come; gives the seconds since the start, and all that came."""
        seen = b""
        end = time.perf_counter() + within
        while word.encode() not in seen:
            if time.perf_counter() > end:
                raise TimeoutError(f"{word!r} did not come: {seen[-400:]!r}")
            seen += self.read(0.2)
        return time.perf_counter() - self.started, seen

    def quiet(self, gap: float, within: float = 60.0) -> bytes:
        """Everything until nothing has come for `gap` seconds."""
        seen = b""
        end = time.perf_counter() + within
        while time.perf_counter() < end:
            piece = self.read(gap)
            if not piece:
                break
            seen += piece
        return seen
