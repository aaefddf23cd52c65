"""Whatever a stranger can make grow has an end, and what was taken is given back (G11, G12)."""

import asyncio
import contextlib
import random
from pathlib import Path

import asyncssh
import pytest

from net.ssh.errors import ConnectError
from net.ssh.limits import Limits
from net.ssh.stream import STATUS
from tests.net.ssh_parts import HERE, house, open_link, read, stranger, until

KEY = asyncssh.generate_private_key("ssh-ed25519")


async def test_a_guest_who_does_not_read_is_cut_and_the_others_play_on(tmp_path: Path) -> None:
    """G12: the bytes that wait for one link are bounded; the link ends as slow, alone."""
    async with house(tmp_path, limits=Limits(queue=100_000)) as there:
        good = await there.join()
        good_at_host = await there.link()
        async with await stranger(there.port, KEY) as conn:
            channel, session = await open_link(conn, window=4096)
            channel.pause_reading()
            at_host = await there.link(1)
            while at_host.closed_because is None:
                at_host.send(b"x" * 1000)

            assert at_host.closed_because == "slow"
            assert await at_host.receive() == b""
            at_host.send(b"ignored")
            channel.resume_reading()
            await until(lambda: session.ended)
            assert channel.get_exit_status() == STATUS["slow"]
        good_at_host.send(b"still here")
        assert await read(good, 10) == b"still here"
        good.close()
        await good.wait_closed()


async def test_a_window_of_gigabytes_does_not_fill_the_host(tmp_path: Path) -> None:
    """The library writes what a window allows; what then waits in the socket is bounded too."""
    async with house(tmp_path, limits=Limits(queue=200_000)) as there:
        conn = await stranger(there.port, KEY)
        await open_link(conn, window=1 << 30)
        transport = conn._transport
        assert transport is not None
        transport.pause_reading()  # reads nothing at all from now on
        at_host = await there.link()
        sent = 0
        while at_host.closed_because is None:
            at_host.send(b"x" * 10_000)
            sent += 10_000
            assert sent < 100_000_000
            await asyncio.sleep(0)

        assert at_host.closed_because == "slow"
        await until(lambda: there.listener.connections == (0, 0))
        conn.abort()
        await conn.wait_closed()


async def test_a_host_that_does_not_read_holds_two_windows_and_loses_nothing(
    tmp_path: Path,
) -> None:
    """Backpressure: what a guest floods stays with the guest until somebody reads."""
    async with (
        house(tmp_path, limits=Limits(window=10_000)) as there,
        await stranger(there.port, KEY) as conn,
    ):
        channel, _ = await open_link(conn)
        at_host = await there.link()
        data = random.Random(2).randbytes(500_000)
        channel.write(data)
        await asyncio.sleep(0.2)
        held = len(at_host._inbox)  # type: ignore[attr-defined]
        assert 10_000 < held <= 20_000
        assert await read(at_host, len(data)) == data


async def test_the_environment_of_a_stranger_is_not_kept(tmp_path: Path) -> None:
    """Two thousand variables of 30 kB once took 61 MB; now a few names and four kilobytes stay."""
    flood = {f"JUNK{number}": "x" * 30_000 for number in range(200)}
    flood |= {"TERM": "xterm", "LC_ALL": "C", "LC_CTYPE": "y" * 5000, "LD_PRELOAD": "z"}
    async with house(tmp_path) as there, await stranger(there.port, KEY) as conn:
        await open_link(conn, env=flood)
        at_host = await there.link()
        kept = at_host._channel.get_environment()  # type: ignore[attr-defined]
        assert dict(kept) == {"TERM": "xterm", "LC_ALL": "C"}


async def test_a_connection_has_only_a_few_channels(tmp_path: Path) -> None:
    """The fifth channel is refused in words; after one is closed there is room again."""
    async with house(tmp_path) as there, await stranger(there.port, KEY) as conn:
        channels = [(await open_link(conn))[0] for _ in range(4)]
        with pytest.raises(asyncssh.ChannelOpenError, match="only a few channels"):
            await open_link(conn)
        channels[0].close()
        await channels[0].wait_closed()
        await open_link(conn)
        assert len(there.links) == 5


