"""The journal as a file: what it keeps, who may read it, and what becomes of it when it fails."""

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from core.shuffle import SeededLuck
from net import journal_schema as schema
from net.errors import JournalError
from net.journal import Journal, lock_of
from net.journal_files import create, journals, take_up
from net.ledger import Ledger, saved_seat
from net.restoring import CannotFollow, restored
from net.saved import RulesChanged, Saved, SavedSeat, SeatChanged, State, Write
from net.seating import Seat
from tests.net.pretend import GAME, Pretend, about, terms

DAY = "2026-05-09"


def _new(folder: Path) -> Journal:
    return create(folder, DAY, about(terms(), friends=frozenset({"key:SHA256:x"}), key=b"k" * 32))


def _played(steps: int, seed: int = 1) -> Pretend:
    """A table in the middle of its match, with everything in it that a journal keeps."""
    pretend = Pretend(terms(4, start_when_full=True, grace=60.0), seed=seed)
    people = pretend.seated("ann", "bob", "cem", "dan")
    for _ in range(steps):
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
    return pretend


def _written(folder: Path, steps: int = 20) -> tuple[Path, Pretend]:
    """The same table in a file that was closed in good order."""
    pretend = _played(steps)
    journal = create(folder, DAY, about(pretend.table.terms))
    journal.commit(Ledger().changes(pretend.table, pretend.now))
    journal.close()
    return journal.path, pretend


def _restored(saved: Saved, pretend: Pretend) -> None:
    terms_, luck = pretend.table.terms, SeededLuck(pretend.key, saved.calls)
    table = restored(saved, terms_, luck, pretend.random.randbytes, 0.0)
    before = pretend.table.running_play()
    assert table.running_play().story.events == before.story.events
    assert table.running_play().record() == before.record()


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


# What it keeps


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    """E7, G8: the same story, deck and seats, and saved again it is the same once more."""
    path, pretend = _written(tmp_path / "tables")
    journal, saved = take_up(path)
    journal.close()

    assert saved.state is State.OPEN
    assert saved.about == about(pretend.table.terms)
    assert saved.calls == 1
    assert [seat.name for seat in saved.seats] == ["ann", "bob", "cem", "dan"]
    _restored(saved, pretend)
    terms_, luck = pretend.table.terms, SeededLuck(pretend.key, saved.calls)
    table = restored(saved, terms_, luck, pretend.random.randbytes, 0.0)
    again = create(tmp_path / "again", DAY, saved.about)
    assert saved.match is not None
    table.to_write += pretend_writes(pretend)
    again.commit(Ledger().changes(table, 0.0))
    twin = again.load()
    again.close()
    assert twin.match == saved.match
    assert twin.rules == saved.rules
    assert [seat.identity for seat in twin.seats] == [seat.identity for seat in saved.seats]


def pretend_writes(pretend: Pretend) -> list[Write]:
    """Every change of a match from its first event, as the table gave it out."""
    twin = _played(20)
    assert twin.table.running_play().story.head == pretend.table.running_play().story.head
    return list(twin.table.to_write)


@pytest.mark.parametrize("name", [one.name for one in fields(SavedSeat)])
def test_every_field_of_a_seat_is_kept(name: str, tmp_path: Path) -> None:
    """G8: a field that the journal forgot would come back as the usual one."""
    full = SavedSeat(
        "key:SHA256:x",
        "ann",
        Seat().kind.__class__(1),
        "careful",
        True,
        True,
        1_500,
        b"startsta",
        (b"before00", b"before01"),
    )
    journal = _new(tmp_path)
    journal.commit([RulesChanged({"chips": 3, "floor": True, "x": "y"}), SeatChanged(0, full)])
    saved = journal.load()
    journal.close()

    assert getattr(saved.seats[0], name) == getattr(full, name) != getattr(SavedSeat(), name)
    assert saved.rules == {"chips": 3, "floor": True, "x": "y"}
    assert saved.about.friends == {"key:SHA256:x"}
    assert saved.about.key == b"k" * 32


