"""What is said when something is refused, and the one log line that stays of it."""

import logging
import time
from collections.abc import Callable
from typing import Final

WORDS: Final = "This is a Stammtisch card table. Join it with: stammtisch join HOST:PORT"
FULL: Final = "The table has no room for more connections just now. Try again in a moment."
CROWDED: Final = "You have come in again elsewhere, so this older connection ends."
TOO_MANY_KEYS: Final = (
    "Too many keys were offered. Offer one with: ssh -o IdentitiesOnly=yes -i KEY"
)
TOO_MANY_CHANNELS: Final = "One connection to a Stammtisch card table has only a few channels."
NO_TERMINALS: Final = (
    "So many people without the program are served here that there is no room; install it, and use:"
    " stammtisch join HOST:PORT"
)
FAULT: Final = "Something went wrong at the host that should not; please dial again."
STOPPED: Final = "The host has closed the table."

_log: Final = logging.getLogger("stammtisch.ssh")


class RefusalLog:
    """One line a refusal, but only so many in a period: a stranger must not fill the disk.

    Lines carry a code, an address and at most a fingerprint; never a user name, a command or an
    environment, where people type secrets by mistake.
    """

    __slots__ = ("_left", "_limit", "_now", "_period", "_since", "_unsaid")

    def __init__(
        self, limit: int, period: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = limit
        self._period = period
        self._now = now
        self._since = now()
        self._left = limit
        self._unsaid = 0

    def note(self, code: str, address: str, detail: str = "") -> None:
        """Write the line, or count it when there were too many."""
        if self._now() - self._since >= self._period:
            if self._unsaid:
                _log.info("refused: %d more, not written one by one", self._unsaid)
            self._since, self._left, self._unsaid = self._now(), self._limit, 0
        if self._left == 0:
            self._unsaid += 1
            return
        self._left -= 1
        _log.info("refused: %s from %s%s", code, address or "a tunnel", detail and f" ({detail})")
