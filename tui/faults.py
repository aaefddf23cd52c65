"""What went wrong, as one sentence and an exit code; nothing heavy is loaded to say so."""

import errno
from typing import Final

from core.errors import CardTextError, RulesError
from net.clean import clean
from net.errors import JournalError, NetError
from net.ssh.errors import AddressError, RoadError
from tui.sentences import CATALOG
from tui.words import farewell, sentence

DONE: Final = 0
FAILED: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130


class WrongWords(Exception):
    """What was typed cannot be done; the text is a sentence."""


def cannot(key: str, **values: str | int) -> WrongWords:
    """The words are wrong: a sentence of the catalog."""
    return WrongWords(sentence(key, **values))


def explained(fault: BaseException) -> tuple[str, int] | None:
    """The sentence of a fault that a person can do something about, and its exit code.

    None for a fault of ours, which belongs into the log.
    """
    if isinstance(fault, WrongWords | RulesError | CardTextError | AddressError):
        return _line(str(fault)), WRONG
    if isinstance(fault, RoadError):
        return _line(str(fault)), FAILED
    if isinstance(fault, JournalError):
        return journal_fault(fault), FAILED
    if isinstance(fault, NetError):
        return farewell(fault.reason), FAILED
    return None


def journal_fault(fault: JournalError) -> str:
    """Why a journal cannot be used, and what can be done about it."""
    known = f"journal.{fault.reason}"
    key = known if known in CATALOG else "journal.disk"
    return sentence(key, table=fault.path.stem, file=_line(str(fault.path)))


def nobody_listens(fault: BaseException) -> bool:
    """Whether the reader of our output, or the terminal, is gone: there is nobody to tell."""
    if isinstance(fault, BrokenPipeError):
        return True
    return isinstance(fault, OSError) and fault.errno == errno.EIO


def _line(text: str) -> str:
    return clean(text, cells=2_000, points=2_000)
