"""A match: rounds, settlements and copies, for any game; a game of three rounds stands in."""

from dataclasses import replace
from itertools import pairwise

import pytest

from core.cards import CARDS, HIDDEN
from core.errors import FaceConflictError, HiddenFaceError, IllegalMove
from core.events import Outcome
from core.game import Settlement, Start
from core.match import Match
from core.moves import CHANCE, SLOT_LIMIT, Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck
from tests.core.positions import ONE_HUNDRED, follow, position, rules, table


def settle(_rules: object, start: Start, outcome: Outcome) -> Settlement:
    """Three points end the match; the winner of a round gets one and deals next."""
    won = outcome.winners[0]
    totals = tuple(total + (seat == won) for seat, total in enumerate(start.totals))
    over = sum(totals) == 3
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Settlement(totals, (False,) * len(totals), won, winners if over else (), ())


ROUNDS = replace(ONE_HUNDRED, name="three-rounds", settle=settle)


def step(referee: Referee, luck: SeededLuck) -> list[str]:
    """One step of a match with the first legal choice; the words of what happened."""
    match = referee.match
    if match.turn == CHANCE:
        return [note.word for note in referee.shuffle(luck.stream()).events]
    choice = match.moves()[0]
    move = choice.move if choice.values is None else choice.naming(choice.values[0])
    assert match.turn is not None
    return [note.word for note in referee.submit(match.turn, move).events]


def test_a_match_plays_rounds_until_the_game_names_winners() -> None:
    """Settlement by settlement: totals grow, the finished round stays until the next deal."""
    referee, luck = Referee(Match(ROUNDS, rules(chips=1), 3)), SeededLuck(b"m")
    match = referee.match
    ends, rounds = [], []
    while match.turn is not None:
        step(referee, luck)
        rounds.append(match.facts()["round"])
        if match.outcome() is not None and match.turn == CHANCE:
            ends.append(match.start.totals)

            assert match.moves() == ()
            assert sum(match.board().seats[seat].cards for seat in range(3)) > 0

    assert match.over
    assert [sum(totals) for totals in ends] == [1, 2]
    assert match.rounds_over == 3
    assert match.settlement is not None
    assert sum(match.settlement.totals) == 3
    assert sorted(set(rounds)) == [1, 2, 3]
    assert rounds == sorted(rounds)


def test_slots_begin_anew_with_each_round_and_no_face_comes_along() -> None:
    """Each round has slots from 0; a view of the last round must not know a face of the next."""
    referee, luck = Referee(Match(ROUNDS, rules(chips=1), 3)), SeededLuck(b"m")
    view = Match(ROUNDS, rules(chips=1), 3)
    deals = 0
    while referee.match.turn is not None:
        if referee.match.turn == CHANCE:
            ruling = referee.shuffle(luck.stream())
        else:
            choice = referee.match.moves()[0]
            move = choice.move if choice.values is None else choice.naming(choice.values[0])
            ruling = referee.submit(referee.match.turn, move)
        follow(view, 1, ruling)

        assert view.public() == referee.match.public()
        if any(note.word == "dealt" for note in ruling.events):
            deals += 1
            known = [slot for slot, face in enumerate(view.faces) if face is not HIDDEN]
            assert sorted(known) == sorted(view.hand(1))

    assert deals == 3


def test_the_public_values_tell_every_step_apart() -> None:
    """What goes into the checksum changes with each step, across the ends of rounds too."""
    referee, luck = Referee(Match(ROUNDS, rules(chips=1), 3)), SeededLuck(b"m")
    seen = [referee.match.public()]
    while referee.match.turn is not None:
        step(referee, luck)
        seen.append(referee.match.public())

    assert all(before != after for before, after in pairwise(seen))
    assert seen[-1][1] == list(referee.match.settlement.totals if referee.match.settlement else ())


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    """Bots play on in copies: neither side sees the other's moves, faces or rounds."""
    referee, luck = Referee(Match(ROUNDS, rules(chips=1), 3)), SeededLuck(b"m")
    while referee.match.turn is not None:
        twin = referee.match.copy()
        before, faces = referee.match.public(), list(referee.match.faces)
        other = Referee(twin)

        assert twin.public() == before
        step(other, SeededLuck(b"other"))
        assert (referee.match.public(), referee.match.faces) == (before, faces)

        step(referee, luck)


def test_a_copy_takes_other_faces() -> None:
    """`copy(faces=…)` swaps what is seen and nothing else."""
    match = table(position(3, hands={1: "KS KH KD"})).match
    blind = match.copy([HIDDEN] * len(match.faces))

    assert blind.public()[:-1] == match.public()[:-1]
    assert set(blind.faces) == {HIDDEN}
    assert HIDDEN not in match.faces
    with pytest.raises(HiddenFaceError):
        blind.moves()


def test_a_face_that_is_needed_and_hidden_is_an_error_that_changes_nothing() -> None:
    """A reveal is merged before the step; without it a view cannot follow and says so."""
    match = table(position(3, hands={1: "KS KH KD"})).match
    blind = match.copy([HIDDEN] * len(match.faces))
    before = blind.public()
    with pytest.raises(HiddenFaceError):
        blind.apply(Move(Verb.PLAY, match.hand(1)[0]))

    assert blind.public() == before


def test_a_slot_shows_one_face_for_ever() -> None:
    """A second face for a known slot is a conflict; the same one again is nothing."""
    match = Match(ONE_HUNDRED, rules(), 3)
    match.reveal(4, CARDS[9])
    match.reveal(4, CARDS[9])
    with pytest.raises(FaceConflictError, match="slot 4"):
        match.reveal(4, CARDS[10])

    assert match.faces == [HIDDEN] * 4 + [CARDS[9]]


@pytest.mark.parametrize("slot", [-1, SLOT_LIMIT, 10**12])
def test_a_face_for_a_slot_that_cannot_be_is_refused(slot: int) -> None:
    """G12: a huge slot number makes no huge list, a negative one reaches no other card."""
    match = Match(ONE_HUNDRED, rules(), 3)
    with pytest.raises(FaceConflictError, match="no slot"):
        match.reveal(slot, CARDS[0])

    assert match.faces == []


def test_a_match_before_its_deal_owes_a_shuffle_and_no_move() -> None:
    """Exactly one duty: the turn is chance's, no choice is listed, and a play is refused."""
    match = Match(ONE_HUNDRED, rules(), 3)

    assert (match.turn, match.moves(), match.over) == (CHANCE, [], False)
    assert len(match.chance) == 2
    with pytest.raises(IllegalMove):
        match.apply(Move(Verb.PLAY, 0))


def test_a_view_foresees_what_its_own_card_would_do() -> None:
    """Under each card: the value, a bust, a turn of direction, a number to name."""
    state = position(3, hands={1: "KS 4D AS"}, value=96)
    match = table(state).match
    words = [match.foresee(choice.move)[0] for choice in match.moves()]

    assert [note.word for note in words] == ["would_be", "would_reverse", "names"]
    assert words[0].values == {"value": 96}
    state = position(3, hands={1: "9S KH KD"}, value=96)
    assert [note.word for note in state.foresee(state.moves()[0].move)] == ["would_bust"]
