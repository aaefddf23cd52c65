"""`stammtisch resume`: which table is meant, and what is said when none can go on."""

import inspect
from pathlib import Path

import pytest

from core.shuffle import SeededLuck
from net.errors import JournalError
from net.journal import Journal
from net.journal_files import create
from net.ledger import Ledger
from net.saved import State
from tests.net.pretend import Pretend, terms
from tests.net.pretend_journal import about
from tui import cli, commands_evening
from tui.faults import FAILED, WRONG, explained
from tui.locations import locations
from tui.options import Invite, Options, ResumeWish
from tui.sentences import CATALOG

KEY = b"k" * 32


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[ResumeWish]:
    """What the command line would have gone on with, instead of going on."""
    found: list[ResumeWish] = []

    def begin(invite: Invite, _chosen: Options, *, plain: bool) -> int:
        assert plain
        assert isinstance(invite, ResumeWish)
        found.append(invite)
        journal = invite.evening.journal
        assert journal is not None
        journal.close()
        return 0

    monkeypatch.setattr(commands_evening, "begin", begin)
    return found


def _left(table: str) -> Journal:
    """A table that was left in the middle of its match; the journal is still held."""
    pretend = Pretend(terms(3, start_when_full=True, table=table))
    pretend.table.luck = SeededLuck(KEY)
    pretend.seated("ann", "bob", "cem")
    journal = create(locations().data_dir / "tables", "2026-05-09", about(pretend.table.terms))
    journal.commit(Ledger().changes(pretend.table, pretend.now))
    return journal


def _resume(*words: str) -> int:
    return cli.main(["resume", "--plain", *words])


def test_the_only_table_goes_on_without_being_named(began: list[ResumeWish]) -> None:
    """It listens where it did, plays the same game, with the same people at it."""
    _left("ann's table").close()
    finished = _left("over")
    finished.put_down(State.FINISHED)
    finished.close()
    assert _resume() == 0
    evening = began[0].evening

    assert evening.setup is not None
    assert evening.setup.listen == ("127.0.0.1", 8822)
    assert evening.joining is not None
    assert evening.taken_up is not None
    assert [seat.name for seat in evening.taken_up.seating.seats] == ["ann", "bob", "cem"]


def test_another_port_may_be_named(began: list[ResumeWish]) -> None:
    """The old one may be taken by now."""
    _left("ann's table").close()
    assert _resume("--listen", "[::1]:99") == 0

    assert began[0].evening.setup is not None
    assert began[0].evening.setup.listen == ("::1", 99)


def test_of_several_one_is_named(
    began: list[ResumeWish], capsys: pytest.CaptureFixture[str]
) -> None:
    """By the name of its journal, or by its own; without a name they are listed, code 2."""
    for table in ("ann's table", "bob's table"):
        _left(table).close()
    assert _resume() == WRONG
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "2026-05-09-1  One Hundred, ann's table: ann, bob, cem",
        "2026-05-09-2  One Hundred, bob's table: ann, bob, cem",
    ]
    assert "say which" in said.err
    assert _resume("2026-05-09-1") == 0
    assert _resume("BOB's table") == 0
    tables = [one.evening.setup.table for one in began if one.evening.setup is not None]
    assert tables == ["ann's table", "bob's table"]


def test_a_table_that_cannot_go_on_says_why(
    began: list[ResumeWish], capsys: pytest.CaptureFixture[str]
) -> None:
    """Finished, given up, or held by another program (C3)."""
    over, held, gone = _left("over"), _left("held"), _left("gone")
    over.put_down(State.FINISHED)
    over.close()
    gone.close()
    assert _resume("--give-up", "gone") == 0
    assert capsys.readouterr().out == "The table 2026-05-09-3 is given up.\n"
    for name, told in (
        ("over", "is finished"),
        ("gone", "was given up"),
        ("held", "another program of yours holds"),
    ):
        for words in ([name], [name, "--give-up"]):
            assert _resume(*words) == FAILED
            said = capsys.readouterr()
            assert said.out == ""
            assert told in said.err
    held.close()

    assert began == []


def test_a_damaged_journal_does_not_hide_a_good_one(
    began: list[ResumeWish], capsys: pytest.CaptureFixture[str]
) -> None:
    """The good one goes on; the damaged one is named only when nothing else is left."""
    bad = _left("bad")
    bad.close()
    bad.path.write_bytes(b"dear diary\n" * 1_000)
    _left("good").close()
    assert _resume() == 0
    assert len(began) == 1
    began[0].evening.journal = None
    assert _resume("--give-up", "good") == 0
    assert _resume() == FAILED
    assert "is damaged or no journal" in capsys.readouterr().err
    assert bad.path.read_bytes() == b"dear diary\n" * 1_000


def test_every_fault_of_a_journal_has_its_sentence() -> None:
    """What is wrong, with which file, and code 1; each reason of `JournalError` says it itself."""
    told = inspect.getdoc(JournalError) or ""
    reasons = [line.split()[0] for line in told.partition("reason codes")[2].splitlines() if line]
    assert len(reasons) > 8
    for reason in reasons:
        known = explained(JournalError(reason, Path("/x/2026-05-09-1.journal")))
        assert known is not None
        assert known[1] == FAILED
        assert "2026-05-09-1" in known[0]
        assert f"journal.{reason}" in CATALOG
