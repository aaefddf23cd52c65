"""The 101 family: shed your cards, and count what is left (rules R-1 to R-17).

Three games over one set of options: One Hundred in Russian, Alternative One Hundred, Czech Fool.
A turn is made of moves: a card, a draw, a pass. Whether a drawn card fits only its holder can see,
so drawing, playing and passing are moves of their own, and `judge` refuses the false ones.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple, Self

from core.cards import FULL_PACK, HIDDEN, SUIT_LETTERS, Card, Rank, Suit
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
from core.options import Value, number, one_of, switch

HAND: Final = 4
MAX_TURNS: Final = 1_000
MAX_ROUNDS: Final = 200
LOWEST: Final = -101

_STUCK: Final = {"a": "an ace", "7": "a seven", "ks": "the king of spades", "9": "a nine"}
_SUBSETS: Final = [some for size in range(5) for some in combinations(_STUCK, size)]


@dataclass(frozen=True, slots=True)
class HundredOneRules:
    """The house rules of the 101 family (table 2(b) of the rules); the defaults are the Russian."""

    pack: str = one_of(
        "36",
        {"36": "six to ace in each suit, 2 to 5 players", "52": "two to ace, 2 to 8 players"},
        "How many cards are in the pack.",
    )
    fives: bool = switch(
        False,
        "A five makes the player before draw 2 cards, the five of spades 4, and miss the next "
        "turn; only the pack of 52 has fives.",
    )
    forced_play: bool = switch(
        True,
        "Whoever holds a card that fits must play one. Off: you may draw a card instead, and then "
        "play or pass; covering a six stays forced, and where no card can be drawn you play.",
    )
    six_cover: str = one_of(
        "self",
        {
            "self": "whoever played it, in the same turn",
            "next_player": "whoever would play next, instead of that turn; so a six may be the "
            "last card, and nobody covers it then",
        },
        "Who must cover a six.",
    )
    non_finishing: str = one_of(
        "a_7_ks",
        {
            "_".join(some) or "none": ", ".join(_STUCK[one] for one in some) or "any card will do"
            for some in _SUBSETS
        },
        "Which cards cannot be the last one: whoever plays such a card last plays on without cards."
        " A six that its player must cover cannot be the last one either.",
    )
    match_end: str = one_of(
        "last_survivor",
        {
            "last_survivor": "when one player is left, who wins",
            "first_out": "when somebody is out: the lowest total of the others wins",
            "rounds": "after the number of rounds that `rounds` says: nobody goes out, the lowest "
            "total wins",
        },
        "When the match ends; after 200 rounds it ends in any case and the lowest total wins.",
    )
    rounds: int = number(5, 1, 20, "How many rounds are played where `match_end` is rounds.")
    starter_effect: str = one_of(
        "apply",
        {
            "apply": "it acts as if the dealer had played it",
            "none": "it does nothing: a six needs no cover and a queen orders no suit",
            "redraw_until_plain": "a card that would do something goes to the bottom of the stock "
            "and the next one is laid; a card that the dealer chooses stays and does nothing",
        },
        "What the first card on the table does.",
    )
    starter_pick: str = one_of(
        "last_card",
        {
            "last_card": "the last card dealt, which is the dealer's",
            "dealer_chooses": "any card of the dealer's four",
        },
        "Which card is the first one on the table.",
    )
    draw_until_playable: bool = switch(
        False,
        "Whoever has no card that fits draws until one does. With `forced_play` off that player "
        "may then play or pass.",
    )
    queen_covers_six: bool = switch(True, "A queen of any suit covers a six.")
    stack_sevens: bool = switch(
        False,
        "Whoever is hit by a seven may answer with any seven, and the cards add up; whoever does "
        "not answer draws them all and loses the turn. A seven that ends the round has no answer.",
    )
    king_of_spades_draw: int = number(5, 4, 5, "How many cards the king of spades costs.")
    queen_penalty: str = one_of(
        "lone",
        {
            "lone": "only a queen that is the single card left",
            "always": "every queen that is left",
        },
        "Which queens count 20, and the queen of spades 40; other queens count 3.",
    )
    limit: int = number(101, 51, 301, "Whoever has more points than this is out.")
    exact_101_resets: bool = switch(
        True, "A total of exactly the limit goes back to 0; what `lower_limit` says stays as it is."
    )
    halve_at_100: bool = switch(
        False,
        "A total of exactly 100 becomes 50, unless that is over the limit, or is the limit and "
        "goes back to 0.",
    )
    lower_limit: str = one_of(
        "none",
        {
            "none": "totals may go below zero without limit",
            "minus_101": "less than -101 is out, and exactly -101 goes back to 0",
        },
        "Whether a total can be too low.",
    )
    next_dealer: str = one_of(
        "left",
        {
            "left": "the next player to the left",
            "winner": "whoever finished the round, or the left if nobody did or that player is out",
            "loser": "whoever has most points in the round, or the left if that is several players "
            "or that player is out",
        },
        "Who deals the next round.",
    )
    five_target: str = one_of(
        "seat_before",
        {
            "seat_before": "the player to the right",
            "last_mover": "whoever else played a card last; where nobody has, the player to the "
            "right",
        },
        "Whom a five hits.",
    )
    skips_add_up: bool = switch(
        True, "Turns to miss add up. Off: being passed over once settles them all."
    )
    recycle: str = one_of(
        "shuffle",
        {
            "shuffle": "it is shuffled",
            "turn_over": "it is turned over, so that its lowest card is drawn first",
        },
        "How the pile becomes a new stock.",
    )


PLAIN, SIX, SEVEN, QUEEN, KING, ACE, FIVE = range(7)

_QUEEN_POINTS: Final = 20
_QUEEN_OF_SPADES_POINTS: Final = 40
_POINTS: Final = tuple(
    {Rank.ACE: 11, Rank.NINE: 0, Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4}.get(
        face.rank, int(face.rank)
    )
    for face in FULL_PACK
)
"""What a card counts in a hand (R-13), by face."""


def _act(face: Card, rules: HundredOneRules) -> tuple[int, int]:
    """What a card does (R-7, R-9): the effect and how many cards it costs somebody."""
    spade = face.suit is Suit.SPADES
    match face.rank:
        case Rank.SIX:
            return SIX, 0
        case Rank.SEVEN:
            return SEVEN, 4 if spade else 2
        case Rank.QUEEN:
            return QUEEN, 0
        case Rank.KING if spade:
            return KING, rules.king_of_spades_draw
        case Rank.ACE:
            return ACE, 0
        case Rank.FIVE if rules.fives:
            return FIVE, 4 if spade else 2
        case _:
            return PLAIN, 0


def _can_end(face: Card, rules: HundredOneRules) -> bool:
    """Whether a hand can be finished with the card (R-8, R-11)."""
    stuck = rules.non_finishing.split("_")
    match face.rank:
        case Rank.SIX:
            return rules.six_cover == "next_player"
        case Rank.ACE:
            return "a" not in stuck
        case Rank.SEVEN:
            return "7" not in stuck
        case Rank.NINE:
            return "9" not in stuck
        case Rank.KING if face.suit is Suit.SPADES:
            return "ks" not in stuck
        case _:
            return True


Faces = tuple[bool, ...]
Offers = tuple[list[Choice], ...]

_PLAY: Final = int(Verb.PLAY)
_DRAW: Final = int(Verb.DRAW)
_PASS: Final = int(Verb.PASS)
_NAME: Final = int(Verb.NAME)
_CARDLESS: Final = frozenset((_DRAW, _PASS, _NAME))
_PLAYS: Final = MoveTable(Verb.PLAY)
_SUITS: Final = range(4)
_PLAIN: Final[list[Choice]] = []
_ORDER: Final[list[Choice]] = []
_DRAWING: Final = Choice(Move(Verb.DRAW))
_PASSING: Final = Choice(Move(Verb.PASS))
_NAMING: Final = Choice(Move(Verb.NAME), _SUITS, "suit")


def _make_choices(slots: int) -> None:
    """Make the choices of all slots below `slots`; they are values and serve every state."""
    _PLAYS.upto(slots)
    for move in _PLAYS[len(_PLAIN) :]:
        _PLAIN.append(Choice(move))
        _ORDER.append(Choice(move, _SUITS, "suit"))


def _those(wanted: Callable[[Card], bool]) -> Faces:
    return tuple(wanted(face) for face in FULL_PACK)


def _fitting(top: Card) -> Faces:
    """What goes on a top card when no suit is ordered (R-5)."""
    return _those(
        lambda one: one.suit is top.suit or one.rank is top.rank or one.rank is Rank.QUEEN
    )


def _covering(top: Card, queens: bool) -> Faces:
    """What covers a six: its suit, another six, and queens where the house plays so (R-8)."""
    return _those(
        lambda one: (
            one.suit is top.suit or one.rank is top.rank or (queens and one.rank is Rank.QUEEN)
        )
    )


_FITS: Final = tuple(_fitting(top) for top in FULL_PACK)
_ORDERED: Final = tuple(
    _those(lambda one, suit=suit: one.suit is suit or one.rank is Rank.QUEEN)  # type: ignore[misc]
    for suit in Suit
)
_SEVENS: Final = _those(lambda one: one.rank is Rank.SEVEN)
_ANY: Final = _those(lambda _one: True)
_NO_OFFERS: Final[Offers] = (_PLAIN,) * len(FULL_PACK)


class _Kit(NamedTuple):
    """What follows from the rules alone, by face: effects, what can end a hand, what covers it."""

    pack: tuple[Card, ...]
    acts: tuple[tuple[int, int], ...]
    first_acts: tuple[tuple[int, int], ...]
    ends: Faces
    covers: tuple[Faces, ...]
    offers: Offers
    first_offers: Offers


@lru_cache(maxsize=256)
def _kit(rules: HundredOneRules) -> _Kit:
    whole = rules.pack == "52"
    acts = tuple(_act(face, rules) for face in FULL_PACK)
    offers = tuple(_ORDER if kind == QUEEN else _PLAIN for kind, _ in acts)
    acting = rules.starter_effect == "apply"
    return _Kit(
        pack=tuple(one for one in FULL_PACK if whole or not Rank.TWO <= one.rank <= Rank.FIVE),
        acts=acts,
        first_acts=acts if acting else ((PLAIN, 0),) * len(acts),
        ends=_those(lambda one: _can_end(one, rules)),
        covers=tuple(_covering(top, rules.queen_covers_six) for top in FULL_PACK),
        offers=offers,
        first_offers=offers if acting else _NO_OFFERS,
    )


class HundredOne:
    """One round of the 101 family, as one person knows it.

    The stock is the slots from `stock_top` up to `stock_end`, which is also the next unused slot,
    and below them `bottom`, cards that everybody saw go there. `suit` is the ordered one; `cover`
    the seat that must cover a six; `stacked` the cards of sevens that nobody has answered; `asks`
    whether the dealer owes a suit for a first queen; `debt` a seat and how many cards it still
    draws once the pile is shuffled, after which the turn is `then`. `mover` played the last card,
    `other` the last one before that of another seat. `turns` counts the moves of all seats.
    """

    __slots__ = (
        "_kit",
        "asks",
        "bottom",
        "cover",
        "dealer",
        "debt",
        "drawn",
        "faces",
        "finisher",
        "hands",
        "live",
        "mover",
        "other",
        "passes",
        "pile",
        "rules",
        "skips",
        "stacked",
        "start",
        "stock_end",
        "stock_top",
        "suit",
        "then",
        "turn",
        "turns",
    )

    def __init__(self, rules: HundredOneRules, start: Start) -> None:
        self.rules = rules
        self.start = start
        self._kit = _kit(rules)
        self.live = start.live
        self.faces: list[Card] = []
        self.dealer = start.dealer
        self.turn: int | None = CHANCE
        self.suit: int | None = None
        self.cover: int | None = None
        self.stacked = 0
        self.drawn = False
        self.asks = False
        self.debt: tuple[int, int] | None = None
        self.then: int | None = None
        self.passes = 0
        self.turns = 0
        self.finisher: int | None = None
        self.mover: int | None = None
        self.other: int | None = None
        self.skips = [0] * len(start.live)
        self.hands: list[list[int]] = [[] for _ in start.live]
        self.pile: list[int] = []
        self.bottom: tuple[int, ...] = ()
        self.stock_top = self.stock_end = 0

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own, with other faces if they are given."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.faces = list(self.faces) if faces is None else faces
        twin.skips = self.skips[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        return twin

    # What may be done

    def _fitting(self) -> Faces:
        """Which faces may be played now (R-5, R-8): by face."""
        suit = self.suit
        if suit is not None:
            return _ORDERED[suit]
        if not self.pile:
            return _ANY
        if self.stacked:
            return _SEVENS
        top = self.faces[self.pile[-1]]
        return _FITS[top] if self.cover is None else self._kit.covers[top]

    def moves(self) -> list[Choice]:
        """Cards that fit (R-6); else a draw, else a pass. A queen asks for a suit with it."""
        seat = self.turn
        if seat is None or seat < 0:
            return []
        if self.asks:
            return [_NAMING]
        hand, faces, pile = self.hands[seat], self.faces, self.pile
        offers = _NO_OFFERS if len(hand) == 1 else self._kit.offers
        if self.suit is None and self.cover is None and pile and not self.stacked:
            fits = _FITS[faces[pile[-1]]]
        else:
            fits = self._fitting()
            if not pile:
                offers = self._kit.first_offers
        # A plain loop: a comprehension costs twice as much for so few cards.
        choices: list[Choice] = []
        try:
            for slot in hand:
                face = faces[slot]
                if fits[face]:
                    choices.append(offers[face][slot])
        except IndexError:
            raise HiddenFaceError("the hand on turn is not known here") from None
        if not choices and not self.drawn and self.stock_top < self.stock_end:
            return [_DRAWING]
        if not choices or self.stacked or not self.rules.forced_play:
            self._add_draw_or_pass(choices)
        return choices

    def _add_draw_or_pass(self, choices: list[Choice]) -> None:
        """Besides the cards that fit: draw or pass."""
        if self.stacked:
            choices.append(_DRAWING)
        elif not choices:
            more = not self.drawn or self.cover is not None or self.rules.draw_until_playable
            choices.append(_DRAWING if more and self._can_draw() else _PASSING)
        elif self.cover is None and self.pile:
            if self.drawn:
                choices.append(_PASSING)
            elif self._can_draw():
                choices.append(_DRAWING)

    def _can_draw(self) -> bool:
        return self.stock_top < self.stock_end or len(self.pile) > 1 or bool(self.bottom)

    def judge(self, move: Move) -> None:
        """Refuse a draw or a pass against R-6 and R-8, which only the hand on turn decides."""
        seat = self.turn
        if seat is None or seat < 0 or self.stacked or self.asks or not self.pile:
            return
        if move.verb not in (_DRAW, _PASS):
            return
        if not self._holds_a_fit(seat):
            if move.verb == _PASS and self.rules.draw_until_playable and self._can_draw():
                raise IllegalMove("draw_on")
            return
        if self.cover is not None:
            raise IllegalMove("holds_a_cover")
        if self.rules.forced_play or (move.verb == _DRAW) is self.drawn:
            raise IllegalMove("holds_a_card")

    def _holds_a_fit(self, seat: int) -> bool:
        fits, faces = self._fitting(), self.faces
        try:
            return any(fits[faces[slot]] for slot in self.hands[seat])
        except IndexError:
            raise HiddenFaceError("the hand on turn is not known here") from None

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a card of the own hand would do now, and whether it can be the last one."""
        if move.slot is None:
            taken = self.stacked if move.verb == _DRAW else 0
            return (note("would_take", cards=taken),) if taken else ()
        kit, face = self._kit, self.faces[move.slot]
        kind, cards = (kit.acts if self.pile else kit.first_acts)[face]
        notes = [] if kind == PLAIN else [note(_WOULD[kind])]
        if kind == SIX and self.rules.six_cover == "next_player":
            notes = [note("would_make_cover")]
        elif kind == SEVEN and self.rules.stack_sevens:
            notes = [note("would_stack", cards=cards + self.stacked)]
        elif cards and notes:
            notes = [note(_WOULD[kind], cards=cards)]
        if not kit.ends[face]:
            notes.append(note("cannot_end"))
        return tuple(notes)

    # What happens

    def apply(self, move: Move) -> Events:
        """One move of the seat on turn, or the answer of chance.

        Raises `IllegalMove` and changes nothing. That a draw or a pass is honest is for `judge`.
        """
        seat = self.turn
        if seat is None:
            raise IllegalMove("round_over")
        if seat < 0:
            return self._shuffled(move)
        verb, slot, named = move
        if verb != _PLAY or type(slot) is not int:
            return self._without_a_card(seat, move)
        hand, pile, kit = self.hands[seat], self.pile, self._kit
        if slot not in hand:
            raise IllegalMove("not_in_hand")
        if self.suit is None and self.cover is None and pile and not self.stacked:
            fits = _FITS[self.faces[pile[-1]]]
        else:
            fits = self._fitting()
        try:
            face = self.faces[slot]
            fit = fits[face]
        except IndexError:
            raise HiddenFaceError(f"the face of slot {slot} is not known here") from None
        if self.asks or not fit:
            raise IllegalMove(self._why_not())
        last = len(hand) == 1
        kind, cards = (kit.acts if pile else kit.first_acts)[face]
        if named is not None or (kind == QUEEN and not last):
            _check_named(named, kind, last)
        # The hot path: most cards do nothing and most hands go on.
        self.turns += 1
        hand.remove(slot)
        pile.append(slot)
        self.suit = self.cover = None
        self.drawn = False
        self.passes = 0
        if self.mover != seat:
            self.other, self.mover = self.mover, seat
        if last and kit.ends[face]:
            self.finisher = seat
        if kind:
            return self._act(seat, face, kind, cards, named)
        if self.finisher is not None or self.turns >= MAX_TURNS:
            self.turn = None
            return Events(_tell_play, self, seat, face)
        after = seat + 1 if seat + 1 < len(self.live) else 0
        if self.skips[after] or not self.live[after]:
            after = self._after(seat)
        self.turn = after
        return Events(_tell_play, None, seat, face, None, last)

    def _act(self, seat: int, face: Card, kind: int, cards: int, named: int | None) -> Events:
        """The effect of a card that lies on the pile (R-7, R-9), and whose turn it is then."""
        over, rules = self.finisher is not None, self.rules
        if kind >= KING or (kind == SEVEN and (over or not rules.stack_sevens)):
            return self._hit(seat, face, kind, cards, over)
        then: int | None = seat
        if kind == SIX:
            if rules.six_cover == "next_player":
                then = None if over else self._after(seat)
            self.cover = then
        elif kind == QUEEN:
            self.suit = named
            then = None if over else self._after(seat)
        else:
            self.stacked += cards
            then = self._next(seat)
        self.turn = None if self.turns >= MAX_TURNS else then
        bare = not (over or self.hands[seat])
        return Events(_tell_play, self._ended(), seat, face, named, bare, (), self.stacked)

    def _hit(self, seat: int, face: Card, kind: int, cards: int, over: bool) -> Events:
        """Somebody misses a turn, and draws for a five, a seven or the king of spades."""
        target = self._before(seat) if kind == FIVE else self._next(seat)
        self.skips[target] += 1
        then = None if over else self._after(seat)
        told: tuple[int, ...] = (target,)
        if kind == ACE:
            self._give(then)
        else:
            if self.stacked:
                cards, self.stacked = cards + self.stacked, 0
            told = (target, cards, *self._take(target, cards, then))
        bare = not (over or self.hands[seat])
        return Events(_tell_play, self._ended(), seat, face, None, bare, told)

    def _before(self, seat: int) -> int:
        """Whom a five hits (R-9): the seat to the right, or who moved last if the house says so."""
        if self.rules.five_target == "last_mover" and self.other is not None:
            return self.other
        return self._next(seat, -1)

    def _without_a_card(self, seat: int, move: Move) -> Events:
        """A draw, a pass, a suit named; everything else is refused."""
        verb, slot, named = move
        if slot is not None or verb not in _CARDLESS:
            raise IllegalMove("no_such_move")
        if verb == _NAME:
            return self._name(seat, named)
        if named is not None:
            raise IllegalMove("names_nothing")
        if self.asks:
            raise IllegalMove("order_first")
        if not self.pile:
            raise IllegalMove("dealer_begins")
        if verb == _PASS:
            return self._pass(seat)
        return self._take_stack(seat) if self.stacked else self._draw(seat)

    def _name(self, seat: int, named: int | None) -> Events:
        """The dealer orders a suit for a queen that was dealt to the table (R-3)."""
        if not self.asks:
            raise IllegalMove("nobody_asked")
        _check_named(named, QUEEN, last=False)
        self.turns += 1
        self.suit, self.asks = named, False
        self._give(self._after(seat))
        return Events(_tell_named, seat, named)

    def _draw(self, seat: int) -> Events:
        """One card; the seat stays on turn to play or to pass (R-6, R-8)."""
        if self.drawn and self.cover is None and not self.rules.draw_until_playable:
            raise IllegalMove("one_draw")
        top = self.stock_top
        if top >= self.stock_end and not self._can_draw():
            raise IllegalMove("nothing_to_draw")
        self.turns += 1
        self.passes = 0
        self.drawn = True
        if top < self.stock_end and self.turns < MAX_TURNS:
            self.hands[seat].append(top)
            self.stock_top = top + 1
            return Events(_tell_draw, None, seat, 1)
        taken, renewed = self._take(seat, 1, seat)
        return Events(_tell_draw, self._ended(), seat, taken, renewed, self.debt is not None)

    def _take_stack(self, seat: int) -> Events:
        """All the cards of the sevens that were not answered; they cost the turn as well."""
        cards, self.stacked = self.stacked, 0
        self.turns += 1
        self.passes = 0 if self._can_draw() else self.passes + 1
        if not self.rules.skips_add_up:
            self.skips[seat] = 0
        taken, renewed = self._take(seat, cards, self._after_pass(seat))
        return Events(_tell_draw, self._ended(), seat, taken, renewed, self.debt is not None)

    def _pass(self, seat: int) -> Events:
        """The turn ends without a card (R-6), or the six stays uncovered (R-8)."""
        if self.stacked:
            raise IllegalMove("answer_or_draw")
        bare, rules = self.cover is not None, self.rules
        if bare and self._can_draw():
            raise IllegalMove("cover_or_draw")
        if not self.drawn and self._can_draw():
            raise IllegalMove("draw_first")
        if rules.draw_until_playable and rules.forced_play and self._can_draw():
            raise IllegalMove("draw_on")
        self.turns += 1
        own = bare and rules.six_cover == "self"
        if not self.drawn and not own:
            self.passes += 1
        self.cover, self.drawn = None, False
        if own and not self.hands[seat]:
            self.finisher, self.turn = seat, None
        else:
            self._give(self._after_pass(seat))
        return Events(_tell_pass, self._ended(), seat, bare)

    def _after_pass(self, seat: int) -> int | None:
        """The next turn, or None: all passed in a row, so the round is blocked (R-12)."""
        if self.passes and self.passes >= sum(self.live):
            return None
        return self._after(seat)

    def _next(self, seat: int, step: int = 1) -> int:
        """The nearest seat in the round to the left, or to the right (R-4)."""
        live = self.live
        seats = len(live)
        while True:
            seat = (seat + step) % seats
            if live[seat]:
                return seat

    def _after(self, seat: int) -> int:
        """Who plays after a turn: seats that miss one are passed over, and it is counted."""
        live, skips = self.live, self.skips
        seats = len(live)
        while True:
            seat += 1
            if seat >= seats:
                seat = 0
            if live[seat]:
                if not skips[seat]:
                    return seat
                skips[seat] = skips[seat] - 1 if self.rules.skips_add_up else 0

    def _give(self, seat: int | None) -> None:
        """Give the turn, unless the round has gone on for too long."""
        self.turn = None if self.turns >= MAX_TURNS else seat

    def _take(self, seat: int, cards: int, then: int | None) -> tuple[int, bool]:
        """Draw, and give the turn to `then`; what a shuffle interrupts is written down (R-10).

        Gives how many cards came, and whether the pile became the stock without chance.
        """
        hand, top, left, renewed = self.hands[seat], self.stock_top, cards, False
        if top + cards <= self.stock_end:
            hand.extend(range(top, top + cards))
            self.stock_top = top + cards
            left = 0
        while left:
            if self.stock_top < self.stock_end:
                hand.append(self.stock_top)
                self.stock_top += 1
            elif self.bottom:
                hand.append(self.bottom[0])
                self.bottom = self.bottom[1:]
            elif len(self.pile) < 2:
                break
            elif len(self.pile) == 2 or self.rules.recycle == "turn_over":
                self._turn_over()
                renewed = True
                continue
            else:
                self.debt, self.then, self.turn = (seat, left), then, CHANCE
                return cards - left, renewed
            left -= 1
        self._give(then)
        return cards - left, renewed

    def _turn_over(self) -> None:
        """The pile below its top becomes the stock in its order; everybody knows these faces."""
        faces = self.faces
        under = [faces[slot] for slot in self.pile[:-1]]
        del self.pile[:-1]
        self._new_stock(len(under))
        faces[self.stock_top : self.stock_end] = under

    def _new_stock(self, size: int) -> None:
        self.stock_top = self.stock_end
        self.stock_end += size
        missing = self.stock_end - len(self.faces)
        if missing > 0:
            self.faces.extend([HIDDEN] * missing)
        if self.stock_end > len(_PLAIN):
            _make_choices(self.stock_end + 52)

    def _why_not(self) -> str:
        """The refusal of a card that does not fit (R-5, R-8)."""
        if self.asks:
            return "order_first"
        if self.suit is not None:
            return f"ordered_{self.suit}"
        if self.stacked:
            return "answer_or_draw"
        if self.cover is None:
            return "does_not_fit"
        return "does_not_cover" if self.rules.queen_covers_six else "does_not_cover_no_queens"

    # Chance

    @property
    def chance(self) -> tuple[Chance, ...]:
        """The first dealer and the deal (R-2), or the pile for a new stock (R-10)."""
        if self.turn != CHANCE:
            return ()
        if self.debt is not None:
            return (Restock(tuple(self.pile[:-1]), self.stock_end),)
        deal = Deal(self._kit.pack, self.stock_end)
        return (deal,) if self.dealer is not None else (Pick(len(self.live)), deal)

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
        if self.debt is None:
            return self._deal(move.value)
        (seat, cards), self.debt = self.debt, None
        then, self.then = self.then, None
        self._new_stock(len(self.pile) - 1)
        del self.pile[:-1]
        taken, _ = self._take(seat, cards, then)
        return Events(_tell_draw, self._ended(), seat, taken, True, False)

    def _deal(self, picked: int | None) -> Events:
        """Four cards each, the dealer last; the dealer's fourth is the first play (R-2, R-3)."""
        dealer = self.dealer if picked is None else picked
        assert dealer is not None, "the dealer is known before the deal"
        seats, left = len(self.live), dealer + 1
        ring = [seat for seat in (*range(left, seats), *range(left)) if self.live[seat]]
        dealt = HAND * len(ring)
        chooses = self.rules.starter_pick == "dealer_chooses"
        away = [] if chooses else self._turned_away(dealt)
        self._new_stock(len(self._kit.pack))
        self.dealer, self.stock_top = dealer, dealt
        for place, seat in enumerate(ring):
            self.hands[seat] = list(range(place, dealt, len(ring)))
        if chooses:
            self.turn = dealer
            return Events(_tell_deal, dealer)
        self.hands[dealer].pop()
        slot = dealt - 1 + len(away)
        self.stock_top = slot + 1
        self.bottom = tuple(away)
        self.pile.append(slot)
        self.mover = dealer
        face = self.faces[slot]
        kind, cards = self._kit.first_acts[face]
        if kind == QUEEN:
            self.asks, self.turn = True, dealer
        elif kind != PLAIN:
            return Events(_tell_first, dealer, self._act(dealer, face, kind, cards, None))
        else:
            self.turn = self._after(dealer)
        return Events(_tell_deal, dealer, face)

    def _turned_away(self, dealt: int) -> list[int]:
        """The slots of first cards that would do something, where the house lays the next one.

        The last card dealt is the first of them; the last card of the stock stays in any case.
        """
        acts, away = self._kit.acts, list[int]()
        try:
            for slot in range(dealt - 1, len(self._kit.pack)):
                kind, _ = acts[self.faces[slot]]
                if kind == PLAIN or self.rules.starter_effect != "redraw_until_plain":
                    break
                away.append(slot)
        except IndexError:
            raise HiddenFaceError("the first card on the table is not known here") from None
        return away[: len(self._kit.pack) - dealt]

    # What can be seen

    def zones(self) -> list[Zone]:
        """The stock is hidden, hands are their owner's until the end, everything else is open."""
        over = self.turn is None
        zones = [
            Zone("stock", None, NOBODY, tuple(range(self.stock_top, self.stock_end))),
            Zone("pile", None, EVERYBODY, tuple(self.pile)),
            Zone("stock_bottom", None, EVERYBODY, self.bottom),
        ]
        for seat, hand in enumerate(self.hands):
            zones.append(Zone("hand", seat, EVERYBODY if over else seat, tuple(hand)))
        return zones

    def hand(self, seat: int) -> list[int]:
        """The slots of a hand in the order in which they were received."""
        return self.hands[seat]

    def public(self) -> list[Any]:
        """Everything but the hidden faces, as plain values."""
        return [
            -2 if self.turn is None else self.turn,
            self.dealer,
            self.suit,
            self.cover,
            self.stacked,
            self.drawn,
            self.asks,
            None if self.debt is None else list(self.debt),
            self.then,
            self.passes,
            self.turns,
            self.finisher,
            [self.mover, self.other],
            self.skips[:],
            list(self.live),
            list(self.start.totals),
            [hand[:] for hand in self.hands],
            [self.stock_top, self.stock_end],
            self.pile[:],
            [int(self.faces[slot]) for slot in self.pile],
            [[slot, int(self.faces[slot])] for slot in self.bottom],
        ]

    def facts(self) -> Mapping[str, Any]:
        """The quantities that R-1 to R-17 name.

        `totals` are those after the round once it is over. `owed` are cards still to be drawn after
        a shuffle, or those of unanswered sevens. `passes` counts turns in a row with neither card
        nor draw; `turns` counts the moves of all seats: cards, draws, passes and suits named.
        """
        return {
            "dealer": self.dealer,
            "suit": None if self.suit is None else SUIT_LETTERS[self.suit],
            "skips": self.skips[:],
            "totals": list(self._totals()),
            "live": list(self.live),
            "cover": self.cover,
            "owed": self.stacked if self.debt is None else self.debt[1],
            "passes": self.passes,
            "turns": self.turns,
            "drawn": self.drawn,
            "finisher": self.finisher,
            "last_mover": self.mover,
        }

    def board(self) -> Board:
        """The ordered suit, the cards of sevens, totals, and who owes or misses what."""
        gauges = []
        if self.suit is not None:
            gauges.append(note("ordered_suit", suit=self.suit))
        if self.stacked:
            gauges.append(note("stacked", cards=self.stacked))
        return Board(
            tuple(gauges),
            tuple(
                SeatFacts(len(hand), live, score=total, says=tuple(self._says(seat)))
                for seat, (hand, live, total) in enumerate(
                    zip(self.hands, self.live, self._totals(), strict=True)
                )
            ),
        )

    def _says(self, seat: int) -> Iterator[Note]:
        if self.turn is None:
            if seat == self.finisher:
                yield note("says_finished")
            return
        if self.skips[seat]:
            yield note("says_misses", turns=self.skips[seat])
        if self.cover == seat:
            yield note("says_cover")
        if self.debt is not None and self.debt[0] == seat:
            yield note("says_owes", cards=self.debt[1])
        if self.live[seat] and self.pile and not self.hands[seat] and seat != self.finisher:
            yield note("says_no_cards")

    def _totals(self) -> tuple[int, ...]:
        """The totals of the match: before the round while it runs, settled once it is over."""
        done = self.outcome()
        return self.start.totals if done is None else _settle(self.rules, self.start, done).totals

    def _ended(self) -> "HundredOne | None":
        """This round if it is over: whoever tells of it counts the hands, which then lie open."""
        return self if self.turn is None else None

    def outcome(self) -> Outcome | None:
        """The finisher wins the round (R-11); a blocked or stopped one has no winner (R-12).

        The reason carries the dealer, by whom the next one goes.
        """
        if self.turn is not None:
            return None
        assert self.dealer is not None, "a round that is over was dealt"
        scores = tuple(self._score(seat) for seat in range(len(self.live)))
        if self.finisher is not None:
            why = note("finished", seat=self.finisher, dealer=self.dealer)
        else:
            blocked = self.passes >= sum(self.live)
            why = note("blocked" if blocked else "stopped", dealer=self.dealer)
        return Outcome(
            why=why,
            winners=() if self.finisher is None else (self.finisher,),
            places=_by_rank(
                {
                    seat: (seat != self.finisher, score.points)
                    for seat, score in enumerate(scores)
                    if self.live[seat]
                }
            ),
            scores=scores,
        )

    def _score(self, seat: int) -> Score:
        """What the hand counts (R-13), or what finishing brings (R-14)."""
        if not self.live[seat]:
            return Score(0)
        if seat == self.finisher:
            face = self.faces[self.pile[-1]]
            if face.rank is not Rank.QUEEN:
                return Score(0, (note("no_cards_left", points=0),))
            points = -_queen_points(face)
            return Score(points, (note("finished_with_queen", card=face, points=points),))
        held = [self.faces[slot] for slot in self.hands[seat]]
        if not held:
            return Score(0, (note("no_cards_left", points=0),))
        dear = self.rules.queen_penalty == "always" or len(held) == 1
        reasons = []
        for face in held:
            if dear and face.rank is Rank.QUEEN:
                word = "lone_queen" if len(held) == 1 else "dear_queen"
                reasons.append(note(word, card=face, points=_queen_points(face)))
            else:
                reasons.append(note("counts", card=face, points=_POINTS[face]))
        return Score(sum(one.values["points"] for one in reasons), tuple(reasons))


