"""A table played by keys: choosing, an ace, Esc, what others do, refusals, a lost line."""

from pathlib import Path

import pytest
from textual.events import AppBlur

from core.moves import Move, Verb
from net import messages as m
from net.updates import Alarm, Offline, Seated
from tests.tui.fake_evening import FakeEvening, flat, picture, play_slot, seated, settle
from tests.tui.sitting import sitting
from tui.screens.table import TableScreen

PLAY = int(Verb.PLAY)


async def test_a_digit_chooses_and_enter_plays(home: Path) -> None:
    """Two keys play a card; it is marked as on its way until the host has answered (B3)."""
    async with sitting(home) as at:
        slot = at.evening.slot(0)
        assert "Enter plays 4♥: reverses." in await at.press("1")
        assert "4♥ is on its way to the host." in await at.press("enter")
        assert at.evening.accept() == Move(PLAY, slot)
        assert "on its way" not in await at.look()


async def test_the_same_digit_twice_plays_nothing(home: Path) -> None:
    """On a slow line a key is pressed again before its first effect is seen."""
    async with sitting(home) as at:
        await at.press("1", "1", "1")

        assert at.evening.take() == []


async def test_an_ace_is_asked_for_its_number(home: Path) -> None:
    """OH-4: the range is shown, digits are typed, what it would do is said, Enter plays."""
    async with sitting(home) as at:
        slot = at.evening.slot(1)
        seen = await at.press("2", "enter")
        assert "Which number does the ace name? [_] 0 to 100" in seen
        assert "[14_] 0 to 100 → 14" in await at.press("1", "4")
        assert "[1_]" in await at.press("backspace")
        await at.press("0", "enter")
        assert at.evening.accept() == Move(PLAY, slot, 10)


async def test_escape_takes_a_half_made_choice_back(home: Path) -> None:
    """Esc leaves the number, the card stays picked; Esc again leaves the card."""
    async with sitting(home) as at:
        await at.press("2", "enter", "7")
        assert "Enter plays A♣" in await at.press("escape")
        assert "Choose a card." in await at.press("escape")
        assert at.evening.take() == []


async def test_a_wrong_number_is_refused_in_words(home: Path) -> None:
    """101 is not offered: the sentence names the range and the question stays."""
    async with sitting(home) as at:
        await at.press("2", "enter")
        assert "Type a number: 0 to 100." in await at.press("enter")
        assert "Which number" in await at.press("9")


async def test_enter_without_a_card_says_what_to_do(home: Path) -> None:
    """The first Enter plays nothing and says how a card is chosen."""
    async with sitting(home) as at:
        assert "Choose a card first" in await at.press("enter")


async def test_arrows_and_space_are_enough(home: Path) -> None:
    """Without letters and digits, on any keyboard layout (11.7)."""
    async with sitting(home) as at:
        slot = at.evening.slot(0)
        await at.press("right", "right", "left", "space")

        assert at.evening.accept() == Move(PLAY, slot)


async def test_a_cyrillic_layout_reaches_the_letters(home: Path) -> None:
    """ы is the key of s: scores open (11.7)."""
    async with sitting(home) as at:
        assert "Scores" in await at.press("ы")


async def test_others_never_move_the_choice(home: Path) -> None:
    """G16: while a number is half typed, a move, a departure and a lobby change nothing of it."""
    async with sitting(home) as at:
        await at.press("2", "enter", "4")
        evening = at.evening
        evening.hear(m.Attendance(2, m.Presence.AWAY, 30))
        evening.lobby(running=True)
        evening.hear(m.Attendance(2, m.Presence.STOOD_IN, 0))
        assert "[4_]" in await at.look()
        await at.press("2", "enter")
        assert evening.accept().value == 42


async def test_a_move_made_for_us_ends_the_choice_with_an_alarm(home: Path) -> None:
    """Rule C5: what somebody plays in our name is said at once, and stays until Esc."""
    async with sitting(home) as at:
        await at.press("2", "enter", "4")
        at.evening.move(0, play_slot(at.evening.slot(1), 50))
        seen = await at.look()
        assert "a move was made in your name that you did not make" in seen
        assert "Which number" not in seen
        assert "in your name" in await at.press("1")
        assert "in your name" not in await at.press("escape", "escape")


async def test_a_refusal_of_the_host_is_a_sentence(home: Path) -> None:
    """No silent refusal: the reason stands on the screen and the card is still picked."""
    async with sitting(home) as at:
        await at.press("1", "enter")
        at.evening.refuse("stale")
        assert "The table had moved on before that arrived" in await at.look()
        assert "[1]" in await at.look()


async def test_a_second_move_while_one_is_on_its_way_is_refused(home: Path) -> None:
    """One question, one answer: the second Enter is told that the first is on its way."""
    async with sitting(home) as at:
        await at.press("1", "enter")
        seen = await at.press("3", "enter")
        assert "Your move is on its way to the host." in seen
        assert len(at.evening.take()) == 1


async def test_out_of_turn_is_said(home: Path) -> None:
    """Choosing is free at any time, playing is not; the reason goes when the turn comes."""
    async with sitting(home) as at:
        await at.press("1", "enter")
        at.evening.accept()
        assert "It is not your turn." in await at.press("1", "enter")
        at.evening.others()
        seen = await at.look()
        assert "It is not your turn." not in seen
        assert "Your turn." in seen


