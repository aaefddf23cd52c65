"""Who may be connected at once, and who has to go: plain rules, without a socket."""

import ipaddress
from typing import Generic, TypeVar

from net.ssh.limits import Limits

Who = TypeVar("Who")


def neighbourhood(address: str) -> str:
    """The part of an address that one person has for themselves: IPv4 whole, IPv6 its /64 (E4).

    Empty for a tunnel: everybody who comes through one looks the same, so nothing is counted by it.
    A reverse tunnel of the system's ssh ends on this very machine.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            if found.is_loopback:
                return ""
            return str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found.is_loopback else str(found)


class Places(Generic[Who]):
    """The places of one listener; those who have not logged in wait, the others are inside.

    When the waiting places are full the oldest goes, not the newest (E4): otherwise eight silent
    connections would keep every friend out for a whole login timeout.
    """

    __slots__ = ("_inside", "_limits", "_waiting")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Who, str] = {}  # in the order of coming
        self._inside: dict[Who, str] = {}

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def inside(self) -> int:
        return len(self._inside)

    def arrive(self, who: Who, address: str) -> list[Who]:
        """Take a place; the answer is who must go for it, `who` alone if all are inside."""
        home = neighbourhood(address)
        neighbours = [other for other, their in self._waiting.items() if home and their == home]
        leaving: list[Who] = []
        if len(neighbours) >= self._limits.unauthenticated_per_address:
            leaving.append(neighbours[0])
        elif len(self._waiting) >= self._limits.unauthenticated:
            leaving.append(next(iter(self._waiting)))
        elif len(self._waiting) + len(self._inside) >= self._limits.connections:
            if not self._waiting:
                return [who]
            leaving.append(next(iter(self._waiting)))
        for other in leaving:
            del self._waiting[other]
        self._waiting[who] = home
        return leaving

    def prove(self, who: Who, identity: str) -> list[Who]:
        """Move inside; the answer is who of the same identity must go, oldest first."""
        if self._waiting.pop(who, None) is None:
            return [who]  # was told to go in the meantime
        self._inside[who] = identity
        same = [other for other, their in self._inside.items() if their == identity]
        leaving = same[: max(0, len(same) - self._limits.connections_per_identity)]
        for other in leaving:
            del self._inside[other]
        return leaving

    def leave(self, who: Who) -> None:
        """Give the place back."""
        self._waiting.pop(who, None)
        self._inside.pop(who, None)
