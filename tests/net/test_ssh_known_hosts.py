"""Trust on first use, a hard stop on a changed key, and a file that loses nothing."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from net.ssh.errors import HostKeyChanged, KeyFileError
from net.ssh.keys import fingerprint
from net.ssh.known_hosts import KnownHosts

ROOT = Path(__file__).resolve().parents[2]
KEY = asyncssh.generate_private_key("ssh-ed25519")
OTHER = asyncssh.generate_private_key("ssh-ed25519")


def test_a_new_host_is_trusted_and_remembered(tmp_path: Path) -> None:
    """The first key is taken; the file is private and in the form of OpenSSH."""
    known = KnownHosts(tmp_path / "data" / "known_hosts")
    known.check("Anna.Example", 8822, KEY, None)
    assert not known.path.exists()  # judged, not yet proven: nothing is written
    assert known.remember("Anna.Example", 8822, KEY)
    assert not known.remember("anna.example.", 8822, KEY)

    line = known.path.read_text("ascii")
    assert line.startswith("[anna.example]:8822 ssh-ed25519 AAAA")
    assert line.count("\n") == 1
    assert stat.S_IMODE(known.path.stat().st_mode) == 0o600
    known.check("anna.example", 8822, KEY, None)


def test_a_changed_key_stops_everything(tmp_path: Path) -> None:
    """Both fingerprints, the file and the line are said; nothing is overwritten."""
    known = KnownHosts(tmp_path / "known_hosts")
    known.remember("bert", 1, OTHER)
    known.remember("anna", 8822, KEY)
    before = known.path.read_bytes()
    with pytest.raises(HostKeyChanged) as stopped:
        known.check("anna", 8822, OTHER, None)

    error = stopped.value
    assert (error.expected, error.shown) == (fingerprint(KEY), fingerprint(OTHER))
    assert (error.file, error.line) == (known.path, 2)
    for part in (error.expected, error.shown, str(known.path), "line 2"):
        assert part in str(error)
    assert not known.remember("anna", 8822, OTHER)
    assert known.path.read_bytes() == before


def test_another_port_or_host_is_another_host(tmp_path: Path) -> None:
    """Two tables on one machine each have their own key."""
    known = KnownHosts(tmp_path / "known_hosts")
    known.remember("anna", 8822, KEY)
    known.check("anna", 8823, OTHER, None)
    known.check("annabel", 8822, OTHER, None)
    assert known.remember("::1", 8822, OTHER)
    known.check("::1", 8822, OTHER, None)


def test_an_expected_fingerprint_is_the_only_thing_trusted(tmp_path: Path) -> None:
    """E4: with a fingerprint in the address neither first use nor the file counts."""
    known = KnownHosts(tmp_path / "known_hosts")
    known.check("anna", 8822, KEY, fingerprint(KEY))
    with pytest.raises(HostKeyChanged) as stopped:
        known.check("anna", 8822, OTHER, fingerprint(KEY))
    assert (stopped.value.file, stopped.value.line) == (None, None)

    known.remember("anna", 8822, OTHER)
    with pytest.raises(HostKeyChanged):
        known.check("anna", 8822, OTHER, fingerprint(KEY))
    known.check("anna", 8822, KEY, fingerprint(KEY))


def test_lines_that_cannot_be_read_are_kept_and_ignored(tmp_path: Path) -> None:
    """Comments, nonsense, binary, cut lines and a missing last newline all survive a write."""
    path = tmp_path / "known_hosts"
    odd = (
        b"# friends\n\n|1|hash|hash ssh-ed25519 AAAA\n[anna]:8822\n[anna]:8822 ssh-ed25519 AAA\n"
        b"[anna]:8822 \xff\xfe\x00\n\r\nno newline at the end"
    )
    path.write_bytes(odd)
    known = KnownHosts(path)
    known.check("anna", 8822, KEY, None)
    assert known.remember("anna", 8822, KEY)

    assert path.read_bytes().startswith(odd + b"\n[anna]:8822 ssh-ed25519 AAAA")
    with pytest.raises(HostKeyChanged) as stopped:
        known.check("anna", 8822, OTHER, None)
    assert stopped.value.line == 9


def test_a_host_may_be_written_with_two_keys(tmp_path: Path) -> None:
    """A person who adds a second line by hand trusts both."""
    known = KnownHosts(tmp_path / "known_hosts")
    known.remember("anna", 1, KEY)
    text = known.path.read_text()
    known.path.write_text(text + "[anna]:1 " + OTHER.export_public_key("openssh").decode("ascii"))
    known.check("anna", 1, KEY, None)
    known.check("anna", 1, OTHER, None)


def test_many_programs_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    """Four processes meet ten hosts each; all forty lines are there, and each is whole."""
    path = tmp_path / "new" / "known_hosts"
    program = (
        "import sys, asyncssh; from pathlib import Path\n"
        "from net.ssh.known_hosts import KnownHosts\n"
        "key = asyncssh.generate_private_key('ssh-ed25519')\n"
        "for number in range(10):\n"
        "    assert KnownHosts(Path(sys.argv[1])).remember(sys.argv[2], 1000 + number, key)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(path), name], cwd=ROOT)
        for name in ("anna", "bert", "cleo", "dora")
    ]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0, 0]

    known = KnownHosts(path)
    assert len(path.read_bytes().splitlines()) == 40
    for name in ("anna", "bert", "cleo", "dora"):
        assert [len(known.entries(name, 1000 + number)) for number in range(10)] == [1] * 10
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "known_hosts",
        "known_hosts.lock",
    ]


def test_a_file_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """An unreadable file is not an empty one: that would make every changed key a new one."""
    (tmp_path / "known_hosts").mkdir()
    with pytest.raises(KeyFileError):
        KnownHosts(tmp_path / "known_hosts").check("anna", 1, KEY, None)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(KeyFileError):
        KnownHosts(tmp_path / "pipe").check("anna", 1, KEY, None)