async def test_a_lost_line_is_ours(home: Path) -> None:
    """G1: the banner says that we are offline, and goes when we are back; the choice stays."""
    async with sitting(home) as at:
        await at.press("2", "enter", "1")
        at.evening.tell(Offline("lost", 4.0))
        seen = await at.look()
        assert "You are offline: the connection broke. Trying again in 4 seconds." in seen
        assert "[1_]" in seen
        at.evening.tell(Seated(0))
        seen = await at.look()
        assert "You are connected again." in seen
        assert "offline" not in seen


async def test_somebody_who_is_away_is_counted_down(home: Path) -> None:
    """The seconds until a bot sits in go down; nobody is surprised by it."""
    async with sitting(home) as at:
        at.evening.hear(m.Attendance(2, m.Presence.AWAY, 45))
        assert "Clara is away: in 45 s a bot sits in." in await at.look()
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        screen._tick(2, 45)
        assert "Clara is away: in 40 s a bot sits in." in await at.look()
        assert at.evening.guest.presence[2] == (m.Presence.AWAY, 45)
        at.evening.hear(m.Attendance(2, m.Presence.STOOD_IN, 0))
        seen = await at.look()
        assert "bot sits in" in seen
        assert "in 40 s" not in seen


async def test_resizing_while_choosing_keeps_the_choice(home: Path) -> None:
    """From 80×24 to 60×20, too small, and back: the number that was typed is still there."""
    async with sitting(home) as at:
        await at.press("2", "enter", "3")
        for size in ((60, 20), (39, 11), (40, 12), (80, 24)):
            await at.pilot.resize_terminal(*size)
            seen = await at.look()
            assert (seen.strip() == "Needs 40×12, has 39×11. q leaves.") == (size == (39, 11))
            assert ("[3_]" in seen) == (size != (39, 11))


async def test_q_leaves_where_there_is_no_room(home: Path) -> None:
    """Too small still takes q (ttyplot#213); a match with others is asked about first."""
    async with sitting(home, size=(39, 11)) as at:
        await at.press("q")
        await at.press("enter")

        assert at.app.return_code == 0
        assert not at.app.is_running


async def test_leaving_others_in_the_middle_is_asked(home: Path) -> None:
    """Esc stays; Enter leaves. Nothing else is ever asked."""
    async with sitting(home) as at:
        assert "A match is running. Leave?" in await at.press("q")
        assert "Leave?" not in await at.press("escape")
        assert at.app.is_running
        await at.press("f10", "enter")
        assert not at.app.is_running


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("question_mark", "Bring the pile towards 100"),
        ("f1", "Keys"),
        ("w", "A♣: names 0-100."),
        ("s", "1. Anna (you): 3 chips, 3 cards"),
        ("j", "The pile starts at 0."),
    ],
)
async def test_pages_open_and_close(home: Path, key: str, words: str) -> None:
    """Help with rules and keys, why, scores and the journal are one key away, Esc comes back."""
    async with sitting(home, size=(80, 40)) as at:
        await at.press("1")
        assert words in await at.press(key)
        assert "Enter plays 4♥" in await at.press("escape")


async def test_a_page_says_when_the_turn_comes(home: Path) -> None:
    """Whoever reads the rules is not forgotten at the table."""
    async with sitting(home) as at:
        await at.press("1", "enter")
        at.evening.accept()
        assert "It is your turn." not in await at.press("question_mark")
        at.evening.others()
        assert "It is your turn." in await at.look()


async def test_why_names_the_rule(home: Path) -> None:
    """A card that may not be played is listed with the game's own sentence."""
    evening = FakeEvening()
    evening.rules = evening.game.preset("gentle")
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        evening.begin()
        evening.stack_hand(0, "KD 8C 9D")
        for match in (evening.host.match, evening.guest.match):
            assert match is not None
            match.round.value = 99  # type: ignore[attr-defined]
            match.round.turn = 0
        await settle(pilot)
        await pilot.press("w")
        await settle(pilot)

        seen = flat(picture(app))
        assert "8♣, 9♦: At this table a card that stays within 100 must be played" in seen


async def test_the_mouse_chooses_then_plays(home: Path) -> None:
    """One click picks the card, the next one on it plays; nothing needs dragging."""
    async with sitting(home) as at:
        hand = at.app.screen.query_one("#hand").region
        await at.pilot.click(offset=(hand.x + 3, hand.y + 2))
        assert "Enter plays 4♥" in await at.look()
        await at.pilot.click(offset=(hand.x + 3, hand.y + 2))
        assert "on its way" in await at.look()


async def test_the_bell_rings_once_for_who_looks_elsewhere(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PokerTH#361: a bell when the turn comes, only without focus, and only once."""
    async with sitting(home) as at:
        rings: list[int] = []
        monkeypatch.setattr(at.app, "bell", lambda: rings.append(1))
        await at.press("1", "enter")
        at.evening.accept()
        at.evening.others()
        await at.look()
        assert rings == []
        await at.press("2", "enter")
        at.evening.accept()
        at.app.post_message(AppBlur())
        await at.look()
        at.evening.others()
        at.evening.lobby(running=True)
        await at.look()
        assert rings == [1]


async def test_an_alarm_rings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What must be said at once is heard as well (rule C5)."""
    async with sitting(home) as at:
        rings: list[int] = []
        monkeypatch.setattr(at.app, "bell", lambda: rings.append(1))
        at.evening.tell(Alarm("moved_in_your_name"))
        await at.look()
        assert rings == [1]


async def test_the_last_thing_is_said_again(home: Path) -> None:
    """F9 repeats what happened last, for whoever looked away."""
    async with sitting(home) as at:
        before = (await at.look()).count("Dana: 10♦ 0 → 100")
        assert (await at.press("f9")).count("Dana: 10♦ 0 → 100") == before + 1