async def test_silent_connections_do_not_keep_friends_out(tmp_path: Path) -> None:
    """E4: when the places at the door are full the oldest stranger goes; a friend comes in."""
    async with house(tmp_path, limits=Limits(login_timeout=30)) as there:
        silent = [await asyncio.open_connection(HERE, there.port) for _ in range(11)]
        for reader, _ in silent[:3]:
            assert await asyncio.wait_for(reader.read(), 5)  # to its end: our version, then the no
        assert there.listener.connections == (8, 0)
        link = await there.join()
        assert there.listener.connections == (7, 1)
        link.close()
        await link.wait_closed()
        for _, writer in silent:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)
    assert there.listener.connections == (0, 0)


async def test_whoever_does_not_log_in_is_sent_away(tmp_path: Path) -> None:
    """The login has a time limit; sixty seconds by default, since people type passphrases."""
    assert Limits().login_timeout == 60
    async with house(tmp_path, limits=Limits(login_timeout=0.2)) as there:
        reader, writer = await asyncio.open_connection(HERE, there.port)
        assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"SSH-2.0-Stammtisch")
        assert there.listener.connections == (0, 0)
        writer.close()
        await writer.wait_closed()


async def test_nonsense_and_broken_logins_leave_nothing_behind(tmp_path: Path) -> None:
    """G11: two hundred aborted or senseless connections leave no place taken and harm nobody."""
    dice = random.Random(3)
    async with house(tmp_path) as there:
        link = await there.join()
        at_host = await there.link()
        for number in range(200):
            reader, writer = await asyncio.open_connection(HERE, there.port)
            if number % 2:
                writer.write(b"SSH-2.0-x\r\n")
            writer.write(dice.randbytes(dice.randrange(400)))
            if number % 3:
                await reader.read(dice.randrange(1, 2000))
            writer.transport.abort()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        await until(lambda: there.listener.connections == (0, 1))

        link.send(b"still here")
        assert await read(at_host, 10) == b"still here"
        link.close()
        await link.wait_closed()


async def test_an_agent_with_very_many_keys_is_told(tmp_path: Path) -> None:
    """Thirty keys may be offered, not endlessly many."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(32)]
    async with house(tmp_path, admit=lambda _who, _name: False) as there:
        with pytest.raises(asyncssh.DisconnectError, match="Too many keys"):
            await stranger(there.port, list(keys))
        assert len(there.asked) == 30


async def test_one_identity_cannot_take_all_places(tmp_path: Path) -> None:
    """A4: the fifth connection of one key ends the first, in words that its program understands."""
    async with house(tmp_path) as there:
        links = [await there.join() for _ in range(5)]
        assert await links[0].receive() == b""
        assert links[0].closed_because == "crowded"
        assert [link.closed_because for link in links[1:]] == [None] * 4
        assert (await there.link()).closed_because == "crowded"
        for link in links:
            link.close()
            await link.wait_closed()


async def test_a_full_table_says_so(tmp_path: Path) -> None:
    """When everybody inside has logged in, the newest is told that there is no room."""
    async with house(tmp_path, limits=Limits(connections=2)) as there:
        links = [await there.join(name) for name in ("anna", "bert")]
        with pytest.raises(ConnectError) as refused:
            await there.join("cleo", timeout=1.0)
        # The words may be lost with a connection that ends at once; a sentence is there either way.
        assert refused.value.reason in ("full", "lost")
        assert [link.closed_because for link in links] == [None, None]
        for link in links:
            link.close()
            await link.wait_closed()


async def test_a_dead_line_is_noticed(tmp_path: Path) -> None:
    """G11: a line that carries nothing more and never says so ends in keepalive times three."""
    dead = asyncio.Event()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if not dead.is_set():
                writer.write(data)

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(HERE, there.port)
        try:
            await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            far_writer.close()

    limits = Limits(keepalive_interval=0.1, keepalive_count=3)
    async with house(tmp_path, limits=limits) as there:
        proxy = await asyncio.start_server(between, HERE, 0)
        link = await there.join(port=proxy.sockets[0].getsockname()[1])
        at_host = await there.link()
        quiet = asyncio.create_task(at_host.receive())
        await asyncio.sleep(1.0)
        assert not quiet.done()  # a line that is only quiet stays
        dead.set()
        assert await asyncio.wait_for(quiet, 5) == b""
        assert at_host.closed_because == "lost"
        proxy.close()
        link.close()
        link._conn.abort()
        await link.wait_closed()
        await asyncio.sleep(0.05)
