"""The arithmetic of the fair deal: promises, chains of links, seeds, and the four words.

Specified to the byte in docs/verification.md. Nothing here is luck of its own, and nothing here
knows a table: hashes in, hashes out.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from core.digest import digest, u16
from core.moves import Chance, Deal, Pick

SECRET_SIZE: Final = 32
CHAIN_LENGTH: Final = 1_024
"""Links of one chain; a program that has nearly used one up publishes another."""

WORDS: Final = 4
WORD_FILE: Final = Path(__file__).with_name("bip39_english.txt")
_WORD_BITS: Final = 11

PICK, DEAL, RESTOCK, CLOSE = range(4)


def promise(head: bytes, secret: bytes) -> bytes:
    """What the host publishes of its secret of a round: `H("host", h, y)` (rule 2)."""
    return digest("host", head, secret)


def link_below(opening_head: bytes, member: int, j: int, link: bytes) -> bytes:
    """The link under link `j` of a chain: `H("link", h0, u16 member, u16 j, x[j])` (rule 3)."""
    return digest("link", opening_head, u16(member), u16(j), link)


class Chain:
    """The chain of one member for one match: `links[j]`, of which `links[0]`, the end, is told."""

    __slots__ = ("links",)

    def __init__(self, opening_head: bytes, member: int, secret: bytes) -> None:
        """`secret` is the last link, 32 random bytes."""
        links = [secret]
        for j in range(CHAIN_LENGTH, 0, -1):
            links.append(link_below(opening_head, member, j, links[-1]))
        self.links = links[::-1]

    @property
    def end(self) -> bytes:
        """What is published, and binds all the rest."""
        return self.links[0]


def descends(
    opening_head: bytes, member: int, known: tuple[int, bytes], j: int, link: bytes
) -> bool:
    """Whether link `j` leads down to a link of the same chain that is known: `(index, link)`."""
    index, below = known
    if not (index < j <= CHAIN_LENGTH and len(link) == SECRET_SIZE):
        return False
    for at in range(j, index, -1):
        link = link_below(opening_head, member, at, link)
    return link == below


def seed_of(call_head: bytes, secret: bytes, links: Sequence[bytes]) -> bytes:
    """The seed of the stream that answers a call: `H("seed", h at the call, y, x, …)` (rule 7)."""
    return digest("seed", call_head, secret, *links)


def plain_chances(owed: Sequence[Chance]) -> tuple[tuple[int, ...], ...]:
    """What chance owes, as it stands in a call (rule 5).

    A code and its numbers: how many to pick among; the first new slot and the faces in pack order;
    the first new slot and the old slots, bottom first.
    """
    return tuple(_plain(one) for one in owed)


def _plain(one: Chance) -> tuple[int, ...]:
    if isinstance(one, Pick):
        return (PICK, one.among)
    if isinstance(one, Deal):
        return (DEAL, one.first, *map(int, one.pack))
    return (RESTOCK, one.first, *one.slots)


def deals_a_whole_pack(owed: Sequence[Chance]) -> bool:
    """Whether a new round of secrets begins with this answer (rule 2)."""
    return any(isinstance(one, Deal) for one in owed)


def words(close_head: bytes, links: Sequence[bytes]) -> tuple[tuple[int, str], ...]:
    """Four numbers and words to read aloud (rule 10); the numbers are for other alphabets."""
    bits = int.from_bytes(digest("words", close_head, *links)[:6], "big") >> (48 - 44)
    numbers = [bits >> _WORD_BITS * place & 0x7FF for place in range(WORDS - 1, -1, -1)]
    known = _word_list()
    return tuple((number, known[number]) for number in numbers)


@lru_cache(maxsize=1)
def _word_list() -> tuple[str, ...]:
    """The English list of BIP-39: 2,048 words, first letters distinct."""
    return tuple(WORD_FILE.read_text(encoding="ascii").split())
