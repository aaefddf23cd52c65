"""`stammtisch relay`: what the ssh of somebody elsewhere runs here to come to a table.

It hears which table is meant on its standard input (E1), connects, and from then on carries bytes
both ways without reading them. Whoever comes this way is known by the account that ssh logged in.
"""

import contextlib
import os
import socket
import threading
from typing import Final

from net.local import door
from net.local.tables import ImpostorError, NoTableError, SeveralError, choose, open_table
from net.ssh.errors import ConnectError

_PIECE: Final = 1 << 16
_LISTED: Final = 40
_CODES: Final = {"denied": "not_for_you", "full": "crowded", "other_version": "version"}


def relay(read_from: int, write_to: int) -> int:
    """Serve one guest over two file descriptors to its end; gives the exit code."""
    try:
        table, early = _wanted(read_from)
        spot = choose(table)
        sock, rest = open_table(spot)
    except (door.DoorError, ConnectError) as fault:
        _write(write_to, _no(fault))
        return 1
    told = {"is": "open", "account": spot.account, "uid": spot.uid, "table": spot.name}
    with sock:
        _write(write_to, door.line(**told) + rest)
        sock.sendall(early)
        _carry(sock, read_from, write_to)
    return 0


def _wanted(source: int) -> tuple[str, bytes]:
    """The table in the guest's first line, and what came behind it."""
    reader = door.Reader()
    while data := os.read(source, door.LONGEST):
        found = reader.feed(data)
        if found is not None:
            want, table = door.request(found)
            if want != door.JOIN:
                raise door.DoorError("no_line")
            return table, reader.rest
    raise door.DoorError("no_line")


def _no(fault: Exception) -> bytes:
    """The refusal as a code: the guest's program has the sentence."""
    match fault:
        case SeveralError():
            return door.line(no="several", tables=list(fault.tables[:_LISTED]))
        case NoTableError():
            return door.line(no="no_table")
        case ImpostorError():
            return door.line(no="impostor")
        case ConnectError():
            return door.line(no=_CODES.get(fault.reason, "gone"))
        case _:
            return door.line(no=str(fault))


def _carry(sock: socket.socket, read_from: int, write_to: int) -> None:
    """Bytes both ways until the table ends, or the guest does."""
    upward = threading.Thread(target=_upward, args=(read_from, sock), daemon=True)
    upward.start()
    with contextlib.suppress(OSError):
        while data := sock.recv(_PIECE):
            _write(write_to, data)


def _upward(read_from: int, sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := os.read(read_from, _PIECE):
            sock.sendall(data)
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_WR)


def _write(target: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(target, view) :]
