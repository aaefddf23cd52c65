"""What can go wrong between two programs.

NetError                 base, never raised itself
├── LocalError           we broke the protocol: a fault of this program
└── PeerError            they broke it; the connection ends, the table is not harmed
    └── StoryError       what they tell does not follow from what they told before
"""


class NetError(Exception):
    """The base of the tree; `reason` is a code, the sentence is made by tui."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class LocalError(NetError):
    """We broke the protocol."""


class PeerError(NetError):
    """They broke the protocol."""


class StoryError(PeerError):
    """Two stories of one match: a checksum, a head or a face that differs."""
