"""The way to a table on a server without the program: `ssh` forwards a socket of ours to it.

One login carries all of it, so whatever `ssh` asks is asked once. That login runs one constant
command, which lists the sockets and then waits; while it runs, `ssh` acts as the master of a
control socket of ours, and a second `ssh` asks it for the forwarding. The command is also what
keeps the server from holding back small packets, as it does on a line that only forwards (44 ms).

Who listens at the far socket cannot be asked from here. Its folder is looked at there instead: it
must be of the account in its name, no link, and not writable by others, so nobody else can listen.
"""

import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from net.local import door
from net.local.door import WORD
from net.local.tables import NoTableError, SeveralError, heard, named, refusal
from net.openssh.address import ServerAddress
from net.openssh.call import fault_of, lost
from net.openssh.master import Master
from net.ssh.errors import ConnectError, NotATable, Unreachable

# Constant, without a backslash, an exclamation mark or a line end, so that every login shell hands
# it on as it is. Each socket is four lines: its folder with the owner's name, then folder, inner
# folder and socket with numbers. `-q`, for a name with a line end could pretend to be four lines.
LIST: Final = (
    "sh -c 'for p in ${STAMMTISCH_SOCKETS:-/run/stammtisch /tmp}; do "
    'for s in "$p"/stammtisch-*/own/* "$p"/stammtisch-*/everyone/* "$p"/stammtisch-*/group-*/*; do '
    'if [ -S "$s" ] && [ -w "$s" ]; then i="${s%/*}"; d="${i%/*}"; '
    'ls -ldq "$d"; ls -ldnq "$d" "$i" "$s"; fi; done; done; '
    "echo stammtisch-listed; exec cat'"
)
_LISTED: Final = b"stammtisch-listed"
_LONGEST: Final = 1 << 18
_WITHIN: Final = 10.0
_ENTRY: Final = re.compile(
    r"(?P<kind>[dls])(?P<mode>[-rwxsStT]{9})[.+@]? +\d+ +(?P<owner>\S+) +\S+ .* (?P<path>/\S+)"
)
_PATH: Final = re.compile(r"[A-Za-z0-9._/-]+", re.ASCII)
_ACCOUNT: Final = re.compile(r"stammtisch-(\d{1,10})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FarSpot:
    """A socket on the server, in a folder that only its account can write to."""

    path: str
    uid: int
    account: str
    name: str

    @property
    def table(self) -> str:
        return f"{self.account}/{self.name}"


def read_listing(text: str) -> list[FarSpot]:
    """The sockets of a listing that are safe to use (E2); whatever else it says is left out."""
    found = []
    entries = [_ENTRY.fullmatch(row) for row in text.splitlines()]
    rows = [entry for entry in entries if entry is not None]
    for at in range(len(rows) - 3):
        named, folder, inner, sock = rows[at : at + 4]
        path, known = sock["path"], _ACCOUNT.fullmatch(folder["path"].rpartition("/")[2])
        if known is None or sock["kind"] != "s":
            continue
        same = named["path"] == folder["path"] and path.rpartition("/")[0] == inner["path"]
        within = inner["path"].rpartition("/")[0] == folder["path"]
        safe = all(
            one["kind"] == "d" and one["owner"] == known[1] and "w" not in one["mode"][3:]
            for one in (folder, inner)
        )
        name = path.rpartition("/")[2]
        if same and within and safe and WORD.fullmatch(name) and _PATH.fullmatch(path):
            account = named["owner"]
            whose = account if WORD.fullmatch(account) else known[1]
            found.append(FarSpot(path, int(known[1]), whose, name))
    return found


def pick(found: list[FarSpot], table: str, place: ServerAddress) -> FarSpot:
    """The table that is meant, by the rules of `net.local.tables.choose`."""
    account, _, name = table.partition("/")
    fitting = [
        spot
        for spot in found
        if account in ("", spot.account, str(spot.uid)) and name in ("", spot.name)
    ]
    if len(fitting) > 1:
        raise SeveralError(spot.table for spot in fitting)
    if not fitting:
        raise NoTableError(
            f"Stammtisch is not installed on {place.shown}, and {named(table)} that is open to you "
            "was not found there either. If the program is there, its folder is not on the path of "
            "commands that ssh runs."
        )
    return fitting[0]


class Carrier:
    """The login that carries the forwarding, and the folder of its two sockets."""

    def __init__(
        self, place: ServerAddress, *, batch: bool, show: Callable[[str], None] | None
    ) -> None:
        self._place = place
        self._batch = batch
        self._master = Master(place, LIST, batch=batch, show=show)
        self.call = self._master.call

    def open(self, table: str, seconds: float | None) -> tuple[FarSpot, socket.socket, bytes]:
        """Log in, choose the table, and connect to it; raises `ConnectError`."""
        try:
            spot = pick(read_listing(self._listing(seconds)), table, self._place)
            near = f"{self._master.folder}/t"
            self._forward(f"{near}:{spot.path}")
            return spot, *self._connected(spot, near)
        finally:
            self._master.sweep()  # a connection that stands needs neither of its sockets

    def _forward(self, what: str) -> None:
        """Ask the master for it."""
        if self._master.ask("forward", "-L", what):
            raise self._impossible()

    def _listing(self, seconds: float | None) -> str:
        data = b""
        until = None if seconds is None else time.monotonic() + seconds
        sock = self.call.sock
        while _LISTED not in data:
            sock.settimeout(None if until is None else max(0.01, until - time.monotonic()))
            try:
                more = sock.recv(1 << 16)
            except TimeoutError:
                raise Unreachable(
                    f"{self._place.shown} did not answer in time.", reason="timeout"
                ) from None
            except OSError:
                more = b""
            data += more
            if not more or len(data) > _LONGEST:
                raise fault_of(self.call, self._place, batch=self._batch)
        sock.settimeout(None)
        return data.partition(_LISTED)[0].decode("ascii", "replace")

    def _connected(self, spot: FarSpot, near: str) -> tuple[socket.socket, bytes]:
        sock = socket.socket(socket.AF_UNIX)
        try:
            sock.settimeout(_WITHIN)
            sock.connect(near)
            sock.sendall(door.line(want=door.JOIN, table=spot.table))
            answer, rest = heard(sock.recv, lambda: None)
        except (OSError, door.DoorError):
            sock.close()
            raise self._impossible() from None
        if answer.get("is") != "open":
            sock.close()
            raise refusal(answer, f"the table {spot.table}")
        sock.settimeout(None)
        return sock, rest

    def _impossible(self) -> ConnectError:
        """The server forwards no sockets, most often; `ssh` may have said so."""
        if self.call.process.poll() is not None:
            return lost(self._place)
        last = f" ssh said: {self.call.last_line}" if self.call.last_line else ""
        return NotATable(
            f"Stammtisch is not installed on {self._place.shown}, and its ssh server did not lead "
            f"to the socket of the table. Install the program there, or ask for it.{last}",
            reason="no_way_through",
        )

    def end(self) -> None:
        """End the login at once; what has been said and not carried over is lost."""
        self.call.end()
