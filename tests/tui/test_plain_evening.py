"""Plain mode as a whole program: its loop, its input, and evenings over links."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.shuffle import seed_key
from net.evening import Evening, Setup, host_evening
from net.guest import Guest
from net.joining import Joining
from net.link import Link, memory_pair
from tests.tui.desk import GAME
from tui.plain import run_plain
from tui.plain_input import typed_lines

WITHIN = 60


async def _typing(spoken: list[str], news: asyncio.Event) -> AsyncIterator[str]:
    """Whoever answers each question once: the first card, fifty, and at the end quit."""
    while True:
        await news.wait()
        news.clear()
        last = spoken[-1]
        if last.startswith("Play which?"):
            yield "1"
        elif last.startswith("Which number"):
            yield "50"
        elif last.startswith("What now?") and any(one.startswith("Final:") for one in spoken):
            yield "quit"


async def _plays(evening: Evening) -> tuple[int, list[str]]:
    spoken: list[str] = []
    news = asyncio.Event()

    def write(line: str) -> None:
        spoken.append(line)
        if line.endswith(")"):
            news.set()

    async with asyncio.timeout(WITHIN):
        return await run_plain(evening, _typing(spoken, news), write), spoken


def _setup(place: Path, bots: int, doors: str = "friends") -> Setup:
    return Setup(
        game=GAME,
        rules=GAME.rules,
        seats=3,
        name="Ann",
        data_dir=place,
        bots=bots,
        doors=doors,
        key=seed_key("2a"),
        start_when_full=True,
        pace=0.0,
    )


async def test_a_match_alone_is_played_to_its_end_by_lines(tmp_path: Path) -> None:
    """Through the same host, guest and wire as any other; the code is 0."""
    code, spoken = await _plays(host_evening(_setup(tmp_path, bots=2)))

    assert code == 0
    assert sum(line.startswith("Final: ") for line in spoken) == 1
    assert spoken[-1] == "Good-bye."


async def test_host_and_guest_in_lines_read_the_same_standings(tmp_path: Path) -> None:
    """Two people over a link, one bot; the guest sees the host's end and leaves well too."""
    host = host_evening(_setup(tmp_path, bots=1, doors="yes"))

    async def dial() -> Link:
        assert host.hosting is not None
        at_host, at_guest = memory_pair("key:b", "key:host")
        host.hosting.attach(at_host)
        return at_guest

    open_ = asyncio.Event()
    attach = host.start

    async def start() -> None:
        await attach()
        open_.set()

    host.start = start  # type: ignore[method-assign]

    async def late() -> tuple[int, list[str]]:
        await open_.wait()
        guest = Evening(Joining(Guest("Boris", b"87654321", "1.0"), dial, comes_back=False))
        return await _plays(guest)

    (one, ann), (two, boris) = await asyncio.gather(_plays(host), late())

    finals = {line for line in ann + boris if line.startswith("Final: ")}
    assert (one, two) == (0, 0)
    assert len(finals) == 1


async def test_the_end_of_the_input_leaves_in_good_order(tmp_path: Path) -> None:
    """A pipe that ends, Ctrl-D: code 0, the table closed."""

    async def nothing() -> AsyncIterator[str]:
        no_lines: tuple[str, ...] = ()
        for line in no_lines:
            yield line

    evening = host_evening(_setup(tmp_path, bots=2))
    spoken: list[str] = []
    async with asyncio.timeout(WITHIN):
        code = await run_plain(evening, nothing(), spoken.append)

    assert code == 0
    assert evening.joining is not None
    assert evening.joining.closed is not None


async def test_a_listener_that_is_gone_closes_the_table(tmp_path: Path) -> None:
    """When the reader of our lines has gone, the error gets out and the evening is closed."""

    def write(_line: str) -> None:
        raise BrokenPipeError

    async def silence() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    evening = host_evening(_setup(tmp_path, bots=2))
    with pytest.raises(BrokenPipeError):
        async with asyncio.timeout(WITHIN):
            await run_plain(evening, silence(), write)

    assert evening.joining is not None
    assert evening.joining.closed is not None


async def test_a_move_that_is_not_answered_is_spoken_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while the person hears that the move is on its way (B3)."""
    monkeypatch.setattr("tui.plain.WAITING_AFTER", 0.01)
    evening = host_evening(_setup(tmp_path, bots=2))
    joining = evening.joining
    assert joining is not None
    spoken: list[str] = []
    news = asyncio.Event()

    def write(line: str) -> None:
        spoken.append(line)
        news.set()

    async def once() -> AsyncIterator[str]:
        while not spoken or not spoken[-1].startswith("Play which?"):
            news.clear()
            await news.wait()
        joining.flush = lambda: None  # type: ignore[method-assign]
        evening.guest.outbox.clear()
        yield "1" if "names" not in spoken[-2].split("2: ")[0] else "1 50"
        while not any("on its way" in line for line in spoken):
            news.clear()
            await news.wait()

    async with asyncio.timeout(WITHIN):
        await run_plain(evening, once(), write)

    assert spoken.count("Your move is on its way to the host.") == 1


async def test_lines_are_read_from_pipes_and_files(tmp_path: Path) -> None:
    """Broken UTF-8, Windows line ends, a last line without an end; files never block."""
    written = b"one\r\nzw\xc3\xb6lf\n\xff\nlast"
    file = tmp_path / "lines"
    file.write_bytes(written)
    reading, writing = os.pipe()
    os.write(writing, written)
    os.close(writing)
    with file.open("rb") as ordinary:
        for descriptor in (reading, ordinary.fileno()):
            async with asyncio.timeout(WITHIN):
                lines = [line async for line in typed_lines(descriptor)]

            assert lines == ["one", "zwölf", "\ufffd", "last"]
    os.close(reading)
