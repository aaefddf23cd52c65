"""The people of a table, on the screen and in lines: menu, chat, clock, votes, looking on."""

from pathlib import Path
from typing import Any

import pytest

from net import messages as m
from net.updates import ClockMoved, TimeIsShort
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tests.tui.sitting import sitting
from tui.plain_answers import Answers
from tui.plain_talk import Talk
from tui.steering import entries


def _said(
    number: int, text: str, *, seat: int = 1, speaker: int = 5, name: str = "Boris"
) -> m.Chat:
    return m.Chat(number, speaker, seat, name, text)


def _wishes(evening: FakeEvening) -> list[tuple[str, str]]:
    return [(one.word, one.argument) for one in evening.take() if isinstance(one, m.Wish)]


def _at_table(*, seat: int = 0, rights: bool = False, **lobby: Any) -> FakeEvening:
    """A match runs; nothing is shown."""
    evening = FakeEvening(seat=seat, rights=rights)
    assert evening.joining is not None
    evening.joining.on_update = lambda _update: None
    evening.welcome()
    evening.begin()
    evening.lobby(running=True, **lobby)
    return evening


# What can be done


def test_the_host_finds_every_order_of_a_running_match() -> None:
    """Pause, somebody who is away, somebody a bot plays for, the end, the clock."""
    evening = _at_table(rights=True, away=(1,), stood_in=(2,))
    found = [(one.word, one.argument) for one in entries(evening.guest)]
    assert found == [
        ("pause", ""),
        ("replace", "0"),
        ("wait", "1"),
        ("replace", "1"),
        ("remove", "1"),
        ("hand_back", "2"),
        ("remove", "2"),
        ("replace", "3"),
        ("remove", "3"),
        ("end", ""),
        ("clock", "20"),
        ("clock", "45"),
        ("clock", "90"),
    ]


def test_a_guest_votes_and_is_told_how_a_vote_stands() -> None:
    """Nobody finds an order that only the host may give; a vote that is open has its numbers."""
    ballots = (m.Ballot("replace", 2, 1, 2),)
    evening = _at_table(away=(2,), ballots=ballots)
    listed = {(one.word, one.argument): one.text for one in entries(evening.guest)}
    assert set(listed) == {
        ("vote", "replace:1"),
        ("vote", "replace:2"),
        ("vote", "wait:2"),
        ("vote", "replace:3"),
        ("vote", "end"),
    }
    assert listed["vote", "replace:2"].endswith("(1 of 2 votes)")


def test_whoever_a_bot_plays_for_takes_the_seat_back() -> None:
    """Reclaim at any moment is the first line of the menu."""
    evening = _at_table(stood_in=(0,))
    assert entries(evening.guest)[0].word == "back"


def test_between_matches_seats_are_changed() -> None:
    """A guest moves to a free seat or looks on; the host swaps seats and sets the clock."""
    guest, host = FakeEvening(), FakeEvening(rights=True)
    for one in (guest, host):
        assert one.joining is not None
        one.joining.on_update = lambda _update: None
        one.welcome()
        one.lobby(empty=(2,), clock=45)
    assert [(one.word, one.argument) for one in entries(guest.guest)] == [
        ("seat", "2"),
        ("look_on", ""),
    ]
    words = [(one.word, one.argument) for one in entries(host.guest)]
    assert ("swap", "0:1") in words
    assert ("clock", "0") in words
    assert ("clock", "45") not in words


def test_a_voice_is_ignored_here_and_muted_by_the_host() -> None:
    """Whoever speaks can be put away, and let be heard again."""
    for rights, words in ((False, ["ignore", "ignore"]), (True, ["mute", "unmute"])):
        evening = _at_table(rights=rights)
        evening.hear(_said(1, "hello"))
        talk = Talk(evening.guest)
        for word in words:
            (at,) = [
                place
                for place, one in enumerate(entries(evening.guest), 1)
                if one.word == word and one.argument == "5"
            ]
            Answers(talk).answer(f"menu {at}")
        assert evening.guest.ignored == evening.guest.muted == set()
        assert _wishes(evening) == ([("mute", "5"), ("unmute", "5")] if rights else [])


# On the screen


async def test_the_menu_does_what_its_line_says(home: Path) -> None:
    """A digit goes to the line, Enter does it, Esc does nothing; the table stays as it was."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test(size=(60, 20)) as pilot:
        evening.welcome()
        evening.begin()
        evening.lobby(running=True)
        await settle(pilot)
        await pilot.press("m")
        assert "> 1. Pause the table" in flat(picture(app))
        await pilot.press("escape", "m", "down", "1", "enter")
        assert _wishes(evening) == [("pause", "")]
        evening.lobby(running=True, paused=True)
        await settle(pilot)
        assert "You have paused the table; m, or menu, goes on." in flat(picture(app))
        await pilot.press("f3", "enter")
        assert _wishes(evening) == [("go_on", "")]


async def test_a_menu_longer_than_the_screen_scrolls(home: Path) -> None:
    """Twelve rows: every line can be reached, and the keys stay in sight."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test(size=(40, 12)) as pilot:
        evening.welcome()
        evening.begin()
        evening.lobby(running=True, away=(1, 2, 3))
        await settle(pilot)
        await pilot.press("m", "up")
        assert "A clock of 90 seconds" in picture(app)
        assert "Esc back" in picture(app)
        await pilot.press("enter")
        assert _wishes(evening) == [("clock", "90")]


