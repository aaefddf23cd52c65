"""The greeting: who gets which seat, who is turned away, and in which words."""

import dataclasses

import pytest

from net import bodies, matches
from net import messages as m
from net.errors import PeerError
from net.seating import HOST, REQUESTS_KEPT
from net.updates import Attended, Closed, Happened, HolderChanged, WishRefused
from tests.net.pretend import GAME, VERSION, Pretend, terms

HELLO = m.Hello(m.PROTOCOL, VERSION, b"startofx", "eve", 0, 0, b"", 1, ((GAME.name, GAME.version),))


def _bye_to(pretend: Pretend, hello: m.Hello, identity: str = "key:eve") -> m.Bye:
    """The good-bye that a greeting gets."""
    line = pretend.table.connect(identity, "10.0.0.9", pretend.now)
    pretend.table.receive(line, hello, pretend.now)
    said = [message for number, message in pretend.table.outbox if number == line]
    pretend.table.outbox.clear()
    assert len(said) == 1
    assert isinstance(said[0], m.Bye)
    return said[0]


@pytest.mark.parametrize(
    ("change", "bye"),
    [
        ({"protocol": 9, "version": "9.1"}, m.Bye("upgrade_host", "9.1 / 1.0")),
        ({"protocol": 0, "version": "0.3"}, m.Bye("upgrade_guest", "0.3 / 1.0")),
        ({"games": ((GAME.name, GAME.version + 1),)}, m.Bye("upgrade_host", "1.0 / 1.0")),
        ({"games": ((GAME.name, 0),)}, m.Bye("upgrade_guest", "1.0 / 1.0")),
        ({"games": ()}, m.Bye("upgrade_guest", "1.0 / 1.0")),
        ({"match": 2, "number": 1, "head": bytes(32)}, m.Bye("host_behind")),
        ({"match": 1, "number": 999, "head": bytes(32)}, m.Bye("host_behind")),
        ({"match": 1, "number": 3, "head": bytes(32)}, m.Bye("story_differs")),
        ({"match": 1, "number": 0, "head": bytes(32)}, m.Bye("story_differs")),
    ],
)
def test_a_greeting_that_does_not_fit_is_refused_and_takes_nothing(
    change: dict[str, object], bye: m.Bye
) -> None:
    """G7: both versions and who must upgrade; C3: a host that is behind or differs says so.

    C4: the seat stays with the connection that has it, whoever's key the other one shows.
    """
    pretend = Pretend(terms(2, rules=_two()))
    ann, _ = pretend.seated("ann", "bob")
    matches.begin(pretend.table, pretend.now)
    pretend.run()
    assert _bye_to(pretend, dataclasses.replace(HELLO, **change), ann.identity) == bye  # type: ignore[arg-type]
    pretend.run()

    assert ann.closed is None
    assert pretend.table.seating.seats[0].line is not None


def _two() -> object:
    return dataclasses.replace(GAME.rules, allow_two_players=True)


def test_another_identity_of_the_rules_is_refused_in_words() -> None:
    """The guest computes the identity of the rules itself, and says what differs."""
    pretend = Pretend()
    ann = pretend.person("ann")
    pretend.run()
    story = pretend.table.terms.game
    ann.guest.receive(m.Opening(1, b"opening"))
    told = bodies.RulesSet(story.name, story.version, (("chips", 2),), bytes(8))
    pretend_story = _events(told, bodies.SeatsSet((("ann", bytes(8), m.Kind.PERSON),) * 3))
    ann.guest.receive(pretend_story[0])
    with pytest.raises(PeerError) as refused:
        ann.guest.receive(pretend_story[1])

    assert refused.value.reason == "other_rules"
    assert f"version {story.version}" in str(refused.value)


def _events(*bodies: bodies.Body) -> list[m.Event]:
    from net import framing, story

    head, events = story.first_head(b"opening"), []
    for number, body in enumerate(bodies, 1):
        public = framing.write_event(number, body)
        head = story.next_head(head, number, public)
        events.append(m.Event(public, story.checksum(head, None)))
    return events


def test_the_newest_connection_wins_and_nobody_hears_of_it() -> None:
    """A4: a second link while the first is half-open; the old one gets a reason, nobody "left"."""
    pretend = Pretend(terms(start_when_full=True))
    ann, bob, _ = pretend.seated("ann", "bob", "cem")
    before = len(bob.updates)
    old = ann.wire
    assert old is not None
    pretend.dial(ann)
    pretend.run()

    assert old.told[-1] == m.Bye("taken_over")
    assert ann.closed is None
    assert ann.wire is not old
    news = bob.updates[before:]
    assert not [one for one in news if isinstance(one, HolderChanged)]
    assert all(bob.guest.presence[seat] == (m.Presence.HERE, 0) for seat in range(3))
    assert {one.seat for one in news if isinstance(one, Attended)} <= {0}


