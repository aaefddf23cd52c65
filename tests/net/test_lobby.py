"""Before and between matches: ready, start, house rules, bots, requests, another match."""

from typing import Any

import pytest

from net import messages as m
from net.seating import HOST
from net.updates import Began, Closed, WishRefused
from tests.net.pretend import Person, Pretend, terms


def _hosted(seats: int = 4, bots: int = 0, **more: Any) -> tuple[Pretend, Person]:
    """A table whose host plays, at rest."""
    pretend = Pretend(terms(seats, **more))
    pretend.table.seat_bots(bots, host_plays=True)
    host = pretend.person("hanna", HOST)
    pretend.run()
    return pretend, host


def _wish(pretend: Pretend, person: Person, word: str, argument: str = "") -> list[str]:
    """Why the wish was refused; nothing when it was granted."""
    before = len(person.heard(WishRefused))
    person.guest.wish(word, argument)
    pretend.run()
    refused = person.heard(WishRefused)[before:]
    assert all(one.word == word for one in refused)
    return [one.reason for one in refused]


def _running(pretend: Pretend) -> bool:
    return pretend.table.running


def _requests(person: Person) -> tuple[tuple[int, str], ...]:
    return () if person.guest.lobby is None else person.guest.lobby.requests


def _seats(person: Person) -> list[str]:
    assert person.guest.lobby is not None
    return [f"{one.name}:{one.kind.name}:{one.ready}" for one in person.guest.lobby.seats]


def test_a_match_begins_when_everybody_is_ready() -> None:
    """All seats are taken and everybody here has said ready; one who has not holds it up."""
    pretend, host = _hosted(3, bots=1)
    (ann,) = pretend.seated("ann")
    assert _wish(pretend, host, "ready") == []
    assert not _running(pretend)
    assert _wish(pretend, host, "unready") == []
    assert _wish(pretend, ann, "ready") == []
    assert not _running(pretend)
    _wish(pretend, host, "ready")

    assert _running(pretend)
    assert host.guest.names == ("hanna", "ann", "Careful 3")


def test_the_host_starts_with_the_seats_that_are_taken() -> None:
    """Empty seats are taken away: seats of the match are numbered anew, and come back after it."""
    pretend, host = _hosted(6, bots=1)
    ann, bob = pretend.seated("ann", "bob", bot="random")
    assert bob.guest.seat == 2
    _wish(pretend, host, "remove", "1")
    assert _seats(host)[1] == ":EMPTY:False"
    assert ann.closed == Closed("removed")
    assert _wish(pretend, host, "start") == []

    assert (host.guest.seat, bob.guest.seat) == (0, 1)
    assert host.guest.names == ("hanna", "bob", "Careful 6")
    host.bot = "random"
    pretend.run()
    assert not _running(pretend)
    assert len(_seats(host)) == 6


def test_a_table_with_too_few_does_not_start() -> None:
    """The host is told; the lobby stays."""
    pretend, host = _hosted(4)
    pretend.seated("ann")

    assert _wish(pretend, host, "start") == ["too_few"]
    assert _wish(pretend, host, "again") == ["no_match"]
    assert host.heard(Began) == []


@pytest.mark.parametrize(
    ("word", "argument", "reason"),
    [
        ("fly", "", "unknown_wish"),
        ("", "", "unknown_wish"),
        ("rule", "chips", "bad_value"),
        ("rule", "chips=99", "bad_value"),
        ("rule", "colour=red", "unknown_option"),
        ("rule", "max_players=3", "bad_seats"),
        ("rule", "x" * 500, "bad_value"),
        ("bot", "deep-thought", "bad_value"),
        ("admit", "1", "nobody"),
        ("admit", "²", "nobody"),
        ("deny", "", "nobody"),
        ("deny", "9" * 5_000, "nobody"),
        ("remove", "0", "nobody"),
        ("remove", "3", "nobody"),
        ("remove", "-1", "nobody"),
        ("remove", "17", "nobody"),
        ("remove", "ann", "nobody"),
    ],
)
def test_every_wish_that_cannot_be_granted_says_why(word: str, argument: str, reason: str) -> None:
    """B4: one visible reason for each; the table is as it was, and the host still sits."""
    pretend, host = _hosted(4)
    pretend.seated("ann")
    before = _seats(host)

    assert _wish(pretend, host, word, argument) == [reason]
    assert _seats(host) == before
    assert host.closed is None


