"""What can go wrong between two programs.

NetError                 base, never raised itself
├── LocalError           we broke the protocol: a fault of this program
└── PeerError            they broke it; the connection ends, the table is not harmed
    └── StoryError       what they tell does not follow from what they told before

JournalError             a journal that cannot be written, read or taken up; no affair of a peer
"""

from pathlib import Path


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


class JournalError(Exception):
    """A journal that cannot be used; `reason` is a code, tui makes the sentence. It is left as is.

    reason codes
    full        no room on the disk
    forbidden   the folder or the file may not be written
    held        another program holds this table
    busy        another program holds the file
    damaged     what stands there cannot be followed
    newer       a newer version of this program wrote it
    other_rules its game has another version here, or none
    finished    the table is over
    given_up    the table was given up
    disk        the disk failed in another way
    """

    def __init__(self, reason: str, path: Path, detail: str = "") -> None:
        super().__init__(f"{reason}: {path}: {detail}" if detail else f"{reason}: {path}")
        self.reason = reason
        self.path = path
