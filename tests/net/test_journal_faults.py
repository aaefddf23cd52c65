"""What becomes of a journal when the disk, the file or somebody else fails: nothing is lost."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import journal_schema as schema
from net.errors import JournalError
from net.journal import lock_of
from net.journal_files import journals, take_up
from net.restoring import CannotFollow
from net.saved import RulesChanged, Saved, SavedSeat, SeatChanged
from tests.net.journal_parts import comes_back, new_journal, written
from tests.net.pretend import GAME


@contextlib.contextmanager
def powerless() -> Iterator[None]:
    """For this while not even root may do everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_full_disk_is_a_reason_and_loses_nothing(tmp_path: Path) -> None:
    """A real SQLite without room: the commit fails whole, and the file is good."""
    path, pretend = written(tmp_path)
    journal, before = take_up(path)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    big = [SeatChanged(0, SavedSeat(name="x" * 100_000))]
    with pytest.raises(JournalError, match="full") as caught:
        journal.commit(big)
    journal.close()
    journal, after = take_up(path)
    journal.close()

    assert caught.value.reason == "full"
    assert after == before
    comes_back(after, pretend)


def test_a_folder_that_may_not_be_written_is_a_reason() -> None:
    """Nothing is made, nothing changed; not even for root, who is made powerless here."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place) / "tables"
        path, _ = written(folder)
        before = path.read_bytes()
        for each in (path, lock_of(path)):
            each.chmod(0o444)
        folder.chmod(0o555)
        with powerless():
            for act in (lambda: new_journal(folder), lambda: take_up(path)):
                with pytest.raises(JournalError, match="forbidden"):
                    act()
        folder.chmod(0o700)

        assert path.read_bytes() == before
        assert len(list(folder.iterdir())) == 2


def test_a_file_in_the_place_of_the_folder_is_a_reason(tmp_path: Path) -> None:
    """A folder that cannot be one is said at the start."""
    (tmp_path / "tables").write_text("not a folder")
    with pytest.raises(JournalError):
        new_journal(tmp_path / "tables")

    assert (tmp_path / "tables").read_text() == "not a folder"


def test_a_file_that_another_program_holds_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup or a shell in the middle of a transaction."""
    path, _ = written(tmp_path)
    monkeypatch.setattr("net.journal_files.PATIENCE", 0.0)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    journal, _ = take_up(path)
    with pytest.raises(JournalError, match="busy"):
        journal.commit([RulesChanged({"chips": 3})])
    journal.close()
    other.close()


@pytest.mark.parametrize("at", ["head", "middle", "cut", "empty", "text"])
def test_a_damaged_file_is_left_as_it_is(at: str, tmp_path: Path) -> None:
    """Whatever stands there, it is refused or read right, and not a byte of it is changed."""
    path, _ = written(tmp_path)
    data = bytearray(path.read_bytes())
    if at == "head":
        data[:16] = b"something else.."
    elif at == "middle":
        middle = len(data) // 2
        data[middle : middle + 3_000] = bytes(3_000)
    elif at == "cut":
        del data[len(data) // 2 :]
    elif at == "text":
        data[:] = b"dear diary\n" * 1_000
    else:
        data.clear()
    path.write_bytes(data)
    with pytest.raises(JournalError) as caught:
        take_up(path)

    assert caught.value.reason == "damaged"
    assert path.read_bytes() == bytes(data)
    assert [one.fault for one in journals(tmp_path)] in (["damaged"], [""])


def test_a_changed_event_is_not_gone_on_with(tmp_path: Path) -> None:
    """A journal that SQLite finds in order and that does not follow from itself (C3)."""
    for column, number in (("public", 9), ("head", 9), ("seed", 7)):
        path, pretend = written(tmp_path)
        journal, _ = take_up(path)
        row = f"WHERE number = {number}" if column != "seed" else "WHERE seed IS NOT NULL"
        (value,) = journal._db.execute(f"SELECT {column} FROM events {row}").fetchone()
        changed = bytes([*value[:-1], value[-1] ^ 1])
        journal._db.execute(f"UPDATE events SET {column} = ? {row}", (changed,))
        journal.close()
        journal, saved = take_up(path)
        journal.close()
        with pytest.raises(CannotFollow):
            comes_back(saved, pretend)


def test_a_lost_event_is_found(tmp_path: Path) -> None:
    """A hole in the story, and a command of a match that is not there."""
    path, _ = written(tmp_path)
    for fault in ("DELETE FROM events WHERE number = 9", "DELETE FROM matches"):
        db = sqlite3.connect(path)
        with db:
            db.execute(fault)
        db.close()
        with pytest.raises(JournalError, match="damaged"):
            take_up(path)


def test_a_foreign_database_is_left_as_it_is(tmp_path: Path) -> None:
    """Somebody's own file under such a name gets no tables of ours."""
    path = tmp_path / "mine.journal"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE addresses (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="damaged"):
        take_up(path)

    assert path.read_bytes() == before


def test_a_journal_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    """Refused before anything is written; an upgrade reads it."""
    path, _ = written(tmp_path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version={len(schema.MIGRATIONS) + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer"):
        take_up(path)

    assert path.read_bytes() == before


def test_an_older_journal_is_brought_up_to_date() -> None:
    """One script a version, all in one transaction; one that fails leaves the old version."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(db, new=True)
    db.execute("INSERT INTO matches VALUES (1, x'00')")
    later = "ALTER TABLE matches ADD COLUMN ended INTEGER;"
    with pytest.raises(sqlite3.Error):
        schema.migrate(db, (*schema.MIGRATIONS, later, "CREATE TABLE matches (x);"))
    assert db.execute("SELECT * FROM matches").fetchall() == [(1, b"\0")]
    schema.migrate(db, (*schema.MIGRATIONS, later))
    assert db.execute("SELECT * FROM matches").fetchall() == [(1, b"\0", None)]
    with pytest.raises(schema.NewerError):
        schema.migrate(db)


def test_house_rules_of_another_version_are_not_guessed(tmp_path: Path) -> None:
    """An option that this program does not know is no usual value."""
    path, pretend = written(tmp_path)
    journal, saved = take_up(path)
    journal.close()
    rules = {**saved.rules, "no_such_rule": 1}
    changed = Saved(saved.about, saved.state, rules, saved.seats, saved.match, saved.calls)
    with pytest.raises(CannotFollow):
        comes_back(changed, pretend)
    assert saved.rules["chips"] == GAME.rules.chips
