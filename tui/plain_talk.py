"""The talk of plain mode, without a terminal: updates and answers in, lines out.

What happens elsewhere never takes back a half-made choice (G16): a card that waits for its number
waits until the turn is over.
"""

from collections.abc import Mapping
from typing import Final

from core.events import Note
from core.moves import Choice
from net import messages as m
from net import updates as u
from net.clean import NAME_CELLS, clean
from net.guest import Guest
from tui import people
from tui import plain_cards as cards
from tui import plain_table as table
from tui.actions import Where, action
from tui.entries import drawn, held
from tui.faces import spoken
from tui.roads import way_line
from tui.sentences import CATALOG
from tui.telling import capital
from tui.verdicts import record_line, unchecked_line, verdict_line, words_line
from tui.words import (
    CLEAN_ENDINGS,
    alarm,
    called,
    farewell,
    offline,
    presence,
    said,
    sentence,
    sorry,
    why,
)

_AFTER_A_MATCH: Final = frozenset({"host_left", "ended", "stopped"})


class Talk:
    """One person's talk with the program.

    `code` is the exit code once it is over; `naming` is a card that waits for its second value,
    with the duty that it belongs to; `order` is how the hand is sorted; `spoke_of_waiting` is
    whether it was said that a move is on its way; `played_to_end` is whether a match was seen to
    its end, and `kept` whether its record was written or could not be.
    """

    def __init__(self, guest: Guest, ascii: bool = False) -> None:  # noqa: A002
        self.guest = guest
        self.code: int | None = None
        self.spoke_of_waiting = False
        self._ascii = ascii
        self._out: list[str] = []
        self._asked: tuple[object, ...] | None = None
        self.reprompt = False
        self.order = "dealt"
        self.naming: tuple[int, Choice] | None = None
        self._lobby: dict[str, str] = {}
        self._running = False
        self._paused = False
        self._clock = 0
        self._course = ""
        self._evening: list[str] = []
        self.in_lobby = False
        self.played_to_end = False
        self.kept = False
        self._kinds: list[m.Kind] = []
        self._presence: dict[int, m.Presence] = {}
        self._offline = ""
        self._held: frozenset[int] = frozenset()

    def take(self) -> list[str]:
        """What there is to say since the last call."""
        lines, self._out = self._out, []
        return lines

    def say(self, *lines: str) -> None:
        """Put lines out; an empty one is none."""
        self._out += [line for line in lines if line]

    def over(self) -> bool:
        """Whether nothing more is asked or heard."""
        return self.code is not None

    @property
    def place(self) -> Where:
        """Where the person is: at a running match, before one, or after one."""
        match = self.guest.match
        if match is None:
            return "lobby"
        if not match.over and not self.guest.ended:
            return "table"
        return "lobby" if self.in_lobby else "result"

    # What happens

    def hear(self, update: u.Update) -> None:
        """Say what an update means."""
        if self.guest.pending is None:
            self.spoke_of_waiting = False
        match update:
            case u.Seated():
                if self._offline:
                    self._offline = ""
                    self.say(sentence("back_online"))
            case u.LobbyChanged():
                self._lobby_changed()
            case u.Began():
                self.in_lobby = False
                self.naming = self._asked = None
                self._kinds = list(self.guest.kinds)
                self.say(*table.began_lines(self.guest))
            case u.Happened(notes=notes):
                self.say(*map(self._said, notes), self._drew())
            case u.Settled(over=over):
                self.say(*table.round_lines(self.guest))
                if over:
                    self.played_to_end = True
                    self.say(table.final_line(self.guest), unchecked_line(self.guest))
            case u.BrokenOff(cause=cause):
                self.played_to_end = True
                self.say(CATALOG.get(f"cause.{int(cause)}", CATALOG["broken_off"]))
            case u.Judged(verdict=verdict):
                self.say(verdict_line(verdict, self.guest), words_line(verdict))
            case u.Kept() | u.NotKept():
                self.kept = True
                self.say(record_line(update))
            case u.HolderChanged(seat=seat, kind=kind):
                self._holder_changed(seat, kind)
            case u.Attended(seat=seat):
                self._attended(seat)
            case u.Refused(reason=reason, values=values):
                self._asked = None
                self.say(self.refusal(reason, values))
            case u.WishRefused(word=word, reason=reason, detail=detail):
                self.reprompt = True
                self.say(sorry(word, reason, detail))
            case u.Said(line=line):
                self.say(people.spoken_line(line))
            case u.TimeIsShort(seconds=seconds):
                self.say(sentence("time_is_short", seconds=seconds))
            case u.ClockMoved():
                self.say(sentence("clock_moved"))
            case u.Alarm(reason=reason):
                self.say(alarm(reason))
            case u.Offline(reason=reason, seconds=seconds):
                if reason != self._offline:
                    self.say(offline(reason, seconds))
                self._offline = reason or "lost"
                self._asked = None
            case u.WayChanged():
                self.say(way_line(update))
            case u.Closed(reason=reason, detail=detail):
                self._closed(reason, detail)

    def _said(self, note: Note) -> str:
        match = self.guest.match
        if match is None:
            return ""
        you = table.you(self.guest)
        return said(note, match.game, self.guest.names, self._ascii, you, aloud=True)

    def _drew(self) -> str:
        """Which cards came into the hand, in its own words; a deal is told with the hand."""
        before, self._held = self._held, held(self.guest.match, self.guest.seat)
        fresh = drawn(before, self._held)
        match = self.guest.match
        if match is None or not fresh:
            return ""
        return sentence("you_drew", cards=", ".join(spoken(match.faces[one]) for one in fresh))

    def refusal(self, reason: str, values: Mapping[str, int] | None = None) -> str:
        """Why something is not done, in the words of the game or of the program."""
        match = self.guest.match
        game = None if match is None else match.game
        return capital(why(reason, values, game, aloud=True))

    def _lobby_changed(self) -> None:
        """Say what is new; nothing when a match begins or ends, for then everything is."""
        lobby = self.guest.lobby
        if lobby is None:
            return
        lines = table.lobby_lines(self.guest)
        fresh = [name for name, line in lines.items() if self._lobby.get(name) != line]
        first, flipped = not self._lobby, lobby.running != self._running
        self._lobby, self._running = lines, lobby.running
        for name in fresh:
            if name.startswith("request") or (not lobby.running and (first or not flipped)):
                self.say(lines[name])
        self._course_changed(lobby)

    def _course_changed(self, lobby: m.Lobby) -> None:
        """A pause, the clock, a vote, the board of the evening."""
        paused, clock, course, board = self._paused, self._clock, self._course, self._evening
        self._paused, self._clock = lobby.paused, lobby.clock
        self._course = people.course_line(self.guest)
        self._evening = people.evening_lines(self.guest)
        if paused and not lobby.paused and lobby.running:
            self.say(sentence("goes_on"))
        if clock != lobby.clock:
            self.say(people.clock_line(lobby.clock))
        if course != self._course:
            self.say(self._course)
        if board != self._evening:
            self.say(*self._evening)

    def _holder_changed(self, seat: int, kind: m.Kind) -> None:
        if seat >= len(self._kinds) or self._kinds[seat] is kind:
            return
        self._kinds[seat] = kind
        if seat == self.guest.seat and kind is m.Kind.PERSON:
            self.say(sentence("person_plays", name=called(seat, self.guest.names, seat)))

    def _attended(self, seat: int) -> None:
        state, seconds = self.guest.presence[seat]
        before = self._presence.get(seat, m.Presence.HERE)
        self._presence[seat] = state
        if seat == self.guest.seat or state is before:
            return
        names = self.guest.names
        if self.place != "table" and self.guest.lobby is not None:
            names = tuple(clean(one.name, cells=NAME_CELLS) for one in self.guest.lobby.seats)
        self.say(presence(called(seat, names), state, seconds))

    def _closed(self, reason: str, detail: str) -> None:
        if self.code is not None:
            return
        self.say(farewell(reason, detail))
        done = self.played_to_end and self.place != "table" and reason in _AFTER_A_MATCH
        self.code = 0 if reason in CLEAN_ENDINGS or done else 1

    def leave(self) -> None:
        """The input has ended: go, and keep the seat for a while in case it was a broken line."""
        if self.code is None:
            self.code = 0

    def still_waiting(self) -> None:
        """A move has waited for its answer for a while (B3)."""
        self.spoke_of_waiting = True
        self.say(sentence("no.move_on_its_way"))

    # What is asked

    def ask(self) -> None:
        """Ask what is to be asked, whole when it is new, in one line when it was asked before."""
        if self.code is not None or self._offline:
            return
        situation, reprompt = self._situation(), self.reprompt
        self.reprompt = False
        if situation is None or (situation == self._asked and not reprompt):
            return
        same_turn = self._asked is not None and self._asked[:3] == situation[:3]
        half_made = self.naming is not None and same_turn
        if situation != self._asked and self.place == "table" and not half_made:
            self.say(*table.turn_lines(self.guest, self.order))
        self._asked = situation
        self.say(self._prompt())

    def _situation(self) -> tuple[object, ...] | None:
        """What the open question hangs on; None while nothing is asked."""
        guest = self.guest
        if self.place == "table":
            if not guest.on_turn:
                self.naming = None
                return None
            if self.naming is not None and self.naming[0] != guest.duty:
                self.naming = None
            only = guest.choices()
            if len(only) == 1 and only[0].move.slot is None and only[0].values is not None:
                self.naming = (guest.duty, only[0])  # nothing else can be done: it is asked at once
            return ("turn", guest.match_number, guest.duty, self.naming)
        if guest.lobby is None:
            return None
        return (self.place, guest.match_number, guest.seat, guest.rights)

    def _prompt(self) -> str:
        if self.place == "table":
            match = self.guest.match
            if self.naming is not None and match is not None:
                _, choice = self.naming
                return sentence(
                    "plain.value",
                    question=cards.question(match.game, choice),
                    range=cards.values_text(match.game, choice),
                )
            return sentence("plain.card", words=self.words())
        return sentence("plain.what_now", words=self.words())

    def _choices(self) -> list[str]:
        """What a move may be now: a card, or words with the values that go behind them."""
        match = self.guest.match
        if match is None or not self.guest.on_turn:
            return [sentence("plain.card_word")]
        own = [one for one in cards.offers(match, self.guest.seat) if one.choice is not None]
        some = any(one.card is not None for one in own)
        words = [table.offer_word(match, one) for one in own if one.card is None]
        return [sentence("plain.card_word"), *words] if some else words

    def words(self) -> str:
        """What can be typed here, in short."""
        names: tuple[str, ...] = ("rules", "quit")
        if self.place == "table":
            words = [*self._choices(), "? " + action("rules").plain]
            names = ("repeat", "scores", "why", "quit")
        else:
            words = []
            if self.place == "result":
                names = ("rematch", "lobby", "scores", *names)
            elif self.guest.rights:
                names = ("ready", "start", "bot", "house", "admit", "deny", "remove", *names)
            elif self.guest.seat >= 0 or self.guest.watching:
                names = ("ready", *names)
            names = (*names[:-1], "menu", "say", names[-1])
        return ", ".join(words + [action(name).plain for name in names])
