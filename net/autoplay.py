"""A bot on a guest: whenever the seat owes a move, the bot chooses one from the guest's own view.

The same for bots of the table, for those who sit in, and for `stammtisch join --bot`.
"""

import asyncio
import logging
from collections.abc import Callable

from core.bots import Uniform, bot
from core.match import Match
from core.moves import Move
from net.joining import Joining
from net.messages import Kind
from net.updates import Closed, Happened, LobbyChanged, Update

log = logging.getLogger("stammtisch.bots")

BotLuck = Callable[[int, int], Uniform]
"""The luck of a bot from the number of the match, counted from 0, and its seat."""


class Autoplay:
    """Plays the seat of one line until the line is closed; made by `autoplay`."""

    def __init__(self, joining: Joining, name: str, luck: BotLuck, pace: float) -> None:
        self._joining = joining
        self._choose = bot(name)
        self._luck_of = luck
        self._luck: Uniform | None = None
        self._match: Match | None = None
        self._pace = pace
        self._waiting: asyncio.TimerHandle | None = None
        self._thought: tuple[int, Move] | None = None
        self._stopped = False

    def hear(self, update: Update) -> None:
        """Think whenever the seat owes a move; stop with the line.

        Questions of the past are thought about too, once each, or the luck of a bot that comes
        back to a match would be another one.
        """
        guest = self._joining.guest
        if isinstance(update, Closed):
            self._stopped = True
            if self._waiting is not None:
                self._waiting.cancel()
        if self._stopped:
            return
        if isinstance(update, LobbyChanged):
            self._get_ready()
        elif isinstance(update, Happened) and guest.owes and not guest.caught_up:
            self._think()
        if guest.caught_up and guest.on_turn and self._waiting is None:
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(self._pace, self._move)

    def _get_ready(self) -> None:
        """Before a first match a person's seat has to say that it is ready; nobody else will."""
        guest = self._joining.guest
        lobby = guest.lobby
        if lobby is None or lobby.running or guest.match is not None or lobby.seat < 0:
            return
        own = lobby.seats[lobby.seat]
        if own.kind is Kind.PERSON and not own.ready:
            guest.wish("ready")  # the line sends what waits when it has read everything

    def _move(self) -> None:
        self._waiting = None
        guest = self._joining.guest
        if not guest.on_turn or self._stopped:
            return
        guest.play(self._think())
        self._joining.flush()

    def _think(self) -> Move:
        """The move of the open question, thought about once."""
        guest = self._joining.guest
        match = guest.match
        assert match is not None, "a question in a match"
        if self._luck is None or match is not self._match:
            self._match, self._luck = match, self._luck_of(guest.match_number - 1, guest.seat)
            self._thought = None
        if self._thought is None or self._thought[0] != guest.duty:
            self._thought = guest.duty, self._chosen(match, guest.seat, self._luck)
        return self._thought[1]

    def _chosen(self, match: Match, seat: int, luck: Uniform) -> Move:
        """The bot's move; when its sense fails, any legal one: nobody waits for a fault of ours."""
        try:
            move = self._choose(match, seat, luck)
            if any(choice.allows(move) for choice in match.moves()):
                return move
            log.error("a bot chose %s, which is not allowed", move)
        except Exception:
            log.exception("a bot failed")
        choice = match.moves()[0]
        return choice.move if choice.values is None else choice.naming(choice.values[0])


def autoplay(joining: Joining, name: str, luck: BotLuck, pace: float = 0.0) -> None:
    """Let the bot of this name play; `pace` is the seconds between the question and its move.

    The pace depends on nothing but this number, so nobody reads a hand off it.
    """
    joining.watch(Autoplay(joining, name, luck, pace).hear)
