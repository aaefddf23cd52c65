"""The table for people with nothing installed: plain mode over the channel of a stock `ssh`.

The terminal at the other end is raw, so what is typed is echoed and edited here, and what happens
meanwhile is put above it. Everything known of the terminal comes out of the channel, and nothing
from the environment of the host's program.
"""

from __future__ import annotations

import asyncio
import codecs
import secrets
import textwrap
from typing import TYPE_CHECKING, Final

from core import __version__
from net.clean import NameRefused, clean_name
from net.evening import Evening
from net.guest import Guest
from net.joining import Joining
from net.updates import Closed, LobbyChanged, Update
from tui.people import evening_lines
from tui.plain import run_plain
from tui.plain_table import lobby_lines, score_lines
from tui.words import farewell, sentence

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from net.link import Link
    from net.ssh.terminal import Terminal

LONGEST: Final = 500
"""Characters of one typed line."""

USUAL, LEAST = 80, 20
"""Cells of a terminal that does not say how many it has, and the fewest that lines are cut to."""

OF_A_GUEST: Final = ("waits", "watching")
"""Lines of a lobby that are nothing to somebody who only looks once."""

IDLE: Final = 900.0
"""Seconds without a key after which somebody without a seat gives up one of the few places."""

HELP: Final = ("help", "tables", "scores", "watch")


class Paper:
    """What is shown in one terminal, and what is typed into it."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._typed = ""
        self._escape = ""
        self._after_return = False
        self._plain = terminal.term in ("", "dumb", "unknown")

    @property
    def raw(self) -> bool:
        """Whether the other end echoes nothing: there is a terminal, and its `ssh` made it so."""
        return bool(self._terminal.term)

    def write(self, line: str) -> None:
        """One sentence, above whatever is being typed."""
        terminal = self._terminal
        if not self.raw:
            self._send(f"{line}\n")
            return
        room = max(LEAST, (terminal.cells or USUAL) - 1)
        parts = textwrap.wrap(line, room, break_on_hyphens=False) or [""]
        away = "" if not self._typed else "\r\n" if self._plain else "\r\x1b[K"
        self._send(away + "".join(f"{part}\r\n" for part in parts) + self._typed)

    async def lines(
        self, away: Callable[[], bool] = lambda: False, idle: float = IDLE
    ) -> AsyncIterator[str]:
        """What is typed, a line at a time, until Ctrl-C, Ctrl-D or the end of the line.

        Whoever types nothing for `idle` seconds, and is `away` from the table, gives the place up.
        """
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := await self._receive(away, idle):
            for sign in decoder.decode(data):
                if self.raw and not self._escape and sign in "\x03\x04":
                    if sign == "\x03" or not self._typed:
                        return
                    continue
                line = self.take(sign)
                if line is not None:
                    yield line
        if self._typed:
            yield self._typed

    async def _receive(self, away: Callable[[], bool], idle: float) -> bytes:
        waits = asyncio.ensure_future(self._terminal.stream.receive())
        try:
            while not (await asyncio.wait([waits], timeout=idle))[0]:
                if away():
                    self.write(sentence("remote.idle"))
                    return b""
            return waits.result()
        finally:
            waits.cancel()

    def take(self, sign: str) -> str | None:
        """One sign; gives the line when it is whole."""
        if self._escape:
            self._skip(sign)
            return None
        returned, self._after_return = self._after_return, sign == "\r"
        if sign == "\n" and returned:
            return None
        if sign in "\r\n":
            line, self._typed = self._typed, ""
            self._echo("\r\n")
            return line
        if sign == "\x1b":
            self._escape = sign
        elif sign in "\x7f\b":
            if self._typed:
                self._typed = self._typed[:-1]
                self._echo("\b \b")
        elif sign == "\x15":
            self._echo("\b \b" * len(self._typed))
            self._typed = ""
        elif sign.isprintable() and len(self._typed) < LONGEST:
            self._typed += sign
            self._echo(sign)
        return None

    def _skip(self, sign: str) -> None:
        """The rest of a key that has no meaning in a line, such as an arrow."""
        self._escape += sign
        begun = self._escape in ("\x1b[", "\x1bO")
        inside = self._escape.startswith("\x1b[") and not "@" <= sign <= "~"
        if not (begun or inside) or len(self._escape) > LONGEST:
            self._escape = ""

    def _echo(self, text: str) -> None:
        if self.raw:
            self._send(text)

    def _send(self, text: str) -> None:
        how = "utf-8" if self._terminal.utf8 else "ascii"
        self._terminal.stream.send(text.encode(how, "replace"))


async def serve_terminal(terminal: Terminal, dial: Callable[[], Awaitable[Link]]) -> int:
    """Serve one terminal to its end; gives the exit code of `ssh`."""
    paper = Paper(terminal)
    verb = terminal.command
    if verb == "help":
        for one in HELP:
            paper.write(sentence(f"remote.{one}"))
        return 0
    try:
        name = clean_name(terminal.username)
    except NameRefused:
        name = sentence("remote.nobody")
    guest = Guest(name, secrets.token_bytes(8), __version__, watch=bool(verb))
    guest.drawn = True
    joining = Joining(guest, dial, comes_back=False)
    evening = Evening(joining)
    if verb in ("tables", "scores"):
        return await _look(evening, joining, paper, verb)

    def away() -> bool:
        return guest.seat < 0

    paper.write(sentence("remote.drawn"))
    return await run_plain(evening, paper.lines(away), paper.write, not terminal.utf8)


async def _look(evening: Evening, joining: Joining, paper: Paper, verb: str) -> int:
    """Look once: at the table, or at what the evening has given so far."""
    code = 1

    def hear(update: Update) -> None:
        nonlocal code
        if isinstance(update, Closed):
            paper.write(farewell(update.reason, update.detail))
        elif isinstance(update, LobbyChanged) and code:
            code = 0
            guest = joining.guest
            table = [line for key, line in lobby_lines(guest).items() if key not in OF_A_GUEST]
            scores = [*evening_lines(guest), *score_lines(guest)]
            for line in table if verb == "tables" else scores:
                paper.write(line)
            joining.leave()

    joining.on_update = hear
    await evening.start()
    await evening.wait()
    await evening.close()
    return code