def test_every_field_of_a_seat_is_kept_or_belongs_to_a_connection() -> None:
    """G8: whoever adds a field to a seat decides here what becomes of it."""
    kept = {"identity", "name", "kind", "bot", "stood_in", "left", "start", "replaced"}
    as_something_else = {"deadline": "waits", "answers": "the commands of the events"}
    of_a_connection = {"line", "bot_line", "ready", "dialled"}

    assert {one.name for one in fields(Seat)} == kept | set(as_something_else) | of_a_connection
    assert {one.name for one in fields(SavedSeat)} == kept | {"waits"}
    assert saved_seat(Seat(deadline=12.5), 10.0).waits == 2_500


def test_what_cannot_be_kept_is_not_written_twice(tmp_path: Path) -> None:
    """A turn of the loop in which nothing changed writes nothing: pings, looks, refusals (C2)."""
    pretend = _played(5)
    ledger = Ledger()

    assert ledger.changes(pretend.table, pretend.now)
    assert ledger.changes(pretend.table, pretend.now + 1) == ()
    pretend.cut(pretend.people[0])
    (write,) = ledger.changes(pretend.table, pretend.now)
    assert isinstance(write, SeatChanged)
    assert write.seat.waits == 60_000
    assert ledger.changes(pretend.table, pretend.now + 10) == ()


# How it is kept


def test_a_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    """C8: folder 0700, every file 0600 also while it is written, whatever the umask."""
    before = os.umask(0)
    try:
        journal = _new(tmp_path / "tables")
        journal.commit([RulesChanged({"chips": 3})])
        found = {
            one.name: stat.S_IMODE(one.stat().st_mode) for one in journal.path.parent.iterdir()
        }
        journal.close()
    finally:
        os.umask(before)

    name = f"{DAY}-1"
    files = (f"{name}.journal", f"{name}.journal-wal", f"{name}.journal-shm", f"{name}.lock")
    assert found == dict.fromkeys(files, 0o600)
    assert stat.S_IMODE((tmp_path / "tables").stat().st_mode) == 0o700


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    """C9: write-ahead log, synchronised at every commit, with foreign keys, read back."""
    journal = _new(tmp_path)
    read = {
        name: journal._db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
    }
    journal.close()

    assert read == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "user_version": len(schema.MIGRATIONS),
    }


def test_all_changes_of_a_commit_or_none(tmp_path: Path) -> None:
    """A fault in the middle leaves what was there, and the connection is not used again (C7)."""
    pretend = _played(3)
    writes = Ledger().changes(pretend.table, pretend.now)
    journal = _new(tmp_path)
    journal.commit(writes[:4])
    for more in ([*writes[4:], writes[2]], writes[4:]):
        with pytest.raises(JournalError):
            journal.commit(more)
    journal.close()
    journal, saved = take_up(journal.path)
    journal.close()

    assert saved.match is not None
    assert len(saved.match.events) == 3


def test_tables_are_named_by_day_and_number(tmp_path: Path) -> None:
    """F3: nothing that a person wrote is part of a path."""
    several = [_new(tmp_path) for _ in range(3)]
    assert [one.name for one in several] == [f"{DAY}-{n}" for n in (1, 2, 3)]
    several[1].discard()
    several[0].put_down(State.FINISHED)
    several[0].close()
    listed = [(one.name, one.state, one.held, one.fault) for one in journals(tmp_path)]
    several[2].close()

    assert listed == [(f"{DAY}-1", State.FINISHED, False, ""), (f"{DAY}-3", State.OPEN, True, "")]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        f"{DAY}-{n}.{end}" for n in (1, 3) for end in ("journal", "lock")
    ]


