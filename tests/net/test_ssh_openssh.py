"""The real OpenSSH client meets the listener: it gets words, and never anything else."""

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest

from net.ssh.keys import fingerprint, identity
from net.ssh.refusals import WORDS
from net.ssh.stream import SUBSYSTEM
from tests.net.ssh_parts import (
    HERE,
    House,
    drain,
    file_of,
    free_port,
    house,
    needs_ssh,
    read,
    until,
)

KEY = asyncssh.generate_private_key("ssh-ed25519")
pytestmark = needs_ssh


@dataclass(frozen=True)
class Said:
    """What a program said and how it ended."""

    code: int
    out: str
    error: str


def options(there: House, key: asyncssh.SSHKey) -> list[str]:
    """One key, no configuration, and nothing asked of anybody."""
    return [
        *("-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no"),
        *("-o", f"UserKnownHostsFile={there.place / 'seen'}", "-o", "GlobalKnownHostsFile=none"),
        *("-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "LogLevel=INFO"),
        *("-o", f"IdentityFile={file_of(there.place / 'openssh', key)}"),
        *("-o", f"Port={there.port}"),
    ]


async def openssh(there: House, *arguments: str, program: str = "ssh", feed: bytes = b"") -> Said:
    """Run the system's ssh or sftp against the listener."""
    process = await asyncio.create_subprocess_exec(
        program,
        *options(there, KEY),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(20):
        out, error = await process.communicate(feed)
    assert process.returncode is not None
    return Said(process.returncode, out.decode(), error.decode())


@pytest.mark.parametrize(
    "arguments",
    [
        ("me@127.0.0.1",),
        ("127.0.0.1", "id"),
        ("127.0.0.1", "rm -rf /"),
        ("127.0.0.1", "scp -t /"),
        ("-A", "127.0.0.1"),
        ("-X", "127.0.0.1"),
        ("-tt", "127.0.0.1"),
        ("-tt", "127.0.0.1", "sh"),
        ("-C", "127.0.0.1"),
    ],
)
async def test_a_shell_and_a_command_are_refused_in_words(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """Whatever is asked for, one sentence says what this is and how to join; the code is 1."""
    async with house(tmp_path) as there:
        said = await openssh(there, *arguments)

    assert said.code == 1
    assert said.out == ""
    assert said.error.count(WORDS) == 1
    assert there.links == []


async def test_the_words_fit_a_raw_terminal(tmp_path: Path) -> None:
    """With a terminal the line ends so that the next one starts at the left."""
    async with house(tmp_path) as there:
        said = await openssh(there, "-tt", HERE)

    assert f"{WORDS}\r\n" in said.error


@pytest.mark.skipif(shutil.which("sftp") is None, reason="sftp is not installed")
async def test_sftp_is_refused_in_words(tmp_path: Path) -> None:
    """No file ever goes through the table."""
    async with house(tmp_path) as there:
        said = await openssh(there, HERE, program="sftp")

    assert said.code != 0
    assert WORDS in said.error


@pytest.mark.parametrize("name", ["netconf", "x" * 5000, "stammtisch"])
async def test_another_subsystem_is_refused_in_words(tmp_path: Path, name: str) -> None:
    """Whatever else is asked for under a name, the same sentence answers."""
    async with house(tmp_path) as there:
        said = await openssh(there, "-s", HERE, name)

    assert said.code == 1
    assert WORDS in said.error


@pytest.mark.parametrize("name", ["stammtisch@v2", "stammtisch@v0", "stammtisch@"])
async def test_another_version_is_refused_plainly(tmp_path: Path, name: str) -> None:
    """A program of another version gets the no that it can tell from everything else."""
    async with house(tmp_path) as there:
        said = await openssh(there, "-s", HERE, name)

    assert said.code == 255
    assert "subsystem request failed" in said.error
    assert there.links == []


async def test_a_way_through_the_host_is_refused_in_words(tmp_path: Path) -> None:
    """-W and -L: the table is no step to the network of the host, not even to the host itself."""
    async with house(tmp_path) as there:
        said = await openssh(there, "-W", f"{HERE}:{there.port}", HERE)
        assert said.code != 0
        assert WORDS in said.error
        assert "administratively prohibited" in said.error

        assert WORDS in await through(there, f"{HERE}:{there.port}")
        assert WORDS in await through(there, "/run/some.socket")


async def through(there: House, target: str) -> str:
    """Forward a local port through the listener, connect to it, and hand back what ssh said."""
    port = free_port()

    async def poke() -> bytes:
        while True:
            try:
                reader, writer = await asyncio.open_connection(HERE, port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            data = await reader.read()
            writer.close()
            await writer.wait_closed()
            return data

    process = await asyncio.create_subprocess_exec(
        *("ssh", *options(there, KEY), "-N", "-L", f"{HERE}:{port}:{target}", HERE),
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(10):
            assert await poke() == b""
    finally:
        process.terminate()
        _, error = await process.communicate()
    return error.decode()


async def test_listening_on_the_host_is_refused(tmp_path: Path) -> None:
    """-R: nobody opens a port or a socket on the host's machine."""
    async with house(tmp_path) as there:
        for target in (f"0:{HERE}:1", f"{tmp_path}/planted:{HERE}:1"):
            said = await openssh(there, "-N", "-o", "ExitOnForwardFailure=yes", "-R", target, HERE)
            assert said.code != 0
            assert "remote port forwarding failed" in said.error
        assert not (tmp_path / "planted").exists()


async def test_agent_and_x11_are_not_taken(tmp_path: Path) -> None:
    """-A and -X: the host gets neither the guest's keys nor the guest's screen."""
    async with house(tmp_path) as there, await other_client(there) as conn:
        for request in (b"auth-agent-req@openssh.com", b"x11-req"):
            channel, _ = await conn.create_session(
                asyncssh.SSHClientSession[bytes], subsystem=SUBSYSTEM, encoding=None
            )
            arguments = (
                b"\0"
                + b"".join(_string(text) for text in (b"MIT-MAGIC-COOKIE-1", b"00"))
                + b"\0\0\0\0"
                if request == b"x11-req"
                else b""
            )
            assert await channel._make_request(request, arguments) is False
            channel.close()
        assert conn.get_extra_info("server_version") == "SSH-2.0-Stammtisch"


def _string(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


async def other_client(there: House) -> asyncssh.SSHClientConnection:
    """An asyncssh client with the key of these tests."""
    return await asyncssh.connect(
        HERE, there.port, username="x", client_keys=[KEY], known_hosts=None, config=None
    )


async def test_a_key_that_is_not_let_in_is_told(tmp_path: Path) -> None:
    """No silent refusal: the guest reads which key to give to the host."""
    async with house(tmp_path, admit=lambda _who, _name: False) as there:
        said = await openssh(there, HERE)

    assert said.code == 255
    assert "This Stammtisch card table does not know this key" in said.error
    assert fingerprint(KEY) in said.error
    assert "Permission denied (publickey)" in said.error


async def test_the_game_goes_through_the_real_client(tmp_path: Path) -> None:
    """`ssh -s` carries the bytes of a link both ways, with the identity of its key."""
    async with house(tmp_path) as there:
        process = await asyncio.create_subprocess_exec(
            *("ssh", *options(there, KEY), "-s", HERE, SUBSYSTEM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert process.stdin is not None
        process.stdin.write(b"from the guest")
        link = await there.link()
        assert link.identity == identity(KEY)
        assert await read(link, 14) == b"from the guest"
        link.send(b"from the host")
        link.close()
        async with asyncio.timeout(10):
            out, _ = await process.communicate()

    assert out == b"from the host"


async def test_the_end_of_the_input_is_the_end_of_the_link(tmp_path: Path) -> None:
    """A guest who sends nothing more has left; what they sent before is still read."""
    async with house(tmp_path) as there:
        running = asyncio.create_task(openssh(there, "-s", HERE, SUBSYSTEM, feed=b"goodbye"))
        link = await there.link()
        assert await drain(link) == b"goodbye"
        assert link.closed_because == "ended"
        await running
        await until(lambda: there.listener.connections == (0, 0))


async def test_a_killed_guest_leaves_nothing_behind(tmp_path: Path) -> None:
    """The link of a program that was killed ends as lost, and its place is free again."""
    async with house(tmp_path) as there:
        process = await asyncio.create_subprocess_exec(
            *("ssh", *options(there, KEY), "-s", HERE, SUBSYSTEM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        link = await there.link()
        process.kill()
        await process.communicate()
        assert await drain(link) == b""
        assert link.closed_because == "lost"
        await until(lambda: there.listener.connections == (0, 0))
