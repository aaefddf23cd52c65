"""For whom a table on this machine is open: the own account, a group, or everyone."""

import grp
import os
from dataclasses import dataclass
from typing import Final

from net.local.accounts import Peer, account_name, groups_of
from net.ssh.errors import ListenError

OWN: Final = "own"
EVERYONE: Final = "everyone"
GROUP: Final = "group-"


@dataclass(frozen=True, slots=True)
class Audience:
    """`folder` is where sockets for it lie; the modes let it, and nobody else, come to them.

    `gid` is that of the group, None where it is not one.
    """

    folder: str
    folder_mode: int
    socket_mode: int
    gid: int | None = None

    def admits(self, peer: Peer) -> bool:
        """Whether this account may come in; the modes say the same, where the system obeys them."""
        if self.folder == EVERYONE or peer.uid == os.geteuid():
            return True
        return self.gid is not None and (peer.gid == self.gid or self.gid in groups_of(peer.uid))


def own_account() -> Audience:
    """Only the account that hosts."""
    return Audience(OWN, 0o700, 0o600)


def everyone() -> Audience:
    """Every account of this machine."""
    return Audience(EVERYONE, 0o755, 0o666)


def group(name: str) -> Audience:
    """The members of a group; raises `ListenError` where the host cannot open a table to it."""
    try:
        gid = grp.getgrnam(name).gr_gid
    except (KeyError, ValueError):
        raise ListenError(
            f"There is no group {name!r} on this machine.", reason="no_group"
        ) from None
    if os.geteuid() != 0 and gid not in {os.getegid(), *os.getgroups()}:
        raise ListenError(
            f"{account_name(os.geteuid())} is no member of the group {name}, so it cannot open a "
            "table to it.",
            reason="no_group",
        )
    return Audience(f"{GROUP}{gid}", 0o750, 0o660, gid)


def kept_audience(folder: str) -> Audience:
    """The audience whose sockets lie in such a folder; raises `ListenError` for a lost group."""
    if folder == EVERYONE:
        return everyone()
    if not folder.startswith(GROUP):
        return own_account()
    try:
        return group(grp.getgrgid(int(folder.removeprefix(GROUP))).gr_name)
    except (KeyError, ValueError):
        raise ListenError(
            f"There is no group {folder.removeprefix(GROUP)} on this machine any more.",
            reason="no_group",
        ) from None


def seen_by_us() -> list[str]:
    """The folders of an account in which there may be tables for us."""
    groups = sorted({os.getegid(), *os.getgroups()})
    return [OWN, EVERYONE, *(f"{GROUP}{gid}" for gid in groups)]


class Known(frozenset[str]):
    """The friends of a table, and the accounts that come in by its socket.

    The socket itself has asked whether the account may come in, so none is listed one by one.
    """

    only: str | None = None

    def __contains__(self, identity: object) -> bool:
        if super().__contains__(identity):
            return True
        if not isinstance(identity, str) or not identity.startswith("uid:"):
            return False
        return self.only is None or identity == self.only


def with_accounts(friends: frozenset[str], *, ask: bool) -> frozenset[str]:
    """The friends of a table with a socket; with `ask`, the host says yes to other accounts."""
    known = Known(friends)
    known.only = f"uid:{os.geteuid()}" if ask else None
    return known
