"""Bytes to messages and back: round trips, cuts, hostile bytes, and how much a match costs."""

import dataclasses
import tracemalloc
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import CARDS, card
from core.moves import Move, Verb
from net import bodies, framing
from net import messages as m
from net.errors import LocalError, PeerError
from tests.net import messages_of_all_kinds as every
from tests.net.pretend import Person, Pretend, terms

MESSAGES = every.from_guest | every.from_host
EVENTS = st.builds(
    lambda number, body, check, faces: m.Event(framing.write_event(number, body), check, faces),
    st.integers(1, 1 << 20),
    every.every_body,
    every.counts,
    every.reveals,
)


def _heard(*pieces: bytes) -> tuple[list[m.Message], bool]:
    """The messages of a stream, and whether it ended in `PeerError`."""
    decoder = framing.Decoder()
    heard: list[m.Message] = []
    try:
        for piece in pieces:
            heard.extend(decoder.feed(piece))
    except PeerError:
        return heard, True
    return heard, False


@given(MESSAGES | EVENTS)
def test_what_went_in_comes_out(message: m.Message) -> None:
    """Every message is the same after a journey (style 1.1)."""
    assert _heard(framing.encode(message)) == ([message], False)


@given(st.integers(0, 1 << 31), every.every_body)
def test_an_event_comes_out_as_it_went_in(number: int, body: bodies.Body) -> None:
    """Every body is the same after a journey, and so are its bytes: the hash is over them."""
    public = framing.write_event(number, body)

    assert framing.read_event(public) == (number, body)
    assert framing.write_event(*framing.read_event(public)) == public


@given(st.lists(MESSAGES | EVENTS, max_size=6), st.data())
def test_any_slicing_gives_the_same_messages(said: list[m.Message], data: st.DataObject) -> None:
    """A stream has no packets: however it is cut, the same messages come out."""
    stream = b"".join(map(framing.encode, said))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    edges = [0, *cuts, len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(edges)]

    assert _heard(*pieces) == (said, False)
    assert _heard(*(bytes((one,)) for one in stream)) == (said, False)


@given(st.lists(MESSAGES, max_size=3), st.binary(max_size=200), st.data())
def test_any_bytes_give_messages_or_a_peer_error(
    said: list[m.Message], noise: bytes, data: st.DataObject
) -> None:
    """G12: foreign bytes, and honest ones that were changed, end in messages or `PeerError`.

    What was said before the fault is heard, wherever the packets were cut.
    """
    stream = bytearray(b"".join(map(framing.encode, said)) + noise)
    for _ in range(data.draw(st.integers(0, 4))):
        if stream:
            stream[data.draw(st.integers(0, len(stream) - 1))] = data.draw(st.integers(0, 255))
    whole, fault = _heard(bytes(stream))

    assert _heard(*(bytes((one,)) for one in stream)) == (whole, fault)
    for message in whole:
        if isinstance(message, m.Event):
            try:
                framing.read_event(message.public)
            except PeerError:
                continue


@given(st.binary(max_size=300))
def test_any_payload_is_a_message_or_a_peer_error(payload: bytes) -> None:
    """G12: the same for what is inside a frame, and inside an event."""
    for read in (framing.decode, framing.read_event):
        try:
            read(payload)
        except PeerError:
            continue


HOSTILE = {
    "a length of four bytes": b"\xbf\xff\xff\xff",
    "a length of eight bytes": b"\xff" * 8,
    "an empty frame": b"\x00",
    "arrays in arrays": framing.frame(b"\x91" * 16_000),
    "arrays of 511 in arrays": framing.frame(b"\xdc\x01\xff" * 5_000),
    "an array of four billion": framing.frame(b"\xdd\xff\xff\xff\xff" + b"\x10" * 90),
    "a text of four gigabytes": framing.frame(b"\x92\x13\xdb\xff\xff\xff\xff" + b"a" * 90),
    "bytes of four gigabytes": framing.frame(b"\x92\x13\xc6\xff\xff\xff\xff" + b"a" * 90),
    "a map of four billion": framing.frame(b"\x92\x13\xdf\xff\xff\xff\xff" + b"a" * 90),
    "a map": framing.frame(b"\x93\x13\x81\xa1a\x01\xa1b"),
    "an extension": framing.frame(b"\x92\x14\xd4\x05\x00"),
    "a time": framing.frame(b"\x92\x14\xd6\xff\x00\x00\x00\x00"),
    "a float": framing.frame(b"\x92\x14\xcb" + bytes(8)),
    "true for one": framing.frame(b"\x92\x14\xc3"),
    "a number below zero": framing.frame(b"\x92\x14\xff"),
    "a number of 64 bits": framing.frame(b"\x92\x14\xcf" + b"\xff" * 8),
    "bytes behind the end": framing.frame(b"\x92\x14\x05\x00"),
    "one field too many": framing.frame(b"\x93\x14\x05\x05"),
    "one field too few": framing.frame(b"\x91\x14"),
    "no array": framing.frame(b"\x14\x14"),
    "a reserved byte": framing.frame(b"\x92\x14\xc1"),
    "a message of no kind": framing.frame(b"\x92\x7f\x01"),
    "text that is no UTF-8": framing.frame(b"\x93\x13\xa2\xff\xfe\xa0"),
    "half a reveal": framing.frame(b"\x93\x06\x01\x00\x92\x01\x02"),
    "a face that is none": framing.frame(b"\x93\x06\x01\x00\x93\x01\x02\x40"),
    "a slot out of range": framing.frame(b"\x93\x06\x01\x00\x93\x01\xce\x00\x01\x00\x00\x02"),
    "an event without a second part": framing.frame(b"\x93\x06\x01\x00"),
}


