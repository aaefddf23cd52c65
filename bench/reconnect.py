"""What it costs to come back after 200 events: messages, and bytes for each event that was missed.

The table runs on the pretend network of the tests, whose bytes are those of real sessions; the deal
is the fair one, so calls and links are among what was missed.
"""

from itertools import count, islice

from bench.lines import figure
from core import options
from core.game import Game, games
from net import framing
from net import messages as m
from tests.net.pretend import Pretend, terms

MISSED = 200
BEFORE = 20
SETS = 5
BOUND = 25
LONG = {"one-hundred": {"chips": 9}}
"""House rules under which a match is long enough."""


def main() -> None:
    """Print both for every game."""
    for game in games().values():
        every = (come_back(game, seed) for seed in count())
        found = list(islice((one for one in every if one is not None), SETS))
        each = [size / MISSED for size, _ in found]
        figure(f"coming back, {game.name}, an event", "bytes", each, bound=BOUND)
        figure(f"coming back, {game.name}", "messages", [messages for _, messages in found])


def come_back(game: Game, seed: int) -> tuple[int, int] | None:
    """Bytes and messages to somebody who greets again after so many events; None: a short match."""
    rules = options.with_values(game.rules, LONG.get(game.name, {}))
    seats = min(4, game.seats(rules)[1])
    room = Pretend(terms(seats, game=game, rules=rules, fair=True, grace=1.0), seed=seed, think=0.5)
    people = [room.person(name, bot="random") for name in ("ann", "bob", "cem", "dan")[:seats]]
    for person in people:
        room.wait(0.1)
        person.guest.wish("ready")
    assert _until(room, BEFORE), "a match begins"
    room.cut(people[0])
    known = people[0].guest.number
    if not _until(room, known + MISSED):
        return None
    wire = room.dial(people[0])
    while people[0].guest.number < known + MISSED:
        room.wait(0.1)
    size = messages = 0
    for message in wire.told:
        size, messages = size + len(framing.encode(message)), messages + 1
        if isinstance(message, m.Event):
            number, _ = framing.read_event(message.public)
            if number == known + MISSED:
                break
    return size, messages


def _until(room: Pretend, number: int) -> bool:
    """Let the match go on to an event; whether it came to that."""
    while room.table.play is None or len(room.table.play.story.events) < number:
        if room.table.play is not None and not room.table.running:
            return False
        room.wait(0.1)
    return True
