"""The arithmetic of the fair deal, against the vectors of its specification."""

import hashlib
from pathlib import Path

from core.cards import FULL_PACK
from core.digest import frame
from core.fair_deal import (
    CHAIN_LENGTH,
    WORD_FILE,
    Chain,
    descends,
    link_below,
    plain_chances,
    promise,
    seed_of,
    words,
)
from core.moves import Deal, Pick, Restock
from core.shuffle import Stream

H_CLOSE = "b1770b661473489bc91bcec7b69b28f09416b3a4d2a0daf8225b4330d2bc12c8"
LINK_2 = "52dd0bde6453b4bb1f1fcb8eb746537f758977101067dfb976b8374801beb0ef"
LINK_5 = "079ceee2f5d5b4ca8074f91e59f65a7dea440416eea1042bc78588f02bd12db7"
FIRST_SEED = "b398ddd70bfadbe44db3a529fea3c63d01728dd41542663b9d7e70ab562937c3"
SECOND_SEED = "1f4d4aa166e9d6075e51d61d77851e25549c36696b3771f80f31503debd22298"
ORDER_52 = [
    50, 35, 45, 12, 9, 36, 40, 10, 13, 23, 42, 24, 38, 27, 30, 17, 25, 41, 5, 21, 18, 26, 6, 2,
    51, 14, 11, 44, 19, 28, 31, 15, 46, 34, 43, 1, 7, 4, 48, 47, 8, 0, 16, 49, 29, 37, 20, 32, 3,
    39, 22, 33,
]  # fmt: skip
ORDER_17 = [14, 0, 3, 13, 1, 7, 16, 2, 4, 15, 8, 12, 6, 11, 5, 9, 10]


def h(tag: str, *parts: bytes) -> bytes:
    """The house's hash, written again from its definition."""
    return hashlib.sha256(frame(b"stammtisch/1/" + tag.encode(), *parts)).digest()


def test_the_seeds_of_the_specification_give_its_orders() -> None:
    """Vectors 1 and 2: pick among four, then the order of 52; the order of 17."""
    stream = Stream(bytes.fromhex(FIRST_SEED))
    assert (stream.below(4), stream.order(52)) == (1, ORDER_52)
    assert Stream(bytes.fromhex(SECOND_SEED)).order(17) == ORDER_17


def test_the_words_of_the_specification() -> None:
    """Vector 3: from the head at the close call and its two links."""
    links = [bytes.fromhex(LINK_2), bytes.fromhex(LINK_5)]
    assert words(bytes.fromhex(H_CLOSE), links) == (
        (535, "drill"),
        (543, "dumb"),
        (1706, "stem"),
        (477, "desert"),
    )


def test_the_list_of_words_is_that_of_bip_39() -> None:
    """2,048 words, and the SHA-256 of the file as the specification has it."""
    data = WORD_FILE.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    assert digest.startswith("2f5eed53")
    assert digest.endswith("b24dbda")
    assert len(set(data.split())) == 2_048


def test_promise_seed_and_link_are_hashes_with_their_tags() -> None:
    """Rules 2, 3 and 7, written out once more."""
    head, secret = bytes(range(32)), bytes(range(32, 64))
    assert promise(head, secret) == h("host", head, secret)
    assert seed_of(head, secret, [b"a" * 32, b"b" * 32]) == h(
        "seed", head, secret, b"a" * 32, b"b" * 32
    )
    assert link_below(head, 2, 1_024, secret) == h("link", head, b"\0\2", b"\4\0", secret)


def test_every_link_of_a_chain_leads_to_its_end_and_no_other_does() -> None:
    """Rule 3: bound to the match, the member and the index."""
    head = bytes(32)
    chain = Chain(head, 7, b"s" * 32)
    assert len(chain.links) == CHAIN_LENGTH + 1
    assert chain.links[CHAIN_LENGTH] == b"s" * 32
    for j in (1, 2, 500, CHAIN_LENGTH):
        assert descends(head, 7, (0, chain.end), j, chain.links[j])
        assert descends(head, 7, (j - 1, chain.links[j - 1]), j, chain.links[j])
        assert not descends(head, 8, (0, chain.end), j, chain.links[j])
        assert not descends(b"o" * 32, 7, (0, chain.end), j, chain.links[j])
        assert not descends(head, 7, (0, chain.end), j - 1, chain.links[j])
        assert not descends(head, 7, (j, chain.links[j]), j, chain.links[j])
        assert not descends(head, 7, (0, chain.end), j, chain.links[j][:-1])
    assert not descends(head, 7, (0, chain.end), CHAIN_LENGTH + 1, b"s" * 32)


def test_what_chance_owes_is_written_with_every_number() -> None:
    """Rule 5: pick n; faces in pack order and the first slot; old slots and the first new one."""
    pack = FULL_PACK[:3]
    owed = (Pick(4), Deal(pack, 0), Restock((3, 1, 2), 60))
    assert plain_chances(owed) == ((0, 4), (1, 0, *map(int, pack)), (2, 60, 3, 1, 2))


def test_the_vectors_of_the_page_are_true() -> None:
    """docs/verification.md: every number there comes out of the code."""
    page = (Path(__file__).parents[2] / "docs" / "verification.md").read_text(encoding="utf-8")
    told = page[page.index("## Vectors") :]
    h0, y, before, after = bytes(range(32)), b"\x0c" * 32, b"\x0d" * 32, b"\x0e" * 32
    three, four = Chain(h0, 3, b"\x0a" * 32), Chain(h0, 4, b"\x0b" * 32)
    seed = seed_of(after, y, [three.links[1], four.links[1]])
    stream = Stream(seed)
    found = words(after, [three.links[2], four.links[2]])

    for value in (three.end, four.end, three.links[1], four.links[1], promise(before, y), seed):
        assert value.hex() in told
    assert f"{stream.below(4)} {stream.order(9)}" in told
    assert " ".join(word for _, word in found) in told
    assert f"({' '.join(str(number) for number, _ in found)})" in told
