"""Chat at a table: cleaned, in bounds, numbered, and kept as far as a newcomer can want it.

Whoever the host has muted is told so; what they say reaches nobody. Chat never waits for anything
and nothing waits for it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from net import messages as m
from net.clean import CHAT_CELLS, clean
from net.notices import listeners
from net.saved import ChatSaid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from net.lines import Line
    from net.table import Table

SPEAKERS = 1024
"""Identities whose number is remembered; strangers who look on can make many."""

EVERY, AT_ONCE = 2.0, 5.0
"""Seconds a line of chat costs, and how many may come at once."""


@dataclass(slots=True)
class Chatter:
    """What was said at a table: the last lines, who has which number, who is muted."""

    lines: deque[m.Chat] = field(default_factory=lambda: deque[m.Chat](maxlen=m.CHAT_KEPT))
    muted: set[str] = field(default_factory=set)
    _numbers: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _speakers: int = 0
    _said: int = 0

    def number_of(self, identity: str) -> int:
        """The number by which people know this speaker."""
        if identity not in self._numbers:
            self._speakers += 1
            self._numbers[identity] = self._speakers
            while len(self._numbers) > SPEAKERS:
                self._numbers.popitem(last=False)
        return self._numbers[identity]

    def identity_of(self, speaker: int) -> str:
        """The identity behind a number; empty for one that nobody has."""
        return next((who for who, number in self._numbers.items() if number == speaker), "")

    def add(self, identity: str, seat: int, name: str, text: str) -> m.Chat:
        """The next line."""
        self._said += 1
        line = m.Chat(self._said, self.number_of(identity), seat, name, text)
        self.lines.append(line)
        return line

    def again(self, kept: Iterable[ChatSaid]) -> None:
        """Take up the lines of a table that goes on."""
        for one in kept:
            self._numbers[one.identity] = one.line.speaker
            self._speakers = max(self._speakers, one.line.speaker)
            self._said = max(self._said, one.line.number)
            self.lines.append(one.line)

    def after(self, number: int) -> Iterator[m.Chat]:
        """The lines after a number, as far as they are kept."""
        return (line for line in self.lines if line.number > number)


def say(table: Table, number: int, line: Line, text: str, now: float) -> None:
    """Let everybody hear a line of chat, or answer why not."""
    said = clean(text, cells=CHAT_CELLS).strip()
    seat = table.seat_of_line(number)
    name = table.seating.seats[seat].name if seat >= 0 else line.name
    reason = _why_not(table, line, seat, said, now)
    if reason:
        table.send(number, m.Sorry("say", reason))
        return
    chat = table.chatter.add(line.identity, seat, name, said)
    table.to_write.append(ChatSaid(line.identity, chat))
    for other in listeners(table):
        if table.seat_of_line(other) >= 0 or table.lines[other].watching:
            table.send(other, chat)


def _why_not(table: Table, line: Line, seat: int, said: str, now: float) -> str:
    if seat < 0 and not line.watching:
        return "waiting_for_host"
    if line.identity in table.chatter.muted:
        return "muted"
    if not said:
        return "nothing_said"
    line.chat_from = max(line.chat_from, now - AT_ONCE * EVERY)
    if line.chat_from + EVERY > now:
        return "too_fast"
    line.chat_from += EVERY
    return ""
