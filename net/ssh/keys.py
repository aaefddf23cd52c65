"""The keys of a host and of a guest: made on first use, and names for them.

A guest offers the key of this program first, and the keys in `~/.ssh` and in the agent only when
that one is refused. So the identity that holds a seat does not depend on whether an agent happens
to run, and a stranger's host does not learn which other keys somebody has.
"""

import asyncio
import base64
import hashlib
import logging
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

import asyncssh

from net.ssh.errors import KeyFileError
from net.ssh.files import create, private_directory, read_small

HOST_KEY: Final = "host_ed25519"
GUEST_KEY: Final = "guest_ed25519"
AnyKey = asyncssh.SSHKey | asyncssh.SSHKeyPair
_DEFAULT_KEYS: Final = ("id_ed25519", "id_ecdsa", "id_rsa")
_AGENT_PATIENCE: Final = 3.0
_log: Final = logging.getLogger("stammtisch.ssh")


def fingerprint(key: AnyKey) -> str:
    """The fingerprint of a key as OpenSSH writes it: `SHA256:…`."""
    digest = hashlib.sha256(key.public_data).digest()
    return "SHA256:" + base64.b64encode(digest).decode("ascii").rstrip("=")


def identity(key: AnyKey) -> str:
    """The identity that a seat belongs to: `key:SHA256:…` (E3)."""
    return f"key:{fingerprint(key)}"


def host_key(directory: Path) -> asyncssh.SSHKey:
    """The key by which guests know this host, made on first use."""
    return _own_key(directory, HOST_KEY)


def guest_key(directory: Path) -> asyncssh.SSHKey:
    """The key by which hosts know this guest, made on first use."""
    return _own_key(directory, GUEST_KEY)


def _own_key(directory: Path, name: str) -> asyncssh.SSHKey:
    private_directory(directory)
    path = directory / name
    data = read_small(path, secret=True)
    if data is None:
        made = asyncssh.generate_private_key("ssh-ed25519", comment="stammtisch")
        if create(path, made.export_private_key("openssh")):
            return made
        data = read_small(path, secret=True) or b""  # another process was first: its key counts
    try:
        return asyncssh.import_private_key(data)
    except (asyncssh.KeyEncryptionError, ValueError) as error:
        if _locked(error):
            raise KeyFileError(
                f"The key in {path} has a passphrase; this program uses a key without one.", path
            ) from None
        raise KeyFileError(
            f"The key in {path} is damaged. Bring it back from a copy, or move it away to get a "
            "new one (you will then be somebody new to the others).",
            path,
        ) from None


def default_keys(ssh_directory: Path) -> list[asyncssh.SSHKey]:
    """The keys in `~/.ssh` that need no passphrase; others are skipped with a note."""
    found: list[asyncssh.SSHKey] = []
    for name in _DEFAULT_KEYS:
        path = ssh_directory / name
        try:
            data = read_small(path, secret=True)
            if data is not None:
                found.append(asyncssh.import_private_key(data))
        except (KeyFileError, asyncssh.KeyEncryptionError, ValueError) as error:
            why = "it has a passphrase" if _locked(error) else "it cannot be used"
            _log.info("skipped %s: %s", path, why)
    return found


def _locked(error: Exception) -> bool:
    # asyncssh has a class of its own for a wrong passphrase, but not for one that is missing.
    return isinstance(error, asyncssh.KeyEncryptionError) or "passphrase" in str(error).lower()


async def agent_keys(agent: str) -> AsyncGenerator[asyncssh.SSHKeyPair, None]:
    """The keys of a running agent, one by one; a broken or silent agent has none.

    The connection to it stays open for as long as the iterator does, because the agent signs.
    """
    try:
        async with asyncio.timeout(_AGENT_PATIENCE):
            client = await asyncssh.connect_agent(agent)
    except (OSError, TimeoutError, ValueError):
        _log.info("skipped the ssh agent: it does not answer")
        return
    try:
        try:
            async with asyncio.timeout(_AGENT_PATIENCE):
                pairs = list(await client.get_keys())
        except (OSError, TimeoutError, ValueError):
            _log.info("skipped the ssh agent: it does not list its keys")
            pairs = []
        for pair in pairs:
            if not pair.has_cert:  # certificates are refused everywhere (E3)
                yield pair
    finally:
        client.close()
        await client.wait_closed()
