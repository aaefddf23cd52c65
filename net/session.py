"""One connection as a state machine, for both ends, without a socket.

Three things to hold: `receive(bytes)` gives messages, `send(message)` gives bytes, `phase` says
where we are. What may be said when is the two tables below; everything else is refused. The tables
do not know which end we are; docs/protocol.md draws its picture from them.
"""

from collections.abc import Iterator
from enum import Enum

from net import framing
from net import messages as m
from net.errors import LocalError, PeerError


class Phase(Enum):
    """Where a connection stands."""

    GREETING = "greeting"  # the guest has to say Hello
    GREETED = "greeted"  # the host has to answer it, once
    OPEN = "open"  # both know each other
    CLOSED = "closed"  # nothing more is said


class End(Enum):
    """Which end of the connection speaks."""

    GUEST = "guest"
    HOST = "host"


Table = dict[tuple[Phase, type], Phase]

GUEST_SAYS: Table = {
    (Phase.GREETING, m.Hello): Phase.GREETED,
    (Phase.GREETING, m.Bye): Phase.CLOSED,
    (Phase.GREETED, m.Bye): Phase.CLOSED,
    (Phase.OPEN, m.Command): Phase.OPEN,
    (Phase.OPEN, m.Ask): Phase.OPEN,
    (Phase.OPEN, m.Wish): Phase.OPEN,
    (Phase.OPEN, m.Say): Phase.OPEN,
    (Phase.OPEN, m.Pong): Phase.OPEN,
    (Phase.OPEN, m.ChainEnd): Phase.OPEN,
    (Phase.OPEN, m.Link): Phase.OPEN,
    (Phase.OPEN, m.Bye): Phase.CLOSED,
}
"""What a guest may say in each phase, and the phase after it."""

HOST_SAYS: Table = {
    (Phase.GREETING, m.Bye): Phase.CLOSED,
    (Phase.GREETED, m.Welcome): Phase.OPEN,
    (Phase.GREETED, m.Bye): Phase.CLOSED,
    (Phase.OPEN, m.Lobby): Phase.OPEN,
    (Phase.OPEN, m.Opening): Phase.OPEN,
    (Phase.OPEN, m.Event): Phase.OPEN,
    (Phase.OPEN, m.Answer): Phase.OPEN,
    (Phase.OPEN, m.Sorry): Phase.OPEN,
    (Phase.OPEN, m.Attendance): Phase.OPEN,
    (Phase.OPEN, m.Clock): Phase.OPEN,
    (Phase.OPEN, m.Chat): Phase.OPEN,
    (Phase.OPEN, m.Ping): Phase.OPEN,
    (Phase.OPEN, m.Bye): Phase.CLOSED,
}
"""What a host may say in each phase, and the phase after it."""


class Session:
    """One end of one connection."""

    def __init__(self, end: End) -> None:
        self.end = end
        self.phase = Phase.GREETING
        self._decoder = framing.Decoder()
        self._ours, self._theirs = GUEST_SAYS, HOST_SAYS
        if end is End.HOST:
            self._ours, self._theirs = HOST_SAYS, GUEST_SAYS

    def send(self, message: m.Message) -> bytes:
        """The bytes of a message; raises `LocalError` when it may not be said now."""
        after = self._ours.get((self.phase, type(message)))
        if after is None:
            raise LocalError("out_of_turn", f"{type(message).__name__} in {self.phase.value}")
        data = framing.encode(message)
        self.phase = after
        return data

    def receive(self, data: bytes) -> Iterator[m.Message]:
        """The messages that these bytes complete, one by one; to be read to the end.

        Raises `PeerError` at what is no message or may not be said now, after everything that was
        said before it; the connection is then closed. Bytes for a closed connection are dropped.
        """
        if self.phase is Phase.CLOSED:
            return
        try:
            for message in self._decoder.feed(data):
                after = self._theirs.get((self.phase, type(message)))
                if after is None:
                    raise PeerError(
                        "out_of_turn", f"{type(message).__name__} in {self.phase.value}"
                    )
                self.phase = after
                yield message
                if self.phase is Phase.CLOSED:
                    return
        except PeerError:
            self.phase = Phase.CLOSED
            raise
