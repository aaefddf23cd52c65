"""What SQLite and the system say of a file, as a `JournalError` with a reason of ours."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from net.errors import JournalError
from net.journal_schema import ForeignError, NewerError

_BY_NAME: Final = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "forbidden"),
    ("SQLITE_CANTOPEN", "forbidden"),
    ("SQLITE_PERM", "forbidden"),
    ("SQLITE_AUTH", "forbidden"),
    ("SQLITE_BUSY", "busy"),
    ("SQLITE_LOCKED", "busy"),
    ("SQLITE_CORRUPT", "damaged"),
    ("SQLITE_NOTADB", "damaged"),
    ("SQLITE_IOERR", "disk"),
    ("SQLITE_CONSTRAINT", "damaged"),
    ("SQLITE_ERROR", "damaged"),  # a table or a column that should be there is missing
)
_BY_NUMBER: Final = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOTDIR: "forbidden",
    errno.ELOOP: "forbidden",
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Whatever goes wrong with a journal in here is a `JournalError`."""
    try:
        yield
    except sqlite3.Error as fault:
        raise JournalError(_reason(fault), path, str(fault)) from fault
    except OSError as fault:
        raise JournalError(_BY_NUMBER.get(fault.errno or 0, "disk"), path, str(fault)) from fault
    except NewerError as fault:
        raise JournalError("newer", path) from fault
    except (ForeignError, TypeError, ValueError) as fault:
        raise JournalError("damaged", path, str(fault)) from fault


def _reason(fault: sqlite3.Error) -> str:
    name = getattr(fault, "sqlite_errorname", None) or ""
    return next((reason for begins, reason in _BY_NAME if name.startswith(begins)), "disk")
