"""The host's end of a reverse tunnel: `stammtisch host --via SERVER`, for a host behind a router.

The user's own `ssh` logs in to the server, and the server hands to our listener whoever connects to
a port there (`-R`). SSH stays end to end: the server in the middle reads nothing.
"""

import asyncio
import contextlib
import subprocess
import time
from collections.abc import Awaitable, Callable
from typing import Final

from net.openssh.address import ServerAddress, is_word
from net.openssh.call import Call
from net.openssh.master import Master, log_in
from net.ssh.address import named
from net.ssh.errors import ConnectError, NotATable, Unreachable
from net.updates import Update, WayChanged

WAITS: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before the next try after the tunnel broke; the last one is repeated."""

TRIES_AT_START: Final = 4
"""How often a port that is taken is asked for before that is said: an old tunnel may just die."""

_DONE: Final = "mux_confirm_remote_forward"
_PUBLIC: Final = "overridden by server GatewayPorts"
_NOT_ALLOWED: Final = ("Server has disabled port forwarding", "port forwarding refused")
_TOLD_WITHIN: Final = 1.0
_WITHIN: Final = 10.0


class PortTakenError(Unreachable):
    """The far port is taken: by another program, or by an old tunnel that nobody has missed yet."""

    reason = "taken"


class Tunnel:
    """A port on a server that leads to our listener; it comes back by itself when it breaks."""

    def __init__(
        self,
        place: ServerAddress,
        port: int | None = None,
        *,
        everywhere: bool = False,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`port` is that on the server, None for the number of our own; `everywhere` asks for it
        on every address of the server, which may grant that or not.
        """
        self.place = place
        self.port = port or 0
        self.everywhere = everywhere
        self.public = False
        self.host = place.host
        self._sleep = sleep
        self._ssh_port = place.port
        self._target = ""
        self._master: Master | None = None
        self._running: Call | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._closed = False

    def prepare(self, show: Callable[[str], None] | None = None) -> None:
        """Log in before a screen opens: what `ssh` asks, it asks here; raises `ConnectError`."""
        self._master = log_in(self.place, batch=False, show=show, started=self._note)
        self._learn_name()

    async def open(self, host: str, port: int, told: Callable[[Update], None]) -> None:
        """Lead the far port to a listener of ours, and keep it so; raises `ConnectError`.

        `host` is that of the listener, empty or `*` for one on all addresses. `told` hears of
        every `WayChanged`.
        """
        self._target = named("127.0.0.1" if host in ("", "*") else host, port)
        self.port = self.port or port
        for attempt in range(TRIES_AT_START):
            try:
                await self._in_thread(self._lead)
                break
            except PortTakenError:
                if attempt == TRIES_AT_START - 1:
                    raise
                await self._sleep(WAITS[attempt])
        self._keeping = asyncio.get_running_loop().create_task(self._keep(told))

    def ways(self, fingerprint: str) -> tuple[str, ...]:
        """What to give to friends, shortest first: a line for the program, and one for `ssh`."""
        lines: tuple[str, ...] = ()
        if self.public or self.everywhere:
            there = named(self.host, self.port)
            lines = (f"stammtisch join {there}#{fingerprint}", f"ssh -p {self.port} {self.host}")
        jump = f"YOU@{self.host}"
        if self._ssh_port not in (None, 22):
            jump = f"YOU@{named(self.host, self._ssh_port or 22)}"
        return (
            *lines,
            f"stammtisch join localhost:{self.port}#{fingerprint} --jump {jump}",
            f"ssh -J {jump} -p {self.port} localhost",
        )

    async def close(self) -> None:
        """End the tunnel; leaves no process and no task behind."""
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
        self.let_go()

    def let_go(self) -> None:
        """End what was prepared, whether it was used or not."""
        self._closed = True
        if (running := self._running) is not None:
            running.give_up()
        master, self._master = self._master, None
        if master is not None:
            master.end()

    async def _keep(self, told: Callable[[Update], None]) -> None:
        server = self.place.shown
        while True:
            await self._ended()
            fault, failures = f"The connection to {server} broke.", 0
            while fault:
                told(WayChanged(server, fault))
                await self._sleep(WAITS[min(failures, len(WAITS) - 1)])
                failures += 1
                try:
                    await self._in_thread(self._lead)
                    fault = ""
                except ConnectError as error:
                    fault = str(error)
            told(WayChanged(server, ""))

    async def _ended(self) -> None:
        """Until the login is over, which is the end of its stream."""
        master = self._master
        assert master is not None, "the tunnel was opened"
        loop = asyncio.get_running_loop()
        master.call.sock.setblocking(False)
        with contextlib.suppress(OSError):
            while await loop.sock_recv(master.call.sock, 1 << 12):
                pass
        self._master = None
        master.end()

    async def _in_thread(self, work: Callable[[], None]) -> None:
        """Run what blocks; whoever does not wait for the end leaves nothing behind."""
        running = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            self.let_go()
            running.add_done_callback(_forget)
            raise

    def _lead(self) -> None:
        """Have the far port lead here, over the login that there is or over a new one."""
        master = self._master
        if master is None or master.call.process.poll() is not None:
            if master is not None:
                master.end()
            self._master = None
            self._master = master = log_in(self.place, batch=True, started=self._note)
        if self._closed:
            self.let_go()
            return
        self._ask(master)

    def _ask(self, master: Master) -> None:
        # Without an address the server chooses: its own loopback, unless it says otherwise.
        front = "*:" if self.everywhere else ""
        refused = master.ask("forward", "-R", f"{front}{self.port}:{self._target}")
        until = time.monotonic() + _TOLD_WITHIN
        while not master.call.remarked(_DONE) and time.monotonic() < until:
            time.sleep(0.02)  # what the server said of it comes on another way than the answer
        if not refused:
            self.public = master.call.remarked(_PUBLIC)
            return
        where = self.place.shown
        if master.call.process.poll() is not None:
            raise Unreachable(f"The connection to {where} broke.", reason="lost")
        if any(map(master.call.remarked, _NOT_ALLOWED)):
            raise NotATable(
                f"{where} does not let you lead its port {self.port} here; whoever looks after it "
                "can allow that (AllowTcpForwarding, permitlisten), perhaps for another port.",
                reason="not_allowed",
            )
        raise PortTakenError(
            f"Port {self.port} on {where} is taken: by another program, or by an earlier tunnel "
            "that is still held there and goes away within minutes. Wait, or choose another port "
            "with --via-port."
        )

    def _note(self, call: Call) -> None:
        self._running = call
        if self._closed:
            call.give_up()

    def _learn_name(self) -> None:
        """By which name others reach the server: what stands here may be one of our own."""
        line = ["ssh", "-G", *(("-p", str(self.place.port)) if self.place.port else ())]
        try:
            done = subprocess.run(
                [*line, "--", self.place.target],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_WITHIN,
                check=True,
            )
        except (subprocess.SubprocessError, OSError):
            return
        rows = done.stdout.decode("utf-8", "replace").splitlines()
        told = {name: value for name, _, value in (row.partition(" ") for row in rows)}
        if is_word(told.get("hostname", "")):
            self.host = told["hostname"]
        if told.get("port", "").isdecimal():
            self._ssh_port = int(told["port"])


def _forget(work: "asyncio.Future[None]") -> None:
    if not work.cancelled():
        work.exception()
