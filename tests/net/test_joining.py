"""The shell around a guest: dialling again, ends that are final, faults that reach somebody."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from net import bodies, framing
from net import joining as line
from net import messages as m
from net.autoplay import autoplay
from net.guest import Guest
from net.joining import WAITS, Joining
from net.link import Link, memory_pair
from net.session import End, Session
from net.ssh.errors import (
    HostKeyChanged,
    KeyFileError,
    NotAdmitted,
    NotATable,
    RoadError,
    Unreachable,
)
from net.updates import Closed, Offline, Seated, Update
from tests.net.rooms_in_memory import Room, luck, others

FINAL: list[RoadError] = [
    NotAdmitted("host", "SHA256:x"),
    HostKeyChanged("host", expected="SHA256:x", shown="SHA256:y"),
    NotATable("something else answers"),
    KeyFileError("the key cannot be read", Path("key")),
]
WELCOME = m.Welcome(m.PROTOCOL, "1", "table", 0, False, False)


class Far:
    """A host made by hand: the far end of each connection that a guest dials."""

    def __init__(
        self, *faults: Exception, sleep: Callable[[float], Awaitable[None]] | None = None
    ) -> None:
        self.faults: Sequence[Exception] = faults
        self.ends: list[tuple[Link, Session]] = []
        self.near: list[Link] = []
        self.slept: list[float] = []
        self.updates: list[Update] = []
        self.joining = Joining(Guest("ann", b"startofa", "1"), self.dial, sleep=sleep or self.sleep)
        self.joining.on_update = self.updates.append

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

    async def dial(self) -> Link:
        await asyncio.sleep(0)
        if self.faults:
            fault, *self.faults = self.faults
            raise fault
        here, there = memory_pair("key:ann", "key:host")
        self.ends.append((here, Session(End.HOST)))
        self.near.append(there)
        return there

    async def start(self) -> "asyncio.Task[Closed]":
        await self.joining.connect()
        return asyncio.get_running_loop().create_task(self.joining.run())

    async def hear(self, number: int = -1) -> list[m.Message]:
        """What the guest says next on a connection."""
        link, session = self.ends[number]
        return list(session.receive(await link.receive()))

    def say(self, *messages: m.Message, number: int = -1) -> None:
        link, session = self.ends[number]
        link.send(b"".join(map(session.send, messages)))

    async def welcome(self, number: int = -1) -> None:
        assert [type(one) for one in await self.hear(number)] == [m.Hello]
        self.say(WELCOME, number=number)
        await asyncio.sleep(0.01)

    async def dialled(self, times: int) -> None:
        async with asyncio.timeout(5):
            while len(self.ends) < times:  # noqa: ASYNC110 - whoever dials is another task
                await asyncio.sleep(0)


async def _closed(run: "asyncio.Task[Closed]") -> Closed:
    async with asyncio.timeout(5):
        return await run


async def test_it_dials_again_with_longer_and_longer_waits() -> None:
    """A line that breaks is dialled again after 0.5, 1, 2, 4, 8, 8 … seconds; each wait is said,
    and a welcome begins them anew.
    """
    far = Far()
    run = await far.start()
    await far.welcome()
    far.faults = [Unreachable("nobody answers") for _ in range(6)]
    far.ends[0][0].close()
    await far.dialled(2)
    assert far.slept == [*WAITS, WAITS[-1], WAITS[-1]]
    await far.welcome()
    far.ends[1][0].close()
    await far.dialled(3)

    assert far.slept[7:] == [WAITS[0]]
    waits = [one for one in far.updates if isinstance(one, Offline)]
    assert [one.seconds for one in waits] == far.slept
    assert [one.reason for one in waits[:2]] == ["ended", "unreachable"]
    assert len([one for one in far.updates if isinstance(one, Seated)]) == 2
    far.joining.leave()
    assert await _closed(run) == Closed("leaving")


@pytest.mark.parametrize("fault", FINAL, ids=lambda one: type(one).__name__)
async def test_some_faults_are_not_tried_again(fault: RoadError) -> None:
    """A host that shows another key, or does not know us, stays so: the sentence is shown once."""
    far = Far()
    run = await far.start()
    await far.welcome()
    far.faults = [fault]
    far.ends[0][0].close()

    assert await _closed(run) == Closed(fault.reason, str(fault))
    assert far.updates[-1] == Closed(fault.reason, str(fault))
    assert others() == set()


async def test_the_first_dial_says_what_went_wrong() -> None:
    """Nobody waits for a host that was never reached."""
    far = Far(Unreachable("nobody answers"))
    with pytest.raises(Unreachable, match="nobody answers"):
        await far.start()

    assert others() == set()


@pytest.mark.parametrize("reason", ["silent", "slow"])
async def test_a_good_bye_of_the_line_is_no_end(reason: str) -> None:
    """A host that lost patience with the line is dialled again."""
    far = Far()
    run = await far.start()
    await far.welcome()
    far.say(m.Bye(reason))
    await far.dialled(2)

    assert not [one for one in far.updates if isinstance(one, Closed)]
    far.joining.leave()
    await _closed(run)


@pytest.mark.parametrize("reason", ["taken_over", "removed", "host_left", "too_fast", "internal"])
async def test_a_good_bye_of_the_host_is_final(reason: str) -> None:
    """C4: "taken over" above all; two programs of one person do not kick each other for ever."""
    far = Far()
    run = await far.start()
    await far.welcome()
    far.say(m.Bye(reason, "why"))

    assert await _closed(run) == Closed(reason, "why")
    assert far.updates[-1] == Closed(reason, "why")
    assert len(far.ends) == 1


async def test_leaving_while_the_line_is_down_dials_no_more() -> None:
    """Whoever quits during the wait, or while the road is tried, takes no seat by accident."""
    gate = asyncio.Event()

    async def sleep(_seconds: float) -> None:
        await gate.wait()

    far = Far(sleep=sleep)
    run = await far.start()
    await far.welcome()
    far.ends[0][0].close()
    await asyncio.sleep(0.01)
    far.joining.leave()
    gate.set()
    assert await _closed(run) == Closed("leaving")
    assert len(far.ends) == 1

    far = Far()
    run = await far.start()
    await far.welcome()
    slow = asyncio.Event()
    plain = far.dial

    async def dial() -> Link:
        await slow.wait()
        return await plain()

    far.joining._dial = dial
    far.ends[0][0].close()
    await asyncio.sleep(0.01)
    far.joining.leave()
    slow.set()
    assert await _closed(run) == Closed("leaving")
    assert await far.ends[1][0].receive() == b""


async def test_nonsense_of_a_host_ends_the_line_with_a_reason() -> None:
    """G12: a host that tells nonsense is left, and hears nothing but the end."""
    far = Far()
    run = await far.start()
    await far.welcome()
    far.ends[0][0].send(b"\x02\x91\x14")

    closed = await _closed(run)
    assert closed.reason == "nonsense"
    assert far.updates[-1] == closed


async def test_a_host_that_tells_another_story_hears_why() -> None:
    """C3: both sides stop and say so."""
    far = Far()
    run = await far.start()
    await far.welcome()
    event = m.Event(framing.write_event(1, bodies.Ended(0)), 99)
    far.say(m.Opening(1, b"opening"), event)
    closed = await _closed(run)

    assert closed.reason == "story_differs"
    assert await far.hear() == [m.Bye("story_differs")]


async def test_a_fault_of_ours_reaches_somebody(caplog: pytest.LogCaptureFixture) -> None:
    """A fault in whoever listens, or in the program itself, ends the line aloud: it is logged, the
    host and the watchers hear `internal`, and no task dies in silence.
    """
    far = Far()
    seen: list[Update] = []
    far.joining.watch(seen.append)

    def on_update(update: Update) -> None:
        far.updates.append(update)
        if isinstance(update, Seated):
            raise ZeroDivisionError("a fault of the screen")

    far.joining.on_update = on_update
    run = await far.start()
    await far.welcome()

    assert await _closed(run) == Closed("internal")
    assert far.updates[-1] == seen[-1] == Closed("internal")
    assert await far.hear() == [m.Bye("internal")]
    assert "a fault of the screen" in caplog.text


async def test_a_listener_that_always_fails_does_not_hide_the_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Even when the end itself cannot be told, `run` gives it."""
    far = Far()

    def on_update(_update: Update) -> None:
        raise ZeroDivisionError("always")

    far.joining.on_update = on_update
    run = await far.start()
    await far.welcome()

    assert await _closed(run) == Closed("internal")
    assert far.joining.closed == Closed("internal")
    assert "always" in caplog.text


