"""What is true of a table: after everything that happens, and in the end of an evening."""

from collections import defaultdict
from typing import Any

from core.cards import HIDDEN
from core.moves import CHANCE
from net import bodies, framing, records
from net import messages as m
from net.journal import lock_of
from net.play import Play
from net.seating import BOT
from net.table import Table
from net.updates import Alarm, Began, Happened, Judged
from net.witness import Finding
from tests.net.evenings.room import Room
from tests.net.knowledge import Knowledge, faces_in
from tests.net.pretend import Person, Wire
from tests.net.trouble import accepted_in, every_command_has_one_end

BROKEN = frozenset(
    {
        "host_behind",
        "story_differs",
        "internal",
        "bad_link",
        "nonsense",
        "other_rules",
        "out_of_turn",
    }
)
"""Good-byes that nobody hears at an honest table from an honest program."""


def now(room: Room) -> None:
    """The invariants that hold at any moment."""
    table = room.table
    _seats_stand(table)
    if table.play is not None:
        turn, seats = table.play.match.turn, table.play.match.seats
        assert turn is None or turn == CHANCE or 0 <= turn < seats
        for person in room.people:
            _follows(room, person)


def _seats_stand(table: Table) -> None:
    """A seat belongs to one identity, a line to one seat, a countdown to somebody who is away."""
    taken = [seat.identity for seat in table.seating.seats if seat.identity]
    assert len(taken) == len(set(taken)), f"two seats of one identity: {taken}"
    lines = [one.line for one in table.seating.seats if one.line is not None]
    lines += [one.bot_line for one in table.seating.seats if one.bot_line is not None]
    assert len(lines) == len(set(lines)), "a line with two seats"
    for number, seat in enumerate(table.seating.seats):
        if seat.line is not None:
            assert table.lines[seat.line].identity == seat.identity
            assert table.lines[seat.line].greeted
        if seat.bot_line is not None:
            assert table.lines[seat.bot_line].identity == f"{BOT}{number}"
        away = seat.kind is m.Kind.PERSON and seat.line is None and not seat.stood_in
        waits = seat.deadline is not None
        assert waits == (away and table.running), (
            f"seat {number}: waited for: {waits}, away: {away}"
        )


def _follows(room: Room, person: Person) -> None:
    """A program's story is the host's, as far as it goes, and so is every face that it holds."""
    guest = person.guest
    play = room.plays.get(guest.match_number)
    stands = guest.match_number, guest.number, 0 if play is None else len(play.story)
    if play is None or person.closed is not None or room.looked.get(guest.start) == stands:
        return
    room.looked[guest.start] = stands
    assert guest.number <= len(play.story), f"{person.name} knows more than the host"
    assert guest.head == play.story.head_at(guest.number), f"{person.name} has another story"
    if guest.match is not None and guest.number == len(play.story):
        assert guest.match.public() == play.match.public(), f"{person.name} sees another table"
        for slot, face in enumerate(guest.match.faces):
            assert face is HIDDEN or face is play.match.faces[slot]


def in_the_end(room: Room, gone: list[Person]) -> None:
    """Everybody has the host's table, every command came to one end, and no secret got out."""
    table = room.table
    assert not table.running, "the match does not end"
    no_secret_got_out(room, [*room.people, *gone])
    for person in [*room.people, *gone]:
        _heard_in_order(person)
        _nothing_suspected(person)
    accepted = [one for play in room.plays.values() for one in accepted_in(play)]
    assert len(accepted) == len(set(accepted)), "a command stands in the story twice"
    for person in room.people:
        if person.closed is not None or person.wire is None:
            continue
        guest = person.guest
        assert guest.pending is None, f"{person.name} never heard of a move"
        every_command_has_one_end(person, accepted)
        if table.play is not None and _is_told(room, person.wire):
            assert guest.match is not None
            assert (guest.match_number, guest.number) == (table.matches, len(table.play.story))
            assert guest.match.public() == table.play.match.public()
    for play in room.plays.values():
        _answers_its_question(play, [*room.people, *gone])
    if table.play is not None:
        saved = room.file.journal.load()
        assert saved.match is not None
        story = table.play.story
        assert [one.public for one in saved.match.events] == [one.public for one in story.events]
    for path in (room.file.journal.path, lock_of(room.file.journal.path)):
        assert not path.stat().st_mode & 0o077, "others may read the journal (C8)"
    _same_words(room.people)


def _is_told(room: Room, wire: Wire) -> bool:
    """Whether a line hears of the match: not in a seat that was another's when it was played."""
    stories = [one.match for one in wire.told if isinstance(one, m.Welcome | m.Opening)]
    return room.table.viewer(wire.line) is not None and any(stories)


