"""How often the careful bot, alone against three random ones, wins; seats rotated, games seeded."""

import random

from bench.lines import figure
from core.bots import bot, luck_key
from core.cards import Card
from core.digest import digest, u64
from core.game import Game, games
from core.match import Match
from core.moves import CHANCE
from core.referee import Referee
from core.shuffle import SeededLuck

SEATS = 4
GAMES = 400
SETS = 5
CLEARLY = 0.4
"""The least share that beats random play clearly, where a quarter would be par."""

BOUNDS = {"one-hundred": 0.6}


def won(game: Game, number: int) -> bool:
    """One seeded match; the careful bot sits at seat `number % SEATS`."""
    key = digest("bench", u64(number))
    referee = Referee(Match(game, game.rules, SEATS))
    views = [Match(game, game.rules, SEATS) for _ in range(SEATS)]
    lucks = [random.Random(luck_key(key, 0, seat)).random for seat in range(SEATS)]
    luck, careful = SeededLuck(key), number % SEATS
    while (turn := referee.match.turn) is not None:
        if turn == CHANCE:
            ruling = referee.shuffle(luck.stream())
        else:
            choose = bot("careful" if turn == careful else "random")
            ruling = referee.submit(turn, choose(views[turn], turn, lucks[turn]))
        for seat, view in enumerate(views):
            reveals: tuple[tuple[int, Card], ...] = ruling.public + ruling.private.get(seat, ())
            for slot, face in reveals:
                view.reveal(slot, face)
            view.apply(ruling.move)
    settlement = referee.match.settlement
    assert settlement is not None, "the match is over"
    return careful in settlement.winners


def main() -> None:
    """Print the share of matches won in every game, five sets each."""
    for game in games().values():
        shares = [
            sum(won(game, GAMES * part + number) for number in range(GAMES)) / GAMES
            for part in range(SETS)
        ]
        bound = BOUNDS.get(game.name, CLEARLY)
        figure(f"careful against three random, {game.name}", "share won", shares, bound=bound)
