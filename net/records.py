"""Records: one file a match, what a program heard on its line, frame by frame (docs/records.md).

A magic line, then framed as on the wire: the welcome, the opening, and every event in order. So a
record is read with the limits of the wire, and followed by the same guest that sits at a table.
"""

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from core.errors import RecordError
from net import framing
from net import messages as m
from net.errors import PeerError
from net.guest import Guest
from net.updates import Began, BrokenOff, Closed, Judged, Kept, NotKept, Settled, Update

log = logging.getLogger("stammtisch.records")

MAGIC: Final = b"stammtisch record 1\n"
SUFFIX: Final = ".stammtisch"
LARGEST: Final = 8 << 20
"""Bytes of a record (rule F3)."""

MOST_EVENTS: Final = 20_000

LATEST: Final = 8
"""Files among which a match is looked for that was kept before."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one program heard of one match: its seat and table, the opening, the events."""

    welcome: m.Welcome
    opening: m.Opening
    events: tuple[m.Event, ...]


def heard_by(guest: Guest) -> Record:
    """The record of a guest's match as far as it went; raises `RecordError` before there is one."""
    if guest.welcome is None or guest.opening is None:
        raise RecordError("no match was heard of")
    return Record(guest.welcome, guest.opening, tuple(guest.heard))


def written(record: Record) -> bytes:
    """The bytes of the file."""
    return MAGIC + b"".join(framing.encode(one) for one in _told(record))


def _told(record: Record) -> list[m.Message]:
    return [record.welcome, record.opening, *record.events]


def read(data: bytes) -> Record:
    """The record in these bytes; raises `RecordError` with a sentence for anything else."""
    if not data.startswith(MAGIC):
        raise RecordError("this is not a record of a match, or one of a newer program")
    if len(data) > LARGEST:
        raise RecordError(f"a record has at most {LARGEST >> 20} MiB")
    decoder = framing.Decoder()
    try:
        told = list(decoder.feed(data[len(MAGIC) :]))
    except PeerError as fault:
        raise RecordError(f"the record is damaged ({fault})") from fault
    if decoder.waiting:
        raise RecordError("the record is damaged (its end is missing)")
    match told:
        case [m.Welcome() as welcome, m.Opening() as opening, *rest]:
            events = tuple(one for one in rest if isinstance(one, m.Event))
        case _:
            raise RecordError("the record is damaged (it does not begin with a match)")
    if len(events) != len(rest):
        raise RecordError("the record is damaged (something that is no event)")
    if len(events) > MOST_EVENTS:
        raise RecordError(f"a record has at most {MOST_EVENTS} events")
    return Record(welcome, opening, events)


def follow(record: Record) -> Iterator[tuple[Guest, list[Update]]]:
    """Sit where the owner of the record sat and hear it all again, an event at a time.

    Each event is checked as at a table: numbers, running hash, checksum, rules. Raises
    `RecordError` at the first that does not follow.
    """
    guest = Guest("", bytes(m.START_SIZE), record.welcome.version)
    for number, message in enumerate(_told(record), -1):
        try:
            updates = guest.receive(message)
        except PeerError as fault:
            raise RecordError(f"event {max(number, 0)} does not follow: {fault}") from fault
        if isinstance(message, m.Event) and guest.number != number:
            raise RecordError(f"event {number} is missing or comes twice")
        yield guest, updates


class Keeper:
    """Writes the record of every match that ends, whoever watches; a full disk harms no table.

    Where the deal is verifiable it waits for the opening of the last round, or for the sign that
    none will come: another match, or the end of the line.
    """

    def __init__(
        self,
        guest: Guest,
        folder: Path,
        tell: Callable[[Update], None],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._guest = guest
        self._folder = folder
        self._tell = tell
        self._today = today
        self._waiting: Record | None = None

    def __call__(self, update: Update) -> None:
        """Hear an update; at the end of a match keep it and say where."""
        ended = isinstance(update, BrokenOff) or (isinstance(update, Settled) and update.over)
        witness = self._guest.witness
        if ended or (isinstance(update, Judged) and self._waiting is not None):
            self._waiting = heard_by(self._guest)
            if witness is None or not witness.running:
                self._keep()
        elif isinstance(update, Began | Closed):
            self._keep()

    def _keep(self) -> None:
        record, self._waiting = self._waiting, None
        if record is None:
            return
        try:
            path = _kept_before(record, self._folder) or kept(record, self._folder, self._today())
        except OSError as fault:
            log.warning("the record was not kept: %s", fault)
            self._tell(NotKept(fault.strerror or str(fault)))
        else:
            self._tell(Kept(str(path)))


def kept(record: Record, folder: Path, day: date) -> Path:
    """Write a record under the next free name of that day; raises `OSError` and leaves no half."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{day.isoformat()}-{number:03}{SUFFIX}"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            number += 1
            continue
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(written(record))
        except OSError:
            path.unlink()
            raise
        return path


def _kept_before(record: Record, folder: Path) -> Path | None:
    """The file of this match, if it is among the latest: a program that was started again hears
    the last match once more.
    """
    for path in sorted(folder.glob(f"*{SUFFIX}"), reverse=True)[:LATEST]:
        try:
            other = load(path)
        except (OSError, RecordError):
            continue
        same = (other.opening, other.welcome.seat) == (record.opening, record.welcome.seat)
        if same and len(other.events) >= len(record.events):
            return path
    return None


def load(path: Path) -> Record:
    """The record in a file; raises `OSError` and `RecordError`."""
    with path.open("rb") as file:
        return read(file.read(LARGEST + 1))
