"""The oracles of the 101 family and One Card, put to the vectors of the rule book themselves."""

from dataclasses import replace
from typing import Any

import pytest

from core import options
from core.game import Game, find
from core.moves import CHANCE
from tests.core.hundred_one_oracle import DRAW, PASS, HundredOne, Way, counted
from tests.core.one_card_oracle import best, legal, scores, winners

RUSSIAN = find("russian-one-hundred")
ALTERNATIVE = find("alternative-one-hundred")
CZECH = find("czech-fool")


class Play:
    """A position of the 101 family as the oracle sees it, and what it asks."""

    def __init__(
        self,
        hands: list[str],
        pile: str,
        stock: str = "",
        suit: str | None = None,
        game: Game = RUSSIAN,
        **changed: Any,
    ) -> None:
        rules = options.values(replace(game.rules, **changed))
        self.oracle = HundredOne(rules, len(hands))
        self.oracle.dealer, self.oracle.number = len(hands) - 1, 1
        self.oracle.hands = [hand.split() for hand in hands]
        self.oracle.pile, self.oracle.stock, self.oracle.suit = pile.split(), stock.split(), suit
        self._script = self.oracle.round(0)
        self.seat: int | None
        self.asks: Any
        self.seat, self.asks = next(self._script)

    def go(self, *ways: str | Way | list[str]) -> "Play":
        """Answer with a card, with the suit that it orders (`QD S`), a way, or a shuffled stock."""
        for way in ways:
            answer: Any = way
            if isinstance(way, list):
                answer = (None, way)
            elif isinstance(way, str):
                face, _, suit = way.partition(" ")
                answer = ("play", face, "SHDC".index(suit) if suit else None)
            assert self.seat == CHANCE or answer in self.asks
            try:
                self.seat, self.asks = self._script.send(answer)
            except StopIteration:
                self.seat, self.asks = None, set()
        return self

    def cards(self) -> set[str]:
        """The cards that may be played."""
        return {card for _, card, _ in self.asks if card is not None}


REST = ["TC KC", "TD KH"]


def test_the_oracle_knows_which_cards_fit() -> None:
    """R-02, R-03, R-05."""
    assert Play(["8C 9H QS TS", *REST], "8H", "JD").cards() == {"8C", "9H", "QS"}
    ordered = Play(["QD 7C 8S 6C AH", *REST], "QS", "JD", suit="C")
    assert ordered.cards() == {"QD", "7C", "6C"}
    assert DRAW not in Play(["8C TS", *REST], "8H", "JD").asks


def test_the_oracle_draws_one_card() -> None:
    """R-04."""
    drawn = Play(["TS 9C", "8S", "7S"], "8H", "KC KD")
    assert drawn.asks == {DRAW}
    assert drawn.go(DRAW).asks == {PASS}
    assert Play(["TS 9C", "8S", "7S"], "8H", "KH KD").go(DRAW).cards() == {"KH"}


@pytest.mark.parametrize(
    ("hand", "pile", "played", "drawn", "next_seat"),
    [
        ("7H TS", "8H", "7H", 2, 2),
        ("7S TS", "8S", "7S", 4, 2),
        ("KS TS", "8S", "KS", 5, 2),
        ("KH TS", "8H", "KH", 0, 1),
        ("AH TS", "8H", "AH", 0, 2),
    ],
)
def test_the_oracle_lets_cards_act(
    hand: str, pile: str, played: str, drawn: int, next_seat: int
) -> None:
    """R-06, R-07, R-08."""
    acted = Play([hand, "9C 9D TC", "JD 8D"], pile, "6S 6D 7D QC QD AD").go(played)
    assert (len(acted.oracle.hands[1]), acted.seat) == (3 + drawn, next_seat)


def test_the_oracle_covers_sixes() -> None:
    """R-09, R-10, R-11, R-12."""
    chain = Play(["6H 9H 6C QD TS", *REST], "8H", "JD").go("6H")
    assert (chain.seat, chain.cards()) == (0, {"9H", "6C", "QD"})
    assert chain.go("6C").cards() == {"QD"}
    assert (chain.go("QD S").seat, chain.oracle.suit) == (1, "S")
    drew = Play(["6H TS", *REST], "9H", "9C JD 8H KC").go("6H", DRAW, DRAW, DRAW)
    assert drew.cards() == {"8H"}
    assert drew.go("8H").seat == 1
    assert drew.oracle.hands[0] == ["TS", "9C", "JD"]
    assert Play(["6H", *REST], "9H", "9C 8H KC").go("6H", DRAW, DRAW, "8H").seat == 1
    assert Play(["6H", *REST], "9H", "8H KC").go("6H", DRAW, "8H").oracle.finisher == 0
    assert Play(["6H", "8C 8D"], "9H").go("6H", DRAW).cards() == {"9H"}


def test_the_oracle_knows_how_a_round_ends() -> None:
    """R-13, R-14, R-15, R-16, R-20, R-28."""
    assert Play(["8C", *REST], "8H").go("8C").oracle.finisher == 0
    for last, drawn in (("AH", 0), ("7H", 2)):
        stays = Play([last, "8C 9C", "JD"], "8H", "6S 6D 7D").go(last)
        assert (stays.seat, len(stays.oracle.hands[1])) == (2, 2 + drawn)
    again = Play(["", *REST], "8H", "KH JS")
    assert again.asks == {DRAW}
    assert again.go(DRAW, "KH").oracle.finisher == 0
    queen = Play(["QS", *REST], "8H").go("QS")
    assert queen.oracle.points() == [-40, 14, 14]
    assert Play(["9C", *REST], "9H").go("9C").oracle.finisher == 0
    assert Play(["9C", *REST], "9H", game=CZECH).go("9C").seat == 1
    blocked = Play(["TS", "9C"], "8H").go(PASS, PASS)
    assert (blocked.oracle.why, blocked.oracle.points()) == ("blocked", [10, 0])


