"""Bytes to messages and back; the only place that knows msgpack, and the hard limits.

A frame is a length (variable-length integer of RFC 9000, section 16: one byte up to 63) and a msgpack
array `[kind, fields…]`. An event is two values: its public part, hashed as it stands, and `[check,
slot, face, …]` for this viewer. Whatever arrives becomes messages or `PeerError`, nothing else.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgpack

from core.cards import CARDS
from core.moves import Move
from core.options import Value
from net import messages as m
from net.errors import PeerError

FRAME_LIMIT = 16_383
"""Bytes in a frame, the largest two-byte length; the longest honest message is a lobby of 34 seats."""

TEXT_LIMIT = 512
ITEMS_LIMIT = 512
DEPTH_LIMIT = 4


def frame(payload: bytes) -> bytes:
    """The payload with its length before it."""
    size = len(payload)
    if size < 1 << 6:
        return bytes((size,)) + payload
    if size <= FRAME_LIMIT:
        return (size | 0x4000).to_bytes(2, "big") + payload
    raise ValueError(f"a frame of {size} bytes is over the limit of {FRAME_LIMIT}")


def encode(message: m.Message) -> bytes:
    """One framed message."""
    if isinstance(message, m.Event):
        return frame(message.public + _pack([message.check, *_flat(message.faces)]))
    kind, write, _ = _BY_CLASS[type(message)]
    return frame(_pack([kind, *write(message)]))


def write_event(number: int, body: m.Body) -> bytes:
    """The public part of a numbered event, as it is sent and hashed."""
    kind, write, _ = _BODY_BY_CLASS[type(body)]
    return _pack([kind, number, *write(body)])


def read_event(public: bytes) -> tuple[int, m.Body]:
    """The number and the body of an event; raises `PeerError` for anything else."""
    with _Guarded():
        values = _one(public)
        kind, number, *fields = values
        body: m.Body = _BODY_BY_KIND[kind][1](fields)
        return _whole(number), body
    raise AssertionError


def pack_plain(plain: Any) -> bytes:
    """The bytes of plain values for a checksum: shortest integers, arrays, text, true, false, nil."""
    return _pack(plain)


class Decoder:
    """Collects bytes and yields whole messages; any cut of the stream gives the same messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

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
        kind, *fields = _one(payload)
        message: m.Message = _BY_KIND[kind][1](fields)
        return message
    raise AssertionError


def _read_event_message(payload: bytes) -> m.Event:
    unpacker = _unpacker(len(payload))
    unpacker.feed(payload)
    unpacker.skip()
    end = unpacker.tell()
    check, *faces = _one(payload[end:])
    return m.Event(payload[:end], _whole(check), _reveals(faces))