def _check_named(named: int | None, kind: int, last: bool) -> None:
    """A queen orders one of four suits, unless it is the last card; nothing else names one."""
    if kind != QUEEN:
        raise IllegalMove("names_nothing")
    if last:
        raise IllegalMove("last_queen")
    if type(named) is not int or named not in _SUITS:
        raise IllegalMove("order_a_suit")


def _queen_points(face: Card) -> int:
    return _QUEEN_OF_SPADES_POINTS if face.suit is Suit.SPADES else _QUEEN_POINTS


def _by_rank(ranks: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Seats by their rank, the lowest first, equals together."""
    groups: dict[Any, list[int]] = {}
    for seat, rank in ranks.items():
        groups.setdefault(rank, []).append(seat)
    return tuple(tuple(groups[rank]) for rank in sorted(groups))


# What is said


def _tell_deal(dealer: int, face: Card | None = None) -> Iterator[Note]:
    yield note("dealt", seat=dealer)
    if face is not None:
        yield note("first_card", seat=dealer, card=face)


def _tell_first(dealer: int, told: Events) -> Iterator[Note]:
    """The deal, then what the first card does as if the dealer had played it (R-3)."""
    _, _, face, *_ = told.args
    yield from _tell_deal(dealer, face)
    yield from list(told)[1:]


def _tell_named(seat: int, suit: int) -> Iterator[Note]:
    yield note("ordered", seat=seat, suit=suit)


def _tell_play(
    ended: HundredOne | None,
    seat: int,
    face: Card,
    named: int | None = None,
    bare: bool = False,
    told: tuple[int, ...] = (),
    stacked: int = 0,
) -> Iterator[Note]:
    """A card, whom it hits, and how that went.

    `told` is empty, or the seat that misses a turn, or seat, cards, cards drawn, renewed.
    """
    yield note("played", seat=seat, card=face)
    if named is not None:
        yield note("ordered", seat=seat, suit=named)
    if stacked:
        yield note("stack_grows", cards=stacked)
    if len(told) == 1:
        yield note("misses_a_turn", seat=told[0])
    elif told:
        target, cards, taken, renewed = told
        whole = taken == cards
        yield note("hit" if whole else "hit_short", seat=target, cards=cards)
        if renewed:
            yield note("restocked")
        if not whole and taken:
            yield note("drew", seat=target, cards=taken)
    if bare and face.rank is not Rank.SIX:
        yield note("plays_on", seat=seat)
    yield from _tell_end(ended)


def _tell_draw(
    ended: HundredOne | None, seat: int, taken: int, renewed: bool = False, waits: bool = False
) -> Iterator[Note]:
    if renewed:
        yield note("restocked")
    if taken:
        yield note("drew", seat=seat, cards=taken)
    if waits:
        yield note("stock_empty")
    yield from _tell_end(ended)


def _tell_pass(ended: HundredOne | None, seat: int, bare: bool) -> Iterator[Note]:
    yield note("uncovered" if bare else "passed", seat=seat)
    yield from _tell_end(ended)


def _tell_end(ended: HundredOne | None) -> Iterator[Note]:
    """How the round ended, and what became of each total."""
    outcome = None if ended is None else ended.outcome()
    if ended is None or outcome is None:
        return
    yield outcome.why
    for seat, live in enumerate(ended.live):
        if live:
            points = outcome.scores[seat].points
            total, word = _checked(ended.rules, ended.start.totals[seat] + points)
            yield note(word or "adds", seat=seat, points=points, total=total)


# The match


def _checked(rules: HundredOneRules, total: int) -> tuple[int, str]:
    """A new total after the checks of R-15, and the word for what they did, if anything."""
    if total == rules.limit and rules.exact_101_resets:
        return 0, "reset"
    if total == LOWEST and rules.lower_limit == "minus_101":
        return 0, "reset"
    if total == 100 <= rules.limit and rules.halve_at_100:
        return 50, "halved"
    if rules.match_end != "rounds":
        if total > rules.limit:
            return total, "out_over"
        if total < LOWEST and rules.lower_limit == "minus_101":
            return total, "out_under"
    return total, ""


def _settle(rules: HundredOneRules, start: Start, outcome: Outcome) -> Settlement:
    """Totals, who is out, and whether the match is over (R-15 to R-17)."""
    seats = range(len(start.live))
    totals, out = list(start.totals), [not live for live in start.live]
    for seat in seats:
        if start.live[seat]:
            total, word = _checked(rules, totals[seat] + outcome.scores[seat].points)
            totals[seat], out[seat] = total, word.startswith("out")
    left = [seat for seat in seats if not out[seat]]
    ended = (
        start.number >= (rules.rounds if rules.match_end == "rounds" else MAX_ROUNDS)
        or not left
        or (rules.match_end == "last_survivor" and len(left) == 1)
        or (rules.match_end == "first_out" and any(out))
    )
    places = _by_rank(
        {
            seat: (start.number - (start.out_in[seat] or start.number) + 1, abs(totals[seat]))
            if out[seat]
            else (0, totals[seat])
            for seat in seats
        }
    )
    dealer = None if ended else _next_dealer(rules, start, outcome, out)
    return Settlement(tuple(totals), tuple(out), dealer, places[0] if ended else (), places)


def _next_dealer(
    rules: HundredOneRules, start: Start, outcome: Outcome, out: Sequence[bool]
) -> int:
    """Who deals next (R-17): never somebody who is out."""
    chosen: tuple[int, ...] = ()
    if rules.next_dealer == "winner":
        chosen = outcome.winners
    elif rules.next_dealer == "loser":
        points = {seat: outcome.scores[seat].points for seat, live in enumerate(start.live) if live}
        most = max(points.values())
        chosen = tuple(seat for seat, count in points.items() if count == most)
    if len(chosen) == 1 and not out[chosen[0]]:
        return chosen[0]
    seat = outcome.why.values["dealer"]
    while True:
        seat = (seat + 1) % len(out)
        if not out[seat]:
            return seat


# How a sensible person plays


def _longest(held: Iterable[Card]) -> int:
    """The suit to order: the one most held, the dearer cards first."""
    worth = [0] * 4
    for face in held:
        if face.rank is not Rank.QUEEN:
            worth[face.suit] += 20 + _POINTS[face]
    return worth.index(max(worth))


def _sense(state: HundredOne, seat: int) -> list[tuple[float, Move]]:
    """Shed what is dear, hit a neighbour who is short, keep queens for the end."""
    held = [state.faces[slot] for slot in state.hands[seat]]
    ranked: list[tuple[float, Move]] = []
    for choice in state.moves():
        move = choice.move
        if move.slot is None:
            named = None if choice.values is None else _longest(held)
            worth = -100.0 if move.verb == _DRAW else -110.0
            ranked.append((worth, Move(move.verb, None, named)))
            continue
        face = state.faces[move.slot]
        rest = list(held)
        rest.remove(face)
        if choice.values is not None:
            move = choice.naming(_longest(rest))
        ranked.append((_worth(state, seat, face, rest), move))
    return ranked


def _worth(state: HundredOne, seat: int, face: Card, rest: Sequence[Card]) -> float:
    """How good it is to play a card and keep the rest."""
    kit = state._kit
    kind, cards = kit.acts[face]
    if not rest and kit.ends[face]:
        return 1_000.0
    if kind == QUEEN:
        return -30.0 - 10 * (face.suit is Suit.SPADES)
    worth = float(_POINTS[face])
    if kind == SIX and state.rules.six_cover == "self":
        return worth + _cover_worth(kit, face, rest)
    if kind in (SEVEN, KING, ACE, FIVE):
        target = state._before(seat) if kind == FIVE else state._next(seat)
        short = len(state.hands[target])
        worth += 8.0 * max(0, 4 - short) + cards
    if not kit.ends[face] and len(rest) < 4:
        worth += 6.0
    fits = _FITS[face]
    return worth + sum(1.0 for one in rest if fits[one])


def _cover_worth(kit: _Kit, six: Card, rest: Sequence[Card]) -> float:
    """A six with its cover sheds two cards; without one it may cost many."""
    covers = [one for one in rest if kit.covers[six][one]]
    plain = [one for one in covers if one.rank not in (Rank.QUEEN, Rank.SIX)]
    if plain:
        return 12.0 + (30.0 if len(rest) == 1 and kit.ends[plain[0]] else 0.0)
    return -20.0 if covers else -120.0


_WOULD: Final = {
    SIX: "would_cover",
    SEVEN: "would_draw",
    QUEEN: "would_order",
    KING: "would_draw",
    ACE: "would_skip",
    FIVE: "would_draw_before",
}

WORDS: Final = {
    # what happened
    "dealt": "{seat} deals.",
    "first_card": "{seat} opens with {card}.",
    "played": "{seat}: {card}",
    "ordered": "{seat} orders {suit}.",
    "drew": "{seat} draws {cards:card|cards}.",
    "passed": "{seat} passes.",
    "uncovered": "{seat} finds no cover: the six stays as it is.",
    "hit": "{seat} draws {cards:card|cards} and misses a turn.",
    "hit_short": "{seat} has to draw {cards:card|cards} and misses a turn.",
    "misses_a_turn": "{seat} misses a turn.",
    "stack_grows": "{cards:card|cards} to draw, unless a seven answers.",
    "plays_on": "{seat} has no card left, but cannot finish with that one and plays on.",
    "stock_empty": "The stock is empty.",
    "restocked": "The pile without its top card becomes the new stock.",
    "adds": "{seat} adds {points:point|points} and has {total}.",
    "reset": "{seat} adds {points:point|points}, meets the limit exactly and is back at {total}.",
    "halved": "{seat} adds {points:point|points} and has exactly 100, which becomes {total}.",
    "out_over": "{seat} adds {points:point|points} and is out with {total}.",
    "out_under": "{seat} adds {points:point|points} and is out with {total}.",
    # what a card would do
    "would_cover": "cover it",
    "would_make_cover": "next covers it",
    "would_draw": "next draws {cards} and misses a turn",
    "would_draw_before": "previous draws {cards} and misses a turn",
    "would_skip": "next misses a turn",
    "would_order": "order a suit",
    "would_stack": "next answers or draws {cards}",
    "would_take": "draw {cards} and lose the turn",
    "cannot_end": "cannot be the last card",
    # the table
    "ordered_suit": "ordered suit {suit}",
    "stacked": "{cards} to draw",
    "says_misses": "misses {turns:turn|turns}",
    "says_cover": "must cover the six",
    "says_owes": "has to draw {cards}",
    "says_no_cards": "no card, but not finished",
    "says_finished": "has finished",
    # questions
    "ask_suit": "Which suit do you order?",
    # how it ended
    "finished": "{seat} has finished.",
    "blocked": "The round is blocked: everybody passed and no card could be drawn.",
    "stopped": "The round was stopped after 1,000 moves; nobody has finished.",
    "counts": "{card} {points}",
    "lone_queen": "{card} alone {points}",
    "dear_queen": "{card} {points}",
    "finished_with_queen": "finished with {card} {points}",
    "no_cards_left": "no card left",
    # why not
    "not_in_hand": "That card is not in your hand.",
    "does_not_fit": "That card does not fit: it takes the suit or the rank of the top card, or a "
    "queen.",
    "ordered_0": "Spades are ordered: only a spade or a queen fits.",
    "ordered_1": "Hearts are ordered: only a heart or a queen fits.",
    "ordered_2": "Diamonds are ordered: only a diamond or a queen fits.",
    "ordered_3": "Clubs are ordered: only a club or a queen fits.",
    "does_not_cover": "A six is covered by its suit, another six or a queen.",
    "does_not_cover_no_queens": "At this table a six is covered by its suit or another six.",
    "holds_a_card": "You hold a card that fits, so you must play one.",
    "holds_a_cover": "You hold a card that covers the six, so you must play one.",
    "cover_or_draw": "You must cover the six: draw until you can.",
    "draw_first": "You must draw a card before you pass.",
    "draw_on": "At this table you draw until a card fits.",
    "one_draw": "You draw one card in a turn, then you play or pass.",
    "nothing_to_draw": "No card can be drawn: stock and pile are used up.",
    "answer_or_draw": "A seven hit you: answer with a seven, or draw.",
    "dealer_begins": "The dealer begins with a card of the hand.",
    "order_first": "You have to order a suit first.",
    "order_a_suit": "A queen orders one of the four suits.",
    "last_queen": "A queen that is your last card orders nothing.",
    "nobody_asked": "Nobody has asked you for a suit.",
    "names_nothing": "Only a queen takes a suit.",
    "no_such_move": "A move here is a card, a draw or a pass.",
    "shuffle_first": "The cards have to be shuffled first.",
    "round_over": "The round is over.",
}

_TURN: Final = """\
Get rid of your cards, and be the last who has not gone over {limit} points.

Everybody gets four cards. The dealer's fourth card is laid open and counts as played by the dealer.
On your turn play a card of the same suit or the same rank as the top card, or any queen. If you
hold one that fits you must play one. If not, draw one card: if it fits you must play it now, if not
your turn is over.

"""

_CARDS: Final = """\
What the cards do:
  6             cover it at once with its suit, another 6 or a queen; draw until you can
  7             the next player draws 2 cards and loses a turn
  7 of spades   the next player draws 4 cards and loses a turn
  Q             goes on anything; you order the suit that comes next
  K of spades   the next player draws {king_of_spades_draw} cards and loses a turn
  A             the next player loses a turn
"""

_COUNT: Final = """\
The first without cards ends the round. All others add up what they hold: A 11, K 4, Q 3, J 2, 9
nothing, all others their pips; but a single queen as the only card left counts 20, the queen of
spades 40. Who finishes with a queen gets 20 points off, with the queen of spades 40.

"""

_STOCK: Final = """\
When the stock is empty, the pile without its top card is shuffled into a new one. If everybody
passes in a row and no card can be drawn, the round is blocked: all count their cards. A round stops
so after 1,000 moves, and after 200 rounds the lowest total wins the match.
"""

RUSSIAN_PAGE: Final = (
    _TURN
    + _CARDS
    + """\
  others        nothing

You cannot finish with an ace, a 7 or the king of spades: you play on without cards, and draw when
it is your turn. Nor with a 6, which has to be covered.

"""
    + _COUNT
    + """\
Points add up from round to round. Exactly {limit} goes back to 0, more than {limit} is out, and a
total may go below zero. The last one left wins. The deal moves to the left. The pack has {pack}
cards.

"""
    + _STOCK
)

ALTERNATIVE_PAGE: Final = (
    _TURN
    + _CARDS
    + """\
  5             the player before you draws 2 cards and loses the next turn
  5 of spades   the player before you draws 4 cards and loses the next turn
  others        nothing

You cannot finish with an ace, a 7 or the king of spades: you play on without cards, and draw when
it is your turn. Nor with a 6, which has to be covered. Turns to lose add up.

"""
    + _COUNT
    + """\
Points add up from round to round. Exactly {limit} goes back to 0, more than {limit} is out, and a
total may go below zero. The last one left wins. The deal moves to the left. The pack has {pack}
cards.

"""
    + _STOCK
)

CZECH_PAGE: Final = (
    _TURN
    + _CARDS
    + """\
  others        nothing

You cannot finish with an ace, a 7, a 9 or the king of spades: you play on without cards, and draw
when it is your turn. Nor with a 6, which has to be covered.

"""
    + _COUNT
    + """\
Points add up from round to round. Exactly {limit} goes back to 0 and more than {limit} is out; so
does -101 go back to 0, and less than -101 is out. The last one left wins; if all go out together,
the total nearest to 0 does. The deal moves to the left. The pack has {pack} cards.

"""
    + _STOCK
)

_PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "usual": {},
    "short": {"match_end": "first_out"},
    "five-rounds": {"match_end": "rounds", "rounds": 5},
    "free-draw": {"forced_play": False},
    "harsh": {"draw_until_playable": True, "stack_sevens": True, "queen_penalty": "always"},
}


def _seats(rules: HundredOneRules) -> tuple[int, int]:
    return 2, 8 if rules.pack == "52" else 5


def _game(name: str, title: str, rules: HundredOneRules, page: str) -> Game:
    return Game(
        name=name,
        title=title,
        version=1,
        rules=rules,
        seats=_seats,
        start=HundredOne,
        settle=_settle,
        bound=2 * MAX_TURNS + 1,
        page=page,
        words=WORDS,
        verbs=frozenset({Verb.PLAY, Verb.DRAW, Verb.PASS, Verb.NAME}),
        sense=_sense,
        presets=_PRESETS,
    )


_USUAL: Final = HundredOneRules()

RUSSIAN: Final = register(
    _game("russian-one-hundred", "One Hundred in Russian", _USUAL, RUSSIAN_PAGE)
)
ALTERNATIVE: Final = register(
    _game(
        "alternative-one-hundred",
        "Alternative One Hundred",
        replace(_USUAL, pack="52", fives=True),
        ALTERNATIVE_PAGE,
    )
)
CZECH: Final = register(
    _game(
        "czech-fool",
        "Czech Fool",
        replace(_USUAL, lower_limit="minus_101", non_finishing="a_7_ks_9"),
        CZECH_PAGE,
    )
)
