"""One Hundred: add cards to the pile, and do not go over 100 (rules OH-1 to OH-8).

Whoever brings the pile over 100 loses a chip; the last one with chips wins. Everything that a step
depends on is public after it: the card that was played, never one that was drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Self

from core.cards import FULL_PACK, HIDDEN, Card, Rank, Suit
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
from core.game import Game, Settlement, Start, register
from core.moves import CHANCE, Chance, Choice, Deal, Move, MoveTable, Pick, Restock, Verb
from core.options import number, one_of, switch

LIMIT: Final = 100
HAND: Final = 3
MAX_TURNS: Final = 5_000
TWO_PACKS_FROM: Final = 7
_TWO_PACKS: Final = FULL_PACK * 2
HARD_LIMIT: Final = 34


@dataclass(frozen=True, slots=True)
class OneHundredRules:
    """The house rules of One Hundred (table 1(b) of the rules)."""

    after_bust: str = one_of(
        "revert",
        {
            "revert": "the play does not count and the pile keeps its value",
            "redeal": "all cards are gathered, the next player to the left deals anew from 0",
            "zero": "the pile starts again from 0, hands are kept",
            "stay": "the pile stays above 100 until somebody brings it down (not recommended)",
        },
        "What happens to the pile when somebody goes over 100.",
    )
    red_ace: str = one_of(
        "1",
        {
            "1": "adds 1",
            "11": "adds 11",
            "one_or_eleven": "adds 1 or 11, as the player says",
            "wild": "sets the pile to any number from 0 to 100, like a black ace",
        },
        "What the ace of hearts and the ace of diamonds do.",
    )
    floor: str = one_of(
        "none",
        {"none": "the pile may go below zero", "0": "the pile never goes below zero"},
        "Whether the pile can become negative.",
    )
    four_with_two: str = one_of(
        "no_effect",
        {
            "no_effect": "the other player is next, as always",
            "again": "whoever played the four plays again",
        },
        "What a four does when only two players are left.",
    )
    chips: int = number(3, 1, 9, "How many chips everybody starts with.")
    must_play_safe: bool = switch(
        False, "Whoever holds a card that does not go over 100 must play such a card."
    )
    bust_skips_next_turn: bool = switch(False, "Whoever goes over 100 also misses the next turn.")
    bust_card: str = one_of(
        "discard_and_draw",
        {
            "discard_and_draw": "it stays on the pile and the player draws",
            "return_to_hand": "it comes back to the hand and the player does not draw",
        },
        "What becomes of a card that went over 100.",
    )
    eliminated_hand: str = one_of(
        "pile_bottom",
        {"pile_bottom": "they go under the pile", "out_of_play": "they leave the game"},
        "What becomes of the cards of a player who is out.",
    )
    allow_two_players: bool = switch(False, "Two players may play.")
    max_players: int = number(12, 3, HARD_LIMIT, "How many players may sit down.")


ADD, SET, DOUBLE, FLIP, WILD, ADD_NAMED = range(6)


def _effect(face: Card, rules: OneHundredRules) -> tuple[int, int]:
    """What a card does (OH-4): the operation and its amount."""
    rank, red = face.rank, face.suit in (Suit.HEARTS, Suit.DIAMONDS)
    match rank:
        case Rank.ACE if not red or rules.red_ace == "wild":
            return WILD, 0
        case Rank.ACE if rules.red_ace == "one_or_eleven":
            return ADD_NAMED, 0
        case Rank.ACE:
            return ADD, int(rules.red_ace)
        case Rank.TWO if face.suit is Suit.SPADES:
            return DOUBLE, 0
        case Rank.FOUR:
            return FLIP, 0
        case Rank.FIVE:
            return ADD, -5 if red else 5
        case Rank.TEN:
            return SET, LIMIT
        case Rank.JACK:
            return ADD, -10
        case Rank.QUEEN:
            return (SET, 0) if face.suit is Suit.HEARTS else (ADD, 10)
        case Rank.KING:
            return ADD, 0
        case _:
            return ADD, int(rank)


Effects = tuple[tuple[int, int], ...]
Offers = tuple[list[Choice], ...]

_NAMED: Final[dict[int, tuple[range | tuple[int, ...], str]]] = {
    WILD: (range(LIMIT + 1), "number"),
    ADD_NAMED: ((1, 11), "one_or_eleven"),
}
_PLAY: Final = int(Verb.PLAY)
_PLAYS: Final = MoveTable(Verb.PLAY)
_PLAIN: Final[list[Choice]] = []
_NAMING: Final[dict[int, list[Choice]]] = {WILD: [], ADD_NAMED: []}


@lru_cache(maxsize=64)
def _effects(rules: OneHundredRules) -> tuple[Effects, Offers]:
    """By face: what it does, and the choices that it makes, by slot."""
    effects = tuple(_effect(face, rules) for face in FULL_PACK)
    return effects, tuple(_NAMING.get(operation, _PLAIN) for operation, _ in effects)


def _make_choices(slots: int) -> None:
    """Make the choices of all slots below `slots`; they are values and serve every state."""
    _PLAYS.upto(slots)
    for move in _PLAYS[len(_PLAIN) :]:
        _PLAIN.append(Choice(move))
        for operation, (values, asks) in _NAMED.items():
            _NAMING[operation].append(Choice(move, values, asks))


class OneHundred:
    """One game of One Hundred, as one person knows it.

    The stock is the slots from `stock_top` up to `stock_end`, which is also the next unused slot.
    `shown` are slots in hands that everybody has seen; `out_at` is the turn in which a seat went
    out.
    """

    __slots__ = (
        "_effects",
        "_offers",
        "_resume",
        "chips",
        "dealer",
        "direction",
        "faces",
        "hands",
        "live",
        "out_at",
        "out_of_play",
        "pile",
        "rules",
        "shown",
        "skips",
        "stock_end",
        "stock_top",
        "turn",
        "turns",
        "value",
    )

    def __init__(self, rules: OneHundredRules, seats: int) -> None:
        self.rules = rules
        self._effects, self._offers = _effects(rules)
        self._resume: int | None = None
        self.faces: list[Card] = []
        self.dealer: int | None = None
        self.turn: int | None = CHANCE
        self.value = 0
        self.direction = 1
        self.turns = 0
        self.chips = [rules.chips] * seats
        self.live = [True] * seats
        self.out_at = [0] * seats
        self.skips = [0] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.pile: list[int] = []
        self.shown: frozenset[int] = frozenset()
        self.out_of_play: tuple[int, ...] = ()
        self.stock_top = self.stock_end = 0

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own, with other faces if they are given."""
        twin = self.__class__.__new__(self.__class__)
        for name in (
            "rules",
            "_effects",
            "_offers",
            "_resume",
            "dealer",
            "turn",
            "value",
            "direction",
            "turns",
            "shown",
            "out_of_play",
            "stock_top",
            "stock_end",
        ):
            setattr(twin, name, getattr(self, name))
        twin.faces = list(self.faces) if faces is None else faces
        twin.chips = self.chips[:]
        twin.live = self.live[:]
        twin.out_at = self.out_at[:]
        twin.skips = self.skips[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        return twin

    # What may be done

    def moves(self) -> list[Choice]:
        """The cards of the hand (OH-3); an ace that names a number carries its range."""
        if self.turn is None or self.turn < 0:
            return []
        faces, offers = self.faces, self._offers
        try:
            choices = [offers[faces[slot]][slot] for slot in self.hands[self.turn]]
        except IndexError:
            raise HiddenFaceError("the hand on turn is not known here") from None
        return self._safe(choices) or choices if self.rules.must_play_safe else choices

    def _safe(self, choices: list[Choice]) -> list[Choice]:
        """The choices without what goes over 100."""
        safe = []
        for choice in choices:
            if choice.values is None:
                if self.candidate(choice.move) <= LIMIT:
                    safe.append(choice)
            elif within := [n for n in choice.values if self.candidate(choice.naming(n)) <= LIMIT]:
                values = choice.values if len(within) == len(choice.values) else tuple(within)
                safe.append(Choice(choice.move, values, choice.asks))
        return safe

    def candidate(self, move: Move) -> int:
        """The value that a play would give the pile (OH-4), over 100 for a bust.

        Raises `IllegalMove` when the second value is missing, out of range or not asked for.
        """
        _, slot, named = move
        try:
            operation, amount = self._effects[self.faces[slot]]  # type: ignore[index]
        except IndexError:
            raise HiddenFaceError(f"the face of slot {slot} is not known here") from None
        if operation == ADD and named is None:
            value = self.value + amount
        elif operation >= WILD:
            if type(named) is not int or named not in _NAMED[operation][0]:
                raise IllegalMove("name_0_to_100" if operation == WILD else "name_1_or_11")
            value = named if operation == WILD else self.value + named
        elif named is not None:
            raise IllegalMove("names_nothing")
        elif operation == SET:
            value = amount
        elif operation == FLIP:
            value = self.value
        else:
            value = 2 * self.value
        return 0 if value < 0 and self.rules.floor == "0" else value

    def judge(self, move: Move) -> None:
        """Refuse a bust while a safe card is in hand, where the house plays so."""
        if (
            self.rules.must_play_safe
            and move.verb == _PLAY
            and move.slot is not None
            and self.candidate(move) > LIMIT
            and not any(choice.allows(move) for choice in self.moves())
        ):
            raise IllegalMove("must_play_safe")

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a card of the own hand would do now."""
        assert move.slot is not None, "every move of this game names a slot"
        operation = self._effects[self.faces[move.slot]][0]
        if operation >= WILD and move.value is None:
            return (note("names" if operation == WILD else "names_1_or_11"),)
        value = self.candidate(move)
        if value > LIMIT:
            return (note("would_bust", value=value),)
        if operation == FLIP:
            return (note("would_reverse"),)
        return (note("would_be", value=value),)

    # What happens

    def apply(self, move: Move) -> Events:
        """Play a card, or take the answer of chance; raises `IllegalMove` and changes nothing."""
        seat = self.turn
        if seat is None:
            raise IllegalMove("round_over")
        if seat < 0:
            return self._shuffled(move)
        verb, slot, named = move
        if verb != _PLAY or type(slot) is not int:
            raise IllegalMove("only_cards")
        hand = self.hands[seat]
        if slot not in hand:
            raise IllegalMove("not_in_hand")
        try:
            operation, amount = self._effects[self.faces[slot]]
        except IndexError:
            raise HiddenFaceError(f"the face of slot {slot} is not known here") from None
        # The hot path: most plays add and draw, so both stand here as well as in `candidate` and
        # `_draw`, whose calls cost more than their work.
        old = self.value
        if operation != ADD or named is not None or (value := old + amount) < 0:
            value = self.candidate(move)
        self.turns += 1
        if value > LIMIT:
            return self._bust(seat, slot, value)
        hand.remove(slot)
        self.pile.append(slot)
        if self.shown:
            self.shown -= {slot}
        self.value = value
        way, again = 0, False
        if operation == FLIP:
            self.direction = way = -self.direction
            again = self.rules.four_with_two == "again" and sum(self.live) == 2
        if self.stock_top < self.stock_end:
            hand.append(self.stock_top)
            self.stock_top += 1
        renewed = self._go_on(seat, again)
        winners = self._winners() if self.turn is None else ()
        return Events(_tell_play, seat, self.faces[slot], old, value, way, renewed, winners)

    def _bust(self, seat: int, slot: int, value: int) -> Events:
        """A chip is lost and the play does not count (OH-5)."""
        rules, hand = self.rules, self.hands[seat]
        self.chips[seat] -= 1
        out = self.chips[seat] == 0
        if rules.bust_card == "return_to_hand":
            self.shown |= {slot}
        else:
            hand.remove(slot)
            self.pile.append(slot)
            if not out:
                self._draw(hand)
        if rules.after_bust == "stay":
            self.value = value
        elif rules.after_bust == "zero":
            self.value = 0
        misses = rules.bust_skips_next_turn and not out
        if misses:
            self.skips[seat] += 1
        if out:
            self._eliminate(seat)
        renewed = False
        if out and sum(self.live) == 1:
            self.turn = None
        elif rules.after_bust != "redeal":
            renewed = self._go_on(seat)
        elif self.turns < MAX_TURNS:
            self.turn, self._resume = CHANCE, None
        else:
            self.turn = None
        facts = (self.faces[slot], value, self.chips[seat], self.value, misses, renewed)
        winners = self._winners() if self.turn is None else ()
        return Events(_tell_bust, seat, *facts, winners)

    def _eliminate(self, seat: int) -> None:
        """The hand goes under the pile in the order in which it was received, for all to see."""
        self.live[seat] = False
        self.out_at[seat] = self.turns
        hand, self.hands[seat] = self.hands[seat], []
        self.shown -= set(hand)
        if self.rules.eliminated_hand == "pile_bottom":
            self.pile[:0] = hand
        else:
            self.out_of_play += tuple(hand)

    def _draw(self, hand: list[int]) -> None:
        if self.stock_top < self.stock_end:
            hand.append(self.stock_top)
            self.stock_top += 1

    def _after(self, seat: int) -> int:
        """The next live seat in the direction of play that has cards and no turn to miss."""
        live, skips, step = self.live, self.skips, self.direction
        seats = len(live)
        while True:
            seat = (seat + step) % seats
            if live[seat]:
                if skips[seat]:
                    skips[seat] -= 1
                elif self.hands[seat]:
                    return seat

    def _go_on(self, seat: int, again: bool = False) -> bool:
        """Give the turn to who follows, after a restock if the stock is empty (OH-6).

        Says whether the restock needed no chance: a single card lies below the top of the pile.
        """
        if self.turns >= MAX_TURNS:
            self.turn = None
            return False
        self.turn = seat if again else self._after(seat)
        if self.stock_top < self.stock_end or len(self.pile) < 2:
            return False
        if len(self.pile) > 2:
            self._resume, self.turn = self.turn, CHANCE
            return False
        self._new_stock(1)
        self._see(self.stock_top, self.faces[self.pile.pop(0)])
        return True

    def _new_stock(self, size: int) -> None:
        self.stock_top = self.stock_end
        self.stock_end += size
        self._see(self.stock_end - 1, HIDDEN)
        if self.stock_end > len(_PLAIN):
            _make_choices(self.stock_end + 52)

    def _see(self, slot: int, face: Card) -> None:
        missing = slot + 1 - len(self.faces)
        if missing > 0:
            self.faces.extend([HIDDEN] * missing)
        if face is not HIDDEN:
            self.faces[slot] = face

    # Chance

    @property
    def chance(self) -> tuple[Chance, ...]:
        """The dealer and the first deal (OH-2), a restock (OH-6), or a new deal."""
        if self.turn != CHANCE:
            return ()
        if self._resume is not None:
            return (Restock(tuple(self.pile[:-1]), self.stock_end),)
        deal = Deal(self._pack(), self.stock_end)
        return (deal,) if self.dealer is not None else (Pick(len(self.live)), deal)

    def _pack(self) -> tuple[Card, ...]:
        """One pack, two from seven players on (OH-1), without what left the game."""
        whole = _TWO_PACKS if len(self.live) >= TWO_PACKS_FROM else FULL_PACK
        if not self.out_of_play:
            return whole
        pack = list(whole)
        for slot in self.out_of_play:
            pack.remove(self.faces[slot])
        return tuple(pack)

    def _shuffled(self, move: Move) -> Events:
        picks = self.dealer is None
        answers = range(len(self.live)) if picks else (None,)
        if (
            move.verb != Verb.SHUFFLE
            or move.slot is not None
            or type(move.value) is not (int if picks else type(None))
            or move.value not in answers
        ):
            raise IllegalMove("shuffle_first")
        if self._resume is not None:
            self._new_stock(len(self.pile) - 1)
            del self.pile[:-1]
            self.turn, self._resume = self._resume, None
            return Events(_tell_restock)
        self.dealer = move.value if picks else self._left_of(self.dealer)
        self._deal()
        return Events(_tell_deal, self.dealer)

    def _left_of(self, seat: int | None) -> int:
        assert seat is not None, "somebody has dealt"
        while True:
            seat = (seat + 1) % len(self.live)
            if self.live[seat]:
                return seat

    def _deal(self) -> None:
        """Three cards each, one at a time, from the left of the dealer; the rest is the stock."""
        assert self.dealer is not None, "the dealer is known before the deal"
        self._new_stock(len(self._pack()))
        self.pile, self.shown = [], frozenset()
        self.value, self.direction = 0, 1
        left = self.dealer + 1
        ring = [seat for seat in (*range(left, len(self.live)), *range(left)) if self.live[seat]]
        self.hands = [[] for _ in self.live]
        dealt = self.stock_top + HAND * len(ring)
        for place, seat in enumerate(ring):
            self.hands[seat] = list(range(self.stock_top + place, dealt, len(ring)))
        self.stock_top = dealt
        self.turn = self._after(self.dealer)

    # What can be seen

    def zones(self) -> list[Zone]:
        """The stock is hidden, hands are their owner's until the end, everything else is open."""
        over = self.turn is None
        zones = [
            Zone("stock", None, NOBODY, tuple(range(self.stock_top, self.stock_end))),
            Zone("pile", None, EVERYBODY, tuple(self.pile)),
        ]
        for seat, hand in enumerate(self.hands):
            if over or not self.shown:
                zones.append(Zone("hand", seat, EVERYBODY if over else seat, tuple(hand)))
                continue
            zones.append(Zone("hand", seat, seat, tuple(s for s in hand if s not in self.shown)))
            zones.append(Zone("shown", seat, EVERYBODY, tuple(s for s in hand if s in self.shown)))
        zones.append(Zone("out_of_play", None, EVERYBODY, self.out_of_play))
        return zones

    def hand(self, seat: int) -> list[int]:
        """The slots of a hand in the order in which they were received."""
        return self.hands[seat]

    def public(self) -> list[Any]:
        """Everything but the hidden faces, as plain values."""
        return [
            -2 if self.turn is None else self.turn,
            self.dealer,
            self._resume,
            self.value,
            self.direction,
            self.turns,
            self.chips[:],
            self.out_at[:],
            self.skips[:],
            [hand[:] for hand in self.hands],
            [self.stock_top, self.stock_end],
            self.pile[:],
            [int(self.faces[slot]) for slot in self.pile],
            [[slot, int(self.faces[slot])] for slot in sorted(self.shown)],
            [[slot, int(self.faces[slot])] for slot in self.out_of_play],
        ]

    def facts(self) -> Mapping[str, Any]:
        """The quantities that OH-1 to OH-8 name."""
        return {
            "dealer": self.dealer,
            "value": self.value,
            "direction": self.direction,
            "chips": self.chips[:],
            "live": self.live[:],
            "skips": self.skips[:],
            "turns": self.turns,
        }

    def board(self) -> Board:
        """The gauge of the pile, the direction, chips and card counts."""
        return Board(
            (note("pile", value=self.value, limit=LIMIT), note("direction", way=self.direction)),
            tuple(
                SeatFacts(cards=len(hand), live=live, chips=chips)
                for hand, live, chips in zip(self.hands, self.live, self.chips, strict=True)
            ),
        )

    def _winners(self) -> tuple[int, ...]:
        most = max(self.chips)
        return tuple(seat for seat, chips in enumerate(self.chips) if chips == most)

    def outcome(self) -> Outcome | None:
        """The last player with chips wins (OH-5), or the most chips at the guard (OH-8)."""
        if self.turn is not None:
            return None
        ranks: dict[tuple[int, int], list[int]] = {}
        for seat, chips in enumerate(self.chips):
            ranks.setdefault((chips, self.out_at[seat]), []).append(seat)
        return Outcome(
            why=note("last_player" if sum(self.live) == 1 else "turn_limit"),
            winners=self._winners(),
            places=tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True)),
            scores=tuple(
                Score(
                    chips, (note("chips_kept", chips=chips) if chips else note("out_in", turn=at),)
                )
                for chips, at in zip(self.chips, self.out_at, strict=True)
            ),
        )


