"""Commands and their answers: once, for the holder, for the open question, and never in silence."""

import copy
import itertools
import random
from typing import Any

import pytest

from core.errors import IllegalMove
from core.moves import Move, Verb
from net import bodies, framing, matches
from net import messages as m
from net.updates import Alarm, Closed, Refused
from tests.net.pretend import Person, Pretend, terms


def _match(seed: int = 0, **more: Any) -> tuple[Pretend, Person, Person]:
    """A running match of three; the one who is to move, and another."""
    pretend = Pretend(terms(start_when_full=True, **more), seed=seed)
    people = pretend.seated("ann", "bob", "cem")
    mover = next(one for one in people if one.guest.on_turn)
    return pretend, mover, next(one for one in people if one is not mover)


def _play(pretend: Pretend, person: Person) -> m.Command:
    command = person.guest.play(pretend.move_of(person))
    pretend.run()
    return command


def _steps(pretend: Pretend) -> int:
    return len(pretend.table.running_play().story)


def test_the_same_command_twice_is_applied_once() -> None:
    """B1: a double click, in one packet or later, is answered duplicate; the hand is right."""
    pretend, mover, _ = _match()
    command = mover.guest.play(pretend.move_of(mover))
    mover.guest.outbox.clear()
    before = _steps(pretend)
    pretend.raw(mover, command, command)
    pretend.run()
    pretend.raw(mover, command)
    pretend.run()

    verdicts = [answer.verdict for answer in mover.answers]
    assert verdicts == [m.Verdict.ACCEPTED, m.Verdict.DUPLICATE, m.Verdict.DUPLICATE]
    assert _steps(pretend) == before + 1
    assert mover.refusals == []
    _same_hand(pretend, mover)


def _same_hand(pretend: Pretend, person: Person) -> None:
    """The guest's hand is the referee's, slot by slot and face by face."""
    match, truth = person.guest.match, pretend.table.running_play().match
    assert match is not None
    hand = match.hand(person.guest.seat)
    assert hand == truth.hand(person.guest.seat)
    assert [match.faces[slot] for slot in hand] == [truth.faces[slot] for slot in hand]


def test_of_two_moves_in_one_packet_one_is_applied() -> None:
    """B1, B2: the second is for a question that is closed; its sender is told."""
    pretend, mover, _ = _match()
    guest = mover.guest
    first = m.Command(guest.start, 1, 1, guest.duty, guest.choices()[0].move)
    second = m.Command(guest.start, 2, 1, guest.duty, guest.choices()[-1].move)
    before = _steps(pretend)
    pretend.raw(mover, first, second)
    pretend.run()

    assert [answer.verdict for answer in mover.answers] == [0, 2]
    assert mover.answers[1].reason == "not_your_turn"
    assert _steps(pretend) == before + 1


def test_a_move_for_an_old_question_is_stale() -> None:
    """B2, C1: at most one of two moves after lag is accepted, and the screen rolls to the host."""
    pretend, mover, other = _match()
    guest = mover.guest
    old = guest.duty
    _play(pretend, mover)
    while not mover.guest.on_turn:
        _play(pretend, next(p for p in pretend.people if p.guest.on_turn))
    before = _steps(pretend)
    pretend.raw(mover, m.Command(guest.start, 99, 1, old, guest.choices()[0].move))
    pretend.run()

    assert mover.answers[-1].reason == "stale"
    assert _steps(pretend) == before
    assert other.guest.number == before


def test_a_lost_answer_is_asked_for_again() -> None:
    """B3: the move arrived, the line died before its event: resent, and answered duplicate."""
    pretend, mover, other = _match()
    mover.guest.play(pretend.move_of(mover))
    before = _steps(pretend)
    pretend._collect()
    pretend.step()
    assert _steps(pretend) == before + 1
    pretend.cut(mover)
    assert not mover.guest.on_turn
    pretend.run()
    pretend.dial(mover)
    pretend.run()

    assert [answer.verdict for answer in mover.answers] == [m.Verdict.DUPLICATE]
    assert mover.guest.pending is None
    assert mover.refusals == []
    assert _steps(pretend) == before + 1 == other.guest.number
    _same_hand(pretend, mover)


