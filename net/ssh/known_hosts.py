"""Which host key was seen where: trust on first use, in a file of our own.

One line a host, as OpenSSH writes them: `[host]:port ssh-ed25519 AAAA…`. Lines that we cannot read
are kept and ignored. The user's own `~/.ssh/known_hosts` is neither read nor written.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from net.ssh.address import named
from net.ssh.errors import HostKeyChanged, KeyFileError
from net.ssh.files import private_directory, read_small, replace
from net.ssh.keys import fingerprint

_LOCK_PATIENCE: Final = 5.0
_LOCK_PAUSE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Entry:
    """One readable line: which key is trusted for one host, and where that is written."""

    line: int
    key: asyncssh.SSHKey


@dataclass(frozen=True, slots=True)
class KnownHosts:
    """The file of the hosts that we have met."""

    path: Path

    def entries(self, host: str, port: int) -> list[Entry]:
        """What is written about a host, in the order of the file."""
        return _entries(self._read(), _label(host, port))

    def check(self, host: str, port: int, key: asyncssh.SSHKey, expected: str | None) -> None:
        """Pass a trusted or a new host; raise HostKeyChanged for anything else.

        An expected fingerprint is then the only thing that is trusted (E4).
        """
        where, shown = named(host, port), fingerprint(key)
        if expected is not None:
            if shown != expected:
                raise HostKeyChanged(where, expected=expected, shown=shown)
            return
        self._compare(where, self.entries(host, port), key)

    def remember(self, host: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Write down a host that has *proven* its key; True if nothing was known about it.

        A host that is known with another key keeps its line: only a person removes one.
        """
        label = _label(host, port)
        if _entries(self._read(), label):
            return False
        private_directory(self.path.parent)
        with _locked(self.path):
            text = self._read()
            if known := _entries(text, label):
                self._compare(named(host, port), known, key)  # somebody was first: and the same?
                return False
            if text and not text.endswith(b"\n"):
                text += b"\n"
            line = label.encode("ascii") + b" " + key.export_public_key("openssh").strip()
            replace(self.path, text + line + b"\n")
        return True

    def _compare(self, where: str, known: list[Entry], key: asyncssh.SSHKey) -> None:
        if known and all(entry.key.public_data != key.public_data for entry in known):
            raise HostKeyChanged(
                where,
                expected=fingerprint(known[0].key),
                shown=fingerprint(key),
                file=self.path,
                line=known[0].line,
            )

    def _read(self) -> bytes:
        return read_small(self.path, secret=False) or b""


def _label(host: str, port: int) -> str:
    return f"[{host.lower().rstrip('.')}]:{port}"


def _entries(text: bytes, label: str) -> list[Entry]:
    found: list[Entry] = []
    wanted = label.encode("ascii")
    for number, line in enumerate(text.split(b"\n"), 1):
        name, _, rest = line.strip().partition(b" ")
        if name != wanted:
            continue
        try:
            found.append(Entry(number, asyncssh.import_public_key(rest)))
        except (asyncssh.KeyImportError, ValueError):
            continue
    return found


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One writer at a time, between processes too; the lock dies with its holder."""
    beside = path.with_name(f"{path.name}.lock")
    try:
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise KeyFileError(f"{beside} cannot be written: {error.strerror}.", beside) from error
    try:
        patience = time.monotonic() + _LOCK_PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > patience:
                    raise KeyFileError(f"{path} is held by another program.", path) from None
                time.sleep(_LOCK_PAUSE)
            except OSError as error:
                raise KeyFileError(f"{path} cannot be locked: {error.strerror}.", path) from error
            else:
                break
        yield
    finally:
        os.close(handle)