def _tell_deal(dealer: int) -> Iterator[Note]:
    yield note("dealt", seat=dealer)


def _tell_restock() -> Iterator[Note]:
    yield note("restocked")


def _tell_end(winners: tuple[int, ...]) -> Iterator[Note]:
    for seat in winners:
        yield note("won", seat=seat)


def _tell_play(
    seat: int,
    face: Card,
    old: int,
    value: int,
    way: int,
    renewed: bool,
    winners: tuple[int, ...],
) -> Iterator[Note]:
    yield note("played", seat=seat, card=face, old=old, value=value)
    if way:
        yield note("forwards" if way > 0 else "backwards")
    if renewed:
        yield note("restocked")
    yield from _tell_end(winners)


def _tell_bust(
    seat: int,
    face: Card,
    over: int,
    chips: int,
    value: int,
    misses: bool,
    renewed: bool,
    winners: tuple[int, ...],
) -> Iterator[Note]:
    yield note("bust", seat=seat, card=face, over=over, value=value)
    yield note("chips_left", seat=seat, chips=chips) if chips else note("out", seat=seat)
    if misses:
        yield note("misses_a_turn", seat=seat)
    if renewed:
        yield note("restocked")
    yield from _tell_end(winners)


def _seats(rules: OneHundredRules) -> tuple[int, int]:
    return 2 if rules.allow_two_players else 3, rules.max_players


