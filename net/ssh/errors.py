"""Everything that goes wrong on the road, as one tree.

    RoadError                    base, never raised itself
    ├── AddressError             a text that is no address of a table
    ├── KeyFileError             a key or known-hosts file that cannot be used; it is left as it is
    ├── ListenError              the host cannot listen there
    └── ConnectError             the guest did not get a link
        ├── Unreachable          nobody answered: refused, no route, unknown name, timeout, full
        ├── HostKeyChanged       another host key than the one that is trusted
        ├── NotAdmitted          the host does not know this key
        ├── NotATable            something answered, but not a table of this version
        └── ConnectionLost       it broke while connecting

Each says one sentence for a person and carries a reason code and the plain values of the sentence.
"""

from pathlib import Path


class RoadError(Exception):
    """The base of the tree; `reason` is a code, the text is a sentence."""

    reason = "road"

    def __init__(self, sentence: str, *, reason: str | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason or type(self).reason


class AddressError(RoadError, ValueError):
    """A text that is no address of a table."""

    reason = "bad_address"


class KeyFileError(RoadError):
    """A file of ours that cannot be read, written or trusted; nothing was overwritten."""

    reason = "key_file"

    def __init__(self, sentence: str, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


class ListenError(RoadError):
    """The host cannot listen: `in_use`, `bad_address`, `not_allowed` or `cannot_listen`."""

    reason = "cannot_listen"


class ConnectError(RoadError):
    """The guest did not get a link."""

    reason = "connect"


class Unreachable(ConnectError):
    """Nobody answered: `refused`, `no_route`, `unknown_name`, `timeout`, `silent` or `full`."""

    reason = "unreachable"


class HostKeyChanged(ConnectError):
    """The host showed another key than the trusted one; joining stops here.

    `file` and `line` name the entry to remove when the change is known to be right; both are None
    when the trusted fingerprint was part of the address.
    """

    reason = "host_key_changed"

    def __init__(
        self,
        where: str,
        *,
        expected: str,
        shown: str,
        file: Path | None = None,
        line: int | None = None,
    ) -> None:
        if file is None:
            advice = "Ask whoever invited you for a new address, and do not join before."
        else:
            advice = (
                "Somebody may be listening in, or the host has a new key: ask them by another way. "
                f"If it is theirs, remove line {line} of {file} and join again."
            )
        super().__init__(
            f"{where} shows the host key {shown}, but {expected} is the trusted one. {advice}"
        )
        self.expected = expected
        self.shown = shown
        self.file = file
        self.line = line


class NotAdmitted(ConnectError):
    """The host does not know any key of ours; `fingerprint` is what to give to the host."""

    reason = "not_admitted"

    def __init__(self, where: str, fingerprint: str) -> None:
        super().__init__(
            f"The host at {where} does not let this key in. Give them your key's fingerprint: "
            f"{fingerprint}"
        )
        self.fingerprint = fingerprint


class NotATable(ConnectError):
    """Something else answered: `not_ssh`, `not_ours` or `other_version`."""

    reason = "not_a_table"


class ConnectionLost(ConnectError):
    """It broke before the link was up: `lost`, or `broken` by a fault in what was said."""

    reason = "lost"
