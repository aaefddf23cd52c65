"""The one line with which each end of a socket begins, before a byte of the game is said.

    guest      {"stammtisch": 1, "want": "join", "table": "ann/one-hundred"}
    answer     {"stammtisch": 1, "is": "open", …} or {"stammtisch": 1, "no": "several", …}

A line is JSON in ASCII, at most `LONGEST` bytes with its end. The guest says it to a table, or to
`stammtisch relay` on a server, so the name of the table is never part of a command there (E1). What
comes before the answer on the way through a server (a greeting of its shell) is skipped.
"""

import json
import re
from typing import Any, Final

VERSION: Final = 1
LONGEST: Final = 4096
NOISE: Final = 1 << 16
"""Bytes that a server's own greeting may have before our line comes."""

JOIN: Final = "join"
ASK: Final = "ask"

WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:%-]{0,63}", re.ASCII)
"""What an account or a table may be called in an address (E1)."""

_MARK: Final = b'{"stammtisch":'
_TABLE: Final = re.compile(rf"(?:{WORD.pattern})(?:/(?:{WORD.pattern}))?", re.ASCII)


class DoorError(Exception):
    """The other side said something else than its line; the text is a reason code."""


def is_table(text: str) -> bool:
    """Whether this can name a table: `ACCOUNT/NAME`, or the account alone."""
    return _TABLE.fullmatch(text) is not None


def line(**values: object) -> bytes:
    """One line of ours."""
    text = json.dumps({"stammtisch": VERSION, **values}, ensure_ascii=True, separators=(",", ":"))
    data = text.encode("ascii") + b"\n"
    if len(data) > LONGEST:
        raise ValueError("a line of the door is longer than the other side reads")
    return data


def read(data: bytes) -> dict[str, Any]:
    """The values of a line without its end; raises `DoorError`."""
    if len(data) > LONGEST or not data.isascii():
        raise DoorError("no_line")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise DoorError("no_line") from None
    if not isinstance(found, dict):
        raise DoorError("no_line")
    if found.get("stammtisch") != VERSION:
        raise DoorError("version")
    return found


def request(data: bytes) -> tuple[str, str]:
    """What a guest wants, and of which table (empty: of the only one); raises `DoorError`."""
    found = read(data)
    want, table = found.get("want"), found.get("table", "")
    if want not in (JOIN, ASK) or not isinstance(table, str) or (table and not is_table(table)):
        raise DoorError("no_line")
    return want, table


class Reader:
    """Finds the line among the bytes that come; `rest` is what followed it."""

    def __init__(self, *, noise: int = 0) -> None:
        """`noise` is how many bytes of other lines may come first."""
        self._buffer = bytearray()
        self._noise = noise
        self.rest = b""

    def feed(self, data: bytes) -> bytes | None:
        """The line, when it is whole; raises `DoorError` when it can no longer be one."""
        self._buffer += data
        while (end := self._buffer.find(b"\n")) >= 0:
            found = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            if not self._noise or found.startswith(_MARK):
                self.rest = bytes(self._buffer)
                return found
            self._skip(len(found) + 1)
        if len(self._buffer) > LONGEST:
            if not self._noise:
                raise DoorError("no_line")
            self._skip(len(self._buffer) - LONGEST)
            del self._buffer[:-LONGEST]
        return None

    def _skip(self, count: int) -> None:
        self._noise -= count
        if self._noise <= 0:
            raise DoorError("no_line")
