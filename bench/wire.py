"""Framed bytes for each event and command over 200 seeded rounds, as a table sends them.

The match runs at a real table, with a program at every seat: every byte counted is one that would
go into an SSH channel.
"""

import random
from dataclasses import dataclass, field

from bench.lines import figure
from core.bots import bot
from core.digest import digest, u64
from core.game import Game, games
from core.shuffle import SeededLuck
from net import bodies, framing
from net import messages as m
from net.guest import Guest
from net.table import Table, Terms
from net.updates import Settled

SEATS = 4
ROUNDS = 200
SETS = 5


@dataclass
class Bytes:
    """Sizes of what went over the wire in one set of games."""

    events: list[int] = field(default_factory=list)
    shuffles: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    commands: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)


def one_match(game: Game, number: int, sizes: Bytes) -> int:
    """One match at a table with four programs; gives the number of its rounds."""
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
            updates = guest.receive(message)
            _count(message, any(isinstance(one, Settled) for one in updates), sizes)
        for line, guest in guests.items():
            if guest.on_turn and guest.match is not None:
                guest.play(careful(guest.match, guest.seat, luck))
            for message in guest.outbox:
                if isinstance(message, m.Command):
                    sizes.commands.append(len(framing.encode(message)))
                table.receive(line, message, 0.0)
            guest.outbox.clear()
    (rounds,) = {guest.match.rounds_over for guest in guests.values() if guest.match is not None}
    return rounds


def _count(message: m.Message, settles: bool, sizes: Bytes) -> None:
    if isinstance(message, m.Answer):
        sizes.answers.append(len(framing.encode(message)))
    if not isinstance(message, m.Event):
        return
    _, body = framing.read_event(message.public)
    size = len(framing.encode(message))
    if isinstance(body, bodies.Shuffled):
        sizes.shuffles.append(size)
    elif isinstance(body, bodies.Moved):
        (sizes.ends if settles else sizes.events).append(size)


def main() -> None:
    """Print mean and largest sizes; shuffles and the last event of a round are counted apart."""
    for game in games().values():
        measure(game)


def measure(game: Game) -> None:
    """Print the sizes of one game."""
    sets = []
    for part in range(SETS):
        sizes = Bytes()
        rounds = number = 0
        while rounds < ROUNDS:
            rounds += one_match(game, part * ROUNDS + number, sizes)
            number += 1
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
        figure(f"wire {game.name} {name}, mean to each peer", "bytes", means, **more)
        figure(f"wire {game.name} {name}, largest", "bytes", [max(row) for row in rows])
