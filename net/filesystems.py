"""What kind of file system a folder is on: on a network one, locks and moves may be lost."""

import subprocess
import sys
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mountinfo")
_NETWORK: Final = (
    *("9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "glusterfs", "gpfs", "lustre"),
    *("ncpfs", "nfs", "nfs3", "nfs4", "orangefs", "pvfs2", "smb", "smb2", "smb3", "smbfs"),
    *("sshfs", "webdav"),
)
_WITHIN: Final = 5.0


def kind_of(folder: Path) -> str:
    """The kind, as the system calls it (`ext4`, `nfs4`, `fuse.sshfs`); empty if it does not say.

    A folder that is not there yet has the kind of the one that it would be made in.
    """
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    place = place.resolve()
    try:
        if MOUNTS.exists():
            return kind_in(MOUNTS.read_text("utf-8", "replace"), place)
        if sys.platform == "darwin":
            said = subprocess.run(
                ["/sbin/mount"], capture_output=True, timeout=_WITHIN, check=False
            ).stdout.decode("utf-8", "replace")
            return kind_by_mount(said, place)
    except (OSError, subprocess.SubprocessError):
        pass
    return ""


def on_network(kind: str) -> bool:
    """Whether a kind is that of a file system of another machine (C9)."""
    return kind.removeprefix("fuse.").removeprefix("fuse-").lower() in _NETWORK


def kind_in(mounts: str, place: Path) -> str:
    """Read Linux's `mountinfo`; the longest mount point counts, and of two the later one.

    >>> kind_in("1 0 8:1 / / rw - ext4 /dev/sda rw", Path("/home"))
    'ext4'
    """
    found: list[tuple[Path, str]] = []
    for row in mounts.splitlines():
        front, mark, back = row.partition(" - ")
        words, rest = front.split(), back.split()
        if mark and len(words) > 4 and rest:
            found.append((Path(_plain(words[4])), rest[0]))
    return _nearest(found, place)


def kind_by_mount(said: str, place: Path) -> str:
    """Read what `mount` says on macOS: `//ann@nas/home on /Volumes/home (smbfs, nodev)`.

    >>> kind_by_mount("/dev/disk1 on / (apfs, local)", Path("/Users/ann"))
    'apfs'
    """
    found: list[tuple[Path, str]] = []
    for row in said.splitlines():
        front, _, options = row.rpartition(" (")
        _, mark, point = front.partition(" on ")
        if mark and options:
            found.append((Path(point), options.rstrip(")").partition(",")[0].strip()))
    return _nearest(found, place)


def _nearest(found: list[tuple[Path, str]], place: Path) -> str:
    kind, depth = "", -1
    for point, each in found:
        if (point == place or point in place.parents) and len(point.parts) >= depth:
            kind, depth = each, len(point.parts)
    return kind


def _plain(text: str) -> str:
    """A path without the octal escapes of blanks."""
    for code, sign in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, sign)
    return text
