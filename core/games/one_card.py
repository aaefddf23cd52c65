"""One Card: bid for points, take tricks, mind the joker and the card in the centre (C-1 to C-14).

A played card is public after the play, so who wins a trick, what it is worth and which suit was
named follow for everybody. Who could have followed suit is known to the hand alone: `judge`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Self

from core.cards import CARDS, HIDDEN, JOKER, SUIT_LETTERS, Card, Rank
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
from core.moves import CHANCE, Chance, Choice, Deal, Move, MoveTable, Pick, Verb
from core.options import number, one_of, switch

RANKS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE)
PACK: Final = (*(face for face in CARDS[:52] if face.rank in RANKS), JOKER)
MOST: Final = 15
"""The points in the pack, and the highest bid (C-3, C-4)."""

LEAST_BID: Final = {2: 8, 3: 7, 4: 6}
HAND: Final = {2: 12, 3: 8, 4: 6}
MAX_REDEALS: Final = 10
MAX_HANDS: Final = 200
NONE: Final = -1
PASSED: Final = 0
AUCTION, LEAD, FOLLOW, REVERSE, OVER = range(5)
PHASES: Final = ("auction", "lead", "follow", "reverse", "over")


@dataclass(frozen=True, slots=True)
class OneCardRules:
    """The house rules of One Card (table 3(b) of the rules)."""

    target: int = number(30, 10, 100, "How many points win.")
    no_bid_leader: str = one_of(
        "opposite",
        {
            "opposite": "the player opposite the dealer",
            "left_of_dealer": "the player left of the dealer",
        },
        "Who leads when nobody bid.",
    )
    failed_bid: str = one_of(
        "zero",
        {
            "zero": "the bidder scores nothing for the hand",
            "minus_bid": "the bid is taken off the bidder's total",
        },
        "What a bid costs that was not made.",
    )
    joker_first_lead: str = one_of(
        "name_trump",
        {
            "name_trump": "the bidder names the trump suit with it",
            "forbidden": "the first lead must be another card",
            "spades": "spades are trump then",
        },
        "What happens when the bidder's first lead is the joker.",
    )
    reverse_in_no_bid: bool = switch(
        False, "The joker may turn the order round also in a hand without a bid."
    )
    tie_30: str = one_of(
        "highest_then_play_on",
        {
            "highest_then_play_on": "the highest total wins; shared, another hand is played",
            "bidder_first": "the bidder of the last hand wins if they have reached the target",
            "shared": "the highest total wins, and may be shared",
        },
        "Who wins when several players reach the target.",
    )
    auction: str = one_of(
        "open",
        {
            "open": "it goes round until one bidder is left",
            "single_round": "everybody speaks once",
        },
        "How long the auction goes on.",
    )
    pass_final: bool = switch(
        True,
        "Whoever has passed may not bid again in this hand; otherwise the auction ends when all "
        "others pass after a bid.",
    )
    no_bid_hand: str = one_of(
        "play",
        {
            "play": "the hand is played without trump",
            "redeal": "the next dealer deals anew, ten times at most; then the dealer must bid",
            "dealer_must_bid": "the dealer must bid if nobody else has",
        },
        "What happens when everybody passes.",
    )
    joker_on_trump_lead: str = one_of(
        "as_trump",
        {
            "as_trump": "it may be played like any trump",
            "only_if_no_other": "only by a player without another trump",
        },
        "When the joker may follow a trump lead.",
    )
    joker_no_bid: str = one_of(
        "top",
        {
            "top": "it is the highest card of all",
            "powerless": "it wins no trick, except one to which it is led and nobody can follow",
        },
        "What the joker is worth in a hand without a bid.",
    )
    joker_lead_no_bid: str = one_of(
        "free",
        {
            "free": "the others play whatever they like",
            "leader_names_suit": "the leader names a suit, which must be followed",
        },
        "What a led joker asks for in a hand without a bid.",
    )
    reverse_right: str = one_of(
        "trick_winner",
        {
            "trick_winner": "whoever wins the trick with the joker, also their own",
            "capture_from_other": "whoever takes the joker from somebody else",
        },
        "Who may turn the order round.",
    )
    bidder_scores: str = one_of(
        "taken",
        {"taken": "the points that they took", "bid": "the bid"},
        "What a bidder scores who made the bid.",
    )


_SUIT: Final = tuple(NONE if face >= JOKER else int(face.suit) for face in CARDS)
_UP: Final = tuple(
    len(RANKS) - RANKS.index(face.rank) if face in PACK[:-1] else 0 for face in CARDS
)
"""How high a card is uptown: ace 6 … nine 1; the joker 0."""

_SUIT_IN: Final = tuple(
    tuple(trump if suit == NONE else suit for suit in _SUIT) for trump in (0, 1, 2, 3, NONE)
)
"""By trump, then by face: the suit of a card; the joker is a trump, or has none (C-8)."""

_POINTS: Final = tuple(
    3 if face is JOKER else int(face.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)) for face in CARDS
)

_JOKER_POINTS: Final = _POINTS[JOKER]
_PLAY: Final = int(Verb.PLAY)
_PLAYS: Final = MoveTable(Verb.PLAY)
_PLAIN: Final[list[Choice]] = []
_NAMING: Final[list[Choice]] = []
_SUITS: Final = range(4)
_PASS: Final = Choice(Move(Verb.PASS))
_BIDS: Final = tuple(Choice(Move(Verb.BID), range(low, MOST + 1), "bid") for low in range(MOST + 1))
_REVERSAL: Final = [Choice(Move(Verb.NAME), (0, 1), "reverse")]
_JOKER_HEIGHTS: Final = {"bid": 100, "top": 1_000, "powerless": 0}


@lru_cache(maxsize=512)
def _ranked(trump: int, led: int, downtown: bool, joker: str) -> tuple[int, ...]:
    """By face: how high it stands in a trick; below 0 it takes nothing (C-7, C-10).

    `joker` is `bid` in a hand with a bid, else the rule for the joker. A powerless one is above
    what can take nothing, and so takes a trick that it leads and nobody follows.
    """
    heights = []
    for suit, up in zip(_SUIT, _UP, strict=True):
        height = 7 - up if downtown else up
        if suit == NONE:
            heights.append(_JOKER_HEIGHTS[joker])
        elif suit == trump:
            heights.append(100 + height)
        else:
            heights.append(height if suit == led else NONE)
    return tuple(heights)


def _make_choices(slots: int) -> None:
    """Make the choices of all slots below `slots`; they are values and serve every state."""
    _PLAYS.upto(slots)
    for move in _PLAYS[len(_PLAIN) :]:
        _PLAIN.append(Choice(move))
        _NAMING.append(Choice(move, _SUITS, "suit"))


class OneCard:
    """One hand of One Card, as one person knows it.

    `calls` is by seat what was said last: None, `PASSED` or a bid. `trick` holds seats and slots,
    leader first; a complete one stays until the next lead, and then is `won_by` somebody. `led` is
    the suit to follow, `NONE` for nothing. `points` were taken in tricks.
    """

    __slots__ = (
        "bid",
        "bidder",
        "calls",
        "centre",
        "dealer",
        "downtown",
        "faces",
        "first",
        "hands",
        "led",
        "passes",
        "phase",
        "points",
        "redeals",
        "rules",
        "taken",
        "totals",
        "trick",
        "tricks",
        "trump",
        "turn",
        "won_by",
    )

    def __init__(self, rules: OneCardRules, start: Start) -> None:
        seats = len(start.live)
        self.rules = rules
        self.totals = start.totals
        self.dealer = start.dealer
        self.faces: list[Card] = []
        self.turn: int | None = CHANCE
        self.phase = AUCTION
        self.first = 0
        self.redeals = 0
        self.centre = NONE
        self.calls: list[int | None] = [None] * seats
        self.passes = 0
        self.bid = 0
        self.bidder: int | None = None
        self.trump = self.led = NONE
        self.downtown = False
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.taken: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.trick: list[tuple[int, int]] = []
        self.won_by: int | None = None
        self.tricks = 0

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A state of its own, with other faces if they are given."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.faces = list(self.faces) if faces is None else faces
        twin.calls = self.calls[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.taken = [each[:] for each in self.taken]
        twin.points = self.points[:]
        twin.trick = self.trick[:]
        return twin

    # What may be done

    def moves(self) -> Sequence[Choice]:
        """Bids and a pass (C-4), cards (C-9), or the question of the joker (C-11)."""
        turn, phase = self.turn, self.phase
        if turn is None or turn < 0:
            return []
        try:
            if phase == FOLLOW:
                return self._follows(self.hands[turn], self.led)
            if phase == LEAD:
                return self._leads(self.hands[turn])
        except IndexError:
            raise HiddenFaceError("the hand on turn is not known here") from None
        if phase == REVERSE:
            return _REVERSAL
        bids = _BIDS[max(self.bid + 1, LEAST_BID[len(self.hands)])]
        return [bids] if self._must_bid() else [bids, _PASS]

    def _follows(self, hand: Sequence[int], led: int) -> list[Choice]:
        if led != NONE:
            faces, suits = self.faces, _SUIT_IN[self.trump]
            following = [_PLAIN[slot] for slot in hand if suits[faces[slot]] == led]
            if led == self.trump and len(following) > 1 and self._joker_waits():
                return [_PLAIN[slot] for slot in hand if _SUIT[faces[slot]] == led]
            if following:
                return following
        return [_PLAIN[slot] for slot in hand]

    def _leads(self, hand: Sequence[int]) -> list[Choice]:
        names = self._joker_names()
        if names is not False:
            faces = self.faces
            if JOKER in [faces[slot] for slot in hand]:
                if names is None:
                    return [_PLAIN[slot] for slot in hand if faces[slot] is not JOKER]
                return [(_NAMING if faces[slot] is JOKER else _PLAIN)[slot] for slot in hand]
        return [_PLAIN[slot] for slot in hand]

    def _joker_names(self) -> bool | None:
        """Whether a led joker names a suit now; None when it may not be led."""
        if self.bidder is None:
            return self.rules.joker_lead_no_bid == "leader_names_suit"
        if self.trump != NONE:
            return False
        rule = self.rules.joker_first_lead
        return None if rule == "forbidden" else rule == "name_trump"

    def _joker_waits(self) -> bool:
        """Whether the joker may follow a trump lead only for want of another trump."""
        return (
            self.bidder is not None
            and self.led == self.trump
            and self.rules.joker_on_trump_lead == "only_if_no_other"
        )

    def _suit(self, face: Card) -> int:
        """The suit of a card in this hand: the joker is a trump, or has none (C-8)."""
        return _SUIT_IN[self.trump][face]

    def _must_bid(self) -> bool:
        """Whether the dealer may not pass: everybody else has, and the house wants a bid."""
        forced = self.rules.no_bid_hand == "dealer_must_bid" or (
            self.rules.no_bid_hand == "redeal" and self.redeals >= MAX_REDEALS
        )
        others = len(self.calls) - 1
        return forced and not self.bid and self.turn == self.dealer and self.passes >= others

    def judge(self, move: Move) -> None:
        """A revoke: the suit that was led is in the hand (C-9); a joker that has to wait."""
        if self.phase != FOLLOW or move.verb != _PLAY or move.slot is None or self.turn is None:
            return
        faces, hand = self.faces, self.hands[self.turn]
        if move.slot not in hand or self.led == NONE:
            return
        following = [slot for slot in hand if self._suit(faces[slot]) == self.led]
        if following and move.slot not in following:
            raise IllegalMove("follow_suit", suit=self.led)
        if len(following) > 1 and faces[move.slot] is JOKER and self._joker_waits():
            raise IllegalMove("joker_waits")

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a card would do: make or name the trump, take the trick, or not.

        Nothing is said of a card that may not be played to this trick.
        """
        verb, slot, _ = move
        seat = None if slot is None else self._holder(slot)
        if verb != _PLAY or slot is None or seat is None:
            return ()
        if self.phase == LEAD and seat == self.turn:
            return self._foresee_lead(self.faces[slot])
        if self.phase == FOLLOW and seat not in [player for player, _ in self.trick]:
            return self._foresee_follow(seat, slot)
        return ()

    def _holder(self, slot: int) -> int | None:
        """The seat that has this slot in its hand."""
        return next((seat for seat, hand in enumerate(self.hands) if slot in hand), None)

    def _foresee_lead(self, face: Card) -> tuple[Note, ...]:
        names = face is JOKER and self._joker_names()
        if self.bidder is None:
            return (note("names_a_suit"),) if names else ()
        if self.trump != NONE or names is None:
            return ()
        return (note("names_trump"),) if names else (note("makes_trump", suit=max(_SUIT[face], 0)),)

    def _foresee_follow(self, seat: int, slot: int) -> tuple[Note, ...]:
        hand, faces, heights = self.hands[seat], self.faces, self._heights()
        if not any(choice.move.slot == slot for choice in self._follows(hand, self.led)):
            return ()
        if heights[faces[slot]] <= heights[faces[self._best(self.trick)[1]]]:
            return (note("would_lose"),)
        last = len(self.trick) == len(self.hands) - 1
        return (note("would_take" if last else "would_win"),)

    # What happens

    def apply(self, move: Move) -> Events:
        """Take a call, a card, an answer, or a deal; raises `IllegalMove` and changes nothing."""
        seat, phase = self.turn, self.phase
        if seat is None:
            raise IllegalMove("round_over")
        if seat < 0:
            return self._deal(move)
        if phase == AUCTION:
            return self._call(seat, move)
        if phase == REVERSE:
            return self._reverse(seat, move)
        # A card (C-5, C-9); the hot path stands here, as a call costs more than its work.
        verb, slot, named = move
        if verb != _PLAY:
            raise IllegalMove("only_cards")
        hands, trick = self.hands, self.trick
        hand, count = hands[seat], len(hands)
        if type(slot) is not int or slot not in hand:
            raise IllegalMove("not_in_hand")
        face = self._seen(slot)
        if phase == LEAD:
            return self._lead(seat, slot, face, named)
        if named is not None:
            raise IllegalMove("names_nothing")
        if len(trick) < count - 1:
            hand.remove(slot)
            trick.append((seat, slot))
            self.turn = (seat + 1) % count
            return Events(_tell_play, seat, face)
        if len(hand) == 1:
            self._seen(self.centre)  # the last card turns it up
        hand.remove(slot)
        trick.append((seat, slot))
        return Events(_tell_last, seat, face, self._close_trick())

    def _call(self, seat: int, move: Move) -> Events:
        """A bid or a pass (C-4)."""
        verb, slot, value = move
        if slot is not None or verb not in (Verb.BID, Verb.PASS):
            raise IllegalMove("bid_or_pass")
        if verb == Verb.PASS:
            if value is not None:
                raise IllegalMove("bid_or_pass")
            if self._must_bid():
                raise IllegalMove("dealer_must_bid")
            self.calls[seat] = PASSED
            self.passes += 1
        else:
            least = max(self.bid + 1, LEAST_BID[len(self.hands)])
            if type(value) is not int:
                raise IllegalMove("bid_or_pass")
            if value > MOST:
                raise IllegalMove("bid_too_high", most=MOST)
            if value < least:
                raise IllegalMove("bid_too_low", least=least)
            self.calls[seat] = self.bid = value
            self.bidder = seat
            self.passes = 0
        said = self.calls[seat]
        ended = self._next_call(seat)
        return Events(_tell_call, seat, said, ended, self.bidder, self.bid, self.turn)

    def _next_call(self, seat: int) -> str:
        """Give the word on, or end the auction; says how it ended, if it did."""
        count, silent = len(self.calls), self.calls.count(PASSED)
        if self.bidder is None:
            over = silent == count
        elif self.bid == MOST:
            over = True
        elif self.rules.auction == "single_round":
            over = None not in self.calls
        elif self.rules.pass_final:
            over = silent == count - 1
        else:
            over = self.passes >= count - 1
        if not over:
            self.turn = self._next_speaker(seat)
            return ""
        if self.bidder is not None:
            self.phase, self.turn = LEAD, self.bidder
            return "bid"
        if self.rules.no_bid_hand == "redeal":
            self.turn = CHANCE
            return "redeal"
        assert self.dealer is not None, "the dealer is known in the auction"
        steps = 1 if self.rules.no_bid_leader == "left_of_dealer" else count // 2
        self.phase, self.turn = LEAD, (self.dealer + steps) % count
        return "no_bid"

    def _next_speaker(self, seat: int) -> int:
        final = self.rules.pass_final or self.bidder is None
        while True:
            seat = (seat + 1) % len(self.calls)
            if not (final and self.calls[seat] == PASSED):
                return seat

    def _lead(self, seat: int, slot: int, face: Card, named: int | None) -> Events:
        """Begin a trick; the first lead of a bidder makes trump (C-5)."""
        names = self._joker_names() if face is JOKER else False
        if names is None:
            raise IllegalMove("joker_not_first")
        if names and (type(named) is not int or named not in _SUITS):
            raise IllegalMove("no_such_suit")
        if not names and named is not None:
            raise IllegalMove("names_nothing")
        made_trump = NONE
        if self.bidder is not None and self.trump == NONE:
            self.trump = made_trump = max(_SUIT[face], 0) if named is None else named
        self.led = _SUIT_IN[self.trump][face] if named is None else named
        if self.won_by is not None:
            self._gather()
        self.hands[seat].remove(slot)
        self.trick.append((seat, slot))
        self.phase, self.turn = FOLLOW, (seat + 1) % len(self.hands)
        return Events(_tell_lead, seat, face, made_trump, named)

    def _gather(self) -> None:
        """The trick that was shown goes to who won it."""
        assert self.won_by is not None, "a trick was won"
        self.taken[self.won_by] += [slot for _, slot in self.trick]
        self.trick, self.won_by = [], None

    def _heights(self) -> tuple[int, ...]:
        """By face: how high it stands in this trick."""
        joker = self.rules.joker_no_bid if self.bidder is None else "bid"
        return _ranked(self.trump, self.led, self.downtown, joker)

    def _best(self, trick: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The seat and slot that win so far."""
        faces, heights = self.faces, self._heights()
        best = trick[0]
        most = heights[faces[best[1]]]
        for entry in trick:
            height = heights[faces[entry[1]]]
            if height > most:
                best, most = entry, height
        return best

    def _close_trick(self) -> tuple[int, int, int]:
        """Who took the trick, for how many points, and the centre card or `NONE` before the end."""
        faces, trick, worth = self.faces, self.trick, 0
        winner = self._best(trick)[0]
        for _, slot in trick:
            worth += _POINTS[faces[slot]]
        self.points[winner] += worth
        self.won_by = winner
        self.tricks += 1
        if not self.hands[winner]:
            self.phase, self.turn = OVER, None
            return winner, worth, faces[self.centre]
        self.phase, self.turn = LEAD, winner
        if worth >= _JOKER_POINTS:
            for seat, slot in trick:
                if faces[slot] is JOKER and self._may_reverse(winner, seat):
                    self.phase = REVERSE
        return winner, worth, NONE

    def _seen(self, slot: int) -> Card:
        """The face of a slot; raises `HiddenFaceError` when it was not seen here."""
        try:
            face = self.faces[slot]
        except IndexError:
            face = HIDDEN
        if face is HIDDEN:
            raise HiddenFaceError(f"the face of slot {slot} is not known here")
        return face

    def _may_reverse(self, winner: int, player: int) -> bool:
        """Whether the winner of the joker's trick is asked (C-11)."""
        if self.bidder is None and not self.rules.reverse_in_no_bid:
            return False
        return self.rules.reverse_right == "trick_winner" or winner != player

    def _reverse(self, seat: int, move: Move) -> Events:
        if move.verb != Verb.NAME or move.slot is not None:
            raise IllegalMove("answer_first")
        if type(move.value) is not int or move.value not in (0, 1):
            raise IllegalMove("yes_or_no")
        self.downtown = move.value == 1
        self.phase = LEAD
        return Events(_tell_reverse, seat, move.value)

    # Chance

    @property
    def chance(self) -> tuple[Chance, ...]:
        """The first dealer and the deal (C-2), or a new deal of the next dealer."""
        if self.turn != CHANCE:
            return ()
        deal = Deal(PACK, self.first)
        return (deal,) if self.dealer is not None else (Pick(len(self.hands)), deal)

    def _deal(self, move: Move) -> Events:
        picks = self.dealer is None
        count = len(self.hands)
        fits = move.value in range(count) if picks else move.value is None
        if (
            move.verb != Verb.SHUFFLE
            or move.slot is not None
            or not fits
            or type(move.value) is not (int if picks else type(None))
        ):
            raise IllegalMove("shuffle_first")
        again = self.calls.count(PASSED) == count
        if self.dealer is None:
            self.dealer = move.value
        elif again:
            self.dealer = (self.dealer + 1) % count
            self.redeals += 1
        assert self.dealer is not None, "picked, or known before"
        first, size = self.first, HAND[count] * count
        _make_choices(first + len(PACK))
        for place in range(count):
            seat = (self.dealer + 1 + place) % count
            self.hands[seat] = list(range(first + place, first + size, count))
        self.centre = first + size
        self.first = first + len(PACK)
        self.calls = list[int | None]([None] * count)
        self.passes = 0
        self.turn = (self.dealer + 1) % count
        return Events(_tell_deal, self.dealer)

    # What can be seen

    def zones(self) -> list[Zone]:
        """Hands are their owner's; tricks are open; the centre card is hidden until the end."""
        over = self.turn is None
        zones = [
            Zone("hand", seat, EVERYBODY if over else seat, tuple(hand))
            for seat, hand in enumerate(self.hands)
        ]
        zones += [Zone("trick", seat, EVERYBODY, (slot,)) for seat, slot in self.trick]
        zones += [
            Zone("taken", seat, EVERYBODY, tuple(each)) for seat, each in enumerate(self.taken)
        ]
        if self.centre != NONE:
            zones.append(Zone("centre", None, EVERYBODY if over else NOBODY, (self.centre,)))
        return zones

    def hand(self, seat: int) -> list[int]:
        """The slots of a hand in the order in which they were received."""
        return self.hands[seat]

    def public(self) -> list[Any]:
        """Everything but the hidden faces, as plain values."""
        open_slots = [slot for _, slot in self.trick] + [s for each in self.taken for s in each]
        return [
            -2 if self.turn is None else self.turn,
            self.dealer,
            self.phase,
            [self.first, self.centre, self.redeals, self.passes, self.tricks],
            self.calls[:],
            [self.bid, self.bidder, self.trump, self.led, int(self.downtown)],
            [hand[:] for hand in self.hands],
            [each[:] for each in self.taken],
            [list(entry) for entry in self.trick],
            self.won_by,
            self.points[:],
            [int(self.faces[slot]) for slot in open_slots],
        ]

    def facts(self) -> Mapping[str, Any]:
        """The quantities that C-1 to C-14 name."""
        return {
            "dealer": self.dealer,
            "phase": PHASES[self.phase],
            "bids": ["pass" if call == PASSED else call for call in self.calls],
            "bid": self.bid or None,
            "bidder": self.bidder,
            "leader": self._leader(),
            "trump": _letter(self.trump),
            "led": _letter(self.led) if self.phase == FOLLOW else None,
            "order": "downtown" if self.downtown else "uptown",
            "reversible": self._reversible(),
            "taken_points": self._taken(),
            "tricks": self.tricks,
            "won_by": self.won_by,
            "redeals": self.redeals,
            "totals": self._totals(),
            "live": [True] * len(self.hands),
        }

    def _reversible(self) -> bool:
        """Whether the order may still turn round (C-11): nobody has the joker, tricks follow."""
        if self.phase == REVERSE:
            return True
        if self.phase not in (LEAD, FOLLOW) or self.tricks >= HAND[len(self.hands)] - 1:
            return False
        if self.bidder is None and not self.rules.reverse_in_no_bid:
            return False
        won = [slot for each in self.taken for slot in each]
        if self.won_by is not None:
            won += [slot for _, slot in self.trick]
        return JOKER not in [self.faces[slot] for slot in won]

    def _taken(self) -> list[int]:
        """What each has taken; after the last trick with the card in the centre (C-12)."""
        taken = self.points[:]
        if self.turn is None and self.won_by is not None:
            taken[self.won_by] += _POINTS[self.faces[self.centre]]
        return taken

    def _totals(self) -> list[int]:
        """The totals before the hand, and after it once it is over."""
        outcome = self.outcome()
        if outcome is None:
            return list(self.totals)
        return [
            total + score.points for total, score in zip(self.totals, outcome.scores, strict=True)
        ]

    def _leader(self) -> int | None:
        """Who leads, or led, the trick on the table."""
        if self.phase in (LEAD, REVERSE):
            return self.turn
        return self.trick[0][0] if self.trick else None

    def board(self) -> Board:
        """The contract, trump and order; what each has called, leads, wins and has taken."""
        totals, taken = self._totals(), self._taken()
        gauges = []
        if self.bidder is not None:
            gauges.append(note("contract", seat=self.bidder, bid=self.bid))
        elif self.phase != AUCTION:
            gauges.append(note("no_contract"))
        if self.trump != NONE:
            gauges.append(note("trump", suit=self.trump))
        if self.phase != AUCTION:
            gauges.append(note("downtown" if self.downtown else "uptown"))
        return Board(
            tuple(gauges),
            tuple(
                SeatFacts(len(hand), True, score=totals[seat], says=self._says(seat, taken[seat]))
                for seat, hand in enumerate(self.hands)
            ),
        )

    def _says(self, seat: int, taken: int) -> tuple[Note, ...]:
        if self.phase == AUCTION:
            call = self.calls[seat]
            if call is None:
                return ()
            return (note("says_pass"),) if call == PASSED else (note("says_bid", bid=call),)
        said = []
        if self.trick:
            if self.trick[0][0] == seat:
                said.append(note("leads"))
            if self.won_by == seat:
                said.append(note("won_it"))
            elif self.won_by is None and self._best(self.trick)[0] == seat:
                said.append(note("winning"))
        if self.tricks:
            said.append(note("has_taken", points=taken))
        return tuple(said)

    def outcome(self) -> Outcome | None:
        """What each scores for the hand (C-12, C-13), with the reasons."""
        if self.turn is not None:
            return None
        assert self.won_by is not None, "the last trick was won"
        centre, taken = self.faces[self.centre], self._taken()
        scores = []
        for seat, points in enumerate(taken):
            reasons = [note("took", points=self.points[seat])]
            if seat == self.won_by:
                reasons.append(note("took_centre", card=centre, points=_POINTS[centre]))
            if seat == self.bidder:
                reasons += self._contract(points)
                points = self._bidder_score(points)
            scores.append(Score(points, tuple(reasons)))
        most = max(score.points for score in scores)
        ranks: dict[int, list[int]] = {}
        for seat, score in enumerate(scores):
            ranks.setdefault(score.points, []).append(seat)
        return Outcome(
            why=self._why(taken),
            winners=tuple(ranks[most]),
            places=tuple(tuple(ranks[points]) for points in sorted(ranks, reverse=True)),
            scores=tuple(scores),
        )

    def _bidder_score(self, taken: int) -> int:
        if taken < self.bid:
            return -self.bid if self.rules.failed_bid == "minus_bid" else 0
        return self.bid if self.rules.bidder_scores == "bid" else taken

    def _contract(self, taken: int) -> list[Note]:
        """Why the bidder's score is not what was taken; empty when it is."""
        change = self._bidder_score(taken) - taken
        if taken < self.bid:
            return [note("missed", bid=self.bid, points=change)]
        return [note("only_the_bid", bid=self.bid, points=change)] if change else []

    def _why(self, taken: Sequence[int]) -> Note:
        dealer = -1 if self.dealer is None else self.dealer
        if self.bidder is None:
            return note("nobody_bid", dealer=dealer)
        made = taken[self.bidder] >= self.bid
        return note(
            "bid_made" if made else "bid_missed",
            seat=self.bidder,
            bid=self.bid,
            points=taken[self.bidder],
            dealer=dealer,
        )


def _letter(suit: int) -> str | None:
    return None if suit == NONE else SUIT_LETTERS[suit]


def _tell_deal(dealer: int) -> Iterator[Note]:
    yield note("dealt", seat=dealer)


def _tell_call(
    seat: int, said: int, ended: str, bidder: int | None, bid: int, leader: int | None
) -> Iterator[Note]:
    yield note("passes", seat=seat) if said == PASSED else note("bids", seat=seat, bid=said)
    if ended == "bid":
        yield note("plays_for", seat=bidder or 0, bid=bid)
    elif ended == "no_bid":
        yield note("no_bid", seat=leader or 0)
    elif ended == "redeal":
        yield note("redeal")


def _tell_lead(seat: int, face: Card, made_trump: int, named: int | None) -> Iterator[Note]:
    yield note("led", seat=seat, card=face)
    if made_trump != NONE:
        yield note("trump_is", suit=made_trump)
    elif named is not None:
        yield note("names_suit", seat=seat, suit=named)


def _tell_play(seat: int, face: Card) -> Iterator[Note]:
    yield note("played", seat=seat, card=face)


def _tell_last(seat: int, face: Card, trick: tuple[int, int, int]) -> Iterator[Note]:
    winner, worth, centre = trick
    yield note("played", seat=seat, card=face)
    yield note("takes", seat=winner, points=worth)
    if centre != NONE:
        yield note("turns_up", seat=winner, card=centre)


def _tell_reverse(seat: int, answer: int) -> Iterator[Note]:
    yield note("goes_downtown" if answer else "stays_uptown", seat=seat)


def _settle(rules: OneCardRules, start: Start, outcome: Outcome) -> Settlement:
    """Totals, and whether one player has won (C-14)."""
    totals = tuple(
        total + score.points for total, score in zip(start.totals, outcome.scores, strict=True)
    )
    winners = _winners(rules, start, totals, outcome.why)
    ranks: dict[tuple[int, int], list[int]] = {}
    for seat, total in enumerate(totals):
        ranks.setdefault((int(seat in winners), total), []).append(seat)
    places = tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True))
    dealer = (outcome.why.values["dealer"] + 1) % len(totals)
    nobody = tuple(False for _ in totals)
    return Settlement(totals, nobody, None if winners else dealer, winners, places)


