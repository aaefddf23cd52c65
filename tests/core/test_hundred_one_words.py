"""The 101 family: what is said and shown of a round."""

import pytest

from core.cards import HIDDEN
from core.errors import HiddenFaceError
from core.events import Note
from core.game import Game
from core.games.hundred_one import WORDS, HundredOne
from core.moves import Choice
from core.record import Recorder
from core.shuffle import SeededLuck
from tests.core.hundred_one_positions import (
    ALTERNATIVE,
    CZECH,
    DRAW,
    GAMES,
    RUSSIAN,
    do,
    position,
    table,
)
from tests.core.tables import Table, plan


def told(state: HundredOne, face: str, named: int | None = None) -> list[Note]:
    """What the play of a card says."""
    assert state.turn is not None
    choice = next(one for one in state.moves() if card_of(state, one) == face)
    move = choice.move if named is None else choice.naming(named)
    return list(table(state).submit(state.turn, move).events)


def card_of(state: HundredOne, choice: Choice) -> str:
    """The card of a choice."""
    return "" if choice.move.slot is None else str(state.faces[choice.move.slot])


def foreseen(state: HundredOne, face: str) -> str:
    """What a card is said to do, as words."""
    choice = next(one for one in state.moves() if card_of(state, one) == face)
    return "; ".join(WORDS[one.word].format_map(one.values) for one in state.foresee(choice.move))


@pytest.mark.parametrize(
    ("face", "says"),
    [
        ("8C", ""),
        ("KH", ""),
        ("6H", "cover it; cannot be the last card"),
        ("7H", "next draws 2 and misses a turn; cannot be the last card"),
        ("AH", "next misses a turn; cannot be the last card"),
        ("QS", "order a suit"),
        ("5H", "previous draws 2 and misses a turn"),
        ("9H", ""),
    ],
)
def test_what_a_card_would_do(face: str, says: str) -> None:
    """R-7, R-9, R-11: a word or two under each card."""
    assert foreseen(position(hands={0: f"{face} TC"}, game=ALTERNATIVE), face) == says


def test_what_a_card_would_do_under_other_rules() -> None:
    """Czech Fool's nine; the king of spades; sevens that add up; a six for the next player."""
    state = position(hands={0: "KS 9S 7S 6S"}, pile="8S", game=CZECH)
    assert foreseen(state, "KS") == "next draws 5 and misses a turn; cannot be the last card"
    assert foreseen(state, "9S") == "cannot be the last card"
    state = position(hands={0: "7S 6S"}, pile="8S", stack_sevens=True, six_cover="next_player")
    assert foreseen(state, "7S") == "next answers or draws 4; cannot be the last card"
    assert foreseen(state, "6S") == "next covers it"
    do(state, "7S")
    (note,) = state.foresee(DRAW)
    assert WORDS[note.word].format_map(note.values) == "draw 4 and lose the turn"


def test_the_table_says_what_is_owed() -> None:
    """Ordered suit, cards of sevens, who must cover, who misses turns."""
    state = do(position(hands={0: "QS TC"}), "QS C")
    assert state.board().gauges == (Note("ordered_suit", {"suit": 3}),)
    state = do(position(hands={0: "7H TC"}, stack_sevens=True), "7H")
    assert state.board().gauges == (Note("stacked", {"cards": 2}),)
    state = do(position(hands={0: "6H TC"}, skips={1: 2}, totals=[7, 8, 9]), "6H")
    seats = state.board().seats
    assert seats[0].says == (Note("says_cover"),)
    assert seats[1].says == (Note("says_misses", {"turns": 2}),)
    assert [seat.score for seat in seats] == [7, 8, 9]


def test_f_4_the_score_on_the_table_is_the_one_that_was_settled() -> None:
    """F4: once the round is over the table shows the totals after it, resets included."""
    state = position(hands={0: "8C", 1: "AS"}, totals=[0, 90, 5])
    referee = table(state)
    referee.submit(0, state.moves()[0].move)
    done = referee.match.settlement
    assert done is not None
    assert [seat.score for seat in state.board().seats] == list(done.totals)
    assert done.totals[1] == 0
    assert state.facts()["totals"] == list(done.totals)


