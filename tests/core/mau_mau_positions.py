"""Positions of Mau-Mau written as the cards lie, and moves written as people say them."""

from dataclasses import replace
from typing import Any

import pytest

from core.cards import SUIT_LETTERS, Card, cards
from core.errors import IllegalMove
from core.game import Start, find
from core.games.mau_mau import MauMau, MauMauRules
from core.match import Match
from core.moves import CHANCE, Choice, Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck

MAU_MAU = find("mau-mau")


def rules(**changed: Any) -> MauMauRules:
    """The usual rules of Mau-Mau with a few changes."""
    usual = MAU_MAU.rules
    assert isinstance(usual, MauMauRules)
    return replace(usual, **changed)


def position(
    n: int = 3,
    *,
    hands: dict[int, str] | None = None,
    pile: str = "KD",
    stock: str | None = None,
    turn: int = 1,
    dealer: int = 0,
    direction: int = 1,
    totals: tuple[int, ...] | None = None,
    **options: Any,
) -> MauMau:
    """A position in the middle of a round; what is not given is arbitrary, each card once.

    `pile` is from the bottom up, `stock` (top first) is the whole stock; without it, it is all that
    is left of the pack. Three cards are in a hand that is not given. The state before it is one in
    which the top card has been played without any effect.
    """
    start = Start.first(n)
    state = MauMau(rules(**options), replace(start, totals=totals or start.totals, dealer=dealer))
    left = list(state._pack())

    def take(text: str) -> list[Card]:
        taken = list(cards(text))
        for one in taken:
            left.remove(one)
        return taken

    held = {seat: take(text) for seat, text in (hands or {}).items()}
    on_pile = take(pile)
    on_stock = None if stock is None else take(stock)
    for seat in range(n):
        for one in held.get(seat) or [left.pop() for _ in range(3)]:
            state.hands[seat].append(len(state.faces))
            state.faces.append(one)
    for one in on_pile:
        state.pile.append(len(state.faces))
        state.faces.append(one)
    state.stock_end = len(state.faces)
    rest = left if on_stock is None else on_stock
    state._new_stock(len(rest))
    state.faces[state.stock_top :] = rest
    state._offers = state._fits.on_face[on_pile[-1]]
    state.turn, state.direction = turn, direction
    return state


class People:
    """The people at a table of Mau-Mau: they say `JS h`, `draw`, `pass` or `name h`."""

    def __init__(self, state: MauMau, seed: int = 1) -> None:
        self.match = Match(MAU_MAU, state.rules, len(state.hands))
        self.match.start = replace(self.match.start, totals=state.totals, dealer=state.dealer)
        self.match.round = state
        self.state = state
        self.referee = Referee(self.match)
        self._luck = SeededLuck(bytes([seed]))

    def say(self, *texts: str) -> list[str]:
        """Moves of whoever is on turn, one after the other; the words of the events of the last."""
        words: list[str] = []
        for text in texts:
            assert self.state.turn is not None
            ruling = self.referee.submit(self.state.turn, self.move(text))
            words = [note.word for note in ruling.events]
        return words

    def refused(self, text: str) -> str:
        """Why a move is refused; checks that nothing has changed."""
        before = (self.state.public(), list(self.state.faces), self.match.facts())
        with pytest.raises(IllegalMove) as refusal:
            self.say(text)
        assert (self.state.public(), self.state.faces, self.match.facts()) == before
        assert refusal.value.reason in MAU_MAU.words
        return refusal.value.reason

    def shuffle(self) -> list[str]:
        """The answer of chance; the words of its events."""
        assert self.match.turn == CHANCE
        return [note.word for note in self.referee.shuffle(self._luck.stream()).events]

    def move(self, text: str) -> Move:
        """A move as people say it; suits are s, h, d and c."""
        word, *suits = text.split()
        value = SUIT_LETTERS.index(suits[0].upper()) if suits else None
        if word in ("draw", "pass", "name"):
            return Move(Verb[word.upper()], None, value)
        assert self.state.turn is not None
        wanted = cards(word)[0]
        hand = self.state.hands[self.state.turn]
        return Move(Verb.PLAY, next(at for at in hand if self.state.faces[at] == wanted), value)

    @property
    def offered(self) -> str:
        """What is offered to whoever is on turn: `7S JS? draw`, with `?` for a wish."""
        return " ".join(_offer(self.state, one) for one in self.state.moves())

    def hand(self, seat: int) -> str:
        """The faces of a hand."""
        return " ".join(str(self.state.faces[slot]) for slot in self.state.hands[seat])

    @property
    def pile(self) -> str:
        """The faces of the pile, top last."""
        return " ".join(str(self.state.faces[slot]) for slot in self.state.pile)

    @property
    def stock(self) -> str:
        """The faces of the stock, top first."""
        slots = range(self.state.stock_top, self.state.stock_end)
        return " ".join(str(self.state.faces[slot]) for slot in slots)


def _offer(state: MauMau, choice: Choice) -> str:
    slot = choice.move.slot
    word = Verb(choice.move.verb).name.lower() if slot is None else str(state.faces[slot])
    return word if choice.values is None else word + "?"


def people(n: int = 3, **what: Any) -> People:
    """The people at a position."""
    return People(position(n, **what))


def dealt(n: int, first: str, **options: Any) -> MauMau:
    """A round of which dealer 0 has just dealt and turned this card up."""
    state = MauMau(rules(**options), Start((True,) * n, 0, (0,) * n, 1, (0,) * n))
    pack = list(state._pack())
    (top,) = cards(first)
    pack.remove(top)
    pack.insert(n * state.rules.cards, top)
    state.faces = pack
    state.apply(Move(Verb.SHUFFLE))
    return state
