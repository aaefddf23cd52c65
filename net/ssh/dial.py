"""A TCP connection, with a distinct word for each way in which there is none."""

import asyncio
import errno
import socket
import time
from typing import Final

from net.ssh.address import named
from net.ssh.errors import Unreachable

_SHARE: Final = 4.0
_NO_ROUTE: Final = (
    errno.ENETUNREACH,
    errno.EHOSTUNREACH,
    errno.ENETDOWN,
    errno.EHOSTDOWN,
    errno.EADDRNOTAVAIL,
    errno.EAFNOSUPPORT,
)


async def dial(host: str, port: int, timeout: float) -> socket.socket:
    """A connected, non-blocking socket; the addresses of the name are tried in their order.

    One dead address (IPv6 without a route, most often) costs its share of the time, not all of it.
    """
    where = named(host, port)
    until = time.monotonic() + timeout
    addresses = await _resolve(host, port, timeout)
    worst: str = "timeout"
    for number, (family, kind, protocol, _, address) in enumerate(addresses, 1):
        left = max(until - time.monotonic(), 0.0)
        share = left if number == len(addresses) else min(_SHARE, left / 2)
        sock = socket.socket(family, kind, protocol)
        sock.setblocking(False)
        try:
            async with asyncio.timeout(share):
                await asyncio.get_running_loop().sock_connect(sock, address)
        except TimeoutError:
            sock.close()
            worst = "timeout"
        except OSError as error:
            sock.close()
            worst = _reason(error)
            if worst == "refused" and number < len(addresses):
                continue
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    raise _unreachable(worst, host, where, timeout)


async def _resolve(
    host: str, port: int, timeout: float
) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(timeout):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise Unreachable(
            f"Looking up the name {host} took longer than {timeout:g} seconds.", reason="timeout"
        ) from None
    except (socket.gaierror, UnicodeError):
        raise _unreachable("unknown_name", host, named(host, port), timeout) from None
    return list(found)


def _reason(error: OSError) -> str:
    if error.errno == errno.ECONNREFUSED:
        return "refused"
    if error.errno in _NO_ROUTE:
        return "no_route"
    return "timeout" if error.errno == errno.ETIMEDOUT else "failed"


def _unreachable(reason: str, host: str, where: str, timeout: float) -> Unreachable:
    sentences = {
        "refused": f"Nobody listens at {where}. Is the table open, and is the port right?",
        "no_route": f"There is no way from this machine to {where}. Is the network up?",
        "unknown_name": f"No machine called {host} is known. Is the name right?",
        "timeout": f"{where} did not answer within {timeout:g} seconds. Is the host reachable "
        "from the network you are in?",
        "failed": f"The system could not open a connection to {where}.",
    }
    return Unreachable(sentences[reason], reason=reason)
