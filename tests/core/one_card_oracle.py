"""A second opinion on One Card, written from the rule text (C-1 to C-14 and its options).

A match is one script that asks a seat for one of the moves that the rules allow, or chance for an
order of cards. Cards are faces such as `TH`; the trick goes to the card that beats each other one.
"""

from collections.abc import Generator
from itertools import product
from typing import Any

CHANCE = -1
SUITS = "SHDC"
UPTOWN, DOWNTOWN = "AKQJT9", "9TJQKA"
JOKER = "JK"
PACK = [rank + suit for suit, rank in product(SUITS, UPTOWN)] + [JOKER]
POINTS = {card: 3 if card == JOKER else int(card[0] in "JQK") for card in PACK}
HOLD, LEAST, HIGHEST = {2: 12, 3: 8, 4: 6}, {2: 8, 3: 7, 4: 6}, 15
MOST_REDEALS, MOST_HANDS = 10, 200

Way = tuple[str, str | None, int | None]
Asked = tuple[int, Any]
"""A seat with the set of its ways, or `CHANCE` with the cards that it puts in order."""
Script = Generator[Asked, Any, None]
PASS: Way = ("pass", None, None)
STAY_OR_TURN: set[Way] = {("name", None, 0), ("name", None, 1)}


def suit_of(card: str, trump: str | None) -> str | None:
    """C-8: the joker is a trump in a bid hand and of no suit in a no-bid hand."""
    return trump if card == JOKER else card[1]


def legal(
    hand: list[str], led: str | None, trump: str | None, joker_last: bool = False
) -> set[str]:
    """C-9: the cards of a hand that may follow a lead; or the joker behind all other trumps."""
    following = {card for card in hand if led is not None and suit_of(card, trump) == led}
    if joker_last and len(following) > 1:
        following.discard(JOKER)
    return following or set(hand)


def beats(
    one: str, other: str, led: str | None, trump: str | None, order: str, top: bool = True
) -> bool:
    """C-7 and C-10: whether a card takes the trick from another one.

    `top` says that the joker is above all in a no-bid hand; else it beats nothing there.
    """
    ranks = UPTOWN if order == "uptown" else DOWNTOWN
    if trump is None and JOKER in (one, other):
        return (one == JOKER) == top
    mine, theirs = suit_of(one, trump), suit_of(other, trump)
    if mine == theirs:
        if JOKER in (one, other):
            return other == JOKER
        return ranks.index(one[0]) < ranks.index(other[0])
    if trump is not None and trump in (mine, theirs):
        return mine == trump
    return mine == led


def best(trick: list[str], led: str | None, trump: str | None, order: str, top: bool = True) -> int:
    """C-10: the place in a trick, leader first, of the card that beats each other one.

    A card that neither follows nor is trump beats no card of the led suit, so it never comes first.
    """
    in_it = [card for card in trick if suit_of(card, trump) in (led, trump) or card == JOKER]
    (won,) = [
        card
        for card in in_it
        if all(beats(card, other, led, trump, order, top) for other in in_it if other != card)
    ]
    return trick.index(won)


def scores(
    taken: list[int], bidder: int | None, bid: int, own: str = "taken", failed: str = "zero"
) -> list[int]:
    """C-13: what each seat writes down."""
    found = list(taken)
    if bidder is not None:
        if taken[bidder] < bid:
            found[bidder] = -bid if failed == "minus_bid" else 0
        elif own == "bid":
            found[bidder] = bid
    return found


def winners(totals: list[int], target: int, tie: str, bidder: int | None) -> list[int]:
    """C-14: who has won after a hand; nobody when it goes on."""
    if tie == "bidder_first" and bidder is not None and totals[bidder] >= target:
        return [bidder]
    top = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if max(totals) < target or (len(top) > 1 and tie != "shared"):
        return []
    return top


