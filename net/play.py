"""One running match at the host: the referee, the story, and chance.

Every accepted step is told first (numbered, hashed, checked), and what a journal has to keep of it
is put into `to_write`; only then does anybody hear of it.
"""

from collections.abc import Sequence

from core import options
from core.errors import IllegalMove
from core.game import Game
from core.match import Match
from core.moves import CHANCE, Move
from core.record import Record, Recorder
from core.referee import Referee, Ruling
from core.shuffle import Luck, Stream
from net import bodies
from net import messages as m
from net.dealing import Dealing
from net.saved import EventTold, HandedOver, MatchBegan, SavedEvent, Write
from net.seating import Seat
from net.story import By, Story, Told


class Play:
    """The match of a table, from its first event to its last."""

    def __init__(
        self,
        story: Story,
        game: Game,
        rules: object,
        seats: list[Seat],
        luck: Luck,
        dealing: Dealing | None = None,
        to_write: list[Write] | None = None,
    ) -> None:
        """Without `dealing` chance is answered by `luck` alone.

        `to_write` is where the changes for a journal are put, in their order.
        """
        self.story = story
        self.match = Match(game, rules, len(seats))
        self.referee = Referee(self.match)
        self.recorder = Recorder(self.match)
        self.duty = 0
        self.ended = False
        self.dealing = dealing
        self._luck = luck
        self._identities = [seat.identity for seat in seats]
        self.to_write: list[Write] = [] if to_write is None else to_write
        began = MatchBegan(story.match_number, story.opening, tuple(self._identities))
        self.to_write.append(began)
        self._begin(game, rules, seats)

    def _begin(self, game: Game, rules: object, seats: list[Seat]) -> None:
        told = tuple(options.values(rules).items())
        identity = game.identity(rules)
        self._keep(self.story.tell(bodies.RulesSet(game.name, game.version, told, identity), None))
        who = tuple((seat.name, self.story.who(seat.identity), seat.kind) for seat in seats)
        self._keep(self.story.tell(bodies.SeatsSet(who), self.match))
        for number, seat in enumerate(seats):
            if seat.kind is m.Kind.PERSON:
                self.hold(number, m.Kind.PERSON, seat.start)

    def identity_at(self, seat: int) -> str:
        """Who has played a seat of this match to its end, or plays it."""
        return self._identities[seat] if seat < len(self._identities) else ""

    def hand_over(self, seat: int, identity: str) -> None:
        """Somebody else plays a seat for good: its cards are no longer shown to who had it."""
        self._identities[seat] = identity
        self.to_write.append(HandedOver(self.story.match_number, seat, identity))

    @property
    def over(self) -> bool:
        """Whether nobody owes anything any more, and the secret of the round is open."""
        done = self.ended or self.match.turn is None
        return done and (self.dealing is None or self.dealing.closed)

    def hold(self, seat: int, kind: m.Kind, start: bytes) -> Told:
        """A seat is held by another program from now on."""
        told = self.tell(bodies.Holder(seat, kind, start))
        if self.dealing is not None:
            self.dealing.hold(seat, kind, len(self.story))
        return told

    def end(self, cause: m.Cause) -> Told:
        """Break the match off."""
        self.ended = True
        return self.tell(bodies.Ended(cause))

    def submit(self, seat: int, move: Move, cause: int, start: bytes = b"") -> Told:
        """Rule on a move and tell it; raises `IllegalMove` and changes nothing when refused.

        `start` is that of the person's program whose command it is; empty for everybody else.
        """
        if self.ended:
            raise IllegalMove("match_over")
        ruling = self.referee.submit(seat, move)
        by = By(seat, start, cause) if start else None
        return self._tell(bodies.Moved(cause, move, ruling.public), ruling, by=by)

    def answer_chance(self, able: Sequence[int]) -> Told | None:
        """The next event that chance owes, if it can be told now.

        `able` are the seats whose programs can contribute.
        """
        if self.dealing is not None:
            return self.dealing.step(self, able)
        if self.ended or self.match.turn != CHANCE:
            return None
        stream = self._luck.stream()
        ruling = self.referee.shuffle(stream)
        body = bodies.Shuffled(ruling.move.value, ruling.public)
        return self._tell(body, ruling, seed=stream.seed)

    def deal(self, call: int, links: tuple[bytes, ...], stream: Stream) -> Told:
        """Shuffle from the seed that everybody contributed to."""
        ruling = self.referee.shuffle(stream)
        return self._tell(bodies.Dealt(call, links, ruling.move.value, ruling.public), ruling)

    def tell(self, body: bodies.Body, *, seed: bytes = b"") -> Told:
        """Tell what is no step of the match; `seed` is kept with it and shown to nobody."""
        return self._keep(self.story.tell(body, self.match, seed=seed))

    def _tell(
        self, body: bodies.Body, ruling: Ruling, *, seed: bytes = b"", by: By | None = None
    ) -> Told:
        self.recorder.add_ruling(ruling)
        told = self._keep(self.story.tell(body, self.match, ruling.private, seed=seed, by=by))
        self.duty = len(self.story)
        return told

    def _keep(self, told: Told) -> Told:
        """Put an event that was told into what is to be written."""
        event = SavedEvent(told.public, told.head, told.seed, told.by)
        self.to_write.append(EventTold(self.story.match_number, len(self.story), event))
        return told

    def record(self) -> Record:
        """The match so far with every face: the host's own, never sent while it runs."""
        return self.recorder.record()
