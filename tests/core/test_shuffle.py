"""The shuffle to the byte: the vectors of docs/shuffle.md, and that it is fair (E10)."""

import hashlib
import math
import random
from collections.abc import Callable

import pytest

from core.digest import digest, frame, u16, u32, u64
from core.shuffle import SeededLuck, Stream, seed_key

DEAL = bytes.fromhex("b398ddd70bfadbe44db3a529fea3c63d01728dd41542663b9d7e70ab562937c3")
ORDER_52 = """50 35 45 12 9 36 40 10 13 23 42 24 38 27 30 17 25 41 5 21 18 26 6 2 51 14 11 44 19 28
31 15 46 34 43 1 7 4 48 47 8 0 16 49 29 37 20 32 3 39 22 33"""
RESTOCK = bytes.fromhex("1f4d4aa166e9d6075e51d61d77851e25549c36696b3771f80f31503debd22298")
ORDER_17 = "14 0 3 13 1 7 16 2 4 15 8 12 6 11 5 9 10"


def test_the_deal_of_the_specification() -> None:
    """Vector 1: from one seed the stream gives the dealer of four, then the order of 52."""
    stream = Stream(DEAL)

    assert stream.below(4) == 1
    assert stream.order(52) == [int(word) for word in ORDER_52.split()]


def test_the_restock_of_the_specification() -> None:
    """Vector 2: another seed, block 0 again, the order of 17."""
    assert Stream(RESTOCK).order(17) == [int(word) for word in ORDER_17.split()]


def test_the_digest_is_sha_256_of_framed_parts() -> None:
    """`H(tag, p1, …)` by hand: each part has its length before it, four bytes, big-endian."""
    by_hand = b"\x00\x00\x00\x11stammtisch/1/seed\x00\x00\x00\x02ab\x00\x00\x00\x00"

    assert frame(b"stammtisch/1/seed", b"ab", b"") == by_hand
    assert digest("seed", b"ab", b"") == hashlib.sha256(by_hand).digest()
    assert (u16(258), u32(258), u64(258)) == (b"\1\2", b"\0\0\1\2", b"\0\0\0\0\0\0\1\2")


def test_the_link_and_the_words_of_the_specification_use_the_same_digest() -> None:
    """Vector 3: the first 44 bits over the head and the two links are the four numbers."""
    parts = (
        "b1770b661473489bc91bcec7b69b28f09416b3a4d2a0daf8225b4330d2bc12c8",
        "52dd0bde6453b4bb1f1fcb8eb746537f758977101067dfb976b8374801beb0ef",
        "079ceee2f5d5b4ca8074f91e59f65a7dea440416eea1042bc78588f02bd12db7",
    )
    bits = int.from_bytes(digest("words", *map(bytes.fromhex, parts))) >> (256 - 44)

    assert [bits >> shift & 2047 for shift in (33, 22, 11, 0)] == [535, 543, 1706, 477]


def test_a_stream_is_blocks_of_eight_words() -> None:
    """Block i is `H("stream", seed, u64 i)`, read as eight u32; `below(2^32)` gives them bare."""
    stream = Stream(DEAL)
    words = [stream.below(1 << 32) for _ in range(20)]
    blocks = b"".join(digest("stream", DEAL, u64(number)) for number in range(3))

    assert words == [int.from_bytes(blocks[at : at + 4]) for at in range(0, 80, 4)]


def test_words_of_the_incomplete_last_run_are_thrown_away() -> None:
    """`below(n)` takes words until one is under 2^32 - 2^32 mod n, and answers that word mod n."""
    bound = 3_000_000_000
    stream, bare = Stream(RESTOCK), Stream(RESTOCK)
    words = [bare.below(1 << 32) for _ in range(2_000)]
    kept = [word for word in words if word < bound]

    assert [stream.below(bound) for _ in range(len(kept))] == kept
    assert len(kept) < 1_500


def test_an_order_throws_the_same_words_away() -> None:
    """The same rule inside a shuffle: of the last, incomplete run nothing is used."""
    limits = [(1 << 32) - (1 << 32) % bound for bound in (7, 6, 5, 4, 3, 2)]
    words = [one for limit in limits for one in (*range(limit, 1 << 32), limit - 1)]
    by_order, by_hand = Stream(DEAL), Stream(DEAL)
    by_order._words, by_hand._words = iter([*words, 9]), iter([*words, 9])

    assert [by_hand.below(bound) for bound in (7, 6, 5, 4, 3, 2)] == [6, 5, 4, 3, 2, 1]
    assert by_order.order(7) == list(range(7))
    assert by_order.below(10) == by_hand.below(10) == 9


