"""The terminal of somebody with nothing installed, as a stock `ssh` gives it: bytes both ways."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

VERBS = frozenset({"help", "tables", "watch", "scores"})
"""What may stand behind the host on the command line of `ssh`; nothing is ever executed."""


class Stream(Protocol):
    """The bytes of a terminal, bounded both ways."""

    @property
    def identity(self) -> str:
        """The key that has logged in."""
        ...

    @property
    def address(self) -> str:
        """Where they come from; it proves nothing."""
        ...

    def send(self, data: bytes) -> None:
        """Show bytes."""
        ...

    async def receive(self) -> bytes:
        """What was typed, at least one byte; b"" at the end."""
        ...


@dataclass(slots=True)
class Terminal:
    """One of them. Everything here comes from the other side of the channel, and from nowhere else.

    `username` is what was typed before the host; `command` is one of `VERBS`, or empty; `term` is
    the kind of terminal, empty without one; `cells` is its width, 0 if nobody knows.
    """

    stream: Stream
    username: str
    command: str = ""
    term: str = ""
    cells: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def utf8(self) -> bool:
        """Whether it shows UTF-8: it does unless its language says otherwise."""
        asked = (self.environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
        language = next((one for one in asked if one), "")
        return self.term != "linux" and (not language or "UTF" in language.upper())


Serves: TypeAlias = Callable[[Terminal], Awaitable[int]]
"""Serves one terminal to its end; gives the exit code."""
