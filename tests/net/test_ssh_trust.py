"""Whom a guest trusts, and which keys a guest shows to whom."""

import shutil
from pathlib import Path

import asyncssh
import pytest

from net.ssh.errors import (
    ConnectError,
    HostKeyChanged,
    KeyFileError,
    NotATable,
)
from net.ssh.keys import fingerprint, guest_key, identity
from net.ssh.known_hosts import KnownHosts
from tests.net.ssh_parts import HERE, KEY, agent_with, file_of, house, join, leave, ordinary

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin")


async def test_another_ssh_server_is_shown_no_key(tmp_path: Path) -> None:
    """An SSH server that is no table is said to be one, and learns none of our keys."""
    seen: list[str] = []
    async with ordinary(seen) as port:
        with pytest.raises(NotATable) as error:
            await join(tmp_path, port)

    assert error.value.reason == "not_ours"
    assert seen == []
    assert not (tmp_path / "known_hosts").exists()


async def test_the_first_meeting_is_remembered_and_told(tmp_path: Path) -> None:
    """Trust on first use: the caller hears of a new host once, with its fingerprint."""
    met: list[str] = []
    async with house(tmp_path) as there:
        for _ in range(2):
            await leave(await there.join(on_new_host=met.append))
        known = KnownHosts(tmp_path / "anna" / "known_hosts").entries(HERE, there.port)

    assert met == [there.listener.fingerprint]
    assert [fingerprint(entry.key) for entry in known] == met


async def test_a_changed_host_key_is_a_hard_stop(tmp_path: Path) -> None:
    """Not one of our keys is shown to it, and the file stays as it was."""
    async with house(tmp_path) as there:
        known = tmp_path / "anna" / "known_hosts"
        KnownHosts(known).remember(HERE, there.port, KEY)
        before = known.read_bytes()
        with pytest.raises(HostKeyChanged) as error:
            await there.join()

        assert error.value.expected == fingerprint(KEY)
        assert error.value.shown == there.listener.fingerprint
        assert (error.value.file, error.value.line) == (known, 1)
        assert known.read_bytes() == before
        assert there.asked == []


async def test_the_fingerprint_of_an_invitation_is_the_only_thing_trusted(tmp_path: Path) -> None:
    """E4: a wrong one stops a first meeting; a right one goes past an old entry, which stays."""
    async with house(tmp_path) as there:
        with pytest.raises(HostKeyChanged) as error:
            await there.join(expected_fingerprint=fingerprint(KEY))
        assert error.value.file is None
        known = tmp_path / "anna" / "known_hosts"
        assert not known.exists()

        KnownHosts(known).remember(HERE, there.port, KEY)
        await leave(await there.join(expected_fingerprint=there.listener.fingerprint))
        entries = KnownHosts(known).entries(HERE, there.port)
        assert [fingerprint(entry.key) for entry in entries] == [fingerprint(KEY)]


async def test_an_unproven_host_key_is_not_written_down(tmp_path: Path) -> None:
    """A host that shows a public key without holding it leaves no trace in our file."""

    class Thief(asyncssh.SSHKeyPair):
        def __init__(self, key: asyncssh.SSHKey) -> None:
            name = b"ssh-ed25519"
            super().__init__(name, name, (name,), (name,), key.public_data, "")

        def sign(self, data: bytes) -> bytes:
            return asyncssh.generate_private_key("ssh-ed25519").sign(data, b"ssh-ed25519")

    seen: list[str] = []
    async with ordinary(seen, server_host_keys=[Thief(KEY)], server_version="Stammtisch") as port:
        with pytest.raises(ConnectError):
            await join(tmp_path, port)

    assert seen == []
    assert not (tmp_path / "known_hosts").exists()


async def test_other_keys_are_offered_only_when_ours_is_refused(tmp_path: Path) -> None:
    """The identity of a seat does not hang on what else lies about; a listed key still works."""
    file_of(tmp_path / "dot-ssh", KEY, "id_ed25519")
    async with house(tmp_path) as there:
        link = await there.join(ssh_dir=tmp_path / "dot-ssh")
        assert link.own_identity == identity(guest_key(tmp_path / "anna"))
        assert {who for who, _ in there.asked} == {link.own_identity}
        await leave(link)
    async with house(tmp_path, admit=lambda who, _name: who == identity(KEY)) as there:
        link = await there.join(
            ssh_dir=tmp_path / "dot-ssh", agent=str(tmp_path / "no-agent"), on_new_host=None
        )
        assert link.own_identity == identity(KEY) == (await there.link()).identity
        await leave(link)


@pytest.mark.skipif(shutil.which("ssh-agent") is None, reason="OpenSSH is not installed")
async def test_a_key_in_a_real_agent_opens_the_door(tmp_path: Path) -> None:
    """A guest whose listed key lives in the agent gets in with it."""
    async with (
        agent_with(tmp_path, KEY) as agent,
        house(tmp_path, admit=lambda who, _name: who == identity(KEY)) as there,
    ):
        link = await there.join(agent=agent)
        assert link.own_identity == identity(KEY)
        await leave(link)


async def test_nothing_of_the_users_own_ssh_is_read(tmp_path: Path, home: Path) -> None:
    """Ordinary lines of a configuration stop asyncssh; none of them is ever seen."""
    (home / ".ssh").mkdir(mode=0o700)
    (home / ".ssh" / "config").write_text(
        "ServerAliveInterval 15s\nMatch localnetwork 10.0.0.0/8\n  Port 1\nHost *\n  User x\n"
        "  IdentityFile ~/missing\n  ProxyCommand false\n"
    )
    (home / ".ssh" / "known_hosts").write_text("broken \x00 line\n")
    async with house(tmp_path) as there:
        await leave(await there.join())
        assert {name for _, name in there.asked} == {"anna"}


async def test_files_that_cannot_be_used_stop_before_anything_is_sent(tmp_path: Path) -> None:
    """A damaged key of ours, or an unreadable list of hosts, is said in its own sentence."""
    async with house(tmp_path) as there:
        (tmp_path / "anna").mkdir(mode=0o700)
        (tmp_path / "anna" / "known_hosts").mkdir()
        with pytest.raises(KeyFileError, match="known_hosts"):
            await there.join()
        (tmp_path / "bert").mkdir(mode=0o700)
        (tmp_path / "bert" / "guest_ed25519").touch(mode=0o600)
        with pytest.raises(KeyFileError, match="damaged"):
            await there.join("bert")
        assert there.asked == []
