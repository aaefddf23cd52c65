"""The keys that a host lets in: fingerprints on the command line, and a file of friends.

The file holds one key a line, as `authorized_keys` does or as a fingerprint; `#` begins a remark.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from tui.faults import cannot

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}", re.ASCII)


def friends_of(file: Path, fingerprints: Iterable[str]) -> frozenset[str]:
    """The identities of all friends; raises `WrongWords` for a line that is no key."""
    found = set()
    for text in fingerprints:
        if not _FINGERPRINT.fullmatch(text.rstrip("=")):
            raise cannot("cmd.bad_friend", text=text)
        found.add(f"key:{text.rstrip('=')}")
    try:
        lines = file.read_text("utf-8").splitlines()
    except FileNotFoundError:
        lines = []
    except (OSError, UnicodeDecodeError):
        raise cannot("cmd.friends_unreadable", file=str(file)) from None
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split() if "AAAA" not in line else line.split()
        if not words or words[0].startswith("#"):
            continue
        identity = _identity(words)
        if identity is None:
            raise cannot("cmd.bad_friend_line", line=number, file=str(file))
        found.add(identity)
    return frozenset(found)


def _identity(words: list[str]) -> str | None:
    """`key:SHA256:…` of a fingerprint, or of the key blob on a line of `authorized_keys`."""
    if _FINGERPRINT.fullmatch(words[0].rstrip("=")):
        return f"key:{words[0].rstrip('=')}"
    for word in words:
        if not word.startswith("AAAA"):
            continue
        try:
            blob = base64.b64decode(word, validate=True)
        except binascii.Error:
            return None
        digest = base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")
        return f"key:SHA256:{digest}"
    return None
