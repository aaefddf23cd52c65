"""An evening without a host program: a real guest, fed by the real referee, one step at a time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cards import HIDDEN, card
from core.game import find
from core.moves import Move, Verb
from core.shuffle import SeededLuck, seed_key
from net import messages as m
from net.evening import Evening
from net.guest import Guest
from net.joining import Joining
from net.link import Link
from net.play import Play
from net.seating import Seat
from net.story import Story
from net.updates import Update
from tui.app import StammtischApp
from tui.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.pilot import Pilot

START = b"12345678"
NAMES = ("Anna", "Boris", "Clara", "Dana")


async def _no_road() -> Link:
    raise AssertionError("nothing is dialled here")


class FakeEvening(Evening):
    """The person's seat at a table whose host is the test."""

    def __init__(
        self,
        names: Sequence[str] = NAMES,
        seat: int = 0,
        rights: bool = False,
        watch: bool = False,
    ) -> None:
        super().__init__(
            Joining(Guest(names[seat] if seat >= 0 else "eve", START, "1", watch=watch), _no_road)
        )
        self.names = tuple(names)
        self.play: Play | None = None
        self.said: list[m.Message] = []
        self.seat = seat
        self._rights = rights
        self.game = find("one-hundred")
        self.rules: Any = self.game.rules
        self.matches = 0

    @property
    def app_update(self) -> Any:
        """What the application set."""
        assert self.joining is not None
        return self.joining.on_update

    def hear(self, *messages: m.Message) -> list[Update]:
        """The host says this."""
        updates: list[Update] = []
        for message in messages:
            for update in self.guest.receive(message):
                self.app_update(update)
                updates.append(update)
        return updates

    def tell(self, *updates: Update) -> None:
        """The road says this."""
        for update in updates:
            self.app_update(update)

    def take(self) -> list[m.Message]:
        """What the guest has said since."""
        said, self.guest.outbox[:] = list(self.guest.outbox), []
        return said

    def welcome(self) -> None:
        self.hear(m.Welcome(m.PROTOCOL, "1", "Anna's table", self.seat, self._rights, False))

    def lobby(
        self,
        *,
        ready: Sequence[int] = (),
        bots: Sequence[int] = (),
        empty: Sequence[int] = (),
        away: Sequence[int] = (),
        stood_in: Sequence[int] = (),
        requests: Sequence[tuple[int, str]] = (),
        running: bool = False,
        rules: Any = None,
        **more: Any,
    ) -> None:
        """Show the lobby with these seats; `more` are further fields of it."""
        from core import options

        rules = rules or self.rules
        cards = []
        for seat, name in enumerate(self.names):
            kind = m.Kind.BOT if seat in bots else m.Kind.PERSON
            presence = m.Presence.AWAY if seat in away else m.Presence.HERE
            presence = m.Presence.STOOD_IN if seat in stood_in else presence
            if seat in empty:
                kind, name = m.Kind.EMPTY, ""
            cards.append(m.SeatCard(name, kind, seat in ready or seat in bots, presence))
        self.hear(
            m.Lobby(
                self.game.name,
                tuple(options.values(rules).items()),
                self.game.identity(rules),
                tuple(cards),
                tuple(requests),
                running,
                self.seat,
                **more,
            )
        )

    def begin(self, seed: str = "2a", bots: Sequence[int] = ()) -> None:
        """Deal a match."""
        self.matches += 1
        seats = [
            Seat(
                identity=f"key:{seat}",
                name=name,
                kind=m.Kind.BOT if seat in bots else m.Kind.PERSON,
                start=START if seat == self.seat else b"87654321",
            )
            for seat, name in enumerate(self.names)
        ]
        story = Story(self.matches, bytes(16), b"", b"")
        luck = SeededLuck(seed_key(seed))
        self.play = Play(story, self.game, self.rules, seats, luck)
        while self.play.answer_chance(()) is not None:
            pass
        self.hear(m.Opening(story.match_number, story.opening))
        self.hear(*story.retell(self.seat, 0))

    @property
    def host(self) -> Play:
        """The host's own view."""
        assert self.play is not None
        return self.play

    def move(self, seat: int, move: Move) -> None:
        """A move of another seat; chance answers if it must."""
        told = self.host.submit(seat, move, 1)
        self.hear(told.to(self.seat))
        while (told2 := self.host.answer_chance(())) is not None:
            self.hear(told2.to(self.seat))

    def others(self) -> None:
        """Everybody else plays their first card that does not go over 100, until it is our turn."""
        match = self.host.match
        while match.turn is not None and match.turn != self.seat:
            self.play_one()

    def play_one(self) -> None:
        """Whoever is on turn plays the first card that stays within 100, or the first."""
        match = self.host.match
        assert match.turn is not None
        assert match.turn >= 0
        best = None
        for choice in match.moves():
            move = choice.move if choice.values is None else choice.naming(50)
            best = best or move
            value = match.copy()
            chips = value.board().seats[match.turn].chips
            value.apply(move)
            if value.board().seats[match.turn].chips == chips:
                best = move
                break
        assert best is not None
        self.move(match.turn, best)

    def accept(self) -> Move:
        """Accept the command that the guest sent last."""
        commands = [one for one in self.take() if isinstance(one, m.Command)]
        command = commands[-1]
        told = self.host.submit(self.seat, command.move, command.count)
        self.hear(told.to(self.seat))
        while (told2 := self.host.answer_chance(())) is not None:
            self.hear(told2.to(self.seat))
        self.hear(m.Answer(START, command.count, m.Verdict.ACCEPTED))
        return command.move

    def refuse(self, reason: str) -> None:
        """Refuse the command that the guest sent last."""
        command = [one for one in self.take() if isinstance(one, m.Command)][-1]
        self.hear(m.Answer(START, command.count, m.Verdict.REFUSED, reason))

    def stack_hand(self, seat: int, faces: str) -> None:
        """Swap faces in the deal, at the host and here, before anybody plays."""
        match = self.host.match
        for slot, text in zip(match.hand(seat), faces.split(), strict=True):
            wanted = card(text)
            other = match.faces.index(wanted)
            match.faces[slot], match.faces[other] = match.faces[other], match.faces[slot]
        own = self.guest.match
        assert own is not None
        for slot in range(len(own.faces)):
            if own.faces[slot] is not HIDDEN or slot in own.hand(self.seat):
                own.faces[slot] = match.faces[slot]

    def slot(self, place: int) -> int:
        """The slot of a card of our hand."""
        assert self.guest.match is not None
        return self.guest.match.hand(self.seat)[place]


