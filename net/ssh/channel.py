"""One session channel of the listener: a link for our subsystem, words for everything else."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncssh's

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Final

import asyncssh
from asyncssh.packet import SSHPacket, UInt32

from net.ssh.refusals import FAULT, NO_TERMINALS, WORDS
from net.ssh.stream import STATUS, SUBSYSTEM, ChannelLink
from net.ssh.terminal import VERBS, Serves, Terminal

if TYPE_CHECKING:
    from net.ssh.visit import Visit

_ENVIRONMENT: Final = re.compile(rb"TERM|COLORTERM|NO_COLOR|LANG|LC_[A-Z]{1,20}")
_TERM: Final = re.compile(r"[A-Za-z0-9._+-]{1,40}")
WIDEST: Final = 500
"""Cells that a terminal may have."""

_OURS: Final = SUBSYSTEM.partition("@")[0] + "@"
_log: Final = logging.getLogger("stammtisch.ssh")


class TableChannel(asyncssh.SSHServerChannel[bytes]):
    """A session channel that takes nothing from the other side but its bytes.

    asyncssh keeps every environment variable that a client sends; thousands of 30 kB went in.
    """

    def __init__(self, conn: asyncssh.SSHServerConnection, visit: "Visit") -> None:
        limits = visit.house.limits
        super().__init__(
            conn,
            asyncio.get_running_loop(),
            allow_pty=True,  # not given, but so that our words and not an error are what is read
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=0,
            encoding=None,
            errors="strict",
            window=limits.window,
            max_pktsize=32768,
        )
        self._visit = visit

    def asked_environment(self) -> dict[bytes, bytes]:
        """What the other side has said of its terminal and language."""
        return {bytes(name): bytes(value) for name, value in self._env.items()}

    def say_why(self, reason: str) -> None:
        """Tell the other side's program why this channel is about to end."""
        if reason in STATUS:
            self._send_request(b"exit-status", UInt32(STATUS[reason]))

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        kept = sum(len(key) + len(text) for key, text in self._env.items())
        if (
            not _ENVIRONMENT.fullmatch(name)
            or kept + len(name) + len(value) > self._visit.house.limits.environment
        ):
            return False
        self._env[name] = value
        return True

    def _process_x11_req_request(self, packet: SSHPacket) -> bool | None:
        self._visit.refuse("x11")
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(  # type: ignore[override]
        self, packet: SSHPacket
    ) -> bool:
        self._visit.refuse("agent_forwarding")
        return False


class HostLink(ChannelLink):
    """The host's end of a link, which says why it ends."""

    __slots__ = ("_say_why",)

    def __init__(self, channel: TableChannel, visit: "Visit", identity: str) -> None:
        super().__init__(channel, identity, visit.address, visit.house.limits)
        self._say_why = channel.say_why

    def shut(self, reason: str) -> None:
        if self.open:
            self._say_why(reason)
        super().shut(reason)


class TerminalLink(HostLink):
    """The bytes of a terminal: when nothing more will be typed it can still be written to."""

    __slots__ = ()

    def finished(self) -> None:
        self._inbox.end()


class TableSession(asyncssh.SSHServerSession[bytes]):
    """One session channel: a link if it asks for our subsystem, a terminal that is served if it
    asks for a shell or one of our verbs, words if it asks for anything else.
    """

    def __init__(self, visit: "Visit", channel: TableChannel) -> None:
        self._visit = visit
        self._channel = channel
        self._pty = False
        self._term, self._cells, self._full = "", 0, False
        self._terminal: Terminal | None = None
        self.link: HostLink | None = None

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        self._pty = True
        self._term = term_type if _TERM.fullmatch(term_type) else "unknown"
        self._cells = min(term_size[0], WIDEST)
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._terminal is not None:
            self._terminal.cells = min(width, WIDEST)

    def shell_requested(self) -> bool:
        if not self._served(""):
            self._visit.refuse("shell")
        return True

    def exec_requested(self, command: str) -> bool:
        if command not in VERBS or not self._served(command):
            self._visit.refuse("exec")
        return True

    def _served(self, command: str) -> bool:
        """Whether there is somebody to serve this terminal, and room for it."""
        visit = self._visit
        house = visit.house
        if house.serves is None or visit.identity is None:
            return False
        if len(house.served) >= house.limits.terminals:
            self._full = True
            return False
        self.link = TerminalLink(self._channel, visit, visit.identity)
        environment = {
            name.decode("ascii"): value.decode("ascii", "replace")
            for name, value in self._channel.asked_environment().items()
        }
        self._terminal = Terminal(
            self.link, visit.username, command, self._term, self._cells, environment
        )
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        visit = self._visit
        if subsystem != SUBSYSTEM or visit.identity is None:
            visit.refuse("subsystem")
            # Another version of ours understands the plain no. Everybody else reads our words, and
            # OpenSSH drops words that come together with a no.
            return not subsystem.startswith(_OURS)
        self.link = HostLink(self._channel, visit, visit.identity)
        return True

    def session_started(self) -> None:
        if self.link is None:
            self._say()
            self._channel.exit(1)
            return
        if self._terminal is not None:
            self._serve(self._terminal)
            return
        try:
            self._visit.house.on_link(self.link)
        except Exception:  # noqa: BLE001 -- whatever it is, it is this visitor's alone
            _log.exception("a link could not be taken up; the others go on")
            self.link.cut("stopped")

    def _serve(self, terminal: Terminal) -> None:
        house = self._visit.house
        assert house.serves is not None, "asked before"
        task = asyncio.get_running_loop().create_task(self._run(house.serves, terminal))
        house.served.add(task)
        task.add_done_callback(house.served.discard)

    async def _run(self, serves: Serves, terminal: Terminal) -> None:
        """To its end; a fault ends this terminal with a sentence, and nothing else."""
        try:
            code = await serves(terminal)
        except Exception:  # noqa: BLE001 -- whatever it is, it is this visitor's alone
            _log.exception("a terminal could not be served; the others go on")
            terminal.stream.send(f"\r\n{FAULT}\r\n".encode("ascii"))
            code = 1
        if self.link is not None and self.link.open:
            self._channel.exit(code)
            self.link.close()

    def break_received(self, msec: int) -> bool:
        return False

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.link is not None:
            self.link.arrived(data)

    def eof_received(self) -> bool:
        if self.link is not None:
            self.link.finished()
        return self._terminal is not None  # it is still written to

    def connection_lost(self, exc: Exception | None) -> None:
        self._visit.sessions.discard(self)
        if self.link is not None:
            self.link.gone("ended" if exc is None else "lost")

    def _say(self) -> None:
        end = "\r\n" if self._pty else "\n"
        words = NO_TERMINALS if self._full else WORDS
        self._channel.write_stderr(f"{words}{end}".encode("ascii"))
