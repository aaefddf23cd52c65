"""Mau-Mau: be the first without cards; match the suit or the rank of the card on top of the pile.

The common German rules, numbered so that tests and refusals can cite them:

M-1  Cards. 7 8 9 10 J Q K A in four suits. `packs` says when two packs are shuffled together.
M-2  Deal. Chance picks the first dealer; later the seat to the left of the last one deals. `cards`
     each, one at a time from the dealer's left; the next card is turned up and begins the pile,
     the rest is the stock. The seat to the dealer's left begins, play goes to the left. A new round
     knows no wish, no debt and no direction of the last one.
M-3  Play. A card of the suit or of the rank of the top card, or a jack, which fits on everything
     but a jack (`jack_on_jack`).
M-4  Draw. Whoever cannot play, or does not want to (`must_play`), draws one card and may then play
     a card that fits or pass. With `draw=until` it is drawn until a card fits, and then one must be
     played.
M-5  Seven. The next seat owes two cards: it draws them in one move and its turn is over
     (`after_sevens`), or answers with a seven of its own (`sevens`), and then the seat after it
     owes two more. Nothing but a seven can be played by a seat that owes cards.
M-6  Eight. The next seat misses its turn. Of two players, whoever played it plays again
     (`eight_of_two`).
M-7  Jack. Whoever plays it wishes a suit. The next card must be of that suit, or a jack where that
     is allowed. The wish holds until a card is played on it.
M-8  Nine with `nine_reverses`: the direction of play turns round. It does nothing for two.
M-9  Ace with `ace_again`: whoever played it has another turn at once, as any turn (M-4).
M-10 First card. It is as if it lay there without effect; a jack stands for its own suit. With
     `first_card=counts` the dealer has played it: after a jack the dealer wishes, and an ace with
     `ace_again` lets the dealer begin.
M-11 Restock. When a card has to be drawn from an empty stock, the pile without its top card is
     shuffled into a new stock, also in the middle of a debt; then the drawing goes on. If there are
     still too few cards the rest of the debt lapses.
M-12 Nothing to draw. With no stock and nothing under the top card, a seat that cannot play passes,
     and whoever can must play; what a seven asks for lapses. When all seats have passed in a row
     so, the round is blocked and over. (With a whole pack in play somebody holds a card of the
     top card's suit, so it takes cards that are missing; the round ends then too.)
M-13 End. Whoever plays the last card has finished at once; its effect does not come about. A jack
     as last card wishes nothing; it doubles what everybody else counts (`last_jack`).
M-14 Counting. Cards left in hand: 7 to 10 their number, J 20, Q and K 10, A 11. In a blocked round
     everybody counts, and the fewest points win the round.
M-15 Match. The points of the rounds add up. When somebody has `limit` points, or after `rounds`
     rounds (`ends`), the match is over and the lowest total wins; equal totals share a place.
M-16 Guard. A round is stopped after 2,000 moves and counted as a blocked one.

Everything that a step depends on is public after it: the card that was played and the number of
cards in stock and pile, never a card that was drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

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

MAX_MOVES: Final = 2_000
PACK: Final = tuple(face for face in FULL_PACK if face.rank >= Rank.SEVEN or face.rank is Rank.ACE)
_TWO_PACKS: Final = PACK * 2
STOCK_AT_LEAST: Final = 6
ONE_PACK_SEATS: Final = 6
MOST_SEATS: Final = 10
PENALTY: Final = 2


@dataclass(frozen=True, slots=True)
class MauMauRules:
    """The house rules of Mau-Mau."""

    cards: int = number(5, 4, 7, "How many cards everybody is dealt.")
    packs: str = one_of(
        "as_needed",
        {
            "as_needed": "two packs where one would leave fewer than six cards in the stock",
            "one": "always one pack of 32 cards, for six players at most",
            "two": "always two packs, 64 cards",
        },
        "How many packs of 32 cards are used.",
    )
    sevens: str = one_of(
        "stack",
        {
            "stack": "it may be answered with a seven, and the next player owes two cards more",
            "draw": "there is no answer, the next player draws two cards",
        },
        "Whether a seven may be answered with a seven.",
    )
    after_sevens: str = one_of(
        "turn_over",
        {
            "turn_over": "the turn is over",
            "plays": "the turn goes on as if these cards had been drawn of one's own will",
        },
        "What follows when somebody has drawn the cards for a seven.",
    )
    eight_of_two: str = one_of(
        "again",
        {"again": "whoever played it plays again", "no_effect": "the other player is next"},
        "What an eight does when two play.",
    )
    jack_on_jack: bool = switch(False, "A jack may be played on a jack.")
    last_jack: str = one_of(
        "double",
        {
            "double": "everybody else counts double",
            "plain": "it is like any other card",
            "forbidden": "it cannot be the last card",
        },
        "What a jack does as somebody's last card.",
    )
    first_card: str = one_of(
        "plain",
        {
            "plain": "it has no effect, a jack stands for its own suit",
            "counts": "it has the effect that it would have if the dealer had played it",
        },
        "What the card does that is turned up to begin the pile.",
    )
    nine_reverses: bool = switch(False, "A nine turns the direction of play round.")
    ace_again: bool = switch(False, "Whoever plays an ace has another turn at once.")
    draw: str = one_of(
        "one",
        {
            "one": "one card; then a card that fits may be played",
            "until": "card after card until one fits; then one must be played",
        },
        "How many cards are drawn by somebody who does not play.",
    )
    must_play: bool = switch(False, "Whoever has a card that fits must play and may not draw.")
    ends: str = one_of(
        "points",
        {
            "points": "when somebody has reached the limit of points",
            "rounds": "after a number of rounds",
        },
        "When the match is over; the fewest points win.",
    )
    limit: int = number(100, 50, 500, "How many points end the match.")
    rounds: int = number(5, 1, 20, "How many rounds are played when rounds end the match.")


# What fits on what

Offers = tuple[Sequence[Choice | None], ...]
"""By face and slot: the choice that a card makes, None where it does not fit."""

_ACE, _SEVEN, _EIGHT, _NINE, _JACK = (
    int(rank) - 1 for rank in (Rank.ACE, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK)
)
"""Ranks as `face % 13`."""

_PLAY: Final = int(Verb.PLAY)
_PLAYS: Final = MoveTable(Verb.PLAY)
_NONE: Final[list[Choice | None]] = []
_PLAIN: Final[list[Choice | None]] = []
_WISHES: Final[list[Choice | None]] = []
_SUITS: Final = range(len(Suit))
_DRAW: Final = Choice(Move(Verb.DRAW))
_PASS: Final = Choice(Move(Verb.PASS))
_NAME: Final = Choice(Move(Verb.NAME), _SUITS, "suit")


def _make_choices(slots: int) -> None:
    """Make the choices of all slots below `slots`; they are values and serve every state."""
    _PLAYS.upto(slots)
    for move in _PLAYS[len(_PLAIN) :]:
        _NONE.append(None)
        _PLAIN.append(Choice(move))
        _WISHES.append(Choice(move, _SUITS, "suit"))


class _Fits(NamedTuple):
    """What fits under given rules: on a face, on a wish by suit, on a seven that is owed for.

    `special` says by rank whether a card has an effect.
    """

    on_face: tuple[Offers, ...]
    on_wish: tuple[Offers, ...]
    on_seven: Offers
    special: tuple[bool, ...]


@lru_cache(maxsize=64)
def _fits_under(rules: MauMauRules) -> _Fits:
    def on_face(top: Card, face: Card) -> Sequence[Choice | None]:
        if face.rank is Rank.JACK:
            return _WISHES if top.rank is not Rank.JACK or rules.jack_on_jack else _NONE
        return _PLAIN if face.suit is top.suit or face.rank is top.rank else _NONE

    def on_wish(suit: Suit, face: Card) -> Sequence[Choice | None]:
        if face.rank is Rank.JACK:
            return _WISHES if rules.jack_on_jack else _NONE
        return _PLAIN if face.suit is suit else _NONE

    def on_seven(face: Card) -> Sequence[Choice | None]:
        return _PLAIN if rules.sevens == "stack" and face.rank is Rank.SEVEN else _NONE

    special = {Rank.SEVEN, Rank.EIGHT, Rank.JACK}
    special |= {Rank.NINE} if rules.nine_reverses else set()
    special |= {Rank.ACE} if rules.ace_again else set()
    return _Fits(
        tuple(tuple(on_face(top, face) for face in FULL_PACK) for top in FULL_PACK),
        tuple(tuple(on_wish(suit, face) for face in FULL_PACK) for suit in Suit),
        tuple(on_seven(face) for face in FULL_PACK),
        tuple(rank in special for rank in Rank),
    )


def _points(face: Card) -> int:
    """What a card counts in hand (M-14)."""
    if face.rank is Rank.JACK:
        return 20
    return 11 if face.rank is Rank.ACE else min(int(face.rank), 10)


def _packs(rules: MauMauRules, seats: int) -> int:
    """How many packs so many players use (M-1)."""
    if rules.packs == "as_needed":
        return 1 if seats * rules.cards + 1 + STOCK_AT_LEAST <= len(PACK) else 2
    return 1 if rules.packs == "one" else 2


FINISHED, BLOCKED, STOPPED = 1, 2, 3
_WHY: Final = {FINISHED: "finished", BLOCKED: "blocked", STOPPED: "move_limit"}


class MauMau:
    """One round of Mau-Mau, as one person knows it.

    The stock is the slots from `stock_top` up to `stock_end`, which is also the next unused slot.
    `penalty` is how many cards the seat on turn owes for sevens; `drawn` whether it has drawn of
    its own will; `wish` the suit that was wished, `wishing` that the dealer still has to wish.
    While a restock interrupts a draw, `owing` is the seat that draws and `owed` how many cards are
    still to come. `idle` counts the seats in a row that could neither play nor draw.
    """

    __slots__ = (
        "_fits",
        "_must_play",
        "_offers",
        "dealer",
        "direction",
        "drawn",
        "ended",
        "faces",
        "hands",
        "idle",
        "moves_made",
        "owed",
        "owing",
        "penalty",
        "pile",
        "rules",
        "stock_end",
        "stock_top",
        "totals",
        "turn",
        "wish",
        "wishing",
    )

    def __init__(self, rules: MauMauRules, start: Start) -> None:
        self.rules = rules
        self._fits = _fits_under(rules)
        self._must_play = rules.must_play
        self._offers: Offers = self._fits.on_seven
        self.faces: list[Card] = []
        self.turn: int | None = CHANCE
        self.dealer = start.dealer
        self.totals = start.totals
        self.direction = 1
        self.penalty = 0
        self.drawn = False
        self.wish: int | None = None
        self.wishing = False
        self.owing: int | None = None
        self.owed = 0
        self.idle = 0
        self.moves_made = 0
        self.ended = 0
        self.hands: list[list[int]] = [[] for _ in start.live]
        self.pile: list[int] = []
        self.stock_top = self.stock_end = 0

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own, with other faces if they are given."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.faces = list(self.faces) if faces is None else faces
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        return twin

    # What may be done

    def moves(self) -> list[Choice]:
        """The cards that fit (M-3, M-5, M-7), and drawing or passing where that is allowed."""
        seat = self.turn
        if seat is None or seat < 0:
            return []
        if self.wishing:
            return [_NAME]
        choices = self._fitting(seat)
        if self.stock_top < self.stock_end and not (self.drawn or self._must_play):
            choices.append(_DRAW)  # what `_instead` says of most moves, without the call
            return choices
        instead, unless = self._instead()
        if not unless or not choices:
            choices.append(instead)
        return choices

    def _fitting(self, seat: int) -> list[Choice]:
        """The cards of a hand that fit now; raises `HiddenFaceError` where it is not known."""
        faces, offers, hand = self.faces, self._offers, self.hands[seat]
        try:
            found = [one for slot in hand if (one := offers[faces[slot]][slot])]
        except IndexError:
            raise HiddenFaceError("the hand on turn is not known here") from None
        if len(hand) == 1 and found and found[0].values is not None:
            return self._last_jack(found[0])
        return found

    def _last_jack(self, jack: Choice) -> list[Choice]:
        """A jack as last card wishes nothing (M-13)."""
        return [] if self.rules.last_jack == "forbidden" else [Choice(jack.move)]

    def _instead(self) -> tuple[Choice, str]:
        """What may be done without a card, and why not if a card fits; `""` if it is free anyway.

        Everybody can tell the first, only who sees the hand whether a card fits.
        """
        must = "must_play" if self._must_play else ""
        if self.drawn and self.rules.draw == "one":
            return _PASS, must
        if self.stock_top == self.stock_end and len(self.pile) < 2:
            return _PASS, "nothing_to_draw"
        if self.penalty:
            return _DRAW, ""
        return _DRAW, "drawn_one_that_fits" if self.drawn else must

    def judge(self, move: Move) -> None:
        """Refuse to draw or to pass where a card in hand must be played (M-4, M-12)."""
        if self.turn is None or self.wishing or move.verb not in (Verb.DRAW, Verb.PASS):
            return
        instead, unless = self._instead()
        if unless and move == instead.move and self._fitting(self.turn):
            raise IllegalMove(unless)

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a card that fits now would do, whoever holds it, or how many would be drawn."""
        verb, slot, _ = move
        if self.turn is None or self.turn < 0:
            return ()
        if slot is None:
            draws = verb == Verb.DRAW and self.penalty
            return (note("would_draw", count=self.penalty),) if draws else ()
        seat = next((at for at, hand in enumerate(self.hands) if slot in hand), None)
        face = self.faces[slot]
        if seat is None or face is HIDDEN or self._offers[face][slot] is None:
            return ()
        if len(self.hands[seat]) == 1:
            return (note("would_finish"),)
        rank = face % 13
        if not self._fits.special[rank]:
            return ()
        if rank == _SEVEN:
            return (note("would_cost", count=self.penalty + PENALTY),)
        if rank == _JACK:
            return (note("would_wish"),)
        if rank == _NINE:
            return (note("would_reverse"),)
        if rank == _ACE or self._skips_to(seat) == seat:
            return (note("would_play_again"),)
        return (note("would_skip"),) if self._skips() else ()

    # What happens

    def apply(self, move: Move) -> Events:
        """Take a move, or the answer of chance; raises `IllegalMove` and changes nothing."""
        seat = self.turn
        if seat is None:
            raise IllegalMove("round_over")
        if seat < 0:
            return self._shuffled(move)
        verb, slot, value = move
        if verb != _PLAY:
            # The hot path: most draws are of one card, so they stand here as well as in `_draw`.
            if (
                move == _DRAW.move
                and self.stock_top < self.stock_end
                and not (self.drawn or self.penalty or self.wishing)
                and self.moves_made < MAX_MOVES - 1
            ):
                self.hands[seat].append(self.stock_top)
                self.stock_top += 1
                self.moves_made += 1
                self.drawn = True
                return Events(_tell_draw, seat, 1, 0, False)
            return self._do_without_a_card(seat, move)
        if self.wishing:
            raise IllegalMove("wish_first")
        hand = self.hands[seat]
        if type(slot) is not int or slot not in hand:
            raise IllegalMove("not_in_hand")
        face = self.faces[slot]
        try:
            choice = self._offers[face][slot]
        except IndexError:
            raise HiddenFaceError(f"the face of slot {slot} is not known here") from None
        if choice is None:
            raise IllegalMove(self._misfit(face))
        if choice.values is not None:
            self._check_jack(len(hand), value)
        elif value is not None:
            raise IllegalMove("names_nothing")
        hand.remove(slot)
        self.pile.append(slot)
        self.moves_made += 1
        self.idle = 0
        self.drawn = False
        self.wish = None
        if not hand:
            return self._finish(seat, face)
        if self._fits.special[face % 13]:
            effect = self._take_effect(seat, face, value)
            stopped = self.moves_made >= MAX_MOVES and self._end(STOPPED)
            return Events(_tell_special, seat, face, value, len(hand), effect, stopped)
        self._offers = self._fits.on_face[face]
        self.turn = (seat + self.direction) % len(self.hands)
        stopped = self.moves_made >= MAX_MOVES and self._end(STOPPED)
        return Events(_tell_play, seat, face, len(hand), stopped)

    def _misfit(self, face: Card) -> str:
        """Why a card may not be played."""
        if self.penalty:
            return "only_a_seven" if self.rules.sevens == "stack" else "draw_for_the_seven"
        if face.rank is Rank.JACK:
            return "jack_on_jack"
        return "does_not_fit" if self.wish is None else "not_the_wish"

    def _check_jack(self, left: int, value: object) -> None:
        if left == 1:
            if self.rules.last_jack == "forbidden":
                raise IllegalMove("jack_is_last")
            if value is not None:
                raise IllegalMove("last_wishes_nothing")
        elif type(value) is not int or value not in _SUITS:
            raise IllegalMove("wish_a_suit")

    def _finish(self, seat: int, face: Card) -> Events:
        """The last card is played (M-13)."""
        self.penalty = 0
        self._offers = self._fits.on_face[face]
        self._end(FINISHED)
        return Events(_tell_finish, seat, face)

    def _end(self, why: int) -> bool:
        self.turn, self.ended = None, why
        self.owing, self.owed = None, 0
        return True

    def _next(self, seat: int) -> int:
        return (seat + self.direction) % len(self.hands)

    def _skips(self) -> bool:
        return len(self.hands) > 2 or self.rules.eight_of_two == "again"

    def _skips_to(self, seat: int) -> int:
        """Who is next after an eight (M-6)."""
        follows = self._next(seat)
        return self._next(follows) if self._skips() else follows

    def _take_effect(self, seat: int, face: Card, value: int | None) -> Note | None:
        """A card with an effect, the first one of the pile too: who is next, what is owed.

        Gives what there is to say of it.
        """
        fits, rank = self._fits, face % 13
        self._offers = fits.on_face[face]
        if rank == _NINE:
            self.direction = -self.direction
        follows = self._next(seat)
        if rank == _JACK:
            self.turn = follows
            if value is not None:
                self.wish = value
                self._offers = fits.on_wish[value]
            return None
        if rank == _NINE:
            self.turn = follows
            return note("forwards" if self.direction > 0 else "backwards")
        if rank == _SEVEN:
            self.turn = follows
            self.penalty += PENALTY
            self._offers = fits.on_seven
            return note("costs", seat=follows, count=self.penalty)
        self.turn = seat if rank == _ACE else self._skips_to(seat)
        if self.turn == seat:
            return note("plays_again", seat=seat)
        return note("skipped", seat=follows) if self._skips() else None

    def _do_without_a_card(self, seat: int, move: Move) -> Events:
        """Name the dealer's wish, draw, or pass."""
        verb, slot, value = move
        if slot is not None:
            raise IllegalMove("names_no_card")
        if self.wishing:
            if verb != Verb.NAME or type(value) is not int or value not in _SUITS:
                raise IllegalMove("wish_first")
            return self._name(seat, value)
        if value is not None or verb not in (Verb.DRAW, Verb.PASS):
            raise IllegalMove("play_or_draw")
        instead, _ = self._instead()
        if verb != instead.move.verb:
            if verb == Verb.PASS:
                raise IllegalMove("draw_first")
            raise IllegalMove("drawn_once" if self.drawn else "no_cards_to_draw")
        self.moves_made += 1
        return self._draw(seat) if verb == Verb.DRAW else self._pass(seat)

    def _name(self, seat: int, suit: int) -> Events:
        """The dealer's wish for a jack that was turned up (M-10)."""
        self.moves_made += 1
        self.wishing = False
        self.wish, self._offers = suit, self._fits.on_wish[suit]
        self.turn = self._next(seat)
        return Events(_tell_wish, seat, suit)

    def _draw(self, seat: int) -> Events:
        """Draw one card, or all that is owed for sevens (M-4, M-5)."""
        taken, missing = self._take(seat, self.penalty or 1)
        stopped = self.moves_made >= MAX_MOVES and self._end(STOPPED)
        return Events(_tell_draw, seat, taken, missing, stopped)

    def _take(self, seat: int, count: int) -> tuple[int, int]:
        """Take cards off the stock; how many were taken, how many wait for a restock (M-11)."""
        taken = min(count, self.stock_end - self.stock_top)
        self.hands[seat] += range(self.stock_top, self.stock_top + taken)
        self.stock_top += taken
        missing = count - taken
        if missing and len(self.pile) > 1:
            self.owing, self.owed, self.turn = seat, missing, CHANCE
            return taken, missing
        self.owing, self.owed, self.turn = None, 0, seat
        if self.penalty:
            self._settle_sevens(seat)
        else:
            self.drawn = True
        return taken, 0

    def _settle_sevens(self, seat: int) -> None:
        """The cards for sevens are drawn, or there are no more."""
        self.penalty = 0
        self._offers = self._fits.on_face[self.faces[self.pile[-1]]]
        self.drawn = self.rules.after_sevens == "plays"
        if not self.drawn:
            self.turn = self._next(seat)

    def _pass(self, seat: int) -> Events:
        """End the turn; where nobody can draw and nobody can play the round ends (M-12)."""
        lapsed = self.penalty
        if lapsed:
            self.penalty = 0
            self._offers = self._fits.on_face[self.faces[self.pile[-1]]]
        elif not self.drawn:
            self.idle += 1
        self.drawn = False
        self.turn = self._next(seat)
        blocked = self.idle == len(self.hands) and self._end(BLOCKED)
        stopped = not blocked and self.moves_made >= MAX_MOVES and self._end(STOPPED)
        return Events(_tell_pass, seat, lapsed, blocked, stopped)

    # Chance

    @property
    def chance(self) -> tuple[Chance, ...]:
        """The dealer and the deal (M-2), or a restock (M-11)."""
        if self.turn != CHANCE:
            return ()
        if self.owing is not None:
            return (Restock(tuple(self.pile[:-1]), self.stock_end),)
        deal = Deal(self._pack(), 0)
        return (deal,) if self.dealer is not None else (Pick(len(self.hands)), deal)

    def _pack(self) -> tuple[Card, ...]:
        return PACK if _packs(self.rules, len(self.hands)) == 1 else _TWO_PACKS

    def _shuffled(self, move: Move) -> Events:
        picks = self.dealer is None
        answers = range(len(self.hands)) if picks else (None,)
        if (
            move.verb != Verb.SHUFFLE
            or move.slot is not None
            or type(move.value) is not (int if picks else type(None))
            or move.value not in answers
        ):
            raise IllegalMove("shuffle_first")
        if self.owing is not None:
            seat, owed = self.owing, self.owed
            self._new_stock(len(self.pile) - 1)
            del self.pile[:-1]
            taken, missing = self._take(seat, owed)
            return Events(_tell_restock, seat, taken, missing)
        dealer = move.value if move.value is not None else self.dealer
        assert dealer is not None, "the dealer is known before the deal"
        self.dealer = dealer
        return self._deal(dealer)

    def _new_stock(self, size: int) -> None:
        self.stock_top = self.stock_end
        self.stock_end += size
        missing = self.stock_end - len(self.faces)
        if missing > 0:
            self.faces.extend([HIDDEN] * missing)
        if self.stock_end > len(_PLAIN):
            _make_choices(self.stock_end + len(_TWO_PACKS))

    def _deal(self, dealer: int) -> Events:
        """One card at a time from the dealer's left, and one more to begin the pile (M-2, M-10)."""
        seats = len(self.hands)
        self._new_stock(len(self._pack()))
        dealt = seats * self.rules.cards
        for place in range(seats):
            self.hands[(dealer + 1 + place) % seats] = list(range(place, dealt, seats))
        self.pile = [dealt]
        self.stock_top = dealt + 1
        face = self.faces[dealt]
        if face is HIDDEN:
            raise HiddenFaceError("the first card of the pile is not known here")
        self._offers = self._fits.on_face[face]
        self.turn = self._next(dealer)
        effect = None
        if self.rules.first_card == "counts" and self._fits.special[face % 13]:
            effect = self._take_effect(dealer, face, None)
            if face.rank is Rank.JACK:
                self.turn, self.wishing = dealer, True
        return Events(_tell_deal, dealer, face, effect)

    # What can be seen

    def zones(self) -> list[Zone]:
        """The stock is hidden, hands are their owner's until the end, the pile is open."""
        over = self.turn is None
        return [
            Zone("stock", None, NOBODY, tuple(range(self.stock_top, self.stock_end))),
            Zone("pile", None, EVERYBODY, tuple(self.pile)),
            *(
                Zone("hand", seat, EVERYBODY if over else seat, tuple(hand))
                for seat, hand in enumerate(self.hands)
            ),
        ]

    def hand(self, seat: int) -> list[int]:
        """The slots of a hand in the order in which they were received."""
        return self.hands[seat]

    def public(self) -> list[Any]:
        """Everything but the hidden faces, as plain values."""
        return [
            -2 if self.turn is None else self.turn,
            self.dealer,
            self.direction,
            self.penalty,
            int(self.drawn),
            self.wish,
            int(self.wishing),
            [self.owing, self.owed],
            self.idle,
            self.moves_made,
            self.ended,
            [hand[:] for hand in self.hands],
            [self.stock_top, self.stock_end],
            [[slot, int(self.faces[slot])] for slot in self.pile],
        ]

    def facts(self) -> Mapping[str, Any]:
        """The quantities that M-1 to M-16 name; a suit by its number, see `Suit`."""
        return {
            "dealer": self.dealer,
            "direction": self.direction,
            "penalty": self.penalty,
            "drawn": self.drawn,
            "wish": self.wish,
            "wishing": self.wishing,
            "owing": self.owing,
            "owed": self.owed,
            "idle": self.idle,
            "moves": self.moves_made,
            "totals": list(self.totals),
        }

    def board(self) -> Board:
        """The wish, what is owed and the direction; for each seat its total and what it says."""
        gauges = []
        if self.wish is not None:
            gauges.append(note("wish", suit=self.wish))
        if self.penalty:
            gauges.append(note("owed", count=self.penalty))
        if self.rules.nine_reverses:
            gauges.append(note("direction", way=self.direction))
        return Board(
            tuple(gauges),
            tuple(
                SeatFacts(cards=len(hand), live=True, score=total, says=self._says(seat))
                for seat, (hand, total) in enumerate(zip(self.hands, self._sums(), strict=True))
            ),
        )

    def _sums(self) -> Sequence[int]:
        """The totals; when the round is over its points are in them."""
        outcome = self.outcome()
        if outcome is None:
            return self.totals
        return [a + b.points for a, b in zip(self.totals, outcome.scores, strict=True)]

    def _says(self, seat: int) -> tuple[Note, ...]:
        says = []
        if len(self.hands[seat]) == 1:
            says.append(note("says_mau"))
        if seat in (self.turn, self.owing):
            if self.penalty:
                says.append(note("owes", count=self.owed or self.penalty))
            elif self.wishing:
                says.append(note("has_to_wish"))
            elif self.drawn:
                says.append(note("has_drawn"))
        return tuple(says)

    def outcome(self) -> Outcome | None:
        """Who has finished, or the fewest points of a blocked round, and what all count (M-14)."""
        if self.turn is not None:
            return None
        top = self.faces[self.pile[-1]]
        finished = self.ended == FINISHED
        doubles = finished and top.rank is Rank.JACK and self.rules.last_jack == "double"
        scores = tuple(self._score(hand, doubles=doubles) for hand in self.hands)
        places = _ranked([score.points for score in scores])
        assert self.dealer is not None, "somebody has dealt"
        values = {"dealer": self.dealer}
        if finished:
            values["seat"] = next(seat for seat, hand in enumerate(self.hands) if not hand)
        return Outcome(Note(_WHY[self.ended], values), places[0], places, scores)

    def _score(self, hand: Sequence[int], *, doubles: bool) -> Score:
        if not hand:
            return Score(0, (note("no_cards"),))
        faces = [self.faces[slot] for slot in hand]
        points = sum(_points(face) for face in faces)
        reasons = [note("counts", card=face, points=_points(face)) for face in faces]
        if doubles:
            reasons.append(note("doubled", points=points))
        return Score(points * (1 + doubles), tuple(reasons))


