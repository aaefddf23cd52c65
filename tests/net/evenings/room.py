"""The pretend network of the simulation: a real journal file, slow readers, every byte kept."""

import shutil
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from net import framing
from net import messages as m
from net.evening import luck_of, terms_of
from net.journal_files import create, take_up
from net.ledger import Ledger
from net.play import Play
from net.restoring import restored
from net.resuming import _setup_again
from net.saved import Saved
from net.table import Terms
from net.writing import Batch
from tests.net.pretend import Pretend, Wire
from tests.net.pretend_journal import Disk, about

DAY = "2026-05-09"


class FileDisk(Disk):
    """A real SQLite file. A crash leaves what was synced, and of a commit under way any part."""

    def __init__(self, room: "Room", slow: float, folder: Path) -> None:
        at = room.table.terms
        kept = about(at, key=None if at.fair else room.key, watch=at.watch)
        super().__init__(room, slow, room._send, create(folder / "0", DAY, kept))
        self._folder = folder
        self._room = room

    def crash(self) -> None:
        """Copy the file and its log as they stand; the log may end in the middle of a commit."""
        path, batches = self.journal.path, tuple(self._waiting)
        super().crash()
        place = self._folder / str(self._crashes)
        place.mkdir(parents=True, mode=0o700)
        wal = path.with_name(f"{path.name}-wal")
        shutil.copy(path, place / path.name)
        before = wal.read_bytes() if wal.exists() else b""
        writes = [write for batch in batches for write in batch.writes]
        luck = self._room.random
        if writes and luck.random() < 0.5:
            self.journal.commit(writes)
            after = wal.read_bytes()
            if after[: len(before)] == before:
                before = after[: luck.randrange(len(before), len(after) + 1)]
        (place / wal.name).write_bytes(before)
        self.journal.close()
        self._left = place / path.name

    def come_back(self) -> Saved:
        """Open what was left, as `stammtisch resume` does."""
        self.journal, saved = take_up(self._left)
        return saved

    def committed(self, match: int) -> int:
        """The number of the last event of a match that is in the file."""
        asked = "SELECT max(number) FROM events WHERE match = ?"
        return self.journal._db.execute(asked, (match,)).fetchone()[0] or 0


class Room(Pretend):
    """A pretend network whose host keeps a file; `look` is called after everything that happens.

    `raw_bytes` is what went out on each line, `plays` the matches so far, by number;
    `looked` is how far each program had come when it was last looked at.
    """

    def __init__(
        self,
        at: Terms,
        *,
        seed: int,
        folder: Path,
        disk: float = 0.0,
        delay: float = 0.0,
        think: float = 0.0,
    ) -> None:
        super().__init__(at, seed=seed, delay=delay, think=think)
        self.file = self.disk = FileDisk(self, disk, folder)
        self.raw_bytes: dict[int, bytearray] = defaultdict(bytearray)
        self.plays: dict[int, Play] = {}
        self.looked: dict[bytes, tuple[int, int, int]] = {}
        self.look: Callable[[], None] = lambda: None

    def resume(self) -> Saved:
        """Start the host's program again, by the code of `stammtisch resume`."""
        saved = self.file.come_back()
        setup = _setup_again(saved, "ann", self.file._folder, None, frozenset())
        at = replace(terms_of(setup), version=self.table.terms.version)
        assert at.fair == self.table.terms.fair
        lines, luck = self.table._lines_made, luck_of(setup.key, saved.calls)
        self.table = restored(saved, at, luck, self.random.randbytes, self.now)
        self.table._lines_made = lines
        for number in [one for one in self.plays if one > self.table.matches]:
            del self.plays[number]
        self._ledger = Ledger()
        self.down = False
        self._collect()
        return saved

    def stall(self, wire: Wire, seconds: float) -> None:
        """The program at the other end reads nothing for a while."""
        wire.heard_to = max(wire.heard_to, self.now) + seconds

    def _collect(self) -> None:
        super()._collect()
        if self.down:
            return
        if self.table.play is not None:
            self.plays[self.table.matches] = self.table.play
        self.look()

    def _send(self, batch: Batch) -> None:
        """Nobody hears of an event that is not in the file (C7, C10)."""
        checked = set[bytes]()
        for _, message in batch.said:
            if isinstance(message, m.Event) and message.public not in checked:
                checked.add(message.public)
                number, _ = framing.read_event(message.public)
                last = self.file.committed(self._match_of(message))
                assert number <= last, f"event {number} is sent, and {last} are written"
        super()._send(batch)

    def _match_of(self, event: m.Event) -> int:
        """The newest match in which this event stands."""
        number, _ = framing.read_event(event.public)
        for match in sorted(self._all_plays(), reverse=True):
            told = self._all_plays()[match].story.events
            if len(told) >= number and told[number - 1].public == event.public:
                return match
        raise AssertionError(f"event {number} stands in no match")

    def _all_plays(self) -> dict[int, Play]:
        play = self.table.play
        return self.plays if play is None else self.plays | {self.table.matches: play}

    def _carry(self, wire: Wire, data: bytes, *, to_host: bool) -> None:
        """Keep what the host says, to be looked through in the end."""
        if not to_host:
            self.raw_bytes[wire.line] += data
        super()._carry(wire, data, to_host=to_host)
