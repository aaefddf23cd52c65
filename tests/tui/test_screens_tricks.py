"""Auctions, tricks, words without a card, big hands, score sheets: whatever game they are of."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core import game as registry
from core.cards import CARDS
from core.game import find, register
from core.moves import Move, Verb
from tests.tui.fake_evening import FakeEvening, picture, seated, settle
from tests.tui.sitting import Sitting
from tests.tui.toy_trick import TOY_TRICK, ToyTrick
from tui.faces import face_text
from tui.screens.table import TableScreen
from tui.telling import signed

NAMES = ("Anna", "Boris", "Clara")


@asynccontextmanager
async def toy(
    place: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24), **more: object
) -> AsyncIterator[Sitting]:
    """Toy Trick after the deal: Anna (we) speaks first, and holds five cards."""
    monkeypatch.setattr(registry, "_games", dict(registry.games()))
    register(TOY_TRICK)
    evening = FakeEvening(NAMES)
    evening.game, evening.rules = TOY_TRICK, TOY_TRICK.rules
    app = seated(place, evening, **more)
    async with app.run_test(size=size) as pilot:
        evening.welcome()
        evening.begin("4")
        while evening.host.match.turn != 0:
            evening.move(evening.host.match.turn or 0, Move(Verb.PASS))
        await settle(pilot)
        yield Sitting(evening, app, pilot)


def state(at: Sitting) -> ToyTrick:
    """The host's round."""
    held = at.evening.host.match.round
    assert isinstance(held, ToyTrick)
    return held


def first(at: Sitting) -> None:
    """Whoever is on turn, another than we, plays the first card that may be played."""
    match = at.evening.host.match
    assert match.turn
    at.evening.move(match.turn, match.moves()[0].move)


async def bid(at: Sitting) -> None:
    """We bid 7, the others pass; we lead."""
    await at.press("b", "7", "enter")
    at.evening.accept()
    while -1 in state(at).calls:
        at.evening.move(at.evening.host.match.turn or 0, Move(Verb.PASS))


