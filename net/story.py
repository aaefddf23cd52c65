"""The story of one match: its numbered events, the running hash, the checksum of the state.

`h0 = H("open", opening)`, `hn = H("event", h(n-1), u32 n, public bytes of event n)`; `check` is the
first four bytes of `H("check", hn, msgpack of state.public())` (rule C11). Private faces are in
neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.digest import digest, u32
from core.match import Match
from net import bodies, framing
from net import messages as m

NOTHING_YET: list[int] = []


def first_head(opening: bytes) -> bytes:
    """The running hash before the first event."""
    return digest("open", opening)


def next_head(head: bytes, number: int, public: bytes) -> bytes:
    """The running hash after an event."""
    return digest("event", head, u32(number), public)


def checksum(head: bytes, match: Match | None) -> int:
    """What host and guest compare at every event; finds bugs, not liars."""
    plain = NOTHING_YET if match is None else match.public()
    return int.from_bytes(digest("check", head, framing.pack_plain(plain))[:4], "big")


@dataclass(frozen=True, slots=True)
class By:
    """Whose command an event is: the seat, the start of the program, the count (rule C2)."""

    seat: int
    start: bytes
    count: int


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the host keeps it: the public bytes, the checksum, and the faces by seat.

    `seed` is that of the stream from which a shuffle was answered; `by` is the person's command.
    """

    public: bytes
    head: bytes
    check: int
    private: dict[int, tuple[m.Reveal, ...]] = field(default_factory=dict)
    seed: bytes = b""
    by: By | None = None

    def to(self, seat: int) -> m.Event:
        """The event for one viewer; -1 sees what is public."""
        return m.Event(self.public, self.check, self.private.get(seat, ()))


class Story:
    """The host's telling of one match."""

    def __init__(self, match_number: int, nonce: bytes, host_key: bytes, last_head: bytes) -> None:
        """`nonce` is 16 random bytes, `last_head` the head of the match before, or empty."""
        self.match_number = match_number
        self.opening = framing.pack_plain([m.PROTOCOL, nonce, host_key, match_number, last_head])
        self.head = first_head(self.opening)
        self.events: list[Told] = []

    def __len__(self) -> int:
        return len(self.events)

    def tell(
        self,
        body: bodies.Body,
        match: Match | None,
        private: dict[int, tuple[m.Reveal, ...]] | None = None,
        *,
        seed: bytes = b"",
        by: By | None = None,
    ) -> Told:
        """Add an event; `match` is the state after it."""
        number = len(self.events) + 1
        public = framing.write_event(number, body)
        self.head = next_head(self.head, number, public)
        told = Told(public, self.head, checksum(self.head, match), private or {}, seed, by)
        self.events.append(told)
        return told

    def retell(self, seat: int, after: int) -> Iterator[m.Event]:
        """The events after a number, for one viewer."""
        for told in self.events[after:]:
            yield told.to(seat)

    def head_at(self, number: int) -> bytes:
        """The running hash after event `number`; 0 is the opening."""
        return self.events[number - 1].head if number else first_head(self.opening)

    def who(self, identity: str) -> bytes:
        """An identity as events show it: salted with the opening, not a fingerprint (F3)."""
        return digest("who", first_head(self.opening), identity.encode())[:8]
