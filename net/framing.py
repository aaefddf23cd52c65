"""Bytes to messages and back; the only place that knows msgpack, and the hard limits.

A frame is a length (variable-length integer of RFC 9000, section 16: one byte up to 63) and a
msgpack array `[kind, fields…]`. An event is two values: its public part, hashed as it stands, and
`[check, slot, face, …]` for this viewer. Whatever arrives becomes messages or `PeerError`, nothing
else. The layouts are data, so docs/protocol.md is drawn from them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Final

import msgpack

from core.cards import CARDS
from core.moves import SLOT_LIMIT, Move
from core.options import Value
from net import messages as m
from net.errors import LocalError, PeerError

FRAME_LIMIT: Final = 16_383
"""Bytes in a frame: the largest two-byte length. The longest honest message is a full lobby."""

TEXT_LIMIT: Final = 512
"""Bytes of one text or byte string; longer texts are cut when they are sent."""

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
        return frame(message.public + _pack([message.check, *_flat(message.faces)]))
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
        layout = MESSAGES[_whole(kind)]
        if layout.made is m.Hello and _whole(values[0]) != m.PROTOCOL:
            # Another protocol's greeting is read as far as the two fields that never move.
            return m.Hello(_count(values[0]), _text(values[1]), b"", "")
        message: m.Message = layout.read(values)
        return message
    raise AssertionError


def _read_event_message(payload: bytes) -> m.Event:
    unpacker = _unpacker(len(payload))
    unpacker.feed(payload)
    unpacker.skip()
    end = unpacker.tell()
    check, *faces = _one(payload[end:])
    return m.Event(payload[:end], _count(check), _reveals(*faces))


def write_event(number: int, body: m.Body) -> bytes:
    """The public part of a numbered event, as it is sent and hashed."""
    kind, layout = _BODY_KINDS[type(body)]
    return _pack([kind, number, *layout.write(body)])


def read_event(public: bytes) -> tuple[int, m.Body]:
    """The number and the body of an event; raises `PeerError` for anything else."""
    with _Guarded():
        kind, number, *values = _one(public)
        body: m.Body = BODIES[_whole(kind)].read(values)
        return _count(number), body
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


# Values


def _whole(value: Any, low: int = -(1 << 31), high: int = (1 << 32) - 1) -> int:
    """A whole number within bounds; True is none."""
    if type(value) is not int or not low <= value <= high:
        raise PeerError("nonsense", "a whole number was expected")
    return value


def _count(value: Any) -> int:
    return _whole(value, 0)


def _seat(value: Any) -> int:
    return _whole(value, -1, 255)


def _maybe(value: Any) -> int | None:
    return None if value is None else _whole(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise PeerError("nonsense", "a text was expected")
    return value


def _cut(text: str) -> str:
    """The text as far as it fits; what no program can encode becomes a question mark."""
    return text.encode(errors="replace")[:TEXT_LIMIT].decode(errors="ignore")


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise PeerError("nonsense", "bytes were expected")
    return value


def _start(value: Any) -> bytes:
    if len(_bytes(value)) != m.START_SIZE:
        raise PeerError("nonsense", "a start has eight bytes")
    return _bytes(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PeerError("nonsense", "true or false was expected")
    return value


def _rules(pairs: Any) -> tuple[tuple[str, Value], ...]:
    for _, value in pairs:
        if not isinstance(value, bool | int | str):
            raise PeerError("nonsense", "an option's value was expected")
    return tuple((_text(name), value) for name, value in pairs)


def _flat(faces: tuple[m.Reveal, ...]) -> list[int]:
    return [int(part) for reveal in faces for part in reveal]


def _reveals(*flat: Any) -> tuple[m.Reveal, ...]:
    if len(flat) % 2:
        raise PeerError("nonsense", "half a reveal")
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return tuple(
        (_whole(slot, 0, SLOT_LIMIT - 1), CARDS[_whole(face, 0, len(CARDS) - 1)])
        for slot, face in pairs
    )


# Layouts


@dataclass(frozen=True, slots=True)
class Field:
    """One field on the wire: its name in the documentation, and how it is read and written.

    It is `span` values wide; 0 means all that are left.
    """

    said: str
    read: Callable[..., Any]
    write: Callable[[Any], list[Any]] = lambda value: [value]
    span: int = 1


def _kinds(said: str, kinds: type[IntEnum]) -> Field:
    return Field(said, lambda value: kinds(_whole(value)))


def _pairs(said: str, read: Callable[[Any], Any]) -> Field:
    return Field(said, lambda pairs: tuple((_text(name), read(value)) for name, value in pairs))


COUNT: Final = Field("u32", _count)
FROM_ONE: Final = Field("u32 from 1", lambda value: _whole(value, 1))
SEAT: Final = Field("seat or -1", _seat)
CAUSE: Final = Field("count, or cause up to 0", _whole)
MAYBE: Final = Field("int or nil", _maybe)
TEXT: Final = Field("text", _text, lambda text: [_cut(text)])
BYTES: Final = Field("bin", _bytes)
START: Final = Field("bin 8", _start)
HOLDING: Final = Field("bin 8 or empty", lambda value: _start(value) if value != b"" else value)
FLAG: Final = Field("bool", _flag)
KIND: Final = _kinds("kind", m.Kind)
PRESENCE: Final = _kinds("presence", m.Presence)
VERDICT: Final = _kinds("verdict", m.Verdict)
RULES: Final = Field("[[text, value]…]", _rules)
VALUES: Final = _pairs("[[text, int]…]", _whole)
GAMES: Final = _pairs("[[text, u32]…]", _count)
MOVE: Final = Field(
    "verb, slot or nil, value or nil",
    lambda verb, slot, value: Move(_whole(verb), _maybe(slot), _maybe(value)),
    list,
    span=3,
)
FACES: Final = Field("slot, face, …", _reveals, _flat, span=0)
NAMED: Final = Field(
    "[[text, bin, kind]…]",
    lambda seats: tuple((_text(a), _bytes(b), m.Kind(_whole(c))) for a, b, c in seats),
)
CARDS_OF_SEATS: Final = Field(
    "[[text, kind, bool, presence]…]",
    lambda seats: tuple(
        m.SeatCard(_text(a), m.Kind(_whole(b)), _flag(c), m.Presence(_whole(d)))
        for a, b, c, d in seats
    ),
    lambda seats: [[[one.name, one.kind, one.ready, one.presence] for one in seats]],
)
REQUESTS: Final = Field(
    "[[u32, text]…]",
    lambda requests: tuple((_count(number), _text(name)) for number, name in requests),
)


class Layout:
    """The fields of one message or body, in their order on the wire."""

    def __init__(self, made: type, *layout: Field) -> None:
        self.made = made
        self.fields = tuple(zip((one.name for one in fields(made)), layout, strict=True))

    def write(self, message: Any) -> list[Any]:
        """The values of a message."""
        return [
            value for name, field in self.fields for value in field.write(getattr(message, name))
        ]

    def read(self, values: list[Any]) -> Any:
        """The message of these values: not one too few, not one too many."""
        made, at = [], 0
        for _, field in self.fields:
            end = at + field.span if field.span else len(values)
            made.append(field.read(*values[at:end]))
            at = end
        if at < len(values):
            raise PeerError("nonsense", "too many fields")
        return self.made(*made)


BODIES: Final[dict[int, Layout]] = {
    1: Layout(m.RulesSet, TEXT, COUNT, RULES, BYTES),
    2: Layout(m.SeatsSet, NAMED),
    3: Layout(m.Holder, SEAT, KIND, HOLDING),
    4: Layout(m.Shuffled, MAYBE, FACES),
    5: Layout(m.Moved, CAUSE, MOVE, FACES),
    6: Layout(m.Ended, CAUSE),
}
"""Numbered events by kind; 7 to 15 are kept for the fair deal."""

MESSAGES: Final[dict[int, Layout]] = {
    16: Layout(m.Hello, COUNT, TEXT, START, TEXT, COUNT, COUNT, BYTES, COUNT, GAMES),
    17: Layout(m.Command, START, FROM_ONE, COUNT, COUNT, MOVE),
    18: Layout(m.Ask, COUNT, COUNT),
    19: Layout(m.Wish, TEXT, TEXT),
    20: Layout(m.Ping, COUNT),
    21: Layout(m.Pong, COUNT),
    22: Layout(m.Bye, TEXT, TEXT),
    23: Layout(m.Welcome, COUNT, TEXT, TEXT, SEAT, FLAG, FLAG, COUNT, COUNT),
    24: Layout(m.Lobby, TEXT, RULES, BYTES, CARDS_OF_SEATS, REQUESTS, FLAG, SEAT),
    25: Layout(m.Opening, COUNT, BYTES),
    26: Layout(m.Answer, START, COUNT, VERDICT, TEXT, VALUES),
    27: Layout(m.Sorry, TEXT, TEXT, TEXT),
    28: Layout(m.Attendance, SEAT, PRESENCE, COUNT),
}
"""Messages by kind; an event has the kind of its body."""

_LONG_ARRAY: Final = 0xDC
_FIRST_MESSAGE: Final = min(MESSAGES)
_BODY_KINDS: Final = {layout.made: (kind, layout) for kind, layout in BODIES.items()}
_MESSAGE_KINDS: Final = {layout.made: (kind, layout) for kind, layout in MESSAGES.items()}
