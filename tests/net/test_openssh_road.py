"""The road through a real OpenSSH server, by the `ssh` of a person with a configuration."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from net.link import Link
from net.local.audience import everyone
from net.local.tables import NoTableError, SeveralError
from net.openssh.address import ServerAddress, parse_server
from net.openssh.call import Call, QuestionError
from net.openssh.forward import LIST, FarSpot, read_listing
from net.openssh.road import ServerRoad
from net.ssh.errors import ConnectError, NotATable, Unreachable
from tests.net.local_parts import ME, left_behind, open_door, own_folder
from tests.net.local_parts import place as place  # noqa: PLC0414 - a fixture
from tests.net.ssh_parts import drain, file_of, free_port, read, until
from tests.net.sshd_parts import ACCOUNT, Server, needs_sshd, server

pytestmark = needs_sshd
STALL = 0.03
"""Seconds; a message that the server held back for its neighbour comes after 42 ms and more."""


@pytest.fixture
def there(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the program, and our `ssh` on the path."""
    with server(place, greeting="Welcome to the tilde") as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        yield found


@pytest.fixture
def bare(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server without the program."""
    with server(place, installed=False, greeting="Welcome to the tilde") as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        yield found


async def prepared(text: str = "ssh://tilde") -> ServerRoad:
    """A road on which the connection was made, as before a screen opens."""
    road = ServerRoad(parse_server(text))
    async with asyncio.timeout(30):
        await asyncio.to_thread(road.prepare)
    return road


async def fault_of(text: str = "ssh://tilde") -> ConnectError:
    """What comes of preparing a road that leads nowhere."""
    with pytest.raises(ConnectError) as error:
        await prepared(text)
    said = str(error.value)
    assert said.isprintable()
    assert said[-1].isprintable()
    return error.value


async def plays(road: ServerRoad, links: list[Link]) -> list[float]:
    """Bytes both ways over a link and over the one that is dialled after it; round trips."""
    times = []
    for number in range(2):
        async with asyncio.timeout(30):
            link = await road.dial()
            await until(lambda number=number: len(links) == number + 1)  # type: ignore[misc]
        at_host = links[number]
        assert link.identity == at_host.identity == f"uid:{ME}"
        for _ in range(25):
            start = time.monotonic()
            link.send(b"one")
            link.send(b"two")
            assert await read(at_host, 6) == b"onetwo"
            at_host.send(b"three")
            assert await read(link, 5) == b"three"
            times.append(time.monotonic() - start)
        link.send(b"bye")
        link.close()
        assert await drain(at_host) == b"bye"
    return sorted(times)


async def test_the_relay_carries_a_table(there: Server, place: Path) -> None:
    """`stammtisch relay` on the server; the uid is that of the account that ssh logged in."""
    async with open_door(everyone()) as door:
        road = await prepared(f"ssh://tilde/{ACCOUNT}")
        assert (road.account, road.uid) == (ACCOUNT, ME)
        times = await plays(road, door.links)
    assert times[len(times) // 4] < STALL


def left_over() -> list[Path]:
    """Sockets of a forwarding that outlived its connection."""
    return list(Path(tempfile.gettempdir()).glob(".stammtisch-*/t"))


async def test_without_the_program_a_socket_is_forwarded(bare: Server, place: Path) -> None:
    """One login for all of it; and no message waits for the 44 ms of a line that only forwards."""
    async with open_door(everyone()) as door:
        road = await prepared(f"ssh://tilde/{ACCOUNT}/one-hundred")
        assert (road.account, road.uid) == (ACCOUNT, ME)
        times = await plays(road, door.links)
    assert times[len(times) // 4] < STALL
    assert left_over() == []


@pytest.mark.parametrize("installed", [True, False])
async def test_several_tables_are_listed_and_none_is_said(
    place: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    """The same rules as on one machine, with the program there and without."""
    with server(place, installed=installed) as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        fault = await fault_of()
        assert isinstance(fault, NoTableError)
        assert "tilde" in str(fault)
        async with open_door(everyone()), open_door(everyone(), "mau-mau"):
            several = await fault_of()
            assert isinstance(several, SeveralError)
            assert set(several.tables) == {f"{ACCOUNT}/one-hundred", f"{ACCOUNT}/mau-mau"}
            (await (await prepared(f"ssh://tilde/{ACCOUNT}/mau-mau")).dial()).close()
            assert isinstance(await fault_of("ssh://tilde/nobody-here"), NoTableError)


async def test_a_table_that_was_killed_is_no_table(there: Server, place: Path) -> None:
    """A stale socket on the server is told apart from one that is there."""
    left_behind(own_folder(place), "old")
    assert isinstance(await fault_of(f"ssh://tilde/{ACCOUNT}/old"), NoTableError)


async def test_a_server_that_forwards_nothing_gets_its_sentence(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No program and no forwarding of sockets: what can be done about it is said."""
    with server(place, installed=False, settings="AllowStreamLocalForwarding no") as found:
        monkeypatch.setenv("PATH", found.environment["PATH"])
        async with open_door(everyone()):
            fault = await fault_of()
    assert fault.reason == "no_way_through"
    assert "Install the program there" in str(fault)


async def test_their_configuration_is_in_force_and_in_nobodys_way(
    there: Server, place: Path
) -> None:
    """A jump over another server; forwardings, a command and a terminal meant for a shell."""
    there.configure(
        *("Host behind", "  HostName 127.0.0.1", f"  Port {there.port}", f"  User {ACCOUNT}"),
        *(f"  IdentityFile {there.place}/me", "  ProxyJump tilde"),
        *("Host *", f"  LocalForward {there.port} localhost:1", "  RequestTTY force"),
        *("  RemoteCommand tmux attach", "  Compression yes", "  ForwardAgent yes"),
    )
    async with open_door(everyone()) as door:
        await plays(await prepared("ssh://behind"), door.links)


async def test_a_key_that_the_server_does_not_know(there: Server, place: Path) -> None:
    """The last words of ssh are in the sentence; later, nobody is asked behind a screen."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    file_of(there.place, key, "me")
    fault = await fault_of()
    assert isinstance(fault, NotATable)
    assert "does not let you log in" in str(fault)
    assert "Permission denied" in str(fault)
    with pytest.raises(QuestionError, match="would have to ask"):
        await ServerRoad(ServerAddress("tilde")).dial()


async def test_a_server_whose_key_has_changed(there: Server, place: Path) -> None:
    """Their program says no, and so do we."""
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
    (there.place / "known_hosts").write_text(f"[127.0.0.1]:{there.port} {other}")
    fault = await fault_of()
    assert fault.reason == "host_key_changed"
    assert "does not trust the key" in str(fault)


async def test_a_server_that_is_not_there(there: Server, place: Path) -> None:
    """Nobody listens; the sentence has what ssh said of it."""
    fault = await fault_of(f"ssh://tilde:{free_port()}")
    assert isinstance(fault, Unreachable)
    assert "refused" in str(fault)


async def test_a_machine_without_ssh(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program itself needs no ssh; this road does."""
    monkeypatch.setenv("PATH", str(place))
    assert (await fault_of()).reason == "no_ssh"


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("echo '\x1b]0;evil\x07\x1b[31mno' >&2; exit 255", "It said: "),
        ("exec yes", "no Stammtisch"),
        ("exit 0", "no table answered"),
        ("echo 'sh: stammtisch: not found' >&2; exit 1", "not installed"),
        ("echo '{\"stammtisch\":2}'; sleep 5", "another version"),
        ('echo \'{"stammtisch":1,"is":"open"}\'; sleep 5', "no Stammtisch table"),
        (
            'echo \'{"stammtisch":1,"is":"open","account":"a b","uid":1,"table":"x"}\'; sleep 5',
            "no Stammtisch table",
        ),
        (
            'echo \'{"stammtisch":1,"is":"open","account":"a","uid":65534,"table":"x"}\'; sleep 5',
            "Nobody can say",
        ),
        ('echo \'{"stammtisch":1,"no":"impostor"}\'', "another account listens"),
        ('echo \'{"stammtisch":1,"no":"version"}\'', "must upgrade"),
        ('echo \'{"stammtisch":1,"no":"several","tables":["a/b","x;y|sh",7]}\'', "a/b"),
    ],
)
async def test_whatever_answers_gets_a_sentence(
    place: Path, monkeypatch: pytest.MonkeyPatch, script: str, part: str
) -> None:
    """Foreign text is read as such, and no escape of it reaches the terminal (E1, F2)."""
    (place / "ssh").write_text(f'#!/bin/sh\ncase "$*" in *relay) read line;; esac\n{script}\n')
    (place / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    fault = await fault_of()
    assert part in str(fault)
    assert "x;y" not in str(fault)


async def test_the_far_command_is_always_the_same(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E1: the table's name is in the first line that is sent, and in no word of the command."""
    (place / "ssh").write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {place}/words\nhead -n 1 > {place}/line\nexit 255\n'
    )
    (place / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    await fault_of("ssh://me@server:2222/ann/one-hundred")
    words = (place / "words").read_text().splitlines()
    assert words[words.index("--") :] == ["--", "me@server", "stammtisch relay"]
    assert words[words.index("-p") + 1] == "2222"
    assert "Compression=no" in words
    assert (place / "line").read_text() == (
        '{"stammtisch":1,"want":"join","table":"ann/one-hundred"}\n'
    )


async def test_a_redial_asks_nobody_and_can_be_given_up(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the background: batch mode, a session of its own, and no process left when we leave."""
    (place / "ssh").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {place}/words\nexec sleep 600\n')
    (place / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    started: list[Call] = []

    def start(command: list[str], *, batch: bool, show: None) -> Call:
        started.append(Call(command, batch=batch, show=show))
        return started[-1]

    monkeypatch.setattr("net.openssh.road.Call", start)
    dialling = asyncio.create_task(ServerRoad(ServerAddress("server")).dial())
    await until(lambda: (place / "words").exists() and len(started) == 1)
    dialling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await dialling
    await until(lambda: started[0].process.poll() is not None)
    assert "BatchMode=yes" in (place / "words").read_text()


# What a server without the program lists

ROWS: tuple[str, ...] = (
    "drwx--x--x 3 ann staff 4096 Dec  1 04:26 /tmp/stammtisch-1000",
    "drwx--x--x 3 1000 50 4096 Dec  1 04:26 /tmp/stammtisch-1000",
    "drwxr-xr-x 2 1000 50 4096 Dec  1 04:26 /tmp/stammtisch-1000/everyone",
    "srw-rw-rw- 1 1000 50 0 Dec  1 04:26 /tmp/stammtisch-1000/everyone/one-hundred",
)


def test_a_listing_is_read() -> None:
    """Four rows a socket, whatever the shell says before them."""
    spot = FarSpot("/tmp/stammtisch-1000/everyone/one-hundred", 1000, "ann", "one-hundred")
    assert read_listing("\n".join(("Welcome", *ROWS, "bye"))) == [spot]
    assert read_listing("\r\n".join(ROWS)) == [spot]


@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (0, "drwx", "lrwx"),
        (1, "drwx--x--x", "lrwxrwxrwx"),
        (1, "drwx--x--x", "drwxrwx--x"),
        (1, "drwx--x--x", "drwx--x-wx"),
        (1, " 1000 50", " 666 50"),
        (1, "/tmp/stammtisch-1000", "/tmp/stammtisch-666"),
        (2, " 1000 50", " 666 50"),
        (2, "drwxr-xr-x", "drwxrwxrwx"),
        (2, "drwxr-xr-x", "lrwxrwxrwx"),
        (2, "1000/everyone", "666/everyone"),
        (3, "srw", "prw"),
        (3, "srw", "lrw"),
        (3, "one-hundred", "one hundred"),
        (3, "one-hundred", "a:b"),
        (3, "one-hundred", "${HOME}"),
        (3, "one-hundred", "%h"),
        (3, "one-hundred", "-x"),
        (3, "1000/everyone", "666/everyone"),
    ],
)
def test_a_listing_of_something_unsafe_is_left_out(row: int, old: str, new: str) -> None:
    """E2, seen from afar: the folder of the account in its name, no link, not writable by others.

    And no name that `ssh -L` would read as something else.
    """
    rows: list[str] = [*ROWS]
    assert old in rows[row]
    rows[row] = rows[row].replace(old, new, 1)
    if row == 0 and new == "lrwx":
        rows[1] = rows[1].replace("drwx", "lrwx")
    assert read_listing("\n".join(rows)) == []


async def test_a_name_with_a_line_end_cannot_pretend_to_be_a_listing(place: Path) -> None:
    """The command that lists puts a question mark for it, under every shell that is here."""
    own_folder(place, inner="everyone")
    fake = "x\n" + "\n".join(ROWS).replace("/", "_")
    left_behind(place / f"stammtisch-{ME}" / "everyone", fake[:60])
    left_behind(place / f"stammtisch-{ME}" / "everyone", "fine")
    for shell in ("sh", "bash", "zsh", "fish", "tcsh"):
        if shutil.which(shell) is None:
            continue
        process = await asyncio.create_subprocess_exec(
            *(shell, "-c", LIST),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        assert [spot.name for spot in read_listing(out.decode())] == ["fine"], shell
        assert out.decode().rstrip().endswith("stammtisch-listed")
