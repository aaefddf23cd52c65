"""The tables of this machine: found, asked what they are, chosen by name, and connected to.

Everything here blocks, each step for a short time; whoever runs a loop calls it in a thread.
"""

import contextlib
import errno
import fcntl
import itertools
import os
import socket
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from net.clean import clean
from net.local import door
from net.local.accounts import StrangerError, can_tell, peer
from net.local.places import Spot, spots
from net.ssh.errors import ConnectError, NotATable, Unreachable

MOST_ASKED: Final = 64
ASKED_FOR: Final = 0.3
"""Seconds that a socket has to say what table is behind it."""

ANSWERS_WITHIN: Final = 5.0
"""Seconds that the table which was chosen has to open."""

_CELLS: Final = 40


@dataclass(frozen=True, slots=True)
class Found:
    """A table that has answered. `title` is what its host calls it, made safe to show."""

    spot: Spot
    title: str
    game: str
    seats: int
    taken: int
    running: bool


class SeveralError(ConnectError):
    """More than one table fits; `tables` are they."""

    reason = "several"

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = tuple(tables)
        super().__init__(
            f"There are several tables: {', '.join(self.tables)}. Say which one you mean."
        )


class NoTableError(ConnectError):
    """No table fits."""

    reason = "no_table"


class ImpostorError(NotATable):
    """Another account listens where a table of this one should be (E2)."""


def tables() -> tuple[list[Found], list[Spot]]:
    """The tables that answer, and the sockets behind which somebody else was than should be.

    At most `MOST_ASKED` sockets are asked, all at once. What is left of our own tables that have
    ended without taking their socket away is removed.
    """
    wanted = list(itertools.islice(_fairly(spots()), MOST_ASKED))
    if not wanted:
        return [], []
    with ThreadPoolExecutor(len(wanted)) as pool:
        answers = list(pool.map(_asked, wanted))
    found = [answer for answer in answers if isinstance(answer, Found)]
    impostors = [spot for spot, answer in zip(wanted, answers, strict=True) if answer == "impostor"]
    return found, impostors


def _fairly(all_spots: Iterable[Spot]) -> Iterator[Spot]:
    """One of each account, then another of each: nobody's many sockets hide somebody's one."""
    rows: dict[int, list[Spot]] = {}
    for spot in all_spots:
        rows.setdefault(spot.uid, []).append(spot)
    for row in itertools.zip_longest(*rows.values()):
        yield from (spot for spot in row if spot is not None)


def _asked(spot: Spot) -> Found | str:
    """What the table says of itself, or a code for why it does not."""
    try:
        sock, answer, _ = _opened(spot, door.line(want=door.ASK), ASKED_FOR)
    except ImpostorError:
        return "impostor"
    except ConnectError as fault:
        if fault.reason == "refused":
            _remove_stale(spot.path)
        return fault.reason
    sock.close()
    return _described(spot, answer) or "no_table"


def _described(spot: Spot, answer: dict[str, Any]) -> Found | None:
    """A table's answer, read as the foreign text that it is."""
    title, game = answer.get("title"), answer.get("game")
    seats, taken, running = answer.get("seats"), answer.get("taken"), answer.get("running")
    if answer.get("is") != "table" or not isinstance(title, str) or not isinstance(game, str):
        return None
    numbers = [one for one in (seats, taken) if type(one) is int and 0 <= one < 100]
    if len(numbers) != 2 or type(running) is not bool:
        return None
    return Found(
        spot, clean(title, cells=_CELLS), clean(game, cells=_CELLS), numbers[0], numbers[1], running
    )


