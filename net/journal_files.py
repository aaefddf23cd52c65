"""The files of journals: one for each table, named by the day, and a lock beside each.

One process holds a table, by a lock on the file beside the journal, for its whole life (C3). Both
are as secret as all hands: 0600 from the first byte, in a folder that is 0700 (C8).
"""

import contextlib
import fcntl
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net.errors import JournalError
from net.journal import Journal, lock_of
from net.journal_faults import translated
from net.journal_rows import text
from net.journal_schema import migrate
from net.saved import About, Saved, State

SUFFIX: Final = ".journal"
PATIENCE: Final = 5.0
"""Seconds that another program (a backup, a shell) may hold the file before that is a fault."""

_PRAGMAS: Final = ("synchronous=FULL", "foreign_keys=ON", "fullfsync=ON", "checkpoint_fullfsync=ON")
"""They belong to a connection, so each sets them anew (C9)."""


def create(folder: Path, day: str, about: About) -> Journal:
    """A new journal, named by the day and a number (F3)."""
    with translated(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = 1
        while True:
            path = folder / f"{day}-{number}{SUFFIX}"
            made = _make(path)
            if made is not None:
                break
            number += 1
    try:
        journal = Journal(_connect(path, new=True), path, made)
    except JournalError:
        _unmake(path, made)
        raise
    try:
        journal.begin(about)
    except JournalError:
        journal.discard()
        raise
    return journal


def take_up(path: Path) -> tuple[Journal, Saved]:
    """An open table that no process holds, to go on with."""
    if not path.is_file():
        raise JournalError("damaged", path, "no such file")
    lock = _locked(path)
    if lock is None:
        raise JournalError("held", path)
    try:
        journal = Journal(_connect(path), path, lock)
    except JournalError:
        os.close(lock)
        raise
    try:
        return journal, journal.load()
    except JournalError:
        journal.close()
        raise


def _make(path: Path) -> int | None:
    """Make the two files of a journal, 0600 from the first byte; None where there is one."""
    if path.exists():
        return None
    lock = _locked(path)
    if lock is None:
        return None
    try:
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        os.close(os.open(path, flags, 0o600))
    except FileExistsError:
        os.close(lock)
        return None
    except OSError:
        os.close(lock)
        with contextlib.suppress(OSError):
            lock_of(path).unlink()
        raise
    return lock


def _unmake(path: Path, lock: int) -> None:
    for each in (path, lock_of(path)):
        with contextlib.suppress(OSError):
            each.unlink()
    os.close(lock)


def _locked(path: Path) -> int | None:
    """The open lock file of a table; None when another process has it."""
    with translated(path):
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        lock = os.open(lock_of(path), flags, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        except OSError:
            os.close(lock)
            raise
        return lock


def _connect(path: Path, *, new: bool = False) -> sqlite3.Connection:
    with translated(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            migrate(db, new=new)
            for pragma in _PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            found = [
                db.execute(f"PRAGMA {pragma}").fetchone()[0]
                for pragma in ("journal_mode=WAL", "synchronous", "foreign_keys")
            ]
            if found != ["wal", 2, 1]:
                raise JournalError("disk", path, f"this file system cannot: {found}")
        except BaseException:
            db.close()
            raise
        return db


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal in a list: its name, and what can be said of it. `fault` says why nothing can."""

    path: Path
    state: State = State.OPEN
    table: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    held: bool = False
    fault: str = ""

    @property
    def name(self) -> str:
        """What the table is called on the command line."""
        return self.path.stem


def journals(folder: Path) -> list[Entry]:
    """Every journal of a folder, the oldest first; nothing is changed by looking."""
    try:
        return [_entry(path) for path in sorted(folder.glob(f"*{SUFFIX}"), key=_age)]
    except OSError:
        return []


def _age(path: Path) -> tuple[str, int, str]:
    """The day, then the number."""
    return path.stem.rpartition("-")[0], len(path.stem), path.stem


def _entry(path: Path) -> Entry:
    try:
        lock = _locked(path)
        held = lock is None
        if lock is not None:
            os.close(lock)
        with translated(path):
            # Without a log SQLite would make one to look; with one it has to read it.
            still = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
            place = f"{path.absolute().as_uri()}?mode=ro{still}"
            db = sqlite3.connect(place, uri=True, timeout=PATIENCE)
            with contextlib.closing(db):
                state, table, game = db.execute("SELECT state, name, game FROM about").fetchone()
                seats = db.execute("SELECT name FROM seats WHERE name <> '' ORDER BY number")
                names = tuple(text(name) for (name,) in seats)
                return Entry(path, State(state), text(table), text(game), names, held)
    except JournalError as fault:
        return Entry(path, fault=fault.reason)
