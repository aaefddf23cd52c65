"""One run of the user's own `ssh`, which ends in a stream of bytes at a table.

It blocks: before a screen is open it may ask its questions on the terminal, later it runs in a
thread and asks nothing. The stream is one socket, the standard input and output of `ssh`.
"""

import contextlib
import os
import select
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from net.clean import clean
from net.local import door
from net.local.tables import heard
from net.openssh.address import ServerAddress
from net.ssh.errors import ConnectError, ConnectionLost, NotATable, Unreachable

COMMAND: Final = "stammtisch relay"
"""What runs on the server: these words and no others, whatever the address says (E1)."""

CONNECT_WITHIN: Final = 30
NOT_FOUND: Final = 127
"""The exit code of a shell that does not find a program."""

_OWN_FAULT: Final = 255
_LAST_LINES: Final = 20
_ASIDES: Final = (
    *("debug1: ", "debug2: ", "debug3: "),
    *("Authenticated to ", "Transferred: ", "Bytes per second: "),
)
"""How lines begin that `ssh` says on its more talkative levels, to nobody in particular."""

_LINE: Final = 4096
_CELLS: Final = 300
_ENDS_WITHIN: Final = 5.0

_OPTIONS: Final = (
    # Neither a terminal, nor the agent and the screen of whoever joins, go to the server.
    *("-T", "-a", "-x"),
    # What the person's configuration may say for a shell there, and what would be in our way.
    *("-o", "RemoteCommand=none", "-o", "ClearAllForwardings=yes"),
    # A packed stream would tell an eavesdropper something about the cards (D).
    *("-o", "Compression=no"),
    *("-o", f"ConnectTimeout={CONNECT_WITHIN}"),
)


class NotInstalledError(NotATable):
    """The server knows no program called `stammtisch`."""

    reason = "not_installed"


class QuestionError(NotATable):
    """`ssh` would have to ask something, and cannot while a table is on the screen."""

    reason = "ssh_asks"


def words(
    place: ServerAddress, command: str | None, *, batch: bool, more: Sequence[str] = ()
) -> list[str]:
    """The command line; `batch` is for calls during which nobody can be asked.

    Without a `command` nothing runs on the server (`-N`).
    """
    port = ("-p", str(place.port)) if place.port is not None else ()
    quiet = ("-o", "BatchMode=yes") if batch else ()
    runs = ("-N", "--", place.target) if command is None else ("--", place.target, command)
    return ["ssh", *_OPTIONS, *quiet, *more, *port, *runs]


