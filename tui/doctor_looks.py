"""The looks of `stammtisch doctor` at what the program meets here: terminal, ssh, libraries."""

import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from core import __version__
from tui.words import sentence

LIBRARIES: Final = ("textual", "rich", "asyncssh", "cryptography", "msgpack", "platformdirs")
LEAST: Final = (60, 20)
"""Columns and lines in which a table can be played."""

_OLDEST: Final = (3, 11)
_DUMB: Final = ("", "dumb", "unknown")
_WITHIN: Final = 5.0
_STREAMS: Final = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Found:
    """One line: what was found, and whether something has to be done about it."""

    text: str
    trouble: bool = False


def program() -> Iterator[Found]:
    """Which program this is, and on what."""
    system = f"{platform.system()} {platform.release()}"
    yield Found(sentence("doctor.program", version=__version__, system=system))


def terminal() -> Iterator[Found]:
    """Whether there is a terminal, and what it calls itself."""
    term = os.environ.get("TERM", "")
    if not any(map(os.isatty, _STREAMS)):
        yield Found(sentence("doctor.no_terminal"))
    elif term in _DUMB:
        yield Found(sentence("doctor.terminal_dumb", term=term or "not set"), trouble=True)
    else:
        yield Found(sentence("doctor.terminal", term=term))


def size() -> Iterator[Found]:
    """How many columns and lines there are."""
    for stream in _STREAMS:
        try:
            columns, rows = os.get_terminal_size(stream)
        except OSError:
            continue
        small = columns < LEAST[0] or rows < LEAST[1]
        if small:
            text = sentence("doctor.size_small", columns=columns, rows=rows)
        else:
            text = sentence("doctor.size", columns=columns, rows=rows)
        yield Found(text, trouble=small)
        return
    yield Found(sentence("doctor.size_unknown"))


def colours() -> Iterator[Found]:
    """How many colours the environment promises."""
    term = os.environ.get("TERM", "")
    if os.environ.get("NO_COLOR"):
        yield Found(sentence("doctor.colours_off"))
    elif os.environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith("-direct"):
        yield Found(sentence("doctor.colours_all"))
    elif term in _DUMB:
        yield Found(sentence("doctor.colours_none"))
    else:
        yield Found(sentence("doctor.colours", count=256 if "256" in term else 16))


def encoding() -> Iterator[Found]:
    """Whether the suit signs can be written."""
    found = sys.stdout.encoding or "none"
    known = found.lower().replace("-", "").replace("_", "") == "utf8"
    if known:
        yield Found(sentence("doctor.encoding", encoding=found))
    else:
        yield Found(sentence("doctor.encoding_other", encoding=found), trouble=True)


def agent() -> Iterator[Found]:
    """Whether the agent that is named answers; it is asked nothing."""
    path = os.environ.get("SSH_AUTH_SOCK", "")
    if not path:
        yield Found(sentence("doctor.no_agent"))
        return
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(_WITHIN)
        try:
            sock.connect(path)
        except OSError:
            yield Found(sentence("doctor.agent_gone"), trouble=True)
        else:
            yield Found(sentence("doctor.agent"))


def ssh() -> Iterator[Found]:
    """Whether there is an `ssh`, and which."""
    if shutil.which("ssh") is None:
        yield Found(sentence("doctor.no_ssh"), trouble=True)
        return
    try:
        done = subprocess.run(
            ["ssh", "-V"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_WITHIN,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        yield Found(sentence("doctor.no_ssh"), trouble=True)
        return
    version = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
    yield Found(sentence("doctor.ssh", version=version.partition("\n")[0]))


def database() -> Iterator[Found]:
    """Which SQLite writes the journals."""
    try:
        import sqlite3
    except ImportError:
        yield Found(sentence("doctor.no_database"), trouble=True)
        return
    yield Found(sentence("doctor.database", version=sqlite3.sqlite_version))


def python() -> Iterator[Found]:
    """Which Python runs the program."""
    version = platform.python_version()
    if sys.version_info[:2] < _OLDEST:
        yield Found(sentence("doctor.python_old", version=version), trouble=True)
    else:
        yield Found(sentence("doctor.python", version=version))


def libraries() -> Iterator[Found]:
    """Which libraries there are, and which should be."""
    for name in LIBRARIES:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Found(sentence("doctor.missing", name=name), trouble=True)
        else:
            yield Found(sentence("doctor.library", name=name, version=version))
