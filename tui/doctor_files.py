"""The looks of `stammtisch doctor` at files: folders, keys, sockets, the disk."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from net.filesystems import kind_of, on_network
from tui.doctor_looks import Found
from tui.words import sentence

_KEYS: Final = ("guest_ed25519", "host_ed25519")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_LEAST_FREE: Final = 50
"""Megabytes; a journal of an evening is below one."""


def keys() -> Iterator[Found]:
    """Whether the keys of the program are there and ours alone; they are not read."""
    from tui.locations import locations

    for name in _KEYS:
        path = locations().data_dir / name
        try:
            found = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            yield Found(sentence("doctor.key_later", name=name))
            continue
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
            yield Found(sentence("doctor.key_strange", path=str(path)), trouble=True)
        elif found.st_mode & _OTHERS:
            yield Found(sentence("doctor.key_open", path=str(path)), trouble=True)
        else:
            yield Found(sentence("doctor.key", name=name))


def folders() -> Iterator[Found]:
    """Whether settings, data and log have their folders; in that of the data are all secrets."""
    from tui.locations import locations

    place = locations()
    for folder in (place.config_dir, place.data_dir, place.state_dir):
        yield _folder(folder, secret=folder == place.data_dir)
    tables = place.data_dir / "tables"
    if tables.is_dir():
        yield _folder(tables, secret=True)


def _folder(folder: Path, *, secret: bool) -> Found:
    near = folder
    while not near.exists() and near != near.parent:
        near = near.parent
    if not near.is_dir():
        return Found(sentence("doctor.folder_none", folder=str(near)), trouble=True)
    if not os.access(near, os.W_OK | os.X_OK):
        return Found(sentence("doctor.folder_shut", folder=str(near)), trouble=True)
    if near != folder:
        return Found(sentence("doctor.folder_later", folder=str(folder)))
    if folder.stat().st_mode & (_OTHERS if secret else _OTHERS_WRITE):
        return Found(sentence("doctor.folder_open", folder=str(folder)), trouble=True)
    return Found(sentence("doctor.folder", folder=str(folder)))


def disk() -> Iterator[Found]:
    """Where the journals are written: what kind of file system, and how much room (C9)."""
    from tui.locations import locations

    folder = locations().data_dir
    near = folder
    while not near.exists() and near != near.parent:
        near = near.parent
    free = shutil.disk_usage(near).free // 1_000_000
    if warning := network_warning(folder):
        yield Found(warning, trouble=True)
    if free < _LEAST_FREE:
        yield Found(sentence("doctor.disk_full", folder=str(folder), free=free), trouble=True)
    else:
        yield Found(sentence("doctor.disk", kind=kind_of(folder) or "?", free=free))


def network_warning(folder: Path) -> str:
    """What is wrong with a data folder of another machine (C9); empty for one of this machine."""
    kind = kind_of(folder)
    if not on_network(kind):
        return ""
    return sentence("doctor.disk_network", folder=str(folder), kind=kind)


def sockets() -> Iterator[Found]:
    """Where tables of this machine lie, and whether this account may have one there."""
    from net.local.places import USUAL, VARIABLE, places

    safe = places()
    if not safe:
        named = os.environ.get(VARIABLE, "").strip() or USUAL[-1]
        yield Found(sentence("doctor.no_sockets", place=named), trouble=True)
        return
    own = safe[0] / f"stammtisch-{os.geteuid()}"
    try:
        found = own.lstat()
    except FileNotFoundError:
        yield Found(sentence("doctor.sockets", place=str(safe[0])))
        return
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    if not ours or found.st_mode & _OTHERS_WRITE:
        yield Found(sentence("doctor.sockets_taken", place=str(own)), trouble=True)
    else:
        yield Found(sentence("doctor.sockets", place=str(safe[0])))
