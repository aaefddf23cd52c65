"""The layouts of everything that is said, as data: what stands where, how it is read and written.

docs/protocol.md is drawn from these tables. Readers take the plain values of msgpack and raise
`PeerError`, or any error that `framing` knows, for what does not belong there.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Final

from core.cards import CARDS
from core.moves import SLOT_LIMIT, Move
from core.options import Value
from net import bodies
from net import messages as m
from net.errors import PeerError

TEXT_LIMIT: Final = 512
"""Bytes of one text or byte string; longer texts are cut when they are sent."""

# Values


def whole(value: Any, low: int = -(1 << 31), high: int = (1 << 32) - 1) -> int:
    """A whole number within bounds; True is none."""
    if type(value) is not int or not low <= value <= high:
        raise PeerError("nonsense", "a whole number was expected")
    return value


def count(value: Any) -> int:
    """A whole number from 0."""
    return whole(value, 0)


def _seat(value: Any) -> int:
    return whole(value, -1, 255)


def _maybe(value: Any) -> int | None:
    return None if value is None else whole(value)


def text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise PeerError("nonsense", "a text was expected")
    return value


def _cut(said: str) -> str:
    """The text as far as it fits; what no program can encode becomes a question mark."""
    return said.encode(errors="replace")[:TEXT_LIMIT].decode(errors="ignore")


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
    return tuple((text(name), value) for name, value in pairs)


def flat(faces: tuple[m.Reveal, ...]) -> list[int]:
    """Slots and faces in one row."""
    return [int(part) for reveal in faces for part in reveal]


def reveals(*row: Any) -> tuple[m.Reveal, ...]:
    """The row of `flat`, in pairs again."""
    if len(row) % 2:
        raise PeerError("nonsense", "half a reveal")
    pairs = zip(row[::2], row[1::2], strict=True)
    return tuple(
        (whole(slot, 0, SLOT_LIMIT - 1), CARDS[whole(face, 0, len(CARDS) - 1)])
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
    return Field(said, lambda value: kinds(whole(value)))


def _pairs(said: str, read: Callable[[Any], Any]) -> Field:
    return Field(said, lambda pairs: tuple((text(name), read(value)) for name, value in pairs))


COUNT: Final = Field("u32", count)
FROM_ONE: Final = Field("u32 from 1", lambda value: whole(value, 1))
SEAT: Final = Field("seat or -1", _seat)
CAUSE: Final = Field("count, or cause up to 0", whole)
MAYBE: Final = Field("int or nil", _maybe)
TEXT: Final = Field("text", text, lambda said: [_cut(said)])
BYTES: Final = Field("bin", _bytes)
START: Final = Field("bin 8", _start)
HOLDING: Final = Field("bin 8 or empty", lambda value: _start(value) if value != b"" else value)
FLAG: Final = Field("bool", _flag)
KIND: Final = _kinds("kind", m.Kind)
PRESENCE: Final = _kinds("presence", m.Presence)
VERDICT: Final = _kinds("verdict", m.Verdict)
RULES: Final = Field("[[text, value]…]", _rules)
VALUES: Final = _pairs("[[text, int]…]", whole)
GAMES: Final = _pairs("[[text, u32]…]", count)
MOVE: Final = Field(
    "verb, slot or nil, value or nil",
    lambda verb, slot, value: Move(whole(verb), _maybe(slot), _maybe(value)),
    list,
    span=3,
)
FACES: Final = Field("slot, face, …", reveals, flat, span=0)
NAMED: Final = Field(
    "[[text, bin, kind]…]",
    lambda seats: tuple((text(a), _bytes(b), m.Kind(whole(c))) for a, b, c in seats),
)
CARDS_OF_SEATS: Final = Field(
    "[[text, kind, bool, presence]…]",
    lambda seats: tuple(
        m.SeatCard(text(a), m.Kind(whole(b)), _flag(c), m.Presence(whole(d)))
        for a, b, c, d in seats
    ),
    lambda seats: [[[one.name, one.kind, one.ready, one.presence] for one in seats]],
)
REQUESTS: Final = Field(
    "[[u32, text]…]",
    lambda requests: tuple((count(number), text(name)) for number, name in requests),
)
BALLOTS: Final = Field(
    "[[text, seat or -1, u32, u32]…]",
    lambda rows: tuple(m.Ballot(text(a), _seat(b), count(c), count(d)) for a, b, c, d in rows),
    lambda ballots: [[[one.word, one.seat, one.votes, one.needed] for one in ballots]],
)
TALLIES: Final = Field(
    "[[text, u32, u32]…]",
    lambda rows: tuple(m.Tally(text(a), count(b), count(c)) for a, b, c in rows),
    lambda tallies: [[[one.name, one.matches, one.won] for one in tallies]],
)
NUMBERS: Final = Field("[u32…]", lambda each: tuple(map(count, each)))
LINKS: Final = Field("[bin…]", lambda each: tuple(map(_bytes, each)))
CHANCES: Final = Field(
    "[[code, u32…]…]", lambda rows: tuple(tuple(map(count, row)) for row in rows)
)
MEMBERS: Final = Field(
    "[[u32, u32]…]", lambda pairs: tuple((count(member), count(j)) for member, j in pairs)
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
    1: Layout(bodies.RulesSet, TEXT, COUNT, RULES, BYTES),
    2: Layout(bodies.SeatsSet, NAMED),
    3: Layout(bodies.Holder, SEAT, KIND, HOLDING),
    4: Layout(bodies.Shuffled, MAYBE, FACES),
    5: Layout(bodies.Moved, CAUSE, MOVE, FACES),
    6: Layout(bodies.Ended, CAUSE),
    7: Layout(bodies.Round, BYTES),
    8: Layout(bodies.Chained, COUNT, BYTES),
    9: Layout(bodies.Called, CHANCES, MEMBERS),
    10: Layout(bodies.Dealt, COUNT, LINKS, MAYBE, FACES),
    11: Layout(bodies.Voided, COUNT, NUMBERS),
    12: Layout(bodies.Opened, COUNT, BYTES, LINKS),
}
"""Numbered events by kind."""

MESSAGES: Final[dict[int, Layout]] = {
    16: Layout(m.Hello, COUNT, TEXT, START, TEXT, COUNT, COUNT, BYTES, COUNT, GAMES, FLAG, COUNT),
    17: Layout(m.Command, START, FROM_ONE, COUNT, COUNT, MOVE),
    18: Layout(m.Ask, COUNT, COUNT),
    19: Layout(m.Wish, TEXT, TEXT),
    20: Layout(m.Ping, COUNT),
    21: Layout(m.Pong, COUNT),
    22: Layout(m.Bye, TEXT, TEXT),
    23: Layout(m.Welcome, COUNT, TEXT, TEXT, SEAT, FLAG, FLAG, COUNT, COUNT),
    24: Layout(
        m.Lobby,
        TEXT,
        RULES,
        BYTES,
        CARDS_OF_SEATS,
        REQUESTS,
        FLAG,
        SEAT,
        COUNT,
        FLAG,
        COUNT,
        BALLOTS,
        TALLIES,
    ),
    25: Layout(m.Opening, COUNT, BYTES),
    26: Layout(m.Answer, START, COUNT, VERDICT, TEXT, VALUES),
    27: Layout(m.Sorry, TEXT, TEXT, TEXT),
    28: Layout(m.Attendance, SEAT, PRESENCE, COUNT),
    29: Layout(m.Link, COUNT, COUNT, BYTES),
    30: Layout(m.ChainEnd, COUNT, COUNT, BYTES),
    31: Layout(m.Say, TEXT),
    32: Layout(m.Chat, COUNT, COUNT, SEAT, TEXT, TEXT),
    33: Layout(m.Clock, SEAT, COUNT, FLAG),
}
"""Messages by kind; an event has the kind of its body."""