def _winners(
    rules: OneCardRules, start: Start, totals: Sequence[int], why: Note
) -> tuple[int, ...]:
    most = max(totals)
    top = tuple(seat for seat, total in enumerate(totals) if total == most)
    if most < rules.target:
        return top if start.number >= MAX_HANDS else ()
    bidder = why.values.get("seat")
    if rules.tie_30 == "bidder_first" and bidder is not None and totals[bidder] >= rules.target:
        return (bidder,)
    shared = rules.tie_30 == "shared" or start.number >= MAX_HANDS
    return top if len(top) == 1 or shared else ()


# How a sensible person plays


def _sense(state: OneCard, seat: int) -> list[tuple[float, Move]]:
    """Bid what the hand should take; win what is worth it cheaply; give points to nobody."""
    if state.phase == AUCTION:
        return _sense_of_bids(state, seat)
    if state.phase == REVERSE:
        down = sum(7 - 2 * _UP[state.faces[slot]] for slot in state.hands[seat])
        return [(float(answer * down), Move(Verb.NAME, None, answer)) for answer in (0, 1)]
    unseen = _unseen(state, seat)
    ranked = []
    for choice in state.moves():
        slot = choice.move.slot
        assert slot is not None, "a card is played"
        face = state.faces[slot]
        leads = state.phase == LEAD
        worth = (
            _lead_worth(state, seat, face, unseen) if leads else _follow_worth(state, face, unseen)
        )
        move = choice.move if choice.values is None else choice.naming(_best_suit(state, seat)[1])
        ranked.append((worth, move))
    return ranked


