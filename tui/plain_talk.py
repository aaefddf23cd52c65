"""The talk of plain mode, without a terminal: updates and answers in, lines out.

What happens elsewhere never takes back a half-made choice (G16): a card that waits for its number waits
until the turn is over.
"""

from collections.abc import Callable
from typing import Final

from core.errors import IllegalMove
from core.events import Note
from core.moves import Choice, Move
from net import messages as m
from net import updates as u
from net.clean import NAME_CELLS, clean
from net.guest import Guest
from tui import plain_cards as cards
from tui import plain_table as table
from tui.actions import Where, action, plain_lines
from tui.sentences import CATALOG
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

JOURNAL_LINES: Final = 20
_AFTER_A_MATCH: Final = frozenset({"host_left", "ended", "stopped"})
_LONGEST: Final = 200


class Talk:
    """One person's talk with the program.

    `code` is the exit code once it is over; `spoke_of_waiting` is whether it was said that a move is
    still on its way.
    """

    def __init__(self, guest: Guest, ascii: bool = False) -> None:  # noqa: A002
        self.guest = guest
        self.code: int | None = None
        self.spoke_of_waiting = False
        self._ascii = ascii
        self._out: list[str] = []
        self._asked: tuple[object, ...] | None = None
        self._reprompt = False
        self._naming: tuple[int, Choice, str] | None = None
        self._lobby: dict[str, str] = {}
        self._running = False
        self._in_lobby = False
        self._played_to_end = False
        self._kinds: list[m.Kind] = []
        self._presence: dict[int, m.Presence] = {}
        self._offline = ""

    def take(self) -> list[str]:
        """What there is to say since the last call."""
        lines, self._out = self._out, []
        return lines

    def say(self, *lines: str) -> None:
        """Put lines out; an empty one is none."""
        self._out += [line for line in lines if line]

    @property
    def place(self) -> Where:
        """Where the person is: at a running match, before one, or after one."""
        match = self.guest.match
        if match is None:
            return "lobby"
        if not match.over and not self.guest.ended:
            return "table"
        return "lobby" if self._in_lobby else "result"

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
                self._in_lobby = False
                self._naming = self._asked = None
                self._kinds = list(self.guest.kinds)
                self.say(*table.began_lines(self.guest))
            case u.Happened(notes=notes):
                self.say(*map(self._said, notes))
            case u.Settled(over=over):
                self.say(*table.round_lines(self.guest))
                if over:
                    self._played_to_end = True
                    self.say(table.final_line(self.guest))
            case u.BrokenOff(cause=cause):
                self._played_to_end = True
                self.say(CATALOG.get(f"cause.{int(cause)}", CATALOG["broken_off"]))
            case u.HolderChanged(seat=seat, kind=kind):
                self._holder_changed(seat, kind)
            case u.Attended(seat=seat):
                self._attended(seat)
            case u.Refused(reason=reason, values=values):
                self._asked = None
                self.say(self._why(reason, values))
            case u.WishRefused(word=word, reason=reason, detail=detail):
                self._reprompt = True
                self.say(sorry(word, reason, detail))
            case u.Alarm(reason=reason):
                self.say(alarm(reason))
            case u.Offline(reason=reason, seconds=seconds):
                if reason != self._offline:
                    self.say(offline(reason, seconds))
                self._offline = reason or "lost"
                self._asked = None
            case u.Closed(reason=reason, detail=detail):
                self._closed(reason, detail)

    def _said(self, note: Note) -> str:
        match = self.guest.match
        if match is None:
            return ""
        you = table.you(self.guest)
        return said(note, match.game, self.guest.names, self._ascii, you, aloud=True)

    def _why(self, reason: str, values: object = None) -> str:
        match = self.guest.match
        known = dict(values) if isinstance(values, dict) else {}
        return why(reason, known, None if match is None else match.game)

    def _lobby_changed(self) -> None:
        """Say what is new; when a match begins or ends everything is new and nothing need be said."""
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

    def _holder_changed(self, seat: int, kind: m.Kind) -> None:
        if seat >= len(self._kinds) or self._kinds[seat] is kind:
            return
        self._kinds[seat] = kind
        if seat == self.guest.seat:
            key = "bot_plays" if kind is m.Kind.BOT else "person_plays"
            self.say(sentence(key, name=called(seat, self.guest.names, seat)))

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
        done = self._played_to_end and self.place != "table" and reason in _AFTER_A_MATCH
        self.code = 0 if reason in CLEAN_ENDINGS or done else 1

    def still_waiting(self) -> None:
        """A move has waited for its answer for a while (B3)."""
        self.spoke_of_waiting = True
        self.say(sentence("no.move_on_its_way"))

    # What is asked

    def ask(self) -> None:
        """Ask what is to be asked, whole when it is new and in one line when it was asked before."""
        if self.code is not None or self._offline:
            return
        situation, reprompt = self._situation(), self._reprompt
        self._reprompt = False
        if situation is None or (situation == self._asked and not reprompt):
            return
        if situation != self._asked and self.place == "table" and self._naming is None:
            self.say(*table.turn_lines(self.guest))
        self._asked = situation
        self.say(self._prompt())

    def _situation(self) -> tuple[object, ...] | None:
        """What the open question hangs on; None while nothing is asked."""
        guest = self.guest
        if self.place == "table":
            if not guest.on_turn:
                self._naming = None
                return None
            if self._naming is not None and self._naming[0] != guest.duty:
                self._naming = None
            return ("turn", guest.match_number, guest.duty, self._naming)
        if guest.lobby is None:
            return None
        return (self.place, guest.match_number, guest.seat, guest.rights)

    def _prompt(self) -> str:
        if self.place == "table":
            match = self.guest.match
            if self._naming is not None and match is not None:
                _, choice, _ = self._naming
                return sentence(
                    "plain.value",
                    question=cards.question(match.game, choice),
                    range=cards.values_text(choice),
                )
            return sentence("plain.card", words=self._words())
        return sentence("plain.what_now", words=self._words())

    def _words(self) -> str:
        names: tuple[str, ...] = ("rules", "quit")
        if self.place == "table":
            words = [sentence("plain.card_word"), "? " + action("rules").plain]
            names = ("repeat", "scores", "why", "quit")
        else:
            words = []
            if self.place == "result":
                names = ("rematch", "lobby", "scores", *names)
            elif self.guest.rights:
                names = ("ready", "start", "bot", "house", "admit", "deny", "remove", *names)
            elif self.guest.seat >= 0:
                names = ("ready", *names)
        return ", ".join(words + [action(name).plain for name in names])

    # What is answered

    def answer(self, text: str) -> None:
        """Take one typed line."""
        text = clean(text.strip(), cells=_LONGEST)
        word, _, rest = text.partition(" ")
        word, rest = word.casefold(), rest.strip()
        self._reprompt = True
        if not text:
            return
        known = self._answers().get("rules" if word == "?" else word)
        if known is not None:
            known(rest)
        elif self.place == "table":
            self._play(text)
        else:
            self._unknown(text)

    def _answers(self) -> dict[str, Callable[[str], None]]:
        """Every word that can be typed, with what it does."""
        return {
            "rules": self._rules,
            "theme": lambda _: self.say(sentence("plain.no_colours")),
            "quit": lambda _: self._quit(),
            "back": lambda _: self._back(),
            "why": self._explain,
            "scores": lambda _: self.say(*table.score_lines(self.guest)),
            "journal": lambda _: self.say(*table.journal_lines(self.guest, JOURNAL_LINES)),
            "again": lambda _: self._again(),
            "lobby": lambda _: self._show_lobby(),
            "ready": lambda _: self._wish("ready"),
            "unready": lambda _: self._wish("unready"),
            "start": lambda _: self._order("start"),
            "bot": lambda rest: self._order("bot", rest),
            "rule": self._house,
            "admit": lambda rest: self._decide("admit", rest),
            "deny": lambda rest: self._decide("deny", rest),
            "remove": self._remove,
        }

    def leave(self) -> None:
        """The input has ended: go, and keep the seat for a while in case it was a broken line."""
        if self.code is None:
            self.code = 0

    def _quit(self) -> None:
        if self.guest.seat >= 0 and not self.guest.rights:
            self.guest.wish("leave")
        self.say(sentence("plain.bye"))
        self.code = 0

    def _unknown(self, text: str) -> None:
        shown = clean(text, cells=40)
        words = sentence("plain.can", words=self._words())
        self.say(sentence("plain.unknown", text=shown, words=words))

    def _rules(self, _rest: str) -> None:
        self.say(*table.page_lines(self.guest))
        self.say(sentence("plain.answers"))
        self.say(*(f"  {typed}: {what}" for typed, what in plain_lines(self.place)))

    def _again(self) -> None:
        """At the table: say it again. After a match: another one."""
        if self.place == "result":
            self._wish("ready")
        elif self.place == "table":
            seats = 0 if self.guest.match is None else self.guest.match.seats
            self.say(*table.journal_lines(self.guest, seats))
            self.say(*table.turn_lines(self.guest))
        else:
            self._show_lobby()

    def _show_lobby(self) -> None:
        if self.place == "table":
            self.say(self._not_here())
            return
        self._in_lobby = True
        self.say(*table.lobby_lines(self.guest).values())

    def _not_here(self) -> str:
        return sentence("plain.not_here", words=sentence("plain.can", words=self._words()))

    # Wishes

    def _wish(self, word: str, argument: str = "") -> None:
        if self.place == "table":
            self.say(self._why("match_running"))
            return
        self._reprompt = False
        self.guest.wish(word, argument)

    def _order(self, word: str, argument: str = "") -> None:
        if self.guest.rights:
            self._wish(word, argument)
        else:
            self.say(self._why("no_rights"))

    def _house(self, rest: str) -> None:
        if rest:
            self._order("rule", rest)
        else:
            self.say(*table.house_lines(self.guest))

    def _decide(self, word: str, rest: str) -> None:
        waiting = self.guest.lobby.requests if self.guest.lobby is not None else ()
        if not rest and len(waiting) == 1:
            rest = str(waiting[0][0])
        if not rest.isdecimal():
            self.say(sentence("plain.need_number", word=word))
        elif not self.guest.rights:
            self.say(self._why("no_rights"))
        else:
            self._reprompt = False
            self.guest.wish(word, rest)

    def _remove(self, rest: str) -> None:
        """Seats count from one for people, from zero on the wire."""
        if not rest.isdecimal() or len(rest) > 4 or int(rest) < 1:
            self.say(sentence("plain.need_number", word="remove"))
        elif not self.guest.rights:
            self.say(self._why("no_rights"))
        else:
            self.guest.wish("remove", str(int(rest) - 1))

    # Cards

    def _back(self) -> None:
        if self._naming is None:
            self.say(self._not_here())
        self._naming = None

    def _play(self, text: str) -> None:
        match, guest = self.guest.match, self.guest
        if match is None or guest.seat < 0:
            self.say(self._why("not_seated"))
            return
        if self._naming is not None and guest.on_turn:
            _, choice, label = self._naming
            self._name(choice, label, text)
            return
        own = cards.offers(match, guest.seat)
        named, value = text, ""
        try:
            try:
                offer = cards.find(text, own)
            except cards.NoOffer:
                named, value = cards.split_value(text)
                if not value:
                    raise
                offer = cards.find(named, own)
        except cards.NoOffer as fault:
            self.say(str(fault))
            return
        if not guest.on_turn:
            pending = guest.pending is not None
            self.say(self._why("move_on_its_way" if pending else "not_your_turn"))
        elif offer.choice is None:
            self._explain(named)
        elif offer.choice.values is None:
            self._send(offer.choice.naming(int(value)) if value else offer.choice.move)
        else:
            self._name(offer.choice, offer.label, value)

    def _name(self, choice: Choice, label: str, text: str) -> None:
        """A choice that takes a second value: take it, or ask for it."""
        value = cards.read_value(choice, text) if text else None
        if value is not None:
            self._naming = None
            self._send(choice.naming(value))
            return
        if text:
            shown = clean(text, cells=40)
            self.say(sentence("plain.not_a_value", text=shown, range=cards.values_text(choice)))
        self._naming = (self.guest.duty, choice, label)

    def _send(self, move: Move) -> None:
        try:
            self.guest.play(move)
        except IllegalMove as refused:
            self.say(self._why(refused.reason, refused.values))
            return
        self._reprompt = False

    def _explain(self, rest: str) -> None:
        """What a card would do now, and why it may not be played if it may not."""
        match, guest = self.guest.match, self.guest
        if self.place != "table" or match is None or guest.seat < 0:
            self.say(self._not_here())
            return
        if not rest:
            self.say(sentence("plain.which_card"))
            return
        try:
            offer = cards.find(rest, cards.offers(match, guest.seat))
        except cards.NoOffer as fault:
            self.say(str(fault))
            return
        refused = None if offer.slot is None else cards.against(match, guest.seat, offer.slot)
        name = table.capital(offer.label)
        if refused is not None:
            self.say(f"{name}: {self._why(refused.reason, refused.values)}")
            return
        what = cards.effect(match, offer)
        self.say(sentence("plain.may_play", card=name))
        self.say(sentence("would", card=name, what=what) if what else "")