@pytest.mark.parametrize("stream", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_bytes_are_refused_in_little_memory(stream: bytes) -> None:
    """G12: bombs, claims and nonsense end in `PeerError`, within ten megabytes."""
    tracemalloc.start()
    try:
        heard, fault = _heard(stream)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (heard, fault) == ([], True)
    assert peak < 10_000_000


def test_a_slow_drip_is_kept_within_one_frame() -> None:
    """G12: a frame that never ends costs its own length at most, and nothing comes of it."""
    decoder = framing.Decoder()
    drip = (framing.FRAME_LIMIT | 0x4000).to_bytes(2, "big") + b"\x91" * (framing.FRAME_LIMIT - 1)
    tracemalloc.start()
    try:
        heard = [message for one in drip for message in decoder.feed(bytes((one,)))]
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert heard == []
    assert size < 3 * framing.FRAME_LIMIT


def test_a_cut_message_waits() -> None:
    """G12: what is truncated is no message and no fault; the heartbeat ends such a line."""
    whole = framing.encode(m.Wish("ready"))

    assert [_heard(whole[:size]) for size in range(len(whole))] == [([], False)] * len(whole)


def test_a_long_array_header_is_read_like_a_short_one() -> None:
    """A message of sixteen and more values has another first byte, and is told from an event."""
    faces = tuple((slot, CARDS[slot % 52]) for slot in range(20))
    event = m.Event(framing.write_event(9, bodies.Shuffled(3, faces)), 7)

    assert event.public[0] == 0xDC
    assert _heard(framing.encode(event)) == ([event], False)
    long_ping = framing.frame(b"\xdc\x00\x02\x14\x05")
    assert _heard(long_ping) == ([m.Ping(5)], False)


LONG = "ä\udc80" * 500


@pytest.mark.parametrize(
    "message", [m.Wish(LONG, LONG), m.Sorry(LONG, LONG, LONG), m.Bye(LONG, LONG)]
)
def test_a_long_text_is_cut_where_it_is_sent(message: m.Message) -> None:
    """What is too long, or cannot be encoded, never ends the connection of whoever hears it."""
    (heard,), fault = _heard(framing.encode(message))
    texts = [getattr(heard, one.name) for one in dataclasses.fields(heard)]

    assert not fault
    assert texts == ["ä?" * 170 + "ä"] * len(texts)


def test_a_frame_over_the_limit_is_a_fault_of_ours() -> None:
    """A message that no peer would read is not sent."""
    with pytest.raises(LocalError) as refused:
        framing.frame(bytes(framing.FRAME_LIMIT + 1))

    assert refused.value.reason == "frame_too_long"


def test_another_protocol_is_read_as_far_as_it_never_changes() -> None:
    """G7: of a greeting of any later protocol the first two fields can be read."""
    later = framing.frame(framing.pack_plain([16, 9, "9.1", {"any": 1} and ["thing"], None]))

    assert _heard(later) == ([m.Hello(9, "9.1", b"", "")], False)


def test_the_largest_lobby_fits_into_a_frame() -> None:
    """Thirty-four seats and all the requests that are kept, with the widest names, fit."""
    name = "𝕏" * 16
    lobby = m.Lobby(
        "one-hundred",
        tuple((f"option_{number}", "a_long_value_of_it") for number in range(40)),
        bytes(8),
        (m.SeatCard(name, m.Kind.PERSON, True, m.Presence.STOOD_IN),) * 34,
        tuple((number, name) for number in range(16)),
        True,
        33,
    )

    assert len(framing.encode(lobby)) < framing.FRAME_LIMIT


def test_the_bytes_of_a_typical_event_are_pinned() -> None:
    """A card that somebody plays costs a third person sixteen bytes, length and check included."""
    move = Move(Verb.PLAY, 41)
    event = m.Event(
        framing.write_event(117, bodies.Moved(19, move, ((41, card("10h")),))), 0xC0FFEE42
    )

    assert framing.encode(event).hex(" ") == "0f 98 05 75 13 01 29 c0 29 16 91 ce c0 ff ee 42"


def test_a_typical_command_is_pinned() -> None:
    """A command is nineteen bytes, eight of them the start of the program (C1)."""
    command = m.Command(bytes(range(8)), 19, 1, 116, Move(Verb.PLAY, 41))

    assert framing.encode(command).hex(" ") == (
        "12 98 11 c4 08 00 01 02 03 04 05 06 07 13 01 74 01 29 c0"
    )


def test_events_are_small(scaled: Callable[[int, int], int]) -> None:
    """Over 200 seeded games of four, an event costs each peer at most 20 bytes in the mean.

    The check of four bytes is in it; shuffles and the last event of a match are counted apart.
    """
    sizes: list[int] = []

    def weigh(_person: Person, message: m.Message) -> None:
        if isinstance(message, m.Event):
            _, body = framing.read_event(message.public)
            last = pretend.table.running_play().story.events[-1].public
            over = not pretend.table.running and message.public == last
            if isinstance(body, bodies.Moved) and not over:
                sizes.append(len(framing.encode(message)))

    for seed in range(scaled(40, 200)):
        pretend = Pretend(terms(4, start_when_full=True), seed=seed)
        pretend.on_message = weigh
        pretend.seated("ann", "bob", "cem", "dan", bot="careful")
        assert pretend.table.running_play().over

    assert sum(sizes) / len(sizes) <= 20
