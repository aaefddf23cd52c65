"""What scripts ask of the program: the games, their rules, many games at once, a game by steps.

Nothing here needs a screen. Text goes to the stream that is handed in; what cannot be done raises
`core.errors.RulesError` with a sentence. How a `--seed` becomes luck is in docs/shuffle.md.
"""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from core import bots, options
from core.cards import Card
from core.digest import digest, u64
from core.errors import RulesError
from core.events import NOBODY
from core.game import Game, find
from core.game import games as all_games
from core.match import Match
from core.moves import CHANCE, Verb
from core.referee import Referee, Ruling
from core.shuffle import SeededLuck, seed_key
from tui.telling import presets_of, rules_lines

MOST_GAMES = 1_000_000


def games(as_json: bool, out: TextIO, name: str | None = None) -> int:
    """Name every game, with its seats, presets and house rules.

    With `name` only that one, and what each of its presets changes.
    """
    known = list(all_games().values()) if name is None else [find(name)]
    if as_json:
        print(json.dumps([_described(game) for game in known], indent=2), file=out)
        return 0
    for game in known:
        low, high = game.seats(game.rules)
        print(f"{game.name}  {game.title}, {low} to {high} players", file=out)
        if name is None:
            print(f"  presets: {', '.join(game.presets)}", file=out)
        else:
            for preset in game.presets:
                print(f"  preset {preset}", file=out)
                for line in presets_of(game, preset):
                    print(f"      {line}", file=out)
        for option in options.options(game.rules):
            print(f"  {option.name}={option.write(option.default)}", file=out)
            print(f"      {option.sentence} It is {option.allowed()}.", file=out)
    return 0


def rules(game: str, out: TextIO, texts: Sequence[str] = ()) -> int:
    """Tell the rules of a game in words, and the house rules that `texts` change."""
    found = find(game)
    chosen = options.with_texts(found.rules, texts)
    print("\n".join(rules_lines(found, chosen)), file=out)
    return 0


def simulate(
    game: str,
    out: TextIO,
    *,
    seats: int,
    count: int,
    seed: str,
    bot: str = "random",
    texts: Sequence[str] = (),
    as_json: bool = True,
) -> int:
    """Play `count` games among bots and print one summary.

    Game g is the game whose own seed is the hex of `H("game", key, u64 g)`: `trace` shows it.
    """
    if not 1 <= count <= MOST_GAMES:
        raise RulesError("bad_value", f"the number of games is 1 to {MOST_GAMES}, not {count}")
    found, chosen = _chosen(game, texts)
    key = _key(seed)
    said: Counter[str] = Counter()
    wins = [0] * seats
    reference = hashlib.sha256()
    moves = longest = rounds = blocked = eliminations = 0
    longest_seed = ""
    for number in range(count):
        own_seed = digest("game", key, u64(number)).hex()
        sitting = Sitting(found, chosen, seats, own_seed, [bot])
        played = 0
        for ruling in sitting.steps():
            played += ruling.seat != CHANCE
            said.update(note.word for note in ruling.events)
        match = sitting.referee.match
        assert match.settlement is not None, "a match that is over is settled"
        for seat in match.settlement.winners:
            wins[seat] += 1
        rounds += len(match.sheet)
        blocked += sum(row.outcome.why.word == "blocked" for row in match.sheet)
        eliminations += sum(match.settlement.out)
        moves += played
        if played > longest:
            longest, longest_seed = played, own_seed
        reference.update((_canonical(match.public()) + "\n").encode())
    summary = {
        "game": found.name,
        "games": count,
        "moves": moves,
        "mean_moves": round(moves / count, 3),
        "wins": wins,
        "longest": longest,
        "longest_seed": longest_seed,
        "rounds": rounds,
        "blocked": blocked,
        "eliminations": eliminations,
        "restocks": said["restocked"],
        "busts": said["bust"],
        "reference": reference.hexdigest(),
    }
    if as_json:
        print(json.dumps(summary), file=out)
    else:
        for name, value in summary.items():
            print(f"{name}: {value}", file=out)
    return 0


def trace(
    game: str,
    out: TextIO,
    *,
    seats: int,
    seed: str,
    bot: str = "random",
    texts: Sequence[str] = (),
) -> int:
    """Play one game among bots and print every step with all faces, a JSON object a line.

    The first line is the deal and names the game and every option besides.
    """
    found, chosen = _chosen(game, texts)
    sitting = Sitting(found, chosen, seats, seed, [bot])
    head: dict[str, Any] = {
        "game": found.name,
        "version": found.version,
        "rules": options.values(chosen),
        "seats": seats,
    }
    for ruling in sitting.steps():
        print(json.dumps({**head, **_step(sitting.referee.match, ruling)}), file=out)
        head = {}
    return 0


