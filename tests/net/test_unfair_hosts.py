"""Hosts that cheat: every honest program finds it when the round is opened, at the latest."""

from typing import Any

import pytest

from core.errors import IllegalMove
from core.fair_deal import words
from core.game import find
from core.games.one_hundred import OneHundred
from core.match import Match
from core.moves import CHANCE, Choice, Move, Verb
from core.options import with_values
from core.shuffle import Stream
from net import bodies
from net import messages as m
from net.dealing import Dealing
from net.errors import StoryError
from net.play import Play
from net.story import Told
from net.witness import Finding
from tests.net.pretend import Person, Pretend
from tests.net.test_fair_deal import alarms, fair, ready, told, verdicts


def played(room: Pretend, *, minutes: float = 10) -> list[Person]:
    """Three programs at a table, played to the end or as far as it goes."""
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    room.run()
    room.wait(60 * minutes)
    return people


def caught(people: list[Person]) -> set[str]:
    """What differs, as every one of the programs found it; empty when one found nothing."""
    found = [[one for one in verdicts(each) if one.finding is Finding.FAILED] for each in people]
    assert all(found), found
    return {each[0].why for each in found}


def test_an_honest_host_is_not_suspected() -> None:
    """The same table without a cheat: no verdict fails, no alarm."""
    people = played(fair())
    assert all(one.finding is Finding.OWN_LINK for each in people for one in verdicts(each))
    assert all(alarms(each) == [] for each in people)


def test_a_stacked_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host shuffles from a seed of its own."""
    deal = Play.deal

    def stacked(play: Play, call: int, links: tuple[bytes, ...], _stream: Stream) -> Told:
        return deal(play, call, links, Stream(b"mine" * 8))

    monkeypatch.setattr(Play, "deal", stacked)
    assert caught(played(fair())) <= {"faces", "picked", "ruling"}


def test_a_card_swapped_in_the_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an honest shuffle two cards of the stock change places; the top one is drawn."""
    deal = Play.deal

    def swapped(play: Play, call: int, links: tuple[bytes, ...], stream: Stream) -> Told:
        said = deal(play, call, links, stream)
        stock = next(zone for zone in play.match.zones() if zone.name == "stock").slots
        faces = play.match.faces
        faces[stock[0]], faces[stock[-1]] = faces[stock[-1]], faces[stock[0]]
        return said

    monkeypatch.setattr(Play, "deal", swapped)
    assert caught(played(fair())) <= {"faces", "ruling"}


def test_a_secret_chosen_after_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host looks for a favourable seed by changing its own secret."""
    step = Dealing.step

    def grinding(dealing: Dealing, play: Play, able: Any) -> Told | None:
        if dealing.call is not None and not dealing.call.missing:
            dealing._secret = b"lucky" + bytes(27)
        return step(dealing, play, able)

    monkeypatch.setattr(Dealing, "step", grinding)
    assert caught(played(fair())) == {"promise"}


def test_another_number_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first dealer is drawn by the host and not by the stream."""

    class Loaded(Stream):
        __slots__ = ()

        def below(self, bound: int) -> int:
            return (super().below(bound) + 1) % bound

    deal = Play.deal

    def loaded(play: Play, call: int, links: tuple[bytes, ...], stream: Stream) -> Told:
        stream.__class__ = Loaded
        return deal(play, call, links, stream)

    monkeypatch.setattr(Play, "deal", loaded)
    assert caught(played(fair())) == {"picked"}


def test_a_move_against_the_rules_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's referee looks away when its friend busts with a safe card in hand."""
    rules = with_values(find("one-hundred").rules, {"must_play_safe": True})
    room = fair(rules=rules)
    people = room.seated("ann", "ben", "cleo", bot="random")
    friend = people[2].guest

    def look_away(play: Play, seat: int, move: Move, cause: int, _start: bytes = b"") -> Told:
        ruling = play.referee._rule(seat, move)
        return play._tell(bodies.Moved(cause, move, ruling.public), ruling)

    def worst(person: Person) -> Move:
        match = person.guest.match
        assert match is not None
        plays = [Move(Verb.PLAY, slot) for slot in match.hand(person.guest.seat)]
        busts = [one for one in plays if bust(match, one)] if person.guest is friend else []
        return busts[0] if busts else honest(person)

    def anything() -> list[Choice]:
        match = friend.match
        assert match is not None
        hand = match.hand(friend.seat) if friend.owes else ()
        return [*match.moves(), *(Choice(Move(Verb.PLAY, slot)) for slot in hand)]

    honest = room.move_of
    monkeypatch.setattr(Play, "submit", look_away)
    monkeypatch.setattr(room, "move_of", worst)
    monkeypatch.setattr(friend, "choices", anything)
    ready(*people)
    room.run()
    assert caught(people) == {"ruling"}


