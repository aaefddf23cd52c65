"""Bytes to messages and back; the only place that knows msgpack, and the hard limits.

A frame is a length (variable-length integer of RFC 9000, section 16: one byte up to 63) and a
msgpack array `[kind, fields…]`. An event is two values: its public part, hashed as it stands, and
`[check, slot, face, …]` for this viewer. Whatever arrives becomes messages or `PeerError`, nothing
else. What stands in them is data, in `layouts`.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgpack

from net import bodies
from net import messages as m
from net.errors import LocalError, PeerError
from net.layouts import BODIES, MESSAGES, TEXT_LIMIT, count, flat, reveals, text, whole

FRAME_LIMIT: Final = 16_383
"""Bytes in a frame: the largest two-byte length. The longest honest message is a full lobby."""

ITEMS_LIMIT: Final = 512
"""Items of one array."""

DEPTH_LIMIT: Final = 4
"""Arrays within arrays, the outermost counted."""


# Frames


def frame(payload: bytes) -> bytes:
    """The payload with its length before it; raises `LocalError` for one over the limit."""
    size = len(payload)
    if size < 1 << 6:
        return bytes((size,)) + payload
    if size <= FRAME_LIMIT:
        return (size | 0x4000).to_bytes(2, "big") + payload
    raise LocalError("frame_too_long", f"{size} bytes")


def encode(message: m.Message) -> bytes:
    """One framed message."""
    if isinstance(message, m.Event):
        return frame(message.public + _pack([message.check, *flat(message.faces)]))
    kind, layout = _MESSAGE_KINDS[type(message)]
    return frame(_pack([kind, *layout.write(message)]))


class Decoder:
    """Collects bytes and yields whole messages; any cut of the stream gives the same messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def waiting(self) -> int:
        """How many bytes of an unfinished message have come."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Iterator[m.Message]:
        """The messages that these bytes complete; raises `PeerError` at the first that is none."""
        self._buffer += data
        while self._buffer:
            wide = self._buffer[0] >> 6
            if wide > 1:
                raise PeerError("frame_too_long")
            if len(self._buffer) <= wide:
                return
            size = self._buffer[0] & 0x3F
            if wide:
                size = size << 8 | self._buffer[1]
            end = 1 + wide + size
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[1 + wide : end])
            del self._buffer[:end]
            yield decode(payload)


def decode(payload: bytes) -> m.Message:
    """One message from the inside of a frame; raises `PeerError` for anything else."""
    with _Guarded():
        kind_at = 3 if payload[0] == _LONG_ARRAY else 1
        if payload[kind_at] < _FIRST_MESSAGE:
            return _read_event_message(payload)
        kind, *values = _one(payload)
        layout = MESSAGES[whole(kind)]
        if layout.made is m.Hello and whole(values[0]) != m.PROTOCOL:
            # Another protocol's greeting is read as far as the two fields that never move.
            return m.Hello(count(values[0]), text(values[1]), b"", "")
        message: m.Message = layout.read(values)
        return message
    raise AssertionError


def _read_event_message(payload: bytes) -> m.Event:
    unpacker = _unpacker(len(payload))
    unpacker.feed(payload)
    unpacker.skip()
    end = unpacker.tell()
    check, *faces = _one(payload[end:])
    return m.Event(payload[:end], count(check), reveals(*faces))


def write_event(number: int, body: bodies.Body) -> bytes:
    """The public part of a numbered event, as it is sent and hashed."""
    kind, layout = _BODY_KINDS[type(body)]
    return _pack([kind, number, *layout.write(body)])


def read_event(public: bytes) -> tuple[int, bodies.Body]:
    """The number and the body of an event; raises `PeerError` for anything else."""
    with _Guarded():
        kind, number, *values = _one(public)
        body: bodies.Body = BODIES[whole(kind)].read(values)
        return count(number), body
    raise AssertionError


def pack_plain(plain: Any) -> bytes:
    """The bytes of plain values for a hash: shortest integers, arrays, text, true, false, nil."""
    return _pack(plain)


def read_plain(packed: bytes) -> list[Any]:
    """The array that `pack_plain` wrote; raises `PeerError` for anything else."""
    with _Guarded():
        return _one(packed)
    raise AssertionError


# msgpack within its limits

_FAULTS: Final = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
    msgpack.UnpackException,
)


class _Guarded:
    """Turns every fault of foreign bytes into `PeerError`."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, _FAULTS):
            raise PeerError("nonsense", type(fault).__name__) from fault


def _unpacker(size: int) -> Any:
    return msgpack.Unpacker(
        raw=False,
        strict_map_key=True,
        max_buffer_size=max(size, 1),
        max_str_len=TEXT_LIMIT,
        max_bin_len=TEXT_LIMIT,
        max_array_len=ITEMS_LIMIT,
        max_map_len=0,
        max_ext_len=0,
    )


def _one(data: bytes) -> list[Any]:
    """The one array that these bytes are."""
    unpacker = _unpacker(len(data))
    unpacker.feed(data)
    value = unpacker.unpack()
    if unpacker.tell() != len(data) or not isinstance(value, list):
        raise PeerError("nonsense", "trailing bytes")
    _check_depth(value, DEPTH_LIMIT)
    return value


def _check_depth(value: object, left: int) -> None:
    if isinstance(value, list):
        if left == 0:
            raise PeerError("nonsense", "nested too deeply")
        for item in value:
            _check_depth(item, left - 1)
    elif not (value is None or isinstance(value, bool | int | str | bytes)):
        raise PeerError("nonsense", type(value).__name__)


def _pack(value: Any) -> bytes:
    packed: bytes | None = msgpack.packb(value, use_bin_type=True)
    assert packed is not None, "msgpack gives bytes when it is handed no stream"
    return packed


_LONG_ARRAY: Final = 0xDC
_FIRST_MESSAGE: Final = min(MESSAGES)
_BODY_KINDS: Final = {layout.made: (kind, layout) for kind, layout in BODIES.items()}
_MESSAGE_KINDS: Final = {layout.made: (kind, layout) for kind, layout in MESSAGES.items()}