_FAULTS = (
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
        if isinstance(fault, PeerError):
            return
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
    elif not (value is None or isinstance(value, (bool, int, str, bytes))):
        raise PeerError("nonsense", type(value).__name__)


def _pack(value: Any) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


# Fields


def _whole(value: Any, low: int = -(1 << 31), high: int = 1 << 32) -> int:
    if type(value) is not int or not low <= value <= high:
        raise PeerError("nonsense", "a whole number was expected")
    return value


def _maybe(value: Any) -> int | None:
    return None if value is None else _whole(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise PeerError("nonsense", "a text was expected")
    return value


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise PeerError("nonsense", "bytes were expected")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PeerError("nonsense", "true or false was expected")
    return value


def _flat(faces: tuple[m.Reveal, ...]) -> list[int]:
    return [int(part) for reveal in faces for part in reveal]


def _reveals(flat: list[Any]) -> tuple[m.Reveal, ...]:
    if len(flat) % 2:
        raise PeerError("nonsense", "half a reveal")
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return tuple((_whole(slot, 0, 1 << 16), CARDS[_whole(face, 0, 52)]) for slot, face in pairs)


def _rules(pairs: Any) -> tuple[tuple[str, Value], ...]:
    read = []
    for name, value in pairs:
        if not isinstance(value, (bool, int, str)):
            raise PeerError("nonsense", "an option's value was expected")
        read.append((_text(name), value))
    return tuple(read)


def _read_moved(cause: Any, verb: Any, slot: Any, value: Any, *faces: Any) -> m.Moved:
    move = Move(_whole(verb), _maybe(slot), _maybe(value))
    return m.Moved(_whole(cause), move, _reveals(list(faces)))


Write = Callable[[Any], list[Any]]
Read = Callable[[list[Any]], Any]

_BODIES: dict[int, tuple[type, Write, Read]] = {
    1: (
        m.RulesSet,
        lambda b: [b.game, b.version, b.rules, b.identity],
        lambda f: m.RulesSet(_text(f[0]), _whole(f[1]), _rules(f[2]), _bytes(f[3])),
    ),
    2: (
        m.SeatsSet,
        lambda b: [b.seats],
        lambda f: m.SeatsSet(
            tuple((_text(name), _bytes(who), m.Kind(kind)) for name, who, kind in f[0])
        ),
    ),
    3: (
        m.Holder,
        lambda b: [b.seat, b.kind, b.start],
        lambda f: m.Holder(_whole(f[0]), m.Kind(f[1]), _bytes(f[2])),
    ),
    4: (
        m.Shuffled,
        lambda b: [b.picked, *_flat(b.faces)],
        lambda f: m.Shuffled(_maybe(f[0]), _reveals(f[1:])),
    ),
    5: (
        m.Moved,
        lambda b: [b.cause, *b.move, *_flat(b.faces)],
        lambda f: _read_moved(*f),
    ),
    6: (m.Ended, lambda b: [b.cause], lambda f: m.Ended(_whole(f[0]))),
}

_LONG_ARRAY = 0xDC
_FIRST_MESSAGE = 16
_MESSAGES: dict[int, tuple[type, Write, Read]] = {
    16: (
        m.Hello,
        lambda x: [x.protocol, x.version, x.start, x.name, x.match, x.number, x.head],
        lambda f: _read_hello(*f),
    ),
    17: (
        m.Command,
        lambda x: [x.start, x.count, x.match, x.duty, *x.move],
        lambda f: m.Command(
            _bytes(f[0]),
            _whole(f[1]),
            _whole(f[2]),
            _whole(f[3]),
            Move(_whole(f[4]), _maybe(f[5]), _maybe(f[6])),
        ),
    ),
    18: (m.Ask, lambda x: [x.match, x.number], lambda f: m.Ask(_whole(f[0]), _whole(f[1]))),
    19: (m.Wish, lambda x: [x.word, x.argument], lambda f: m.Wish(_text(f[0]), _text(f[1]))),
    20: (m.Ping, lambda x: [x.number], lambda f: m.Ping(_whole(f[0]))),
    21: (m.Pong, lambda x: [x.number], lambda f: m.Pong(_whole(f[0]))),
    22: (m.Bye, lambda x: [x.reason, x.detail], lambda f: m.Bye(_text(f[0]), _text(f[1]))),
    23: (
        m.Welcome,
        lambda x: [x.protocol, x.version, x.table, x.seat, x.rights, x.seeded],
        lambda f: m.Welcome(
            _whole(f[0]), _text(f[1]), _text(f[2]), _whole(f[3]), _flag(f[4]), _flag(f[5])
        ),
    ),
    24: (
        m.Lobby,
        lambda x: [
            x.game,
            x.rules,
            x.identity,
            [[s.name, s.kind, s.ready, s.presence] for s in x.seats],
            x.requests,
            x.running,
            x.seat,
        ],
        lambda f: m.Lobby(
            _text(f[0]),
            _rules(f[1]),
            _bytes(f[2]),
            tuple(
                m.SeatCard(_text(name), m.Kind(kind), _flag(ready), m.Presence(presence))
                for name, kind, ready, presence in f[3]
            ),
            tuple((_whole(number), _text(name)) for number, name in f[4]),
            _flag(f[5]),
            _whole(f[6]),
        ),
    ),
    25: (
        m.Opening,
        lambda x: [x.match, x.opening],
        lambda f: m.Opening(_whole(f[0]), _bytes(f[1])),
    ),
    26: (
        m.Answer,
        lambda x: [x.start, x.count, x.verdict, x.reason, x.values],
        lambda f: m.Answer(
            _bytes(f[0]),
            _whole(f[1]),
            m.Verdict(f[2]),
            _text(f[3]),
            tuple((_text(name), _whole(value)) for name, value in f[4]),
        ),
    ),
    27: (
        m.Sorry,
        lambda x: [x.word, x.reason, x.detail],
        lambda f: m.Sorry(_text(f[0]), _text(f[1]), _text(f[2])),
    ),
    28: (
        m.Attendance,
        lambda x: [x.seat, x.presence, x.seconds],
        lambda f: m.Attendance(_whole(f[0]), m.Presence(f[1]), _whole(f[2])),
    ),
}


def _read_hello(protocol: Any, version: Any, *rest: Any) -> m.Hello:
    """Another protocol's greeting is read as far as the two fields that never move."""
    if _whole(protocol) != m.PROTOCOL:
        return m.Hello(protocol, _text(version), b"", "")
    start, name, match, number, head = rest
    return m.Hello(
        protocol,
        _text(version),
        _bytes(start),
        _text(name),
        _whole(match),
        _whole(number),
        _bytes(head),
    )


_BY_CLASS = {cls: (kind, write, read) for kind, (cls, write, read) in _MESSAGES.items()}
_BY_KIND = {kind: (write, read) for kind, (_, write, read) in _MESSAGES.items()}
_BODY_BY_CLASS = {cls: (kind, write, read) for kind, (cls, write, read) in _BODIES.items()}
_BODY_BY_KIND = {kind: (write, read) for kind, (_, write, read) in _BODIES.items()}
