"""Toy Trick: High Card with what screens must show of any game of tricks.

An auction of one round, a trump, cards in the trick before their seats, a card face down in the
centre, a question without a card after the first trick, cards that cannot be the last one.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Self

from core.cards import FULL_PACK, Card, Rank
from core.errors import IllegalMove
from core.events import (
    EVERYBODY,
    NOBODY,
    Board,
    Events,
    Note,
    SeatFacts,
    Zone,
    note,
)
from core.moves import CHANCE, Choice, Move, Verb
from tests.core.high_card import HIGH_CARD, HighCard


class ToyTrick(HighCard):
    """One round; `calls` are the bids by seat (0: passed, -1: not asked yet)."""

    __slots__ = ("asked", "calls", "order")

    def __init__(self, rules: Any, start: Any) -> None:
        super().__init__(rules, start)
        self.calls = [-1] * len(start.live)
        self.asked = False
        self.order = -1

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own."""
        twin = super().copy(faces)
        twin.calls, twin.asked, twin.order = self.calls[:], self.asked, self.order
        return twin

    @property
    def _bidding(self) -> bool:
        return -1 in self.calls

    def moves(self) -> list[Choice]:
        """A bid or a pass, an answer, or a card."""
        if self.turn is None or self.turn == CHANCE:
            return []
        if self._bidding:
            bids = range(max(self.calls) + 1, 16)
            return [Choice(Move(Verb.BID), bids, "bid"), Choice(Move(Verb.PASS))]
        if self.asked:
            return [Choice(Move(Verb.NAME), (0, 1), "reverse")]
        return super().moves()

    def judge(self, move: Move) -> None:
        """Nothing while no card is played."""
        if not self._bidding and not self.asked:
            super().judge(move)

    def apply(self, move: Move) -> Events:
        """A call, an answer, or what High Card does."""
        seat = self.turn
        if seat is None or seat < 0:
            return super().apply(move)
        if self._bidding or self.asked:
            return self._without_a_card(seat, move)
        before = len(self.trick)
        events = super().apply(move)
        if before and not self.trick and self.order < 0 and self.turn is not None:
            self.asked = True
        return events

    def _without_a_card(self, seat: int, move: Move) -> Events:
        if not any(one.allows(move) for one in self.moves()):
            raise IllegalMove("call_first")
        if self.asked:
            self.asked, self.order = False, move.value or 0
            return Events(_tell, "turned", seat)
        self.calls[seat] = move.value or 0
        if self._bidding:
            self.turn = (seat + 1) % len(self.hands)
        else:
            self.turn = self.calls.index(max(self.calls))
        return Events(_tell, "called", seat)

    def zones(self) -> list[Zone]:
        """The trick before its seats, leader first; a card in the centre."""
        zones = [one for one in super().zones() if one.name not in ("trick", "stock")]
        zones += [
            Zone("stock", None, NOBODY, self.stock[1:]),
            Zone("centre", None, NOBODY, self.stock[:1]),
        ]
        if self.turn is not None:
            count = len(self.hands)
            leader = self.turn - len(self.trick)
            zones += [
                Zone("trick", (leader + at) % count, EVERYBODY, (slot,))
                for at, slot in enumerate(self.trick)
            ]
        return zones

    def board(self) -> Board:
        """Trump and the highest bid; what each seat has called, who leads and who is winning."""
        gauges = [note("trump", suit=1)]
        if max(self.calls) > 0:
            gauges.append(
                note("highest", bid=max(self.calls), seat=self.calls.index(max(self.calls)))
            )
        rows = zip(self.hands, self._tricks(), strict=True)
        return Board(
            tuple(gauges),
            tuple(
                SeatFacts(len(hand), True, score=self.totals[seat], says=tuple(self._says(seat)))
                for seat, (hand, _) in enumerate(rows)
            ),
        )

    def _says(self, seat: int) -> Iterator[Note]:
        if self.calls[seat] >= 0:
            yield note("bids", bid=self.calls[seat]) if self.calls[seat] else note("says_pass")
        if self.trick and self.turn is not None:
            leader = (self.turn - len(self.trick)) % len(self.hands)
            best = max(range(len(self.trick)), key=lambda at: self._worth(self.trick[at]))
            if seat == leader:
                yield note("leads")
            if seat == (leader + best) % len(self.hands):
                yield note("winning")

    def public(self) -> list[Any]:
        """Everything but hidden faces."""
        return [*super().public(), self.calls[:], self.asked, self.order]

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """Aces cannot be the last card."""
        if move.slot is None or self.faces[move.slot].rank is not Rank.ACE:
            return ()
        return (note("cannot_end"),)


def _tell(word: str, seat: int) -> Iterator[Note]:
    yield note(word, seat=seat)


TOY_TRICK: Final = replace(
    HIGH_CARD,
    name="toy-trick",
    title="Toy Trick",
    start=ToyTrick,
    bound=len(FULL_PACK) * 2,
    words={
        **HIGH_CARD.words,
        "call_first": "An auction comes first.",
        "called": "{seat} has called.",
        "turned": "{seat} has answered.",
        "trump": "trump {suit}",
        "highest": "bid {bid} by {seat}",
        "bids": "bids {bid}",
        "says_pass": "passed",
        "leads": "leads",
        "winning": "winning",
        "cannot_end": "cannot be the last card",
        "ask_bid": "How much do you bid?",
        "ask_reverse": "Which way from now on?",
        "reverse_0": "uptown",
        "reverse_1": "downtown",
    },
)