def test_a_program_that_was_replaced_does_not_come_back() -> None:
    """C4: "taken over" is final, or two programs of one person would kick each other for ever."""
    pretend = Pretend()
    ann, _ = pretend.seated("ann", "bob")
    again = pretend.person("ann", ann.identity)
    pretend.run()

    assert ann.closed == Closed("taken_over")
    assert again.guest.seat == 0
    assert again.closed is None


def test_what_the_old_connection_had_sent_is_dropped_unread() -> None:
    """C4: of two connections of one identity only the newest is heard."""
    pretend = Pretend(terms(start_when_full=True))
    people = pretend.seated("ann", "bob", "cem")
    mover = next(one for one in people if one.guest.on_turn)
    told = len(pretend.table.running_play().story)
    line = mover.wire
    assert line is not None
    mover.guest.play(pretend.move_of(mover))
    command = mover.guest.outbox.pop()
    again = pretend.person(mover.name, mover.identity)
    pretend.run()
    pretend.table.receive(line.line, command, pretend.now)
    pretend.run()

    assert len(pretend.table.running_play().story) == told + 1  # only the new holder
    assert again.guest.on_turn


def test_nothing_that_was_ever_on_the_wire_is_a_credential() -> None:
    """A5: every id, name, hash and start of the wire, shown as Q's own, never gives P's seat."""
    pretend = Pretend(terms(4))
    ann, bob = pretend.seated("ann", "bob")
    pretend.table.seating.add_bot("careful")
    pretend.table.seating.add_bot("careful")
    matches.begin(pretend.table, 0.0)
    pretend.run()
    seen: set[object] = {ann.guest.start, ann.name, ann.identity}
    for message in pretend.words_to(bob.identity):
        for one in dataclasses.fields(message):
            value = getattr(message, one.name)
            seen |= {value} if isinstance(value, bytes | str) else set()
    story = pretend.table.running_play().story
    seen |= {story.who(ann.identity), story.head}
    for clue in seen:
        start = clue if isinstance(clue, bytes) and len(clue) == 8 else ann.guest.start
        text = clue if isinstance(clue, str) else clue.hex() if isinstance(clue, bytes) else ""
        hello = dataclasses.replace(HELLO, start=start, name=text)
        assert _bye_to(pretend, hello).reason == "match_running"
    pretend.run()

    assert ann.closed is None
    assert pretend.table.seating.seats[0].start == ann.guest.start


def test_a_name_gives_no_seat_and_no_rights() -> None:
    """A6: while the owner is offline, the same name gets another seat, and no rights."""
    pretend = Pretend(terms(4))
    pretend.table.seat_bots(0, host_plays=True)
    host = pretend.person("hanna", HOST)
    pretend.run()
    (ann,) = pretend.seated("ann")
    pretend.cut(ann)
    pretend.cut(host)
    thief = pretend.person("ann", "key:thief")
    pretend.run()
    other = pretend.person("Hanna", "key:other")
    pretend.run()

    assert (host.guest.rights, host.guest.seat) == (True, 0)
    assert (thief.guest.seat, other.guest.seat) == (2, 3)
    assert not thief.guest.rights
    assert not other.guest.rights
    lobby = other.guest.lobby
    assert lobby is not None
    assert [seat.name for seat in lobby.seats] == ["hanna", "ann", "ann 2", "Hanna 2"]


@pytest.mark.parametrize(
    ("name", "seated_as", "reason"),
    [
        ("[/]", "[/]", None),
        ("[@click=app.quit]x[/]", "guest", "too_long"),
        ("a" * 40, "guest", "too_long"),
        ("host", "guest", "reserved"),
        ("", "guest", "empty"),
        ("12", "guest", "digits"),
        ("аnn", "guest", "mixed_scripts"),
        ("\x1b]0;x\x07ann", "]0;xann", None),
    ],
)
def test_a_name_that_cannot_be_used_is_replaced_and_that_is_said(
    name: str, seated_as: str, reason: str | None
) -> None:
    """Nobody is turned away for a name: they are told why they have another one (F2)."""
    pretend = Pretend()
    one = pretend.person(name, "key:one")
    pretend.run()

    assert pretend.table.seating.seats[0].name == seated_as
    refused = [(update.word, update.reason) for update in one.heard(WishRefused)]
    assert refused == ([] if reason is None else [("name", reason)])


def test_keys_that_the_host_did_not_list_are_turned_away() -> None:
    """Without `--open` a table is for those whose keys the host listed."""
    pretend = Pretend(terms(doors="friends", friends=frozenset({"key:ann"})))
    ann, eve = pretend.seated("ann", "eve")

    assert ann.guest.seat == 0
    assert eve.closed == Closed("not_admitted")