def _heard_in_order(person: Person) -> None:
    """Each event once and in order; numbers begin anew with a match."""
    last = 0
    for one in person.updates:
        if isinstance(one, Began):
            last = 0
        elif isinstance(one, Happened):
            assert one.number > last, "out of order, or twice"
            last = one.number


def _answers_its_question(play: Play, people: list[Person]) -> None:
    """A command that was accepted answers the question that was open when it was made (C1)."""
    sent = {(one.guest.start, count): said for one in people for count, said in one.sent.items()}
    duty = 0
    for number, told in enumerate(play.story.events, 1):
        _, body = framing.read_event(told.public)
        if told.by is not None:
            command = sent.get((told.by.start, told.by.count))
            assert command is not None, "a command that nobody sent"
            assert (command.match, command.duty) == (play.story.match_number, duty), "old intent"
        if isinstance(body, bodies.Moved | bodies.Shuffled | bodies.Dealt):
            duty = number


def _nothing_suspected(person: Person) -> None:
    """An honest host is suspected by nobody."""
    assert person.closed is None or person.closed.reason not in BROKEN, person.closed
    alarms = {one.reason for one in person.heard(Alarm)}
    assert alarms <= {"bot_in_your_place", "held_by_another"}, alarms
    for judged in person.heard(Judged):
        verdict = judged.verdict
        assert verdict.finding is not Finding.FAILED, f"{verdict.why} at event {verdict.event}"


def _same_words(people: list[Person]) -> None:
    """Whoever heard the same match has the same words (fair deal, rule 10)."""
    words: dict[tuple[int, int], set[Any]] = defaultdict(set)
    for person in people:
        witness = person.guest.witness
        for number, verdict in enumerate(() if witness is None else witness.verdicts):
            words[person.guest.match_number, number].add(verdict.words)
    assert all(len(one) == 1 for one in words.values()), "other words for others"


# Secrets


def no_secret_got_out(room: Room, people: list[Person]) -> None:
    """Look through all that was sent, and all that programs keep."""
    known = {number: Knowledge(play) for number, play in room.plays.items()}
    for wire in room.wires.values():
        for number, messages in _by_match(wire).items():
            if number in known:
                may = _may_know(room.plays[number], known[number], wire.person.identity)
                assert set(faces_in(messages)) <= may, f"a face for {wire.person.identity}"
    for person in people:
        guest = person.guest
        number = guest.match_number
        if guest.recorder is None or number not in known:
            continue
        may = _may_know(room.plays[number], known[number], person.identity)
        assert {reveal for step in guest.recorder.steps for reveal in step.faces} <= may
        record = records.read(records.written(records.heard_by(guest)))
        assert set(faces_in(record.events)) <= may
        public = {int(face) for _, face in known[number].public}
        named = {note.values["card"] for note in guest.journal if "card" in note.values}
        assert named <= public, "a card that is not public is named"
    for play in room.plays.values():
        _no_early_secret(room, play)
    for data in room.raw_bytes.values():
        assert b"key:" not in data, "an identity went out"


def _by_match(wire: Wire) -> dict[int, list[m.Message]]:
    """The events that went out on a line, by match."""
    said: dict[int, list[m.Message]] = defaultdict(list)
    match = 0
    for message in wire.told:
        if isinstance(message, m.Welcome | m.Opening):
            match = message.match
        elif isinstance(message, m.Event):
            said[match].append(message)
    return said


def _may_know(play: Play, known: Knowledge, identity: str) -> set[Any]:
    """The faces that an identity may have heard of in a match, by the seat that it had."""
    _, told = framing.read_event(play.story.events[1].public)
    assert isinstance(told, bodies.SeatsSet)
    salted = play.story.who(identity)
    seats = [seat for seat, (_, who, _) in enumerate(told.seats) if who == salted]
    if identity.startswith(BOT):
        seats = [int(identity.removeprefix(BOT))]
    return known.known[seats[0]] if seats else known.public


def _no_early_secret(room: Room, play: Play) -> None:
    """The host's secret of a round, and every link, go out with the event that opens them."""
    secrets: dict[bytes, bytes] = {}
    promised = b""
    for told in play.story.events:
        _, body = framing.read_event(told.public)
        match body:
            case bodies.Round():
                promised = told.seed
                secrets[promised] = b""
            case bodies.Dealt(links=links):
                secrets |= dict.fromkeys(links, told.public)
            case bodies.Opened(links=links):
                secrets |= dict.fromkeys(links, told.public)
                secrets[promised] = told.public
    for data in room.raw_bytes.values():
        for secret, opening in secrets.items():
            at = data.find(secret)
            if at >= 0:
                assert opening, "a secret of an open round went out"
                assert 0 <= data.find(opening) <= at, "a secret went out early"
