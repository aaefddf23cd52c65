"""The host's side of a table, no socket: connections, seats, the lobby, commands, countdowns.

Time comes as an argument, luck as an argument, effects go out as values in `outbox`; `hosting` is the
shell around it. A connection is a line: a number, an identity that its road has proven, and what it
may hear.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from core import options
from core.errors import IllegalMove, RulesError
from core.game import Game
from core.shuffle import Luck
from net import greeting, wishes
from net import messages as m
from net.play import Play
from net.seating import BOT, Seating
from net.story import Story, Told

PING_EVERY = 5.0
SILENCE = 15.0
"""Seconds without a word after which a connection is dead; TCP does not tell (G11)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the host has decided before anybody comes.

    `doors` is who may sit down: `friends` (keys in `friends`), `ask` (the host says yes), `yes`
    (anybody). `grace` is the seconds that somebody who is away is waited for.
    """

    game: Game
    rules: object
    seats: int
    table: str
    version: str
    bot: str = "careful"
    doors: str = "friends"
    friends: frozenset[str] = frozenset()
    grace: float = 60.0
    seeded: bool = False
    start_when_full: bool = False
    host_key: bytes = b""


@dataclass(slots=True)
class Line:
    """One connection. `greeted` is whether its Hello was accepted; `ping` is the number on its way."""

    identity: str
    address: str
    heard: float
    pinged: float
    greeted: bool = False
    start: bytes = b""
    ping: int = 0


@dataclass(slots=True)
class Table:
    """One table: its seats, its match if one runs, and the lines to its people."""

    terms: Terms
    luck: Luck
    random_bytes: Callable[[int], bytes]
    outbox: list[tuple[int, m.Message]] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    play: Play | None = None
    matches: int = 0
    seating: Seating = field(init=False)
    _lines_made: int = 0

    def __post_init__(self) -> None:
        self.terms.game.check_seats(self.terms.rules, self.terms.seats)
        self.seating = Seating(self.terms.seats)

    def seat_bots(self, count: int, host_plays: bool) -> None:
        """Put bots into the last seats, before anybody comes; the first seat is the host's."""
        if not 0 <= count <= self.terms.seats - host_plays:
            raise RulesError("bad_seats", f"there is no room for {count} bots beside the host")
        for _ in range(count):
            self.seating.add_bot(self.terms.bot, last=True)

    # Lines

    def connect(self, identity: str, address: str, now: float) -> int:
        """A new connection, not greeted yet; gives its number."""
        self._lines_made += 1
        self.lines[self._lines_made] = Line(identity, address, now, now)
        return self._lines_made

    def lost(self, line: int, now: float) -> None:
        """A connection ended, whatever the reason."""
        gone = self.lines.pop(line, None)
        if gone is None:
            return
        changed = self.seating.drop_request(line)
        for number, seat in enumerate(self.seating.seats):
            if seat.bot_line == line:
                seat.bot_line = None
            if seat.line == line:
                seat.line = None
                seat.ready = False
                changed = True
                if self.running and not seat.stood_in:
                    seat.deadline = now + self.terms.grace
                self.attend(number, now)
        if changed:
            self.show_lobby()

    def receive(self, line: int, message: m.Message, now: float) -> None:
        """One message of a connection; refusals are answered, never silent."""
        speaker = self.lines.get(line)
        if speaker is None:
            return
        speaker.heard = now
        match message:
            case m.Hello():
                greeting.greet(self, line, speaker, message, now)
            case m.Command():
                self._command(line, speaker, message)
            case m.Ask():
                self._retell(line, message)
            case m.Wish():
                wishes.grant(self, line, message, now)
            case m.Pong():
                speaker.ping = 0
            case m.Bye():
                self.lost(line, now)
            case _:
                self.end(line, "out_of_turn", now)

    def tick(self, now: float) -> None:
        """Let time act: pings, dead lines, countdowns that are over."""
        for number, line in list(self.lines.items()):
            if line.identity.startswith(BOT):
                continue
            if now - line.heard >= SILENCE:
                self.end(number, "silent", now)
            elif line.greeted and now - line.pinged >= PING_EVERY:
                line.ping += 1
                line.pinged = now
                self.send(number, m.Ping(line.ping))
        for number, seat in enumerate(self.seating.seats):
            if seat.deadline is not None and now >= seat.deadline:
                self.stand_in(number, now)

    def deadline(self) -> float:
        """When `tick` has something to do next."""
        times = [seat.deadline for seat in self.seating.seats if seat.deadline is not None]
        times += [
            min(line.heard + SILENCE, line.pinged + PING_EVERY)
            for line in self.lines.values()
            if not line.identity.startswith(BOT)
        ]
        return min(times, default=float("inf"))

    def bots_wanted(self) -> dict[int, str]:
        """The seats that a bot is to play now, with its name; the shell keeps one on each."""
        if not self.running:
            return {}
        return {
            number: seat.bot or self.terms.bot
            for number, seat in enumerate(self.seating.seats)
            if seat.bot_plays
        }

    def close(self, now: float) -> None:
        """Say good-bye to everybody."""
        for line in list(self.lines):
            self.end(line, "host_left", now)

    def send(self, line: int, message: m.Message) -> None:
        """Put a message for one line into the outbox."""
        self.outbox.append((line, message))

    def end(self, line: int, reason: str, now: float, detail: str = "") -> None:
        """Say good-bye to one line; the shell closes it after that message."""
        self.send(line, m.Bye(reason, detail))
        self.lost(line, now)

    # What is told

    @property
    def running(self) -> bool:
        """Whether a match is being played."""
        return self.play is not None and not self.play.over

    def seat_of_line(self, number: int) -> int:
        """The seat that a line holds, as its person or as a bot; -1 for none."""
        for index, seat in enumerate(self.seating.seats):
            if number in (seat.line, seat.bot_line):
                return index
        return -1

    def broadcast(self, told: Told) -> None:
        """An event to everybody with a seat, each with the own faces and no other."""
        for index, seat in enumerate(self.seating.seats):
            for line in (seat.line, seat.bot_line):
                if line is not None and self.lines[line].greeted:
                    self.send(line, told.to(index))

    def lobby_for(self, seat: int) -> m.Lobby:
        """The lobby as the holder of a seat (-1: of none) sees it."""
        game, rules = self.terms.game, self.terms.rules
        return m.Lobby(
            game.name,
            tuple(options.values(rules).items()),
            game.identity(rules),
            tuple(
                m.SeatCard(one.name, one.kind, one.ready, one.presence)
                for one in self.seating.seats
            ),
            tuple((one.number, one.name) for one in self.seating.requests),
            self.running,
            seat,
        )

    def show_lobby(self) -> None:
        """The lobby, whole, to everybody who was greeted."""
        for number, line in self.lines.items():
            if line.greeted and not line.identity.startswith(BOT):
                self.send(number, self.lobby_for(self.seat_of_line(number)))

    def attend(self, seat: int, now: float) -> None:
        """Tell everybody whether the person of a seat is here."""
        one = self.seating.seats[seat]
        left = 0 if one.deadline is None else max(0, round(one.deadline - now))
        for number, line in self.lines.items():
            if line.greeted and not line.identity.startswith(BOT):
                self.send(number, m.Attendance(seat, one.presence, left))

    def _retell(self, number: int, ask: m.Ask) -> None:
        seat = self.seat_of_line(number)
        if self.play is None or seat < 0 or ask.match != self.play.story.match_number:
            self.send(number, m.Sorry("ask", "stale"))
            return
        for event in self.play.story.retell(seat, max(0, ask.number)):
            self.send(number, event)

    # Matches

    def begin_if_ready(self, now: float) -> None:
        """Begin when the table is full and everybody is ready, or is to begin when it is full."""
        if self.running:
            return
        here = all(one.line is not None for one in self.seating.seats if one.kind is m.Kind.PERSON)
        full = (
            self.terms.start_when_full
            and self.play is None
            and self.seating.empty() is None
            and here
        )
        if full or self.seating.everybody_ready():
            self.begin(now)

    def begin(self, now: float) -> None:
        """Begin a match with whoever sits; raises `RulesError` when they are too few."""
        self.terms.game.check_seats(self.terms.rules, self.seating.filled())
        self.seating.close_ranks()
        last = b"" if self.play is None else self.play.story.head
        self.matches += 1
        story = Story(self.matches, self.random_bytes(16), self.terms.host_key, last)
        self.play = Play(story, self.terms.game, self.terms.rules, self.seating.seats, self.luck)
        self.show_lobby()
        for index, seat in enumerate(self.seating.seats):
            seat.answers.clear()
            seat.stood_in = False
            seat.deadline = None
            if seat.presence is m.Presence.AWAY:
                seat.deadline = now + self.terms.grace
            if seat.line is not None:
                self.send(seat.line, m.Opening(story.match_number, story.opening))
                for event in story.retell(index, 0):
                    self.send(seat.line, event)
        self.go_on()

    # Moves

    def _command(self, number: int, line: Line, command: m.Command) -> None:
        """Answer a command exactly once: accepted, duplicate, or refused and why (C1, C2, C6)."""
        seat_number = self.seat_of_line(number)
        verdict, reason = m.Verdict.REFUSED, ""
        values: dict[str, int] = {}
        seat = self.seating.seats[seat_number] if seat_number >= 0 else None
        told = None
        if seat is None:
            reason = "not_seated"
        elif self.play is None or command.match != self.play.story.match_number:
            reason = "stale"
        elif command.start != line.start:
            reason = "not_your_seat"
        elif number == seat.line and command.count in seat.answers:
            verdict = m.Verdict.DUPLICATE
        elif number == (seat.line if seat.bot_plays else seat.bot_line):
            reason = "not_your_seat"
        elif command.duty != self.play.duty:
            reason = "not_your_turn" if self.play.match.turn != seat_number else "stale"
        else:
            cause = m.Cause.BOT if seat.bot_plays else command.count
            try:
                told = self.play.submit(seat_number, command.move, cause)
                verdict = m.Verdict.ACCEPTED
            except IllegalMove as refused:
                reason, values = refused.reason, refused.values
        if told is not None and seat is not None and self.play is not None:
            if not seat.bot_plays:
                seat.remember(command.count, self.play.duty)
            self.broadcast(told)
        answer = m.Answer(command.start, command.count, verdict, reason, tuple(values.items()))
        self.send(number, answer)
        if told is not None:
            self.go_on()

    def go_on(self) -> None:
        """Let chance answer what it owes; when the match is over, show the lobby behind it."""
        play = self.play
        assert play is not None, "a match goes on"
        while (told := play.shuffle()) is not None:
            self.broadcast(told)
        if play.over:
            for seat in self.seating.seats:
                seat.ready = seat.kind is m.Kind.BOT
                seat.deadline = None
            self.show_lobby()

    def hold(self, seat: int, kind: m.Kind, start: bytes) -> None:
        """Tell that another program holds a seat from now on."""
        assert self.play is not None, "seats change hands in a match"
        self.broadcast(self.play.hold(seat, kind, start))

    def stand_in(self, number: int, now: float) -> None:
        """A bot sits in for somebody who stayed away; the seat stays theirs."""
        seat = self.seating.seats[number]
        seat.deadline = None
        if self.running and not seat.stood_in:
            seat.stood_in = True
            self.hold(number, m.Kind.BOT, b"")
            self.attend(number, now)
            self.show_lobby()
