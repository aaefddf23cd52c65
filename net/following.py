"""The story of a match as one seat hears it: numbered events folded into a match.

Each event must have the next number, fit the running hash and the checksum, and follow by the rules
as far as this seat can see; what does not is `StoryError`. The witness of the fair deal hears all
of it.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from core import options
from core.cards import HIDDEN
from core.errors import CoreError, RulesError
from core.events import Note
from core.game import find
from core.match import Match
from core.moves import CHANCE, Move, Verb
from core.record import Recorder
from net import bodies, story
from net import messages as m
from net.clean import clean
from net.errors import PeerError, StoryError
from net.framing import read_event
from net.updates import (
    Alarm,
    Began,
    BrokenOff,
    ClockMoved,
    Happened,
    HolderChanged,
    Judged,
    Settled,
    Update,
)
from net.witness import Heard, Verdict, Witness

NAME_CELLS = 32
JOURNAL_LENGTH = 500

_FAULTS = (
    CoreError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What an event that does not follow from those before it can do to the rules."""


@dataclass(slots=True)
class Pending:
    """A command on its way: shown at once, settled by its answer."""

    command: m.Command


class Following:
    """Follows the matches of one table from one seat.

    `heard` are the events of the present match as they came; `outbox` is what has to be sent. One
    that is `drawn` runs in the host's own program: it contributes nothing and can verify nothing.
    """

    def __init__(self, start: bytes, random_bytes: Callable[[int], bytes]) -> None:
        """`start` is 8 random bytes, new for each run of the program (rule C1)."""
        self.start = start
        self.outbox: list[m.Message] = []
        self.seat = -1
        self.rights = False
        self.pending: Pending | None = None
        self.opening: m.Opening | None = None
        self.heard: list[m.Event] = []
        self.match: Match | None = None
        self.names: tuple[str, ...] = ()
        self.kinds: list[m.Kind] = []
        self.journal: deque[Note] = deque(maxlen=JOURNAL_LENGTH)
        self.recorder: Recorder | None = None
        self.witness: Witness | None = None
        self.drawn = False
        self.match_number = 0
        self.number = 0
        self.duty = 0
        self.head = b""
        self.ended = False
        self._random_bytes = random_bytes
        self._first_head = b""
        self._member = 0
        self._sent: dict[int, Move] = {}
        self._rules: bodies.RulesSet | None = None
        self._holders: dict[int, bytes] = {}
        self._history = (0, 0)
        self._asked = 0

    @property
    def clocked(self) -> bool:
        """Whether the table has a clock that can move for us."""
        return False

    @property
    def caught_up(self) -> bool:
        """Whether what the host had told before the welcome has all been folded."""
        return self._happens_now(self.number + 1)

    def _open(self, opening: m.Opening) -> list[Update]:
        head = story.first_head(opening.opening)
        if opening.match < self.match_number:
            raise StoryError("host_behind", f"match {opening.match} after {self.match_number}")
        if opening.match == self.match_number:
            if self.number or head != self.head:
                raise StoryError("story_differs", f"another opening of match {opening.match}")
            return []
        self.match_number = opening.match
        self.opening, self.heard = opening, []
        self.head = self._first_head = head
        self.number = self.duty = self._member = 0
        self.witness = None
        self.match, self.recorder, self._rules = None, None, None
        self.names, self.kinds = (), []
        self.ended = False
        self._sent.clear()
        self._holders.clear()
        self.journal.clear()
        return []

    def _event(self, event: m.Event) -> list[Update]:
        number, body = read_event(event.public)
        if number <= self.number:
            return []
        if number > self.number + 1:
            if self._asked != self.number + 1:
                self._asked = self.number + 1
                self.outbox.append(m.Ask(self.match_number, self.number))
            return []
        head = story.next_head(self.head, number, event.public)
        try:
            verdict = self._witnessed(number, body, event.faces, head)
            updates = self._fold(number, body, event.faces)
        except _FAULTS as fault:
            raise StoryError("story_differs", f"event {number}: {fault}") from fault
        if story.checksum(head, self.match) != event.check:
            raise StoryError("story_differs", f"event {number}: the checksum differs")
        self.number, self.head = number, head
        self.heard.append(event)
        if verdict is not None:
            updates.append(Judged(verdict))
        left_out = self._contribute()
        if left_out and isinstance(body, bodies.Called) and self._happens_now(number):
            updates.append(Alarm("left_out"))
        return updates

    def _witnessed(
        self, number: int, body: bodies.Body, faces: tuple[m.Reveal, ...], head: bytes
    ) -> Verdict | None:
        """Let the witness follow the event; it finds something when a round is opened."""
        match, witness = self.match, self.witness
        if match is None or witness is None:
            return None
        turn = CHANCE if match.turn is None else match.turn
        may_close = self.ended or match.turn is None or turn == CHANCE
        owed = match.chance
        here = Heard(number, self.head, head, body, faces, turn, owed, may_close, self.seat)
        return witness.hear(here)

    def _contribute(self) -> bool:
        """Offer our chain, answer a call; says whether one is open that leaves us out."""
        if self.witness is None or self.rights or not self._member:
            return False
        self.outbox += self.witness.says(self.match_number, self._member)
        return self.witness.left_out

    def _fold(self, number: int, body: bodies.Body, faces: tuple[m.Reveal, ...]) -> list[Update]:
        match body:
            case bodies.RulesSet():
                if self._rules is not None:
                    raise StoryError("story_differs", "the rules were told twice")
                self._rules = body
                return []
            case bodies.SeatsSet():
                return self._begin(body)
            case bodies.Holder():
                return self._hold(number, body)
            case bodies.Shuffled():
                return self._step(
                    number, CHANCE, Move(Verb.SHUFFLE, None, body.picked), body.faces + faces
                )
            case bodies.Moved():
                return self._moved(number, body, faces)
            case bodies.Dealt():
                move = Move(Verb.SHUFFLE, None, body.picked)
                return self._step(number, CHANCE, move, body.faces + faces)
            case bodies.Ended():
                self.ended = True
                return [BrokenOff(body.cause)]
            case _:
                return []  # promises, chains, calls and openings are the witness's

    def _begin(self, seats: bodies.SeatsSet) -> list[Update]:
        told = self._rules
        if told is None or self.match is not None:
            raise StoryError("story_differs", "seats without rules, or told twice")
        try:
            game = find(told.game)
            rules = options.with_values(game.rules, dict(told.rules))
        except RulesError as fault:
            raise PeerError("other_rules", str(fault)) from fault
        if told.version != game.version or game.identity(rules) != told.identity:
            raise PeerError(
                "other_rules", f"{game.title}: version {told.version}, here {game.version}"
            )
        self.match = Match(game, rules, len(seats.seats))
        self.recorder = Recorder(self.match)
        if not self.drawn:
            self.witness = Witness(self.match.copy(), self._first_head, self._random_bytes)
        self.names = tuple(clean(name, cells=NAME_CELLS) for name, _, _ in seats.seats)
        self.kinds = [kind for _, _, kind in seats.seats]
        return [Began()]

    def _hold(self, number: int, holder: bodies.Holder) -> list[Update]:
        """Another program holds a seat; while we hold ours, nobody else can (rule C5)."""
        if not 0 <= holder.seat < len(self.kinds):
            raise StoryError("story_differs", "a seat that does not exist")
        self.kinds[holder.seat] = holder.kind
        self._holders[holder.seat] = holder.start
        if holder.seat == self.seat:
            own = holder.start == self.start and self.start != m.BOT_START
            self._member = number if own else 0
        updates: list[Update] = [HolderChanged(holder.seat, holder.kind)]
        if holder.seat == self.seat and holder.start != self.start and self._happens_now(number):
            bot = holder.kind is m.Kind.BOT
            updates.append(Alarm("bot_in_your_place" if bot else "held_by_another"))
        return updates

    def _history_is_over(self) -> None:
        """A host tells what has been before it says anything else: what comes now happens now.

        Otherwise a welcome with a number of the future would silence every alarm (C5).
        """
        self._history = (self.match_number, self.number)

    def _happens_now(self, number: int) -> bool:
        """Whether an event is no history that is told again after a welcome."""
        match, told = self._history
        return self.match_number != match or number > told

    def _moved(self, number: int, body: bodies.Moved, faces: tuple[m.Reveal, ...]) -> list[Update]:
        if self.match is None or self.match.turn is None or self.match.turn == CHANCE:
            raise StoryError("story_differs", "a move where none is owed")
        seat = self.match.turn
        updates = self._step(number, seat, body.move, body.faces + faces)
        if seat == self.seat and self.start == m.BOT_START:
            self.pending = None
        elif seat == self.seat and self._holders.get(seat) == self.start:
            if body.cause == m.Cause.CLOCK and (self.clocked or not self._happens_now(number)):
                updates.append(ClockMoved())
            elif self._sent.get(body.cause) != body.move:
                updates.append(Alarm("moved_in_your_name"))
            elif self.pending is not None and self.pending.command.count == body.cause:
                self.pending = None
        return updates

    def _expect_our_faces(self, match: Match) -> None:
        """A host that keeps back what our seat may see is found at once, not when it is needed."""
        for zone in match.zones():
            if zone.sight == self.seat and any(match.faces[one] is HIDDEN for one in zone.slots):
                raise StoryError("story_differs", "a face of ours was not told")

    def _step(
        self, number: int, seat: int, move: Move, faces: tuple[m.Reveal, ...]
    ) -> list[Update]:
        match = self.match
        if match is None or self.recorder is None:
            raise StoryError("story_differs", "a step before the seats")
        for slot, face in faces:
            match.reveal(slot, face)
        rounds = match.rounds_over
        notes = tuple(match.apply(move))
        self.recorder.add(seat, move, faces)
        if self.seat >= 0:
            self._expect_our_faces(match)
        self.duty = number
        self.journal.extend(notes)
        updates: list[Update] = [Happened(number, seat, move, notes)]
        if match.rounds_over > rounds:
            updates.append(Settled(match.over))
        return updates
