"""One connection as a table sees it: who is at the other end, and how much it may still send."""

from dataclasses import dataclass

from net.seating import BOT, HOST

PING_EVERY = 5.0
SILENCE = 15.0
"""Seconds without a word after which a connection is dead; TCP does not tell (G11)."""

GREET_WITHIN = 10.0
"""Seconds that a new connection has for its greeting."""

RATE = 50.0
BURST = 200.0
"""Messages a second, and at once, that a connection may send. Those beyond are refused, and as many
again end it (B10)."""

WATCHERS = 300
"""People who may look on at once."""

RETELLING = 20.0
"""How many messages one question for missing events counts as: its answer is long."""


@dataclass(slots=True)
class Line:
    """One connection. `greeted` is whether its Hello was accepted; `allowance` is what it may send.

    `drawn` is whether this program draws for them, who have none: so nothing of theirs contributes.
    `pings` counts them; `counted` is when the allowance was last reckoned. `watching` is whether
    they look on, under `name`; `chat_from` is when the chat that they have said is paid for.
    """

    identity: str
    address: str
    heard: float
    pinged: float
    counted: float
    drawn: bool = False
    greeted: bool = False
    start: bytes = b""
    dialled: int = 0
    pings: int = 0
    allowance: float = BURST
    watching: bool = False
    name: str = ""
    chat_from: float = float("-inf")

    @property
    def ours(self) -> bool:
        """Whether this program itself is at the other end: it needs no ping and no limit."""
        return self.identity == HOST or self.identity.startswith(BOT)

    def overtakes(self, other: "Line") -> bool:
        """Whether this is a newer connection of the same person than the other."""
        return self.start != other.start or self.dialled > other.dialled

    def spend(self, cost: float, now: float) -> float:
        """What is left of the allowance after a message; below zero it is refused."""
        self.allowance = min(BURST, self.allowance + (now - self.counted) * RATE) - cost
        self.counted = now
        return self.allowance

    def next_deadline(self) -> float:
        """When something has to be done about this line."""
        if not self.greeted:
            return self.heard + GREET_WITHIN
        return min(self.heard + SILENCE, self.pinged + PING_EVERY)
