"""A host that is killed at any step and goes on from its journal, over the pretend network.

Whatever happens, everybody ends with the same table, every accepted move was made once, and every
move that a person sent has one visible end.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.game import games
from core.moves import CHANCE
from net import framing, matches
from net import messages as m
from net.seating import HOST
from net.updates import Alarm, Closed
from net.writing import Batch
from tests.net.pretend import Pretend, terms
from tests.net.trouble import Trouble, check


def _evening(seed: int, make: Callable[..., Pretend] = Pretend) -> Trouble:
    trouble = Trouble(seed, crashes=True, make=make)
    while trouble.pretend.table.running and trouble.pretend.now < 3_000:
        trouble.happen()
    trouble.settle()
    return trouble


@pytest.mark.parametrize("part", range(4))
def test_everybody_ends_with_the_same_table_though_the_host_is_killed(
    part: int, scaled: Callable[[int, int], int]
) -> None:
    """A2, C1, C2, C3, C7: 100 evenings a day, 10,000 in a full campaign, several kills in each."""
    crashes = 0
    for number in range(scaled(25, 2_500)):
        trouble = _evening(part * 1_000_000 + number)
        check(trouble)
        crashes += trouble.crashes

    assert crashes > scaled(25, 2_500)


class SendsFirst(Pretend):
    """A host that sends before it writes."""

    def _hand_on(self, batch: Batch) -> None:
        self._send(batch)
        super()._hand_on(Batch(batch.writes, ()))


class ForgetsEvents(Pretend):
    """A host whose disk loses the end of what was written."""

    def crash(self) -> None:
        assert self.disk is not None
        lost = "SELECT max(number) FROM events WHERE match = 1"
        self.disk.journal._db.execute(f"DELETE FROM events WHERE match = 1 AND number = ({lost})")
        super().crash()


@pytest.mark.parametrize("planted", [SendsFirst, ForgetsEvents])
def test_a_planted_fault_is_found(planted: type[Pretend]) -> None:
    """Send before write, and a lost tail (C3, C7)."""

    def fails(seed: int) -> bool:
        try:
            check(_evening(seed, planted))
        except AssertionError:
            return True
        return False

    assert any(fails(seed) for seed in range(20))


def test_a_guest_that_knows_more_than_the_journal_stops() -> None:
    """C3: a host never rewinds a guest; both say so."""
    pretend = Pretend(terms(start_when_full=True), seed=3, journaled=True)
    people = pretend.seated("ann", "bob", "cem", bot="random")
    pretend.crash()
    assert pretend.disk is not None
    pretend.disk.journal._db.execute("DELETE FROM events WHERE number > 10")
    pretend.resume()
    pretend.dial(people[0])
    pretend.run()

    assert people[0].closed == Closed("host_behind")


@pytest.mark.parametrize("seed", range(6))
def test_after_every_step_the_same_table_comes_back(seed: int) -> None:
    """A2, E7: killed after each event, the host has the same deck, turn, hands and story; the next
    move is accepted and seen by all.
    """
    pretend = Pretend(terms(3, start_when_full=True), seed=seed, journaled=True)
    people = pretend.seated("ann", "bob", "cem")
    while pretend.table.running:
        before = pretend.table.running_play()
        pretend.crash()
        pretend.resume()
        play = pretend.table.running_play()
        assert play is not before
        assert play.match.public() == before.match.public()
        assert play.match.faces == before.match.faces
        assert play.story.events == before.story.events
        assert (play.duty, play.match.turn) == (before.duty, before.match.turn)
        assert play.record() == before.record()
        for one in people:
            pretend.dial(one)
        pretend.run()
        mover = next(one for one in people if one.guest.on_turn)
        mover.guest.play(pretend.move_of(mover))
        pretend.run()
        assert {one.guest.head for one in people} == {play.story.head}
        assert mover.guest.pending is None
    for one in people:
        assert one.heard(Alarm) == []
        assert one.closed is None


@pytest.mark.parametrize("name", list(games()))
def test_every_game_comes_back_from_any_step(name: str, scaled: Callable[[int, int], int]) -> None:
    """A2, E7, F9: each game, killed at random steps: same deck, turn and public state, restocks,
    auctions and the ends of rounds included, and everybody follows on.
    """
    game = games()[name]
    seats = max(4, game.seats(game.rules)[0])
    for seed in range(scaled(1, 100)):
        at = replace(terms(seats, start_when_full=True), game=game, rules=game.rules)
        pretend = Pretend(at, seed=seed, journaled=True, think=1.0)
        for number in range(seats):
            pretend.person(f"{'abcdefgh'[number]}xx", bot="random")
            pretend.wait(0.1)
        while pretend.table.running and pretend.now < 250:
            pretend.wait(pretend.random.random() * 30)
            before = pretend.table.play
            assert before is not None
            pretend.crash()
            pretend.resume()
            play = pretend.table.play
            assert play is not None
            assert play.story.events == before.story.events
            assert play.match.faces == before.match.faces
            assert play.match.public() == before.match.public()
            for one in pretend.people:
                pretend.dial(one)
        story = pretend.table.running_play().story
        for one in pretend.people:
            assert one.closed is None
            assert one.guest.head == story.head_at(one.guest.number)
            assert one.guest.number > len(story) // 2


def test_nothing_is_heard_before_the_commit() -> None:
    """C7: while the disk works nobody hears of the move, the one who made it and bots included; a
    crash then is a crash before the move, and the move is made once after it.
    """
    pretend = Pretend(terms(3, start_when_full=True), seed=1, journaled=True, disk=10.0)
    people = pretend.seated("ann", "bob", "cem")
    mover = next(one for one in people if one.guest.on_turn)
    known = {one.name: one.guest.number for one in people}
    mover.guest.play(pretend.move_of(mover))
    pretend._collect()
    while len(pretend.table.running_play().story) == known["ann"]:
        pretend.step()
    assert {one.name: one.guest.number for one in people} == known
    pretend.crash()
    pretend.resume()
    assert len(pretend.table.running_play().story) == known["ann"]
    for one in people:
        pretend.dial(one)
    pretend.run()

    assert {one.guest.number for one in people} == {known["ann"] + 1}
    assert [one.verdict for one in mover.answers] == [m.Verdict.ACCEPTED]


def test_an_answer_lost_in_the_crash_is_given_again() -> None:
    """C2: accepted and written, but nobody heard: after the crash it is a duplicate, and is settled
    by its own event.
    """
    pretend = Pretend(terms(3, start_when_full=True), seed=2, journaled=True)
    people = pretend.seated("ann", "bob", "cem")
    mover = next(one for one in people if one.guest.on_turn)
    before = mover.guest.number
    mover.guest.play(pretend.move_of(mover))
    wire = mover.wire
    assert wire is not None
    wire.peer_hears = False
    pretend.run()
    assert mover.answers == []
    pretend.crash()
    pretend.resume()
    pretend.dial(mover)
    pretend.run()

    assert mover.guest.pending is None
    assert mover.guest.number == before + 1
    assert [one.verdict for one in mover.answers] == [m.Verdict.DUPLICATE]


def test_an_answer_outlives_its_match() -> None:
    """C2: the last move of a match, whose answer was lost, is no refusal in the next match."""
    pretend = Pretend(terms(3, start_when_full=True), seed=4, journaled=True)
    people = pretend.seated("ann", "bob", "cem")
    last = None
    while pretend.table.running:
        last = next(one for one in people if one.guest.on_turn)
        last.guest.play(pretend.move_of(last))
        pretend.run()
    assert last is not None
    matches.begin(pretend.table, pretend.now)
    pretend.run()
    pretend.crash()
    pretend.resume()
    for one in people:
        pretend.dial(one)
    pretend.run()
    last.answers.clear()
    pretend.raw(last, last.sent[max(last.sent)])
    pretend.run()

    assert [one.verdict for one in last.answers] == [m.Verdict.DUPLICATE]


def test_a_countdown_stands_still_while_the_host_is_gone() -> None:
    """C10: who was waited for has what was left when it was last written, who was here begins."""
    pretend = Pretend(terms(3, start_when_full=True, grace=60.0), seed=5, journaled=True)
    ann, bob, cem = pretend.seated("ann", "bob", "cem")
    pretend.cut(ann)
    pretend.wait(20.0)
    mover = next(one for one in (ann, bob, cem) if one.guest.on_turn)
    assert mover is not ann, "with this seed somebody else is on turn"
    mover.guest.play(pretend.move_of(mover))
    pretend.run()
    pretend.wait(3.0)
    pretend.crash()
    pretend.wait(1_000.0)
    saved = pretend.resume()
    left = [seat.deadline for seat in pretend.table.seating.seats]

    assert [one.waits for one in saved.seats] == [40_000, None, None]
    assert left == [pretend.now + wait for wait in (40.0, 60.0, 60.0)]
    pretend.dial(ann)
    pretend.run()
    assert pretend.table.seating.seats[0].deadline is None
    pretend.wait(70.0)
    kinds = [one.stood_in for one in pretend.table.seating.seats]
    assert kinds == [False, True, True]


def test_a_bot_that_sat_in_goes_on_until_the_person_is_back() -> None:
    """A7, A14: stood in for before the crash, stood in for after it; the seat is still theirs."""
    pretend = Pretend(terms(3, start_when_full=True, grace=5.0), seed=6, journaled=True)
    ann, bob, cem = pretend.seated("ann", "bob", "cem")
    pretend.cut(ann)
    pretend.wait(6.0)
    assert pretend.table.seating.seats[0].stood_in
    pretend.crash()
    pretend.resume()
    assert pretend.table.bots_wanted() == {0: "careful"}
    for one in (ann, bob, cem):
        pretend.dial(one)
    pretend.run()

    assert pretend.table.bots_wanted() == {}
    assert ann.guest.kinds == [m.Kind.PERSON] * 3
    assert pretend.table.running_play().match.turn != CHANCE


def test_a_seat_is_known_by_its_key_and_by_nothing_else() -> None:
    """A6: after a crash too, the same name with another key has no seat."""
    pretend = Pretend(terms(3, start_when_full=True), seed=7, journaled=True)
    pretend.seated("ann", "bob", "cem")
    pretend.crash()
    pretend.resume()
    thief = pretend.person("ann", "key:thief")
    pretend.run()

    assert thief.closed == Closed("match_running")


def test_an_earlier_run_of_a_program_stays_replaced() -> None:
    """C4: who was taken over before the crash does not throw the newer program out after it."""
    pretend = Pretend(terms(3, start_when_full=True), seed=8, journaled=True)
    ann, *_ = pretend.seated("ann", "bob", "cem")
    again = pretend.restart(ann)
    pretend.run()
    pretend.crash()
    pretend.resume()
    pretend.dial(again)
    pretend.people.append(ann)
    pretend.dial(ann)
    pretend.run()

    assert ann.closed == Closed("taken_over")
    assert again.closed is None


def test_the_lobby_and_its_rules_come_back() -> None:
    """G8: killed before a match: seats, names and house rules are there; nobody is ready."""
    pretend = Pretend(terms(3), seed=9, journaled=True)
    host = pretend.person("ann", HOST)
    pretend.run()
    bob = pretend.person("bob")
    pretend.run()
    host.guest.wish("rule", "chips=5")
    host.guest.wish("bot", "random")
    bob.guest.wish("ready")
    pretend.run()
    pretend.crash()
    pretend.resume()
    for one in (host, bob):
        pretend.dial(one)
    pretend.run()
    lobby = bob.guest.lobby

    assert lobby is not None
    assert dict(lobby.rules)["chips"] == 5
    assert [(card.name, card.kind, card.ready) for card in lobby.seats] == [
        ("ann", m.Kind.PERSON, False),
        ("bob", m.Kind.PERSON, False),
        ("Random 3", m.Kind.BOT, True),
    ]
    for one in (host, bob):
        one.guest.wish("ready")
    pretend.run()
    assert pretend.table.running


def test_the_next_match_follows_from_the_last_across_a_crash() -> None:
    """Rematch: another match at the same table, its opening names the head of the one before."""
    pretend = Pretend(terms(3, start_when_full=True), seed=10, journaled=True)
    people = pretend.seated("ann", "bob", "cem", bot="random")
    play = pretend.table.play
    assert play is not None
    assert play.over
    pretend.crash()
    pretend.resume()
    for one in people:
        pretend.dial(one)
    pretend.run()
    for one in people:
        one.guest.wish("ready")
    pretend.run()

    assert {one.guest.match_number for one in people} == {2}
    assert pretend.table.play is not None
    assert framing.read_plain(pretend.table.play.story.opening)[4] == play.story.head
    assert {one.guest.head for one in people} == {pretend.table.play.story.head}
    assert not pretend.table.running


def test_who_was_removed_stays_removed() -> None:
    """A bot has the seat for good, after a crash too, and its cards are not shown to who had it."""
    pretend = Pretend(terms(3, start_when_full=True), seed=11, journaled=True)
    host = pretend.person("ann", HOST)
    pretend.run()
    bob, _ = pretend.seated("bob", "cem")
    host.guest.wish("remove", "1")
    pretend.run()
    pretend.crash()
    pretend.resume()
    pretend.dial(host)
    pretend.run()

    assert pretend.table.running_play().identity_at(1) == "bot:1"
    assert pretend.table.bots_wanted() == {1: "careful"}
    again = pretend.person("bob", bob.identity)
    pretend.run()
    assert again.closed == Closed("match_running")


def test_a_story_that_begins_and_ends_between_two_commits_is_written_whole() -> None:
    """A match that ends and the next that begins in one turn of the loop: no event is lost."""
    pretend = Pretend(terms(3, start_when_full=True), seed=12, journaled=True, disk=5.0)
    people = pretend.seated("ann", "bob", "cem", bot="random")
    pretend.wait(500)
    first = pretend.table.play
    assert first is not None
    assert first.over
    matches.begin(pretend.table, pretend.now)
    play = pretend.table.running_play()
    play.end(m.Cause.HOST)
    matches.begin(pretend.table, pretend.now)
    pretend.wait(500)
    assert pretend.disk is not None
    count = "SELECT match, count(*) FROM events GROUP BY match ORDER BY match"

    third = pretend.table.play
    assert third is not None
    stories = [len(one.story) for one in (first, play, third)]
    assert pretend.disk.journal._db.execute(count).fetchall() == [*enumerate(stories, 1)]
    assert people[0].guest.match_number == 3
