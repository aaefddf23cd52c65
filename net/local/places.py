"""Where the sockets of this machine lie, and whether a place is safe (E2).

A private folder (`XDG_RUNTIME_DIR`) is of no use to friends with other accounts, so the sockets lie
in a shared one: `/run/stammtisch` where the administrator has made it, else `/tmp`. There, each
account has `stammtisch-UID`, and in it one folder for each audience:

    stammtisch-1000/             0711  others may pass, not look around and not write
        own/                     0700  sockets 0600
        everyone/                0755  sockets 0666
        group-50/                0750  sockets 0660, of that group

An account cannot make a folder that another one owns, and nobody can rename one in a sticky place.
So whoever listens below `stammtisch-1000` is 1000; the socket is asked all the same.
"""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from net.local.accounts import account_name
from net.local.audience import Audience, seen_by_us
from net.local.door import WORD
from net.ssh.errors import ListenError

VARIABLE: Final = "STAMMTISCH_SOCKETS"
"""The environment variable that names the place, in the stead of the usual two."""

USUAL: Final = ("/run/stammtisch", "/tmp")  # noqa: S108 - what lies there is checked, not trusted
LONGEST_PATH: Final = 100
"""Bytes of a path; the shortest limit of a system is 104."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_ACCOUNT: Final = re.compile(r"stammtisch-(0|[1-9][0-9]{0,9})", re.ASCII)
_ENTRIES: Final = 100_000
_SOCKETS_EACH: Final = 16


@dataclass(frozen=True, slots=True)
class Spot:
    """A socket in a folder of its account; nobody has been asked yet whether a table is behind."""

    path: Path
    uid: int
    account: str
    name: str

    @property
    def table(self) -> str:
        """How the table is named in an address."""
        return f"{self.account}/{self.name}"


def places() -> list[Path]:
    """The shared folders that are there and safe, the better one first."""
    named = os.environ.get(VARIABLE, "").strip()
    wanted = (named,) if named else USUAL
    return [Path(os.path.realpath(each)) for each in wanted if _safe_place(each)]


def _safe_place(place: str) -> bool:
    """Whether nobody but root and we can rename or replace what others have put there."""
    try:
        found = Path(place).stat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (0, os.geteuid()):
        return False
    return not found.st_mode & _OTHERS_WRITE or bool(found.st_mode & stat.S_ISVTX)


def spots() -> Iterator[Spot]:
    """Every socket that may be a table for us, the own account's first; a few of each account."""
    for place in places():
        for folder, uid in _account_folders(place):
            yield from islice(_sockets(folder, uid), _SOCKETS_EACH)


def _account_folders(place: Path) -> list[tuple[Path, int]]:
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in islice(entries, _ENTRIES):
                known = _ACCOUNT.fullmatch(entry.name)
                if known is not None and _owned(Path(entry.path), int(known[1])):
                    found.append((Path(entry.path), int(known[1])))
    except OSError:
        return []
    ours = os.geteuid()
    return sorted(found, key=lambda each: (each[1] != ours, each[1]))


def _owned(folder: Path, uid: int) -> bool:
    """Whether this is a folder, no link, of that account, and not writable by others."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == uid and not found.st_mode & _OTHERS_WRITE


def _sockets(folder: Path, uid: int) -> Iterator[Spot]:
    account = account_name(uid)
    for inner in seen_by_us():
        if not _owned(folder / inner, uid):
            continue
        try:
            with os.scandir(folder / inner) as entries:
                names = sorted(
                    entry.name
                    for entry in islice(entries, _ENTRIES)
                    if WORD.fullmatch(entry.name)
                    and stat.S_ISSOCK(entry.stat(follow_symlinks=False).st_mode)
                )
        except OSError:
            continue
        for name in names:
            yield Spot(folder / inner / name, uid, account, name)


def ready_folder(audience: Audience) -> Path:
    """The folder of this account for an audience, made if it is missing; raises `ListenError`."""
    trouble = ListenError(
        "There is no shared folder on this machine in which a socket is safe: neither "
        "/run/stammtisch nor a sticky /tmp.",
        reason="no_place",
    )
    for place in places():
        try:
            own = _ready(place / f"stammtisch-{os.geteuid()}", 0o711, None)
            return _ready(own / audience.folder, audience.folder_mode, audience.gid)
        except ListenError as fault:
            trouble = fault
    raise trouble


def _ready(folder: Path, mode: int, gid: int | None) -> Path:
    """A folder of ours with exactly these rights; a link or somebody else's is refused (E2)."""
    try:
        folder.mkdir(mode=0o700, exist_ok=False)
    except FileExistsError:
        pass
    except OSError as error:
        raise ListenError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        raise _not_ours(folder) from None
    try:
        found = os.fstat(handle)
        if found.st_uid != os.geteuid():
            raise _not_ours(folder)
        if found.st_mode & _OTHERS_WRITE:
            raise ListenError(
                f"Others may write to the folder {folder}, so what lies in it cannot be trusted; "
                "remove it.",
                reason="unsafe_place",
            )
        if gid is not None and found.st_gid != gid:
            os.fchown(handle, -1, gid)
        if stat.S_IMODE(found.st_mode) != mode:
            os.fchmod(handle, mode)
    except OSError as error:
        raise ListenError(f"The folder {folder} cannot be used: {error.strerror}.") from error
    finally:
        os.close(handle)
    return folder


def _not_ours(folder: Path) -> ListenError:
    return ListenError(
        f"{folder} should be a folder of your own account and is not. Somebody may have put it "
        "there; ask whoever looks after this machine to remove it.",
        reason="unsafe_place",
    )
