"""The tables of a journal, version by version, and how a file comes from one to the next.

A version is never changed once it was released: a change is one more script at the end. `PRAGMA
user_version` is the number of scripts that a file has seen.
"""

import sqlite3
from typing import Final

APPLICATION: Final = 0x53544D54
"""`PRAGMA application_id` of our files: STMT."""

FIRST: Final = """
CREATE TABLE about (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    game_version INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    bot TEXT NOT NULL,
    doors TEXT NOT NULL,
    grace REAL NOT NULL,
    start_when_full INTEGER NOT NULL,
    host_plays INTEGER NOT NULL,
    pace REAL NOT NULL,
    key BLOB,
    address TEXT NOT NULL,
    port INTEGER NOT NULL
);
CREATE TABLE friends (identity TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE rules (option TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seats (
    number INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,
    name TEXT NOT NULL,
    kind INTEGER NOT NULL,
    bot TEXT NOT NULL,
    stood_in INTEGER NOT NULL,
    gone INTEGER NOT NULL,
    waits INTEGER,
    start BLOB NOT NULL,
    replaced BLOB NOT NULL
);
CREATE TABLE matches (number INTEGER PRIMARY KEY, opening BLOB NOT NULL);
CREATE TABLE players (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    began TEXT NOT NULL,
    plays TEXT NOT NULL,
    place INTEGER,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL,
    public BLOB NOT NULL,
    head BLOB NOT NULL,
    seed BLOB,
    seat INTEGER,
    start BLOB,
    count INTEGER,
    PRIMARY KEY (match, number),
    FOREIGN KEY (match, seat) REFERENCES players
) WITHOUT ROWID;
"""
"""`seed` is that of a shuffle; `seat`, `start` and `count` those of a person's command."""

SECOND: Final = """
ALTER TABLE players DROP COLUMN place;
ALTER TABLE about ADD COLUMN watch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE about ADD COLUMN local TEXT;
CREATE TABLE conduct (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    paused INTEGER NOT NULL,
    clock REAL NOT NULL,
    match INTEGER NOT NULL,
    event INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    left INTEGER NOT NULL
);
CREATE TABLE chat (
    number INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,
    speaker INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    said TEXT NOT NULL
);
CREATE TABLE muted (identity TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE tallies (
    who TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL
);
"""
"""How the table is run, what was said at it, and the board of the evening. An `about` without a
port has no listener; `local` is the audience of a socket.
"""

MIGRATIONS: Final[tuple[str, ...]] = (FIRST, SECOND)


class NewerError(Exception):
    """The file was written by a newer version of this program."""


class ForeignError(Exception):
    """The file is a database, but no journal of ours."""


def migrate(
    db: sqlite3.Connection, scripts: tuple[str, ...] = MIGRATIONS, *, new: bool = False
) -> None:
    """Bring a file to the version of this program, whole or not at all; only a new one is empty.

    Raises `NewerError` and `ForeignError`, having changed nothing, and what SQLite raises.
    """
    application, version = _number(db, "application_id"), _number(db, "user_version")
    if new and not (application or version or _tables(db)):
        application = APPLICATION
    if application != APPLICATION:
        raise ForeignError
    if version > len(scripts):
        raise NewerError
    if version == len(scripts):
        return
    body = "".join(scripts[version:])
    try:
        db.executescript(
            f"BEGIN IMMEDIATE;{body}"
            f"PRAGMA application_id={APPLICATION};PRAGMA user_version={len(scripts)};COMMIT;"
        )
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _number(db: sqlite3.Connection, pragma: str) -> int:
    (value,) = db.execute(f"PRAGMA {pragma}").fetchone()
    return int(value)


def _tables(db: sqlite3.Connection) -> int:
    (count,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(count)
