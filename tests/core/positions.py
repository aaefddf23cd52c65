"""Positions of One Hundred written the way the rule book writes them, and the people at a table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.cards import FULL_PACK, Card, cards
from core.game import find
from core.games.one_hundred import OneHundred, OneHundredRules
from core.match import Match
from core.moves import CHANCE, Move, Verb
from core.referee import Referee, Ruling

ONE_HUNDRED = find("one-hundred")


def rules(**changed: Any) -> OneHundredRules:
    """The usual rules of One Hundred with a few changes."""
    usual = ONE_HUNDRED.rules
    assert isinstance(usual, OneHundredRules)
    return replace(usual, **changed)


def position(
    n: int = 3,
    *,
    hands: dict[int, str] | None = None,
    pile: str = "",
    stock: str | None = None,
    value: int = 0,
    turn: int = 1,
    direction: int = 1,
    dealer: int = 0,
    chips: dict[int, int] | None = None,
    out: Sequence[int] = (),
    **options: Any,
) -> OneHundred:
    """A position of the test vectors: what is not given is arbitrary, each card once.

    `hands` fixes hands by seat; `stock` (top first) is the whole stock, without it all that is left
    of the pack. Seats in `out` have no chips and no cards.
    """
    given = hands or {}
    left = list(FULL_PACK) * (2 if n >= 7 else 1)

    def take(text: str) -> list[Card]:
        taken = list(cards(text))
        for one in taken:
            left.remove(one)
        return taken

    held = {seat: take(text) for seat, text in given.items()}
    on_pile = take(pile)
    on_stock = None if stock is None else take(stock)
    state = OneHundred(rules(**options), n)
    for seat in range(n):
        if seat in out:
            state.live[seat], state.chips[seat], state.out_at[seat] = False, 0, 1
        elif seat not in held:
            held[seat] = [left.pop() for _ in range(3)]
        for one in held.get(seat, ()):
            state.hands[seat].append(len(state.faces))
            state.faces.append(one)
    for one in on_pile:
        state.pile.append(len(state.faces))
        state.faces.append(one)
    state.stock_end = len(state.faces)
    state._new_stock(len(left if on_stock is None else on_stock))
    state.faces[state.stock_top :] = left if on_stock is None else on_stock
    for seat, count in (chips or {}).items():
        state.chips[seat] = count
    state.turn, state.value, state.direction, state.dealer = turn, value, direction, dealer
    state.turns = 10
    return state


def slot_of(state: OneHundred, face: str) -> int:
    """The slot of a card in the hand on turn."""
    assert state.turn is not None
    wanted = cards(face)[0]
    return next(slot for slot in state.hands[state.turn] if state.faces[slot] == wanted)


def play(state: OneHundred, face: str, named: int | None = None) -> OneHundred:
    """Play a card of the hand on turn, as the referee lets it through; the state again."""
    move = Move(Verb.PLAY, slot_of(state, face), named)
    table(state).check(state.turn if state.turn is not None else CHANCE, move)
    state.apply(move)
    return state


def shown(state: OneHundred, slots: Sequence[int]) -> str:
    """Faces as text: `KD QD 7H`."""
    return " ".join(str(state.faces[slot]) for slot in slots)


def stock_of(state: OneHundred) -> str:
    """The faces of the stock, top first."""
    return shown(state, range(state.stock_top, state.stock_end))


def table(state: OneHundred) -> Referee:
    """A referee of a match that stands in this position."""
    seats = len(state.live)
    two = replace(state.rules, allow_two_players=True) if seats < 3 else state.rules
    match = Match(ONE_HUNDRED, replace(two, max_players=max(two.max_players, seats)), seats)
    match.round = state
    return Referee(match)


def follow(view: Match, seat: int | None, ruling: Ruling) -> None:
    """Let somebody at the table take in a ruling; seat None is a spectator."""
    view.reveal_all(ruling.public)
    if seat is not None:
        view.reveal_all(ruling.private.get(seat, ()))
    view.apply(ruling.move)
