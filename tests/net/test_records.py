"""Records: what a program heard is kept, read with limits, and follows to the same end (F3)."""

import random
from datetime import date
from pathlib import Path

import pytest

from core.errors import RecordError
from net import framing, records
from net import messages as m
from net.guest import Guest
from net.records import MAGIC, Keeper, Record, follow, heard_by, kept, load, written
from net.updates import Closed, Kept, NotKept, Settled, Update
from tests.net.pretend import Pretend, terms
from tests.net.rooms_in_memory import played_match

DAY = date(2026, 12, 1)


@pytest.fixture(scope="module")
def played() -> tuple[Guest, ...]:
    """Two guests of one match that was played to its end."""
    return played_match()[:2]


def test_a_record_read_again_follows_to_the_same_end(played: tuple[Guest, ...]) -> None:
    """E7: opening, events, faces and standings are those of the table, for each seat's record."""
    for guest in played:
        record = heard_by(guest)
        again = records.read(written(record))
        *_, (told, _) = follow(again)

        assert again == record
        assert guest.match is not None
        assert told.match is not None
        assert told.head == guest.head
        assert told.match.faces == guest.match.faces
        assert told.match.settlement == guest.match.settlement
        assert list(told.journal) == list(guest.journal)
        assert told.seat == guest.seat


def test_a_record_holds_no_face_that_its_owner_did_not_see(played: tuple[Guest, ...]) -> None:
    """The two records have the same public bytes, and private faces of their own seat alone."""
    one, other = (heard_by(guest) for guest in played)

    assert [event.public for event in one.events] == [event.public for event in other.events]
    assert any(event.faces for event in one.events)
    mine = {slot for event in one.events for slot, _ in event.faces}
    theirs = {slot for event in other.events for slot, _ in event.faces}
    assert not mine & theirs


def test_the_file_is_for_its_owner_and_named_by_date_and_number(
    played: tuple[Guest, ...], tmp_path: Path
) -> None:
    """F3: no name from inside; a name that is taken is left alone."""
    record = heard_by(played[0])
    folder = tmp_path / "records"
    first, second = kept(record, folder, DAY), kept(record, folder, DAY)

    assert [first.name, second.name] == ["2026-12-01-001.stammtisch", "2026-12-01-002.stammtisch"]
    assert first.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert load(first) == record


def test_every_match_that_ends_is_kept_and_a_fault_is_told(
    played: tuple[Guest, ...], tmp_path: Path
) -> None:
    """A folder that cannot be written harms no table: it is said, and the evening goes on."""
    told: list[object] = []
    keeper = Keeper(played[0], tmp_path / "records", told.append, lambda: DAY)
    keeper(Settled(over=False))
    assert told == []
    keeper(Settled(over=True))
    assert told == [Kept(str(tmp_path / "records" / "2026-12-01-001.stammtisch"))]

    again: list[object] = []
    Keeper(played[0], tmp_path / "records", again.append, lambda: DAY)(Settled(over=True))
    assert again == told  # a program that was started again hears the match once more
    (tmp_path / "file").write_text("in the way")
    Keeper(played[0], tmp_path / "file", told.append, lambda: DAY)(Settled(over=True))
    assert isinstance(told[-1], NotKept)


@pytest.mark.parametrize("part", range(4))
def test_a_damaged_record_is_refused_in_words(part: int, played: tuple[Guest, ...]) -> None:
    """F3: any byte changed, any cut: a sentence, or the very same match when it did not matter."""
    data, chooser = written(heard_by(played[0])), random.Random(part)
    honest = records.read(data)
    for _ in range(100):
        at = chooser.randrange(len(data))
        cut = chooser.random() < 0.3
        worse = data[:at] if cut else data[:at] + bytes([chooser.randrange(256)]) + data[at + 1 :]
        try:
            record = records.read(worse)
            for _ in follow(record):
                pass
        except RecordError:
            continue
        shorter = honest.events[: len(record.events)]
        assert [one.public for one in record.events] == [one.public for one in shorter]


def test_limits_of_a_record(played: tuple[Guest, ...]) -> None:
    """F3: at most 8 MiB and 20,000 events; nothing but a welcome, an opening and events."""
    record = heard_by(played[0])
    many = Record(record.welcome, record.opening, record.events[:1] * (records.MOST_EVENTS + 1))
    stray = written(record) + framing.encode(m.Ping(1))
    headless = MAGIC + framing.encode(record.opening)
    for data, words in (
        (b"", "not a record"),
        (b"stammtisch record 2\n", "newer program"),
        (MAGIC + bytes(records.LARGEST), "8 MiB"),
        (written(many), "20000 events"),
        (stray, "no event"),
        (headless, "begin with a match"),
        (written(record)[:-1], "end is missing"),
    ):
        with pytest.raises(RecordError, match=words):
            records.read(data)


def test_an_event_that_is_missing_or_told_twice_is_found(played: tuple[Guest, ...]) -> None:
    """A record from which somebody took or doubled an event does not follow."""
    record = heard_by(played[0])
    for events in (
        record.events[:5] + record.events[6:],
        record.events[:5] + record.events[4:],
        (*record.events[:5], record.events[6], record.events[5], *record.events[7:]),
    ):
        with pytest.raises(RecordError, match="event"):
            for _ in follow(Record(record.welcome, record.opening, events)):
                pass


def test_a_guest_who_heard_of_no_match_has_no_record() -> None:
    """Bad input: a sentence."""
    with pytest.raises(RecordError, match="no match"):
        heard_by(Guest("Ann", bytes(8), "1"))


class Hearing(list[Update]):
    """The updates of a person, which a keeper hears as they come."""

    keeper: Keeper

    def append(self, update: Update) -> None:
        super().append(update)
        self.keeper(update)


@pytest.mark.parametrize("opens", [True, False])
def test_the_record_of_a_fair_deal_waits_for_the_opening(opens: bool, tmp_path: Path) -> None:
    """Rule 9: the last round is opened after the result; if it never is, the record says so."""
    room = Pretend(terms(fair=True), seed=5)
    people = room.seated("ann", "ben", "cleo", bot="random")
    told: list[Update] = []
    people[0].updates = hearing = Hearing(people[0].updates)
    hearing.keeper = Keeper(people[0].guest, tmp_path, told.append, lambda: DAY)
    if not opens:
        people[2].guest._contribute = lambda: bool(silent())  # type: ignore[method-assign]
    contribute = people[2].guest.__class__._contribute

    def silent() -> bool:
        guest = people[2].guest
        over = guest.match is not None and guest.match.over
        return False if over else contribute(guest)

    for person in people:
        person.guest.wish("ready")
    room.run()
    if not opens:
        assert told == []
        people[0].updates.append(Closed("host_left"))

    (update,) = told
    assert isinstance(update, Kept)
    *_, (guest, _) = follow(load(Path(update.path)))
    assert guest.witness is not None
    assert guest.witness.running is not opens