async def test_what_is_typed_as_chat_is_never_a_key_of_the_table(home: Path) -> None:
    """G16: q, digits and Enter in a line of chat are text; the picked card stays picked."""
    async with sitting(home) as at:
        await at.press("2", "c")
        await at.press(*"q1 s", "enter")
        assert [one for one in at.evening.take() if not isinstance(one, m.Say)] == []
        assert "A♣" in await at.look()
        at.evening.hear(_said(1, "well played"))
        assert "Boris: well played" in await at.look()


async def test_the_line_of_chat_shows_what_others_say_meanwhile(home: Path) -> None:
    """A conversation can be followed while one types; what was typed stays (G16)."""
    async with sitting(home) as at:
        await at.press("c", *"wait")
        at.evening.hear(_said(1, "are you there?"))
        shown = await at.look()
        assert "Boris: are you there?" in shown
        assert "wait" in shown
        await at.press("escape")
        assert not [one for one in at.evening.take() if isinstance(one, m.Say)]


async def test_the_clock_is_shown_and_warns(home: Path) -> None:
    """G2: a warning comes before the clock acts, and it is said that it did."""
    async with sitting(home) as at:
        at.evening.lobby(running=True, clock=20)
        assert "20 s a move" in await at.look()
        at.evening.tell(TimeIsShort(10))
        assert "10 seconds left for your move." in await at.look()
        at.evening.tell(ClockMoved())
        assert "Your time was over: the clock has moved for you." in await at.look()


async def test_whoever_looks_on_sees_no_hand_and_may_sit_down(home: Path) -> None:
    """The same table without cards of one's own; between matches Enter takes a seat."""
    evening = FakeEvening(seat=-1, watch=True)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.begin()
        evening.lobby(running=True)
        await settle(pilot)
        shown = flat(picture(app))
        assert "You look on." in shown
        assert "choose" not in shown
        await pilot.press("1", "enter", "d")
        assert evening.take() == []
    between = FakeEvening(seat=-1, watch=True)
    app = seated(home, between)
    async with app.run_test() as pilot:
        between.welcome()
        between.lobby(empty=(3,), watching=2, tallies=(m.Tally("Boris", 3, 2),))
        await settle(pilot)
        shown = flat(picture(app))
        assert "Enter sit down" in shown
        assert "2 people look on." in shown
        assert "Boris: 3 matches, 2 won" in shown
        await pilot.press("enter")
        assert _wishes(between) == [("sit", "")]


# In lines


def _talk(evening: FakeEvening) -> tuple[Talk, Answers]:
    talk = Talk(evening.guest)
    assert evening.joining is not None
    evening.joining.on_update = talk.hear
    return talk, Answers(talk)


def test_the_menu_in_lines() -> None:
    """`menu` lists, `menu N` does it, anything else is refused in words."""
    evening = _at_table(rights=True)
    talk, answers = _talk(evening)
    answers.answer("menu")
    lines = talk.take()
    assert lines[1] == "  1. Pause the table: nobody moves and no clock runs"
    for wrong in ("menu 99", "menu 0", "menu x"):
        answers.answer(wrong)
        assert talk.take() == [f"The menu has no {wrong[5:]}; menu lists it."]
    answers.answer("menu 1")
    assert _wishes(evening) == [("pause", "")]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("say", "say TEXT says something to everybody at the table."),
        ("clock", "say the seconds for each move: clock 30, or clock 0 for none"),
        ("clock soon", "say the seconds for each move: clock 30, or clock 0 for none"),
    ],
)
def test_half_a_word_is_explained(typed: str, said: str) -> None:
    """No line that is typed is silently dropped."""
    evening = _at_table(rights=True)
    talk, answers = _talk(evening)
    answers.answer(typed)
    assert talk.take() == [said]
    assert evening.take() == []


def test_only_the_host_sets_the_clock() -> None:
    """A guest is told so at once; the host's order goes out."""
    for rights, sent in ((False, []), (True, [("clock", "30")])):
        evening = _at_table(rights=rights)
        talk, answers = _talk(evening)
        answers.answer("clock 30")
        assert _wishes(evening) == sent
        assert bool(talk.take()) is not rights


def test_everything_about_people_is_told_in_lines() -> None:
    """What the screen shows is said once, when it changes: pause, clock, vote, chat, board."""
    evening = _at_table()
    talk, answers = _talk(evening)
    answers.answer("say good evening")
    assert evening.take() == [m.Say("good evening")]
    evening.hear(_said(1, "good evening", seat=0, name="Anna"))
    evening.hear(_said(2, "hi", seat=-1, speaker=9, name="Cleo"))
    evening.lobby(running=True, paused=True, clock=30)
    evening.lobby(running=True, clock=30)
    evening.lobby(running=True, clock=30, ballots=(m.Ballot("end", -1, 1, 2),))
    evening.lobby(running=True, stood_in=(0,))
    evening.tell(TimeIsShort(1), ClockMoved())
    evening.lobby(tallies=(m.Tally("Anna", 1, 1),))
    told = talk.take()
    assert told[:12] == [
        "Anna says: good evening",
        "Cleo, looking on, says: hi",
        "Each move has 30 seconds.",
        "The host has paused the table.",
        "The table goes on.",
        "Vote to break the match off: 1 of 2.",
        "There is no clock any more.",
        "A bot plays for you; m, or menu, gives you the seat back.",
        "1 second left for your move.",
        "Your time was over: the clock has moved for you.",
        "This evening:",
        "  Anna: 1 match, 1 won",
    ]
