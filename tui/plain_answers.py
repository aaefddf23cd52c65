"""What can be typed in plain mode, and what it does; the words are those of `tui.actions`."""

from collections.abc import Callable
from typing import Final

from core.errors import IllegalMove
from core.game import Game
from core.moves import Choice, Move, Verb
from net.clean import clean
from tui import plain_cards as cards
from tui import plain_table as table
from tui.actions import Action, offered, plain_lines
from tui.entries import ORDERS
from tui.plain_talk import Talk
from tui.steering import carry_out, entries
from tui.telling import capital
from tui.words import sentence

JOURNAL_LINES: Final = 20
_LONGEST: Final = 200


class Answers:
    """The answers of one talk."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._guest = talk.guest
        self._known: dict[str, Callable[[str], None]] = {
            "?": self._rules,
            "rules": self._rules,
            "help": self._rules,
            "hand": lambda _: self._hand(),
            "w": self._explain,
            "s": lambda _: talk.say(*table.score_lines(talk.guest)),
            "theme": lambda _: talk.say(sentence("plain.no_colours")),
            "quit": lambda _: self._quit(),
            "back": lambda _: self._back(),
            "why": self._explain,
            "scores": lambda _: talk.say(*table.score_lines(talk.guest)),
            "sort": self._sort,
            "journal": lambda _: talk.say(*table.journal_lines(talk.guest, JOURNAL_LINES)),
            "again": lambda _: self._again(),
            "lobby": lambda _: self._show_lobby(),
            "ready": lambda _: self._wish("sit" if self._guest.watching else "ready"),
            "unready": lambda _: self._wish("unready"),
            "start": lambda _: self._order("start"),
            "bot": lambda rest: self._order("bot", rest),
            "rule": self._house,
            "admit": lambda rest: self._decide("admit", rest),
            "deny": lambda rest: self._decide("deny", rest),
            "remove": self._remove,
            "menu": self._menu,
            "say": self._say,
            "clock": self._clock,
        }

    @property
    def words(self) -> frozenset[str]:
        """Every first word that means something besides cards."""
        return frozenset(self._known)

    def answer(self, text: str) -> None:
        """Take one typed line."""
        text = clean(text.strip(), cells=_LONGEST)
        word, _, rest = text.partition(" ")
        word, rest = word.casefold(), rest.strip()
        self._talk.reprompt = True
        if not text:
            return
        known = self._known.get(word)
        if known is not None:
            known(rest)
        elif self._talk.place == "table":
            self._play(text)
        else:
            self._unknown(text)

    def _quit(self) -> None:
        self._guest.give_up()
        self._talk.say(sentence("plain.bye"))
        self._talk.code = 0

    def _unknown(self, text: str) -> None:
        shown = clean(text, cells=40)
        words = sentence("plain.can", words=self._talk.words())
        self._talk.say(sentence("plain.unknown", text=shown, words=words))

    def _rules(self, _rest: str) -> None:
        self._talk.say(*table.page_lines(self._guest))
        self._talk.say(sentence("plain.answers"))
        self._talk.say(*(f"  {typed}: {what}" for typed, what in plain_lines(self._actions())))

    def _actions(self) -> tuple[Action, ...]:
        """What means something here: to a guest, or the host, in this game."""
        match = self._guest.match
        verbs = tuple(Verb) if match is None else tuple(match.game.verbs)
        return offered(self._talk.place, host=self._guest.rights, verbs=verbs)

    def _again(self) -> None:
        """At the table: say it again. After a match: another one."""
        if self._talk.place == "result":
            self._wish("again" if self._guest.rights else "ready")
        elif self._talk.place == "table":
            seats = 0 if self._guest.match is None else self._guest.match.seats
            self._talk.say(*table.journal_lines(self._guest, seats))
            self._talk.say(*table.turn_lines(self._guest, self._talk.order))
        else:
            self._show_lobby()

    def _hand(self) -> None:
        """The own cards, and nothing else."""
        if self._talk.place == "table":
            self._talk.say(*table.own_hand_lines(self._guest, self._talk.order))
        else:
            self._talk.say(self._not_here())

    def _show_lobby(self) -> None:
        if self._talk.place == "table":
            self._talk.say(self._not_here())
            return
        self._talk.in_lobby = True
        self._talk.say(*table.lobby_lines(self._guest).values())

    def _not_here(self) -> str:
        return sentence("plain.not_here", words=sentence("plain.can", words=self._talk.words()))

    def _sort(self, rest: str) -> None:
        if rest not in ORDERS:
            self._talk.say(sentence("plain.sort"))
            return
        self._talk.order = rest
        if self._talk.place == "table":
            self._talk.say(*table.own_hand_lines(self._guest, rest))

    # Wishes

    def _wish(self, word: str, argument: str = "") -> None:
        if self._talk.place == "table":
            self._talk.say(self._talk.refusal("match_running"))
            return
        self._talk.reprompt = False
        self._guest.wish(word, argument)

    def _order(self, word: str, argument: str = "") -> None:
        if self._guest.rights:
            self._wish(word, argument)
        else:
            self._talk.say(self._talk.refusal("no_rights"))

    def _house(self, rest: str) -> None:
        if rest:
            self._order("rule", rest)
        else:
            self._talk.say(*table.house_rules(self._guest))

    def _decide(self, word: str, rest: str) -> None:
        waiting = self._guest.lobby.requests if self._guest.lobby is not None else ()
        if not rest and len(waiting) == 1:
            rest = str(waiting[0][0])
        if not rest.isdecimal():
            self._talk.say(sentence("plain.need_number", word=word))
        elif not self._guest.rights:
            self._talk.say(self._talk.refusal("no_rights"))
        else:
            self._talk.reprompt = False
            self._guest.wish(word, rest)

    def _remove(self, rest: str) -> None:
        """Seats count from one for people, from zero on the wire."""
        if not rest.isdecimal() or len(rest) > 4 or int(rest) < 1:
            self._talk.say(sentence("plain.need_number", word="remove"))
        elif not self._guest.rights:
            self._talk.say(self._talk.refusal("no_rights"))
        else:
            self._guest.wish("remove", str(int(rest) - 1))

    # The people of the table

    def _menu(self, rest: str) -> None:
        """The list of `tui.steering`, or what stands behind a number of it."""
        listed = entries(self._guest)
        if not rest:
            self._talk.say(sentence("plain.menu" if listed else "menu.nothing"))
            self._talk.say(
                *(
                    sentence("plain.menu_line", number=number, text=one.text)
                    for number, one in enumerate(listed, 1)
                )
            )
        elif rest.isdecimal() and rest.isascii() and len(rest) < 4 and 0 < int(rest) <= len(listed):
            self._talk.reprompt = False
            carry_out(self._guest, listed[int(rest) - 1])
        else:
            self._talk.say(sentence("plain.menu_none", text=clean(rest, cells=40)))

    def _say(self, rest: str) -> None:
        self._talk.reprompt = False
        if rest:
            self._guest.say(rest)
        else:
            self._talk.say(sentence("plain.say_what"))

    def _clock(self, rest: str) -> None:
        if not self._guest.rights:
            self._talk.say(self._talk.refusal("no_rights"))
        elif rest.isdecimal() and rest.isascii() and len(rest) < 6:
            self._talk.reprompt = False
            self._guest.wish("clock", rest)
        else:
            self._talk.say(sentence("plain.clock"))

    # Cards

    def _back(self) -> None:
        if self._talk.naming is None:
            self._talk.say(self._not_here())
        self._talk.naming = None

    def _play(self, text: str) -> None:
        match, guest = self._guest.match, self._guest
        if match is None or guest.seat < 0:
            self._talk.say(self._talk.refusal("not_seated"))
            return
        if self._talk.naming is not None and guest.on_turn:
            _, choice = self._talk.naming
            self._name(choice, text)
            return
        own = cards.offers(match, guest.seat, self._talk.order)
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
            self._talk.say(self._not_offered(text, fault))
            return
        if not guest.on_turn:
            pending = guest.pending is not None
            self._talk.say(self._talk.refusal("move_on_its_way" if pending else "not_your_turn"))
        elif offer.choice is None:
            self._explain(named)
        elif offer.choice.values is None:
            if value and value.lstrip("+-").isdigit():
                self._send(offer.choice.naming(int(value)))
            elif value:
                self._talk.say(self._talk.refusal("names_nothing"))
            else:
                self._send(offer.choice.move)
        else:
            self._name(offer.choice, value)

    def _not_offered(self, text: str, fault: cards.NoOffer) -> str:
        """Why a text names nothing: a word that cannot be said now has a rule against it."""
        verb = cards.VERBS.get(text.partition(" ")[0].casefold())
        refused = None if verb is None else self._guest.why_not(Move(verb))
        return str(fault) if refused is None else self._refused(refused)

    def _refused(self, refused: IllegalMove) -> str:
        return self._talk.refusal(refused.reason, refused.values)

    def _game(self) -> Game:
        assert self._guest.match is not None, "cards are played in a match"
        return self._guest.match.game

    def _name(self, choice: Choice, text: str) -> None:
        """A choice that takes a second value: take it, or ask for it."""
        game = self._game()
        value = cards.read_value(game, choice, text) if text else None
        if value is not None:
            self._talk.naming = None
            self._send(choice.naming(value))
            return
        if text:
            shown = clean(text, cells=40)
            self._talk.say(
                sentence("plain.not_a_value", text=shown, range=cards.values_text(game, choice))
            )
        self._talk.naming = (self._guest.duty, choice)

    def _send(self, move: Move) -> None:
        try:
            self._guest.play(move)
        except IllegalMove as refused:
            self._talk.say(self._refused(refused))
            return
        self._talk.reprompt = False

    def _explain(self, rest: str) -> None:
        """What a card would do now, and why it may not be played if it may not."""
        match, guest = self._guest.match, self._guest
        if self._talk.place != "table" or match is None or guest.seat < 0:
            self._talk.say(self._not_here())
            return
        if not rest:
            self._talk.say(sentence("plain.which_card"))
            return
        try:
            offer = cards.find(rest, cards.offers(match, guest.seat, self._talk.order))
        except cards.NoOffer as fault:
            self._talk.say(self._not_offered(rest, fault))
            return
        refused = None
        if offer.choice is None and offer.slot is not None:
            refused = guest.why_not(Move(Verb.PLAY, offer.slot))
        name = capital(offer.label)
        if refused is not None:
            self._talk.say(f"{name}: {self._refused(refused)}")
            return
        what = cards.effect(match, offer)
        self._talk.say(sentence("plain.may_play", card=name))
        self._talk.say(sentence("would", card=name, what=what) if what else "")
