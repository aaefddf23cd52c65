"""Real sockets for the tests of the road between accounts, and other accounts."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from net.link import Link
from net.local.audience import Audience, own_account
from net.local.listener import Described, LocalListener, listen
from net.local.places import VARIABLE
from net.ssh.limits import Limits
from tests.net.sshd_parts import ROOT, shared_place

ME = os.geteuid()
OTHER = 5
"""The number of an account that every system has and nobody uses."""

ABOUT = Described("Ann's table", "one-hundred", 4, 2, running=False)


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty shared folder, in which this test's sockets lie."""
    with shared_place() as found:
        monkeypatch.setenv(VARIABLE, str(found))
        yield found


@dataclass
class Door:
    """A socket that is listened at, and the links that came in by it."""

    listener: LocalListener
    links: list[Link] = field(default_factory=list)


@contextlib.asynccontextmanager
async def open_door(
    audience: Audience | None = None, name: str = "one-hundred", limits: Limits | None = None
) -> AsyncIterator[Door]:
    """A listening socket for the time of a `with`."""
    links: list[Link] = []
    listener = await listen(
        audience=audience or own_account(),
        name=name,
        describe=lambda: ABOUT,
        on_link=links.append,
        limits=limits,
    )
    try:
        yield Door(listener, links)
    finally:
        await listener.close()


@contextlib.contextmanager
def silent(folder: Path, name: str) -> Iterator[socket.socket]:
    """A socket of ours that takes connections and says nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(folder / name))
        sock.listen(8)
        yield sock


def left_behind(folder: Path, name: str) -> Path:
    """What a program that was killed leaves: a socket behind which nobody listens."""
    with silent(folder, name):
        return folder / name


def own_folder(place: Path, uid: int = ME, inner: str = "own") -> Path:
    """The folder of an account, made as the program makes it."""
    own = place / f"stammtisch-{uid}"
    if not own.exists():
        own.mkdir(mode=0o700)
        own.chmod(0o711)
    folder = own / inner
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o755)
    return folder


# Another account may not be let into the folder where Python lies, so everything is loaded before.
AS_OTHER = f"""
import encodings.ascii, encodings.idna, encodings.latin_1, importlib, os, pkgutil, sys
for room in ("core", "net", "tui"):
    package = importlib.import_module(room)
    for found in pkgutil.walk_packages(package.__path__, room + "."):
        importlib.import_module(found.name)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({OTHER})
    os.setuid({OTHER})
from tui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def as_other(*words: str) -> list[str]:
    """The command line of the program as another account; as our own where there is no other."""
    return [sys.executable, "-c", AS_OTHER, *words]


def program(*words: str, feed: bytes = b"", **more: str) -> "subprocess.CompletedProcess[bytes]":
    """The program to its end."""
    return subprocess.run(
        [sys.executable, "-m", "stammtisch", *words],
        input=feed,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **more},
        timeout=60,
        check=False,
    )
