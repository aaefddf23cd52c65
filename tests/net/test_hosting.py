"""The shell around a table: faults stay where they are, one write a turn, bots come and go."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from core.errors import RulesError
from core.match import Match
from core.moves import Move
from net import framing
from net import messages as m
from net.autoplay import autoplay
from net.evening import Setup, bot_luck_of, host_evening
from net.link import MemoryLink
from net.session import End, Session
from net.ssh.errors import ListenError
from net.table import Table
from net.updates import Closed, Offline, Settled, Update
from tests.net.pretend import GAME, VERSION
from tests.net.rooms_in_memory import Room, others


def _solo(data_dir: Path, **changed: Any) -> Setup:
    usual: dict[str, Any] = {
        "game": GAME,
        "rules": GAME.rules,
        "seats": 4,
        "name": "ann",
        "data_dir": data_dir,
        "bots": 3,
        "key": b"k" * 32,
        "start_when_full": True,
        "pace": 0.0,
    }
    return Setup(**(usual | changed))


async def _played(data_dir: Path) -> tuple[list[Update], Any]:
    evening = host_evening(_solo(data_dir))
    updates: list[Update] = []
    over = asyncio.Event()

    def on_update(update: Update) -> None:
        updates.append(update)
        if isinstance(update, Settled) and update.over:
            over.set()

    assert evening.joining is not None
    evening.joining.on_update = on_update
    autoplay(evening.joining, "careful", bot_luck_of(b"k" * 32))
    await evening.start()
    async with asyncio.timeout(20):
        await over.wait()
    match = evening.guest.match
    await evening.close()
    assert match is not None
    return updates, match.public()


async def test_a_solo_game_is_played_to_its_end(home: Path) -> None:
    """Alone with bots: the same host, guest and wire as with others, and no task left behind."""
    updates, _ = await _played(home)

    assert not [one for one in updates if isinstance(one, Closed)]
    assert others() == set()


async def test_a_seeded_evening_can_be_repeated(home: Path) -> None:
    """With `--seed` the luck of the rules and of every bot is the same again."""
    first, second = await _played(home), await _played(home)

    assert first[1] == second[1]


async def test_a_guest_that_sends_nonsense_is_ended_with_a_reason() -> None:
    """G12: the one who sent it hears why; the table and the others go on to the end."""
    async with Room(start_when_full=True) as room:
        noise = room.link("key:eve")
        noise.send(b"\x05nonsense, and more of it")
        good = [await room.guest(name).sit() for name in ("ann", "bob", "cem")]
        answer = await noise.receive()
        assert [*framing.Decoder().feed(answer)] == [m.Bye("nonsense")]
        assert await noise.receive() == b""
        await room.until(room.over)
        assert [one.joining.closed for one in good] == [None] * 3


async def test_nonsense_in_the_middle_of_a_match_costs_a_guest_its_line_only() -> None:
    """G12: the seat is kept; the program comes back and plays on."""
    async with Room(start_when_full=True) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        await room.until(lambda: room.table.running)
        ann = people[0]
        ann.dials[-1].send(b"\xff\xff")
        await room.until(lambda: ann.joining.closed is not None)
        assert ann.joining.closed == Closed("frame_too_long")
        assert people[1].guest.presence[0][0] is m.Presence.AWAY
        assert room.table.running


async def test_a_link_that_dies_is_dialled_again_and_the_move_is_made() -> None:
    """B3: the guest comes back by itself, with its waiting move; the match goes on to the end."""
    async with Room(start_when_full=True) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        await room.until(lambda: any(one.guest.on_turn for one in people))
        mover = next(one for one in people if one.guest.on_turn)
        choice = mover.guest.choices()[0]
        mover.dials[-1].close()
        mover.guest.play(choice.move if choice.values is None else choice.naming(7))
        before = len(room.table.running_play().story)
        mover.joining.flush()
        await room.until(lambda: len(room.table.running_play().story) > before)
        await room.until(lambda: mover.guest.pending is None)
        assert len(mover.dials) == 2
        assert [one.seconds for one in mover.heard(Offline)] == mover.slept == [0.5]
        assert not mover.heard(Closed)


async def test_bots_start_and_stop_with_their_seats() -> None:
    """A bot for each seat that wants one: of the table, in place of a leaver, gone when they are
    back and when the match is over.
    """
    async with Room(seats=3, bot="random") as room:
        room.table.seat_bots(1, host_plays=False)
        ann, bob = [await room.guest(name, bot="").sit() for name in ("ann", "bob")]
        assert room.hosting._bots == {}
        for one in (ann, bob):
            one.guest.wish("ready")
            one.joining.flush()
        await room.until(lambda: set(room.hosting._bots) == {2})
        bob.guest.wish("leave")
        bob.joining.flush()
        await room.until(lambda: set(room.hosting._bots) == {1, 2})
        back = await room.guest("bob").sit()
        await room.until(lambda: set(room.hosting._bots) == {2})
        assert back.guest.seat == 1
        autoplay(ann.joining, "random", bot_luck_of(b"x" * 32))
        ann.joining.on_update(Settled(False))
        ann.guest.wish("ready")
        ann.joining.flush()
        await room.until(room.over)
        await room.until(lambda: room.hosting._bots == {})


async def test_another_match_has_bots_again() -> None:
    """Bots of a finished match are gone before those of the next one come."""
    async with Room(seats=3, start_when_full=True, bot="random") as room:
        room.table.seat_bots(2, host_plays=False)
        ann = await room.guest("ann").sit()
        for number in (1, 2, 3):
            await room.until(partial(room.over, number))
            ann.guest.wish("ready")
            ann.joining.flush()
        assert not ann.heard(Closed)


async def test_a_bot_that_fails_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """D13: a fault in a bot's sense is logged, and some legal move is made in its place."""

    def choose(_match: Match, seat: int, _luck: object) -> Any:
        if seat == 1:
            raise ZeroDivisionError("a fault of the bot")
        return Move(1, 51)

    monkeypatch.setattr("net.autoplay.bot", lambda _name: choose)
    async with Room(seats=3, start_when_full=True, bot="random") as room:
        room.table.seat_bots(2, host_plays=False)
        await room.guest("ann").sit()
        await room.until(room.over)
    assert "a fault of the bot" in caplog.text
    assert "which is not allowed" in caplog.text


