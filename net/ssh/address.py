"""The address of a table, as people type it: `host`, `host:port`, `[::1]:port`, `…#SHA256:…`."""

import base64
import binascii
import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from net.ssh.errors import AddressError

DEFAULT_PORT: Final = 8822

# E1: a host is only ever made of these, so that no shell and no option parser ever meets another.
_HOST: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%-]*", re.ASCII)
_SCOPE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_FINGERPRINT: Final = re.compile(r"SHA256:([A-Za-z0-9+/]{43})=?", re.ASCII)
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table is, and which host key is to be trusted there if that is known beforehand."""

    host: str
    port: int
    fingerprint: str | None = None

    def __str__(self) -> str:
        place = named(self.host, self.port)
        return place if self.fingerprint is None else f"{place}#{self.fingerprint}"


def named(host: str, port: int) -> str:
    """`host:port` as it is typed, with brackets round an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_address(text: str, *, default_port: int = DEFAULT_PORT) -> Address:
    """Read an address; whatever is not clearly one is refused in words (E1)."""
    text = text.strip()
    if not text or len(text) > _LONGEST:
        raise AddressError("An address is HOST or HOST:PORT, such as anna.example:8822.")
    if text.startswith("ssh://"):
        raise AddressError(
            "A way through a server may have to ask you something, so it is taken before the "
            "screen opens; type it after the name of the program: stammtisch join ssh://SERVER."
        )
    place, mark, pin = text.partition("#")
    fingerprint = _fingerprint(pin) if mark else None
    if "@" in place:
        raise AddressError(
            f"{place!r} has a name before the host; the table only needs HOST or HOST:PORT."
        )
    host, port = _split(place)
    return Address(host, default_port if port is None else _port(port), fingerprint)


def _split(place: str) -> tuple[str, str | None]:
    if place.startswith("["):
        inner, closed, rest = place[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError(f"{place!r} is no address; IPv6 is written [ADDRESS]:PORT.")
        return _ipv6(inner), rest[1:] if rest else None
    if place.count(":") > 1:
        return _ipv6(place), None
    host, mark, port = place.partition(":")
    if not _HOST.fullmatch(host):
        raise AddressError(
            f"{host!r} is no name of a host; letters, digits, dots and hyphens make one."
        )
    return host, port if mark else None


def _ipv6(text: str) -> str:
    address, mark, scope = text.partition("%")
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        raise AddressError(f"{text!r} is no IPv6 address.") from None
    if mark and not _SCOPE.fullmatch(scope):
        raise AddressError(f"{text!r} is no IPv6 address: {scope!r} names no network interface.")
    return text


def _port(text: str) -> int:
    if not _PORT.fullmatch(text) or not 1 <= int(text) <= 65535:
        raise AddressError(f"{text!r} is no port; a port is a number from 1 to 65535.")
    return int(text)


def _fingerprint(text: str) -> str:
    found = _FINGERPRINT.fullmatch(text)
    try:
        # Strict: an ending that encodes no byte would make two texts of one fingerprint.
        digest = base64.b64decode(found[1] + "=", validate=True) if found else b""
    except binascii.Error:
        digest = b""
    canonical = "SHA256:" + base64.b64encode(digest).decode("ascii").rstrip("=")
    if found is None or canonical != f"SHA256:{found[1]}":
        raise AddressError(
            f"{text!r} is no fingerprint of a host key; one looks like SHA256: and 43 characters."
        )
    return canonical