def _remove_stale(path: Path) -> None:
    """Take away a socket of ours behind which nobody listens any more."""
    with contextlib.suppress(OSError):
        if path.lstat().st_uid == os.geteuid():
            with locked(path.parent):
                if is_stale(path):
                    path.unlink()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else of this account makes or removes a socket in the folder meanwhile."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_stale(path: Path) -> bool:
    """Whether this is a socket whose program has ended; called under the lock of its folder."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(ASKED_FOR)
            probe.connect(str(path))
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False


def choose(table: str) -> Spot:
    """The table that is meant: `ACCOUNT/NAME`, the account's only one, or (empty) the only one.

    Raises `NoTableError` or `SeveralError`. A name that is said in full is not asked beforehand.
    """
    account, _, name = table.partition("/")
    if name:
        for spot in spots():
            if account in (spot.account, str(spot.uid)) and name == spot.name:
                return spot
        raise NoTableError(
            f"There is no {named(table)[2:]} that is open to you on this machine. `stammtisch "
            "tables` lists those that are."
        )
    found, impostors = tables()
    fitting = [
        each.spot for each in found if account in ("", each.spot.account, str(each.spot.uid))
    ]
    if len(fitting) > 1:
        raise SeveralError(spot.table for spot in fitting)
    if fitting:
        return fitting[0]
    if impostors:
        raise _impostor(impostors[0])
    raise NoTableError(f"There is no {named(table)[2:]} that is open to you on this machine.")


def named(table: str) -> str:
    """What was asked for, in words: `a table`, `a table of ann`, `a table ann/one-hundred`."""
    return f"a table {'' if '/' in table else 'of '}{table}" if table else "a table"


def open_table(spot: Spot) -> tuple[socket.socket, bytes]:
    """Connect to a table and let it open its door; gives the socket and what it said already.

    Raises `ConnectError` with a sentence.
    """
    sock, answer, rest = _opened(spot, door.line(want=door.JOIN, table=spot.table), ANSWERS_WITHIN)
    if answer.get("is") == "open":
        return sock, rest
    sock.close()
    raise refusal(answer, f"the table {spot.table}")


def refusal(answer: dict[str, Any], who: str) -> ConnectError:
    """What a no means; the other side's own words are never shown."""
    match answer.get("no"):
        case "crowded":
            return Unreachable(f"There is no room for more connections at {who}.", reason="full")
        case "not_for_you":
            return NotATable(f"{who.capitalize()} is not open to your account.", reason="denied")
        case "version":
            return _other_version(who)
        case _:
            return NotATable(f"What answered for {who} is no Stammtisch table.", reason="not_ours")


def _other_version(who: str) -> ConnectError:
    return NotATable(
        f"The program that answers for {who} is another version of Stammtisch. Compare "
        "`stammtisch --version` there and here: whoever has the older one must upgrade.",
        reason="other_version",
    )


def _opened(spot: Spot, line: bytes, seconds: float) -> tuple[socket.socket, dict[str, Any], bytes]:
    """Connect, look who listens, say our line and hear the answer, all within the time."""
    who = f"the table {spot.table}"
    if not can_tell():
        raise NotATable(
            "This system does not say which account is behind a socket, so it cannot be used.",
            reason="no_system",
        )
    until = time.monotonic() + seconds
    sock = socket.socket(socket.AF_UNIX)
    try:
        sock.settimeout(seconds)
        sock.connect(str(spot.path))
        _check(sock, spot)
        with contextlib.suppress(BrokenPipeError):  # sent away at once, but told why
            sock.sendall(line)
        answer, rest = heard(sock.recv, lambda: _wait(sock, until))
        sock.settimeout(None)
        return sock, answer, rest
    except door.DoorError as fault:
        sock.close()
        raise refusal({"no": str(fault)}, who) from None
    except TimeoutError:
        sock.close()
        raise Unreachable(f"{who.capitalize()} does not answer.", reason="timeout") from None
    except OSError as error:
        sock.close()
        raise _unreachable(error, spot) from None
    except BaseException:
        sock.close()
        raise


def _wait(sock: socket.socket, until: float) -> None:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    sock.settimeout(left)


def heard(
    receive: Callable[[int], bytes], before: Callable[[], None], noise: int = 0
) -> tuple[dict[str, Any], bytes]:
    """The other side's line and what followed it; `before` is called before each wait.

    Raises `DoorError`, and `OSError` when the other side ends without its line.
    """
    reader = door.Reader(noise=noise)
    while True:
        before()
        data = receive(door.LONGEST)
        if not data:
            raise ConnectionResetError(errno.ECONNRESET, "ended without a word")
        found = reader.feed(data)
        if found is not None:
            return door.read(found), reader.rest


def _check(sock: socket.socket, spot: Spot) -> None:
    """Whoever listens must be the account to which the folder belongs (E2)."""
    try:
        listener = peer(sock)
    except StrangerError:
        raise _impostor(spot) from None
    if listener.uid != spot.uid:
        raise _impostor(spot)


def _impostor(spot: Spot) -> ImpostorError:
    return ImpostorError(
        f"Another account than {spot.account} listens at {spot.path}, so this program does not go "
        "there. Tell whoever looks after this machine.",
        reason="impostor",
    )


def _unreachable(error: OSError, spot: Spot) -> ConnectError:
    if error.errno in (errno.ECONNREFUSED, errno.ENOENT):
        return Unreachable(
            f"The table {spot.table} has ended: nobody listens there any more.", reason="refused"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return NotATable(f"The table {spot.table} is not open to your account.", reason="denied")
    return Unreachable(f"The table {spot.table} does not answer.", reason="failed")
