"""Players that see one seat's view and nothing more; found by their names."""

from collections.abc import Callable

from core.bots import careful, uniform
from core.digest import digest, u16, u64
from core.errors import RulesError
from core.match import Match
from core.moves import Move

Uniform = Callable[[], float]
"""A number from 0 up to 1, as `random.Random(key).random` gives it; the bot's only luck."""

Bot = Callable[[Match, int, Uniform], Move]
"""Chooses a legal move, second value included, for a seat from that seat's view of the match."""

_BOTS: dict[str, Bot] = {"random": uniform.choose, "careful": careful.choose}


def luck_key(key: bytes, match: int, seat: int) -> bytes:
    """The key of a bot's own luck at a seeded table: `H("bot", key, u64 match, u16 seat)`.

    Matches of one table count from 0. No word of the rules' own streams comes from it.
    """
    return digest("bot", key, u64(match), u16(seat))


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def bot(name: str) -> Bot:
    """The bot of this name; raises `RulesError` with the names that there are."""
    if name not in _BOTS:
        raise RulesError("bad_value", f"there is no bot {name!r}; there are {', '.join(_BOTS)}")
    return _BOTS[name]
