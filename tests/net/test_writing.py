"""Write, then send: the order of it, what a fault stops, and that nobody waits for the disk."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from core import options
from core.shuffle import SeededLuck
from net import messages as m
from net.autoplay import autoplay
from net.errors import JournalError
from net.evening import Evening, Setup, bot_luck_of, host_evening
from net.hosting import Hosting
from net.journal import Journal
from net.journal_files import journals, take_up
from net.keeping import tables_folder
from net.resuming import resume_evening
from net.saved import SeatsCounted, State, Write
from net.table import Table
from net.updates import Closed, Offline, Settled, Update
from net.writing import Batch, Writing
from tests.net.pretend import GAME, terms
from tests.net.pretend_journal import memory_journal
from tests.net.rooms_in_memory import PATIENCE, Room, luck, others

KEY = b"k" * 32


class Slow:
    """A disk that takes until it is let go, and fails at one commit if it is told to."""

    def __init__(self, fails_at: int = 0) -> None:
        self.commits: list[tuple[Write, ...]] = []
        self.go = threading.Semaphore(0)
        self._fails_at = fails_at

    def commit(self, writes: tuple[Write, ...], /) -> None:
        """Wait, then write or fail."""
        assert self.go.acquire(timeout=PATIENCE)
        if len(self.commits) + 1 == self._fails_at:
            raise JournalError("full", Path("slow.journal"))
        self.commits.append(writes)


def _batch(number: int, writes: int = 1) -> Batch:
    return Batch((SeatsCounted(number),) * writes, ((number, m.Ping(number)),))


class Desk:
    """A writing, and what it has delivered and failed with."""

    def __init__(self, disk: Slow) -> None:
        self.sent: list[int] = []
        self.faults: list[BaseException] = []
        self.writing = Writing(disk, self._deliver, self.faults.append)

    def _deliver(self, batch: Batch) -> None:
        self.sent += [line for line, _ in batch.said]

    async def until(self, count: int) -> None:
        """Wait until so many were delivered."""
        async with asyncio.timeout(PATIENCE):
            while len(self.sent) < count:  # noqa: ASYNC110 - whatever may become true
                await asyncio.sleep(0)


async def test_several_waiting_moves_are_one_transaction() -> None:
    """What comes while the disk works waits for it, in order, and is then written at once."""
    disk = Slow()
    desk = Desk(disk)
    for number in (1, 2, 3, 4):
        desk.writing.put(_batch(number))
    desk.writing.put(_batch(5, writes=0))
    await asyncio.sleep(0)
    assert desk.sent == []
    disk.go.release(2)
    await desk.until(5)
    desk.writing.put(_batch(6, writes=0))

    assert desk.sent == [1, 2, 3, 4, 5, 6]
    assert [len(one) for one in disk.commits] == [1, 3]
    await desk.writing.close()


async def test_what_needs_no_writing_overtakes_nothing() -> None:
    """A ping waits behind the event that was said before it."""
    disk = Slow()
    desk = Desk(disk)
    desk.writing.put(_batch(1, writes=0))
    desk.writing.put(_batch(2))
    desk.writing.put(_batch(3, writes=0))
    assert desk.sent == [1]
    disk.go.release()
    await desk.until(3)

    assert desk.sent == [1, 2, 3]
    await desk.writing.close()


@pytest.mark.parametrize("fails_at", [1, 2, 3])
async def test_nothing_after_a_failed_commit_is_sent(fails_at: int) -> None:
    """C7: of five moves that wait, those before the fault are out, that one and all later are not,
    and nothing more is written.
    """
    disk = Slow(fails_at)
    desk = Desk(disk)
    for number in (1, 2, 3, 4, 5):
        desk.writing.put(_batch(number))
        if number < fails_at:
            disk.go.release()
            await desk.until(number)
    disk.go.release()
    await desk.writing.close()
    desk.writing.put(_batch(6))
    desk.writing.put(_batch(7, writes=0))

    assert desk.sent == [*range(1, fails_at)]
    assert len(disk.commits) == fails_at - 1
    assert [one.reason for one in desk.faults if isinstance(one, JournalError)] == ["full"]


class Journaled(Room):
    """A room whose table writes into a disk."""

    def __init__(self, disk: Any, **changed: Any) -> None:
        super().__init__(**changed)
        self.table = Table(terms(**changed), SeededLuck(b"room" * 8), self.random.randbytes)
        self.hosting = Hosting(self.table, luck, journal=disk)


async def test_the_loop_does_not_wait_for_the_disk() -> None:
    """While a commit takes its time the table hears, and nobody hears of what is not written."""
    disk = Slow()
    async with Journaled(disk, start_when_full=True) as room:
        ann = room.guest("ann", bot="")
        await ann.joining.connect()
        run = asyncio.get_running_loop().create_task(ann.joining.run())
        room.runs.append(run)
        await room.until(lambda: room.table.seating.seats[0].name == "ann")
        bob = room.guest("bob", bot="")
        await bob.joining.connect()
        await room.until(lambda: room.table.seating.seats[1].name == "bob")
        assert ann.guest.lobby is None
        disk.go.release(100)
        await room.until(lambda: ann.guest.lobby is not None)
        room.runs.append(asyncio.get_running_loop().create_task(bob.joining.run()))
        await room.guest("cem", bot="").sit()
        await room.until(lambda: ann.guest.match is not None)
        written = [write for commit in disk.commits for write in commit]
        assert len(written) >= len(room.table.running_play().story)


async def test_a_match_is_played_over_a_journal() -> None:
    """Bots and people, every event in the journal, in order, before the end is seen."""
    journal = memory_journal(terms(start_when_full=True))
    async with Journaled(journal, start_when_full=True, bot="random") as room:
        room.table.seat_bots(1, host_plays=False)
        ann, bob = [await room.guest(name).sit() for name in ("ann", "bob")]
        await room.until(lambda: ann.guest.match is not None and ann.guest.match.over)
        await room.until(lambda: bob.guest.head == ann.guest.head)
        saved = journal.load()
        assert saved.match is not None
        assert saved.match.events[-1].head == ann.guest.head


async def test_a_table_that_cannot_be_written_says_so_and_stands_still() -> None:
    """C7: guests hear why and try again by themselves; nothing that is not written is known."""
    journal = memory_journal(terms(start_when_full=True))
    async with Journaled(journal, start_when_full=True) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        await room.until(lambda: any(one.guest.on_turn for one in people))
        number = people[0].guest.number
        journal._failed = True
        mover = next(one for one in people if one.guest.on_turn)
        choice = mover.guest.choices()[0]
        mover.guest.play(choice.move if choice.values is None else choice.naming(7))
        mover.joining.flush()
        await room.until(lambda: all(one.heard(Offline) for one in people))
        assert [one.heard(Offline)[0].reason for one in people] == ["cannot_write"] * 3
        assert {one.guest.number for one in people} == {number}
        assert mover.guest.pending is not None
        assert room.hosting.stopped.is_set()
        assert room.link("key:late").closed_because is None
        late = room.link("key:later")
        assert await late.receive() == b""
        for one in people:
            one.joining.leave()


# A whole evening


def _setup(data_dir: Path, **changed: Any) -> Setup:
    usual: dict[str, Any] = {
        "game": GAME,
        "rules": GAME.rules,
        "seats": 4,
        "name": "ann",
        "data_dir": data_dir,
        "bots": 3,
        "bot": "random",
        "key": KEY,
        "listen": ("127.0.0.1", 0),
        "start_when_full": True,
        "pace": 0.0,
    }
    return Setup(**(usual | changed))


async def _play(evening: Evening, steps: int) -> list[Update]:
    """Let a bot play the host's seat until so many events are known, or to the end."""
    updates: list[Update] = []
    enough = asyncio.Event()

    def on_update(update: Update) -> None:
        updates.append(update)
        over = isinstance(update, Closed) or (isinstance(update, Settled) and update.over)
        if over or evening.guest.number >= steps:
            enough.set()

    assert evening.joining is not None
    evening.joining.on_update = on_update
    autoplay(evening.joining, "random", bot_luck_of(KEY))
    await evening.start()
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    return updates