def _start(rules: OneHundredRules, start: Start) -> OneHundred:
    return OneHundred(rules, len(start.live))


def _settle(_rules: OneHundredRules, _start: Start, outcome: Outcome) -> Settlement:
    """A match is one game."""
    chips = tuple(score.points for score in outcome.scores)
    out = tuple(not kept for kept in chips)
    return Settlement(chips, out, None, outcome.winners, outcome.places)


_KEEP: Final = {
    Rank.KING: 1,
    Rank.FOUR: 2,
    Rank.TEN: 3,
    Rank.JACK: 4,
    Rank.FIVE: 5,
    Rank.QUEEN: 6,
    Rank.ACE: 8,
}
"""How dear a card that is safe at any value is to whoever holds it."""


def _sense(state: OneHundred, _seat: int) -> list[tuple[float, Move]]:
    """Spend what could bust while it fits, dearest first; keep what is always safe; press on."""
    ranked: list[tuple[float, Move]] = []
    for choice in state.moves():
        move = choice.move
        if choice.values is not None:
            within = [n for n in choice.values if state.candidate(choice.naming(n)) <= LIMIT]
            move = choice.naming(max(within or choice.values))
        face = state.faces[move.slot or 0]
        operation, amount = state._effects[face]
        value = state.candidate(move)
        if value > LIMIT:
            worth = -1000.0 + value
        elif operation in (DOUBLE, ADD_NAMED) or (operation == ADD and amount > 0):
            worth = 100.0 + value - state.value
        else:
            worth = 50.0 - 5 * _KEEP[face.rank] + value / LIMIT
        ranked.append((worth, move))
    return ranked


