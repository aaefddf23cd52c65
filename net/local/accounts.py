"""Whose process is at the other end of a unix socket, as the system says it (E2).

Linux answers SO_PEERCRED, macOS and FreeBSD LOCAL_PEERCRED, at both ends: a guest hears who
listens.
"""

import contextlib
import os
import pwd
import socket
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net.local.door import WORD

_LINUX: Final = struct.Struct("iII")  # pid, uid, gid
_BSD: Final = struct.Struct("IIh2xI")  # version, uid, number of groups, the first of them
_BSD_SIZE: Final = 128
_SOL_LOCAL: Final = 0
_LOCAL_PEERCRED: Final = 1
_OVERFLOW_FILE: Final = Path("/proc/sys/kernel/overflowuid")
_OVERFLOW: Final = 65534


class StrangerError(Exception):
    """Nobody can say who is at the other end; the text is a reason code."""


@dataclass(frozen=True, slots=True)
class Peer:
    """The account at the other end."""

    uid: int
    gid: int

    @property
    def identity(self) -> str:
        """The identity that a seat belongs to (E3)."""
        return f"uid:{self.uid}"


def peer(sock: socket.socket) -> Peer:
    """Who is at the other end of a connected socket; raises `StrangerError`.

    The uid that stands for all that have none here is refused: anybody could be behind it.
    """
    try:
        found = _peer(sock)
    except (OSError, struct.error):
        raise StrangerError("unknown") from None
    if found.uid == overflow_uid():
        raise StrangerError("overflow")
    return found


def _peer(sock: socket.socket) -> Peer:
    if not can_tell():
        raise StrangerError("no_system")
    if (option := getattr(socket, "SO_PEERCRED", None)) is not None:
        _, uid, gid = _LINUX.unpack(sock.getsockopt(socket.SOL_SOCKET, option, _LINUX.size))
        return Peer(uid, gid)
    data = sock.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _BSD_SIZE)
    version, uid, groups, gid = _BSD.unpack_from(data)
    if version != 0 or groups < 1:
        raise StrangerError("unknown")
    return Peer(uid, gid)


def can_tell() -> bool:
    """Whether this system says who is at the other end of a socket."""
    return sys.platform == "linux" or sys.platform.startswith(("darwin", "freebsd"))


def overflow_uid() -> int:
    """The uid that the kernel shows for accounts that do not exist in this namespace."""
    with contextlib.suppress(OSError, ValueError):
        return int(_OVERFLOW_FILE.read_bytes())
    return _OVERFLOW


def account_name(uid: int) -> str:
    """What the account is called, as a word that can stand in an address; else its number."""
    try:
        name = pwd.getpwuid(uid).pw_name
    except (KeyError, OverflowError):
        return str(uid)
    return name if WORD.fullmatch(name) and not name.isdigit() else str(uid)


def groups_of(uid: int) -> frozenset[int]:
    """The groups of an account, as the system lists them; none for one that it does not know."""
    try:
        found = pwd.getpwuid(uid)
        return frozenset(os.getgrouplist(found.pw_name, found.pw_gid))
    except (KeyError, OverflowError, OSError):
        return frozenset()
