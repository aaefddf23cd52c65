"""The referee: knows every face, checks a move, applies it, says which faces to reveal to whom.

Reveals follow from the zones after the step and from nothing else.
"""

from dataclasses import dataclass

from core.cards import Card
from core.errors import IllegalMove
from core.events import EVERYBODY, NOBODY, Events
from core.match import Match
from core.moves import CHANCE, SLOT_LIMIT, Deal, Move, Pick, Verb
from core.shuffle import Stream

Reveal = tuple[int, Card]
"""A slot and the face that it shows."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One accepted step: who moved (`CHANCE` for a shuffle), the move, and the reveals.

    `public` goes to everybody, `private[seat]` to that seat alone; both are merged before `apply`.
    """

    seat: int
    move: Move
    public: tuple[Reveal, ...]
    private: dict[int, tuple[Reveal, ...]]
    events: Events


class Referee:
    """Full knowledge of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._public: set[int] = set()
        self._seen: list[set[int]] = [set() for _ in range(match.seats)]

    def check(self, seat: int, move: Move) -> None:
        """Refuse in a fixed order: form, duty, own zone, then the rules (rule C6).

        What is said depends on nothing that the asker does not see.
        """
        _check_form(move)
        match = self.match
        if match.turn is None:
            raise IllegalMove("match_over")
        if type(seat) is not int or seat < 0 or match.turn != seat:
            raise IllegalMove("not_your_turn")
        if move.slot is not None and not self._lies_before(seat, move.slot):
            raise IllegalMove("not_in_hand")
        match.judge(move)

    def _lies_before(self, seat: int, slot: int) -> bool:
        """Whether the slot lies before the seat, and its face is open to it."""
        return any(
            zone.owner == seat and zone.sight in (seat, EVERYBODY) and slot in zone.slots
            for zone in self.match.zones()
        )

    def submit(self, seat: int, move: Move) -> Ruling:
        """Apply the move of a seat; raises `IllegalMove` and changes nothing when it is refused."""
        self.check(seat, move)
        return self._rule(seat, move)

    def shuffle(self, stream: Stream) -> Ruling:
        """Answer what chance owes from one stream: the pick first, then the orders.

        Raises `IllegalMove` and takes nothing from the stream when no shuffle is due.
        """
        match = self.match
        picked: int | None = None
        for owed in match.chance:
            if isinstance(owed, Pick):
                picked = stream.below(owed.among)
                continue
            if isinstance(owed, Deal):
                before = owed.pack
            else:
                before = tuple([match.faces[slot] for slot in owed.slots])
            order = stream.order(len(before))
            match.lay(owed.first, [before[source] for source in order])
        return self._rule(CHANCE, Move(Verb.SHUFFLE, None, picked))

    def _rule(self, seat: int, move: Move) -> Ruling:
        owed = self.match.chance if seat == CHANCE else ()
        if any(isinstance(one, Deal) and one.first == 0 for one in owed):
            # A new round numbers its slots anew, so what was seen of the last one says nothing.
            self._public = set()
            self._seen = [set() for _ in self._seen]
        events = self.match.apply(move)
        faces = self.match.faces
        public: list[Reveal] = []
        private: dict[int, list[Reveal]] = {}
        for zone in self.match.zones():
            if zone.sight == NOBODY:
                continue
            if zone.sight == EVERYBODY:
                for slot in zone.slots:
                    if slot not in self._public:
                        self._public.add(slot)
                        public.append((slot, faces[slot]))
                continue
            seen = self._seen[zone.sight]
            for slot in zone.slots:
                if slot not in seen and slot not in self._public:
                    seen.add(slot)
                    private.setdefault(zone.sight, []).append((slot, faces[slot]))
        return Ruling(
            seat, move, tuple(public), {one: tuple(each) for one, each in private.items()}, events
        )


def _check_form(move: Move) -> None:
    """Whole numbers in range and nothing else; True is not 1 here."""
    verb, slot, value = move
    if type(verb) is not int and type(verb) is not Verb:
        raise IllegalMove("bad_form")
    if verb == Verb.SHUFFLE or verb not in Verb._value2member_map_:
        raise IllegalMove("bad_form")
    if slot is not None and not (type(slot) is int and 0 <= slot < SLOT_LIMIT):
        raise IllegalMove("bad_form")
    if value is not None and not (type(value) is int and -SLOT_LIMIT < value < SLOT_LIMIT):
        raise IllegalMove("bad_form")
