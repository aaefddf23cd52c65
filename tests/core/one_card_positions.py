"""Positions of One Card written the way the rule book writes them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from core.cards import JOKER, SUIT_LETTERS, Card, cards
from core.game import Start, find
from core.games.one_card import FOLLOW, HAND, LEAD, PACK, REVERSE, OneCard, OneCardRules
from core.match import Match
from core.moves import CHANCE, Move, Verb
from core.referee import Referee, Ruling
from core.shuffle import SeededLuck

ONE_CARD = find("one-card")


def rules(**changed: Any) -> OneCardRules:
    """The usual rules with a few changes."""
    usual = ONE_CARD.rules
    assert isinstance(usual, OneCardRules)
    return replace(usual, **changed)


def auction(n: int, dealer: int, **options: Any) -> Referee:
    """A hand that was just dealt by this dealer."""
    match = Match(ONE_CARD, rules(**options), n)
    match.start = replace(match.start, dealer=dealer)
    match.round = OneCard(rules(**options), match.start)
    referee = Referee(match)
    referee.shuffle(SeededLuck(b"auction").stream())
    return referee


def call(referee: Referee, said: str) -> None:
    """What is said round the table: numbers and `-` for a pass."""
    for word in said.split():
        turn = referee.match.turn
        assert turn is not None
        move = Move(Verb.PASS) if word == "-" else Move(Verb.BID, None, int(word))
        referee.submit(turn, move)


def suit(letter: str) -> int:
    """The number of a suit, -1 for none."""
    return SUIT_LETTERS.index(letter) if letter else -1


@cache
def _dealt_once() -> None:
    """The moves of a slot exist from the first deal on, so a test that runs alone needs one."""
    auction(2, 0)


def position(
    hands: Sequence[str],
    *,
    turn: int = 0,
    bidder: int | None = None,
    bid: int = 8,
    trump: str = "",
    trick: str = "",
    leader: int = 0,
    led: str = "",
    downtown: bool = False,
    centre: str = "",
    points: Sequence[int] = (),
    **options: Any,
) -> OneCard:
    """A position in the tricks: hands by seat, the trick so far from the leader on.

    Cards that are not given were taken, by the first seat.
    """
    n = len(hands)
    _dealt_once()
    state = OneCard(rules(**options), Start.first(n))
    left = list(PACK)

    def lay(text: str) -> list[int]:
        slots = []
        for one in cards(text):
            left.remove(one)
            slots.append(len(state.faces))
            state.faces.append(one)
        return slots

    state.hands = [lay(text) for text in hands]
    state.trick = [((leader + at) % n, slot) for at, slot in enumerate(lay(trick))]
    (state.centre,) = lay(centre) if centre else (len(state.faces),)
    if not centre:
        state.faces.append(left.pop(0))
    state.taken[0] = list(range(len(state.faces), len(state.faces) + len(left)))
    state.faces += left
    state.dealer = n - 1
    state.bidder, state.bid = bidder, 0 if bidder is None else bid
    state.trump, state.led, state.downtown = suit(trump), suit(led), downtown
    state.phase = FOLLOW if trick else LEAD
    state.turn = (leader + len(state.trick)) % n if trick else turn
    state.tricks = HAND[n] - max(len(hand) for hand in state.hands)
    if points:
        state.points = list(points)
    return state


def table(state: OneCard) -> Referee:
    """A referee of a match that stands in this position."""
    match = Match(ONE_CARD, state.rules, len(state.hands))
    match.round = state
    return Referee(match)


def slot_of(state: OneCard, face: str) -> int:
    """The slot of a card in the hand on turn."""
    assert state.turn is not None
    (wanted,) = cards(face)
    return next(slot for slot in state.hands[state.turn] if state.faces[slot] is wanted)


def play(state: OneCard, face: str, named: str = "") -> Ruling:
    """Play a card of the hand on turn, as the referee lets it through."""
    assert state.turn is not None
    move = Move(Verb.PLAY, slot_of(state, face), suit(named) if named else None)
    return table(state).submit(state.turn, move)


def answer(state: OneCard, value: int) -> Ruling:
    """Answer the question of the joker: 1 is downtown."""
    assert state.turn is not None
    assert state.turn != CHANCE
    assert state.phase == REVERSE
    return table(state).submit(state.turn, Move(Verb.NAME, None, value))


def legal(state: OneCard) -> set[str]:
    """The cards that may be played, as text."""
    faces: list[Card] = state.faces
    return {str(faces[one.move.slot]) for one in state.moves() if one.move.slot is not None}


def winner(text: str, *, led: str = "", downtown: bool = False, trump: str = "") -> int:
    """Who takes these cards, the leader first: a place in the list."""
    laid = cards(text)
    state = position([""] * max(len(laid), 2), bidder=0 if trump else None, trump=trump)
    state.led = suit(led) if led else state._suit(laid[0])
    if laid[0] is JOKER and not trump:
        state.led = -1
    state.downtown = downtown
    state.faces = list(laid)
    return state._best([(place, place) for place in range(len(laid))])[0]
