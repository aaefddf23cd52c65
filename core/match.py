"""A match: as many rounds as the game wants. It knows no game.

The match has the surface of a state, so the referee, guests and screens hold one thing from the
first deal to the last result. A finished round stays on the table until the next deal is answered.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from core.cards import HIDDEN, Card
from core.errors import FaceConflictError
from core.events import Board, Events, Note, Outcome, Zone
from core.game import Game, Row, Settlement, Start, State
from core.moves import CHANCE, SLOT_LIMIT, Chance, Choice, Move


class Match:
    """One match of one game, as one person knows it.

    `sheet` has a row for every finished round: the score sheet, with the reason for every number.
    """

    def __init__(self, game: Game, rules: object, seats: int) -> None:
        game.check_seats(rules, seats)
        self.game = game
        self.rules = rules
        self.seats = seats
        self.start = Start.first(seats)
        self.round = game.start(rules, self.start)
        self.sheet: tuple[Row, ...] = ()
        self._next: State | None = None

    @property
    def turn(self) -> int | None:
        """The seat that owes a move, `CHANCE`, or None when the match is over."""
        return self.round.turn if self._next is None else CHANCE

    @property
    def settlement(self) -> Settlement | None:
        """What the last finished round did to the match; None before that."""
        return self.sheet[-1].settlement if self.sheet else None

    @property
    def rounds_over(self) -> int:
        """How many rounds are finished."""
        return len(self.sheet)

    @property
    def over(self) -> bool:
        """Whether the match has its winners."""
        return self.settlement is not None and bool(self.settlement.winners)

    @property
    def faces(self) -> list[Card]:
        """The faces seen here, by slot of the current round."""
        return self.round.faces

    @property
    def chance(self) -> tuple[Chance, ...]:
        """What chance owes; see `State.chance`."""
        return (self._next or self.round).chance

    def moves(self) -> Sequence[Choice]:
        """The legal choices of the seat that owes a move."""
        return self.round.moves() if self._next is None else ()

    def judge(self, move: Move) -> None:
        """See `State.judge`."""
        self.round.judge(move)

    def apply(self, move: Move) -> Events:
        """Change the match and return the events; the end of a round is settled at once."""
        if self._next is not None:
            events = self._next.apply(move)
            self.round, self._next = self._next, None
            return events
        events = self.round.apply(move)
        if self.round.turn is None:
            self._settle()
        return events

    def _settle(self) -> None:
        outcome = self.round.outcome()
        assert outcome is not None, "a round without a turn has an outcome"
        done = self.game.settle(self.rules, self.start, outcome)
        self.sheet += (Row(outcome, done),)
        if not done.winners:
            live = tuple(not gone for gone in done.out)
            number = self.start.number
            out_in = tuple(
                before or (number if gone else 0)
                for before, gone in zip(self.start.out_in, done.out, strict=True)
            )
            self.start = Start(live, done.dealer, done.totals, number + 1, out_in)
            self._next = self.game.start(self.rules, self.start)

    def reveal(self, slot: int, face: Card) -> None:
        """Note the face of a slot; see `reveal_all`."""
        self.reveal_all(((slot, face),))

    def reveal_all(self, reveals: Iterable[tuple[int, Card]]) -> None:
        """Note faces before the step that opens them; while a deal is awaited, those of its pack.

        Raises `FaceConflictError` when a slot is known to show another face, or cannot exist.
        """
        faces = (self._next or self.round).faces
        for slot, face in reveals:
            if not 0 <= slot < SLOT_LIMIT:
                raise FaceConflictError(f"there is no slot {slot}")
            if slot >= len(faces):
                faces.extend([HIDDEN] * (slot + 1 - len(faces)))
            if faces[slot] is not face and faces[slot] not in (HIDDEN, face):
                raise FaceConflictError(f"slot {slot} shows {faces[slot]}, not {face}")
            faces[slot] = face

    def lay(self, first: int, cards: Sequence[Card]) -> None:
        """Put the faces of a shuffle down, from the unused slot `first` on; the referee does."""
        faces = (self._next or self.round).faces
        if len(faces) > first:
            self.reveal_all(enumerate(cards, first))
        else:
            faces.extend([HIDDEN] * (first - len(faces)))
            faces.extend(cards)

    def copy(self, faces: list[Card] | None = None) -> Self:
        """A match of its own, with other faces for the round on the table if they are given."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin.round = self.round.copy(faces)
        twin._next = None if self._next is None else self._next.copy()
        return twin

    def zones(self) -> Sequence[Zone]:
        """Every card's place, and who sees its face."""
        return self.round.zones()

    def hand(self, seat: int) -> Sequence[int]:
        """The slots of a hand."""
        return self.round.hand(seat)

    def public(self) -> list[Any]:
        """The plain values that go into the checksum."""
        done = self.settlement
        totals, out = (self.start.totals, ()) if done is None else (done.totals, done.out)
        pending = [] if self._next is None else self._next.public()
        return [self.rounds_over, list(totals), list(out), pending, self.round.public()]

    def board(self) -> Board:
        """What everybody can read off the table besides the cards."""
        return self.round.board()

    def foresee(self, move: Move) -> tuple[Note, ...]:
        """What a move would do."""
        return self.round.foresee(move)

    def facts(self) -> Mapping[str, Any]:
        """Every quantity that the rules name."""
        running = self.round.turn is not None
        return {"round": self.rounds_over + running, **self.round.facts()}

    def outcome(self) -> Outcome | None:
        """How the round on the table ended; None while it runs."""
        return self.round.outcome()
