"""Planted faults, one of each kind: the simulation catches every one of them, from a few seeds."""

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import pytest

from core.moves import CHANCE, Move
from core.referee import Referee, Ruling
from core.shuffle import Stream
from net import bodies, commands, framing, journal_files
from net import messages as m
from net.dealing import Dealing, OpenCall
from net.journal import Journal
from net.lines import Line
from net.play import Play
from net.saved import Saved
from net.seating import Seat
from net.story import Told
from net.table import Table
from net.writing import Batch
from tests.net.evenings import room as rooms
from tests.net.evenings.room import FileDisk, Room
from tests.net.evenings.running import fault_of

Patch = pytest.MonkeyPatch
PLANTED: dict[str, tuple[Callable[[Patch], None], str, int]] = {}
"""By name: how it is planted, what is said when it is found, and a seed that is not far from one
that finds it: the first evenings of all show most, and some faults need a rare one."""


def planted(
    word: str, first: int = 0
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Note a fault under the name of its function."""

    def note(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        PLANTED[plant.__name__] = plant, word, first
        return plant

    return note


# Writing, and what follows from it


@planted("are written")
def send_before_write(patch: Patch) -> None:
    """C7: what is said goes out while the disk still works."""

    def hand_on(room: Room, batch: Batch) -> None:
        room._send(batch)
        room.file.put(Batch(batch.writes, ()))

    patch.setattr(Room, "_hand_on", hand_on)


@planted("are written")
def a_failed_commit_is_ignored(patch: Patch) -> None:
    """C7: of several waiting moves the third cannot be written, and the table goes on."""
    commit = Journal.commit
    calls = [0]

    def failing(journal: Journal, writes: Any) -> None:
        calls[0] += 1
        if calls[0] % 10 != 3:
            commit(journal, writes)

    patch.setattr(Journal, "commit", failing)


@planted("knows more")
def resume_from_an_older_copy(patch: Patch) -> None:
    """C3: the end of what was written is lost, and peers know better."""
    take_up = journal_files.take_up

    def older(path: Any) -> tuple[Journal, Saved]:
        journal, saved = take_up(path)
        cut = "DELETE FROM events WHERE number > (SELECT max(number) - 5 FROM events)"
        journal._db.execute(cut)
        return journal, journal.load() if saved.match is not None else saved

    patch.setattr(rooms, "take_up", older)


@planted("another story")
def a_call_under_a_new_number_after_a_kill(patch: Patch) -> None:
    """Rule 8: the open call is forgotten in the crash, and made anew with other members."""
    take_up = journal_files.take_up

    def forgets(path: Any) -> tuple[Journal, Saved]:
        journal, saved = take_up(path)
        told = () if saved.match is None else saved.match.events
        kinds = [type(framing.read_event(event.public)[1]) for event in told]
        if bodies.Called in kinds[-3:]:
            last = max(n for n, kind in enumerate(kinds, 1) if kind is bodies.Called)
            journal._db.execute("DELETE FROM events WHERE number >= ?", (last,))
        return journal, journal.load()

    patch.setattr(rooms, "take_up", forgets)


@planted("CannotFollow")
def the_secret_of_a_round_is_not_written(patch: Patch) -> None:
    """C10: the promise is told, and the secret behind it dies with the process."""
    tell = Play.tell

    def forgetful(play: Play, body: bodies.Body, *, seed: bytes = b"") -> Told:
        return tell(play, body, seed=b"" if seed else seed)

    patch.setattr(Play, "tell", forgetful)


@planted("others may read")
def others_may_read_the_file(patch: Patch) -> None:
    """C8: the journal is made with the usual rights."""
    crash = FileDisk.crash

    def open_to_all(disk: FileDisk) -> None:
        crash(disk)
        disk._left.chmod(0o644)

    patch.setattr(FileDisk, "crash", open_to_all)


# Commands


@planted("twice")
def a_duplicate_is_accepted(patch: Patch) -> None:
    """C2: what was accepted is not remembered, and no question is asked for."""
    patch.setattr(Seat, "remember", lambda *_: None)
    patch.setattr(commands, "_why_stale", lambda *_: "")


@planted("old intent", first=14)
def a_command_of_another_question(patch: Patch) -> None:
    """C1: sent again after the bot and the reclaim, it answers whatever is asked now."""
    patch.setattr(commands, "_why_stale", lambda *_: "")


@planted("AssertionError")
def counts_of_an_earlier_program(patch: Patch) -> None:
    """C2: a program that starts again counts from 1, and is taken for the one before it."""

    def program(seat: Seat, start: bytes, dialled: int) -> None:
        seat.dialled, seat.start = dialled, start

    patch.setattr(Seat, "program", program)


@planted("moved_in_your_name")
def a_move_in_a_guests_name(patch: Patch) -> None:
    """C5: the host moves for somebody who is there."""
    obey = commands.obey

    def forging(table: Table, number: int, line: Line, command: m.Command) -> None:
        obey(table, number, line, command)
        play = table.play
        if play is None or play.over or len(play.story) % 9:
            return
        turn = play.match.turn
        seat = table.seating.seats[turn] if turn is not None and turn != CHANCE else Seat()
        if turn is not None and seat.line is not None and not seat.stood_in:
            choice = play.match.moves()[0]
            move = choice.move if choice.values is None else choice.naming(choice.values[0])
            table.broadcast(play.submit(turn, move, 777, seat.start))
            table.go_on()

    patch.setattr(commands, "obey", forging)


# Cards


@planted("a face for")
def a_face_leaks(patch: Patch) -> None:
    """C1: somebody is told what another seat was told."""
    to = Told.to

    def leaky(told: Told, seat: int) -> m.Event:
        said = to(told, seat)
        return said if seat >= 0 or 0 not in told.private else to(told, 0)

    patch.setattr(Told, "to", leaky)


@planted("checksum")
def the_wrong_seat_is_next(patch: Patch) -> None:
    """The host's rules give the turn to another seat than the rules of everybody else."""
    submit = Referee.submit
    ruled = [0]

    def skips(referee: Referee, seat: int, move: Move) -> Ruling:
        ruling = submit(referee, seat, move)
        state: Any = referee.match.round
        ruled[0] += 1
        if ruled[0] % 20 == 0 and state.turn is not None and state.turn != CHANCE:
            state.turn = (state.turn + 1) % referee.match.seats
        return ruling

    patch.setattr(Referee, "submit", skips)


@planted(" at event |FaceConflict")
def a_shuffle_is_swapped(patch: Patch) -> None:
    """Two cards of the stock change places after an honest shuffle."""
    deal = Play.deal

    def swapped(play: Play, call: int, links: tuple[bytes, ...], stream: Stream) -> Told:
        said = deal(play, call, links, stream)
        stock = [slot for zone in play.match.zones() if zone.name == "stock" for slot in zone.slots]
        if stock:
            faces = play.match.faces
            faces[stock[0]], faces[stock[-1]] = faces[stock[-1]], faces[stock[0]]
        return said

    patch.setattr(Play, "deal", swapped)


# The fair deal


@planted("StoryError")
def a_link_is_dropped_after_it_was_seen(patch: Patch) -> None:
    """The set of those who contribute is fixed before any link is shown."""
    answer = Dealing._answer_or_void

    def late_set(dealing: Dealing, play: Play, call: OpenCall) -> Told | None:
        if not call.missing and len(call.members) > 1:
            call.members = call.members[:-1]
        return answer(dealing, play, call)

    patch.setattr(Dealing, "_answer_or_void", late_set)


@planted("secret")
def the_secret_of_a_running_round_goes_out(patch: Patch) -> None:
    """Rule 9: what opens a round goes out with its opening and not before."""
    tell = Play.tell

    def tells(play: Play, body: bodies.Body, *, seed: bytes = b"") -> Told:
        told = bodies.Round(seed) if isinstance(body, bodies.Round) else body
        return tell(play, told, seed=seed)

    patch.setattr(Play, "tell", tells)


@planted("stands in no match")
def two_stories(patch: Patch) -> None:
    """One seat is told of another event than the others."""
    to = Told.to

    def forked(told: Told, seat: int) -> m.Event:
        said = to(told, seat)
        number, body = framing.read_event(told.public)
        if seat != 1 or not isinstance(body, bodies.Moved) or number < 20:
            return said
        other = framing.write_event(number, dataclasses.replace(body, cause=m.Cause.HOST))
        return dataclasses.replace(said, public=other)

    patch.setattr(Told, "to", forked)


@pytest.mark.parametrize("name", PLANTED)
def test_it_is_found(name: str, monkeypatch: Patch) -> None:
    """Each fault, in at most so many evenings, and by what it is."""
    plant, word, first = PLANTED[name]
    plant(monkeypatch)
    faults = []
    for seed in range(first, first + 40):
        faults.append(fault_of(seed))
        if faults[-1]:
            break
    assert re.search(word, faults[-1]), faults[-3:]
