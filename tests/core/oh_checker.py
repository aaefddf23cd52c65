"""A second opinion on One Hundred: reads the JSON lines of `stammtisch trace` and nothing else.

Written from the rule book (OH-1 to OH-8, table 1(b)) with a table of cards and a list of who sits
where; it shares no line and no idea with the engine. Every line is worked out anew and compared.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

SUITS, RANKS = "SHDC", "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
PIPS = dict(zip("36789", (3, 6, 7, 8, 9), strict=True))
FIXED = {"T": 100, "QH": 0}
PLUS = {"Q": 10, "J": -10, "K": 0, "4": 0, "5S": 5, "5C": 5, "5H": -5, "5D": -5, "2": 2, **PIPS}


class WrongTraceError(Exception):
    """A line that the rules do not give."""


def expect(true: bool, why: str) -> None:
    """Stop at the first thing that is not as the rules say."""
    if not true:
        raise WrongTraceError(why)


def outcomes(card: str, value: int, rules: dict[str, Any]) -> dict[int | None, int]:
    """What may be named with a card (None: nothing), and the value that each would give."""
    rank, red = card[0], card[1] in "HD"
    found: dict[int | None, int]
    if rank == "A":
        aces: dict[str, dict[int | None, int]] = {
            "wild": {named: named for named in range(101)},
            "one_or_eleven": {1: value + 1, 11: value + 11},
            "1": {None: value + 1},
            "11": {None: value + 11},
        }
        found = aces[rules["red_ace"] if red else "wild"]
    elif card == "2S":
        found = {None: value * 2}
    elif (fixed := FIXED.get(card, FIXED.get(rank))) is not None:
        found = {None: fixed}
    else:
        found = {None: value + PLUS.get(card, PLUS.get(rank, 0))}
    if rules["floor"] == "0":
        found = {named: max(one, 0) for named, one in found.items()}
    return found


class Checker:
    """The table as the rules say it stands after each line."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.rules, self.n = head["rules"], head["seats"]
        low = 2 if self.rules["allow_two_players"] else 3
        expect(low <= self.n <= self.rules["max_players"], "so many do not sit down")
        self.pack = PACK * (2 if self.n > 6 else 1)
        self.chips = [self.rules["chips"]] * self.n
        self.hands: list[list[int]] = [[] for _ in range(self.n)]
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.removed: list[int] = []
        self.returned: set[int] = set()
        self.misses = [0] * self.n
        self.face: dict[int, str] = {}
        self.dealer: int | None = None
        self.value, self.way, self.turns = 0, 1, 0
        self.turn: int | None = None
        self.due: str | None = "deal"
        self.open: set[int] = set()
        self.told: list[set[int]] = [set() for _ in range(self.n)]

    def live(self) -> list[int]:
        """Who has chips."""
        return [seat for seat in range(self.n) if self.chips[seat]]

    def held(self) -> list[int]:
        """All hands."""
        return [slot for hand in self.hands for slot in hand]

    def round_from(self, seat: int, way: int) -> Iterator[int]:
        """Live seats for ever, from the neighbour of a seat on."""
        ring = [(seat + way * far) % self.n for far in range(1, self.n + 1)]
        return itertools.cycle([one for one in ring if self.chips[one]])

    def pass_turn(self, seat: int) -> None:
        """The turn goes to the next live seat with cards that has none to miss."""
        for one in self.round_from(seat, self.way):
            if self.misses[one]:
                self.misses[one] -= 1
            elif self.hands[one]:
                self.turn = one
                return

    def follow(self, line: dict[str, Any]) -> None:
        """Work one line out and compare all of it."""
        if self.due:
            expect(line["seat"] == -1, "a shuffle is due")
            expect(line["move"]["verb"] == "shuffle", "a shuffle is due")
            self.deal(line) if self.due == "deal" else self.restock(line)
        else:
            expect(self.turn is not None, "the game is over")
            expect(line["seat"] == self.turn, "not the turn of this seat")
            self.play(self.turn or 0, line["move"])
        self.compare(line)

    def shuffled(self, line: dict[str, Any], cards: list[str]) -> list[int]:
        """The new slots, in order; the cards must be the ones that went in."""
        start = max(self.face, default=-1) + 1
        slots = list(range(start, start + len(cards)))
        faces = line["faces"]
        expect(sorted(int(slot) for slot in faces) == slots, "other slots than the next ones")
        expect(Counter(faces.values()) == Counter(cards), "other cards than those shuffled")
        self.face.update({slot: faces[str(slot)] for slot in slots})
        return slots

    def deal(self, line: dict[str, Any]) -> None:
        """OH-2; and after a bust with `redeal`, by the next live seat to the left."""
        picked: Any = line["move"]["value"]
        if self.dealer is None:
            expect(type(picked) is int and 0 <= picked < self.n, "no such dealer")
            dealer = int(picked)
        else:
            expect(picked is None, "the dealer is picked once")
            dealer = next(self.round_from(self.dealer, 1))
        self.dealer = dealer
        gone = Counter(self.face[slot] for slot in self.removed)
        self.stock = self.shuffled(line, list((Counter(self.pack) - gone).elements()))
        self.hands, self.pile, self.returned = [[] for _ in range(self.n)], [], set()
        for seat in itertools.islice(self.round_from(dealer, 1), 3 * len(self.live())):
            self.hands[seat].append(self.stock.pop(0))
        self.value, self.way, self.due = 0, 1, None
        self.pass_turn(dealer)

    def restock(self, line: dict[str, Any]) -> None:
        """OH-6: all but the top card of the pile; nothing else changes."""
        expect(line["move"]["value"] is None, "a restock has no value")
        *under, top = self.pile
        self.stock = self.shuffled(line, [self.face[slot] for slot in under])
        self.pile, self.due = [top], None

    def play(self, seat: int, move: dict[str, Any]) -> None:
        """OH-3 to OH-5."""
        rules, slot, hand = self.rules, move["slot"], self.hands[seat]
        expect(move["verb"] == "play", "a turn is one card played")
        expect(slot in hand, "a card of another hand")
        card = self.face[slot]
        expect(card == move["card"], "the card has another face")
        ways = outcomes(card, self.value, rules)
        expect(
            move["value"] in ways and type(move["value"]) in (int, type(None)), "not to be named"
        )
        became, self.turns = ways[move["value"]], self.turns + 1
        bust, four = became > 100, card[0] == "4"
        if bust and rules["must_play_safe"]:
            safe = [self.face[one] for one in hand]
            safe = [one for one in safe if min(outcomes(one, self.value, rules).values()) <= 100]
            expect(not safe, "a safe card had to be played")
        kept = bust and rules["bust_card"] == "return_to_hand"
        if kept:
            self.returned.add(slot)
        else:
            hand.remove(slot)
            self.returned.discard(slot)
            self.pile.append(slot)
        again = redeal = False
        if bust:
            self.chips[seat] -= 1
            self.value = {"zero": 0, "stay": became}.get(rules["after_bust"], self.value)
            redeal = rules["after_bust"] == "redeal"
        else:
            self.value = became
            self.way *= -1 if four else 1
            again = four and len(self.live()) == 2 and rules["four_with_two"] == "again"
        if not self.chips[seat]:
            self.returned -= set(hand)
            if rules["eliminated_hand"] == "out_of_play":
                self.removed += hand
            else:
                self.pile = hand + self.pile
            self.hands[seat] = []
        else:
            if bust and rules["bust_skips_next_turn"]:
                self.misses[seat] += 1
            if self.stock and not kept:
                hand.append(self.stock.pop(0))
        self.turn = seat
        if len(self.live()) == 1 or self.turns == 5000:
            self.turn = None
        elif redeal:
            self.due = "deal"
        else:
            if not again:
                self.pass_turn(seat)
            if not self.stock and len(self.pile) == 2:
                new = max(self.face) + 1
                self.face[new] = self.face[self.pile.pop(0)]
                self.stock = [new]
            elif not self.stock and len(self.pile) > 2:
                self.due = "restock"

    def compare(self, line: dict[str, Any]) -> None:
        """Everything that the line says of the table, and whom it opens which face."""
        cards = self.codes
        over = self.turn is None and not self.due
        expected = {
            "turn": -1 if self.due else self.turn,
            "duty": "shuffle" if self.due else None if over else "play",
            "hands": [cards(hand) for hand in self.hands],
            "stock": cards(self.stock),
            "pile": cards(self.pile),
            "out_of_play": cards(self.removed),
            "round": 1,
            "dealer": self.dealer,
            "value": self.value,
            "direction": self.way,
            "chips": self.chips,
            "live": [bool(count) for count in self.chips],
            "skips": self.misses,
            "turns": self.turns,
        }
        returned = [[one for one in hand if one in self.returned] for hand in self.hands]
        if any(returned) and not over:
            expected["shown"] = [cards(each) for each in returned]
        for name, value in expected.items():
            expect(line["state"].get(name) == value, f"{name} is {line['state'].get(name)}")
        expect(set(line["state"]) == set(expected), "a quantity too many or too few")
        lying = Counter(cards([*self.stock, *self.pile, *self.removed, *self.held()]))
        expect(lying == Counter(self.pack), "a card is missing or twice there")
        self.compare_opened(line, over)

    def compare_opened(self, line: dict[str, Any], over: bool) -> None:
        """C6: who is told which face, newly seen ones only."""
        public = {*self.pile, *self.removed, *self.returned, *(self.held() if over else ())}
        heard = {who: set(slots) for who, slots in line["opened"].items()}
        expect(heard.pop("all") == public - self.open, "other faces than the public ones")
        self.open |= public
        for seat, hand in enumerate(self.hands):
            new = set(hand) - self.told[seat] - self.open
            self.told[seat] |= new
            expect(heard.pop(str(seat), set()) == new, f"seat {seat} is told other faces")
        expect(not heard, "somebody else is told a face")
        for slot, card in line["faces"].items():
            expect(self.face[int(slot)] == card, "a face that is not so")

    def codes(self, slots: Iterable[int]) -> list[str]:
        """The cards of these slots."""
        return [self.face[slot] for slot in slots]


def check(lines: Iterable[str]) -> Checker:
    """Check a whole trace; the table at its end."""
    read = [json.loads(line) for line in lines]
    checker = Checker(read[0])
    for number, line in enumerate(read, 1):
        try:
            checker.follow(line)
        except WrongTraceError as wrong:
            raise WrongTraceError(f"line {number}: {wrong}") from None
    expect(checker.turn is None and not checker.due, "the trace ends before the game")
    return checker