@pytest.mark.parametrize("word", ["start", "again", "rule", "bot", "admit", "deny", "remove"])
def test_the_host_alone_gives_orders(word: str) -> None:
    """E3: rights come with the in-process link, not with a word, a name or the first seat."""
    pretend = Pretend(terms(4))
    ann, _ = pretend.seated("ann", "bob")

    assert _wish(pretend, ann, word, "0") == ["no_rights"]
    assert not ann.guest.rights


def test_what_needs_a_lobby_waits_for_the_end_of_the_match() -> None:
    """While a match runs nothing of the table is changed; each is told so."""
    pretend, host = _hosted(3, bots=2)
    _wish(pretend, host, "ready")
    assert _running(pretend)

    for word, argument in (
        ("ready", ""),
        ("unready", ""),
        ("start", ""),
        ("again", ""),
        ("rule", "chips=5"),
        ("bot", ""),
        ("admit", "1"),
        ("remove", "1"),
    ):
        assert _wish(pretend, host, word, argument) == ["match_running"]


def test_a_changed_house_rule_asks_everybody_again() -> None:
    """Whoever had said ready had said so under other rules."""
    pretend, host = _hosted(3)
    (ann,) = pretend.seated("ann")
    _wish(pretend, ann, "ready")
    _wish(pretend, host, "rule", "chips=5")

    assert ann.guest.lobby is not None
    assert dict(ann.guest.lobby.rules)["chips"] == 5
    assert _seats(ann)[1] == "ann:PERSON:False"
    terms_now = pretend.table.terms
    assert ann.guest.lobby.identity == terms_now.game.identity(terms_now.rules)


def test_bots_are_asked_for_a_seat_at_a_time() -> None:
    """A bot takes the first empty seat and is ready; a full table takes none."""
    pretend, host = _hosted(3)
    assert _wish(pretend, host, "bot") == []
    assert _wish(pretend, host, "bot", "random") == []
    assert _wish(pretend, host, "bot") == ["seats_full"]

    assert _seats(host) == ["hanna:PERSON:False", "Careful 2:BOT:True", "Random 3:BOT:True"]
    assert _wish(pretend, host, "remove", "1") == []
    assert _seats(host)[1] == ":EMPTY:False"


def test_a_request_is_admitted_or_denied() -> None:
    """E5: the host says yes or no; until then nobody sits, and who waits is told so."""
    pretend, host = _hosted(3, doors="ask")
    ann, eve = pretend.seated("ann", "eve")
    assert _requests(host) == ((1, "ann"), (2, "eve"))
    assert _wish(pretend, ann, "ready") == ["waiting_for_host"]
    assert _wish(pretend, host, "admit", "1") == []
    assert _wish(pretend, host, "deny", "2") == []

    assert ann.guest.seat == 1
    assert eve.closed == Closed("denied")
    assert _requests(host) == ()
    assert _wish(pretend, ann, "ready") == []
    assert _wish(pretend, host, "bot") == []
    assert _wish(pretend, host, "ready") == []
    assert ann.guest.match is not None


def test_a_request_at_a_full_table_waits() -> None:
    """Admitting somebody without a seat to give is refused, and the request is still there."""
    pretend, host = _hosted(3, doors="ask")
    (eve,) = pretend.seated("eve")
    _wish(pretend, host, "bot")
    _wish(pretend, host, "bot")

    assert _wish(pretend, host, "admit", "1") == ["seats_full"]
    _wish(pretend, host, "remove", "2")
    assert _wish(pretend, host, "admit", "1") == []
    assert eve.guest.seat == 2