_ACE: Final = _UP[PACK[0]]

_EXPECTED: Final = {
    2: (1.3, (2.1, 2.1, 2.1, 2.4, 2.6, 2.0), 1.2, 0.3, -0.5),
    3: (-1.4, (2.4, 2.4, 2.7, 2.9, 3.7, 3.8), 2.3, 0.5, -0.4),
    4: (-2.2, (2.9, 2.9, 3.0, 3.4, 3.9, 5.1), 2.9, 0.7, -0.5),
}
"""By seats: the points of a bidder as some thousands of hands had them, at the least, and more for
each trump from the nine to the ace, the joker, each ace beside, each queen or jack beside."""


def _expected(hand: Sequence[Card], trump: int, seats: int) -> float:
    """The points that a hand should take as the bidder's with this trump."""
    total, by_height, joker, ace, loose = _EXPECTED[seats]
    for face in hand:
        up = _UP[face]
        if face is JOKER:
            total += joker
        elif _SUIT[face] == trump:
            total += by_height[up - 1]
        elif up == _ACE:
            total += ace
        elif up in (3, 4):
            total += loose
    return total


def _best_suit(state: OneCard, seat: int) -> tuple[float, int]:
    """What the hand should take with the suit that suits it best as trump, and that suit."""
    hand = [state.faces[slot] for slot in state.hands[seat]]
    return max((_expected(hand, suit, len(state.hands)), suit) for suit in _SUITS)


