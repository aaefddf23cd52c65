"""Who has to go when a listener is full, and how much of it is logged."""

import logging

import pytest

from net.ssh.limits import Limits
from net.ssh.places import Places, neighbourhood
from net.ssh.refusals import RefusalLog

SMALL = Limits(
    connections=5, unauthenticated=3, unauthenticated_per_address=2, connections_per_identity=2
)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("/run/some.socket", ""),
    ],
)
def test_a_neighbourhood_is_what_one_person_has_alone(address: str, expected: str) -> None:
    """E4: an IPv6 guest owns a whole /64, so it is counted as one; a tunnel is not counted."""
    assert neighbourhood(address) == expected


def test_the_oldest_of_an_address_goes_first() -> None:
    """E4: the third silent connection of one address costs the first one its place."""
    places: Places[str] = Places(SMALL)
    assert places.arrive("a", "192.0.2.1") == []
    assert places.arrive("b", "192.0.2.1") == []
    assert places.arrive("c", "192.0.2.1") == ["a"]
    assert places.arrive("d", "192.0.2.2") == []
    assert places.waiting == 3


def test_the_oldest_of_all_goes_when_the_waiting_places_are_full() -> None:
    """E4: when eight hold the door, the newest still comes in."""
    places: Places[str] = Places(SMALL)
    for number in range(3):
        assert places.arrive(str(number), f"192.0.2.{number}") == []

    assert places.arrive("new", "192.0.2.9") == ["0"]
    assert places.waiting == 3


def test_connections_through_a_tunnel_are_not_taken_for_one_person() -> None:
    """Everybody behind a tunnel shows no address; only the total counts them."""
    places: Places[str] = Places(SMALL)
    assert [places.arrive(str(number), "") for number in range(3)] == [[], [], []]
    assert places.arrive("3", "") == ["0"]


def test_a_table_full_of_proven_guests_refuses_the_newest() -> None:
    """Nobody who plays loses the place to somebody who has not even logged in."""
    places: Places[str] = Places(SMALL)
    for number in range(5):
        places.arrive(str(number), f"192.0.2.{number}")
        assert places.prove(str(number), f"key:{number}") == []

    assert places.arrive("late", "192.0.2.9") == ["late"]
    assert (places.waiting, places.inside) == (0, 5)
    places.leave("0")
    assert places.arrive("late", "192.0.2.9") == []


def test_the_oldest_connection_of_one_identity_goes() -> None:
    """A4: somebody who comes back again and again is not kept out by their own dead connections."""
    places: Places[str] = Places(SMALL)
    told = []
    for name in ("old", "middle", "new"):
        places.arrive(name, "192.0.2.1")
        told.append(places.prove(name, "key:anna"))

    assert told == [[], [], ["old"]]
    assert places.inside == 2


def test_whoever_was_told_to_go_cannot_come_inside() -> None:
    """A login that completes after its place was given away does not count."""
    places: Places[str] = Places(SMALL)
    for name in "abc":
        places.arrive(name, "192.0.2.1")

    assert places.prove("a", "key:a") == ["a"]
    assert places.inside == 0


def test_refusals_do_not_fill_the_disk(caplog: pytest.LogCaptureFixture) -> None:
    """So many lines a period, then a number; what a stranger repeats costs no disk."""
    caplog.set_level(logging.INFO, "stammtisch.ssh")
    now = 0.0
    log = RefusalLog(2, 60.0, lambda: now)
    for _ in range(1000):
        log.note("shell", "192.0.2.1", "key:x")
    assert len(caplog.messages) == 2
    assert caplog.messages[0] == "refused: shell from 192.0.2.1 (key:x)"

    now = 61.0
    log.note("exec", "")
    assert caplog.messages[2:] == [
        "refused: 998 more, not written one by one",
        "refused: exec from a tunnel",
    ]