async def _whole(data_dir: Path, **changed: Any) -> Any:
    evening = host_evening(_setup(data_dir, **changed))
    await _play(evening, 10_000)
    match = evening.guest.match
    await evening.close()
    assert match is not None
    return match.public()


async def test_an_evening_left_in_the_middle_goes_on_to_the_same_end(home: Path) -> None:
    """The host leaves at several moments, on purpose; the standings are those of an evening that
    was never interrupted, the random bots of the table included (E7).
    """
    whole = await _whole(home / "whole")
    folder = tables_folder(home / "parts")
    evening = host_evening(_setup(home / "parts"))
    steps = 12
    while True:
        await _play(evening, steps)
        match, port = evening.guest.match, evening.listener and evening.listener.port
        await evening.close()
        (entry,) = journals(folder)
        if not evening.unfinished:
            break
        assert entry.name == evening.unfinished
        evening = resume_evening(entry.path, "other name", home / "parts")
        assert evening.setup is not None
        assert evening.setup.listen == ("127.0.0.1", port)
        steps += 7

    assert steps > 20
    assert match is not None
    assert match.public() == whole
    assert entry.state is State.FINISHED
    with pytest.raises(JournalError, match="finished"):
        resume_evening(entry.path, "ann", home / "parts")
    assert others() == set()


