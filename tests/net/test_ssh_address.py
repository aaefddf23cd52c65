"""What people type as the address of a table, and what is refused."""

import pytest

from net.ssh.address import Address, parse_address
from net.ssh.errors import AddressError

PRINT = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("anna.example", Address("anna.example", 8822)),
        ("  anna.example \n", Address("anna.example", 8822)),
        ("anna:22", Address("anna", 22)),
        ("10.0.0.7:65535", Address("10.0.0.7", 65535)),
        ("[::1]:9000", Address("::1", 9000)),
        ("[::1]", Address("::1", 8822)),
        ("::1", Address("::1", 8822)),
        ("fe80::1%eth0", Address("fe80::1%eth0", 8822)),
        ("[fe80::1%eth0]:1", Address("fe80::1%eth0", 1)),
        (f"anna:22#{PRINT}", Address("anna", 22, PRINT)),
        (f"[::1]:22#{PRINT}=", Address("::1", 22, PRINT)),
        (f"anna#{PRINT}", Address("anna", 8822, PRINT)),
    ],
)
def test_every_ordinary_form_is_read(text: str, expected: Address) -> None:
    """A host, a port, IPv6 with and without brackets, and the fingerprint of an invitation (E4)."""
    assert parse_address(text) == expected
    assert parse_address(str(expected)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "#",
        f"#{PRINT}",
        ":22",
        "anna:",
        "anna:0",
        "anna:65536",
        "anna:-1",
        "anna:+1",
        "anna:1e3",
        "anna:²²",
        "anna:٢٢",
        "anna: 22",
        "anna:22:22",
        "-oProxyCommand=x",
        "--help",
        "me@anna",
        "anna bert",
        "anna;rm",
        "anna|sh",
        "anna/x",
        "anna\x00",
        "anna\nbert",
        "$(id)",
        "`id`",
        "münchen",
        "аnna",
        "ssh://anna",
        "[::1",
        "[::1]22",
        "[::1]:",
        "[anna]:22",
        "[]:22",
        "::1%eth0;x",
        "::g",
        "anna#",
        "anna#SHA256:",
        "anna#MD5:aa",
        f"anna#{PRINT[:-1]}",
        f"anna#{PRINT}A",
        f"anna#{PRINT[:-1]}V",  # the same bytes, written another way
        f"anna#{PRINT}#{PRINT}",
        "a" * 500,
    ],
)
def test_nonsense_is_refused_in_words(text: str) -> None:
    """E1: nothing but the characters of an address comes through; a refusal is a sentence."""
    with pytest.raises(AddressError) as refused:
        parse_address(text)

    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 700
    assert str(refused.value).isprintable()
    assert refused.value.reason == "bad_address"


def test_the_default_port_can_be_chosen() -> None:
    """A port in the text wins over the default."""
    assert parse_address("anna", default_port=1).port == 1
    assert parse_address("anna:2", default_port=1).port == 2
