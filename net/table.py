"""The host's side of a table, no socket: connections, seats, the lobby, countdowns, matches.

Time comes as an argument, luck as an argument, effects go out as values: what is said in `outbox`,
what a journal has to keep in `to_write`; `hosting` is the shell around it. A connection is a line:
a number, an identity that its road has proven, and what it may hear.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from core.errors import RulesError
from core.game import Game
from core.shuffle import Luck
from net import (
    chat,
    clocks,
    commands,
    contributing,
    greeting,
    matches,
    notices,
    orders,
    votes,
    wishes,
)
from net import messages as m
from net.chat import Chatter
from net.clocks import MoveClock
from net.lines import BURST, GREET_WITHIN, PING_EVERY, RETELLING, SILENCE, Line
from net.play import Play
from net.saved import Write
from net.seating import HOST, Seat, Seating
from net.story import Told
from net.tallies import Tallies
from net.votes import Ballot

ASLEEP = 5.0
"""A clock that is later than this was stopped with its machine; nobody is blamed for that time."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the host has decided before anybody comes.

    With `fair` nobody can choose the order of the pack; without it luck does (solo play, a seed).
    `doors` is who may sit down: `friends` (keys in `friends`), `ask` (the host says yes), `yes`
    (anybody). `grace` is the seconds that somebody who is away is waited for, `clock` those for a
    move, 0 without a clock. Friends may always look on; with `watch` anybody may.
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
    clock: float = 0.0
    watch: bool = False
    seeded: bool = False
    fair: bool = False
    start_when_full: bool = False
    host_key: bytes = b""


