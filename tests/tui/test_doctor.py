"""What `stammtisch doctor` finds, in whole and in broken places."""

import contextlib
import fcntl
import io
import os
import pty
import socket
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import filesystems
from net.filesystems import kind_by_mount, kind_in, kind_of, on_network
from net.local.places import VARIABLE
from tests.net.sshd_parts import ROOT
from tui import cli
from tui.doctor import doctor
from tui.doctor_files import network_warning

NOBODY = 65534
NFS = (
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "40 22 0:40 / {place} rw,relatime - nfs4 nas:/home rw,vers=4.2\n"
)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A place that is in order, whatever the machine of the tests is."""
    monkeypatch.setenv("TERM", "xterm-256color")
    sockets = tmp_path / "sockets"
    sockets.mkdir(mode=0o755)
    monkeypatch.setenv(VARIABLE, str(sockets))


def examined() -> tuple[int, str]:
    """The exit code and what is printed."""
    out = io.StringIO()
    return doctor(out), out.getvalue()


def program(*words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """The program itself, with another environment."""
    run = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tui.cli import main"
    return subprocess.run(
        [*words, "-c", f"{run}; sys.exit(main(['doctor']))"],
        capture_output=True,
        text=True,
        env=more,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_a_place_in_order_is_told_in_full(home: Path) -> None:
    """Everything has its line, nothing is marked, and nothing was made by looking."""
    before = sorted(home.rglob("*"))
    code, told = examined()
    assert code == 0, told
    for name in ("terminal", "size", "colours", "encoding", "keys", "agent", "ssh", "sockets"):
        assert f"\n  {name} " in told
    for name in ("folders", "disk", "database", "python", "libraries"):
        assert f"\n  {name} " in told
    assert "SQLite 3." in told
    assert told.endswith("Nothing is wrong here.\n")
    assert sorted(home.rglob("*")) == before


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    """By the command line, with the exit code of what was found."""
    code = cli.main(["doctor"])
    told = capsys.readouterr()
    assert (code == 0) == told.out.endswith("Nothing is wrong here.\n")
    assert told.err == ""


def test_open_keys_and_folders_are_said_and_no_key_is_shown(home: Path) -> None:
    """C8: what others may read, with the command that helps; never what is in it."""
    data = home / ".local/share/stammtisch"
    (data / "tables").mkdir(parents=True)
    data.chmod(0o755)
    (data / "guest_ed25519").write_text("a secret of mine")
    (data / "guest_ed25519").chmod(0o644)
    (data / "host_ed25519").mkdir()
    code, told = examined()
    assert code == 1
    assert "! keys" in told
    assert "chmod 600" in told
    assert "host_ed25519 is no file of yours" in told
    assert f"Others may look into or write to {data}," in told
    assert "secret of mine" not in told
    assert "things to look at" in told


@contextlib.contextmanager
def somebody() -> Iterator[int]:
    """An account that may not write everywhere: our own, or for root that of nobody."""
    if os.geteuid() != 0:
        yield os.geteuid()
        return
    examined()  # what is loaded late lies where nobody may look
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield NOBODY
    finally:
        os.setresuid(0, 0, 0)


def test_a_folder_that_is_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose it is, is the thing to look at."""
    with tempfile.TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        shut = Path(above) / "shut"
        shut.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(shut, NOBODY, NOBODY)
        shut.chmod(0o500)
        monkeypatch.setenv("STAMMTISCH_HOME", str(shut / "stammtisch"))
        with somebody():
            code, told = examined()
    assert code == 1
    assert "may not write to" in told


def test_a_file_where_a_folder_should_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """STAMMTISCH_HOME names a file."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("STAMMTISCH_HOME", str(tmp_path / "file"))
    code, told = examined()
    assert code == 1
    assert "is no folder" in told


def test_without_ssh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Which roads are missing is said; the same for a program that is no ssh."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "! ssh        The program ssh is not found" in examined()[1]
    (tmp_path / "ssh").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "ssh").chmod(0o755)
    assert "! ssh" in examined()[1]
    (tmp_path / "ssh").write_text("#!/bin/sh\nprintf 'OpenSSH_1 \\033[31mred\\n' >&2\n")
    code, told = examined()
    assert code == 0
    assert "\x1b" not in told


def test_an_agent_that_has_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A socket that nobody listens at, and one at which somebody does."""
    path = tmp_path / "agent"
    monkeypatch.setenv("SSH_AUTH_SOCK", str(path))
    assert "! agent" in examined()[1]
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
        sock.listen()
        assert "  agent      an agent answers" in examined()[1]
    monkeypatch.setenv("SSH_AUTH_SOCK", "x" * 200)
    assert "! agent" in examined()[1]