async def test_a_host_that_says_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """G1, G11: after a silence the guest says that it is offline itself, and dials again."""
    monkeypatch.setattr(line, "SILENCE", 0.02)
    far = Far()
    run = await far.start()
    await far.welcome()
    await far.dialled(2)

    assert next(one for one in far.updates if isinstance(one, Offline)).reason == "silent"
    far.joining.leave()
    await _closed(run)


async def test_wishes_made_while_offline_are_sent_after_the_welcome() -> None:
    """What a person asked for while the line was down is not lost in silence."""
    far = Far()
    run = await far.start()
    await far.welcome()
    far.ends[0][0].close()
    await far.dialled(2)
    far.joining.guest.wish("ready")
    far.joining.flush()
    await far.welcome()

    assert await far.hear() == [m.Wish("ready")]
    far.joining.leave()
    await _closed(run)


async def test_the_line_is_measured_by_moves() -> None:
    """`latency` is the time from a move to its answer."""
    times = iter(range(1000))
    async with Room(start_when_full=True) as room:
        more: dict[str, Any] = {"clock": lambda: float(next(times))}
        people = [await room.guest(name, **more).sit() for name in ("ann", "bob", "cem")]
        await room.until(room.over)
        assert all(one.joining.latency is not None for one in people)
        assert all(one.joining.latency > 0 for one in people if one.joining.latency)


async def test_a_bot_on_a_line_plays_whoever_listens() -> None:
    """`join --bot`: the bot says that it is ready and plays, even when a screen listens as well."""
    async with Room(seats=3) as room:
        people = [room.guest(name, bot="") for name in ("ann", "bob", "cem")]
        for one in people:
            autoplay(one.joining, "random", luck)
            one.joining.on_update = one.updates.append
            await one.sit()
        await room.until(room.over)
        assert all(one.updates for one in people)


async def test_the_timer_of_a_bot_ends_with_its_line() -> None:
    """A bot that was thinking when its line ended does nothing any more."""
    async with Room(start_when_full=True) as room:
        people = [room.guest(name, bot="") for name in ("ann", "bob", "cem")]
        for one in people:
            autoplay(one.joining, "random", luck, pace=0.02)
            await one.sit()
        await room.until(lambda: any(one.guest.on_turn for one in people))
        mover = next(one for one in people if one.guest.on_turn)
        mover.joining.leave()
        await asyncio.sleep(0.05)
        assert mover.guest.pending is None
        assert mover.guest.outbox == []
