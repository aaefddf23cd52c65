"""Addresses of ordinary SSH servers: `ssh://[user@]server[:port][/TABLE]`, and without a table."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from net.local.door import is_table
from net.ssh.errors import AddressError

SCHEME: Final = "ssh://"

# E1: what stands here becomes a word of a command line, so it is made of these and begins with
# a letter or digit: neither a shell nor the option parser of ssh meets anything else.
_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:%-]{0,254}", re.ASCII)
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_LONGEST: Final = 600


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A server that one can log in to, and a table there; empty and None where nothing is said."""

    host: str
    user: str = ""
    port: int | None = None
    table: str = ""

    @property
    def target(self) -> str:
        """The destination, as `ssh` reads it."""
        return f"{self.user}@{self.host}" if self.user else self.host

    @property
    def shown(self) -> str:
        """The server as a person would say it."""
        return self.target if self.port is None else f"{self.target}, port {self.port}"


def parse_server(text: str) -> ServerAddress:
    """Read an address; whatever is not clearly one is refused in words (E1)."""
    text = text.strip()
    if not text.startswith(SCHEME) or len(text) > _LONGEST:
        raise AddressError("An address through a server is ssh://[USER@]SERVER[:PORT][/TABLE].")
    place, slash, table = text.removeprefix(SCHEME).partition("/")
    if slash and table and not is_table(table):
        raise AddressError(
            f"{table!r} names no table; one is written ACCOUNT/NAME, such as ann/one-hundred."
        )
    user, mark, rest = place.rpartition("@")
    if mark and not _WORD.fullmatch(user):
        raise AddressError(f"{user!r} is no name of an account.")
    host, port = _split(rest)
    return ServerAddress(host, user, port, table)


def parse_login(text: str) -> ServerAddress:
    """Read `[USER@]SERVER[:PORT]`, as `--via` and `--jump` take it (E1); raises `AddressError`."""
    text = text.strip().removeprefix(SCHEME)
    if not text or "/" in text:
        raise AddressError("A server to go through is [USER@]SERVER[:PORT].")
    return parse_server(SCHEME + text)


def is_word(text: str) -> bool:
    """Whether a text may be a word of a command line: a host, a user (E1)."""
    return _WORD.fullmatch(text) is not None


def parse_far_port(text: str) -> tuple[int, bool]:
    """Read `PORT` or `*:PORT`; the second is whether it is asked for on every address there."""
    everywhere = text.startswith("*:")
    return _port(text.removeprefix("*:")), everywhere


def _split(place: str) -> tuple[str, int | None]:
    if place.startswith("["):
        host, closed, rest = place[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")) or not _is_ipv6(host):
            raise AddressError(f"{place!r} is no address; IPv6 is written [ADDRESS]:PORT.")
        return host, _port(rest[1:]) if rest else None
    host, mark, port = place.partition(":")
    if ":" in port or not _WORD.fullmatch(host):
        raise AddressError(f"{place!r} is no name of a server.")
    return host, _port(port) if mark else None


def _is_ipv6(host: str) -> bool:
    address, _, scope = host.partition("%")
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    # An address may begin with a colon; no option does, and no shell knows one.
    return not scope or _WORD.fullmatch(scope) is not None


def _port(text: str) -> int:
    if not _PORT.fullmatch(text) or not 1 <= int(text) <= 65535:
        raise AddressError(f"{text!r} is no port; a port is a number from 1 to 65535.")
    return int(text)
