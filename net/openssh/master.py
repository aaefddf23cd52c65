"""One login that further runs of `ssh` share, by a control socket in a folder of our own.

What `ssh` asks is asked once, and what is to be forwarded can be asked for later, with an answer.

A session belongs to every such login: a server sends small packets at once only on a connection
that has had one, and holds them back (44 ms) on a line that does nothing but forward. The session
runs one constant command that waits for the end of its input, so that the login ends with our
program, however that ends.
"""

import contextlib
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from net.openssh.address import ServerAddress
from net.openssh.call import CONNECT_WITHIN, Call, fault_of, words
from net.ssh.errors import Unreachable

STAY: Final = "exec cat"
"""What runs on the server: these words and no others (E1)."""

_HERE: Final = b"stammtisch-here"
_WITHIN: Final = 15.0
_SILENT: Final = 3.0
"""Seconds after the login in which a command that is ours would have said something."""

_LONGEST: Final = 1 << 16
_LOOK: Final = 0.05
_ALIVE: Final = ("-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3")
# What the server says of a forwarding it says on this level: refused, or open to everybody.
_TALKATIVE: Final = ("-o", "LogLevel=DEBUG1")


class Master:
    """A running `ssh` with a control socket; whoever makes one ends it with `end`."""

    def __init__(
        self,
        place: ServerAddress,
        command: str | None,
        *,
        batch: bool,
        show: Callable[[str], None] | None,
        more: Sequence[str] = (),
    ) -> None:
        """Start it; raises `ConnectError` where there is no `ssh`."""
        self.place = place
        self.folder = Path(tempfile.mkdtemp(prefix=".stammtisch-"))  # 0700
        self._control = f"ControlPath={self.folder}/c"
        shared = ("-o", "ControlMaster=yes", "-o", self._control, "-o", "ControlPersist=no")
        line = words(place, command, batch=batch, more=(*shared, *more))
        try:
            self.call = Call(line, batch=batch, show=show)
        except BaseException:
            self.sweep()
            raise

    @property
    def takes_requests(self) -> bool:
        """Whether it is logged in: the socket is there from then on."""
        return (self.folder / "c").exists()

    def words(self, *more: str) -> list[str]:
        """A command line for the master; no configuration, for all that it says is said there."""
        return ["ssh", "-F", "/dev/null", "-o", self._control, *more, "--", self.place.target]

    def ask(self, what: str, *more: str) -> int:
        """Ask for something (`forward`, `cancel`); gives the exit code, which is 0 for a yes."""
        return _run(self.words("-O", what, *more))

    def through(self, target: str) -> Call:
        """A connection to `HOST:PORT` as the server sees it, as the stream of another `ssh`."""
        return Call(self.words("-W", target), batch=True)

    def end(self) -> None:
        """End the login, and with it whatever goes through it."""
        self.call.end()
        self.sweep()

    def sweep(self) -> None:
        """Take the sockets away: what stands does not need them."""
        with contextlib.suppress(OSError):
            shutil.rmtree(self.folder)


def log_in(
    place: ServerAddress,
    *,
    batch: bool,
    show: Callable[[str], None] | None = None,
    started: Callable[[Call], None] = lambda _call: None,
) -> Master:
    """A login that stays; raises `ConnectError`. `started` gets each `ssh` that may be given up.

    With `batch` nobody is asked, and it has to succeed within `CONNECT_WITHIN` seconds. An account
    that may run no command gets a login without one, for which a person may be asked again.
    """
    for command in (STAY, None):
        more = (*_ALIVE, *_TALKATIVE)
        master = Master(place, command, batch=batch, show=show, more=more)
        started(master.call)
        try:
            seconds = float(CONNECT_WITHIN) if batch else None
            stays = _arrived(master, seconds) if command is not None else _waits(master, seconds)
            if not stays and command is None:
                raise fault_of(master.call, place, batch=batch)
            if not stays and not master.call.remarked("Authenticated to "):
                raise fault_of(master.call, place, batch=batch)
        except BaseException:
            master.end()
            raise
        if stays:
            master.call.hush()
            return master
        master.end()
    raise AssertionError("the second login raises or stays")


def _arrived(master: Master, seconds: float | None) -> bool:
    """Wait until the command over there says again what it was told; False if it has ended."""
    sock, data = master.call.sock, b""
    with contextlib.suppress(OSError):
        sock.sendall(_HERE + b"\n")
    until = None if seconds is None else time.monotonic() + seconds
    patience: float | None = None
    while _HERE not in data:
        now = time.monotonic()
        if select.select([sock], [], [], _LOOK)[0]:
            try:
                more = sock.recv(1 << 12)
            except OSError:
                more = b""
            if not more:
                master.call.finished()
                return False
            data = (data + more)[-_LONGEST:]
        elif patience is None and master.takes_requests:
            patience = now + _SILENT
        elif patience is not None and now > patience:
            return True  # a command of theirs, that says nothing and stays
        elif patience is None and until is not None and now > until:
            raise _late(master.place)
    return True


def _waits(master: Master, seconds: float | None) -> bool:
    """Wait for a login without a command, and have it show one session; False if it has ended."""
    until = None if seconds is None else time.monotonic() + seconds
    while not master.takes_requests:
        if master.call.process.poll() is not None:
            return False
        if until is not None and time.monotonic() > until:
            raise _late(master.place)
        time.sleep(_LOOK)
    _run([*master.words("-T"), "true"])  # refused or not, the server sends small packets at once
    return master.call.process.poll() is None


def _late(place: ServerAddress) -> Unreachable:
    return Unreachable(f"{place.shown} did not answer in time.", reason="timeout")


def _run(line: list[str]) -> int:
    try:
        done = subprocess.run(
            line, stdin=subprocess.DEVNULL, capture_output=True, timeout=_WITHIN, check=False
        )
    except (subprocess.SubprocessError, OSError):
        return 1
    return done.returncode