class Call:
    """A running `ssh`; whoever makes one ends it with `close`."""

    def __init__(
        self, command: list[str], *, batch: bool, show: Callable[[str], None] | None = None
    ) -> None:
        """`show` gets each line that `ssh` says to the person, safe to print, until `hush`."""
        self._show = show
        self._said: deque[str] = deque(maxlen=_LAST_LINES)
        self._asides: deque[str] = deque(maxlen=_LAST_LINES)
        ours, theirs = socket.socketpair()
        environment = {**os.environ, "SSH_ASKPASS_REQUIRE": "never"} if batch else None
        try:
            with theirs:
                self.process: subprocess.Popen[bytes] = subprocess.Popen(
                    command,
                    stdin=theirs.fileno(),
                    stdout=theirs.fileno(),
                    stderr=subprocess.PIPE,
                    env=environment,
                    # A call in the background must not get the Ctrl-C that is meant for us. One
                    # that may ask has to stay with the terminal.
                    start_new_session=batch,
                )
        except OSError:
            ours.close()
            raise ConnectError(
                "The program ssh is not installed here, or it cannot be started.", reason="no_ssh"
            ) from None
        self.sock = ours
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        """Keep the last lines that `ssh` has said of itself, and pass them on while wanted."""
        stream = self.process.stderr
        assert stream is not None, "a pipe was asked for"
        with contextlib.suppress(OSError, ValueError), stream:
            while data := stream.readline(_LINE):
                said = clean(data.decode("utf-8", "replace").strip(), cells=_CELLS, points=_CELLS)
                if said.startswith(_ASIDES):
                    self._asides.append(said)
                elif said:
                    self._said.append(said)
                    if (show := self._show) is not None:
                        show(said)

    def hush(self) -> None:
        """Print nothing any more: a screen is about to open."""
        self._show = None

    @property
    def last_line(self) -> str:
        """The last that `ssh` has said of itself; empty if it was silent."""
        return self._said[-1] if self._said else ""

    def said(self, part: str) -> bool:
        """Whether one of the last lines has these words."""
        return any(part in each.lower() for each in list(self._said))

    def remarked(self, part: str) -> bool:
        """Whether one of the last lines that are for nobody in particular has these words."""
        return any(part in each for each in list(self._asides))

    def hear(self, line: bytes, seconds: float | None) -> tuple[dict[str, Any], bytes]:
        """Say our line and hear the answer; raises `OSError` at the end of the stream, `DoorError`.

        Without `seconds` it waits as long as a person needs for a question.
        """
        until = None if seconds is None else time.monotonic() + seconds
        with contextlib.suppress(BrokenPipeError):  # what has ended may have said why
            self.sock.sendall(line)
        return heard(self.sock.recv, lambda: self._wait(until), door.NOISE)

    def _wait(self, until: float | None) -> None:
        left = None if until is None else max(0.0, until - time.monotonic())
        if not select.select([self.sock], [], [], left)[0]:
            raise TimeoutError

    def finished(self, seconds: float = _ENDS_WITHIN) -> int | None:
        """The exit code of an `ssh` whose stream has ended, with its last words heard.

        None for one that goes on for so many seconds.
        """
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self._listening.join(0.5)  # a connection that is shared with others keeps the pipe open
        return code

    def close(self) -> None:
        """End the stream; an `ssh` that does not end with it is ended."""
        self.sock.close()
        threading.Thread(target=self._reap, daemon=True).start()

    def _reap(self) -> None:
        try:
            self.process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self.end()

    def give_up(self) -> None:
        """End `ssh` from another thread than the one that waits for it, which then sees the end."""
        self.process.kill()

    def end(self) -> None:
        """End `ssh` at once."""
        self.process.kill()
        self.process.wait()
        self.sock.close()


def fault_of(call: Call, place: ServerAddress, *, batch: bool) -> ConnectError:
    """Why a stream ended before the other side had said its line, with the last words of `ssh`."""
    code = call.finished()
    last = f" It said: {call.last_line}" if call.last_line else ""
    where = place.shown
    if code == NOT_FOUND or (code not in (0, None, _OWN_FAULT) and call.said("not found")):
        return NotInstalledError(f"Stammtisch is not installed on {where}.")
    if code != _OWN_FAULT:
        return NotATable(
            f"{where} was reached, but no table answered there.{last}", reason="not_ours"
        )
    if call.said("host key verification failed"):
        return NotATable(f"ssh does not trust the key of {where}.{last}", reason="host_key_changed")
    if call.said("permission denied"):
        if batch:
            return QuestionError(
                f"ssh would have to ask you something to reach {where}, and cannot while the table "
                f"is open.{last}"
            )
        return NotATable(f"{where} does not let you log in.{last}", reason="no_login")
    return Unreachable(f"ssh did not reach {where}.{last}")


def heard_or_fault(
    call: Call, place: ServerAddress, line: bytes, seconds: float | None, *, batch: bool
) -> tuple[dict[str, Any], bytes]:
    """The answer of the other side; every other end is a `ConnectError` with a sentence."""
    try:
        return call.hear(line, seconds)
    except TimeoutError:
        call.end()
        raise Unreachable(f"{place.shown} did not answer in time.", reason="timeout") from None
    except door.DoorError as fault:
        call.end()
        if str(fault) == "version":
            raise NotATable(
                f"{place.shown} has another version of Stammtisch. Compare `stammtisch --version` "
                "there and here: whoever has the older one must upgrade.",
                reason="other_version",
            ) from None
        raise NotATable(
            f"What answered on {place.shown} is no Stammtisch.", reason="not_ours"
        ) from None
    except OSError:
        fault_found = fault_of(call, place, batch=batch)
        call.end()
        raise fault_found from None
    except BaseException:
        call.end()
        raise


def lost(place: ServerAddress) -> ConnectionLost:
    """The stream broke while a table was being opened."""
    return ConnectionLost(f"The connection to {place.shown} broke before the table answered.")
