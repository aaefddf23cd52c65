"""Small private files: read with care, made once, never half written."""

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from net.ssh.errors import KeyFileError

_LARGEST: Final = 1 << 20
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def private_directory(directory: Path) -> None:
    """Make the directory 0700 where it is missing; refuse one that others may write to (C8)."""
    # Modes are given to each call: changing the umask would change it for every thread.
    missing = [place for place in (directory, *directory.parents) if not place.exists()]
    try:
        for place in reversed(missing):
            place.mkdir(mode=0o700, exist_ok=True)
        found = directory.stat()
    except OSError as error:
        raise KeyFileError(
            f"The folder {directory} cannot be used: {error.strerror}.", directory
        ) from error
    if not stat.S_ISDIR(found.st_mode):
        raise KeyFileError(f"{directory} is not a folder.", directory)
    if found.st_mode & _OTHERS_WRITE or found.st_uid not in (os.geteuid(), 0):
        raise KeyFileError(
            f"Others may write to the folder {directory}; make it yours alone with chmod 700.",
            directory,
        )


def read_small(path: Path, *, secret: bool) -> bytes | None:
    """The bytes of a file, or None where there is none; a secret one must be ours alone."""
    try:
        # Not waiting: a pipe that somebody laid in the way would hold us for ever.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}.", path) from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise KeyFileError(f"{path} is not an ordinary file.", path)
        if secret and (found.st_mode & _OTHERS or found.st_uid != os.geteuid()):
            raise KeyFileError(
                f"{path} may be read by others. If the key is still yours alone, run chmod 600 on "
                "it.",
                path,
            )
        if found.st_size > _LARGEST:
            raise KeyFileError(f"{path} is too large for what it should be.", path)
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(_LARGEST)
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}.", path) from error
    finally:
        os.close(handle)


def create(path: Path, data: bytes) -> bool:
    """Write a new 0600 file that is whole or absent after a crash; False if somebody was first."""
    try:
        beside = _write_beside(path, data)
        try:
            os.link(beside, path)
        except FileExistsError:
            return False
        except OSError:
            # A file system without hard links: exclusive too, but a crash may leave it cut short.
            return _create_directly(path, data)
        finally:
            beside.unlink(missing_ok=True)
        _sync(path.parent)
    except OSError as error:
        raise KeyFileError(f"{path} cannot be written: {error.strerror}.", path) from error
    return True


def replace(path: Path, data: bytes) -> None:
    """Put new contents in place of the old, whole or not at all."""
    try:
        beside = _write_beside(path, data)
        try:
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        _sync(path.parent)
    except OSError as error:
        raise KeyFileError(f"{path} cannot be written: {error.strerror}.", path) from error


def _write_beside(path: Path, data: bytes) -> Path:
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        _write(beside, data)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    return beside


def _create_directly(path: Path, data: bytes) -> bool:
    try:
        _write(path, data)
    except FileExistsError:
        return False
    _sync(path.parent)
    return True


def _write(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(directory: Path) -> None:
    """Make a new name last; some file systems cannot, and then the file itself still does."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
