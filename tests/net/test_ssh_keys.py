"""Keys are made once, kept private, and never overwritten."""

import logging
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from net.ssh.errors import KeyFileError
from net.ssh.keys import agent_keys, default_keys, fingerprint, guest_key, host_key, identity
from tests.net.ssh_parts import agent_with, file_of

ROOT = Path(__file__).resolve().parents[2]
needs_openssh = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed"
)


def make_locked(path: Path) -> None:
    """A key with a passphrase, made by OpenSSH."""
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", str(path)], check=True
    )


def test_a_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    """C8: directory 0700 and file 0600, even under a umask that would allow more."""
    place = tmp_path / "data" / "keys"
    before = os.umask(0)
    try:
        made = host_key(place)
    finally:
        os.umask(before)

    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in place.iterdir()] == [0o600]
    assert made.get_algorithm() == "ssh-ed25519"
    assert host_key(place).public_data == made.public_data
    assert guest_key(place).public_data != made.public_data


@needs_openssh
def test_a_fingerprint_is_written_as_openssh_writes_it(tmp_path: Path) -> None:
    """People compare it with what `ssh-keygen -l` and `ssh` show them."""
    key = host_key(tmp_path)
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(tmp_path / "host_ed25519")],
        capture_output=True,
        text=True,
        check=True,
    )

    assert shown.stdout.split()[1] == fingerprint(key)
    assert identity(key) == f"key:{fingerprint(key)}"


def test_two_programs_that_start_at_once_have_one_key(tmp_path: Path) -> None:
    """Whoever loses the race takes the winner's key; nothing half written lies about."""
    program = (
        "import sys; from pathlib import Path; from net.ssh.keys import *\n"
        "print(fingerprint(host_key(Path(sys.argv[1]))))"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "keys")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = {process.communicate(timeout=60)[0] for process in running}

    assert said == {fingerprint(host_key(tmp_path / "keys")) + "\n"}
    assert [file.name for file in (tmp_path / "keys").iterdir()] == ["host_ed25519"]


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n", b"\xff" * 2000]
)
def test_a_damaged_key_is_said_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """A new key would make the host a stranger to all its guests; a person decides that."""
    path = tmp_path / "host_ed25519"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="damaged") as refused:
        host_key(tmp_path)

    assert refused.value.path == path
    assert path.read_bytes() == content


def test_a_key_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    """C8: a key that lay open may be somebody else's by now."""
    host_key(tmp_path)
    (tmp_path / "host_ed25519").chmod(0o644)
    with pytest.raises(KeyFileError, match="chmod 600"):
        host_key(tmp_path)


@needs_openssh
def test_a_key_with_a_passphrase_is_said(tmp_path: Path) -> None:
    """It is not mistaken for a damaged one."""
    make_locked(tmp_path / "host_ed25519")
    with pytest.raises(KeyFileError, match="passphrase"):
        host_key(tmp_path)


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    """Whoever may write there could lay their own key in it."""
    place = tmp_path / "open"
    place.mkdir()
    place.chmod(0o777)
    with pytest.raises(KeyFileError, match="chmod 700"):
        host_key(place)
    assert list(place.iterdir()) == []


def test_what_lies_in_the_way_is_said(tmp_path: Path) -> None:
    """A file for the folder, a folder or a pipe for the key: one sentence each, and no waiting."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(KeyFileError):
        host_key(tmp_path / "file")
    (tmp_path / "host_ed25519").mkdir()
    with pytest.raises(KeyFileError, match="not an ordinary file"):
        host_key(tmp_path)
    os.mkfifo(tmp_path / "guest_ed25519", 0o600)
    with pytest.raises(KeyFileError, match="not an ordinary file"):
        guest_key(tmp_path)


@needs_openssh
def test_default_keys_that_cannot_be_used_are_skipped(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An encrypted, broken or open key in `~/.ssh` neither stops the program nor asks anything."""
    good = asyncssh.generate_private_key("ecdsa-sha2-nistp256")
    file_of(tmp_path, good, "id_ecdsa")
    make_locked(tmp_path / "id_ed25519")
    (tmp_path / "id_rsa").write_bytes(b"broken")
    (tmp_path / "id_rsa").chmod(0o600)
    caplog.set_level(logging.INFO, "stammtisch.ssh")

    assert [key.public_data for key in default_keys(tmp_path)] == [good.public_data]
    assert [message.rpartition("/")[2] for message in caplog.messages] == [
        "id_ed25519: it has a passphrase",
        "id_rsa: it cannot be used",
    ]
    assert default_keys(tmp_path / "missing") == []
    (tmp_path / "id_ecdsa").chmod(0o644)
    assert default_keys(tmp_path) == []


async def test_a_broken_agent_has_no_keys(tmp_path: Path) -> None:
    """No socket, a file instead of one, and one that nobody serves: each is simply no key."""
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "missing", tmp_path / "file"):
        assert [key async for key in agent_keys(str(path))] == []


@needs_openssh
async def test_the_keys_of_a_real_agent_are_found(tmp_path: Path) -> None:
    """The system's own ssh-agent lists its key."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with agent_with(tmp_path, key) as agent:
        found = [pair.public_data async for pair in agent_keys(agent)]

    assert found == [key.public_data]