@dataclass(slots=True)
class Table:
    """One table: its seats, its match if one runs, and the lines to its people.

    `now` is when it was last told the time, `paused_at` when the host paused it, `host_acted` when
    the host last wanted anything; `held` are the moves of bots that wait for the end of a pause.
    """

    terms: Terms
    luck: Luck
    random_bytes: Callable[[int], bytes]
    outbox: list[tuple[int, m.Message]] = field(default_factory=list)
    to_write: list[Write] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    play: Play | None = None
    matches: int = 0
    clock: MoveClock = field(default_factory=MoveClock)
    chatter: Chatter = field(default_factory=Chatter)
    ballots: list[Ballot] = field(default_factory=list)
    tallies: Tallies = field(default_factory=Tallies)
    paused_at: float | None = None
    host_acted: float = 0.0
    held: list[tuple[int, m.Command]] = field(default_factory=list)
    now: float = 0.0
    seating: Seating = field(init=False)
    _lines_made: int = 0
    _asked_until: float | None = None

    def __post_init__(self) -> None:
        self.terms.game.check_seats(self.terms.rules, self.terms.seats)
        self.seating = Seating(self.terms.seats)
        self.clock = MoveClock(self.terms.clock)

    def seat_bots(self, count: int, host_plays: bool) -> None:
        """Before anybody comes: keep the first seat for the host, put bots into the last ones."""
        if not 0 <= count <= self.terms.seats - host_plays:
            raise RulesError("bad_seats", f"there is no room for {count} bots beside the host")
        if host_plays:
            self.seating.sit(0, HOST)
        for _ in range(count):
            self.seating.add_bot(self.terms.bot, last=True)

    # Lines

    def connect(self, identity: str, address: str, now: float, *, drawn: bool = False) -> int:
        """A new connection, not greeted yet; gives its number. `drawn`: its guest runs here."""
        self._lines_made += 1
        self.lines[self._lines_made] = Line(identity, address, now, now, now, drawn)
        return self._lines_made

    def lost(self, line: int, now: float) -> None:
        """A connection ended, whatever the reason; whoever has not left is waited for."""
        gone = self.lines.pop(line, None)
        if gone is None:
            return
        self.now = now
        changed = self.seating.drop_request(line) or gone.watching
        for number, seat in enumerate(self.seating.seats):
            if seat.bot_line == line:
                seat.bot_line = None
            if seat.line != line:
                continue
            seat.line, seat.ready, changed = None, False, True
            if seat.left and not self.running:
                self.seating.clear(number)
            elif seat.left:
                self.stand_in(number, now)
            else:
                if self.running and not seat.stood_in:
                    seat.deadline = self.table_time(now) + self.patience(seat)
                self.attend(number, now)
        orders.carry_out(self, votes.count(self), now)
        clocks.wind(self, now)
        if changed:
            self.show_lobby()

    def receive(self, line: int, message: m.Message, now: float) -> None:
        """One message of a connection; refusals are answered, never silent."""
        speaker = self.lines.get(line)
        if speaker is None:
            return
        speaker.heard = self.now = now
        if not speaker.ours and not self._keeps_pace(line, speaker, message, now):
            return
        if speaker.identity == HOST and not isinstance(message, m.Pong):
            self.host_acted = now
        match message:
            case m.Hello():
                greeting.greet(self, line, speaker, message, now)
            case m.Command():
                commands.obey(self, line, speaker, message)
            case m.Ask():
                self._retell(line, message)
            case m.Wish():
                wishes.grant(self, line, message, now)
            case m.Say():
                chat.say(self, line, speaker, message.text, now)
            case m.ChainEnd() | m.Link():
                contributing.contribute(self, line, message, now)
            case m.Pong():
                pass
            case m.Bye():
                self.lost(line, now)
            case _:
                self.end(line, "out_of_turn", now)
        clocks.wind(self, now)

    def _keeps_pace(self, number: int, line: Line, message: m.Message, now: float) -> bool:
        """Refuse what comes too fast, and end a line that goes on like that (B10)."""
        left = line.spend(RETELLING if isinstance(message, m.Ask) else 1.0, now)
        if left >= 0:
            return True
        if left < -BURST:
            self.end(number, "too_fast", now)
            return False
        match message:
            case m.Command(start=start, count=count):
                self.send(number, m.Answer(start, count, m.Verdict.REFUSED, "too_fast"))
            case m.Wish(word=word):
                self.send(number, m.Sorry(word, "too_fast"))
            case m.Ask():
                self.send(number, m.Sorry("ask", "too_fast"))
            case m.Say():
                self.send(number, m.Sorry("say", "too_fast"))
            case _:
                return True
        return False

    def tick(self, now: float) -> None:
        """Let time act: pings, dead lines, countdowns that are over."""
        self.now = now
        late = now - self.deadline()
        if late > ASLEEP:
            self._forgive(late, now)
        for number, line in list(self.lines.items()):
            if line.ours:
                continue
            if now >= line.heard + (SILENCE if line.greeted else GREET_WITHIN):
                self.end(number, "silent", now)
            elif line.greeted and now >= line.pinged + PING_EVERY:
                line.pings += 1
                line.pinged = now
                self.send(number, m.Ping(line.pings))
        if self.paused_at is None:
            for number, seat in enumerate(self.seating.seats):
                if seat.deadline is not None and now >= seat.deadline:
                    self.stand_in(number, now)
                    self.show_lobby()
            clocks.run_out(self, now)
        if self._asked_until is not None and now >= self._asked_until:
            self._asked_until = None
            contributing.ask_no_more(self, now)
        clocks.wind(self, now)

    def _forgive(self, seconds: float, now: float) -> None:
        """This program itself was stopped: nobody was silent or away in that time."""
        for line in self.lines.values():
            line.heard = min(now, line.heard + seconds)
            line.pinged = min(now, line.pinged + seconds)
        if self.paused_at is None:
            self.shift_countdowns(seconds)
        if self._asked_until is not None:
            self._asked_until += seconds

    def shift_countdowns(self, seconds: float) -> None:
        """Time that nobody is to be blamed for: countdowns and the clock end so much later."""
        for seat in self.seating.seats:
            if seat.deadline is not None:
                seat.deadline += seconds
        if self.clock.ends is not None:
            self.clock.ends += seconds

    def table_time(self, now: float) -> float:
        """The time by which countdowns run: it stands still while the table is paused."""
        return now if self.paused_at is None else self.paused_at

    def patience(self, seat: Seat) -> float:
        """The seconds that somebody is waited for: what was left, if they come and go (G4)."""
        return self.terms.grace if seat.spare is None else min(seat.spare, self.terms.grace)

    def deadline(self) -> float:
        """When `tick` has something to do next."""
        times = list[float]()
        if self.paused_at is None:
            times += [seat.deadline for seat in self.seating.seats if seat.deadline is not None]
            if self.clock.ends is not None:
                times.append(self.clock.ends)
        times += [line.next_deadline() for line in self.lines.values() if not line.ours]
        if self._asked_until is not None:
            times.append(self._asked_until)
        return min(times, default=float("inf"))

    def bots_wanted(self) -> dict[int, str]:
        """The seats that a bot is to play now, with its name; the shell keeps one on each."""
        if not self.running:
            return {}
        return {
            number: seat.bot or self.terms.bot
            for number, seat in enumerate(self.seating.seats)
            if seat.bot_plays or seat.clock_plays
        }

    def close(self, now: float, reason: str = "host_left") -> None:
        """Say good-bye to everybody."""
        for line in list(self.lines):
            self.end(line, reason, now)

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

    def running_play(self) -> Play:
        """The match that is being played; asked for only where one is."""
        assert self.play is not None, "a match is being played"
        return self.play

    def seat_of_line(self, number: int) -> int:
        """The seat that a line holds, as its person or as a bot; -1 for none."""
        for index, seat in enumerate(self.seating.seats):
            if number in (seat.line, seat.bot_line):
                return index
        return -1

    def viewer(self, number: int) -> int | None:
        """The seat through whose eyes a line may see the match on the table.

        -1 sees what is public: whoever looks on. None sees nothing. A seat that changed hands after
        a match does not show its new owner the old one's cards.
        """
        seat = self.seat_of_line(number)
        if self.play is None:
            return None
        if seat < 0:
            return -1 if self.lines[number].watching else None
        if not self.running and self.play.identity_at(seat) != self.seating.seats[seat].identity:
            return None
        return seat

    def broadcast(self, told: Told) -> None:
        """An event to everybody with a seat, each with the own faces and no other; to those who
        look on what is public.
        """
        for index, seat in enumerate(self.seating.seats):
            for line in (seat.line, seat.bot_line):
                if line is not None and self.lines[line].greeted:
                    self.send(line, told.to(index))
        public = told.to(-1)
        for number in self.watchers():
            self.send(number, public)

    def watchers(self) -> list[int]:
        """The lines of those who look on."""
        return [number for number, line in self.lines.items() if line.watching]

    def show_lobby(self, but: int | None = None) -> None:
        """The lobby, whole, to everybody who was greeted; `but` has just seen it."""
        notices.show_lobby(self, but)

    def attend(self, seat: int, now: float, but: int | None = None) -> None:
        """Tell everybody whether the person of a seat is here."""
        notices.tell_all(self, notices.attendance(self, seat, now), but)

    def _retell(self, number: int, ask: m.Ask) -> None:
        viewer = self.viewer(number)
        if self.play is None or viewer is None or ask.match != self.play.story.match_number:
            self.send(number, m.Sorry("ask", "stale"))
            return
        for event in self.play.story.retell(viewer, ask.number):
            self.send(number, event)

    # Matches

    def go_on(self) -> None:
        """Let chance answer what it owes; when the match is over, open the lobby behind it."""
        play = self.running_play()
        while (told := play.answer_chance(contributing.able(self))) is not None:
            self._asked_until = self.now + contributing.PATIENCE
            self.broadcast(told)
        if not contributing.still_waits(self):
            self._asked_until = None
        if play.over:
            matches.rise(self)

    def dismiss_bot(self, seat: Seat, reason: str) -> None:
        """The bot of a seat is not wanted any more."""
        if seat.bot_line is not None:
            self.send(seat.bot_line, m.Bye(reason))
            self.lines.pop(seat.bot_line, None)
            seat.bot_line = None

    def wait_again(self, now: float) -> None:
        """Somebody is back who may owe a link: it is waited for once more."""
        if self._asked_until is None and contributing.still_waits(self):
            self._asked_until = now + contributing.PATIENCE

    def hold(self, seat: int, kind: m.Kind, start: bytes) -> None:
        """Tell that another program holds a seat from now on."""
        self.broadcast(self.running_play().hold(seat, kind, start))
        self.go_on()

    def stand_in(self, number: int, now: float) -> None:
        """A bot sits in for somebody who stayed away; the seat stays theirs."""
        seat = self.seating.seats[number]
        seat.deadline, seat.misses, seat.clock_plays = None, 0, False
        if self.running and not seat.stood_in:
            seat.stood_in = True
            self.hold(number, m.Kind.BOT, b"")
            self.attend(number, now)
