"""The listener carries bytes, and nobody there can harm another."""

import contextlib
import logging
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from net.link import Link
from net.ssh.errors import ConnectError, ListenError, Unreachable
from net.ssh.server import serve
from tests.net.ssh_parts import HERE, drain, house, open_link, read, stranger, until

NOBODY = 65534
KEY = asyncssh.generate_private_key("ssh-ed25519")


async def test_bytes_go_both_ways_with_proven_identities(tmp_path: Path) -> None:
    """E3: each end knows the other by the key that was proven, and all bytes arrive in order."""
    async with house(tmp_path) as there:
        link = await there.join()
        at_host = await there.link()
        assert at_host.identity == link.own_identity
        assert link.identity == f"key:{there.listener.fingerprint}"
        assert at_host.address == HERE

        data = random.Random(1).randbytes(300_000)
        for start in range(0, len(data), 1000):
            link.send(data[start : start + 1000])
            at_host.send(data[start : start + 1000])
        assert await read(at_host, len(data)) == data
        assert await read(link, len(data)) == data

        link.send(b"goodbye")
        link.close()
        assert await drain(at_host) == b"goodbye"
        assert (at_host.closed_because, link.closed_because) == ("ended", None)
        await link.wait_closed()


async def test_one_send_is_one_write(tmp_path: Path) -> None:
    """Transport trap 3: each frame goes out at once and in one packet, never in two halves."""
    async with house(tmp_path) as there, await stranger(there.port, KEY) as conn:
        channel, session = await open_link(conn)
        at_host = await there.link()
        sent = [bytes([number]) * (number + 1) for number in range(50)]
        for frame in sent:
            at_host.send(frame)
        await until(lambda: len(session.chunks) == len(sent))

        assert session.chunks == sent
        channel.close()


async def test_links_are_not_compressed_and_use_gcm(tmp_path: Path) -> None:
    """Peer links are never compressed (an oracle), and AES-GCM costs half of the default."""
    async with house(tmp_path) as there:
        link = await there.join()
        about = link._conn.get_extra_info
        assert "gcm" in about("send_cipher")
        assert about("send_compression") == about("recv_compression") == "none"
        assert about("server_version") == "SSH-2.0-Stammtisch"
        link.close()
        await link.wait_closed()
        wish = ["zlib@openssh.com", "none"]
        async with await stranger(there.port, KEY, compression_algs=wish) as conn:
            assert conn.get_extra_info("recv_compression") == "none"


async def test_a_fault_in_one_link_is_no_fault_of_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong while a link is taken up is logged and ends that link alone."""

    def stumble(_link: Link) -> None:
        if len(there.links) == 2:
            raise RuntimeError("of the table")

    async with house(tmp_path, on_link=stumble) as there:
        good = await there.join()
        bad = await there.join("bert")
        assert await bad.receive() == b""
        assert there.links[1].closed_because == "stopped"
        (await there.link()).send(b"fine")
        assert await read(good, 4) == b"fine"
        assert "could not be taken up" in caplog.text
        for link in (good, bad):
            link.close()
            await link.wait_closed()


async def test_a_fault_while_judging_a_key_is_a_no(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception never lets anybody in."""

    def stumble(_who: str, name: str) -> bool:
        if name == "bert":
            raise RuntimeError("of the list")
        return True

    async with house(tmp_path, admit=stumble) as there:
        with pytest.raises(ConnectError):
            await there.join("bert")
        assert "could not be judged" in caplog.text
        link = await there.join("anna")
        link.close()
        await link.wait_closed()


async def test_closing_the_listener_ends_everything(tmp_path: Path) -> None:
    """Guests are told why, the port is free again, and the key stays the same."""
    async with house(tmp_path) as there:
        link = await there.join()
        at_host = await there.link()
        at_host.send(b"goodbye")
        await there.listener.close()
        assert await drain(link) == b"goodbye"
        assert link.closed_because == "stopped"
        assert at_host.closed_because == "stopped"
        assert await at_host.receive() == b""
        with pytest.raises(Unreachable):
            await there.join()
        await link.wait_closed()
    async with house(tmp_path) as again:
        assert again.listener.fingerprint == there.listener.fingerprint


async def test_closing_one_link_leaves_the_listener(tmp_path: Path) -> None:
    """The host may end a link after its last words; the guest reads them and sees the end."""
    async with house(tmp_path) as there:
        link = await there.join()
        at_host = await there.link()
        at_host.send(b"out of the game")
        at_host.close()
        at_host.close()
        assert await drain(link) == b"out of the game"
        assert link.closed_because == "ended"
        assert at_host.closed_because is None
        await link.wait_closed()
        again = await there.join()
        again.close()
        await again.wait_closed()


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("192.0.2.1", 0, "bad_address"),
        ("no.such.host.invalid", 0, "bad_address"),
        (HERE, 70_000, "cannot_listen"),
        ("a" * 70 + ".example", 0, "bad_address"),
    ],
)
async def test_a_place_to_listen_that_is_none_is_said(
    tmp_path: Path, host: str, port: int, reason: str
) -> None:
    """Each gets one sentence and no traceback."""
    with pytest.raises(ListenError) as refused:
        await serve(
            host=host,
            port=port,
            key_dir=tmp_path,
            admit=lambda _who, _name: True,
            on_link=lambda _link: None,
        )
    assert refused.value.reason == reason
    assert str(refused.value).endswith(".")
    assert "Errno" not in str(refused.value)


async def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    """The commonest fault when hosting names the port and what to do."""
    async with house(tmp_path) as there:
        with pytest.raises(ListenError, match=f"Port {there.port} is already in use") as refused:
            await serve(
                host=HERE,
                port=there.port,
                key_dir=tmp_path / "host",
                admit=lambda _who, _name: True,
                on_link=lambda _link: None,
            )
        assert refused.value.reason == "in_use"


@contextlib.contextmanager
def _somebody_without_rights() -> Iterator[None]:
    """The tests may run as root, whom no port is refused."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(mine)


async def test_a_port_of_the_system_is_refused_in_words() -> None:
    """Ports below 1024 need rights that a card game should not have."""
    with (
        _somebody_without_rights(),
        tempfile.TemporaryDirectory() as place,
        pytest.raises(ListenError, match="above 1023"),
    ):
        await serve(
            host=HERE,
            port=1,
            key_dir=Path(place) / "keys",
            admit=lambda _who, _name: True,
            on_link=lambda _link: None,
        )


async def test_names_and_commands_stay_out_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """E4: people type codes where a user name or a command belongs; neither is ever logged."""
    caplog.set_level(logging.INFO)
    async with (
        house(tmp_path) as there,
        await stranger(there.port, KEY, username="secret-name") as conn,
    ):
        done = await conn.run("secret-command", env={"TERM": "secret-term"})
        assert done.exit_status == 1
    assert "exec from" in caplog.text
    assert "secret" not in caplog.text
