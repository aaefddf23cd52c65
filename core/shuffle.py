"""The shuffle: a SHA-256 counter stream, rejection sampling, Fisher-Yates (docs/shuffle.md).

The stream is handed in; nothing here is luck of its own. Whoever knows the seed of a stream can
repeat every number and every order to the byte.
"""

import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from typing import Protocol

from core.digest import digest, frame, u64

_WORDS = struct.Struct(">8I")
_SPAN = 1 << 32
_CERTAIN = _SPAN - (1 << 16)
"""A word below this is below the limit of every bound up to 65,536."""


def _words(seed: bytes) -> Iterator[int]:
    """The words of a seed without end, block after block."""
    head = frame(b"stammtisch/1/stream", seed) + b"\x00\x00\x00\x08"
    blocks = (_WORDS.unpack(sha256(head + u64(number)).digest()) for number in count())
    return chain.from_iterable(blocks)


class Stream:
    """Uniform numbers from a 32-byte seed: block i is `H("stream", seed, u64 i)`, eight u32 each.

    >>> stream = Stream(bytes(32))
    >>> stream.below(4), stream.order(5)
    (3, [0, 4, 3, 2, 1])
    """

    __slots__ = ("_words", "seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("a stream takes a seed of 32 bytes")
        self.seed = seed
        self._words = _words(seed)

    def below(self, bound: int) -> int:
        """A uniform number from 0 to bound - 1; bound is 1 to 2^32.

        A word of the incomplete last run of `bound` numbers is thrown away, or small numbers would
        come up more often. Raises `ValueError` for any other bound.
        """
        if not 1 <= bound <= _SPAN:
            raise ValueError(f"there is no number below {bound}")
        limit = _SPAN - _SPAN % bound
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % bound

    def order(self, size: int) -> list[int]:
        """A uniform order of 0 … size - 1: Fisher-Yates from the end, `below(i + 1)` for each i."""
        places = list(range(size))
        words = self._words
        for last, word in zip(range(size - 1, 0, -1), words, strict=False):
            if word >= _CERTAIN:
                while word >= _SPAN - _SPAN % (last + 1):
                    word = next(words)
            other = word % (last + 1)
            places[last], places[other] = places[other], places[last]
        return places


class Luck(Protocol):
    """Where the seeds of streams come from; one stream answers one call for chance."""

    def stream(self) -> Stream:
        """The stream of the next call."""
        ...


class SeededLuck:
    """Luck that can be repeated: the k-th stream has the seed `H("chance", key, u64 k)`."""

    __slots__ = ("_calls", "_key")

    def __init__(self, key: bytes, calls: int = 0) -> None:
        """`calls` is how many calls this table has answered before (E7)."""
        self._key = key
        self._calls = calls

    def stream(self) -> Stream:
        """The stream of the next call."""
        seed = digest("chance", self._key, u64(self._calls))
        self._calls += 1
        return Stream(seed)


def seed_key(text: str) -> bytes:
    """The key of a `--seed`: the SHA-256 of its 1 to 64 hex digits, in lower case, as ASCII.

    Raises `ValueError` when the text is not 1 to 64 hex digits.

    >>> seed_key("2A") == seed_key("2a"), seed_key("2a").hex()[:8]
    (True, 'b2239ae3')
    """
    word = text.lower()
    if not 1 <= len(word) <= 64 or any(digit not in "0123456789abcdef" for digit in word):
        raise ValueError("a seed is 1 to 64 hex digits, such as 2a or c0ffee")
    return sha256(word.encode("ascii")).digest()
