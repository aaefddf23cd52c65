"""The one hash of the house: SHA-256 over a tag and parts, each with its length before it.

`H(tag, p1, …) = SHA-256(frame("stammtisch/1/" + tag, p1, …))`; specified in docs/shuffle.md.
"""

import hashlib


def frame(*parts: bytes) -> bytes:
    """Each part with its length before it, four bytes, big-endian.

    >>> frame(b"four", b"").hex(" ", 4)
    '00000004 666f7572 00000000'
    """
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def digest(tag: str, *parts: bytes) -> bytes:
    """The 32 bytes `H(tag, parts…)`."""
    return hashlib.sha256(frame(b"stammtisch/1/" + tag.encode(), *parts)).digest()


def u16(number: int) -> bytes:
    """Two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, big-endian."""
    return number.to_bytes(8, "big")