def test_a_move_that_never_arrived_is_sent_again() -> None:
    """B3: a move that was lost on its way is made after the line is back, once."""
    pretend, mover, _ = _match()
    command = mover.guest.play(pretend.move_of(mover))
    before = _steps(pretend)
    pretend._collect()
    pretend.cut(mover)
    pretend.run()
    pretend.dial(mover)
    pretend.run()

    assert [answer.verdict for answer in mover.answers] == [m.Verdict.ACCEPTED]
    assert _steps(pretend) == before + 1
    assert mover.guest.pending is None
    assert command.count == mover.answers[0].count


def test_a_move_overtaken_by_a_bot_is_refused_aloud() -> None:
    """C1: link dies, bot plays, guest reclaims, program resends: stale, and that is said."""
    pretend, mover, _ = _match(grace=30.0)
    mover.guest.play(pretend.move_of(mover))
    pretend._collect()
    pretend.cut(mover)
    pretend.run()
    pretend.wait(31)
    told = [framing.read_event(one.public)[1] for one in pretend.table.running_play().story.events]
    assert [one for one in told if isinstance(one, bodies.Moved) and one.cause == m.Cause.BOT]
    pretend.dial(mover)
    pretend.run()

    assert len(mover.refusals) == 1
    assert mover.refusals[0] in ("stale", "not_your_turn")
    assert mover.guest.pending is None
    assert mover.heard(Alarm) == []
    assert [one.move for one in mover.heard(Refused)] == [next(iter(mover.sent.values())).move]


def test_a_reclaimed_seat_whose_question_is_still_open_keeps_its_move() -> None:
    """C1: a bot that sat in but has not moved takes no decision away."""
    pretend, mover, _ = _match(grace=30.0)
    pretend.table.terms = terms(bot="random", grace=30.0)
    mover.guest.play(pretend.move_of(mover))
    pretend._collect()
    pretend.cut(mover)
    pretend.now += 31
    pretend.table.stand_in(mover.guest.seat, pretend.now)
    pretend.dial(mover)
    pretend.run()

    assert [answer.verdict for answer in mover.answers] == [m.Verdict.ACCEPTED]
    assert mover.heard(Alarm) == []


def test_a_restarted_program_that_counts_from_one_is_heard() -> None:
    """C2: count 1 of a new start is another command than count 1 of the old one."""
    pretend, mover, _ = _match()
    _play(pretend, mover)
    again = pretend.restart(mover)
    pretend.run()
    while not again.guest.on_turn:
        _play(pretend, next(p for p in pretend.people if p.guest.on_turn))
    command = _play(pretend, again)

    assert command.count == 1
    assert again.answers[-1].verdict is m.Verdict.ACCEPTED
    assert again.heard(Alarm) == []


def test_a_command_of_another_start_is_refused() -> None:
    """C2: an old run of a program cannot speak through the line of the new one."""
    pretend, mover, _ = _match()
    guest = mover.guest
    pretend.raw(mover, m.Command(bytes(8), 1, 1, guest.duty, guest.choices()[0].move))
    pretend.run()

    assert mover.answers[-1].reason == "not_your_seat"


def test_a_command_of_another_match_is_stale() -> None:
    """C1: event numbers restart with each match, so the match is part of the question."""
    pretend, mover, _ = _match()
    guest = mover.guest
    pretend.raw(mover, m.Command(guest.start, 1, 2, guest.duty, guest.choices()[0].move))
    pretend.run()

    assert mover.answers[-1].reason == "stale"


def test_an_answer_outlives_its_match() -> None:
    """C2: a last move whose answer was lost is still known when the next match runs."""
    pretend = Pretend(terms(start_when_full=True))
    people = pretend.seated("ann", "bob", "cem")
    while True:
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend._collect()
        pretend.step()
        if not pretend.table.running:
            break
        pretend.run()
    pretend.cut(mover)
    matches.begin(pretend.table, pretend.now)
    pretend.run()
    pretend.dial(mover)
    pretend.run()

    assert mover.answers[-1].verdict is m.Verdict.DUPLICATE
    assert (mover.guest.match_number, mover.guest.pending) == (2, None)
    assert mover.refusals == []


def test_a_cause_below_one_cannot_be_forged() -> None:
    """C5: a count of 0 or -1 would stand in the story as a move of a bot or of the clock."""
    pretend, mover, _ = _match()
    guest = mover.guest
    assert mover.wire is not None
    for count in (0, -1, -3):
        move = guest.choices()[0].move
        command = m.Command(guest.start, count, 1, guest.duty, move)
        pretend.table.receive(mover.wire.line, command, 0.0)
    said = [one for _, one in pretend.table.outbox if isinstance(one, m.Answer)]
    pretend.table.outbox.clear()

    assert [one.reason for one in said] == ["bad_form"] * 3