class Sitting:
    """One seeded match among bots; each sees what its seat sees and nothing else."""

    def __init__(
        self, game: Game, chosen: object, seats: int, seed: str, names: Sequence[str]
    ) -> None:
        """`names` are the bots by seat; one alone plays everywhere."""
        key = _key(seed)
        each = [names[at % len(names)] for at in range(seats)]
        self._choose = [bots.bot(name) for name in each]
        self.referee = Referee(Match(game, chosen, seats))
        self._views = [Match(game, chosen, seats) for _ in range(seats)]
        self._luck = SeededLuck(key)
        self._own_luck = [random.Random(bots.luck_key(key, 0, at)).random for at in range(seats)]

    def steps(self) -> Iterator[Ruling]:
        """Play to the end, a ruling at a time."""
        match = self.referee.match
        while (seat := match.turn) is not None:
            if seat == CHANCE:
                ruling = self.referee.shuffle(self._luck.stream())
            else:
                move = self._choose[seat](self._views[seat], seat, self._own_luck[seat])
                ruling = self.referee.submit(seat, move)
            for at, view in enumerate(self._views):
                view.reveal_all(ruling.public)
                view.reveal_all(ruling.private.get(at, ()))
                view.apply(ruling.move)
            yield ruling


def _chosen(game: str, texts: Sequence[str]) -> tuple[Game, object]:
    found = find(game)
    return found, options.with_texts(found.rules, texts)


def _key(seed: str) -> bytes:
    try:
        return seed_key(seed)
    except ValueError as fault:
        raise RulesError("bad_value", str(fault)) from fault


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _described(game: Game) -> dict[str, Any]:
    low, high = game.seats(game.rules)
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": {"min": low, "max": high},
        "presets": {name: dict(changed) for name, changed in game.presets.items()},
        "options": [_option(option) for option in options.options(game.rules)],
    }


def _option(option: options.Option) -> dict[str, Any]:
    about: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "sentence": option.sentence,
    }
    if option.kind == "number":
        about |= {"min": option.low, "max": option.high}
    elif option.kind == "one_of":
        about["values"] = dict(option.choices)
    else:
        about["values"] = {"on": "yes", "off": "no"}
    return about


def _step(match: Match, ruling: Ruling) -> dict[str, Any]:
    verb, slot, value = ruling.move
    faces = dict(ruling.public)
    for each in ruling.private.values():
        faces |= dict(each)
    if ruling.seat == CHANCE:
        hidden = [at for zone in match.zones() if zone.sight == NOBODY for at in zone.slots]
        faces |= {at: match.faces[at] for at in hidden}
    return {
        "seat": ruling.seat,
        "move": {
            "verb": Verb(verb).name.lower(),
            "slot": slot,
            "card": None if slot is None else str(match.faces[slot]),
            "value": value,
        },
        "faces": {str(at): str(faces[at]) for at in sorted(faces)},
        "opened": {
            "all": [at for at, _ in ruling.public],
            **{str(seat): [at for at, _ in each] for seat, each in ruling.private.items()},
        },
        "says": [note.word for note in ruling.events],
        "state": _state(match),
    }


def _state(match: Match) -> dict[str, Any]:
    """Where every card is, face by face, and every quantity that the rules name."""
    places: dict[str, Any] = {}
    for zone in match.zones():
        held = _codes(match, zone.slots)
        if zone.owner is None:
            places[zone.name] = held
        elif zone.name != "hand":
            places.setdefault(zone.name, [[] for _ in range(match.seats)])[zone.owner] += held
    return {
        "turn": match.turn,
        "duty": _duty(match),
        "hands": [_codes(match, match.hand(seat)) for seat in range(match.seats)],
        **places,
        **match.facts(),
    }


def _codes(match: Match, slots: Sequence[int]) -> list[str]:
    faces: list[Card] = match.faces
    return [str(faces[slot]) for slot in slots]


def _duty(match: Match) -> str | None:
    """What the turn is for: `shuffle`, or what the seat may do, such as `play` or `draw/play`."""
    if match.turn is None:
        return None
    if match.turn == CHANCE:
        return "shuffle"
    return "/".join(sorted({Verb(choice.move.verb).name.lower() for choice in match.moves()}))