class OneCard:
    """The table of one match, and the script that it follows."""

    def __init__(self, rules: dict[str, Any], seats: int) -> None:
        self.rules, self.n = rules, seats
        self.dealer: int | None = None
        self.number, self.redeals = 0, 0
        self.totals = [0] * seats
        self.winners: list[int] = []
        self.places: list[list[int]] = []
        self.next_dealer: int | None = None
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.centre: list[str] = []
        self.clear()

    def clear(self) -> None:
        """Nothing of the last hand stays."""
        self.bids: list[int | str | None] = [None] * self.n
        self.bid: int | None = None
        self.bidder: int | None = None
        self.leader: int | None = None
        self.trump: str | None = None
        self.led: str | None = None
        self.order = "uptown"
        self.trick: dict[int, str] = {}
        self.won: list[list[str]] = [[] for _ in range(self.n)]
        self.tricks = 0
        self.won_by: int | None = None
        self.phase = "auction"

    # The script: a match, a hand, an auction, a trick.

    def match(self) -> Script:
        """C-14: hand after hand until one player alone is on top with enough points."""
        while not self.winners:
            yield from self.deal()
            self.number, self.redeals = self.number + 1, 0
            yield from self.auction()
            while self.bidder is None and self.rules["no_bid_hand"] == "redeal":
                yield from self.deal()
                self.redeals += 1
                yield from self.auction()
            yield from self.hand()
            self.settle()

    def deal(self) -> Script:
        """C-2: twelve, eight or six each from the left of the dealer; the 25th in the centre."""
        picked, order = yield CHANCE, PACK
        self.clear()
        dealer = picked if self.dealer is None else (self.dealer + 1) % self.n
        left, self.hands = list(order), [[] for _ in range(self.n)]
        for _, far in product(range(HOLD[self.n]), range(1, self.n + 1)):
            self.hands[(dealer + far) % self.n].append(left.pop(0))
        self.dealer = dealer
        self.centre = left

    def auction(self) -> Script:
        """C-4: round from the left of the dealer, until nobody may outbid."""
        assert self.dealer is not None
        seat = self.dealer
        calls: list[int] = []
        while not self.closed(calls):
            seat = (seat + 1) % self.n
            if self.bids[seat] == "pass" and self.rules["pass_final"]:
                continue
            low = LEAST[self.n] if self.bid is None else self.bid + 1
            ways: set[Way] = {("bid", None, number) for number in range(low, HIGHEST + 1)}
            others = [bid for one, bid in enumerate(self.bids) if one != seat]
            must = self.rules["no_bid_hand"] == "dealer_must_bid" or self.redeals == MOST_REDEALS
            if not (must and seat == self.dealer and all(bid == "pass" for bid in others)):
                ways.add(PASS)
            verb, _, number = yield seat, ways
            self.bids[seat] = "pass" if verb == "pass" else number
            calls.append(-1 if verb == "pass" else number)
            if verb == "bid":
                self.bid, self.bidder = number, seat

    def closed(self, calls: list[int]) -> bool:
        """Whether the auction is over after these calls (-1: pass)."""
        if self.bid == HIGHEST:
            return True
        if self.rules["auction"] == "single_round":
            return len(calls) == self.n
        if not self.rules["pass_final"]:
            silent = [call == -1 for call in calls]
            last = silent[-(self.n - 1) :] if self.bid is not None else silent[-self.n :]
            return len(calls) >= self.n and all(last)
        passed = [bid == "pass" for bid in self.bids]
        return sum(passed) == self.n or (self.bid is not None and sum(passed) == self.n - 1)

    def hand(self) -> Script:
        """C-5 to C-12: as many tricks as there are cards in a hand."""
        assert self.dealer is not None
        if self.bidder is not None:
            seat = self.bidder
        elif self.rules["no_bid_leader"] == "opposite":
            seat = (self.dealer + self.n // 2) % self.n
        else:
            seat = (self.dealer + 1) % self.n
        for number in range(HOLD[self.n]):
            self.leader, self.phase = seat, "lead"
            yield from self.one_trick(seat, first=number == 0)
            cards = list(self.trick.values())
            top = self.rules["joker_no_bid"] == "top"
            place = best(cards, self.led, self.trump, self.order, top)
            seat = [*self.trick][place]
            self.won[seat] += cards
            self.tricks, self.won_by, self.led = number + 1, seat, None
            if number + 1 < HOLD[self.n] and self.may_turn(seat):
                self.leader, self.phase = seat, "reverse"
                _, _, turned = yield seat, STAY_OR_TURN
                self.order = "downtown" if turned else "uptown"
        self.won[seat] += self.centre
        self.phase = "over"

    def one_trick(self, seat: int, first: bool) -> Script:
        """C-9: the leader plays any card, the others follow suit if they can."""
        for turn in range(self.n):
            ways = self.leads(seat, first) if turn == 0 else self.follows(seat)
            _, card, named = yield seat, ways
            if turn == 0:
                self.trick, self.won_by, self.phase = {}, None, "follow"
                self.lead(card, named, first)
            self.trick[seat] = card
            self.hands[seat].remove(card)
            seat = (seat + 1) % self.n

    def leads(self, seat: int, first: bool) -> set[Way]:
        """C-5, C-9 and the options for a joker that is led."""
        ways: set[Way] = {("play", card, None) for card in self.hands[seat]}
        if JOKER not in self.hands[seat]:
            return ways
        bare: Way = ("play", JOKER, None)
        named: set[Way] = {("play", JOKER, suit) for suit in range(4)}
        if self.bidder is not None and first:
            rule = self.rules["joker_first_lead"]
            if rule == "name_trump":
                ways = ways - {bare} | named
            elif rule == "forbidden":
                ways = ways - {bare}
        elif self.bidder is None and self.rules["joker_lead_no_bid"] == "leader_names_suit":
            ways = ways - {bare} | named
        return ways

    def lead(self, card: str, named: int | None, first: bool) -> None:
        """What a lead makes trump, and which suit it asks for."""
        if self.bidder is not None and first:
            self.trump = card[1] if card != JOKER else "S" if named is None else SUITS[named]
        self.led = SUITS[named] if named is not None else suit_of(card, self.trump)

    def follows(self, seat: int) -> set[Way]:
        """C-9 for a seat that does not lead."""
        late = self.rules["joker_on_trump_lead"] == "only_if_no_other"
        cards = legal(self.hands[seat], self.led, self.trump, late)
        return {("play", card, None) for card in cards}

    def may_turn(self, winner: int) -> bool:
        """C-11: whether the winner of this trick may switch to downtown."""
        if JOKER not in self.trick.values():
            return False
        if self.bidder is None and not self.rules["reverse_in_no_bid"]:
            return False
        return self.rules["reverse_right"] == "trick_winner" or self.trick[winner] != JOKER

    # The end of a hand.

    def taken(self) -> list[int]:
        """C-3 and C-12: the points taken, by seat."""
        return [sum(POINTS[card] for card in cards) for cards in self.won]

    def points(self) -> list[int]:
        """C-13, by seat."""
        own, failed = self.rules["bidder_scores"], self.rules["failed_bid"]
        return scores(self.taken(), self.bidder, self.bid or 0, own, failed)

    def settle(self) -> None:
        """C-13 and C-14."""
        rules = self.rules
        pairs = zip(self.totals, self.points(), strict=True)
        self.totals = [old + new for old, new in pairs]
        self.winners = winners(self.totals, rules["target"], rules["tie_30"], self.bidder)
        if self.number == MOST_HANDS and not self.winners:
            self.winners = winners(self.totals, max(self.totals), "shared", None)
        rest = sorted({total for seat, total in enumerate(self.totals) if seat not in self.winners})
        self.places = [self.winners] if self.winners else []
        for total in reversed(rest):
            self.places.append(
                [
                    seat
                    for seat in range(self.n)
                    if self.totals[seat] == total and seat not in self.winners
                ]
            )
        self.next_dealer = ((self.dealer or 0) + 1) % self.n

    def state(self) -> dict[str, Any]:
        """Every quantity that the rules name; a whole trick lies open until the next lead."""
        lying = set(self.trick.values()) | set(self.centre)
        return {
            "hands": self.hands,
            "trick": self.trick,
            "won": [[card for card in cards if card not in lying] for cards in self.won],
            "centre": self.centre,
            "round": self.number,
            "dealer": self.dealer,
            "phase": self.phase,
            "bids": self.bids,
            "bid": self.bid,
            "bidder": self.bidder,
            "leader": self.leader,
            "trump": self.trump,
            "led": self.led,
            "order": self.order,
            "taken_points": self.taken(),
            "tricks": self.tricks,
            "won_by": self.won_by,
            "redeals": self.redeals,
            "totals": self.totals,
        }
