"""The journal as a file: what it keeps, and who may read it."""

import os
import stat
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from core.shuffle import SeededLuck
from net import journal_schema as schema
from net.errors import JournalError
from net.journal_files import create, journals, take_up
from net.ledger import Ledger, saved_seat
from net.messages import Kind
from net.restoring import restored
from net.saved import RulesChanged, SavedSeat, SeatChanged, State, Write
from net.seating import Seat
from tests.net.journal_parts import DAY, comes_back, new_journal, played, written
from tests.net.pretend import Pretend
from tests.net.pretend_journal import about


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    """E7, G8: the same story, deck and seats, and saved again it is the same once more."""
    path, pretend = written(tmp_path / "tables")
    journal, saved = take_up(path)
    journal.close()

    assert saved.state is State.OPEN
    assert saved.about == about(pretend.table.terms)
    assert saved.calls == 1
    assert [seat.name for seat in saved.seats] == ["ann", "bob", "cem", "dan"]
    comes_back(saved, pretend)
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
    twin = played(20)
    assert twin.table.running_play().story.head == pretend.table.running_play().story.head
    return list(twin.table.to_write)


@pytest.mark.parametrize("name", [one.name for one in fields(SavedSeat)])
def test_every_field_of_a_seat_is_kept(name: str, tmp_path: Path) -> None:
    """G8: a field that the journal forgot would come back as the usual one."""
    full = SavedSeat(
        "key:SHA256:x",
        "ann",
        Kind.PERSON,
        "careful",
        True,
        True,
        1_500,
        b"startsta",
        (b"before00", b"before01"),
    )
    journal = new_journal(tmp_path)
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
    forgiven = {"spare", "misses", "clock_plays", "runs"}  # a host that was gone begins anew

    known = kept | set(as_something_else) | of_a_connection | forgiven
    assert {one.name for one in fields(Seat)} == known
    assert {one.name for one in fields(SavedSeat)} == kept | {"waits"}
    assert saved_seat(Seat(deadline=12.5), 10.0).waits == 2_500


def test_what_cannot_be_kept_is_not_written_twice(tmp_path: Path) -> None:
    """A turn of the loop in which nothing changed writes nothing: pings, looks, refusals (C2)."""
    pretend = played(5)
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
        journal = new_journal(tmp_path / "tables")
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
    journal = new_journal(tmp_path)
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
    pretend = played(3)
    writes = Ledger().changes(pretend.table, pretend.now)
    journal = new_journal(tmp_path)
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
    several = [new_journal(tmp_path) for _ in range(3)]
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
    path, _ = written(tmp_path)
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
    path, pretend = written(tmp_path)
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
    comes_back(saved, pretend)
