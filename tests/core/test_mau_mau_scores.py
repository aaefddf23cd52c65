"""Mau-Mau: counting, the match, and what people are told (M-13 to M-16)."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from core import bots
from core.cards import cards
from core.events import EVERYBODY
from core.games.mau_mau import MAX_MOVES
from core.moves import CHANCE, Move, Verb
from tests.core.mau_mau_positions import MAU_MAU, People, dealt, people, rules
from tests.core.tables import Table

# M-13 to M-16: the end


@pytest.mark.parametrize("last", ["7D", "8D", "QD", "AD", "9D"])
def test_m_13_whoever_plays_the_last_card_has_finished(last: str) -> None:
    """M-13, M-14: at once, without its effect; the others count what they hold."""
    table = people(
        hands={0: "7S 8H 9H TC", 1: last, 2: "JS QC KH AS"},
        ace_again=True,
        nine_reverses=True,
        dealer=2,
    )
    assert [one.word for one in table.state.foresee(table.move(last))] == ["would_finish"]
    assert table.say(last) == ["played", "last_card"]
    outcome = table.match.outcome()
    assert outcome is not None

    assert (outcome.why.word, outcome.why.values["seat"]) == ("finished", 1)
    assert outcome.winners == (1,)
    assert outcome.places == ((1,), (0,), (2,))
    assert [score.points for score in outcome.scores] == [34, 0, 51]
    assert (len(table.state.hands[0]), table.state.turn) == (4, None)
    assert all(zone.sight == EVERYBODY for zone in table.state.zones() if zone.name == "hand")


@pytest.mark.parametrize(("option", "points"), [("double", 68), ("plain", 34)])
def test_m_13_a_jack_as_last_card(option: str, points: int) -> None:
    """M-13: it wishes nothing, and the others count double or not."""
    table = people(2, hands={0: "7S 8H 9H TC", 1: "JS"}, last_jack=option)
    assert table.offered == "JS draw"
    assert table.refused("JS h") == "last_wishes_nothing"
    assert table.say("JS") == ["played", "mau_mau"]
    outcome = table.match.outcome()
    assert outcome is not None

    assert [score.points for score in outcome.scores] == [points, 0]


def test_m_13_a_jack_may_be_forbidden_as_last_card() -> None:
    """M-13: whoever holds nothing else draws, and where nothing can be drawn passes."""
    table = people(2, hands={0: "7S 8H", 1: "JS"}, stock="KC 7H", last_jack="forbidden")
    assert (table.offered, table.refused("JS h"), table.refused("JS")) == (
        "draw",
        "jack_is_last",
        "jack_is_last",
    )
    table.say("draw")
    assert table.offered == "JS? KC pass"

    table = people(2, hands={0: "7S 8H", 1: "JS"}, stock="", last_jack="forbidden")
    assert table.offered == "pass"


def test_m_14_the_reasons_add_up() -> None:
    """M-14: every card with its points, and what the doubling adds."""
    table = people(3, hands={0: "7S 8H 9H TC QS KS AS", 1: "JS", 2: "JC"})
    table.say("JS")
    outcome = table.match.outcome()
    assert outcome is not None
    score = outcome.scores[0]
    counted = [one.values["points"] for one in score.reasons if one.word == "counts"]

    assert counted == [7, 8, 9, 10, 10, 10, 11]
    assert score.points == 130
    for each in outcome.scores:
        assert sum(one.values.get("points", 0) for one in each.reasons) == each.points
    assert outcome.scores[2].points == 40


def test_m_15_points_add_up_and_the_lowest_total_wins() -> None:
    """M-15: seat 0 reaches 100 with 34 more; seat 2 has the lowest total and wins."""
    what = {"hands": {0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, "totals": (66, 80, 20)}
    table = people(3, **what)
    table.say("QD")
    done = table.match.settlement
    assert done is not None

    assert done.totals == (100, 80, 30)
    assert (done.winners, done.places) == ((2,), ((2,), (1,), (0,)))
    assert table.match.over
    assert [one.score for one in table.match.board().seats] == [100, 80, 30]


def test_m_15_below_the_limit_another_round_is_dealt() -> None:
    """M-15: 99 is not 100; the left of dealer 0 deals and the totals go with it."""
    table = people(3, hands={0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, totals=(65, 80, 20))
    table.say("QD")
    assert (table.match.over, table.match.turn) == (False, CHANCE)
    table.shuffle()

    assert table.match.facts()["dealer"] == 1
    assert [one.score for one in table.match.board().seats] == [99, 80, 30]


def test_m_15_equal_totals_share_the_place() -> None:
    """M-15, F2: both winners are named."""
    table = people(3, hands={0: "7S 8H 9H TC", 1: "QD", 2: "KH"}, totals=(66, 30, 20))
    table.say("QD")
    done = table.match.settlement
    assert done is not None

    assert (done.winners, done.places) == ((1, 2), ((1, 2), (0,)))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_m_15_a_match_of_rounds(count: int) -> None:
    """M-15: with `ends=rounds` so many are played, however many points there are."""
    for seed in range(5):
        table = Table(MAU_MAU, rules(ends="rounds", rounds=count, limit=50), 3, seed)
        for _ in table.steps():
            pass
        done = table.match.settlement
        assert done is not None
        assert table.match.rounds_over == count
        lowest = min(done.totals)
        assert done.winners == tuple(at for at, one in enumerate(done.totals) if one == lowest)


def test_m_16_a_round_is_stopped_and_counted() -> None:
    """M-16: the 2,000th move is the last one, whatever it is."""
    for text, card in (("draw", ""), ("KS", "KS"), ("8D", "8D"), ("JS c", "JS")):
        table = people(2, hands={0: "AS AC", 1: f"{card or '7C'} 9H QC"}, pile="KD")
        table.state.moves_made = MAX_MOVES - 1
        words = table.say(text)
        outcome = table.match.outcome()
        assert outcome is not None
        assert (words[-1], outcome.why.word) == ("move_limit", "move_limit")
        assert outcome.scores[0].points == 22
    table = people(2, hands={0: "AS AC", 1: "7C 9H"}, pile="KD", stock="QC")
    table.state.moves_made = MAX_MOVES - 2
    table.say("draw")
    assert table.say("pass") == ["passed", "move_limit"]


# What people are told


def test_the_table_tells_the_wish_the_debt_and_who_says_mau() -> None:
    """Gauges and notes of seats are words of the game."""
    table = people(hands={1: "7D 8S", 2: "7S KC 8D", 0: "JS AH"}, nine_reverses=True, stock="KH")
    table.say("7D")
    board = table.match.board()
    assert [one.word for one in board.gauges] == ["owed", "direction"]
    assert [[note.word for note in one.says] for one in board.seats] == [[], ["says_mau"], ["owes"]]
    assert board.seats[2].says[0].values == {"count": 2}

    table = people(hands={1: "JD 8S 9S", 2: "7S KC 8D"}, stock="KH")
    table.say("JD h", "draw")
    board = table.match.board()
    assert [(one.word, one.values) for one in board.gauges] == [("wish", {"suit": 1})]
    assert [one.word for one in board.seats[2].says] == ["has_drawn"]


def test_a_card_says_what_it_would_do() -> None:
    """The words under the cards of the own hand."""
    table = people(
        hands={1: "7D 8D 9D AD JS QD"}, nine_reverses=True, ace_again=True, stock="KH TH"
    )
    what = [[one.word for one in table.state.foresee(c.move)] for c in table.state.moves()]

    assert what == [
        ["would_cost"],
        ["would_skip"],
        ["would_reverse"],
        ["would_play_again"],
        ["would_wish"],
        [],
        [],
    ]


def test_a_card_says_nothing_while_it_does_not_fit() -> None:
    """The screens ask for every card of a hand at any time, on the turn of others too."""
    table = people(hands={0: "8C", 1: "7D 8S 9H", 2: "8H 8D"}, pile="QH KD", stock="KH TH")

    def told(seat: int) -> list[list[str]]:
        moves = [Move(Verb.PLAY, slot) for slot in table.state.hands[seat]]
        return [[one.word for one in table.match.foresee(move)] for move in moves]

    assert (told(0), told(1), told(2)) == ([[]], [["would_cost"], [], []], [[], ["would_skip"]])
    table.say("7D")
    assert table.match.foresee(Move(Verb.DRAW))[0].values == {"count": 2}
    assert told(2) == [[], []]
    table.say("draw", "draw")
    assert table.match.turn == CHANCE
    assert told(1) == [[], []]
    table.shuffle()
    assert told(0) == [[], []]

    table = people(2, hands={0: "8S", 1: "8D"}, pile="KD")
    assert told(0) == [[]]
    table.say("8D")
    assert told(0) == [[]]


def test_the_careful_bot_beats_three_random_ones() -> None:
    """Alone against three random bots it wins most seeded matches, seats rotated (60 of 100)."""
    wins, careful = 0, bots.bot("careful")
    for seed in range(100):
        table = Table(MAU_MAU, rules(), 4, seed)
        seat, luck = seed % 4, random.Random(seed).random
        while table.match.turn is not None:
            if table.match.turn == seat:
                table.submit(careful(table.views[seat], seat, luck))
            else:
                table.step()
        assert table.match.settlement is not None
        wins += seat in table.match.settlement.winners

    assert wins >= 60


def test_the_careful_bot_wishes_what_it_holds() -> None:
    """A jack asks for the suit of most of the other cards; so does the dealer's wish."""
    careful, luck = bots.bot("careful"), random.Random(1).random
    table = people(hands={1: "JS 8H 9H QC"}, pile="KD")
    assert careful(table.match, 1, luck) == table.move("JS h")

    state = dealt(3, "JD", first_card="counts")
    state.hands[0] = [state.faces.index(one) for one in cards("7C 8C QH")]
    assert careful(People(state).match, 0, luck) == Move(Verb.NAME, None, 3)


def test_empty_piles_come_about_in_real_play() -> None:
    """M-12: a whole pack among six, drawing until a card fits; every round ends."""
    whys: Counter[str] = Counter()
    passed = 0
    for seed in range(20):
        table = Table(MAU_MAU, rules(packs="one", draw="until"), 6, seed)
        for _ in table.steps():
            passed += table.match.facts()["idle"] > 0
        whys.update(row.outcome.why.word for row in table.match.sheet)

    assert passed > 0
    assert whys["finished"] > 20
    assert set(whys) <= {"finished", "move_limit"}  # see M-12: a whole pack is never blocked


def test_the_excerpts_on_the_page_are_lines_of_the_file() -> None:
    """docs/adding-a-game.md walks through this game: a change of the file is seen there."""
    root = Path(__file__).resolve().parents[2]
    told = (root / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    source = (root / "core" / "games" / "mau_mau.py").read_text(encoding="utf-8")
    excerpts = re.findall(r"```py\n(.*?)```", told, re.DOTALL)

    assert len(excerpts) > 8
    assert [one for one in excerpts if one not in source] == []