async def test_an_auction_is_played_by_words(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be done without a card is offered in words with a key; cards wait in brackets."""
    async with toy(home, monkeypatch) as at:
        seen = await at.look()
        assert "Your turn. You may bid (b) or pass (p)." in seen
        assert "(1) (2) (3) (4) (5) 6 7" in seen
        assert "│bid │" in seen
        assert "│pass │" in seen
        assert "How much do you bid? [_] 1 to 15" in await at.press("b")
        assert "[7_]" in await at.press("7")
        assert "[8_]" in await at.press("up")
        await at.press("enter")
        assert at.evening.accept() == Move(Verb.BID, None, 8)
        seen = await at.look()
        assert "bids 8" in seen
        assert "bid 8 by Anna (you)" in seen
        assert "trump ♥" in seen


async def test_passing_is_one_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key p passes where that may be done; d is refused in the words of the game."""
    async with toy(home, monkeypatch) as at:
        assert "An auction comes first." in await at.press("d")
        await at.press("p")
        assert at.evening.accept() == Move(Verb.PASS)
        assert "passed" in await at.look()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_trick_shows_who_led_and_who_wins(
    home: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The cards before their seats with names, the leader first; the last trick until the next."""
    async with toy(home, monkeypatch, size) as at:
        await bid(at)
        await at.press("1", "enter")
        at.evening.accept()
        seen = await at.look()
        assert ("leads, winning" if size[0] == 80 else "winning") in seen
        assert ("centre" in seen) == (size[0] == 80)  # face down it says nothing in one line
        first(at)
        first(at)
        seen = await at.look()
        assert "last trick" in seen


@pytest.mark.parametrize("size", [(120, 30), (80, 24), (60, 20)])
async def test_the_last_trick_stays_through_the_next_lead(
    home: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """A bot that takes a trick leads at once: its cards and whose it is are still to be read."""
    async with toy(home, monkeypatch, size) as at:
        await bid(at)
        await at.press("1", "enter")
        at.evening.accept()
        first(at)
        first(at)
        while state(at).asked:
            match = at.evening.host.match
            at.evening.move(match.turn or 0, match.moves()[0].naming(0))
        winner = at.evening.host.match.turn
        assert winner is not None
        match = at.evening.host.match
        at.evening.move(winner, match.moves()[0].move)
        seen = await at.look()
        assert f"last trick, won by {NAMES[winner]}" in seen
        at.evening.guest.pending = None
        turn = match.turn
        assert turn is not None
        at.evening.move(turn, match.moves()[0].move)
        assert "last trick" not in await at.look()


async def test_a_question_without_a_card_opens_by_itself(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named values are a list to pick from; the Enter of somebody too quick answers nothing."""
    async with toy(home, monkeypatch) as at:
        await bid(at)
        await at.press("1", "enter")
        at.evening.accept()
        while at.evening.host.match.turn not in (0, None) and state(at).trick:
            first(at)
        while state(at).turn not in (0, None) or not state(at).asked:
            held = state(at)
            match = at.evening.host.match
            if match.turn == 0:
                at.evening.move(0, match.moves()[0].move)
            elif held.asked:
                at.evening.move(match.turn or 0, Move(Verb.NAME, None, 0))
                held.order = -1
                own = at.evening.guest.match
                assert own is not None
                own.round.order = -1  # type: ignore[attr-defined]
            else:
                first(at)
        seen = await at.look()
        assert "Which way from now on? 1 uptown 2 downtown" in seen
        seen = await at.press("enter")
        assert "Which way" in await at.press("escape", "b")
        assert at.evening.take() == []
        await at.press("2", "enter")
        assert at.evening.accept() == Move(Verb.NAME, None, 1)


def hold(at: Sitting, count: int) -> None:
    """We hold so many cards, the first of the pack."""
    for match in (at.evening.host.match, at.evening.guest.match):
        assert match is not None
        held = match.round
        assert isinstance(held, ToyTrick)
        held.calls = [7, 0, 0]
        held.turn = 0
        held.hands[0][:] = range(count)
        held.faces[:count] = CARDS[:count]
    look_again(at)


def look_again(at: Sitting) -> None:
    """Draw what the test has put on the table."""
    assert isinstance(at.app.screen, TableScreen)
    at.app.screen.redraw()


def play_on(at: Sitting) -> None:
    """Whoever is on turn does the last thing that may be done."""
    match = at.evening.host.match
    choice = match.moves()[-1]
    move = choice.move if choice.values is None else choice.naming(choice.values[0])
    if match.turn == 0:
        at.evening.guest.play(move)
        at.evening.accept()
    else:
        at.evening.move(match.turn or 0, move)


async def test_a_hand_is_sorted_and_the_choice_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key o goes round as dealt, by suit, by rank; what is picked is the same card (G16)."""
    async with toy(home, monkeypatch, (80, 24)) as at:
        hold(at, 20)
        seen = await at.press("1")
        assert "Enter plays A♠" in seen
        assert "1[A♠†] 2 2♠" in seen
        seen = await at.press("o")
        assert "The hand is sorted by suit." in seen
        assert "1 2♠ 2 3♠" in seen
        assert ".[A♠†]" in seen
        seen = await at.press("o")
        assert "The hand is sorted by rank." in seen
        assert "1 2♠ 2 2♥ 3 3♠" in seen
        assert ".[A♠†] . A♥†" in seen
        assert "The hand lies as it was dealt." in await at.press("o")
        assert "Enter plays A♠" in await at.press("right", "left")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_forty_cards_are_in_view(
    home: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Each of forty cards is seen without scrolling, and arrows go from row to row."""
    async with toy(home, monkeypatch, size) as at:
        hold(at, 40)
        await at.press("right", "down", "down", "up")
        seen = await at.look()
        for card in CARDS[:40]:
            face = re.escape(face_text(card))
            assert re.search(f"[ \\[]{face}[†\\] ]", seen), face
        assert "[2♠]" not in seen
        assert "Enter plays" in seen


async def test_tab_goes_to_what_may_be_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a big hand the few cards that may be played are a key away."""
    async with toy(home, monkeypatch) as at:
        hold(at, 30)
        for match in (at.evening.host.match, at.evening.guest.match):
            assert match is not None
            assert isinstance(match.round, ToyTrick)
            match.round.trick = [40]
            match.round.faces[40] = CARDS[30]
        look_again(at)
        assert "Enter plays A♦" in await at.press("tab")
        assert "Enter plays 2♦" in await at.press("tab")
        assert "(A♠†)" in await at.look()
        assert "A♠ cannot be played now; w says why." in await at.press("1")
        assert "A♠†, 2♠" in await at.press("w")
        seen = await at.look()
        assert "Suit must be followed." in seen
        assert "† A card with this sign cannot be the last one of a hand." in seen


async def test_ascii_marks_with_a_star(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without glyphs the signs are ASCII, and nothing else is on the screen."""
    async with toy(home, monkeypatch, ascii=True) as at:
        hold(at, 12)
        assert "As*" in await at.look()
        await at.press("1", "enter")
        at.evening.accept()
        await at.look()
        assert picture(at.app).isascii()


async def test_a_round_ends_in_a_line_and_the_sheet_is_a_key_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing opens over the next deal; the sheet has every number with its reason."""
    async with toy(home, monkeypatch) as at:
        assert "No round is finished yet." in await at.press("s")
        await at.press("escape")
        evening = at.evening
        while not evening.host.match.sheet:
            play_on(at)
        seen = await at.look()
        points = [score.points for score in evening.host.match.sheet[-1].outcome.scores]
        told = ", ".join(
            f"{name} {signed(number)}" for name, number in zip(NAMES, points, strict=True)
        )
        assert f"Round 1 (s sheet): {told}" in seen
        seen = await at.press("s")
        assert "Score sheet" in seen
        assert f"total {points[0]} {points[1]} {points[2]}" in seen
        assert "Round 1. Most tricks win." in seen
        most = max(points)
        assert f": {signed(most)} ({most} tricks), total {most}." in seen
        assert "Round 1 (s sheet)" not in await at.press("escape")


async def test_a_match_of_rounds_ends_with_its_totals(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places by totals, the reasons of the last round, and the sheet on a key."""
    async with toy(home, monkeypatch) as at:
        evening = at.evening
        while not evening.host.match.over:
            play_on(at)
        seen = await at.look()
        done = evening.host.match.settlement
        assert done is not None
        best = done.winners[0]
        assert f"1. {NAMES[best]}" in seen
        assert f"{done.totals[best]} points" in seen
        assert f"Round {len(evening.host.match.sheet)}. Most tricks win." in seen
        assert "Score sheet" in await at.press("s")
        assert "Round 1. Most tricks win." in await at.press("right")
        assert "The match is over" in await at.press("escape")


async def test_a_drawn_card_is_one_key(home: Path) -> None:
    """In a game with a stock, d draws when that may be done; the six is covered from the hand."""
    evening = FakeEvening(NAMES)
    evening.game = find("mau-mau")
    evening.rules = evening.game.rules
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.begin()
        at = Sitting(evening, app, pilot)
        while evening.host.match.turn != 0:
            first(at)
        assert "draw (d)" in await at.look()
        await at.press("d")
        assert evening.accept() == Move(Verb.DRAW)
        assert "(6)" in await at.look()
