"""The friends of a host: fingerprints, and a file of keys."""

import base64
import hashlib
from pathlib import Path

import pytest

from tui.faults import WrongWords
from tui.friends import friends_of

PIN = "SHA256:" + "B" * 42 + "A"
BLOB = base64.b64encode(b"\0\0\0\x0bssh-ed25519\0\0\0 " + bytes(32)).decode()


def _identity(blob: str) -> str:
    digest = hashlib.sha256(base64.b64decode(blob)).digest()
    return "key:SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def test_a_file_of_friends_holds_keys_and_fingerprints(tmp_path: Path) -> None:
    """Lines of authorized_keys, fingerprints, remarks and empty lines."""
    file = tmp_path / "friends"
    file.write_text(
        f"# my friends\n\nssh-ed25519 {BLOB} anna@laptop # 2\n{PIN} Boris\n  # nobody\n", "utf-8"
    )

    assert friends_of(file, ()) == {_identity(BLOB), f"key:{PIN}"}
    assert friends_of(tmp_path / "none", [PIN + "="]) == {f"key:{PIN}"}
    assert friends_of(tmp_path / "none", ()) == frozenset()


@pytest.mark.parametrize("line", ["anna", "ssh-ed25519 AAAA*", "SHA256:short", "ssh-ed25519"])
def test_a_line_that_is_no_key_is_named(tmp_path: Path, line: str) -> None:
    """A misspelt key would keep a friend out in silence."""
    file = tmp_path / "friends"
    file.write_text(f"{PIN}\n{line}\n", "utf-8")
    with pytest.raises(WrongWords, match="line 2 of"):
        friends_of(file, ())


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    """A folder of that name, or bytes that are no text."""
    folder = tmp_path / "friends"
    folder.mkdir()
    with pytest.raises(WrongWords, match="cannot be read"):
        friends_of(folder, ())
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WrongWords, match="cannot be read"):
        friends_of(noise, ())


def test_a_fingerprint_on_the_command_line_is_checked(tmp_path: Path) -> None:
    """What is no fingerprint is refused before a table is opened."""
    with pytest.raises(WrongWords, match="no fingerprint"):
        friends_of(tmp_path / "none", ["anna"])