def play_slot(slot: int, value: int | None = None) -> Move:
    """A card played."""
    return Move(Verb.PLAY, slot, value)


def options_in(place: Path, **changed: Any) -> Options:
    """Options whose folders are in a place of the test."""
    values = {"name": "Anna", "theme": "felt", **changed}
    return Options(
        data_dir=place / "data", config_dir=place / "config", state_dir=place / "state", **values
    )


def seated(place: Path, evening: FakeEvening, **changed: Any) -> StammtischApp:
    """An application whose evening is the test's."""
    app = StammtischApp(options_in(place, **changed))
    app.conduct.adopt(evening)
    return app


async def settle(pilot: Pilot[Any]) -> None:
    """Let everything that was said be shown."""
    await pilot.pause()
    await pilot.pause()


def picture(app: StammtischApp) -> str:
    """What the screen shows, as text: the lines of the compositor, without their blank ends."""
    screen = app.screen
    width, height = screen.size
    lines = [strip.text.rstrip() for strip in screen._compositor.render_strips()]
    assert len(lines) == height
    assert all(len(one) <= width * 2 for one in lines)
    return "\n".join(lines).rstrip() + "\n"


def flat(text: str) -> str:
    """The text with single blanks, for looking for a sentence that may be wrapped."""
    return re.sub(r"\s+", " ", text)
