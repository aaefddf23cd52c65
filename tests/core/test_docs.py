"""The two pages about the core say what the code does."""

import random
import re
from pathlib import Path

from core import bots
from core.digest import digest, u64
from core.game import Game, State, games
from core.options import options
from core.shuffle import SeededLuck, Stream, seed_key

DOCS = Path(__file__).resolve().parents[2] / "docs"


def page(name: str) -> str:
    """A page with its line breaks made one space."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def row(numbers: list[int]) -> str:
    """Numbers as the page has them."""
    return " ".join(map(str, numbers))


def test_the_vectors_of_the_page_on_the_shuffle_are_true() -> None:
    """Every number on the page comes out of the code."""
    told = page("shuffle.md")
    for seed in re.findall(r"From the seed `(\w{64})`, below", told):
        stream = Stream(bytes.fromhex(seed))
        assert f"{stream.below(4)} {row(stream.order(52))}" in told
    for seed in re.findall(r"From the seed `(\w{64})`, order", told):
        assert row(Stream(bytes.fromhex(seed)).order(17)) in told
    zero = Stream(bytes(32))
    assert digest("stream", bytes(32), u64(0)).hex() in told
    assert row([zero.below(1 << 32) for _ in range(3)]) in told


def test_the_seeded_vectors_of_the_page_are_true() -> None:
    """Key, calls, the luck of a bot and the seed of a simulated game, for `--seed 2a`."""
    told, key = page("shuffle.md"), seed_key("2a")
    luck = SeededLuck(key)
    first, second = luck.stream(), luck.stream()

    assert f"key {key.hex()}" in told
    assert f"call 0 {digest('chance', key, u64(0)).hex()}" in told
    assert f"call 1 {digest('chance', key, u64(1)).hex()}" in told
    assert f"below(4) {first.below(4)} order(52) {row(first.order(52))} call 1" in told
    assert f"order(17) {row(second.order(17))}" in told
    bot = bots.luck_key(key, 0, 1)
    assert f"match 0, seat 1 {bot.hex()} first random {random.Random(bot).random()}" in told
    assert digest("game", key, u64(0)).hex() in told


def test_the_page_on_adding_a_game_names_every_member() -> None:
    """A member of the protocol, or a field of a game, that the page forgets is seen here."""
    told = page("adding-a-game.md")
    members = [name for name in vars(State) if not name.startswith("_")] + ["turn", "faces"]
    for name in members:
        assert re.search(rf"`{name}[`(]", told), name
    for name in Game.__dataclass_fields__:
        assert re.search(rf"`{name}[`(]|\b{name}=|`{name.upper()}`", told), name


def test_the_examples_of_the_page_run() -> None:
    """The rules class is made by the real functions; the fields of the game are real fields."""
    text = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {"__name__": "example"}
    exec("from dataclasses import dataclass\nfrom core.options import *\n" + blocks[0], names)
    made = names["HighCardRules"]
    assert callable(made)
    fields = set(re.findall(r"^        (\w+)=", blocks[1], re.MULTILINE))

    assert [option.name for option in options(made())] == ["tricks", "aces", "open_stock"]
    assert fields <= set(Game.__dataclass_fields__)
    assert "one-hundred" in games()
