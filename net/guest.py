"""The peer's side of a table, no socket: folds events into a match, keeps what is unanswered.

Screens, plain mode and bots all hold a guest and nothing else. What arrives goes in by `receive`,
what has happened comes out as updates, what must be sent waits in `outbox`.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from core import options
from core.errors import CoreError, IllegalMove, RulesError
from core.events import Note
from core.game import find, games
from core.match import Match
from core.moves import CHANCE, Choice, Move, Verb
from core.record import Recorder
from net import messages as m
from net import story
from net.clean import clean
from net.errors import PeerError, StoryError
from net.framing import read_event
from net.updates import (
    Alarm,
    Attended,
    Began,
    BrokenOff,
    Closed,
    Happened,
    HolderChanged,
    LobbyChanged,
    Refused,
    Seated,
    Settled,
    Update,
    WishRefused,
)

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
    choice: Choice


class Guest:
    """One person's (or bot's) end of one table."""

    def __init__(self, name: str, start: bytes, version: str) -> None:
        """`start` is 8 random bytes, new for each run of the program (rule C1)."""
        self.name = name
        self.version = version
        self.start = start
        self.outbox: list[m.Message] = []
        self.table_name = ""
        self.seat = -1
        self.rights = False
        self.seeded = False
        self.welcomed = False
        self.welcome: m.Welcome | None = None
        self.opening: m.Opening | None = None
        self.heard: list[m.Event] = []
        self.lobby: m.Lobby | None = None
        self.match: Match | None = None
        self.names: tuple[str, ...] = ()
        self.kinds: list[m.Kind] = []
        self.presence: dict[int, tuple[m.Presence, int]] = {}
        self.pending: Pending | None = None
        self.journal: deque[Note] = deque(maxlen=JOURNAL_LENGTH)
        self.recorder: Recorder | None = None
        self.match_number = 0
        self.number = 0
        self.duty = 0
        self.head = b""
        self.ended = False
        self._count = 0
        self._dialled = 0
        self._sent: dict[int, Move] = {}
        self._rules: m.RulesSet | None = None
        self._holders: dict[int, bytes] = {}
        self._history = (0, 0)
        self._asked = 0

    # What a person wants

    def hello(self) -> m.Hello:
        """The greeting of a new connection; says how far the story is known here (rule C3).

        Wishes that were not sent yet wait for the welcome; a move without an answer is sent again.
        """
        self.welcomed = False
        self._asked = 0
        self._dialled += 1
        self.outbox = [message for message in self.outbox if isinstance(message, m.Wish)]
        return m.Hello(
            m.PROTOCOL,
            self.version,
            self.start,
            self.name,
            self.match_number,
            self.number,
            self.head,
            self._dialled,
            tuple((game.name, game.version) for game in games().values()),
        )

    @property
    def on_turn(self) -> bool:
        """Whether this seat owes a move that is not on its way."""
        return self.owes and self.pending is None

    @property
    def caught_up(self) -> bool:
        """Whether what the host had told before the welcome has all been folded."""
        return self._happens_now(self.number + 1)

    @property
    def owes(self) -> bool:
        """Whether this seat owes the move of the match."""
        return (
            self.match is not None
            and self.seat >= 0
            and self.match.turn == self.seat
            and not self.ended
        )

    def choices(self) -> Sequence[Choice]:
        """The legal choices of this seat, computed here, without a round trip."""
        return self.match.moves() if self.match is not None and self.owes else ()

    def why_not(self, move: Move) -> IllegalMove | None:
        """Why a move cannot be made now, as far as it is known here; None when it can."""
        match = self.match
        if match is None or self.ended or match.turn is None:
            return IllegalMove("match_over")
        if not self.owes:
            return IllegalMove("not_your_turn")
        if self.pending is not None:
            return IllegalMove("move_on_its_way")
        if any(one.allows(move) for one in self.choices()):
            return None
        try:
            match.judge(move)
            match.copy().apply(move)
        except IllegalMove as refused:
            return refused
        except CoreError:
            pass
        return IllegalMove("not_legal")

    def play(self, move: Move) -> m.Command:
        """Put a move in the outbox; raises `IllegalMove` at once for what is not legal here."""
        refused = self.why_not(move)
        if refused is not None:
            raise refused
        choice = next(one for one in self.choices() if one.allows(move))
        self._count += 1
        command = m.Command(self.start, self._count, self.match_number, self.duty, move)
        self._sent[self._count] = move
        self.pending = Pending(command, choice)
        self.outbox.append(command)
        return command

    def wish(self, word: str, argument: str = "") -> None:
        """Put a wish in the outbox."""
        self.outbox.append(m.Wish(word, argument))

    def give_up(self) -> None:
        """Leave for good: a bot sits in at once. A line that breaks keeps the seat instead.

        The host's seat is never left; a host who goes closes the table.
        """
        if self.seat >= 0 and not self.rights:
            self.wish("leave")

    # What comes from the host

    def receive(self, message: m.Message) -> list[Update]:
        """Take one message; raises `PeerError` when it does not follow from what came before."""
        match message:
            case m.Event():
                return self._event(message)
            case m.Welcome():
                return self._welcome(message)
            case m.Lobby():
                return self._lobby(message)
            case m.Opening():
                return self._open(message)
            case m.Answer():
                return self._answer(message)
            case m.Sorry():
                if message.word == "ask":  # no person's wish: the next event asks again
                    self._asked = 0
                    return []
                return [WishRefused(message.word, message.reason, clean(message.detail))]
            case m.Attendance():
                self.presence[message.seat] = (message.presence, message.seconds)
                return [Attended(message.seat)]
            case m.Ping():
                self.outbox.append(m.Pong(message.number))
                return []
            case m.Bye():
                return [Closed(message.reason, clean(message.detail))]
            case _:
                raise PeerError("out_of_turn", type(message).__name__)

    def _welcome(self, welcome: m.Welcome) -> list[Update]:
        self.table_name = clean(welcome.table, cells=NAME_CELLS)
        self.seat = welcome.seat
        self.rights = welcome.rights
        self.seeded = welcome.seeded
        self.welcomed = True
        self.welcome = welcome
        self._history = (welcome.match, welcome.number)
        if self.pending is not None and self.pending.command not in self.outbox:
            self.outbox.append(self.pending.command)
        return [Seated(welcome.seat)]

    def _lobby(self, lobby: m.Lobby) -> list[Update]:
        """The lobby says who is here; how long they are waited for was said before."""
        self.lobby = lobby
        self.seat = lobby.seat
        known = self.presence
        self.presence = {}
        for seat, card in enumerate(lobby.seats):
            before, seconds = known.get(seat, (m.Presence.HERE, 0))
            self.presence[seat] = (card.presence, seconds if before is card.presence else 0)
        return [LobbyChanged()]

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
        self.head = head
        self.number = self.duty = 0
        self.match, self.recorder, self._rules = None, None, None
        self.names, self.kinds = (), []
        self.ended = False
        self._sent.clear()
        self._holders.clear()
        self.journal.clear()
        return []

    def _answer(self, answer: m.Answer) -> list[Update]:
        """A refusal is shown once; an accepted move is settled by its event, which came before.

        A move that waits across the end of its match is settled by the answer alone.
        """
        pending = self.pending
        if pending is None or (answer.start, answer.count) != (self.start, pending.command.count):
            return []
        if answer.verdict is m.Verdict.REFUSED:
            self.pending = None
            return [Refused(answer.reason, dict(answer.values), pending.command.move)]
        command = pending.command
        if (command.match, command.duty) != (self.match_number, self.duty):
            self.pending = None
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
            updates = self._fold(number, body, event.faces)
        except _FAULTS as fault:
            raise StoryError("story_differs", f"event {number}: {fault}") from fault
        if story.checksum(head, self.match) != event.check:
            raise StoryError("story_differs", f"event {number}: the checksum differs")
        self.number, self.head = number, head
        self.heard.append(event)
        return updates

    def _fold(self, number: int, body: m.Body, faces: tuple[m.Reveal, ...]) -> list[Update]:
        match body:
            case m.RulesSet():
                if self._rules is not None:
                    raise StoryError("story_differs", "the rules were told twice")
                self._rules = body
                return []
            case m.SeatsSet():
                return self._begin(body)
            case m.Holder():
                return self._hold(number, body)
            case m.Shuffled():
                return self._step(
                    number, CHANCE, Move(Verb.SHUFFLE, None, body.picked), body.faces + faces
                )
            case m.Moved():
                return self._moved(number, body, faces)
            case m.Ended():
                self.ended = True
                return [BrokenOff(body.cause)]

    def _begin(self, seats: m.SeatsSet) -> list[Update]:
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
        self.names = tuple(clean(name, cells=NAME_CELLS) for name, _, _ in seats.seats)
        self.kinds = [kind for _, _, kind in seats.seats]
        return [Began()]

    def _hold(self, number: int, holder: m.Holder) -> list[Update]:
        """Another program holds a seat; while we hold ours, nobody else can (rule C5)."""
        if not 0 <= holder.seat < len(self.kinds):
            raise StoryError("story_differs", "a seat that does not exist")
        self.kinds[holder.seat] = holder.kind
        self._holders[holder.seat] = holder.start
        updates: list[Update] = [HolderChanged(holder.seat, holder.kind)]
        if holder.seat == self.seat and holder.start != self.start and self._happens_now(number):
            bot = holder.kind is m.Kind.BOT
            updates.append(Alarm("bot_in_your_place" if bot else "held_by_another"))
        return updates

    def _happens_now(self, number: int) -> bool:
        """Whether an event is no history that is told again after a welcome."""
        match, told = self._history
        return self.match_number != match or number > told

    def _moved(self, number: int, body: m.Moved, faces: tuple[m.Reveal, ...]) -> list[Update]:
        if self.match is None or self.match.turn is None or self.match.turn == CHANCE:
            raise StoryError("story_differs", "a move where none is owed")
        seat = self.match.turn
        updates = self._step(number, seat, body.move, body.faces + faces)
        if seat == self.seat and self.start == m.BOT_START:
            self.pending = None
        elif seat == self.seat and self._holders.get(seat) == self.start:
            if self._sent.get(body.cause) != body.move:
                updates.append(Alarm("moved_in_your_name"))
            elif self.pending is not None and self.pending.command.count == body.cause:
                self.pending = None
        return updates

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
        self.duty = number
        self.journal.extend(notes)
        updates: list[Update] = [Happened(number, seat, move, notes)]
        if match.rounds_over > rounds:
            updates.append(Settled(match.over))
        return updates
