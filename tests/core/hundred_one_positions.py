"""Positions of the 101 family written the way the rule book writes them, and moves in them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.cards import SUIT_LETTERS, Card, cards
from core.errors import IllegalMove
from core.events import Outcome, Score, note
from core.game import Game, Settlement, Start, find
from core.games.hundred_one import HundredOne, HundredOneRules
from core.match import Match
from core.moves import CHANCE, Deal, Move, Verb
from core.referee import Referee
from core.shuffle import SeededLuck

RUSSIAN = find("russian-one-hundred")
ALTERNATIVE = find("alternative-one-hundred")
CZECH = find("czech-fool")
GAMES = {"russian": RUSSIAN, "alternative": ALTERNATIVE, "czech_fool": CZECH}
DRAW, PASS = Move(Verb.DRAW), Move(Verb.PASS)


def rules(game: Game = RUSSIAN, **changed: Any) -> HundredOneRules:
    """The usual rules of a game of the family with a few changes."""
    usual = game.rules
    assert isinstance(usual, HundredOneRules)
    return replace(usual, **changed)


def position(
    n: int = 3,
    *,
    hands: Mapping[int, str] | None = None,
    pile: str = "8H",
    stock: str | None = None,
    turn: int = 0,
    suit: str | None = None,
    totals: Sequence[int] = (),
    skips: Mapping[int, int] | None = None,
    out: Sequence[int] = (),
    dealer: int | None = None,
    game: Game = RUSSIAN,
    **options: Any,
) -> HundredOne:
    """A position of the test vectors: what is not given is arbitrary, each card once.

    `hands` fixes hands by seat, others have three cards; `stock` (top first) is the whole stock,
    without it all that is left of the pack; `pile` is bottom first; `suit` is an ordered one.
    """
    chosen = rules(game, **options)
    live = tuple(seat not in out for seat in range(n))
    state = HundredOne(chosen, Start(live, 0, tuple(totals) or (0,) * n, 1, (0,) * n))
    (deal,) = state.chance
    assert isinstance(deal, Deal)
    left = list(deal.pack)

    def take(text: str) -> list[Card]:
        taken = list(cards(text))
        for one in taken:
            left.remove(one)
        return taken

    held = {seat: take(text) for seat, text in (hands or {}).items()}
    on_pile = take(pile)
    on_stock = None if stock is None else take(stock)
    for seat in range(n):
        if live[seat] and seat not in held:
            held[seat] = [left.pop() for _ in range(3)]
        state.hands[seat] = _lay(state, held.get(seat, ()))
    state.pile = _lay(state, on_pile)
    state.stock_end = len(state.faces)
    state._new_stock(len(left if on_stock is None else on_stock))
    state.faces[state.stock_top :] = left if on_stock is None else on_stock
    state.turn = turn
    state.dealer = n - 1 if dealer is None else dealer
    state.suit = None if suit is None else SUIT_LETTERS.index(suit)
    for seat, count in (skips or {}).items():
        state.skips[seat] = count
    return state


def _lay(state: HundredOne, faces: Sequence[Card]) -> list[int]:
    slots = list(range(len(state.faces), len(state.faces) + len(faces)))
    state.faces.extend(faces)
    return slots


def dealt(
    order: str, n: int = 3, *, dealer: int = 0, game: Game = RUSSIAN, **options: Any
) -> HundredOne:
    """A round right after its deal; `order` is the top of the pack, the rest follows as it lies."""
    chosen = rules(game, **options)
    state = HundredOne(chosen, Start.first(n))
    deal = state.chance[-1]
    assert isinstance(deal, Deal)
    first = list(cards(order))
    state.faces = first + [one for one in deal.pack if one not in first]
    assert len(state.faces) == len(deal.pack)
    state.apply(Move(Verb.SHUFFLE, None, dealer))
    return state


def opened(starter: str, n: int = 3, *, hand: str = "", **options: Any) -> HundredOne:
    """P0 has dealt and the starter lies: `hand` is what is left to the dealer, else arbitrary."""
    game: Game = options.pop("game", RUSSIAN)
    kept = hand.split() or ["JH", "TD", "8D"]
    spare = [
        str(one)
        for one in HundredOne(rules(game), Start.first(n)).chance[-1].pack  # type: ignore[union-attr]
        if str(one) not in (*kept, starter)
    ]
    order = []
    for dealers in (*kept, starter):
        order += [spare.pop() for _ in range(n - 1)] + [dealers]
    return dealt(" ".join(order), n, game=game, **options)


def table(state: HundredOne) -> Referee:
    """A referee of a match that stands in this position."""
    game = next(one for one in GAMES.values() if one.rules.pack == state.rules.pack)
    match = Match(game, state.rules, len(state.live))
    match.round = state
    match.start = state.start
    return Referee(match)


def slot_of(state: HundredOne, face: str) -> int:
    """The slot of a card in the hand on turn."""
    assert state.turn is not None
    wanted = cards(face)[0]
    return next(slot for slot in state.hands[state.turn] if state.faces[slot] == wanted)


def do(state: HundredOne, *moves: Move | str) -> HundredOne:
    """Moves of whoever is on turn, as the referee lets them through; shuffles come by themselves.

    `7H` plays a card, `QS C` a queen that orders clubs, `draw`, `pass` and `name C` are the others.
    """
    referee = table(state)
    for one in moves:
        seat = state.turn
        assert seat is not None
        referee.submit(seat, _read(state, one) if isinstance(one, str) else one)
        shuffle(state, referee)
    return state


def shuffle(state: HundredOne, referee: Referee) -> None:
    """What chance owes, from a seed."""
    if state.turn == CHANCE:
        referee.shuffle(SeededLuck(b"a test").stream())


def _read(state: HundredOne, text: str) -> Move:
    if text in ("draw", "pass"):
        return DRAW if text == "draw" else PASS
    word, _, suit = text.partition(" ")
    named = SUIT_LETTERS.index(suit) if suit else None
    if word == "name":
        return Move(Verb.NAME, None, named)
    return Move(Verb.PLAY, slot_of(state, word), named)


def may(state: HundredOne) -> str:
    """What the seat on turn may do: cards in hand order, then `draw`, `pass` or `name`."""
    words = []
    for choice in state.moves():
        slot = choice.move.slot
        words.append(
            Verb(choice.move.verb).name.lower() if slot is None else str(state.faces[slot])
        )
    return " ".join(words)


def refused(state: HundredOne, move: Move | str) -> str:
    """The reason why a move is refused; it has changed nothing, and it has a sentence."""
    before, faces = state.public(), list(state.faces)
    with pytest.raises(IllegalMove) as error:
        do(state, move)
    assert (state.public(), state.faces) == (before, faces)
    assert RUSSIAN.words[error.value.reason].endswith(".")
    return error.value.reason


def shown(state: HundredOne, slots: Sequence[int]) -> str:
    """Faces as text: `KD QD 7H`."""
    return " ".join(str(state.faces[slot]) for slot in slots)


def hand(state: HundredOne, seat: int) -> str:
    """A hand as text."""
    return shown(state, state.hands[seat])


def stock_of(state: HundredOne) -> str:
    """The stock as text, top first."""
    return shown(state, (*range(state.stock_top, state.stock_end), *state.bottom))


def points(state: HundredOne) -> list[int]:
    """The points of a round that is over; the reasons of each seat add up to them."""
    outcome = state.outcome()
    assert outcome is not None
    for score in outcome.scores:
        assert score.points == sum(one.values["points"] for one in score.reasons)
    return [score.points for score in outcome.scores]


def settled(
    totals: Sequence[int],
    round_points: Sequence[int | None],
    *,
    game: Game = RUSSIAN,
    number: int = 1,
    out_in: Sequence[int] = (),
    dealer: int = 0,
    finisher: int | None = None,
    **options: Any,
) -> Settlement:
    """What a round does to a match; None stands for a seat that is out already."""
    n = len(totals)
    live = tuple(one is not None for one in round_points)
    why = note("blocked", dealer=dealer)
    if finisher is not None:
        why = note("finished", seat=finisher, dealer=dealer)
    outcome = Outcome(
        why=why,
        winners=() if finisher is None else (finisher,),
        places=(),
        scores=tuple(Score(one or 0) for one in round_points),
    )
    start = Start(live, dealer, tuple(totals), number, tuple(out_in) or (0,) * n)
    return game.settle(rules(game, **options), start, outcome)
