"""Records: saved and loaded, replayed to any point, audited; and nonsense refused in words."""

import contextlib
import copy
import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import CARDS, HIDDEN
from core.errors import IllegalMove, RecordError, RulesError
from core.moves import CHANCE, Move, Verb
from core.record import MAX_STEPS, Record, Step, audit, from_plain, opened, replay
from tests.core.positions import ONE_HUNDRED, rules
from tests.core.tables import Table, as_bytes, heard


def played(seed: int = 1, **options: Any) -> Table:
    """A finished match with its record."""
    table = Table(ONE_HUNDRED, rules(**options), 4, seed)
    for _ in table.steps():
        pass
    return table


RECORD = played(chips=2).recorder.record()
PLAIN = json.loads(json.dumps(RECORD.to_plain()))


def changed(number: int, **what: Any) -> Record:
    """The record with one step changed."""
    steps = list(RECORD.steps)
    steps[number] = replace(steps[number], **what)
    return replace(RECORD, steps=tuple(steps))


def test_a_record_survives_json() -> None:
    """G8: saving, loading and saving again gives the same text; no enum hides in it."""
    loaded = from_plain(PLAIN)

    assert loaded == RECORD
    assert as_bytes(loaded.to_plain()) == as_bytes(PLAIN)
    assert all(type(part) is int or part is None for _, move, _ in PLAIN["steps"] for part in move)
    assert audit(loaded) == []


def test_every_field_of_a_record_is_saved() -> None:
    """G8: a field that is added and not saved is seen here."""
    assert {one.name for one in fields(Record)} == set(PLAIN) - {"format"}
    assert {one.name for one in fields(Step)} == {"seat", "move", "faces"}
    assert len(PLAIN["steps"][0]) == 3


def test_a_replay_stops_anywhere_and_equals_the_match_at_that_step() -> None:
    """E7: the order of a shuffle stands in the record, so a replay never shuffles again."""
    table = Table(ONE_HUNDRED, rules(after_bust="redeal"), 4, 7)
    seen = [table.match.public(), *(table.match.public() for _ in table.steps())]
    record = table.recorder.record()

    assert [replay(record, upto).public() for upto in range(len(seen))] == seen
    assert replay(record).over


def test_a_seats_own_record_replays_without_the_faces_it_never_saw() -> None:
    """C10: a guest's record has the guest's faces; it replays to the same public values."""
    table = Table(ONE_HUNDRED, rules(), 4, 8)
    steps = [Step(ruling.seat, ruling.move, heard(ruling, 2)) for ruling in table.steps()]
    own = replay(replace(table.recorder.record(), steps=tuple(steps)))

    assert own.public() == table.match.public()
    assert own.faces == table.views[2].faces
    assert HIDDEN in own.faces
    with pytest.raises(RecordError, match="missing"):
        audit(replace(table.recorder.record(), steps=tuple(steps)))


def test_a_replay_names_the_step_that_does_not_follow() -> None:
    """A step of the wrong seat, a shuffle out of place, a card from another hand."""
    wrong_seat = changed(5, seat=(RECORD.steps[5].seat + 1) % 4)
    with pytest.raises(RecordError, match="step 6 does not follow"):
        replay(wrong_seat)
    with pytest.raises(RecordError, match="step 6 does not follow"):
        replay(changed(5, seat=CHANCE, move=Move(Verb.SHUFFLE)))
    with pytest.raises(RecordError, match="step 2 does not follow"):
        replay(changed(1, move=Move(Verb.PLAY, 50)))
    with pytest.raises(RecordError, match="does not follow"):
        replay(replace(RECORD, steps=(*RECORD.steps, RECORD.steps[-1])))


def test_the_audit_finds_a_move_out_of_turn() -> None:
    """A ruling for the wrong seat, or for nobody, is found though the move itself is legal."""
    assert audit(changed(5, seat=(RECORD.steps[5].seat + 1) % 4)) == [(6, "not_your_turn")]
    with pytest.raises(RecordError, match="step 6"):
        audit(changed(5, seat=CHANCE))


def test_the_audit_finds_a_shuffle_that_swaps_or_doubles_a_card() -> None:
    """E4: a card dealt twice, at the deal and at a restock; the true order has no fault."""
    for number, step in enumerate(RECORD.steps):
        if step.seat == CHANCE:
            faces = (*step.faces[:-1], (step.faces[-1][0], step.faces[0][1]))
            upto = RECORD.steps[:number]
            doubled = replace(RECORD, steps=(*upto, replace(step, faces=faces)))

            assert audit(replace(RECORD, steps=(*upto, step))) == []
            assert audit(doubled) == [(number + 1, "bad_shuffle")]

    assert sum(step.seat == CHANCE for step in RECORD.steps) > 1


