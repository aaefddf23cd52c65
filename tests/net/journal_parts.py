"""Journals in files, and the tables that are in them."""

from pathlib import Path

from core.shuffle import SeededLuck
from net.journal import Journal
from net.journal_files import create
from net.ledger import Ledger
from net.restoring import restored
from net.saved import Saved
from tests.net.pretend import Pretend, terms
from tests.net.pretend_journal import about

DAY = "2026-05-09"


def new_journal(folder: Path) -> Journal:
    """A journal with nothing in it but what the host has decided."""
    return create(folder, DAY, about(terms(), friends=frozenset({"key:SHA256:x"}), key=b"k" * 32))


def played(steps: int, seed: int = 1) -> Pretend:
    """A table in the middle of its match, with everything in it that a journal keeps."""
    pretend = Pretend(terms(4, start_when_full=True, grace=60.0), seed=seed)
    people = pretend.seated("ann", "bob", "cem", "dan")
    for _ in range(steps):
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
    return pretend


def written(folder: Path, steps: int = 20) -> tuple[Path, Pretend]:
    """The same table in a file that was closed in good order."""
    pretend = played(steps)
    journal = create(folder, DAY, about(pretend.table.terms))
    journal.commit(Ledger().changes(pretend.table, pretend.now))
    journal.close()
    return journal.path, pretend


def comes_back(saved: Saved, pretend: Pretend) -> None:
    """What was saved is the table that it was saved from: the same story and deck."""
    terms_, luck = pretend.table.terms, SeededLuck(pretend.key, saved.calls)
    table = restored(saved, terms_, luck, pretend.random.randbytes, 0.0)
    before = pretend.table.running_play()
    assert table.running_play().story.events == before.story.events
    assert table.running_play().record() == before.record()