def test_unsafe_places_for_sockets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """E2: a folder in which others can rename, and a folder of ours that others may write to."""
    place = tmp_path / "shared"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.setenv(VARIABLE, str(place))
    assert "! sockets    There is no safe folder" in examined()[1]
    place.chmod(0o755)
    (place / f"stammtisch-{os.geteuid()}").mkdir()
    assert "  sockets    tables" in examined()[1]
    (place / f"stammtisch-{os.geteuid()}").chmod(0o777)
    assert "! sockets" in examined()[1]


def test_a_small_window_and_a_terminal_without_a_name() -> None:
    """On a real terminal of 40 by 10 that says `dumb`; a broken TERM is no traceback."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 40, 0, 0))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "stammtisch", "doctor"],
            cwd=ROOT,
            env={**os.environ, "TERM": "dumb"},
            stdin=other,
            capture_output=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(main)
        os.close(other)
    told = done.stdout.decode()
    assert done.returncode == 1
    assert "! terminal   TERM is dumb" in told
    assert "! size       40 columns and 10 lines are too few" in told
    assert done.stderr == b""


def test_in_a_broken_place_there_is_no_traceback(tmp_path: Path) -> None:
    """No library, no home, no path, no UTF-8: each a line, code 1, nothing on standard error."""
    done = program(sys.executable, "-I", "-S", HOME="/nowhere", LC_ALL="C", PYTHONIOENCODING="x")
    assert done.returncode == 1
    assert done.stderr == ""
    assert "The library textual is missing" in done.stdout
    assert "The library asyncssh is missing" in done.stdout
    assert "Traceback" not in done.stdout


def test_another_encoding_is_said() -> None:
    """The suit signs are missing; letters do as well."""
    done = program(sys.executable, HOME="/nowhere", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert done.returncode == 1
    assert "! encoding   latin-1" in done.stdout.replace("iso8859-1", "latin-1")
    assert "--ascii" in done.stdout


def test_a_network_file_system_is_named(
    monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path
) -> None:
    """C9: by the doctor, and with the same sentence when a table is opened."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(NFS.format(place=home))
    monkeypatch.setattr(filesystems, "MOUNTS", mounts)
    code, told = examined()
    assert code == 1
    (line,) = (row for row in told.splitlines() if "network file system (nfs4)" in row)
    said = network_warning(home / ".local/share/stammtisch")
    assert line == f"! disk       {said}"


def test_a_host_is_told_of_it_at_the_start(
    monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C9: at the start too, whatever comes of it."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(NFS.format(place=home))
    monkeypatch.setattr(filesystems, "MOUNTS", mounts)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        assert cli.main(["host", "one-hundred", "--open=yes", "--no-seat", "--listen", where]) == 1
    said = capsys.readouterr().err
    assert "network file system (nfs4)" in said


@pytest.mark.parametrize(
    ("kind", "network"),
    [
        ("nfs4", True),
        ("cifs", True),
        ("fuse.sshfs", True),
        ("9p", True),
        ("smbfs", True),
        ("ext4", False),
        ("apfs", False),
        ("overlay", False),
        ("tmpfs", False),
        ("", False),
    ],
)
def test_which_kinds_are_of_another_machine(kind: str, network: bool) -> None:
    """C9: those on which a lock of one machine may mean nothing to another."""
    assert on_network(kind) is network


def test_the_mount_that_counts_is_the_nearest_and_the_latest(tmp_path: Path) -> None:
    """A later mount covers an earlier one; blanks are escaped; what is no row is left out."""
    rows = (
        "1 0 8:1 / / rw - ext4 a rw\n2 1 8:1 / /home rw - nfs b rw\n3 1 8:1 / /home rw - xfs c rw\n"
        "4 1 8:1 / /my\\040disk rw - cifs d rw\nrubbish\n- \n"
    )
    assert kind_in(rows, Path("/home/ann")) == "xfs"
    assert kind_in(rows, Path("/homes/ann")) == "ext4"
    assert kind_in(rows, Path("/my disk")) == "cifs"
    assert kind_in("", Path("/home")) == ""
    said = (
        "/dev/disk1s1 on / (apfs, local, journaled)\n//a@nas/h on /Volumes/h (x) (smbfs, nodev)\n"
    )
    assert kind_by_mount(said, Path("/Volumes/h (x)/y")) == "smbfs"
    assert kind_by_mount(said, Path("/Users")) == "apfs"
    assert kind_of(tmp_path / "not" / "there") == kind_of(tmp_path)