def test_the_audit_finds_a_false_ruling() -> None:
    """A referee that let a player lose a chip on purpose, where the house forbids it, is found."""
    for seed in range(40):
        record = played(seed).recorder.record()
        strict = replace(record, rules={**record.rules, "must_play_safe": True})
        found = audit(strict)
        if found:
            assert {reason for _, reason in found} == {"must_play_safe"}
            return
    raise AssertionError("40 random matches without one bust on purpose")


def test_a_face_that_contradicts_another_is_found() -> None:
    """A card that was dealt as one face and played as another cannot be followed."""
    slot = RECORD.steps[1].move.slot
    assert slot is not None
    other = next(one for one in CARDS if (slot, one) not in RECORD.steps[0].faces)
    for follow in (audit, replay):
        with pytest.raises(RecordError, match="step 2"):
            follow(changed(1, faces=((slot, other),)))


def test_a_record_of_another_version_or_game_is_refused_in_words() -> None:
    """G10: the version stands in the record, and both versions are named."""
    with pytest.raises(RecordError, match=r"version 99.*plays 1"):
        opened(replace(RECORD, version=99))
    with pytest.raises(RulesError, match="chess"):
        opened(replace(RECORD, game="chess"))
    with pytest.raises(RulesError, match="chips"):
        opened(replace(RECORD, rules={"chips": 77}))
    with pytest.raises(RulesError, match="seats"):
        opened(replace(RECORD, seats=99))


def nonsense(*path: Any, value: Any) -> Any:
    """The plain record with one place changed."""
    plain = copy.deepcopy(PLAIN)
    place = plain
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return plain


@pytest.mark.parametrize(
    "plain",
    [
        None,
        7,
        "record",
        [],
        {},
        {"format": 1},
        nonsense("format", value=2),
        nonsense("format", value=None),
        nonsense("game", value=7),
        nonsense("version", value=True),
        nonsense("seats", value="4"),
        nonsense("rules", value=[1]),
        nonsense("rules", value={7: 7}),
        nonsense("rules", value={"chips": [3]}),
        nonsense("steps", value=None),
        nonsense("steps", value={"a": 1}),
        nonsense("steps", value=[[]]),
        nonsense("steps", value=[[0, [1, 2, 3], []]] * (MAX_STEPS + 1)),
        nonsense("steps", 1, value=[0, [1, 2], []]),
        nonsense("steps", 1, 0, value=True),
        nonsense("steps", 1, 1, 1, value=-1),
        nonsense("steps", 1, 1, 1, value=10**12),
        nonsense("steps", 1, 1, 1, value=2.0),
        nonsense("steps", 1, 2, value=[[0, -1]]),
        nonsense("steps", 1, 2, value=[[0, 127]]),
        nonsense("steps", 1, 2, value=[[0, 53]]),
        nonsense("steps", 1, 2, value=[[-1, 3]]),
        nonsense("steps", 1, 2, value=[[10**12, 3]]),
        nonsense("steps", 1, 2, value=[[0, 1, 2]]),
        nonsense("steps", 1, 2, value=7),
    ],
)
def test_what_is_no_record_is_refused_in_words(plain: Any) -> None:
    """Bad input: nonsense of every kind is a `RecordError` with a sentence."""
    with pytest.raises(RecordError) as error:
        from_plain(plain)

    assert str(error.value)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(place=st.sampled_from([*PLAIN, "step", "move", "face"]), value=plain_values)
def test_nothing_but_a_record_error_comes_out_of_reading(place: str, value: Any) -> None:
    """Property: any value in any place is read or refused; what is read replays or is refused."""
    paths = {"step": ("steps", 1), "move": ("steps", 1, 1), "face": ("steps", 1, 2)}
    plain = nonsense(*paths.get(place, (place,)), value=value)
    follow: Callable[[Record], object]
    try:
        record = from_plain(plain)
    except RecordError:
        return
    for follow in (replay, audit):
        with contextlib.suppress(RecordError, RulesError):
            follow(record)


def test_a_refused_move_never_enters_a_record() -> None:
    """The recorder is fed rulings, and a refusal is none."""
    table = Table(ONE_HUNDRED, rules(), 4, 9)
    table.step()
    with pytest.raises(IllegalMove):
        table.referee.submit(0, Move(Verb.DRAW))

    assert len(table.recorder.steps) == 1
