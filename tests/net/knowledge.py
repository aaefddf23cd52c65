"""Who may know which face, worked out apart from the referee, and every face that was said."""

from collections.abc import Iterable, Iterator

from core.cards import Card
from core.events import EVERYBODY
from core.match import Match
from net import framing
from net import messages as m
from net.play import Play


class Knowledge:
    """Who may know which face, worked out from the zones after each step and from nothing else.

    It replays the host's own record with every face. `known` is by seat; `public` is what everybody
    saw, who looks on included.
    """

    def __init__(self, play: Play) -> None:
        record = play.record()
        match = Match(play.match.game, play.match.rules, record.seats)
        self.known: list[set[tuple[int, Card]]] = [set() for _ in range(record.seats)]
        self.public: set[tuple[int, Card]] = set()
        for step in record.steps:
            match.reveal_all(step.faces)
            match.apply(step.move)
            for zone in match.zones():
                shown = {(slot, match.faces[slot]) for slot in zone.slots}
                if zone.sight == EVERYBODY:
                    self.public |= shown
                for seat, known in enumerate(self.known):
                    if zone.sight in (seat, EVERYBODY):
                        known |= shown
        self.all = set(enumerate(match.faces))


def faces_in(messages: Iterable[m.Message]) -> Iterator[tuple[int, Card]]:
    """Every face in what was said, wherever it stands: each message is read from its bytes."""
    for message in messages:
        for heard in framing.Decoder().feed(framing.encode(message)):
            if isinstance(heard, m.Event):
                _, body = framing.read_event(heard.public)
                yield from heard.faces
                yield from getattr(body, "faces", ())
