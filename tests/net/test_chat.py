"""Chat: what reaches whom, how often, in which form, and what is kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from net import messages as m
from net.chat import AT_ONCE, EVERY, SPEAKERS, Chatter
from net.clean import CHAT_CELLS
from net.saved import ChatSaid
from net.seating import HOST
from net.updates import Said, WishRefused
from tests.net.journal_parts import new_journal
from tests.net.pretend import Person, Pretend, terms


def _table(*names: str) -> tuple[Pretend, list[Person]]:
    pretend = Pretend(terms(4, watch=True), journaled=True)
    pretend.table.seat_bots(0, host_plays=True)
    host = pretend.person("ann", HOST)
    pretend.run()
    return pretend, [host, *pretend.seated(*names)]


def _texts(person: Person) -> list[tuple[str, str]]:
    return [(one.line.name, one.line.text) for one in person.heard(Said)]


def test_everybody_hears_a_line_with_its_speaker() -> None:
    """The seat and the name are those that the host knows, whatever the program says."""
    pretend, (ann, bob, cem) = _table("bob", "cem")
    bob.guest.say("good evening")
    pretend.run()

    for person in (ann, bob, cem):
        assert _texts(person) == [("bob", "good evening")]
    (line,) = ann.guest.chat
    assert (line.number, line.seat) == (1, 1)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("\x1b[2Jhello\x07", "hello"),
        ("a\u202eb", "ab"),
        ("x" * 600, None),
        ("two\nlines", "two lines"),
    ],
)
def test_chat_is_cleaned_at_both_ends(said: str, heard: str | None) -> None:
    """F2: an escape, a bidi control or a novel in a line of chat reaches no terminal; a host that
    does not clean is cleaned at the guest.
    """
    pretend, (ann, bob) = _table("bob")
    bob.guest.say(said)
    pretend.run()
    ((_, text),) = _texts(ann)
    assert len(text) <= CHAT_CELLS
    if heard is not None:
        assert "\x1b" not in text
        assert text.replace("[2J", "") == heard
    (update,) = bob.guest.receive(m.Chat(99, 9, 0, "\x1b]0;x\x07ann", said))
    assert isinstance(update, Said)
    assert "\x1b" not in update.line.name + update.line.text
    assert len(update.line.text) <= CHAT_CELLS


def test_chat_has_a_rate_and_whoever_is_too_fast_is_told() -> None:
    """B10: what is refused reaches nobody, is answered, and the rest of the table goes on."""
    pretend, (ann, bob) = _table("bob")
    for number in range(12):
        bob.guest.say(f"line {number}")
    pretend.run()
    assert len(_texts(ann)) == AT_ONCE
    assert [one.reason for one in bob.heard(WishRefused)] == ["too_fast"] * 7
    pretend.wait(EVERY)
    bob.guest.say("again")
    pretend.run()
    assert _texts(ann)[-1] == ("bob", "again")


def test_nothing_and_blanks_are_said_to_nobody() -> None:
    """No refusal is silent."""
    pretend, (ann, bob) = _table("bob")
    bob.guest.say("  \x07 ")
    pretend.run()
    assert [one.reason for one in bob.heard(WishRefused)] == ["nothing_said"]
    assert _texts(ann) == []


def test_the_host_mutes_a_speaker_and_lets_them_speak_again() -> None:
    """Muted by identity: another connection, another name and a restart of the host change nothing
    (C10).
    """
    pretend, (ann, bob) = _table("bob")
    bob.guest.say("one")
    pretend.run()
    speaker = ann.guest.chat[-1].speaker
    ann.guest.wish("mute", str(speaker))
    pretend.run()
    bob = pretend.restart(bob)
    pretend.run()
    bob.guest.say("two")
    pretend.run()
    assert [one.reason for one in bob.heard(WishRefused)] == ["muted"]
    assert _texts(ann) == [("bob", "one")]
    ann.guest.wish("unmute", str(speaker))
    pretend.run()
    bob.guest.say("three")
    pretend.run()
    assert _texts(ann)[-1] == ("bob", "three")
    for argument in ("999", "x", ""):
        ann.guest.wish("mute", argument)
    pretend.run()
    assert [one.reason for one in ann.heard(WishRefused)] == ["nobody"] * 3


def test_only_the_host_mutes() -> None:
    """E3: the host's orders need the host's own line."""
    pretend, (ann, bob) = _table("bob")
    ann.guest.say("one")
    pretend.run()
    bob.guest.wish("mute", str(bob.guest.chat[-1].speaker))
    pretend.run()
    assert [one.reason for one in bob.heard(WishRefused)] == ["no_rights"]


def test_a_speaker_can_be_ignored_by_one_person() -> None:
    """What I do not want to hear I do not hear; the others do."""
    pretend, (ann, bob, cem) = _table("bob", "cem")
    bob.guest.say("one")
    pretend.run()
    cem.guest.ignored.add(cem.guest.chat[-1].speaker)
    bob.guest.say("two")
    pretend.run()
    assert _texts(cem) == [("bob", "one")]
    assert _texts(ann) == [("bob", "one"), ("bob", "two")]


def test_a_newcomer_hears_what_was_said_and_nobody_hears_it_twice() -> None:
    """History is bounded, and told once to each program, however often its line breaks."""
    pretend, (_, bob) = _table("bob")
    for number in range(m.CHAT_KEPT + 20):
        bob.guest.say(f"line {number}")
        pretend.run()
        pretend.wait(EVERY)
    cem = pretend.person("cem")
    pretend.run()
    assert len(_texts(cem)) == m.CHAT_KEPT
    assert _texts(cem)[-1] == ("bob", f"line {m.CHAT_KEPT + 19}")
    pretend.cut(cem)
    pretend.dial(cem)
    pretend.run()
    assert len(_texts(cem)) == m.CHAT_KEPT


def test_somebody_who_waits_for_the_host_neither_hears_nor_speaks() -> None:
    """A stranger at the door is no part of the evening."""
    pretend = Pretend(terms(doors="ask"))
    pretend.table.seat_bots(0, host_plays=True)
    ann = pretend.person("ann", HOST)
    pretend.run()
    ann.guest.say("before")
    eve = pretend.person("eve")
    pretend.run()
    eve.guest.say("let me in")
    pretend.run()
    assert _texts(eve) == []
    assert [one.reason for one in eve.heard(WishRefused)] == ["waiting_for_host"]
    assert _texts(ann) == [("ann", "before")]


def test_chat_outlives_the_host() -> None:
    """G8: after a crash the same lines, numbers and muted people; numbers go on."""
    pretend, (ann, bob) = _table("bob")
    bob.guest.say("one")
    ann.guest.say("two")
    pretend.run()
    speaker = next(line.speaker for line in ann.guest.chat if line.name == "bob")
    ann.guest.wish("mute", str(speaker))
    pretend.run()
    before = list(pretend.table.chatter.lines)
    pretend.crash()
    saved = pretend.resume()
    chatter = pretend.table.chatter
    assert list(chatter.lines) == before
    assert chatter.muted == {"key:bob"} == saved.muted
    assert chatter.number_of("key:bob") == speaker
    assert chatter.add(HOST, 0, "ann", "three").number == before[-1].number + 1


def test_speakers_are_remembered_within_bounds() -> None:
    """Strangers who look on with ever new keys make no table grow."""
    chatter = Chatter()
    for number in range(SPEAKERS + 100):
        chatter.add(f"key:{number}", -1, "x", "y")
    assert len(chatter.lines) == m.CHAT_KEPT
    assert chatter.identity_of(1) == ""
    assert chatter.identity_of(SPEAKERS + 100) == f"key:{SPEAKERS + 99}"


def test_the_disk_keeps_no_more_chat_than_the_table(tmp_path: Path) -> None:
    """The journal of a long evening stays small."""
    journal = new_journal(tmp_path)
    line = m.Chat(0, 1, 0, "ann", "x")
    journal.commit(
        [ChatSaid("key:ann", replace(line, number=one)) for one in range(1, m.CHAT_KEPT + 50)]
    )
    kept = journal.load().chat
    journal.close()
    assert [one.line.number for one in kept] == list(range(50, m.CHAT_KEPT + 50))