def _unseen(state: OneCard, seat: int) -> list[Card]:
    """The cards that others may hold: not in the own hand, not played."""
    seen = {state.faces[slot] for slot in state.hands[seat]}
    seen |= {state.faces[slot] for _, slot in state.trick}
    seen |= {state.faces[slot] for each in state.taken for slot in each}
    return [face for face in PACK if face not in seen]


def _sense_of_bids(state: OneCard, seat: int) -> list[tuple[float, Move]]:
    """Bid the least that is allowed while the hand should take it, else pass.

    Four such bids in five are made. One that costs points when it is missed wants a point more.
    """
    expected = _best_suit(state, seat)[0] - (state.rules.failed_bid == "minus_bid")
    ranked = []
    for choice in state.moves():
        if choice.values is None:
            ranked.append((0.0, choice.move))
        else:
            least = choice.values[0]
            ranked.append((expected - least, choice.naming(least)))
    return ranked


def _sure(state: OneCard, face: Card, unseen: Sequence[Card]) -> bool:
    """Whether no card that others may hold beats a lead; a joker as lowest trump is left aside."""
    if face is JOKER:
        return state.bidder is None and state.rules.joker_no_bid == "top"
    suit = state._suit(face)
    height = 7 - _UP[face] if state.downtown else _UP[face]
    for other in unseen:
        if other is JOKER:
            if state.bidder is None and state.rules.joker_no_bid == "top":
                return False
            continue
        its = 7 - _UP[other] if state.downtown else _UP[other]
        if _SUIT[other] == suit and its > height:
            return False
        if _SUIT[other] == state.trump and suit != state.trump:
            return False
    return True