def test_what_a_play_says() -> None:
    """A hit, a cut draw, a hand that cannot finish, the end with the new totals."""
    state = position(hands={0: "7H", 1: "TC"}, stock="KC KD JD")
    assert [one.word for one in told(state, "7H")] == ["played", "hit", "plays_on"]
    state = position(hands={0: "KS 6D", 1: "6S"}, pile="TC 8S", stock="9C")
    words = [(one.word, one.values.get("cards")) for one in told(state, "KS")]
    assert words == [("played", None), ("hit_short", 5), ("drew", 1)]
    state = position(hands={0: "8C", 1: "AS", 2: "KC"}, totals=[5, 90, 99])
    assert [one.word for one in told(state, "8C")] == [
        "played", "finished", "adds", "reset", "out_over",
    ]  # fmt: skip


def test_a_queen_says_what_she_orders() -> None:
    """R-7: the ordered suit is told with the card."""
    state = position(hands={0: "QS TC"})

    assert told(state, "QS", 2)[1] == Note("ordered", {"seat": 0, "suit": 2})


def test_a_first_card_says_what_it_does() -> None:
    """R-3: the deal, the card, whom it hits."""
    for game in GAMES.values():
        sitting = Table(game, game.rules, 3, 3)
        words = [one.word for one in sitting.step().events]
        assert words[:2] == ["dealt", "first_card"]
        assert "played" not in words


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_that_is_said_has_a_sentence(game: Game) -> None:
    """Events, notes of seats and reasons under mixed rules."""
    for seed, rules in enumerate(plan(game, 3, 100, 5)[-25:]):
        sitting = Table(game, rules, 3, seed)
        for number, ruling in zip(range(200), sitting.steps(), strict=False):
            notes = [*ruling.events]
            if number % 5 == 0:
                notes += [one for seat in sitting.match.board().seats for one in seat.says]
            for one in notes:
                sentence = WORDS[one.word]
                assert all("{" + name in sentence for name in one.values if name != "dealer")


def test_what_needs_a_hidden_face_says_so() -> None:
    """A view that lacks the face of a card, a hand or a starter has an error of its own."""
    state = position(hands={0: "8C TS"})
    move = state.moves()[0].move
    blind = state.copy([face if at >= 5 else HIDDEN for at, face in enumerate(state.faces)])
    for ask in (blind.moves, lambda: blind.judge(DRAW), lambda: blind.apply(move)):
        with pytest.raises(HiddenFaceError):
            ask()
    before = state.public()
    assert blind.public() == before


def test_rules_of_three_games_have_pages_of_their_own() -> None:
    """Each page names what is special to the game, and no brace is left when it is filled."""
    pages = {game.name: game.page for game in GAMES.values()}
    assert len(set(pages.values())) == 3
    assert "5 of spades" in pages[ALTERNATIVE.name]
    assert "-101" in pages[CZECH.name]
    assert "-101" not in pages[RUSSIAN.name]
    for page in pages.values():
        assert "{limit}" in page
        assert max(map(len, page.splitlines())) <= 100


def test_a_round_that_ends_with_a_shuffle_is_recorded_whole() -> None:
    """R-10, R-11: a finishing five empties the stock; the next deal has all its faces."""
    state = position(hands={0: "5H", 2: "TC"}, pile="TD 9D 8H", stock="2C", game=ALTERNATIVE)
    referee, luck = table(state), SeededLuck(b"record")
    recorder = Recorder(referee.match)
    recorder.add_ruling(referee.submit(0, state.moves()[0].move))
    recorder.add_ruling(referee.shuffle(luck.stream()))
    assert referee.match.rounds_over == 1

    recorder.add_ruling(referee.shuffle(luck.stream()))
    assert [slot for slot, _ in recorder.steps[-1].faces] == list(range(52))
