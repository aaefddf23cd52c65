"""The peer's side of a table, no socket: what a person wants, and what the host says to it.

Screens, plain mode and bots all hold a guest and nothing else. What arrives goes in by `receive`,
what has happened comes out as updates, what must be sent waits in `outbox`.
"""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.errors import CoreError, IllegalMove
from core.game import games
from core.moves import Choice, Move
from net import messages as m
from net.clean import CHAT_CELLS, clean
from net.errors import PeerError
from net.following import NAME_CELLS, Following, Pending
from net.updates import (
    Attended,
    Closed,
    LobbyChanged,
    Refused,
    Said,
    Seated,
    Ticking,
    Update,
    WishRefused,
)


class Guest(Following):
    """One person's (or bot's) end of one table."""

    def __init__(
        self,
        name: str,
        start: bytes,
        version: str,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        *,
        watch: bool = False,
    ) -> None:
        """`start` is 8 random bytes, new for each run of the program (rule C1).

        With `watch` it asks to look on, and for no seat. `chat` are the lines that were said, those
        of `ignored` speakers not among them; `muted` are speakers that were muted from here;
        `clock` is what the clock of the table showed last.
        """
        super().__init__(start, random_bytes)
        self.watch = watch
        self.chat: deque[m.Chat] = deque(maxlen=m.CHAT_KEPT)
        self.ignored: set[int] = set()
        self.muted: set[int] = set()
        self.clock: m.Clock | None = None
        self._chatted = 0
        self.name = name
        self.version = version
        self.table_name = ""
        self.seeded = False
        self.welcomed = False
        self.welcome: m.Welcome | None = None
        self.lobby: m.Lobby | None = None
        self.presence: dict[int, tuple[m.Presence, int]] = {}
        self._count = 0
        self._dialled = 0

    # What a person wants

    def hello(self) -> m.Hello:
        """The greeting of a new connection; says how far the story is known here (rule C3).

        Wishes that were not sent yet wait for the welcome; a move without an answer is sent again.
        """
        self.welcomed = False
        self._asked = 0
        self._dialled += 1
        self.outbox = [one for one in self.outbox if isinstance(one, m.Wish | m.Say)]
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
            self.watch and self.seat < 0,
            self._chatted,
        )

    @property
    def on_turn(self) -> bool:
        """Whether this seat owes a move that is not on its way, and may make it now."""
        return self.owes and self.pending is None and not self.paused

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
        if self.paused:
            return IllegalMove("paused")
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
        self._count += 1
        command = m.Command(self.start, self._count, self.match_number, self.duty, move)
        self._sent[self._count] = move
        self.pending = Pending(command)
        self.outbox.append(command)
        return command

    def wish(self, word: str, argument: str = "") -> None:
        """Put a wish in the outbox."""
        self.watch = self.watch or word == "look_on"
        self.outbox.append(m.Wish(word, argument))

    def say(self, text: str) -> None:
        """Put a line of chat in the outbox."""
        self.outbox.append(m.Say(text))

    @property
    def clocked(self) -> bool:
        """Whether the table has a clock that can move for us."""
        return self.lobby is not None and self.lobby.clock > 0

    @property
    def paused(self) -> bool:
        """Whether the host has paused the table."""
        return self.lobby is not None and self.lobby.paused

    @property
    def watching(self) -> bool:
        """Whether we look on, without a seat."""
        return self.watch and self.seat < 0

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
            case m.Clock():
                self.clock = message
                return [Ticking(message.seat)]
            case m.Chat():
                return self._hear_chat(message)
            case m.Ping():
                self._history_is_over()
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
        if self.witness is not None:
            self.witness.says_again()
            self._contribute()
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

    def _hear_chat(self, said: m.Chat) -> list[Update]:
        """A line of chat, clean; what somebody says whom we do not want to hear is dropped."""
        if said.number <= self._chatted:
            return []
        self._chatted = said.number
        if said.speaker in self.ignored:
            return []
        name, text = clean(said.name, cells=NAME_CELLS), clean(said.text, cells=CHAT_CELLS)
        line = replace(said, name=name, text=text)
        self.chat.append(line)
        return [Said(line)]

    def _answer(self, answer: m.Answer) -> list[Update]:
        """A refusal is shown once; an accepted move is settled by its event, which came before.

        A move that waits across the end of its match is settled by the answer alone.
        """
        self._history_is_over()
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
