"""Joining: every way in which there is no link has a word of its own."""

import asyncio
import contextlib
import os
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from net.ssh.errors import (
    AddressError,
    ConnectError,
    ConnectionLost,
    HostKeyChanged,
    NotAdmitted,
    NotATable,
    Unreachable,
)
from net.ssh.keys import fingerprint, guest_key, identity
from tests.net.ssh_parts import (
    HERE,
    KEY,
    Killed,
    file_of,
    free_port,
    house,
    join,
    leave,
    ordinary,
    until,
)

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin")


@contextlib.asynccontextmanager
async def speaking(first: bytes, *, end: bool = True) -> AsyncIterator[int]:
    """A server that says something which is not our SSH, and the port it says it on."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            writer.write(first)
            if not end:
                await reader.read()
            writer.close()
            await writer.wait_closed()

    server = await asyncio.start_server(answer, HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0.02)


def is_a_sentence(error: ConnectError) -> bool:
    """Whether a person can read it: no codes, no class names, no control characters."""
    text = str(error)
    return (
        text[-1] in ".?"
        and text.isprintable()
        and not any(word in text for word in ("Errno", "Error", "asyncssh", "Exception", "None"))
    )


async def test_nobody_listens(tmp_path: Path) -> None:
    """A refused connection asks whether the table is open and the port right."""
    for host in (HERE, "localhost"):
        with pytest.raises(Unreachable, match="Nobody listens") as error:
            await join(tmp_path, free_port(), host)
        assert error.value.reason == "refused"
        assert is_a_sentence(error.value)


@pytest.mark.parametrize("name", ["no.such.host.invalid", "a" * 64 + ".invalid", "a..b"])
async def test_nobody_has_that_name(tmp_path: Path, name: str) -> None:
    """A name without an address is another thing than a closed door."""
    with pytest.raises(Unreachable, match="No machine called") as error:
        await join(tmp_path, 1, name)
    assert error.value.reason == "unknown_name"
    assert is_a_sentence(error.value)


async def test_there_is_no_route(tmp_path: Path) -> None:
    """An address that no packet can reach says that the network may be down."""
    with pytest.raises(Unreachable) as error:
        await join(tmp_path, 1, "fe80::1%lo", timeout=2.0)
    assert error.value.reason in ("no_route", "timeout")
    assert is_a_sentence(error.value)


async def test_nobody_answers_in_time(tmp_path: Path) -> None:
    """A door behind which nobody takes the connection ends after the time that was given."""
    with socket.socket() as full:
        full.bind((HERE, 0))
        full.listen(0)
        fillers = [socket.socket() for _ in range(8)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(full.getsockname())
        try:
            with pytest.raises(Unreachable, match="did not") as error:
                await join(tmp_path, full.getsockname()[1], timeout=0.5)
        finally:
            for filler in fillers:
                filler.close()
    assert error.value.reason in ("timeout", "silent")
    assert is_a_sentence(error.value)


async def test_somebody_takes_the_connection_and_says_nothing(tmp_path: Path) -> None:
    """The time limit holds for the whole login, not only for the connection."""
    async with speaking(b"", end=False) as port:
        with pytest.raises(Unreachable, match="did not finish the login") as error:
            await join(tmp_path, port, timeout=0.3)
    assert error.value.reason == "silent"


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n" * 2000, "not_ssh"),
        (b"\x16\x03\x01" + b"\x00" * 20_000, "not_ssh"),
        (b"SSH-1.5-old\r\n", "not_ssh"),
        (b"SSH-2.0-dropbear\r\n" + b"\xff" * 500, "not_ours"),
    ],
)
async def test_something_else_answers(tmp_path: Path, first: bytes, reason: str) -> None:
    """A web server or an odd one is named as what it is, and its words are not repeated."""
    async with speaking(first) as port:
        with pytest.raises(NotATable) as error:
            await join(tmp_path, port)
    assert error.value.reason == reason
    assert is_a_sentence(error.value)
    assert not (tmp_path / "known_hosts").exists()


async def test_the_connection_breaks_while_joining(tmp_path: Path) -> None:
    """A door that closes at once is told apart from one that was never there."""
    for first in (b"", b"SSH-2.0-Stammtisch\r\n"):
        async with speaking(first) as port:
            with pytest.raises(ConnectionLost) as error:
                await join(tmp_path, port)
        assert is_a_sentence(error.value)


@pytest.mark.skipif(SSHD is None, reason="no OpenSSH server is installed")
async def test_the_sshd_of_a_system_is_no_table(tmp_path: Path) -> None:
    """The commonest mistake, port 22 for 8822, gets its sentence from a real sshd."""
    assert SSHD is not None
    port = free_port()
    place = Path(tempfile.mkdtemp())
    nobody = 65534 if os.geteuid() == 0 else None  # as root it wants a directory of the system
    key = file_of(place, KEY)
    (place / "config").write_text(
        f"Port {port}\nListenAddress {HERE}\nHostKey {key}\nPidFile none\nUsePAM no\n"
    )
    if nobody is not None:
        for path in (place, key, place / "config"):
            os.chown(path, nobody, nobody)
    process = await asyncio.create_subprocess_exec(
        *(SSHD, "-D", "-e", "-f", str(place / "config")),
        stderr=asyncio.subprocess.PIPE,
        user=nobody,
    )
    assert process.stderr is not None
    try:
        said = await asyncio.wait_for(process.stderr.readline(), 10)
        if b"listening" not in said.lower():
            pytest.fail(f"sshd did not start: {said!r}")
        with pytest.raises(NotATable) as error:
            await join(tmp_path, port)
        assert error.value.reason == "not_ours"
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()
        shutil.rmtree(place)


async def test_a_table_of_another_version_says_who_must_upgrade(tmp_path: Path) -> None:
    """G7: the name of the subsystem carries the version; a mismatch is refused in words."""
    seen: list[str] = []
    async with ordinary(seen, server_version="Stammtisch") as port:
        with pytest.raises(NotATable, match="must upgrade") as error:
            await join(tmp_path, port)

    assert error.value.reason == "other_version"
    assert is_a_sentence(error.value)
    assert set(seen) == {identity(guest_key(tmp_path / "keys"))}


async def test_a_host_that_is_killed_while_it_is_asked_is_no_other_version(tmp_path: Path) -> None:
    """A2: whoever comes in at that moment tries again; "another version" would be final."""
    async with ordinary([], Killed, server_version="Stammtisch") as port:
        with pytest.raises(ConnectionLost) as error:
            await join(tmp_path, port)

    assert error.value.reason == "lost"


async def test_a_guest_who_is_not_let_in_gets_the_fingerprint_to_give(tmp_path: Path) -> None:
    """The sentence holds exactly what the host has to be told."""
    async with house(tmp_path, admit=lambda _who, _name: False) as there:
        with pytest.raises(NotAdmitted) as error:
            await there.join()

    own = fingerprint(guest_key(tmp_path / "anna"))
    assert error.value.fingerprint == own
    assert own in str(error.value)
    assert [who for who, _ in there.asked] == [f"key:{own}"]


@pytest.mark.parametrize("name", ["an\x00na", "a\u202eb", "x" * 2000])
async def test_a_name_that_ssh_cannot_carry_is_said(tmp_path: Path, name: str) -> None:
    """It neither raises something raw nor hangs."""
    async with house(tmp_path) as there:
        with pytest.raises((AddressError, ConnectError)) as error:
            await there.join("anna", username=name)
        assert str(error.value).endswith(".")


async def test_giving_up_leaves_nothing_behind(tmp_path: Path) -> None:
    """A join that is cancelled at any moment closes what it had opened."""
    async with house(tmp_path) as there:
        for number in range(12):
            joining = asyncio.create_task(there.join())
            await asyncio.sleep(number * 0.004)
            joining.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await leave(await joining)
        await until(lambda: there.listener.connections == (0, 0))
        await leave(await there.join())


async def test_a_whole_evenings_guests_arrive_at_once(tmp_path: Path) -> None:
    """More guests than there are places at the door all get in, each trying again by itself."""
    async with house(tmp_path) as there:
        links = await asyncio.gather(
            *(there.join(f"guest{number}", timeout=60.0) for number in range(20))
        )
        assert len({link.own_identity for link in links}) == 20
        assert there.listener.connections == (0, 20)
        for link in links:
            await leave(link)


def test_the_errors_are_one_tree() -> None:
    """Whoever catches the base catches all; each class has a code of its own."""
    made: list[Callable[[], ConnectError]] = [
        lambda: Unreachable("x."),
        lambda: HostKeyChanged("x", expected="a", shown="b"),
        lambda: NotAdmitted("x", "a"),
        lambda: NotATable("x."),
        lambda: ConnectionLost("x."),
    ]
    assert len({make().reason for make in made}) == len(made)
