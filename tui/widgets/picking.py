"""What a person has chosen so far and not yet played, by keys and without a screen.

The choice follows the card, not its place: what others do never moves it and never clears it (G16).
A choice that needs a second value is made in two steps; the second one can be taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import IllegalMove
from core.moves import Choice, Move, Verb
from net.guest import Guest
from tui.entries import ORDERS, Entry, entries
from tui.telling import has_names


@dataclass(slots=True)
class Question:
    """The second step. With `listed` the values are suits or words, picked from a numbered list;
    otherwise they are numbers, and typed. Nothing is chosen at first: a second Enter of somebody
    who has not yet seen the question answers nothing.
    """

    choice: Choice
    listed: bool
    typed: str = ""
    at: int = -1

    @property
    def values(self) -> Sequence[int]:
        """The values that the choice offers."""
        return self.choice.values or ()

    @property
    def value(self) -> int | None:
        """The value as far as it is chosen; None when that is none of them."""
        if self.listed:
            return self.values[self.at] if self.at >= 0 else None
        try:
            typed = int(self.typed)
        except ValueError:
            return None
        return typed if typed in self.values else None

    def take(self, key: str, character: str) -> bool:
        """A key that answers the question; False for one that means something else."""
        sign = "-" if key == "minus" else character
        if key == "backspace":
            self.erase()
        elif key in ("up", "down"):
            self.step(1 if key == "up" else -1)
        elif sign == "-" or (sign.isascii() and sign.isdigit()):
            self.type(sign)
        else:
            return False
        return True

    def type(self, sign: str) -> None:
        """A digit, or a minus where numbers below zero are offered."""
        if not (sign == "-" or (sign.isascii() and sign.isdigit())):
            return
        if self.listed:
            if sign != "-" and 1 <= int(sign) <= len(self.values):
                self.at = int(sign) - 1
            return
        lowest, highest = min(self.values), max(self.values)
        longest = max(len(str(lowest)), len(str(highest)))
        if sign == "-":
            self.typed = "-" if not self.typed and lowest < 0 else self.typed
        elif self.typed in ("0", "-0"):
            self.typed = self.typed[:-1] + sign
        elif len(self.typed) < longest:
            self.typed += sign

    def erase(self) -> None:
        """Take the last sign back."""
        self.typed = self.typed[:-1]

    def step(self, way: int) -> None:
        """The next value or the one before, round the ends."""
        value = self.value
        start = -1 if way > 0 else 0
        at = start if value is None else self.values.index(value)
        self.at = (at + way) % len(self.values)
        self.typed = str(self.values[self.at])


class Picking:
    """The half-made choice of one person, and the order in which the hand is shown.

    `spare` is how many places behind the hand are kept for drawing and passing, which come and go
    with every turn: cards must not move for that.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.question: Question | None = None
        self.order = ORDERS[0]
        self.spare = 0
        self._key: tuple[int, int | None] | None = None
        self._duty = (0, 0)

    @property
    def picked(self) -> Entry | None:
        """The entry that is picked."""
        return next((one for one in self.entries if one.key == self._key), None)

    @property
    def place(self) -> int:
        """Its place in the hand, -1 for none."""
        picked = self.picked
        return -1 if picked is None else self.entries.index(picked)

    @property
    def places(self) -> int:
        """How many places the hand takes, those that are kept included."""
        words = len(self.words)
        return len(self.entries) - words + max(words, self.spare)

    @property
    def words(self) -> list[Entry]:
        """What can be done without a card."""
        return [one for one in self.entries if one.slot is None]

    def follow(self, guest: Guest) -> None:
        """Take over what the guest knows now; only a card that has gone is no longer picked.

        A duty that leaves one thing to do, and no card to choose, is picked, its question opened.
        """
        match = guest.match
        seated = match is not None and 0 <= guest.seat < match.seats
        self.entries = (
            entries(match, guest.seat, self.order, guest.choices())
            if match is not None and seated
            else []
        )
        words = self.words
        if all(one.verb in (Verb.DRAW, Verb.PASS) for one in words):
            self.spare = max(self.spare, len(words))
        if self.picked is None:
            self.clear()
        duty = (guest.match_number, guest.duty)
        if duty != self._duty and guest.on_turn:
            self._duty = duty
            only = [one for one in self.entries if one.choice is not None]
            if len(only) == 1 and only[0].slot is None:
                self._key, self.question = only[0].key, None
                self._ask(guest, only[0].choice)

    def sort(self, guest: Guest) -> str:
        """The next order of the hand; the choice stays with its card. Gives the order."""
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        self.follow(guest)
        return self.order

    def clear(self) -> None:
        """Nothing is picked."""
        self._key, self.question = None, None

    def pick(self, place: int) -> bool:
        """Pick by place; says whether there is one."""
        if not 0 <= place < len(self.entries):
            return False
        if self.entries[place].key != self._key:
            self.question = None
        self._key = self.entries[place].key
        return True

    def pick_word(self, *verbs: int) -> bool:
        """Pick what is done without a card; says whether that can be done now."""
        for place, entry in enumerate(self.entries):
            if entry.slot is None and entry.verb in verbs:
                return self.pick(place)
        return False

    def step(self, way: int) -> None:
        """To the neighbour, round the ends; the first step picks the first or the last."""
        if self.question is not None:
            self.question.step(way)
        elif self.entries:
            self.pick((max(self.place, 0 if way < 0 else -1) + way) % len(self.entries))

    def hop(self, way: int) -> None:
        """To the next entry that may be played now, or to the one before, round the ends.

        A question that is open stays open: its list is stepped through.
        """
        if self.question is not None:
            if self.question.listed:
                self.question.step(way)
            return
        count = len(self.entries)
        start = max(self.place, 0 if way < 0 else -1)
        for far in range(1, count + 1):
            place = (start + way * far) % count
            if self.entries[place].choice is not None:
                self.pick(place)
                return

    def back(self) -> bool:
        """Take the last step back; says whether there was one."""
        if self.question is not None:
            self.question = None
        elif self._key is not None:
            self._key = None
        else:
            return False
        return True

    def commit(self, guest: Guest) -> Move | None:
        """The move that Enter makes, or None when it only opened the question.

        Raises `IllegalMove`: `nothing_picked`, `not_a_value`, or what the guest says of the moment.
        """
        picked = self.picked
        if picked is None:
            raise IllegalMove("nothing_picked")
        if self.question is not None:
            value = self.question.value
            if value is None:
                raise IllegalMove("not_a_value")
            return self.question.choice.naming(value)
        if picked.choice is None or guest.pending is not None:
            return Move(picked.verb, picked.slot)
        if picked.choice.values is None:
            return picked.choice.move
        self._ask(guest, picked.choice)
        return None

    def _ask(self, guest: Guest, choice: Choice | None) -> None:
        if choice is not None and choice.values is not None:
            assert guest.match is not None, "a choice is made in a match"
            self.question = Question(choice, has_names(guest.match.game, choice))
