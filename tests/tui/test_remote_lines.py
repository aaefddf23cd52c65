"""The table over a stock `ssh`, with nothing installed: lines, typed and edited at the host."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from core.game import find
from net.bodies import Called, Chained
from net.evening import Evening, Setup, host_evening
from net.framing import read_event
from net.ssh.limits import Limits
from net.ssh.refusals import FAULT, NO_TERMINALS, WORDS
from net.ssh.server import serve
from net.ssh.terminal import Terminal
from tests.net.ssh_parts import HERE, file_of, needs_ssh
from tui.remote_lines import Paper, serve_terminal

KEY = asyncssh.generate_private_key("ssh-ed25519")
WITHIN = 60


class Typed:
    """What comes from the other end, piece by piece, and what went there."""

    identity = "key:SHA256:x"
    address = "10.0.0.9"

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.shown = bytearray()

    def send(self, data: bytes) -> None:
        """Note what is shown."""
        self.shown += data

    async def receive(self) -> bytes:
        """The next piece; nothing at the end."""
        return self.pieces.pop(0) if self.pieces else b""


async def _lines(*pieces: bytes, term: str = "xterm") -> tuple[list[str], str]:
    stream = Typed(*pieces)
    paper = Paper(Terminal(stream, "bob", term=term))
    return [line async for line in paper.lines()], stream.shown.decode()


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ((b"1\r",), ["1"]),
        ((b"re", b"ady\r\n", b"quit\n"), ["ready", "quit"]),
        ((b"ab\x7fc\r",), ["ac"]),
        ((b"\x7f\x7fa\r",), ["a"]),
        ((b"wrong\x15right\r",), ["right"]),
        ((b"a\x1b[Db\x1b[1;5Cc\x1bOPd\r",), ["abcd"]),
        ((b"\x1b", b"[", b"A1\r"), ["1"]),
        (("ž".encode()[:1], "ž".encode()[1:], b"\r"), ["ž"]),
        ((b"\xff\xfe\r",), ["\ufffd\ufffd"]),
        ((b"one\rtwo\x03three\r",), ["one"]),
        ((b"one\r\x04two\r",), ["one"]),
        ((b"half\x04 a line\r",), ["half a line"]),
        ((b"\x00\x07a\t\r",), ["a"]),
        ((b"x" * 600 + b"\r",), ["x" * 500]),
    ],
)
async def test_a_line_is_edited_here(pieces: tuple[bytes, ...], lines: list[str]) -> None:
    """The terminal is raw: erase, kill, arrows, split UTF-8, control characters, both ends."""
    assert (await _lines(*pieces))[0] == lines


async def test_what_is_typed_is_echoed_and_nothing_else() -> None:
    """No escape sequence of the other side comes back to it."""
    assert (await _lines(b"a\x1b[31mb\x07\x7f\r"))[1] == "ab\b \b\r\n"
    assert (await _lines(b"a\n", term=""))[1] == ""


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        ("xterm", "so\r\x1b[Kit is your turn\r\nso"),
        ("dumb", "so\r\nit is your turn\r\nso"),
    ],
)
async def test_what_happens_stands_above_what_is_typed(term: str, shown: str) -> None:
    """G16: an event of the table never tears a half-typed line apart."""
    stream = Typed()
    paper = Paper(Terminal(stream, "bob", term=term))
    for sign in "so":
        assert paper.take(sign) is None
    paper.write("it is your turn")
    assert stream.shown.decode() == shown


async def test_lines_are_as_wide_as_the_terminal() -> None:
    """Wrapped between words; without a terminal they stay whole."""
    for term, cells, shown in (
        ("xterm", 24, "one two three four five\r\nsix\r\n"),
        ("", 0, "one two three four five six\n"),
        ("xterm", 3, "one two three four\r\nfive six\r\n"),
    ):
        stream = Typed()
        Paper(Terminal(stream, "bob", term=term, cells=cells)).write("one two three four five six")
        assert stream.shown.decode() == shown


class Silent(Typed):
    """Somebody who types nothing."""

    async def receive(self) -> bytes:
        """It does not come."""
        await asyncio.get_running_loop().create_future()
        return b""


async def test_whoever_has_no_seat_and_types_nothing_gives_the_place_up() -> None:
    """A stranger does not hold one of the few places for ever; somebody with a seat may think."""
    stream, looks = Silent(), [False, False, True]
    paper = Paper(Terminal(stream, "bob", term="xterm"))
    async with asyncio.timeout(WITHIN):
        lines = [line async for line in paper.lines(lambda: looks.pop(0), 0.01)]
    assert (lines, looks) == ([], [])
    assert "the place is free again" in re.sub(r"\s+", " ", stream.shown.decode())


@pytest.mark.parametrize(
    ("term", "environment", "utf8"),
    [
        ("xterm", {}, True),
        ("linux", {}, False),
        ("xterm", {"LANG": "C"}, False),
        ("xterm", {"LANG": "de_DE.UTF-8"}, True),
        ("xterm", {"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, False),
    ],
)
def test_signs_follow_the_terminal_of_the_guest(
    term: str, environment: dict[str, str], utf8: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its language decides, and never that of the host's program."""
    monkeypatch.setenv("LC_ALL", "C" if utf8 else "C.UTF-8")
    assert Terminal(Typed(), "bob", term=term, environment=environment).utf8 is utf8