def bust(match: Match, move: Move) -> bool:
    """Whether a play without a number goes over 100."""
    assert isinstance(match.round, OneHundred)
    try:
        return match.round.candidate(move) > 100
    except IllegalMove:
        return False


@pytest.mark.parametrize("blamed", ["last", "nobody", "unknown"])
def test_contributors_chosen_after_seeing_the_links(
    blamed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 8: a call whose links have come cannot be given up, whoever is blamed for it."""
    step = Dealing.step

    def choosy(dealing: Dealing, play: Play, able: Any) -> Told | None:
        call = dealing.call
        if call is not None and not call.missing:
            whom = {"last": (call.members[-1][0],), "nobody": (), "unknown": (60_000,)}[blamed]
            dealing.call = None
            return play.tell(bodies.Voided(call.number, whom))
        return step(dealing, play, able)

    monkeypatch.setattr(Dealing, "step", choosy)
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    with pytest.raises(StoryError, match="given up"):
        room.run()


def test_a_chain_in_the_name_of_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 3: the host's own chain under a guest's number is seen by that guest at once."""
    chain = Dealing.chain

    def forged(dealing: Dealing, play: Play, seat: int, said: m.ChainEnd) -> Told | None:
        return chain(dealing, play, seat, m.ChainEnd(said.match, said.member, b"F" * 32))

    monkeypatch.setattr(Dealing, "chain", forged)
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    with pytest.raises(StoryError, match="in our name"):
        room.run()


def test_a_move_in_the_name_of_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """C5: a move of the own seat that answers no command is said at once."""
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    people[1].bot = ""
    ready(*people)
    room.run()
    table = room.table
    assert table.play is not None
    assert table.play.match.turn == 1 or table.play.match.turn is not None
    while table.play.match.turn != 1:
        room.wait(1)
    match = people[1].guest.match
    assert match is not None
    choice = match.moves()[0]
    move = choice.move if choice.values is None else choice.naming(choice.values[0])
    table.broadcast(table.play.submit(1, move, 77))
    room.run()
    assert "moved_in_your_name" in alarms(people[1])


def test_two_stories_have_other_words() -> None:
    """Rule 10: whoever reads the words aloud hears it; 1,000 pairs of stories, 1,000 differ."""
    links = [bytes([number]) * 32 for number in range(3)]
    for number in range(1_000):
        one, other = number.to_bytes(32, "big"), (number + 1_000_000).to_bytes(32, "big")
        assert words(one, links) != words(other, links)


def test_a_promise_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a promise a shuffle without a call ends the line: nobody goes on with another story."""
    step = Dealing.step

    def downgraded(dealing: Dealing, play: Play, able: Any) -> Told | None:
        if play.match.turn == CHANCE and not dealing.closed and dealing.call is None:
            ruling = play.referee.shuffle(Stream(b"mine" * 8))
            return play._tell(bodies.Shuffled(ruling.move.value, ruling.public), ruling)
        return step(dealing, play, able)

    monkeypatch.setattr(Dealing, "step", downgraded)
    room = fair()
    people = room.seated("ann", "ben", "cleo", bot="random")
    ready(*people)
    with pytest.raises(StoryError, match="without a call"):
        room.run()


def test_a_chain_is_told_once_until_it_is_nearly_used_up() -> None:
    """Each is an event that everybody hears: nobody makes the story grow at will."""
    room = fair()
    people = room.seated("ann", "ben", "cleo")
    ready(*people)
    room.run()
    before = len(told(room, bodies.Chained))
    member = told(room, bodies.Chained)[0].member
    for number in range(20):
        room.raw(people[0], m.ChainEnd(1, member, bytes([number]) * 32))
    room.run()
    assert len(told(room, bodies.Chained)) == before == 3
