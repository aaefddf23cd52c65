"""What is asked before it is done: leaving a match, starting with free seats, another match."""

from pathlib import Path

import pytest

from net import messages as m
from net.evening import bot_luck_of
from net.hosting import Hosting
from tests.net.journal_parts import new_journal, played
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tests.tui.sitting import sitting


async def test_a_host_who_leaves_is_told_how_the_table_goes_on(home: Path) -> None:
    """A table with a journal can be resumed: the question names the command (protocol.md H)."""
    async with sitting(home) as at:
        at.evening.hosting = Hosting(played(5).table, bot_luck_of(None))
        at.evening.journal = new_journal(home)
        seen = await at.press("q")
        assert f"stammtisch resume {at.evening.journal.name}" in seen
        assert "Leave?" in seen


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12)])
async def test_a_question_is_never_cut(home: Path, width: int, height: int) -> None:
    """However narrow the terminal, the question has the lines that it needs, and its keys."""
    async with sitting(home, size=(width, height)) as at:
        seen = await at.press("q")
        assert "until you come back." in seen
        assert "Enter leave" in seen


async def test_a_stray_enter_begins_no_match(home: Path) -> None:
    """Whoever plays their last card and presses Enter again still reads the result."""
    async with sitting(home) as at:
        while at.evening.host.match.turn is not None:
            at.evening.play_one()
        at.evening.guest.pending = None
        await at.look()
        at.evening.take()
        seen = await at.press("enter", "space")
        assert "a plays another match; Esc goes back to the lobby." in seen
        assert at.evening.take() == []
        assert "You are ready for another match" in await at.press("f5")


@pytest.mark.parametrize("hand", ["4H AC 9D"])
async def test_tab_leaves_a_question_open(home: Path, hand: str) -> None:
    """Tab goes to the next card, but a number that is half typed stays."""
    async with sitting(home, hand) as at:
        assert "[4_]" in await at.press("2", "enter", "4", "tab")


async def test_a_start_with_free_seats_or_somebody_not_ready_is_asked(home: Path) -> None:
    """The host sees who is not ready and which seats stay free; Esc waits, Enter starts."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby(ready=(1,), empty=(3,))
        await settle(pilot)
        await pilot.press("s")
        await settle(pilot)
        seen = flat(picture(app))
        assert "Not ready yet: Clara. Nobody plays on the free seats: 4." in seen
        await pilot.press("escape")
        assert evening.take() == []
        await pilot.press("s", "enter")
        assert evening.take() == [m.Wish("start")]


async def test_a_start_that_nobody_minds_is_not_asked(home: Path) -> None:
    """Everybody ready and no seat free: one key is enough."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby(ready=(1, 2, 3))
        await settle(pilot)
        await pilot.press("s")
        assert evening.take() == [m.Wish("start")]