# With the real ssh


def _ssh(place: Path, port: int, *words: str) -> list[str]:
    return [
        *("ssh", "-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no"),
        *("-o", f"UserKnownHostsFile={place / 'seen'}", "-o", "GlobalKnownHostsFile=none"),
        *("-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR"),
        *("-i", str(file_of(place / "keys", KEY)), "-p", str(port), *words),
    ]


@contextlib.asynccontextmanager
async def _hosted(place: Path) -> AsyncIterator[tuple[Evening, int]]:
    """A table with two bots and one seat for whoever comes."""
    game = find("one-hundred")
    host = host_evening(
        Setup(
            game,
            game.rules,
            3,
            "Ann",
            place / "ann",
            bots=2,
            listen=(HERE, 0),
            doors="yes",
            watch=True,
            host_plays=False,
            start_when_full=True,
            pace=0.0,
            serves=serve_terminal,
        )
    )
    await host.start()
    assert host.listener is not None
    try:
        yield host, host.listener.port
    finally:
        await host.close()


async def _run(*words: str, feed: bytes = b"") -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(WITHIN):
        out, _ = await process.communicate(feed)
    assert process.returncode is not None
    return process.returncode, out.decode()


@needs_ssh
@pytest.mark.parametrize("tty", ["-T", "-tt"])
async def test_a_whole_match_over_a_stock_ssh(home: Path, tty: str) -> None:
    """Design.md, the road with nothing installed: with a terminal and without one, to the end.

    Whom the host's program serves contributes to no shuffle, and none waits for them (rule 4).
    """
    async with _hosted(home) as (host, port):
        process = await asyncio.create_subprocess_exec(
            *_ssh(home, port, tty, f"Bob@{HERE}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        seen = ""
        async with asyncio.timeout(WITHIN):
            while data := await process.stdout.read(4096):
                seen += data.decode()
                last = re.sub(r"\s+", " ", seen.replace("\r\n", " ")).rstrip()
                end = b"\r" if tty == "-tt" else b"\n"
                if re.search(r"What now\? \([^)]*\)$", last) and "Final:" in last:
                    process.stdin.write(b"quit" + end)
                elif re.search(r"Play which\? \([^)]*\)$", last):
                    process.stdin.write(b"1" + end)
                elif last.endswith("or back)"):
                    process.stdin.write(b"50" + end)
            assert await process.wait() == 0
        assert "cannot check the deal" in re.sub(r"\s+", " ", seen)
        assert "Good-bye." in seen
        assert host.hosting is not None
        story = host.hosting.table.running_play().story.events
        told = [read_event(one.public)[1] for one in story]
        assert not [body for body in told if isinstance(body, Chained)]
        assert {body.members for body in told if isinstance(body, Called)} == {()}


async def _looks_on(host: Evening, words: list[str]) -> None:
    """`watch`: told what happens, without a seat, until they leave."""
    assert host.hosting is not None
    table = host.hosting.table
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    async with asyncio.timeout(WITHIN):
        await process.stdout.readuntil(b"takes a seat.")
        assert len(table.watchers()) == 1
        assert table.seating.empty() is not None
        process.stdin.write(b"quit\n")
        assert b"Good-bye." in await process.stdout.read()
        assert await process.wait() == 0


@needs_ssh
async def test_the_only_verbs(home: Path) -> None:
    """`help`, `tables`, `scores` and `watch`; everything else is refused in words."""
    async with _hosted(home) as (host, port):
        code, said = await _run(*_ssh(home, port, HERE, "help"))
        assert (code, "ssh HOST watch: look on" in said) == (0, True)
        code, said = await _run(*_ssh(home, port, HERE, "tables"))
        assert code == 0
        assert "One Hundred, 2 of 3 seats taken." in said
        assert (await _run(*_ssh(home, port, HERE, "scores")))[0] == 0
        await _looks_on(host, _ssh(home, port, HERE, "watch"))
        for other in ("ls", "help; id", "HELP", "scp -t /", "stammtisch relay"):
            code, said = await _run(*_ssh(home, port, HERE, other))
            assert (code, WORDS in said) == (1, True)


@needs_ssh
async def test_a_fault_ends_one_terminal_with_a_sentence(home: Path) -> None:
    """No traceback reaches a player; and beyond the limit there is no room, in words."""

    async def breaks(_terminal: Terminal) -> int:
        await asyncio.sleep(1)
        raise ZeroDivisionError

    listener = await serve(
        host=HERE,
        port=0,
        key_dir=home / "host",
        admit=lambda _who, _name: True,
        on_link=lambda _link: None,
        serves=breaks,
        limits=Limits(terminals=1),
    )
    try:
        first, second = await asyncio.gather(
            *(_run(*_ssh(home, listener.port, HERE)) for _ in range(2))
        )
        said = {first[1].strip(), second[1].strip()}
        assert {first[0], second[0]} == {1}
        assert said == {FAULT, NO_TERMINALS}
    finally:
        await listener.close()