def test_order_is_below_from_the_end() -> None:
    """`order(m)` swaps place i with `below(i + 1)`, i from m - 1 down to 1, on the same stream."""
    for size in (0, 1, 2, 3, 52, 104):
        by_hand, stream = Stream(DEAL), Stream(DEAL)
        places = list(range(size))
        for last in range(size - 1, 0, -1):
            other = by_hand.below(last + 1)
            places[last], places[other] = places[other], places[last]

        assert stream.order(size) == places
        assert stream.below(1000) == by_hand.below(1000)


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_a_bound_that_no_word_can_answer_is_refused(bound: int) -> None:
    """There is no number below 0, and 2^32 + 1 would need more than a word."""
    with pytest.raises(ValueError, match="below"):
        Stream(DEAL).below(bound)


@pytest.mark.parametrize("seed", [b"", DEAL[:31], DEAL + b"x"])
def test_a_stream_takes_32_bytes(seed: bytes) -> None:
    """A shorter or longer seed would be framed otherwise, so it is refused."""
    with pytest.raises(ValueError, match="32"):
        Stream(seed)


def test_seeded_luck_gives_one_stream_a_call() -> None:
    """B11, E7: the k-th stream has the seed `H("chance", key, u64 k)`, whatever the others gave."""
    key = seed_key("2a")
    luck, again = SeededLuck(key), SeededLuck(key)
    again.stream().order(500)

    first, second = luck.stream(), luck.stream()

    assert first.order(9) == Stream(digest("chance", key, u64(0))).order(9)
    assert (
        second.order(9) == Stream(digest("chance", key, u64(1))).order(9) == again.stream().order(9)
    )


def test_a_seed_is_hex_digits_in_either_case() -> None:
    """The key of `--seed` is the SHA-256 of its lower-case ASCII: 2A is 2a, but 02a is another."""
    assert seed_key("2A") == seed_key("2a") == hashlib.sha256(b"2a").digest()
    assert seed_key("02a") != seed_key("2a")
    assert seed_key("f" * 64) == hashlib.sha256(b"f" * 64).digest()


@pytest.mark.parametrize("text", ["", "0x2a", "g", "2a ", "-1", "f" * 65, "２", "é"])
def test_what_is_no_seed_is_refused_in_words(text: str) -> None:
    """Bad input: 1 to 64 hex digits and nothing else."""
    with pytest.raises(ValueError, match="hex digits"):
        seed_key(text)


def _statistic(order: Callable[[], list[int]], deals: int, size: int = 52) -> float:
    """Chi-square of position x card over many deals; (size - 1)^2 degrees of freedom."""
    counts = [[0] * size for _ in range(size)]
    for _ in range(deals):
        for row, one in zip(counts, order(), strict=True):
            row[one] += 1
    expected = deals / size
    return sum((each - expected) ** 2 for row in counts for each in row) / expected


def _bound(size: int = 52) -> float:
    """Mean plus five standard deviations of chi-square: a fair shuffle passes for good."""
    freedom = (size - 1) ** 2
    return freedom + 5 * math.sqrt(2 * freedom)


def test_every_card_comes_to_every_place_equally_often(scaled: Callable[[int, int], int]) -> None:
    """E10: chi-square on position x card over 200,000 deals (fewer in a daily run)."""
    luck = SeededLuck(seed_key("e10"))

    assert _statistic(lambda: luck.stream().order(52), scaled(30_000, 200_000)) < _bound()


def test_the_measure_finds_a_naive_shuffle(scaled: Callable[[int, int], int]) -> None:
    """E10: the well-known wrong shuffle, which swaps with any place, fails the same bound."""
    below = random.Random(1).randrange

    def naive() -> list[int]:
        places = list(range(52))
        for place in range(52):
            other = below(52)
            places[place], places[other] = places[other], places[place]
        return places

    assert _statistic(naive, scaled(30_000, 200_000)) > 2 * _bound()


def test_the_measure_finds_words_that_are_not_thrown_away() -> None:
    """E10: a small word taken modulo 52 without rejection is seen, one with rejection is not."""
    word = random.Random(2).randrange

    def share(limit: int) -> float:
        counts = [0] * 52
        for _ in range(40_000):
            drawn = word(256)
            while drawn >= limit:
                drawn = word(256)
            counts[drawn % 52] += 1
        expected = 40_000 / 52
        return sum((each - expected) ** 2 for each in counts) / expected

    assert share(256 - 256 % 52) < 51 + 5 * 102**0.5 < share(256)
