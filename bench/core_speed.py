"""Moves a second of uniformly random play through the public surface of a state, for every game.

A kindred game of OpenSpiel, driven from Python, is the peer in the same run: the two are measured
in turns, and the ratio is taken pair by pair. Its chance nodes are sampled as OpenSpiel's own
Python example does (`zip(*state.chance_outcomes())` and a weighted choice, here the standard
library's, which is faster than numpy's). A loop over the outcomes that stops at the first hit is
faster still; that ratio is printed too.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.lines import figure, remark
from core.game import Game, Start, games
from core.moves import CHANCE, Deal, Move, Pick, Verb
from core.shuffle import Luck, SeededLuck

SEATS = 4
RUNS = 7
MOVES = 60_000
PEER_MOVES = 30_000
SHEDDING = "crazy_eights(players=4)"
PEERS = {"one-card": "euchre"}
"""Which game of OpenSpiel a game of ours is kin to; the others shed cards."""


def play(game: Game, luck: Luck, choose: random.Random, read_events: bool) -> int:
    """One round of random play; gives the number of moves."""
    state = game.start(game.rules, Start.first(SEATS))
    uniform = choose.random
    moves = 0
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            stream = luck.stream()
            picked = None
            for owed in state.chance:
                if isinstance(owed, Pick):
                    picked = stream.below(owed.among)
                elif isinstance(owed, Deal):
                    state.faces.extend([owed.pack[d] for d in stream.order(len(owed.pack))])
                else:
                    before = [state.faces[slot] for slot in owed.slots]
                    state.faces.extend([before[d] for d in stream.order(len(before))])
            state.apply(Move(Verb.SHUFFLE, None, picked))
            continue
        choices = state.moves()
        choice = choices[int(uniform() * len(choices))]
        values = choice.values
        move = choice.move
        if values is not None:
            move = choice.naming(values[int(uniform() * len(values))])
        events = state.apply(move)
        moves += 1
        if read_events:
            for _ in events:
                pass
    return moves


def ours(game: Game, read_events: bool) -> float:
    """Moves a second over whole rounds, `MOVES` moves or a few more."""
    luck, choose = SeededLuck(b"bench" + bytes(27)), random.Random(1)
    moves = 0
    before = time.perf_counter()
    while moves < MOVES:
        moves += play(game, luck, choose, read_events)
    return moves / (time.perf_counter() - before)


def weighted(outcomes: Sequence[tuple[int, float]], luck: random.Random) -> int:
    """A chance outcome as OpenSpiel's example takes it."""
    actions, chances = zip(*outcomes, strict=True)
    action: int = luck.choices(actions, chances)[0]
    return action


def first_hit(outcomes: Sequence[tuple[int, float]], luck: random.Random) -> int:
    """A chance outcome with the least Python around it."""
    mark, total = luck.random(), 0.0
    for action, chance in outcomes:
        total += chance
        if mark < total:
            return action
    return outcomes[-1][0]


def peer(game: Any, sample: Callable[[Sequence[tuple[int, float]], random.Random], int]) -> float:
    """OpenSpiel's moves a second; its chance nodes are played and not counted, as ours are."""
    luck = random.Random(1)
    uniform = luck.random
    moves = 0
    before = time.perf_counter()
    while moves < PEER_MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample(state.chance_outcomes(), luck))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                moves += 1
    return moves / (time.perf_counter() - before)


def measure(game: Game, other: Any, name: str) -> None:
    """Print the figures of one game beside its peer, which may be missing."""
    unread, read, theirs, tuned = [], [], [], []
    for _ in range(RUNS):
        unread.append(ours(game, False))
        if other is not None:
            theirs.append(peer(other, weighted))
            tuned.append(peer(other, first_hit))
        read.append(ours(game, True))
    figure(f"core {game.name}, events unread", "moves/s", unread)
    figure(f"core {game.name}, events read", "moves/s", read)
    if other is None:
        remark(f"core {game.name} / openspiel {name}", "open-spiel is not installed")
        return
    figure(f"openspiel {name}, as its example drives it", "moves/s", theirs)
    figure(f"openspiel {name}, chance by hand", "moves/s", tuned)
    for how, mine, peers, more in (
        ("events unread", unread, theirs, {"bound": 1.0, "goal": 1.5}),
        ("events read", read, theirs, {}),
        ("events unread, chance by hand", unread, tuned, {}),
    ):
        ratios = [a / b for a, b in zip(mine, peers, strict=True)]
        figure(f"core {game.name} / openspiel {name}, {how}", "ratio", ratios, **more)


def main() -> None:
    """Print moves a second of every game, and the ratio to OpenSpiel's where it is installed."""
    try:
        import pyspiel  # pyright: ignore[reportMissingImports]
    except ImportError:
        pyspiel = None
    for game in games().values():
        name = PEERS.get(game.name, SHEDDING)
        other = None if pyspiel is None else pyspiel.load_game(name)
        measure(game, other, name)