def _lead_worth(state: OneCard, seat: int, face: Card, unseen: Sequence[Card]) -> float:
    """Draw trump as the bidder, cash what is sure, lead low and worthless otherwise."""
    height = 7 - _UP[face] if state.downtown else _UP[face]
    points = _POINTS[face]
    if face is JOKER:
        return 40.0 if _sure(state, face, unseen) else -30.0
    if state.trump == NONE and state.bidder == seat:
        wanted = 30.0 if _SUIT[face] == _best_suit(state, seat)[1] else 0.0
        return wanted + (10.0 if height == _ACE else 5.0 - 5.0 * points - 0.1 * height)
    if _sure(state, face, unseen):
        drawn = _SUIT[face] == state.trump and state.bidder == seat
        return 20.0 + 5 * points + (10.0 if drawn else 0.0)
    return 5.0 - height - 4.0 * points


def _follow_worth(state: OneCard, face: Card, unseen: Sequence[Card]) -> float:
    """Take what is worth it with the cheapest card that will do; throw off what costs nothing."""
    heights = state._heights()
    height = heights[face]
    best = heights[state.faces[state._best(state.trick)[1]]]
    worth = sum(_POINTS[state.faces[slot]] for _, slot in state.trick) + _POINTS[face]
    last = len(state.trick) == len(state.hands) - 1
    price = (7 - _UP[face] if state.downtown else _UP[face]) + (
        4 if face is not JOKER and _SUIT[face] == state.trump else 0
    )
    if height > best:
        sure = last or not any(heights[one] > height for one in unseen)
        gain = 6.0 * worth if sure else 2.5 * worth - 3.0 * _POINTS[face]
        return gain + 2.0 - 0.8 * price
    return -6.0 * _POINTS[face] - 0.5 * price