def _ranked(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats by place, the fewest points first, equals together."""
    groups: dict[int, list[int]] = {}
    for seat, each in enumerate(points):
        groups.setdefault(each, []).append(seat)
    return tuple(tuple(groups[each]) for each in sorted(groups))


# What is said


def _tell_deal(dealer: int, face: Card, effect: Note | None) -> Iterator[Note]:
    yield note("dealt", seat=dealer)
    yield note("turned_up", card=face)
    if effect is not None:
        yield effect


def _tell_restock(seat: int, taken: int, missing: int) -> Iterator[Note]:
    yield note("restocked")
    yield from _tell_draw(seat, taken, missing, False)


def _tell_play(seat: int, face: Card, left: int, stopped: bool) -> Iterator[Note]:
    return _tell_special(seat, face, None, left, None, stopped)


def _tell_special(
    seat: int, face: Card, wish: int | None, left: int, effect: Note | None, stopped: bool
) -> Iterator[Note]:
    if wish is None:
        yield note("played", seat=seat, card=face)
    else:
        yield note("wished", seat=seat, card=face, suit=wish)
    if left == 1:
        yield note("mau", seat=seat)
    if effect is not None:
        yield effect
    if stopped:
        yield note("move_limit")


def _tell_wish(seat: int, suit: int) -> Iterator[Note]:
    yield note("wishes", seat=seat, suit=suit)


def _tell_draw(seat: int, taken: int, missing: int, stopped: bool) -> Iterator[Note]:
    if taken:
        yield note("draws", seat=seat, count=taken)
    if missing:
        yield note("stock_empty", seat=seat, count=missing)
    if stopped:
        yield note("move_limit")


def _tell_pass(seat: int, lapsed: int, blocked: bool, stopped: bool) -> Iterator[Note]:
    yield note("lapsed", seat=seat, count=lapsed) if lapsed else note("passed", seat=seat)
    if blocked or stopped:
        yield note("blocked" if blocked else "move_limit")


def _tell_finish(seat: int, face: Card) -> Iterator[Note]:
    yield note("played", seat=seat, card=face)
    yield note("mau_mau" if face.rank is Rank.JACK else "last_card", seat=seat)


# The match


def _seats(rules: MauMauRules) -> tuple[int, int]:
    """As many as leave a stock (M-1): two cards of one pack, six of two."""
    if rules.packs == "one":
        return 2, min(ONE_PACK_SEATS, (len(PACK) - 2) // rules.cards)
    return 2, min(MOST_SEATS, (len(_TWO_PACKS) - 1 - STOCK_AT_LEAST) // rules.cards)


def _settle(rules: MauMauRules, start: Start, outcome: Outcome) -> Settlement:
    """Totals are added up; the lowest wins when the match is over (M-15)."""
    totals = tuple(a + b.points for a, b in zip(start.totals, outcome.scores, strict=True))
    by_points = rules.ends == "points"
    over = max(totals) >= rules.limit if by_points else start.number >= rules.rounds
    places = _ranked(totals)
    dealer = (outcome.why.values["dealer"] + 1) % len(totals)
    return Settlement(totals, (False,) * len(totals), dealer, places[0] if over else (), places)


# How a sensible person plays


def _sense(state: MauMau, seat: int) -> list[tuple[float, Move]]:
    """Get rid of what counts, keep what fits on it, keep jacks until they are needed."""
    faces, hand = state.faces, state.hands[seat]
    fewest = min(len(other) for at, other in enumerate(state.hands) if at != seat)
    ranked: list[tuple[float, Move]] = []
    for choice in state.moves():
        move = choice.move
        if move.verb == Verb.NAME:
            held = [faces[slot] for slot in hand]
            ranked += [(_wealth(held, suit), choice.naming(suit)) for suit in _SUITS]
            continue
        if move.slot is None:
            ranked.append((0.0, move))
            continue
        face = faces[move.slot]
        rest = [faces[slot] for slot in hand if slot != move.slot]
        worth = 100.0 + _points(face)
        if choice.values is not None:
            suit = max(_SUITS, key=lambda one: _wealth(rest, one))
            move = choice.naming(suit)
            worth += 2 * _wealth(rest, suit) - (40 if fewest > 2 and len(rest) > 1 else 0)
        else:
            worth += 3 * sum(one.suit is face.suit or one.rank is face.rank for one in rest)
            if face.rank in (Rank.SEVEN, Rank.EIGHT):
                worth += 12 if fewest < 3 else -4
        ranked.append((worth, move))
    return ranked


def _wealth(held: Sequence[Card], suit: int) -> float:
    """How good a suit is to wish: how many cards of it are held, and what they count."""
    mine = [_points(face) for face in held if face.suit == suit and face.rank is not Rank.JACK]
    return len(mine) + sum(mine) / 1_000


WORDS: Final = {
    # what happened
    "dealt": "{seat} deals.",
    "turned_up": "{card} is turned up.",
    "restocked": "The pile is shuffled into a new stock.",
    "played": "{seat}: {card}",
    "wished": "{seat}: {card}, and wishes {suit}.",
    "wishes": "{seat} wishes {suit}.",
    "mau": "{seat} says Mau: one card left.",
    "costs": "{seat} must answer with a seven or draw {count}.",
    "skipped": "{seat} misses a turn.",
    "plays_again": "{seat} plays again.",
    "forwards": "Play goes to the left.",
    "backwards": "Play goes to the right.",
    "draws": "{seat} draws {count:card|cards}.",
    "stock_empty": "The stock is empty; {seat} has {count:card|cards} still to draw.",
    "passed": "{seat} passes.",
    "lapsed": "{seat} has no card to draw for the seven.",
    "last_card": "{seat} says Mau-Mau: the last card.",
    "mau_mau": "{seat} says Mau-Mau: the last card, and a jack.",
    # what a card would do
    "would_finish": "finishes",
    "would_cost": "next draws {count}",
    "would_wish": "wish a suit",
    "would_reverse": "turns round",
    "would_skip": "skips next",
    "would_play_again": "play again",
    "would_draw": "draws {count}",
    # the table
    "wish": "wished: {suit}",
    "owed": "{count:card|cards} to draw",
    "direction": "direction of play",
    "says_mau": "says Mau",
    "owes": "owes {count:card|cards}",
    "has_to_wish": "has to wish a suit",
    "has_drawn": "has drawn",
    # questions
    "ask_suit": "Which suit do you wish?",
    # how it ended
    "finished": "{seat} has no cards left.",
    "blocked": "Nobody can play and nobody can draw: the round is blocked, everybody counts.",
    "move_limit": "The round was stopped after 2,000 moves; everybody counts.",
    "counts": "{card} {points}",
    "doubled": "as much again for the jack {points}",
    "no_cards": "no cards left",
    # why not
    "not_in_hand": "That card is not in your hand.",
    "does_not_fit": "A card must have the suit or the rank of the top card, or be a jack.",
    "not_the_wish": "A suit is wished: only a card of that suit fits.",
    "jack_on_jack": "At this table a jack cannot be played on a jack.",
    "only_a_seven": "You owe cards for a seven: answer with a seven or draw.",
    "draw_for_the_seven": "You owe cards for a seven and must draw.",
    "jack_is_last": "At this table a jack cannot be the last card.",
    "wish_a_suit": "A jack wishes one of the four suits.",
    "last_wishes_nothing": "The last card wishes nothing: the round is over.",
    "names_nothing": "Only a jack wishes a suit.",
    "names_no_card": "Drawing, passing and wishing name no card.",
    "wish_first": "The dealer must first wish one of the four suits for the jack.",
    "play_or_draw": "A turn is a card played, or a card drawn.",
    "must_play": "At this table a card that fits must be played.",
    "drawn_one_that_fits": "You have a card that fits and have drawn already: play it.",
    "drawn_once": "You have drawn already: play a card that fits, or pass.",
    "draw_first": "Whoever does not play must draw.",
    "no_cards_to_draw": "There are no cards left to draw.",
    "nothing_to_draw": "There is nothing to draw, so a card that fits must be played.",
    "shuffle_first": "The cards have to be shuffled first.",
    "round_over": "The round is over.",
}

PAGE: Final = """\
Be the first to have no cards left. What the others still hold counts against them.

Everybody is dealt this many cards: {cards}. One card is turned up beside the stock. On your turn
play a card of the same suit or of the same rank as the card on top of the pile. If you cannot, or
do not want to, draw a card; you may play a card that fits then, or else you pass.

Some cards do more:
  7   the next player draws two cards and plays none, or answers with another seven; then the one
      after that draws four, then six, then eight
  8   the next player misses a turn; when two play, you play again
  J   fits on every card but a jack, and you wish the suit that must be played next

When the stock is empty, the pile without its top card is shuffled into a new one.

Whoever plays the last card ends the round, and what that card does is of no account. The others
count their cards: 7, 8, 9 and 10 as many as they say, jack 20, queen and king 10, ace 11. If the
last card was a jack, the others count double. If nobody can play and nothing is left to draw, the
round is blocked and everybody counts.

The points are added up round by round, and the seat to the left of the dealer deals next. When the
match ends is by {ends} here: by points when somebody has {limit}, by rounds after {rounds} of them.
The lowest total wins.

Saying Mau with one card left is done for you. House rules change most of this: a nine may turn the
direction round, an ace may give another turn, a jack may go on a jack, a card that fits may have to
be played, drawing may go on until a card fits.
"""

MAU_MAU: Final = register(
    Game(
        name="mau-mau",
        title="Mau-Mau",
        version=1,
        rules=MauMauRules(),
        seats=_seats,
        start=MauMau,
        settle=_settle,
        bound=2 * MAX_MOVES + 1,
        page=PAGE,
        words=WORDS,
        verbs=frozenset({Verb.PLAY, Verb.DRAW, Verb.PASS, Verb.NAME}),
        sense=_sense,
        presets={
            "usual": {},
            "short": {"ends": "rounds", "rounds": 3},
            "strict": {"must_play": True, "sevens": "draw", "last_jack": "forbidden"},
            "lively": {
                "nine_reverses": True,
                "ace_again": True,
                "first_card": "counts",
                "jack_on_jack": True,
            },
            "long-draw": {"draw": "until", "must_play": True},
        },
    )
)