def test_leaving_the_lobby_frees_the_seat() -> None:
    """Whoever leaves before a match leaves nothing behind."""
    pretend, host = _hosted(3)
    ann, _ = pretend.seated("ann", "bob")
    ann.guest.wish("leave")
    pretend.run()

    assert ann.closed == Closed("leaving")
    assert _seats(host) == ["hanna:PERSON:False", ":EMPTY:False", "bob:PERSON:False"]
    (dan,) = pretend.seated("dan")
    assert dan.guest.seat == 1


def test_somebody_removed_in_a_match_is_played_by_a_bot_for_good() -> None:
    """D13, D14: the match goes on to its end; the person is told, and cannot come back into it."""
    pretend, host = _hosted(3, bots=1)
    (ann,) = pretend.seated("ann")
    _wish(pretend, host, "start")
    while not ann.guest.on_turn:
        host.guest.play(pretend.move_of(host))
        pretend.run()
    assert _wish(pretend, host, "remove", "1") == []
    again = pretend.person("ann", ann.identity)
    pretend.run()

    assert ann.closed == Closed("removed")
    assert again.closed == Closed("match_running")
    assert host.guest.names[1] == "ann"
    host.bot = "random"
    pretend.run()
    assert pretend.table.running_play().over
    assert pretend.table.seating.seats[1].kind is m.Kind.BOT


def test_an_away_person_can_be_removed() -> None:
    """F10: the seat of somebody who does not come back is freed by the host, in a match or not."""
    pretend, host = _hosted(4, bots=1)
    ann, bob = pretend.seated("ann", "bob")
    pretend.cut(ann)
    assert _wish(pretend, host, "remove", "1") == []
    _wish(pretend, host, "start")
    pretend.cut(bob)
    pretend.wait(61)
    assert pretend.table.seating.seats[1].stood_in
    assert _wish(pretend, host, "remove", "1") == []
    host.bot = "random"
    pretend.run()

    assert pretend.table.running_play().over


def test_another_match_begins_at_the_same_table() -> None:
    """`again`, or everybody ready again: a new number, a new deal, the same seats; the running hash
    of the old match is in the opening of the new one.
    """
    pretend, host = _hosted(3, bots=1, start_when_full=True)
    (ann,) = pretend.seated("ann")
    host.bot = ann.bot = "random"
    pretend.run()
    assert (pretend.table.matches, pretend.table.running) == (1, False)
    head = pretend.table.running_play().story.head
    host.bot = ann.bot = ""
    _wish(pretend, ann, "ready")
    assert not _running(pretend)
    assert _wish(pretend, host, "again") == []

    assert (ann.guest.match_number, pretend.table.matches) == (2, 2)
    assert pretend.table.running_play().story.opening.endswith(head)
    host.bot = ann.bot = "random"
    pretend.run()
    assert pretend.table.running_play().over
    assert ann.refusals == host.refusals == []


def test_the_host_closes_the_table_and_everybody_hears_it() -> None:
    """G5: a host that leaves says so."""
    pretend, host = _hosted(3, bots=1)
    (ann,) = pretend.seated("ann")
    pretend.table.close(pretend.now)
    pretend.run()

    assert (host.closed, ann.closed) == (Closed("host_left"), Closed("host_left"))


@pytest.mark.parametrize("doors", ["yes", "ask"])
def test_an_open_door_gives_two_seats_to_an_address(doors: str) -> None:
    """E5: the third stranger of one address is told so; a friend, and another address, come in."""
    friend = "key:eve"
    pretend = Pretend(terms(6, doors=doors, friends=frozenset({friend})))
    for name, address in (("ann", "192.0.2.7"), ("bob", "192.0.2.7"), ("cem", "192.0.2.7")):
        one = pretend.person(name, dial=False)
        one.address = address
        pretend.dial(one)
        pretend.run()
    assert [one.closed for one in pretend.people] == [None, None, Closed("crowded_address")]
    for name, address in (("eve", "192.0.2.7"), ("dan", "192.0.2.8"), ("fay", "127.0.0.1")):
        one = pretend.person(name, dial=False)
        one.address = address
        pretend.dial(one)
        pretend.run()
        assert one.closed is None
    pretend.dial(pretend.people[0])  # whoever comes again is nobody new
    pretend.run()
    assert pretend.people[0].closed is None