def test_the_same_wrong_commands_get_the_same_refusals_whatever_is_hidden() -> None:
    """C6: in two runs that differ only in what the asker cannot see, every wrong command is
    answered alike: a refusal is no oracle for the stock or another hand.
    """
    pretend, mover, _ = _match(seed=3)
    guest = mover.guest
    legal = guest.choices()
    twin = copy.deepcopy(pretend.table)
    match = twin.running_play().match
    assert guest.match is not None
    known = {slot for slot, face in enumerate(guest.match.faces) if face}
    hidden = [slot for slot in range(len(match.faces)) if slot not in known]
    faces = [match.faces[slot] for slot in hidden]
    random.Random(7).shuffle(faces)
    for slot, face in zip(hidden, faces, strict=True):
        match.faces[slot] = face
    asked = 0
    assert mover.wire is not None
    for verb, slot, value in itertools.product(
        (*Verb, 9, -1, True), (None, -1, *range(54), 1 << 17, False), (None, -1, 0, 1, 100, 101)
    ):
        move = Move(verb, slot, value)
        if any(choice.allows(move) and type(verb) is not bool for choice in legal):
            continue
        asked += 1
        for table in (pretend.table, twin):
            table.receive(
                mover.wire.line, m.Command(guest.start, asked, 1, guest.duty, move), asked
            )
    ours, theirs = pretend.table.outbox, twin.outbox

    assert asked > 2000
    assert ours == theirs
    answers = [message for _, message in ours if isinstance(message, m.Answer)]
    assert len(answers) == asked
    assert {answer.verdict for answer in answers} == {m.Verdict.REFUSED}
    assert {answer.reason for answer in answers} >= {"bad_form", "not_in_hand"}
    pretend.table.outbox.clear()


def test_what_the_rules_refuse_never_leaves_the_program() -> None:
    """B10: a guest knows its own hand: a wrong move, or a second one, is refused at once."""
    _, mover, other = _match()
    for person, move, reason in (
        (other, Move(Verb.PLAY, 0), "not_your_turn"),
        (mover, Move(Verb.PLAY, 51), "not_in_hand"),
    ):
        with pytest.raises(IllegalMove) as refused:
            person.guest.play(move)
        assert refused.value.reason == reason
        assert person.guest.outbox == []
    mover.guest.play(
        mover.guest.choices()[0].naming(7)
        if mover.guest.choices()[0].values
        else mover.guest.choices()[0].move
    )
    with pytest.raises(IllegalMove, match="move_on_its_way"):
        mover.guest.play(mover.guest.choices()[0].move)


def test_a_flood_is_refused_and_then_ended() -> None:
    """B10: beyond the rate every command is refused aloud; a line that goes on is ended, alone."""
    pretend, mover, other = _match()
    guest = mover.guest
    flood = [m.Command(guest.start, n, 1, 0, Move(Verb.PLAY, 0)) for n in range(1, 500)]
    pretend.raw(mover, *flood)
    pretend.run()

    reasons = [answer.reason for answer in mover.answers]
    assert reasons[0] == "stale"
    assert reasons.count("too_fast") >= 200
    assert len(reasons) < 410
    assert mover.closed == Closed("too_fast")
    assert other.closed is None
    pretend.person("x", mover.identity)
    pretend.run()
    assert pretend.people[-1].guest.match is not None


def test_a_sane_rate_is_never_refused() -> None:
    """Fifty messages a second for a minute pass."""
    pretend, mover, _ = _match()
    for _ in range(600):
        for _ in range(5):
            pretend.raw(mover, m.Wish("ready"))
        pretend.run()
        pretend.wait(0.1)

    assert mover.closed is None


def test_only_the_present_holder_moves() -> None:
    """C1: while a bot holds a seat its person's line cannot move, and the person is told of it."""
    pretend, mover, _ = _match()
    guest, seat = mover.guest, mover.guest.seat
    command = m.Command(guest.start, 1, 1, guest.duty, pretend.move_of(mover))
    pretend.table.stand_in(seat, pretend.now)
    assert mover.wire is not None
    pretend.table.receive(mover.wire.line, command, pretend.now)
    said = [one for _, one in pretend.table.outbox if isinstance(one, m.Answer)]
    pretend.run()

    assert [one.reason for one in said] == ["bot_plays"]
    assert Alarm("bot_in_your_place") in mover.heard(Alarm)
