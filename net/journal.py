"""The journal of one table: an SQLite file that says what has happened, written before it is sent.

Nothing here knows a socket or a loop: `net.writing` keeps the thread that calls it, and
`net.journal_files` the files.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from net import journal_rows as rows
from net.errors import JournalError
from net.journal_faults import translated
from net.saved import About, Saved, State, Write


def lock_of(path: Path) -> Path:
    """The file whose lock says that a process holds the table."""
    return path.with_suffix(".lock")


class Journal:
    """An open journal; raises `JournalError` and nothing else. After one it is not used again."""

    def __init__(self, db: sqlite3.Connection, path: Path, lock: int | None = None) -> None:
        """`db` has the tables of this version; `lock` is the open file that is locked."""
        self.path = path
        self._db = db
        self._lock = lock
        self._failed = False

    @property
    def name(self) -> str:
        """What the table is called on the command line."""
        return self.path.stem

    # Writing

    def commit(self, writes: Sequence[Write]) -> None:
        """Write all of these or none, and have them on the disk; safe from one thread at a time."""
        with self._used():
            self._db.execute("BEGIN IMMEDIATE")
            for write in writes:
                rows.write(self._db, write)
            self._db.execute("COMMIT")

    def begin(self, about: About) -> None:
        """Write what the host has decided, at first or in the place of what stands there."""
        with self._used():
            self._db.execute("BEGIN IMMEDIATE")
            rows.write_about(self._db, about)
            self._db.execute("COMMIT")

    def put_down(self, state: State) -> None:
        """The table is over, or given up: it cannot be taken up again."""
        with self._used():
            self._db.execute("UPDATE about SET state = ?", (state.value,))

    @contextlib.contextmanager
    def _used(self) -> Iterator[None]:
        """A fault ends the use of this connection; what was begun is undone (C7)."""
        if self._failed:
            raise JournalError("disk", self.path, "it has failed before")
        try:
            with translated(self.path):
                yield
        except BaseException:
            self._failed = True
            with contextlib.suppress(sqlite3.Error):
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let the file and its lock go."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def discard(self) -> None:
        """Close, and remove what nobody will want to see: a table at which nothing was played."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        for path in (self.path, lock_of(self.path)):
            with contextlib.suppress(OSError):
                path.unlink()
        self.close()

    # Reading

    def load(self) -> Saved:
        """The table as it stands on the disk."""
        with translated(self.path):
            for pragma, good in (("quick_check", [("ok",)]), ("foreign_key_check", [])):
                if self._db.execute(f"PRAGMA {pragma}").fetchall() != good:
                    raise JournalError("damaged", self.path, pragma)
            return rows.load(self._db)
