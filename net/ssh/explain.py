"""What a failed login means to a person; the other side's own words are never among it."""

from typing import Final

import asyncssh
from asyncssh.constants import (
    DISC_CONNECTION_LOST,
    DISC_ILLEGAL_USER_NAME,
    DISC_KEY_EXCHANGE_FAILED,
    DISC_PROTOCOL_ERROR,
    DISC_PROTOCOL_VERSION_NOT_SUPPORTED,
    DISC_TOO_MANY_CONNECTIONS,
)

from net.ssh.errors import (
    AddressError,
    ConnectionLost,
    NotAdmitted,
    NotATable,
    RoadError,
    Unreachable,
)
from net.ssh.login import Login

_NO_SSH: Final = (
    DISC_PROTOCOL_ERROR,
    DISC_PROTOCOL_VERSION_NOT_SUPPORTED,
    DISC_KEY_EXCHANGE_FAILED,
)


def explained(error: Exception, where: str, guest: Login) -> RoadError:
    """The error of ours for one of asyncssh, the system or a text that neither can carry."""
    if isinstance(error, RoadError):
        return error
    if guest.error is not None:
        return guest.error
    if isinstance(error, asyncssh.ChannelOpenError):
        return NotATable(
            f"{where} is a Stammtisch table of another version. Compare `stammtisch --version` "
            "with the host: whoever has the older one must upgrade.",
            reason="other_version",
        )
    if isinstance(error, asyncssh.PermissionDenied):
        return NotAdmitted(where, guest.fingerprint) if guest.ours else _not_ours(where)
    if isinstance(error, asyncssh.DisconnectError):
        return _disconnected(error.code, where, guest)
    if isinstance(error, OSError):
        return _broken(where, "lost")
    return _unusable(where)


def _disconnected(code: int, where: str, guest: Login) -> RoadError:
    if code == DISC_TOO_MANY_CONNECTIONS:
        return Unreachable(
            f"The table at {where} has no room for more connections just now.", reason="full"
        )
    if code == DISC_CONNECTION_LOST:
        return _broken(where, "lost")
    if not guest.ssh:
        return NotATable(f"{where} does not speak SSH. Is the port right?", reason="not_ssh")
    if not guest.ours and code in _NO_SSH:
        return _not_ours(where)
    return _unusable(where) if code == DISC_ILLEGAL_USER_NAME else _broken(where, "broken")


def _not_ours(where: str) -> NotATable:
    return NotATable(
        f"{where} is an SSH server, but no Stammtisch table. Is the port right?", reason="not_ours"
    )


def _broken(where: str, reason: str) -> ConnectionLost:
    return ConnectionLost(
        f"The connection to {where} broke before the table answered.", reason=reason
    )


def _unusable(where: str) -> AddressError:
    return AddressError(f"The login name or the address {where} cannot be used.")
