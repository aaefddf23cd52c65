"""The log: what a fault leaves behind, in one file of bounded size in a private folder.

It holds codes, addresses and the places in our own source where something went wrong; no face of a
card and no secret is ever put into a message.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from tui.locations import locations, ready
from tui.words import sentence

BYTES: Final = 256 * 1024
_FORM: Final = "%(asctime)s %(name)s %(levelname)s %(message)s"


def _handler(file: Path) -> logging.Handler:
    ready(file.parent)
    handler = RotatingFileHandler(file, maxBytes=BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter(_FORM))
    return handler


@contextmanager
def kept() -> Iterator[None]:
    """While this lasts, what the program notes goes to the log and never between the lines."""
    handler = _handler(locations().log_file)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()


def note_crash(fault: BaseException) -> str:
    """Put a fault of ours into the log; gives the sentence that says where."""
    file = locations().log_file
    try:
        handler = _handler(file)
        try:
            where = (type(fault), fault, fault.__traceback__)
            handler.emit(
                logging.LogRecord(
                    "stammtisch", logging.CRITICAL, __file__, 0, "the program failed", None, where
                )
            )
        finally:
            handler.close()
    except OSError:
        return sentence("cmd.crashed_no_log", fault=type(fault).__name__)
    return sentence("cmd.crashed", file=str(file))