def test_the_second_who_takes_a_table_up_is_refused(tmp_path: Path) -> None:
    """C3: one process holds a table for its whole life, and a killed one lets go of it."""
    path, _ = _written(tmp_path)
    script = (
        "import sys\nfrom pathlib import Path\nfrom net.journal_files import take_up\n"
        "journal, _ = take_up(Path(sys.argv[1]))\nprint('held', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(JournalError, match="held"):
            take_up(path)
        assert [one.held for one in journals(tmp_path)] == [True]
        other.kill()
        other.wait(20)
    journal, _ = take_up(path)
    journal.close()


def test_a_killed_writer_leaves_what_it_committed(tmp_path: Path) -> None:
    """The list and the next program read what the log holds that nobody has tidied away."""
    path, pretend = _written(tmp_path)
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom net.journal_files import take_up\n"
        "from net.saved import RulesChanged, SeatChanged, SavedSeat\n"
        "journal, _ = take_up(Path(sys.argv[1]))\n"
        "journal.commit([SeatChanged(0, SavedSeat(name='zoe'))])\n"
        "journal._db.execute('BEGIN IMMEDIATE')\n"
        "journal._db.execute('DELETE FROM events')\n"
        "os.kill(os.getpid(), 9)"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "-c", script, str(path)], env=env, check=False, timeout=60)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    (entry,) = journals(tmp_path)
    assert entry.players == ("zoe", "bob", "cem", "dan")
    journal, saved = take_up(path)
    journal.close()

    assert saved.seats[0].name == "zoe"
    _restored(saved, pretend)


# What goes wrong


def test_a_full_disk_is_a_reason_and_loses_nothing(tmp_path: Path) -> None:
    """A real SQLite without room: the commit fails whole, and the file is good."""
    path, pretend = _written(tmp_path)
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
    _restored(after, pretend)


def test_a_folder_that_may_not_be_written_is_a_reason() -> None:
    """Nothing is made, nothing changed; not even for root, who is made powerless here."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place) / "tables"
        path, _ = _written(folder)
        before = path.read_bytes()
        for each in (path, lock_of(path)):
            each.chmod(0o444)
        folder.chmod(0o555)
        with powerless():
            for act in (lambda: _new(folder), lambda: take_up(path)):
                with pytest.raises(JournalError, match="forbidden"):
                    act()
        folder.chmod(0o700)

        assert path.read_bytes() == before
        assert len(list(folder.iterdir())) == 2


def test_a_file_in_the_place_of_the_folder_is_a_reason(tmp_path: Path) -> None:
    """A folder that cannot be one is said at the start."""
    (tmp_path / "tables").write_text("not a folder")
    with pytest.raises(JournalError):
        _new(tmp_path / "tables")

    assert (tmp_path / "tables").read_text() == "not a folder"


def test_a_file_that_another_program_holds_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup or a shell in the middle of a transaction."""
    path, _ = _written(tmp_path)
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
    path, _ = _written(tmp_path)
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
        path, pretend = _written(tmp_path)
        journal, _ = take_up(path)
        row = f"WHERE number = {number}" if column != "seed" else "WHERE seed IS NOT NULL"
        (value,) = journal._db.execute(f"SELECT {column} FROM events {row}").fetchone()
        changed = bytes([*value[:-1], value[-1] ^ 1])
        journal._db.execute(f"UPDATE events SET {column} = ? {row}", (changed,))
        journal.close()
        journal, saved = take_up(path)
        journal.close()
        with pytest.raises(CannotFollow):
            _restored(saved, pretend)


def test_a_lost_event_is_found(tmp_path: Path) -> None:
    """A hole in the story, and a command of a match that is not there."""
    path, _ = _written(tmp_path)
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
    path, _ = _written(tmp_path)
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
    path, pretend = _written(tmp_path)
    journal, saved = take_up(path)
    journal.close()
    rules = {**saved.rules, "no_such_rule": 1}
    changed = Saved(saved.about, saved.state, rules, saved.seats, saved.match, saved.calls)
    with pytest.raises(CannotFollow):
        _restored(changed, pretend)
    assert saved.rules["chips"] == GAME.rules.chips
