"""Framed bytes for each event and command over 200 seeded games, as a table sends them.

The match runs at a real table, with a program at every seat: every byte counted is one that would
go into an SSH channel.
"""

import random
from dataclasses import dataclass, field

from bench.lines import figure
from core.bots import bot
from core.digest import digest, u64
from core.game import find
from core.shuffle import SeededLuck
from net import framing
from net import messages as m
from net.guest import Guest
from net.table import Table, Terms

SEATS = 4
GAMES = 200
SETS = 5


@dataclass
class Bytes:
    """Sizes of what went over the wire in one set of games."""

    events: list[int] = field(default_factory=list)
    shuffles: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    commands: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)


def one_game(number: int, sizes: Bytes) -> None:
    """One match at a table with four programs."""
    game = find("one-hundred")
    key = digest("bench", u64(number))
    terms = Terms(game, game.rules, SEATS, "bench", "0", doors="yes", start_when_full=True)
    table = Table(terms, SeededLuck(key), lambda size: key[:size])
    luck = random.Random(number).random
    guests: dict[int, Guest] = {}
    for seat in range(SEATS):
        line = table.connect(f"key:{seat}", "bench", 0.0)
        guests[line] = Guest(f"player {seat}x", bytes([seat]) * 8, "0")
        table.receive(line, guests[line].hello(), 0.0)
    careful = bot("careful")
    while table.outbox:
        said, table.outbox[:] = table.outbox[:], []
        for line, message in said:
            guest = guests[line]
            guest.receive(message)
            _count(message, guest, sizes)
        for line, guest in guests.items():
            if guest.on_turn and guest.match is not None:
                guest.play(careful(guest.match, guest.seat, luck))
            for message in guest.outbox:
                if isinstance(message, m.Command):
                    sizes.commands.append(len(framing.encode(message)))
                table.receive(line, message, 0.0)
            guest.outbox.clear()


def _count(message: m.Message, guest: Guest, sizes: Bytes) -> None:
    if isinstance(message, m.Answer):
        sizes.answers.append(len(framing.encode(message)))
    if not isinstance(message, m.Event):
        return
    _, body = framing.read_event(message.public)
    size = len(framing.encode(message))
    if isinstance(body, m.Shuffled):
        sizes.shuffles.append(size)
    elif isinstance(body, m.Moved):
        over = guest.match is not None and guest.match.over
        (sizes.ends if over else sizes.events).append(size)


def main() -> None:
    """Print mean and largest sizes, the shuffles and the last event of a match counted apart."""
    sets = []
    for part in range(SETS):
        sizes = Bytes()
        for number in range(GAMES):
            one_game(part * GAMES + number, sizes)
        sets.append(sizes)
    for name, bound in (
        ("events", 20),
        ("shuffles", None),
        ("ends", None),
        ("commands", None),
        ("answers", None),
    ):
        rows = [getattr(sizes, name) for sizes in sets]
        more = {} if bound is None else {"bound": bound}
        means = [sum(row) / len(row) for row in rows]
        figure(f"wire {name}, mean to each peer", "bytes", means, **more)
        figure(f"wire {name}, largest", "bytes", [max(row) for row in rows])
