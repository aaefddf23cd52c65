"""A host behind a router: the tunnel through a real OpenSSH server, and both kinds of guest."""

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import find
from net.evening import Setup, host_evening
from net.evening_away import join_evening
from net.link import Link
from net.openssh.address import ServerAddress, parse_far_port, parse_login
from net.openssh.jump import Jump
from net.openssh.via import PortTakenError, Tunnel
from net.ssh.address import Address
from net.ssh.client import ClientLink, connect
from net.ssh.errors import AddressError, ConnectError, NotATable, Unreachable
from net.updates import Happened, Update, WayChanged
from tests.net.ssh_parts import HERE, House, free_port, house, leave, read, until
from tests.net.sshd_parts import ACCOUNT, Server, needs_sshd, server, shared_place

pytestmark = needs_sshd
STALL = 0.03
"""Seconds; a message that the server held back for its neighbour comes after 42 ms and more."""

TILDE = ServerAddress("tilde")


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on which our program is not installed, and our `ssh` on the path."""
    with shared_place() as sockets, started(sockets, monkeypatch) as found:
        yield found


@contextlib.contextmanager
def started(sockets: Path, monkeypatch: pytest.MonkeyPatch, settings: str = "") -> Iterator[Server]:
    """Such a server with further settings."""
    with server(sockets, installed=False, settings=settings, greeting="Welcome") as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        yield found


def restrict(there: Server, options: str) -> None:
    """Give the key of this person these options on the server."""
    path = there.place / "authorized"
    path.write_text(f"{options} {path.read_text()}")


async def at_once(_seconds: float) -> None:
    """No patience between two tries, but room for others."""
    await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def tunnelled(
    at: House, port: int | None = None, *, everywhere: bool = False
) -> AsyncIterator[tuple[Tunnel, list[Update]]]:
    """A tunnel to a listener, and the news of it."""
    told: list[Update] = []
    tunnel = Tunnel(TILDE, port or free_port(), everywhere=everywhere, sleep=at_once)
    try:
        async with asyncio.timeout(30):
            await asyncio.to_thread(tunnel.prepare)
            await tunnel.open("", at.port, told.append)
        yield tunnel, told
    finally:
        await tunnel.close()


async def plays(guest: Link, host: Link) -> list[float]:
    """Bytes both ways, in two writes each; round trips."""
    times = []
    for _ in range(25):
        start = time.monotonic()
        guest.send(b"one")
        guest.send(b"two")
        assert await read(host, 6) == b"onetwo"
        host.send(b"three")
        host.send(b"four")
        assert await read(guest, 9) == b"threefour"
        times.append(time.monotonic() - start)
    return sorted(times)


async def by_jump(jump: Jump, place: Path, tunnel: Tunnel, pin: str) -> ClientLink:
    """Join through the jump, as `stammtisch join localhost:PORT#PIN --jump tilde` does."""
    return await connect(
        jump.host,
        tunnel.port,
        username="ben",
        key_dir=place / "ben",
        known_hosts=place / "ben" / "known_hosts",
        expected_fingerprint=pin,
        timeout=20.0,
        way=jump.open,
    )


def pids_of(there: Server) -> list[int]:
    """The processes of the server that carry a login: the children of sshd."""
    said = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(there.process.pid)],
        capture_output=True,
        check=False,
    )
    return [int(pid) for pid in said.stdout.split()]


async def test_both_kinds_of_guest_come_through(there: Server, tmp_path: Path) -> None:
    """By the server's port, and by a jump; no message waits 44 ms (transport, trap 3)."""
    async with house(tmp_path) as at, tunnelled(at) as (tunnel, _):
        near = await at.join(port=tunnel.port)
        times = await plays(near, await at.link())
        assert times[len(times) // 2] < STALL
        jump = Jump(TILDE, "localhost", tunnel.port)
        await asyncio.to_thread(jump.prepare)
        far = await by_jump(jump, tmp_path, tunnel, at.listener.fingerprint)
        times = await plays(far, await at.link(1))
        assert times[len(times) // 2] < STALL
        assert far.identity == near.identity  # the table's own key: SSH is end to end
        await leave(far)
        again = await by_jump(jump, tmp_path, tunnel, at.listener.fingerprint)
        await plays(again, await at.link(2))
        await leave(again)
        await leave(near)
        await jump.close()


async def test_a_stock_ssh_reaches_the_listener(there: Server, tmp_path: Path) -> None:
    """`ssh -p PORT server` and `ssh -J server -p PORT localhost` get to the table's own SSH."""
    async with house(tmp_path, admit=lambda _who, _name: False) as at, tunnelled(at) as (tunnel, _):
        for way in (("-p", str(tunnel.port), HERE), ("-J", "tilde", "-p", str(tunnel.port), HERE)):
            ssh = await asyncio.create_subprocess_exec(
                *("ssh", "-v", "-o", "BatchMode=yes", "-o", f"IdentityFile={there.place}/me", *way),
                stdin=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            _, said = await ssh.communicate()
            assert b"remote software version Stammtisch" in said
            assert b"does not know this key of yours" in said
        assert len(at.asked) >= 2


async def test_the_way_comes_back_when_it_was_cut(there: Server, tmp_path: Path) -> None:
    """The line breaks, the host hears of it, and the same port leads to the table again."""
    async with house(tmp_path) as at, tunnelled(at) as (tunnel, told):
        first = await at.join(port=tunnel.port)
        await plays(first, await at.link())
        for pid in pids_of(there):
            os.kill(pid, signal.SIGKILL)
        await until(lambda: len(told) >= 2 and told[-1] == WayChanged("tilde", ""), 30)
        assert isinstance(told[0], WayChanged)
        assert "broke" in told[0].fault
        second = await at.join(port=tunnel.port)
        await plays(second, await at.link(1))
        await leave(second)
        await leave(first)


async def test_a_match_goes_on_where_the_tunnel_was_cut(there: Server, tmp_path: Path) -> None:
    """Every login on the server dies in the middle of a match; all come back, nothing is lost."""
    tunnel = Tunnel(TILDE, free_port(), sleep=at_once)
    await asyncio.to_thread(tunnel.prepare)
    game = find("one-hundred")
    setup = Setup(
        game, game.rules, 3, "Ann", tmp_path, bots=1, listen=(HERE, 0), via=tunnel, doors="yes"
    )
    host = host_evening(replace(setup, host_plays=False, start_when_full=True, pace=0.0))
    told: list[Update] = []
    host.on_way = told.append
    await host.start()
    assert host.listener is not None
    assert host.invitation[-1] == host.listener.fingerprint
    assert len(host.invitation) == 3
    jump = Jump(TILDE, "localhost", tunnel.port)
    await asyncio.to_thread(jump.prepare)
    guests = [
        join_evening(
            Address(at, tunnel.port, host.listener.fingerprint),
            name,
            tmp_path / name,
            bot="careful",
            jump=way,
        )
        for at, name, way in ((HERE, "Ben", None), ("localhost", "Cleo", jump))
    ]
    steps = 0

    def cut(update: Update) -> None:
        nonlocal steps
        steps += isinstance(update, Happened)
        if steps == 12 and isinstance(update, Happened):
            for pid in pids_of(there):
                os.kill(pid, signal.SIGKILL)

    assert guests[0].joining is not None
    guests[0].joining.watch(cut)
    for guest in guests:
        await guest.start()
    await until(lambda: all(one.guest.match and one.guest.match.over for one in guests), 60)
    assert [type(each) for each in told[:1]] == [WayChanged]
    assert told[-1] == WayChanged("tilde", "")
    ben, cleo = (one.guest.match for one in guests)
    assert ben is not None
    assert cleo is not None
    assert ben.public() == cleo.public()
    for evening in (*guests, host):
        await evening.close()


async def test_a_port_that_an_old_carrier_holds_is_asked_for_again(
    there: Server, tmp_path: Path
) -> None:
    """The server has not missed the old tunnel yet: no new login, only another try."""
    async with house(tmp_path) as at, tunnelled(at) as (old, _):
        new = Tunnel(TILDE, old.port, sleep=at_once)
        await asyncio.to_thread(new.prepare)
        with pytest.raises(PortTakenError, match="--via-port"):
            await new.open("", at.port, lambda _update: None)
        tries = 0

        async def until_it_is_gone(_seconds: float) -> None:
            nonlocal tries
            tries += 1
            if tries == 2:
                await old.close()

        new._sleep = until_it_is_gone
        logins = len(pids_of(there))
        await new.open("", at.port, lambda _update: None)
        assert tries >= 2
        assert len(pids_of(there)) == logins - 1
        await leave(await at.join(port=new.port))
        await new.close()


async def test_a_guests_key_may_be_for_one_port_alone(there: Server, tmp_path: Path) -> None:
    """`restrict,port-forwarding,permitopen`, as docs/hosting.md gives it; others are refused."""
    async with house(tmp_path) as at:
        limits = f'permitopen="localhost:{at.port}",command="cat"'
        restrict(there, f"restrict,port-forwarding,{limits}")
        jump = Jump(TILDE, "localhost", at.port)
        await asyncio.to_thread(jump.prepare)
        jump.let_go()
        other = Jump(TILDE, "localhost", free_port())
        with pytest.raises(Unreachable, match="does not lead to it"):
            await asyncio.to_thread(other.prepare)


@pytest.mark.parametrize("options", ["restrict,port-forwarding", 'restrict,command="cat"'])
async def test_a_key_may_be_for_one_port_alone(there: Server, tmp_path: Path, options: str) -> None:
    """`restrict,port-forwarding,permitlisten`, as docs/hosting.md gives it; others are refused."""
    port = free_port()
    if "command" in options:
        options += ",port-forwarding"
    restrict(there, f'{options},permitlisten="localhost:{port}"')
    async with house(tmp_path) as at:
        async with tunnelled(at, port) as (tunnel, _):
            link = await at.join(port=port)
            times = await plays(link, await at.link())
            assert times[len(times) // 2] < STALL
            assert not tunnel.public
            await leave(link)
        with pytest.raises(NotATable, match="permitlisten"):
            async with tunnelled(at):
                pass


@pytest.mark.parametrize("command", ["/bin/false", "/bin/sleep 30"])
async def test_an_account_that_runs_nothing_carries_a_tunnel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A forced command that fails, or that says nothing, and no message waits for 44 ms either."""
    with shared_place() as sockets, started(sockets, monkeypatch, f"ForceCommand {command}"):
        async with house(tmp_path) as at, tunnelled(at) as (tunnel, _):
            link = await at.join(port=tunnel.port)
            times = await plays(link, await at.link())
            assert times[len(times) // 2] < STALL
            jump = Jump(TILDE, "localhost", tunnel.port)
            await asyncio.to_thread(jump.prepare)
            far = await by_jump(jump, tmp_path, tunnel, at.listener.fingerprint)
            times = await plays(far, await at.link(1))
            assert times[len(times) // 2] < STALL
            await leave(far)
            await leave(link)
            await jump.close()


@pytest.mark.parametrize(
    ("settings", "reason"),
    [("AllowTcpForwarding no", "not_allowed"), ("DisableForwarding yes", "not_allowed")],
)
async def test_a_server_that_forwards_nothing_gets_its_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, reason: str
) -> None:
    """What can be done about it is said."""
    with shared_place() as sockets, started(sockets, monkeypatch, settings):
        async with house(tmp_path) as at:
            with pytest.raises(ConnectError) as error:
                async with tunnelled(at):
                    pass
            assert error.value.reason == reason
            jump = Jump(TILDE, "localhost", at.port)
            with pytest.raises(Unreachable, match="does not lead to it"):
                await asyncio.to_thread(jump.prepare)


async def test_whether_the_port_is_for_everybody_is_what_ssh_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With GatewayPorts the short line comes first; without it only the one with a jump."""
    pin = "SHA256:x"
    for settings, everywhere, public in (
        ("GatewayPorts yes", False, True),
        ("GatewayPorts no", False, False),
        ("GatewayPorts clientspecified", True, True),
    ):
        with shared_place() as sockets, started(sockets, monkeypatch, settings) as found:
            async with (
                house(tmp_path) as at,
                tunnelled(at, everywhere=everywhere) as (tunnel, _),
            ):
                ways = tunnel.ways(pin)
                there = f"{HERE}:{tunnel.port}"
                assert (ways[0] == f"stammtisch join {there}#{pin}") is public
                assert ways[-2:] == (
                    f"stammtisch join localhost:{tunnel.port}#{pin} --jump YOU@{HERE}:{found.port}",
                    f"ssh -J YOU@{HERE}:{found.port} -p {tunnel.port} localhost",
                )


async def test_all_who_come_through_share_no_limit_of_an_address(
    there: Server, tmp_path: Path
) -> None:
    """E4: the tunnel has one address, so nobody is counted by it: six may log in at once."""
    async with house(tmp_path) as at, tunnelled(at) as (tunnel, _):
        waiting = [await asyncio.open_connection(HERE, tunnel.port) for _ in range(6)]
        await until(lambda: at.listener.connections == (6, 0))
        for reader, writer in waiting:
            assert await reader.readline() == b"SSH-2.0-Stammtisch\r\n"
            writer.close()
            await writer.wait_closed()


async def test_nobody_at_the_other_end_gets_a_sentence(there: Server) -> None:
    """The server is reached and the port is not; the login does not stay behind."""
    jump = Jump(TILDE, "localhost", free_port())
    with pytest.raises(Unreachable, match="nobody listens"):
        await asyncio.to_thread(jump.prepare)
    assert not pids_of(there) or await _gone(there)


async def _gone(there: Server) -> bool:
    await until(lambda: not pids_of(there))
    return True


async def test_a_server_that_is_not_there(there: Server) -> None:
    """Before the screen opens, in the words of ssh."""
    for way in (
        Tunnel(parse_login(f"tilde:{free_port()}")),
        Jump(parse_login("x@nowhere.invalid"), "a", 1),
    ):
        with pytest.raises(Unreachable, match="It said"):
            await asyncio.to_thread(way.prepare)


@pytest.mark.parametrize(
    "text", ["", "a/b", "-oProxyCommand=x", "me@-x", "a b", "tilde:0", "ssh://", "x;y"]
)
def test_a_server_is_read_strictly(text: str) -> None:
    """E1: what is no name of a server never becomes a word of a command line."""
    with pytest.raises(AddressError):
        parse_login(text)


def test_a_far_port_is_read() -> None:
    """A number, or one on all addresses of the server."""
    assert parse_far_port("8822") == (8822, False)
    assert parse_far_port("*:8822") == (8822, True)
    assert parse_login("me@[::1]:22") == ServerAddress("::1", "me", 22)
    assert parse_login("tilde") == TILDE
    assert ACCOUNT
    for text in ("", "0", "65536", "x:1", "1:2"):
        with pytest.raises(AddressError):
            parse_far_port(text)