async def test_a_fault_of_ours_ends_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error in the table itself is logged and said to who met it; the others play on."""

    def retell(*_: object) -> None:
        raise ZeroDivisionError("a fault of the table")

    monkeypatch.setattr(Table, "_retell", retell)
    async with Room(start_when_full=True) as room:
        people = [await room.guest(name).sit() for name in ("ann", "bob", "cem")]
        people[0].guest.outbox.append(m.Ask(1, 0))
        people[0].joining.flush()
        await room.until(lambda: people[0].joining.closed)
        assert people[0].joining.closed == Closed("internal")
        assert [one.joining.closed for one in people[1:]] == [None, None]
    assert "a fault of the table" in caplog.text


async def test_a_table_whose_clock_fails_closes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a clock nobody would be waited for or found dead: everybody is told, at once."""
    async with Room(grace=0.01, start_when_full=True) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        await room.until(lambda: room.table.running)

        def tick(_now: float) -> None:
            raise ZeroDivisionError("the clock")

        monkeypatch.setattr(type(room.table), "tick", lambda _self, now: tick(now))
        people[0].joining.leave()
        await room.until(lambda: people[1].joining.closed)
        assert people[1].joining.closed == people[2].joining.closed == Closed("internal")
    assert "the clock" in caplog.text


async def test_each_line_gets_one_write_in_a_turn_of_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two small writes wait for each other on the road: what several people say in one turn goes
    out in one write to each, and never from inside something else.
    """
    loop: Any = asyncio.get_running_loop()
    turn, inside = [0], [False]
    writes: list[tuple[int, int]] = []
    run_once, receive, send = loop._run_once, Table.receive, MemoryLink.send

    def counted() -> None:
        turn[0] += 1
        run_once()

    def heard(table: Table, line: int, message: m.Message, now: float) -> None:
        inside[0] = True
        receive(table, line, message, now)
        inside[0] = False

    def written(link: MemoryLink, data: bytes) -> None:
        assert not inside[0], "something was sent from inside a message"
        writes.extend((turn[0], n) for n, (host, _) in enumerate(room.links) if host is link)
        send(link, data)

    monkeypatch.setattr(loop, "_run_once", counted)
    monkeypatch.setattr(Table, "receive", heard)
    monkeypatch.setattr(MemoryLink, "send", written)
    async with Room(seats=6) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        for _ in range(20):
            for one in people:
                one.guest.wish("ready")
                one.guest.wish("unready")
                one.joining.flush()
            await asyncio.sleep(0)
        await room.until(lambda: len(people[0].updates) > 100)
        assert turn[0] > 20
        assert len(writes) > 20
        assert len(writes) == len(set(writes))


async def test_a_connection_after_the_end_is_closed() -> None:
    """Whoever comes while the table closes hears the end at once."""
    room = Room()
    room.hosting.start()
    await room.hosting.close()
    late = room.link("key:late")

    assert await late.receive() == b""
    await room.hosting.close()
    assert others() == set()


async def test_a_host_that_leaves_says_so_to_everybody() -> None:
    """G5: the last word reaches every line before it ends."""
    async with Room(start_when_full=True) as room:
        people = [await room.guest(name, bot="").sit() for name in ("ann", "bob", "cem")]
        await room.hosting.close()
        await room.until(lambda: all(one.joining.closed for one in people))
        assert {one.joining.closed for one in people} == {Closed("host_left")}


def _lasting() -> set[asyncio.Task[Any]]:
    """The other tasks but for the one that comes and goes with what there is to write."""
    return {task for task in others() if task.get_name() != "the journal"}


async def test_a_table_that_cannot_open_leaves_nothing(home: Path) -> None:
    """A port in use, or too many bots: one sentence, no task, no listener."""
    first = host_evening(_solo(home, bots=1, listen=("127.0.0.1", 0)))
    await first.start()
    try:
        assert first.listener is not None
        for changed, fault in (
            ({"listen": ("127.0.0.1", first.listener.port)}, ListenError),
            ({"listen": ("127.0.0.1", 0), "bots": 4}, RulesError),
            ({"listen": ("127.0.0.1", 0), "seats": 40, "bots": 1}, RulesError),
        ):
            before = _lasting()
            second = host_evening(_solo(home, **changed))
            with pytest.raises(fault):
                await second.start()
            assert _lasting() == before
            assert second.hosting is None
            if second.listener is not None:
                with pytest.raises(OSError, match="Connect call failed"):
                    await asyncio.open_connection("127.0.0.1", second.listener.port)
    finally:
        await first.close()
    assert others() == set()


async def test_a_greeting_cut_by_the_end_of_the_stream_still_hears_why() -> None:
    """A guest that says one wrong thing and stops writing is told what was wrong."""
    async with Room() as room:
        link = room.link("key:old")
        hello = m.Hello(m.PROTOCOL, "0.1", b"startofx", "eve")
        link.send(Session(End.GUEST).send(hello))
        answer = await link.receive()

        assert [*framing.Decoder().feed(answer)] == [m.Bye("upgrade_guest", f"0.1 / {VERSION}")]
        assert await link.receive() == b""