async def test_an_evening_on_a_full_disk_goes_on_when_there_is_room(home: Path) -> None:
    """A real SQLite that has no page left: the host hears why, the file is good, and the match goes
    on from the last written move to the same end.
    """
    long = options.with_values(GAME.rules, {"chips": 9})  # more events than fit on a page
    whole = await _whole(home / "whole", rules=long)
    evening = host_evening(_setup(home / "full", rules=long))
    assert evening.joining is not None
    autoplay(evening.joining, "random", bot_luck_of(KEY))
    await evening.start()
    journal = evening.journal
    assert isinstance(journal, Journal)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    async with asyncio.timeout(PATIENCE):
        closed = await evening.wait()
    assert closed == Closed("cannot_write", "full")
    assert evening.hosting is not None
    assert isinstance(evening.hosting.fault, JournalError)
    known = evening.guest.number
    await evening.close()
    again = resume_evening(journal.path, "ann", home / "full")
    assert again.taken_up is not None
    play = again.taken_up.play
    assert play is None or len(play.story) >= known
    await _play(again, 10_000)
    match = again.guest.match
    await again.close()

    assert match is not None
    assert match.public() == whole


async def test_a_table_nobody_has_played_at_leaves_nothing(home: Path) -> None:
    """An evening that never began is no table to go on with; nor is one that could not open."""
    evening = host_evening(_setup(home, start_when_full=False))
    await evening.start()
    assert len(journals(tables_folder(home))) == 1
    await evening.close()
    for changed in ({"seats": 40}, {"bots": 4}):
        with pytest.raises(Exception, match=r"seats|room"):
            await host_evening(_setup(home, **changed)).start()

    assert list(tables_folder(home).iterdir()) == []


async def test_a_resume_that_cannot_listen_leaves_the_table_as_it_was(home: Path) -> None:
    """A port in use costs nothing: the next try, or another port, goes on."""
    evening = host_evening(_setup(home))
    await _play(evening, 12)
    await evening.close()
    (entry,) = journals(tables_folder(home))
    blocker = host_evening(_setup(home / "other", seats=4))
    await blocker.start()
    assert blocker.listener is not None
    port = blocker.listener.port
    second = resume_evening(entry.path, "ann", home, listen=("127.0.0.1", port))
    with pytest.raises(Exception, match="in use"):
        await second.start()
    await blocker.close()
    journal, saved = take_up(entry.path)
    journal.close()

    assert saved.state is State.OPEN
    assert saved.about.listen is not None
    assert saved.about.listen[1] not in (0, port)


async def test_a_solo_table_keeps_no_journal(home: Path) -> None:
    """Nobody else is there whose evening could be lost, and it would cost the start a moment."""
    evening = host_evening(_setup(home, listen=None))
    await _play(evening, 12)
    await evening.close()

    assert not tables_folder(home).exists()