WORDS: Final = {
    # what happened
    "dealt": "{seat} deals, and one card lies face down in the centre.",
    "bids": "{seat} bids {bid}.",
    "passes": "{seat} passes.",
    "plays_for": "{seat} plays for {bid:point|points}.",
    "no_bid": "Nobody bid: no trump. {seat} leads.",
    "redeal": "Nobody bid: the next dealer deals anew.",
    "led": "{seat} leads {card}.",
    "played": "{seat}: {card}",
    "trump_is": "Trump is {suit}.",
    "names_suit": "{seat} names {suit}.",
    "takes": "{seat} takes the trick: {points:point|points}.",
    "turns_up": "The card in the centre is {card}; {seat} takes it with the last trick.",
    "goes_downtown": "{seat} turns the order round: downtown, nine high.",
    "stays_uptown": "{seat} leaves the order as it is: uptown.",
    # what a card would do
    "makes_trump": "trump {suit}",
    "names_trump": "names trump",
    "names_a_suit": "names a suit",
    "would_win": "wins so far",
    "would_take": "takes it",
    "would_lose": "does not win",
    # the table
    "contract": "{seat} plays for {bid}",
    "no_contract": "no bid, no trump",
    "trump": "trump {suit}",
    "uptown": "uptown",
    "downtown": "downtown",
    "says_bid": "bids {bid}",
    "says_pass": "passed",
    "leads": "led",
    "winning": "winning",
    "won_it": "took it",
    "has_taken": "has {points:point|points}",
    # questions
    "ask_bid": "How many points do you undertake to take?",
    "about_bid": "The highest bidder makes trump, and has to take what was bid.",
    "ask_suit": "Which suit does the joker name?",
    "ask_reverse": "You took the joker. Which order from now on?",
    "reverse_0": "uptown",
    "reverse_1": "downtown",
    # how it ended
    "nobody_bid": "Nobody had bid: everybody scores what they took.",
    "bid_made": "{seat} made the bid of {bid} with {points:point|points}.",
    "bid_missed": "{seat} missed the bid of {bid} with {points:point|points}.",
    "took": "took {points}",
    "took_centre": "centre {card} {points}",
    "missed": "{points} for missing the bid of {bid}",
    "only_the_bid": "{points}, for only the bid of {bid} counts",
    # why not
    "not_in_hand": "That card is not in your hand.",
    "only_cards": "It is time to play a card: the auction is over and nothing is asked.",
    "bid_or_pass": "It is the auction: say a number of points, or pass.",
    "bid_too_low": "A bid has to be at least {least} now.",
    "bid_too_high": "There are {most} points in the pack: no bid is higher.",
    "dealer_must_bid": "Everybody else has passed: at this table the dealer must bid then.",
    "follow_suit": "{suit} was led and you hold it: follow suit.",
    "joker_waits": "At this table the joker follows a trump lead only without another trump.",
    "joker_not_first": "At this table the bidder's first lead may not be the joker.",
    "no_such_suit": "The joker needs a suit named with it: one of the four.",
    "names_nothing": "Only a joker that is led names a suit, and only when nothing is trump yet.",
    "answer_first": "You took the joker: say first whether the order turns round.",
    "yes_or_no": "The order is uptown or downtown.",
    "shuffle_first": "The cards have to be dealt first.",
    "round_over": "The hand is over.",
}

