"""High Card, the game of docs/adding-a-game.md: tricks without trump, several rounds.

It is not registered; tests lend it to the registry to see that nothing else knows One Hundred.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from core.cards import FULL_PACK, HIDDEN, Card, Rank
from core.errors import HiddenFaceError, IllegalMove
from core.events import (
    EVERYBODY,
    NOBODY,
    Board,
    Events,
    Note,
    Outcome,
    Score,
    SeatFacts,
    Zone,
    note,
)
from core.game import Game, Settlement, Start
from core.moves import CHANCE, Chance, Choice, Deal, Move, Pick, Verb
from core.options import number, one_of, switch

POINTS: Final = 7


@dataclass(frozen=True, slots=True)
class HighCardRules:
    """The house rules of High Card."""

    tricks: int = number(5, 1, 8, "How many tricks are played.")
    aces: str = one_of("high", {"high": "above the king", "low": "below two"}, "Where aces rank.")
    open_stock: bool = switch(False, "What is left of the pack lies open.")


class HighCard:
    """One round: everybody plays a card, suit must be followed, the highest takes the trick."""

    __slots__ = (
        "dealer",
        "faces",
        "hands",
        "rules",
        "stock",
        "taken",
        "totals",
        "trick",
        "turn",
    )

    def __init__(self, rules: HighCardRules, start: Start) -> None:
        self.rules, self.dealer, self.totals = rules, start.dealer, start.totals
        self.turn: int | None = CHANCE
        self.faces: list[Card] = []
        self.hands: list[list[int]] = [[] for _ in start.live]
        self.taken: list[list[int]] = [[] for _ in start.live]
        self.trick: list[int] = []
        self.stock: tuple[int, ...] = ()

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own."""
        first = Start.first(len(self.hands))
        twin = self.__class__(self.rules, replace(first, dealer=self.dealer, totals=self.totals))
        twin.turn, twin.stock = self.turn, self.stock
        twin.faces = list(self.faces) if faces is None else faces
        twin.hands = [hand[:] for hand in self.hands]
        twin.taken = [each[:] for each in self.taken]
        twin.trick = self.trick[:]
        return twin

    def moves(self) -> list[Choice]:
        """The cards of the led suit, or any card."""
        if self.turn is None or self.turn == CHANCE:
            return []
        hand = self.hands[self.turn]
        if any(self.faces[slot] is HIDDEN for slot in hand):
            raise HiddenFaceError("the hand on turn is not known here")
        follow = [slot for slot in hand if self._follows(slot)]
        return [Choice(Move(Verb.PLAY, slot)) for slot in follow or hand]

    def _follows(self, slot: int) -> bool:
        return not self.trick or self.faces[slot].suit == self.faces[self.trick[0]].suit

    def judge(self, move: Move) -> None:
        """Suit must be followed; only the hand can tell."""
        if self.turn is None or move.slot not in self.hands[self.turn]:
            return
        if not any(choice.move.slot == move.slot for choice in self.moves()):
            raise IllegalMove("must_follow")

    def apply(self, move: Move) -> Events:
        """A card, or the answer of chance."""
        if self.turn is None:
            raise IllegalMove("round_over")
        if self.turn == CHANCE:
            return self._dealt(move)
        seat = self.turn
        if move.verb != Verb.PLAY or type(move.slot) is not int:
            raise IllegalMove("only_cards")
        if move.slot not in self.hands[seat]:
            raise IllegalMove("not_in_hand")
        if move.value is not None:
            raise IllegalMove("names_nothing")
        face = self.faces[move.slot]
        if face is HIDDEN:
            raise HiddenFaceError("the card is not known here")
        self.hands[seat].remove(move.slot)
        self.trick.append(move.slot)
        seats, winner = len(self.hands), None
        self.turn = (seat + 1) % seats
        if len(self.trick) == seats:
            best = max(range(seats), key=lambda place: self._worth(self.trick[place]))
            winner = self.turn = (seat + 1 + best) % seats
            self.taken[winner] += self.trick
            self.trick = []
            if not self.hands[winner]:
                self.turn = None
        return Events(_tell_play, seat, face, winner)

    def _worth(self, slot: int) -> int:
        """The rank of a card that follows suit; nothing otherwise."""
        rank = self.faces[slot].rank
        high = rank is Rank.ACE and self.rules.aces == "high"
        return (14 if high else int(rank)) if self._follows(slot) else 0

    @property
    def chance(self) -> tuple[Chance, ...]:
        """The first dealer and the pack."""
        if self.turn != CHANCE:
            return ()
        deal = Deal(FULL_PACK, 0)
        return (Pick(len(self.hands)), deal) if self.dealer is None else (deal,)

    def _dealt(self, move: Move) -> Events:
        seats = len(self.hands)
        given = move.value if self.dealer is None else self.dealer
        right = move.value is None if self.dealer is not None else type(move.value) is int
        if move.verb != Verb.SHUFFLE or move.slot is not None or not right:
            raise IllegalMove("shuffle_first")
        if given is None or not 0 <= given < seats:
            raise IllegalMove("shuffle_first")
        self.dealer = given
        dealt = seats * self.rules.tricks
        for slot in range(dealt):
            self.hands[(given + 1 + slot) % seats].append(slot)
        self.stock = tuple(range(dealt, 52))
        self.faces += [HIDDEN] * (52 - len(self.faces))
        self.turn = (given + 1) % seats
        return Events(_tell_deal, given)

    def zones(self) -> list[Zone]:
        """Hands are hidden until the end, tricks are open."""
        sight = EVERYBODY if self.rules.open_stock and self.stock else NOBODY
        over = self.turn is None
        zones = [Zone("stock", None, sight, self.stock)]
        zones.append(Zone("trick", None, EVERYBODY, tuple(self.trick)))
        for seat, hand in enumerate(self.hands):
            zones.append(Zone("hand", seat, EVERYBODY if over else seat, tuple(hand)))
            zones.append(Zone("taken", seat, EVERYBODY, tuple(self.taken[seat])))
        return zones

    def hand(self, seat: int) -> list[int]:
        """The slots of a hand."""
        return self.hands[seat]

    def public(self) -> list[Any]:
        """Everything but hidden faces."""
        opened = [self.trick, *self.taken]
        return [
            -2 if self.turn is None else self.turn,
            self.dealer,
            [hand[:] for hand in self.hands],
            [[[slot, int(self.faces[slot])] for slot in each] for each in opened],
            len(self.stock),
        ]

    def facts(self) -> Mapping[str, Any]:
        """Tricks taken."""
        return {"dealer": self.dealer, "tricks": self._tricks()}

    def _tricks(self) -> list[int]:
        return [len(each) // len(self.hands) for each in self.taken]

    def board(self) -> Board:
        """Tricks as scores."""
        rows = zip(self.hands, self._tricks(), strict=True)
        return Board((), tuple(SeatFacts(len(hand), True, score=won) for hand, won in rows))

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """Nothing special."""
        assert move.slot is not None
        return ()

    def outcome(self) -> Outcome | None:
        """Most tricks win."""
        if self.turn is not None:
            return None
        tricks = self._tricks()
        winners = tuple(seat for seat, won in enumerate(tricks) if won == max(tricks))
        scores = tuple(Score(won, (note("tricks", count=won),)) for won in tricks)
        return Outcome(note("most_tricks"), winners, (winners,), scores)


def _tell_play(seat: int, face: Card, winner: int | None) -> Iterator[Note]:
    yield note("played", seat=seat, card=face)
    if winner is not None:
        yield note("took", seat=winner)


def _tell_deal(dealer: int) -> Iterator[Note]:
    yield note("dealt", seat=dealer)


def _settle(_rules: HighCardRules, start: Start, outcome: Outcome) -> Settlement:
    totals = tuple(a + b.points for a, b in zip(start.totals, outcome.scores, strict=True))
    most = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == most)
    over = most >= POINTS
    nobody = (False,) * len(totals)
    return Settlement(totals, nobody, outcome.winners[0], winners if over else (), (winners,))


HIGH_CARD: Final = Game(
    name="high-card",
    title="High Card",
    version=1,
    rules=HighCardRules(),
    seats=lambda _rules: (2, 6),
    start=HighCard,
    settle=_settle,
    bound=52,
    page="Follow suit. The highest card takes the trick; {tricks} tricks are played.",
    words={
        "played": "{seat}: {card}",
        "took": "{seat} takes the trick.",
        "dealt": "{seat} deals.",
        "tricks": "{count} tricks",
        "most_tricks": "Most tricks win.",
        "must_follow": "Suit must be followed.",
    },
    presets={"usual": {}, "short": {"tricks": 3}},
)