def test_the_oracle_counts_turns_to_miss() -> None:
    """R-21, R-22, R-23: a five hits the player before; skips add up."""
    lap = Play(["5H 2S", "8H 2D", "9H 2C", "3S 3D 3C"], "TH", "4S 4D KC", game=ALTERNATIVE)
    assert [lap.go(card).seat for card in ("5H", "8H", "9H")] == [1, 2, 0]
    assert len(lap.oracle.hands[3]) == 5
    two = Play(["5H 2S", "8H 2D"], "TH", "4S 4D KC", game=ALTERNATIVE)
    assert two.go("5H").seat == 0
    twice = Play(["5H 8H 9H 2S", "AH TH 3S", "3D 3C"], "6H", "4S 4D KC", game=ALTERNATIVE)
    turns = [twice.go(card).seat for card in ("5H", "AH", "8H", "TH", "9H")]
    assert turns == [1, 0, 1, 0, 1]


def test_the_oracle_makes_a_new_stock() -> None:
    """R-26: in the middle of a draw; cut short when there is nothing more."""
    shuffled = Play(["KS 7D", "6C 6D", "JH"], "TC TD TH 8S", "9C JD").go("KS")
    assert (shuffled.seat, shuffled.asks) == (CHANCE, ["TC", "TD", "TH", "8S"])
    shuffled.go(["8S", "TH", "TD", "TC"])
    assert (shuffled.seat, shuffled.oracle.stock) == (2, ["TC"])
    assert shuffled.oracle.hands[1] == ["6C", "6D", "9C", "JD", "8S", "TH", "TD"]
    short = Play(["KS 7D", "6C 6D", "JH"], "TC 8S", "9C").go("KS", ["TC", "8S"])
    assert (short.seat, len(short.oracle.hands[1])) == (2, 5)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AS 9D TH KC JD", 27),
        ("QS", 40),
        ("QH", 20),
        ("QH 9C", 3),
        ("QS QH", 6),
        ("6C 7C 8C", 21),
        ("", 0),
        ("2C 3D 4H 5S", 14),
    ],
)
def test_the_oracle_counts(hand: str, points: int) -> None:
    """R-17."""
    assert counted(hand.split()) == points


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        (RUSSIAN, [101, 102, 40, 100], [(0, 0), (102, 1), (40, 0), (100, 0)]),
        (CZECH, [-110, -101, 60], [(-110, 1), (0, 0), (60, 0)]),
        (RUSSIAN, [-110, -101, 60], [(-110, 0), (-101, 0), (60, 0)]),
    ],
)
def test_the_oracle_settles(game: Game, before: list[int], after: list[tuple[int, bool]]) -> None:
    """R-18, R-19."""
    oracle = HundredOne(options.values(game.rules), 4)
    assert [oracle.settled(total) for total in before] == after


@pytest.mark.parametrize(
    ("trump", "led", "hand", "may"),
    [
        ("H", "S", "JK 9S AH", "9S"),
        ("H", "S", "JK 9C AH", "JK 9C AH"),
        ("H", "H", "JK 9C", "JK"),
        ("H", "H", "JK 9H 9C", "JK 9H"),
        ("H", "H", "9C AH", "AH"),
        (None, "S", "JK 9S", "9S"),
        (None, "S", "JK 9C", "JK 9C"),
        (None, None, "9C AH", "9C AH"),
    ],
)
def test_the_oracle_follows_suit(trump: str | None, led: str | None, hand: str, may: str) -> None:
    """OC-07, OC-08, OC-09; a joker led in a bid hand leads trump."""
    assert legal(hand.split(), led, trump) == set(may.split())


@pytest.mark.parametrize(
    ("trump", "led", "trick", "order", "won"),
    [
        ("H", "S", "AS JK 9H KS", "uptown", 2),
        ("H", "S", "AS JK KS TS", "uptown", 1),
        ("H", "H", "JK 9C AS TD", "uptown", 0),
        ("H", "H", "JK 9H AS TH", "uptown", 3),
        (None, "S", "KS AS JK", "uptown", 2),
        (None, None, "JK AS AH", "uptown", 0),
        (None, "S", "KS AH 9S", "uptown", 0),
        ("S", "D", "AD 9D TD", "downtown", 1),
        ("S", "D", "AD AS KS", "downtown", 2),
        ("S", "D", "AD 9D TD", "uptown", 0),
    ],
)
def test_the_oracle_knows_who_wins_a_trick(
    trump: str | None, led: str | None, trick: str, order: str, won: int
) -> None:
    """OC-10, OC-11, OC-12, OC-13."""
    assert best(trick.split(), led, trump, order) == won


def test_the_oracle_scores_a_hand() -> None:
    """OC-17, OC-20."""
    bids = [(None, 0), (0, 8), (1, 8), (1, 9)]
    found = [scores([7, 8], bidder, bid) for bidder, bid in bids]
    assert found == [[7, 8], [0, 8], [7, 8], [7, 0]]
    totals = [[29, 12], [30, 12], [31, 33, 20], [32, 32, 5]]
    assert [winners(one, 30, "highest_then_play_on", None) for one in totals] == [[], [0], [1], []]