PAGE: Final = """\
Bid for points, and take them in tricks. Whoever first has {target} points wins.

The pack has 25 cards: A K Q J 10 9 in four suits, and a joker. With two, three, four players
everybody gets 12, 8, 6 cards, and one card lies face down in the centre. A jack, queen or king is
worth 1 point and the joker 3; aces, tens and nines are worth nothing. That makes 15.

The auction. The player left of the dealer speaks first. Say how many points you undertake to take,
or pass. The first bid is at least 8, 7, 6 with two, three, four players; each later one is higher;
15 is the highest. Nobody names a suit.

The tricks. The highest bidder leads, and the suit of that first card is trump for the hand. If it
is the joker, the bidder names the trump with it. Follow the suit that was led if you can; otherwise
play any card. The highest trump takes the trick, without one the highest card of the suit that was
led, and the winner leads next. If everybody passed there is no trump, and the player opposite the
dealer leads.

The order. Every hand begins uptown: A K Q J 10 9, ace high. In a hand with a bid the joker is the
lowest trump, and whoever takes the trick with it may turn the order round from the next trick on:
downtown, 9 10 J Q K A, nine high. In a hand without a bid the joker is the highest card of all,
belongs to no suit, and turns nothing round; when it is led the others play what they like.

The centre card goes to whoever takes the last trick, and counts.

The score. Everybody scores what they took. Only a bidder who took less than the bid scores nothing
for this hand. If the highest total is shared, another hand is played. After 200 hands the highest
total wins as it is.
"""

ONE_CARD: Final = register(
    Game(
        name="one-card",
        title="One Card",
        version=1,
        rules=OneCardRules(),
        seats=lambda _rules: (2, 4),
        start=OneCard,
        settle=_settle,
        bound=400,
        page=PAGE,
        words=WORDS,
        verbs=frozenset({Verb.PLAY, Verb.BID, Verb.PASS, Verb.NAME}),
        sense=_sense,
        presets={
            "usual": {},
            "short": {"target": 15},
            "harsh": {"failed_bid": "minus_bid", "no_bid_hand": "dealer_must_bid"},
        },
    )
)
