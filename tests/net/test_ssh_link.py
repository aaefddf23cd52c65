"""The in-process link behaves like a real road: ordered, bounded, never re-entrant."""

import asyncio

import pytest

from net.link import Inbox, memory_pair
from tests.net.ssh_parts import drain, read


async def test_bytes_arrive_in_order_both_ways() -> None:
    """What one end sends is what the other reads, however many pieces it was."""
    first, second = memory_pair("local:anna", "local:host")
    for number in range(100):
        first.send(bytes([number]))
        second.send(bytes([number, number]))

    assert await read(second, 100) == bytes(range(100))
    assert await read(first, 200) == b"".join(bytes([number, number]) for number in range(100))
    assert (first.identity, second.identity) == ("local:anna", "local:host")
    assert first.address == "local"


async def test_what_is_sent_arrives_in_a_later_turn() -> None:
    """Nobody's code runs inside somebody else's `send`; a reader wakes in a later turn."""
    first, second = memory_pair("a", "b")
    seen: list[bytes] = []

    async def reader() -> None:
        seen.append(await second.receive())

    reading = asyncio.create_task(reader())
    await asyncio.sleep(0)
    first.send(b"one")
    assert seen == []
    await reading
    assert seen == [b"one"]


async def test_closing_one_end_ends_the_other_after_what_was_sent() -> None:
    """A goodbye that was sent before closing is still read; then both ends are at their end."""
    first, second = memory_pair("a", "b")
    first.send(b"goodbye")
    first.close()
    first.close()
    first.send(b"too late")

    assert await drain(second) == b"goodbye"
    assert second.closed_because == "ended"
    assert await first.receive() == b""
    assert first.closed_because is None
    second.send(b"into the void")
    second.close()
    assert await first.receive() == b""


async def test_an_end_that_does_not_read_is_cut_off() -> None:
    """G12: bytes that wait are bounded in memory too; beyond the limit the link ends as slow."""
    first, second = memory_pair("a", "b", limit=1000)
    first.send(b"x" * 600)
    first.send(b"y" * 600)

    assert first.closed_because == "slow"
    assert second.closed_because == "slow"
    assert await second.receive() == b""
    assert await first.receive() == b""


async def test_reading_makes_room_again() -> None:
    """The limit counts what waits, not what was ever sent."""
    first, second = memory_pair("a", "b", limit=1000)
    for _ in range(50):
        first.send(b"x" * 900)
        assert len(await read(second, 900)) == 900

    assert first.closed_because is None


async def test_two_readers_are_a_mistake_that_is_said() -> None:
    """Bytes shared between two readers would be a riddle, so the second one fails at once."""
    first, second = memory_pair("a", "b")
    reading = asyncio.create_task(second.receive())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="two readers"):
        await second.receive()
    first.send(b"x")
    assert await reading == b"x"


async def test_a_cancelled_reader_leaves_the_bytes_to_the_next() -> None:
    """Giving up on a read loses nothing."""
    inbox = Inbox()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await inbox.get()
    inbox.put(b"kept")

    assert await inbox.get() == b"kept"
    inbox.put(b"unread")
    inbox.end()
    inbox.put(b"dropped")
    assert inbox.ended
    assert await inbox.get() == b"unread"
    assert await inbox.get() == b""