def test_a_full_table_and_a_running_match_are_said_so() -> None:
    """Who finds no seat is told which of the two it is."""
    pretend = Pretend(terms(3))
    pretend.seated("ann", "bob", "cem")
    (late,) = pretend.seated("dan")
    matches.begin(pretend.table, 0.0)
    pretend.run()
    (later,) = pretend.seated("eve")

    assert (late.closed, later.closed) == (Closed("table_full"), Closed("match_running"))


def test_the_first_seat_is_kept_for_the_host() -> None:
    """Guests who are quicker than the host's own program do not leave the host without a seat."""
    pretend = Pretend(terms(3))
    pretend.table.seat_bots(1, host_plays=True)
    early, late = pretend.seated("ann", "bob")
    host = pretend.person("hanna", HOST)
    pretend.run()

    assert (early.guest.seat, late.closed) == (1, Closed("table_full"))
    assert (host.guest.seat, host.guest.rights) == (0, True)
    assert pretend.table.seating.seats[0].name == "hanna"


def test_whoever_asks_waits_in_the_lobby_and_hears_no_event() -> None:
    """E5: at `--open=ask` a stranger sees the lobby, and no event before the host's yes."""
    pretend = Pretend(terms(4, doors="ask", friends=frozenset({"key:ann", "key:bob", "key:cem"})))
    ann, *_ = pretend.seated("ann", "bob", "cem", bot="random")
    (eve,) = pretend.seated("eve")
    matches.begin(pretend.table, 0.0)
    pretend.run()

    assert ann.heard(Happened)
    kinds = {type(message) for message in pretend.words_to("key:eve")}
    assert kinds <= {m.Welcome, m.Lobby, m.Attendance}
    assert (eve.guest.seat, eve.closed) == (-1, None)


def test_requests_are_one_an_identity_and_bounded() -> None:
    """E5: a second connection replaces the first request; strangers cannot fill a lobby."""
    pretend = Pretend(terms(4, doors="ask"))
    first, second = pretend.person("eve", "key:eve"), pretend.person("eve", "key:eve")
    pretend.run()
    crowd = pretend.seated(*(f"s{number}x" for number in range(REQUESTS_KEPT)))

    assert (first.closed, second.closed) == (Closed("taken_over"), None)
    assert len(pretend.table.seating.requests) == REQUESTS_KEPT
    assert crowd[-1].closed == Closed("crowded")
    pretend.cut(second)
    assert len(pretend.table.seating.requests) == REQUESTS_KEPT - 1


def test_a_newcomer_hears_who_is_away() -> None:
    """Who joins while somebody is waited for knows that at once, and for how long."""
    pretend = Pretend(terms(start_when_full=True, grace=60.0))
    ann, bob, _ = pretend.seated("ann", "bob", "cem")
    pretend.cut(ann)
    pretend.run()
    pretend.wait(4)
    bob = pretend.restart(bob)
    pretend.run()

    assert bob.guest.presence[0] == (m.Presence.AWAY, 56)
    assert bob.guest.presence[2] == (m.Presence.HERE, 0)


def test_a_connection_that_never_greets_is_ended() -> None:
    """G12: a line that says nothing, or half a greeting, has ten seconds."""
    pretend = Pretend()
    line = pretend.table.connect("key:eve", "10.0.0.9", 0.0)
    deadlines = []
    while pretend.table.lines:
        deadlines.append(pretend.table.deadline())
        pretend.table.tick(deadlines[-1])
        assert len(deadlines) < 5, "the clock runs without anything to do"

    assert pretend.table.outbox == [(line, m.Bye("silent"))]
    assert deadlines == [10.0]


def test_a_second_greeting_ends_the_connection() -> None:
    """A line is greeted once; what it holds is not shaken by a second try."""
    pretend = Pretend()
    (ann,) = pretend.seated("ann")
    assert ann.wire is not None
    pretend.table.receive(ann.wire.line, HELLO, 0.0)
    pretend.run()

    assert ann.closed == Closed("out_of_turn")
    assert pretend.table.seating.of("key:ann") == 0


def test_a_greeting_that_arrives_late_claims_nothing() -> None:
    """A4: a connection that its program has given up, or one of an older run, is no newcomer."""
    pretend = Pretend()
    (ann,) = pretend.seated("ann")
    late = ann.guest.hello()
    pretend.dial(ann)
    pretend.run()
    old_run = ann.guest.hello()
    again = pretend.restart(ann)
    pretend.run()

    assert _bye_to(pretend, late, "key:ann") == m.Bye("taken_over")
    assert _bye_to(pretend, old_run, "key:ann") == m.Bye("taken_over")
    pretend.run()
    assert again.closed is None
    assert pretend.table.seating.seats[0].line is not None