WORDS: Final = {
    # what happened
    "dealt": "{seat} deals. The pile starts at 0.",
    "restocked": "The stock is empty: the pile is shuffled into a new one.",
    "played": "{seat}: {card}  {old} -> {value}",
    "forwards": "Direction: forwards.",
    "backwards": "Direction: backwards.",
    "bust": "{seat}: {card} goes over 100 ({over}) and costs a chip. The pile is {value}.",
    "chips_left": "{seat} has {chips:chip|chips} left.",
    "misses_a_turn": "{seat} will miss a turn.",
    "out": "{seat} is out.",
    "won": "{seat} wins.",
    # what a card would do
    "would_be": "-> {value}",
    "would_bust": "bust: a chip",
    "would_reverse": "reverses",
    "names": "names 0-100",
    "names_1_or_11": "adds 1 or 11",
    # the table
    "pile": "pile {value} of {limit}",
    "direction": "direction of play",
    # questions
    "ask_number": "Which number does the ace name?",
    "ask_one_or_eleven": "Does the ace add 1 or 11?",
    # how it ended
    "last_player": "One player is left with chips.",
    "turn_limit": "The game was stopped after 5,000 turns: most chips win.",
    "chips_kept": "{chips:chip|chips} kept",
    "out_in": "out in turn {turn}",
    # why not
    "not_in_hand": "That card is not in your hand.",
    "only_cards": "A turn is one card played: there is no drawing and no passing.",
    "name_0_to_100": "This ace names a whole number from 0 to 100.",
    "name_1_or_11": "This ace adds 1 or 11.",
    "names_nothing": "Only an ace that names a number takes one.",
    "must_play_safe": "At this table a card that stays within 100 must be played if you hold one.",
    "shuffle_first": "The cards have to be shuffled first.",
    "round_over": "The game is over.",
}

