"""Records of fair deals, checked twice: by the program, and by docs/verify_record.py from the page.

The second checker imports nothing of ours. Where it finds a fault the program finds one too; what
the program passes it passes; and what each must find is damaged here on purpose.
"""

import importlib.util
import io
import random
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import RecordError
from core.game import games
from net import bodies, framing
from net.records import MAGIC, Record, follow, heard_by, read, written
from net.witness import Finding
from tests.net.pretend import Pretend, terms

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_record.py"
PEOPLE = ("ann", "ben", "cleo")


def second_checker() -> Any:
    """docs/verify_record.py as a module."""
    spec = importlib.util.spec_from_file_location("verify_record", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = second_checker()


def second_says(data: bytes, place: Path) -> str:
    """The last line of the second checker."""
    place.write_bytes(data)
    out = io.StringIO()
    with redirect_stdout(out):
        code = SECOND.main(place)
    line = out.getvalue().splitlines()[-1]
    assert (code != 0) == line.startswith("FAILED")
    return line


def first_says(data: bytes) -> str:
    """The program's own word in the same form."""
    try:
        *_, (guest, _) = follow(read(data))
    except RecordError as fault:
        return f"FAILED: {fault}"
    witness = guest.witness
    if witness is None or not (witness.verdicts or witness.running):
        return "not opened"
    if any(one.finding is Finding.FAILED for one in witness.verdicts):
        return "FAILED: a verdict"
    return "not opened" if witness.running else f"checked {guest.head.hex()}"


def records(count: int) -> Iterator[bytes]:
    """Records of seeded fair matches, game after game, each from the seat of one of three."""
    known = [game for game in games().values() if game.seats(game.rules)[0] <= len(PEOPLE)]
    for number in range(count):
        game = known[number % len(known)]
        room = Pretend(terms(game=game, fair=True), seed=number, delay=0.2)
        people = room.seated(*PEOPLE, bot="random")
        for person in people:
            person.guest.wish("ready")
        room.run()
        yield written(heard_by(people[number % 3].guest))


def test_both_checkers_pass_every_honest_record(
    scaled: Callable[[int, int], int], tmp_path: Path
) -> None:
    """All games, every seat: checked, and the same running hash at the end."""
    for data in records(scaled(12, 200)):
        first, second = first_says(data), second_says(data, tmp_path / "record")
        assert first.startswith("checked")
        assert second.startswith("checked")
        assert second.split()[-1] == first.split()[-1]


def rewritten(record: Record, number: int, body: bodies.Body) -> bytes:
    """The record with another body at an event."""
    events = list(record.events)
    public = framing.write_event(number, body)
    events[number - 1] = replace(events[number - 1], public=public)
    return written(Record(record.welcome, record.opening, tuple(events)))


def other(value: bytes, chooser: random.Random) -> bytes:
    """The same bytes with one bit turned."""
    at = chooser.randrange(len(value))
    return value[:at] + bytes([value[at] ^ 1 << chooser.randrange(8)]) + value[at + 1 :]


def damages(data: bytes, chooser: random.Random) -> Iterator[tuple[str, bytes]]:
    """One of each kind of damage that both must find."""
    record = read(data)
    told = [framing.read_event(event.public) for event in record.events]

    def one_of(kind: type[Any]) -> tuple[int, Any]:
        return chooser.choice([(number, body) for number, body in told if isinstance(body, kind)])

    number, body = one_of(bodies.Round)
    yield "promise", rewritten(record, number, bodies.Round(other(body.promise, chooser)))
    number, body = one_of(bodies.Chained)
    yield "chain", rewritten(record, number, bodies.Chained(body.member, other(body.end, chooser)))
    number, body = one_of(bodies.Dealt)
    links = (other(body.links[0], chooser), *body.links[1:])
    yield "link", rewritten(record, number, replace(body, links=links))
    number, body = one_of(bodies.Opened)
    yield "secret", rewritten(record, number, replace(body, secret=other(body.secret, chooser)))
    number, body = one_of(bodies.Called)
    yield "members", rewritten(record, number, replace(body, members=body.members[::-1]))
    events = list(record.events)
    at = chooser.randrange(len(events) - 1)
    yield "missing", written(replace(record, events=tuple(events[:at] + events[at + 1 :])))
    yield "twice", written(replace(record, events=tuple(events[: at + 1] + events[at:])))
    yield "cut", data[: -chooser.randrange(1, 5)]
    at = chooser.choice([at for at, event in enumerate(events) if event.faces])
    slot, face = events[at].faces[0]
    wrong = next(one for _, one in events[at].faces[1:] if one is not face) if len(
        events[at].faces
    ) > 1 else record.events[at].faces[0][1].__class__((int(face) + 1) % 52)  # fmt: skip
    faces = ((slot, wrong), *events[at].faces[1:])
    events[at] = replace(events[at], faces=faces)
    yield "private face", written(replace(record, events=tuple(events)))


def test_both_checkers_find_every_kind_of_damage(
    scaled: Callable[[int, int], int], tmp_path: Path
) -> None:
    """Promise, chain, link, secret, order, a face, a missing or doubled event, a cut."""
    chooser = random.Random(1)
    for data in records(scaled(6, 25)):
        for kind, worse in damages(data, chooser):
            assert first_says(worse).startswith("FAILED"), kind
            assert second_says(worse, tmp_path / "record").startswith("FAILED"), kind


def test_where_the_second_checker_finds_a_fault_the_program_finds_one(
    scaled: Callable[[int, int], int], tmp_path: Path
) -> None:
    """Any byte turned: the program sees at least as much."""
    chooser = random.Random(2)
    for data in records(scaled(4, 20)):
        for _ in range(scaled(10, 20)):
            at = chooser.randrange(len(MAGIC), len(data))
            worse = data[:at] + bytes([data[at] ^ 1 << chooser.randrange(8)]) + data[at + 1 :]
            if second_says(worse, tmp_path / "record").startswith("FAILED"):
                assert first_says(worse).startswith("FAILED")


@pytest.mark.parametrize("data", [b"", b"nonsense", MAGIC, MAGIC + b"\x05"])
def test_what_is_no_record_is_refused_by_both(data: bytes, tmp_path: Path) -> None:
    """Bad input: a word, no traceback."""
    assert first_says(data).startswith("FAILED")
    assert second_says(data, tmp_path / "record").startswith("FAILED")
