"""A real OpenSSH server on loopback, the `ssh` of a person who has a configuration, and sockets."""

import contextlib
import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from net.local.places import VARIABLE
from tests.net.ssh_parts import HERE, file_of, free_port

ROOT = Path(__file__).parents[2]
SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin")
needs_sshd = pytest.mark.skipif(
    SSHD is None or shutil.which("ssh") is None, reason="OpenSSH is not installed"
)
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="another account can only be had as root")
ACCOUNT = getpass.getuser()


@contextlib.contextmanager
def shared_place() -> Iterator[Path]:
    """A folder like /tmp, but with a short path and nothing in it."""
    place = Path(tempfile.mkdtemp(prefix="st-", dir="/tmp"))
    place.chmod(0o1777)
    try:
        yield place
    finally:
        shutil.rmtree(place)


@dataclass
class Server:
    """A running server, and how this person's `ssh` comes to it: as `tilde`."""

    place: Path
    sockets: Path
    port: int
    process: "subprocess.Popen[bytes]"
    config: Path
    environment: dict[str, str] = field(default_factory=dict)

    def configure(self, *lines: str) -> None:
        """Put lines before the person's configuration, where they count."""
        self.config.write_text("\n".join(lines) + "\n" + self.config.read_text())


def _script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@contextlib.contextmanager
def server(
    sockets: Path, *, installed: bool = True, settings: str = "", greeting: str = ""
) -> Iterator[Server]:
    """An sshd with a configuration of its own; `installed` is whether it has our program.

    `settings` come first in its configuration; `greeting` is what its shell prints before anything.
    """
    assert SSHD is not None, "asked for by tests that need it"
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # it wants this one as root
    place = Path(tempfile.mkdtemp(prefix="sshd-", dir="/tmp"))
    key, host = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    (place / "authorized").write_bytes(key.export_public_key())
    far = place / "far"
    program = f'exec {sys.executable} -m stammtisch "$@"'
    told = f"printf '%s\\n' '{greeting}'; " if greeting else ""
    _script(far / "sh-wrapper", f'{told}exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"')
    if installed:
        _script(far / "stammtisch", program)
    port = free_port()
    (place / "sshd_config").write_text(
        f"{settings}\nPort {port}\nListenAddress {HERE}\nHostKey {file_of(place, host, 'host')}\n"
        f"PidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nLogLevel VERBOSE\n"
        f"AuthorizedKeysFile {place}/authorized\nPasswordAuthentication no\n"
        f"SetEnv PATH={far}:/usr/bin:/bin PYTHONPATH={ROOT} {VARIABLE}={sockets}\n"
        f"ForceCommand {far}/sh-wrapper\n"
    )
    config = place / "ssh_config"
    config.write_text(
        f"Host tilde\n  HostName {HERE}\n  Port {port}\n  User {ACCOUNT}\n"
        f"  IdentityFile {file_of(place, key, 'me')}\n  IdentitiesOnly yes\n  IdentityAgent none\n"
        f"Host *\n  UserKnownHostsFile {place}/known_hosts\n  GlobalKnownHostsFile none\n"
        "  StrictHostKeyChecking accept-new\n"
    )
    _script(place / "bin" / "ssh", f'exec {shutil.which("ssh")} -F {config} "$@"')
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", str(place / "sshd_config")],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            stdout=log,
        )
        assert process.stderr is not None
        said = process.stderr.readline()
        if b"listening" not in said.lower():
            process.kill()
            pytest.fail(f"sshd did not start: {said!r}")
        drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=log)
        process.stderr.close()
    environment = {"PATH": f"{place}/bin:{os.environ['PATH']}", VARIABLE: str(sockets)}
    try:
        yield Server(place, sockets, port, process, config, environment)
    finally:
        process.terminate()
        process.wait(10)
        drain.wait(10)
        shutil.rmtree(place)