PAGE: Final = """\
Bring the pile towards 100, but not over it. The last player with chips wins.

Everybody starts with three cards and this many chips: {chips}. The pile starts at 0. On your turn
you play exactly one card; it changes the value of the pile, and you draw a card. 100 itself is
safe. If your card brings the pile over 100 you lose a chip and the card does not count. Without
chips you are out. There is no passing: if every card goes over 100, choose the one to lose.

What the cards do:
  A of spades, A of clubs   any number from 0 to 100, as you say
  A of hearts, of diamonds  add 1
  2 of spades               doubles the pile
  other 2, 3, 6, 7, 8, 9    add their pips
  4                         adds nothing and turns the direction of play round
  5 of hearts, of diamonds  take 5 away
  5 of spades, of clubs     add 5
  10                        makes the pile 100
  J                         takes 10 away
  Q of hearts               makes the pile 0
  other Q                   add 10
  K                         adds nothing

The pile may go below zero. When the stock is empty, the pile without its top card is shuffled into
a new one and keeps its value. From seven players on, two packs are used.
"""

ONE_HUNDRED: Final = register(
    Game(
        name="one-hundred",
        title="One Hundred",
        version=1,
        rules=OneHundredRules(),
        seats=_seats,
        start=_start,
        settle=_settle,
        bound=MAX_TURNS * 2,
        page=PAGE,
        words=WORDS,
        sense=_sense,
        presets={
            "usual": {},
            "new-deal": {"after_bust": "redeal"},
            "gentle": {"must_play_safe": True, "chips": 5, "floor": "0"},
            "two-players": {"allow_two_players": True, "four_with_two": "again", "chips": 5},
        },
    )
)
