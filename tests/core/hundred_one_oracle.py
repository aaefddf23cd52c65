"""A second opinion on the 101 family, written from the rule text (R-1 to R-17 and its options).

A whole match is one script: it asks a seat for one of the moves that the rules allow, or chance
for an order of cards, and goes on with the answer, sentence by sentence. Cards are faces such as
`TH`; there is no slot, and no debt to keep: whatever is still to be done is the rest of the script.
"""

from collections.abc import Generator, Iterator
from itertools import groupby, product
from typing import Any

CHANCE = -1
SUITS = "SHDC"
PIPS = {"A": 11, "K": 4, "Q": 3, "J": 2, "9": 0, "T": 10, **{str(n): n for n in range(2, 9)}}
DEAR = {"QS": 40, "QH": 20, "QD": 20, "QC": 20}
SEVENS = {"7S": 4, "7H": 2, "7D": 2, "7C": 2}
FIVES = {"5S": 4, "5H": 2, "5D": 2, "5C": 2}
ORDERS = {("name", None, suit) for suit in range(4)}

Way = tuple[str, str | None, int | None]
Asked = tuple[int, Any]
"""A seat with the set of its ways, or `CHANCE` with the cards that it puts in order."""
Script = Generator[Asked, Any, None]
DRAW: Way = ("draw", None, None)
PASS: Way = ("pass", None, None)


def fits(card: str, top: str, ordered: str | None) -> bool:
    """R-5: whether a card may go on the top card."""
    if card[0] == "Q":
        return True
    if ordered is not None:
        return card[1] == ordered
    return card[1] == top[1] or card[0] == top[0]


def covers(card: str, six: str, queens: bool) -> bool:
    """R-8: same suit, another six, or any queen."""
    return card[1] == six[1] or card[0] == "6" or (queens and card[0] == "Q")


def counted(hand: list[str], every_queen: bool = False) -> int:
    """R-13: the points of the cards that are left."""
    if len(hand) == 1 or every_queen:
        return sum(DEAR.get(card, PIPS[card[0]]) for card in hand)
    return sum(PIPS[card[0]] for card in hand)


