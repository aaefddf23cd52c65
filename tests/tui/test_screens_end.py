"""How a match ends: the result, the next match, a table that closes, and who only watches."""

from pathlib import Path

import pytest

from net import messages as m
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tests.tui.sitting import Sitting, sitting
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen


async def play_to_the_end(at: Sitting) -> None:
    """Everybody plays until one is left."""
    match = at.evening.host.match
    while match.turn is not None:
        at.evening.play_one()
    at.evening.guest.pending = None
    await at.look()


async def test_the_result_says_who_won_and_why(home: Path) -> None:
    """Places with their reasons, and how the table stood at the end."""
    async with sitting(home) as at:
        await play_to_the_end(at)
        seen = await at.look()
        outcome = at.evening.host.match.outcome()
        assert outcome is not None
        winner = at.evening.names[outcome.winners[0]]
        assert f"{winner}" in seen.split("wins.")[0]
        assert "One player is left with chips." in seen
        assert "out in turn" in seen
        assert "How it ended" in seen


async def test_another_match_is_the_hosts_to_begin(home: Path) -> None:
    """A guest says ready for it; the result stays until the match begins."""
    async with sitting(home) as at:
        await play_to_the_end(at)
        seen = await at.press("a")
        assert "You are ready for another match; the host starts it." in seen
        assert m.Wish("ready") in at.evening.take()
        at.evening.begin("2b")
        assert "One Hundred" in await at.look()
        assert isinstance(at.app.screen, TableScreen)


async def test_the_result_is_held_while_the_next_match_begins(home: Path) -> None:
    """pangea-poker#25: nobody loses the result because the others were quicker."""
    async with sitting(home) as at:
        await play_to_the_end(at)
        at.evening.begin("2b")
        seen = await at.look()
        assert "The match is over" in seen
        assert "The next match has begun." in seen
        await at.press("enter")
        assert isinstance(at.app.screen, TableScreen)
        assert at.evening.take() == []


async def test_a_match_that_is_broken_off_says_by_whom(home: Path) -> None:
    """The host tells the end: the screen says so, with the last plays."""
    async with sitting(home) as at:
        told = at.evening.host.end(m.Cause.HOST)
        at.evening.hear(told.to(0))
        seen = await at.look()
        assert "The host broke the match off." in seen
        assert isinstance(at.app.screen, ResultScreen)


async def test_a_table_that_is_closed_leads_home_with_the_reason(home: Path) -> None:
    """The good-bye of the host is a sentence on the first screen."""
    async with sitting(home) as at:
        at.evening.tell(*at.evening.guest.receive(m.Bye("host_left")))
        seen = await at.look()
        assert "The host has closed the table." in seen
        assert "Join a table" in seen


async def test_a_spectator_sees_no_hand(home: Path) -> None:
    """Without a seat: the table, no cards, no key for playing."""
    evening = FakeEvening(seat=-1)
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        evening.begin()
        await settle(pilot)
        seen = flat(picture(app))

        assert "is to play." in seen
        assert "Enter play" not in seen
        assert "You hold" not in seen


async def test_a_fault_of_ours_is_one_sentence_and_a_log(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A crash leaves no traceback on the terminal: a sentence, and the file that has the rest."""

    def fail(_self: TableScreen) -> None:
        raise ZeroDivisionError("a secret of the hand")

    async def crash() -> None:
        async with sitting(home) as at:
            monkeypatch.setattr(TableScreen, "redraw", fail)
            await at.press("1")

    with pytest.raises(ZeroDivisionError):
        await crash()
    said = flat(capfd.readouterr().err)

    assert "something went wrong that should not" in said
    assert "Traceback" not in said
    assert "secret" not in said