class HundredOne:
    """The table of one match, and the script that it follows."""

    def __init__(self, rules: dict[str, Any], seats: int) -> None:
        self.rules, self.n = rules, seats
        ranks = "A23456789TJQK" if rules["pack"] == "52" else "A6789TJQK"
        self.pack = [rank + suit for suit, rank in product(SUITS, ranks)]
        barred = rules["non_finishing"].split("_")
        self.barred = {
            card
            for card in self.pack
            if card[0].lower() in barred
            or card.lower() in barred
            or (card[0] == "6" and rules["six_cover"] == "self")
        }
        self.dealer: int | None = None
        self.next_dealer: int | None = None
        self.number = 0
        self.totals, self.out_in = [0] * seats, [0] * seats
        self.live = [True] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock, self.pile = list[str](), list[str]()
        self.why: str | None = None
        self.winners: list[int] = []
        self.places: list[list[int]] = []
        self.clear()

    def clear(self) -> None:
        """Nothing of the last round stays."""
        self.suit: str | None = None
        self.skips = [0] * self.n
        self.cover: int | None = None
        self.uncovered_six = False
        self.owed, self.passes, self.turns = 0, 0, 0
        self.drawn, self.halfway = False, False
        self.finisher: int | None = None
        self.movers: list[int] = []

    # The script: a match, a round, a turn.

    def match(self) -> Script:
        """R-16: round after round until somebody has won."""
        while not self.winners:
            yield from self.deal()
            yield from self.first_card()
            yield from self.round(self.next_up(self.dealer or 0))

    def round(self, seat: int) -> Script:
        """The rest of a round that lies on the table, with a seat on turn."""
        yield from self.go_on(seat)
        self.settle()

    def deal(self) -> Script:
        """R-2 and R-17: four cards each from the left of the dealer, the last one on the table."""
        picked, order = yield CHANCE, self.pack
        self.clear()
        self.dealer = picked if self.number == 0 else self.next_dealer
        self.number, self.why = self.number + 1, None
        self.live = [not gone for gone in self.out_in]
        self.hands, self.pile, self.stock = [[] for _ in range(self.n)], [], list(order)
        for _, seat in product(range(4), [*self.ring(self.dealer or 0)]):
            self.hands[seat].append(self.stock.pop(0))

    def first_card(self) -> Script:
        """R-3: the dealer's first move."""
        dealer, effect = self.dealer or 0, self.rules["starter_effect"]
        hand = self.hands[dealer]
        if self.rules["starter_pick"] == "dealer_chooses":
            ways = {way for card in hand for way in self.written(card, effect != "apply")}
            _, card, named = yield dealer, ways
            hand.remove(card)
            self.turns += 1
        else:
            card, named = hand.pop(), None
            while effect == "redraw_until_plain" and self.special(card):
                self.stock.append(card)
                card = self.stock.pop(0)
        self.pile.append(card)
        self.movers.append(dealer)
        if effect == "apply":
            if card[0] == "Q" and named is None:
                _, _, named = yield dealer, ORDERS
                self.turns += 1
            self.suit = None if named is None else SUITS[named]
            yield from self.act(dealer, card)

    def go_on(self, seat: int) -> Script:
        """R-4, R-6, R-12: turn after turn until the round is over."""
        while not self.over():
            if self.uncovered_six:
                self.uncovered_six = False
                yield from self.covering(seat)
            elif self.owed:
                yield from self.answering(seat)
            else:
                yield from self.ordinary(seat)
            self.drawn = False
            if not self.over() and self.passes == sum(self.live):
                self.why = "blocked"
            seat = seat if self.why else self.next_up(seat)

    def over(self) -> bool:
        """Whether the round is over; a round of a thousand moves is stopped."""
        if self.why is None and self.turns >= 1_000:
            self.why = "stopped"
        return self.why is not None

    def ordinary(self, seat: int) -> Script:
        """R-6: play a card that fits, else draw one and play it if it fits, else pass."""
        good = {card for card in self.pack if fits(card, self.pile[-1], self.suit)}
        while not self.over():
            ways = self.ways(seat, good)
            if self.drawn and not self.rules["forced_play"] and ways:
                ways = ways | {PASS}
            elif not self.drawn and not self.rules["forced_play"] and self.more():
                ways = ways | {DRAW}
            elif not ways:
                again = not self.drawn or self.rules["draw_until_playable"]
                ways = {DRAW} if again and self.more() else {PASS}
            way = yield from self.ask(seat, ways)
            yield from self.do(seat, way)
            if way != DRAW:
                return

    def covering(self, seat: int) -> Script:
        """R-8: play a cover, else draw until one comes, else the six stays as it is."""
        self.cover, self.drawn = seat, False
        queens = self.rules["queen_covers_six"]
        good = {card for card in self.pack if covers(card, self.pile[-1], queens)}
        while not self.over():
            ways = self.ways(seat, good) or ({DRAW} if self.more() else {PASS})
            way = yield from self.ask(seat, ways)
            if way != DRAW:
                self.cover = None
            yield from self.do(seat, way)
            if way != DRAW:
                return

    def answering(self, seat: int) -> Script:
        """`stack_sevens`: any seven adds to what is owed; else all of it is drawn.

        The turn that is lost with it is one passed over, for what `skips_add_up` says of that.
        """
        ways = self.ways(seat, set(SEVENS)) | {DRAW}
        way = yield from self.ask(seat, ways)
        if way == DRAW:
            yield from self.draw(seat, self.owed)
            if not self.rules["skips_add_up"]:
                self.skips[seat] = 0
        else:
            yield from self.play(seat, way)

    def ask(self, seat: int, ways: set[Way]) -> Generator[Asked, Way, Way]:
        """One move of a seat; the thousandth of a round ends it."""
        way = yield seat, ways
        self.turns += 1
        return way

    def play(self, seat: int, way: Way) -> Script:
        """Lay the card down, order the suit, and do what the card does."""
        _, card, named = way
        assert card is not None
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit = None if named is None else SUITS[named]
        self.passes, self.drawn = 0, False
        self.movers.append(seat)
        yield from self.act(seat, card)

    def act(self, seat: int, card: str) -> Script:
        """R-7 to R-9 and R-11."""
        finished = not self.hands[seat] and card not in self.barred
        hits: dict[str, int] = {**SEVENS, "KS": self.rules["king_of_spades_draw"]}
        if card in SEVENS and self.rules["stack_sevens"]:
            self.owed += SEVENS[card]
            if finished:
                yield from self.hit(self.left(seat), self.owed)
        elif card in hits or card[0] == "A":
            yield from self.hit(self.left(seat), hits.get(card, 0))
        elif card in FIVES and self.rules["fives"]:
            yield from self.hit(self.hit_by_five(seat), FIVES[card])
        if finished:
            self.why, self.finisher = "finished", seat
        else:
            self.uncovered_six = card[0] == "6"

    def hit(self, seat: int, count: int) -> Script:
        """Draw so many cards and lose a turn."""
        yield from self.draw(seat, count)
        self.skips[seat] += 1

    def do(self, seat: int, way: Way) -> Script:
        """A card drawn or played, or a pass: that counts for R-12 if no card was drawn."""
        if way == DRAW:
            self.drawn, self.passes = True, 0
            yield from self.draw(seat, 1)
        elif way == PASS:
            self.passes = 0 if self.drawn else self.passes + 1
        else:
            yield from self.play(seat, way)

    def draw(self, seat: int, count: int) -> Script:
        """R-10: card by card, a new stock when one is needed, cut short when there is nothing."""
        for self.owed in range(count, 0, -1):
            if not self.stock and self.more():
                *under, top = self.pile
                if self.rules["recycle"] == "shuffle" and len(under) > 1:
                    self.halfway = True
                    _, under = yield CHANCE, under
                    self.halfway = False
                self.stock, self.pile = list(under), [top]
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))
        self.owed = 0

    # What the sentences speak of.

    def ring(self, seat: int) -> Iterator[int]:
        """The players in the round, from the left of a seat round to that seat."""
        circle = [(seat + far) % self.n for far in range(1, self.n + 1)]
        return (one for one in circle if self.live[one])

    def left(self, seat: int) -> int:
        """R-4: the next player, skipped or not."""
        return next(self.ring(seat))

    def hit_by_five(self, seat: int) -> int:
        """R-9 or `five_target`: the player before, or the last other one that played a card."""
        *_, before, _me = self.ring(seat)
        if self.rules["five_target"] == "last_mover":
            others = [mover for mover in self.movers if mover != seat]
            return others[-1] if others else before
        return before

    def next_up(self, seat: int) -> int:
        """The next seat that need not miss a turn; but a six and stacked sevens are met first."""
        if self.uncovered_six and self.rules["six_cover"] == "self":
            return seat
        if self.owed:
            return self.left(seat)
        while self.skips[seat := self.left(seat)]:
            self.skips[seat] = self.skips[seat] - 1 if self.rules["skips_add_up"] else 0
        return seat

    def special(self, card: str) -> bool:
        """Whether R-7 or R-9 gives the card an effect."""
        return card[0] in "67QA" or card == "KS" or (card in FIVES and self.rules["fives"])

    def more(self) -> bool:
        """Whether any card can be drawn."""
        return bool(self.stock) or len(self.pile) > 1

    def ways(self, seat: int, good: set[str]) -> set[Way]:
        """The plays of the good cards in a hand; a last queen orders nothing."""
        hand = self.hands[seat]
        return {way for card in hand if card in good for way in self.written(card, len(hand) == 1)}

    def written(self, card: str, silent: bool = False) -> set[Way]:
        """The ways to play a card: a queen orders one of four suits, unless it is silent."""
        named = range(4) if card[0] == "Q" and not silent else [None]
        return {("play", card, one) for one in named}

    # The end of a round.

    def points(self) -> list[int]:
        """R-13 and R-14, by seat."""
        every = self.rules["queen_penalty"] == "always"
        found = [counted(hand, every) for hand in self.hands]
        if self.finisher is not None:
            found[self.finisher] = -DEAR.get(self.pile[-1], 0)
        return found

    def settled(self, total: int) -> tuple[int, bool]:
        """R-15: a total after a round, and whether it is out."""
        limit = self.rules["limit"]
        low = -101 if self.rules["lower_limit"] == "minus_101" else None
        if total == low or (total == limit and self.rules["exact_101_resets"]):
            return 0, False
        gone = total > limit or (low is not None and total < low)
        if gone and self.rules["match_end"] != "rounds":
            return total, True
        if total == 100 and self.rules["halve_at_100"] and not gone:
            return 50, False
        return total, False

    def settle(self) -> None:
        """R-15 to R-17."""
        points, ending = self.points(), self.rules["match_end"]
        for seat, here in enumerate(self.live):
            if here:
                self.totals[seat], gone = self.settled(self.totals[seat] + points[seat])
                self.out_in[seat] = self.number if gone else 0
        rest = [seat for seat in range(self.n) if not self.out_in[seat]]
        over = {"last_survivor": len(rest) < 2, "first_out": any(self.out_in)}
        over["rounds"] = self.number == self.rules["rounds"]
        ranked = sorted(range(self.n), key=self.rank)
        self.places = [list(group) for _, group in groupby(ranked, self.rank)]
        if over[ending] or self.number == 200:
            self.winners = self.places[0]
        self.next_dealer = self.who_deals(points)

    def rank(self, seat: int) -> tuple[int, int]:
        """R-16: in is better than out, later out better; lowest total, or nearest to nothing."""
        out = self.out_in[seat]
        return (-out, abs(self.totals[seat])) if out else (-1_000, self.totals[seat])

    def who_deals(self, points: list[int]) -> int | None:
        """R-17: by `next_dealer`; whoever is out, tied or absent leaves it to the left."""
        chosen = self.finisher if self.rules["next_dealer"] == "winner" else None
        if self.rules["next_dealer"] == "loser":
            most = max(points[seat] for seat in range(self.n) if self.live[seat])
            losers = [seat for seat in range(self.n) if self.live[seat] and points[seat] == most]
            chosen = losers[0] if len(losers) == 1 else None
        if chosen is not None and not self.out_in[chosen]:
            return chosen
        left = [seat for seat in self.ring(self.dealer or 0) if not self.out_in[seat]]
        return left[0] if left else None

    def state(self) -> dict[str, Any]:
        """Every quantity that the rules name.

        They do not say when in the middle of a draw a turn is counted as lost or the round as won,
        nor what a player who is no longer on turn would still miss once the round is over.
        """
        silent = (
            {"skips", "finisher"}
            if self.halfway
            else {"skips", "drawn", "cover"}
            if self.why
            else ()
        )
        known = {
            "hands": self.hands,
            "stock": self.stock,
            "pile": self.pile,
            "round": self.number,
            "dealer": self.dealer,
            "suit": self.suit,
            "skips": self.skips,
            "totals": self.totals,
            "live": self.live,
            "cover": self.cover,
            "owed": self.owed,
            "passes": self.passes,
            "turns": self.turns,
            "drawn": self.drawn,
            "finisher": self.finisher,
            "last_mover": self.movers[-1] if self.movers else None,
        }
        return {name: value for name, value in known.items() if name not in silent}
