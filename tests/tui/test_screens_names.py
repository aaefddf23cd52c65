"""Other people's names and texts on every screen: never markup, never out of their place (11.1)."""

from pathlib import Path

import pytest

from net import messages as m
from net.updates import WishRefused
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tui.app import StammtischApp
from tui.screens.lobby import LobbyScreen

# Markup, a link, wide letters, one letter, the longest name, a template.
NAMES = ("[/]", "[@click=app.quit]x[/]", "名前名前名前名前", "ё", "a" * 16, "$name {seat} %s")
SIZES = [(80, 24), (60, 20), (40, 12)]


def check(app: StammtischApp) -> str:
    """Every line has exactly the width of the screen, and the application still runs."""
    width, _ = app.screen.size
    for strip in app.screen._compositor.render_strips():
        assert strip.cell_length == width
    assert app.is_running
    return flat(picture(app))


@pytest.mark.parametrize("size", SIZES)
async def test_names_are_text_everywhere(home: Path, size: tuple[int, int]) -> None:
    """Lobby, table, every page and the result with names like markup or templates."""
    evening = FakeEvening(NAMES, rights=True)
    app = seated(home, evening)
    async with app.run_test(size=size) as pilot:
        evening.hear(m.Welcome(m.PROTOCOL, "1", "[red]table[/red] [/]", 0, True, False))
        evening.lobby(ready=(1,), requests=tuple(enumerate(NAMES, 1)))
        await settle(pilot)
        seen = check(app)
        assert "[/]" in seen
        assert "[@click=app.quit]x" not in seen or size[0] > 20
        evening.tell(WishRefused("rule", "bad_value", "[b]no[/b] [/]"))
        await settle(pilot)
        check(app)
        for _ in range(12):
            await pilot.press("down")
        check(app)
        evening.begin()
        await settle(pilot)
        for _ in range(12):
            evening.play_one()
        await settle(pilot)
        seen = check(app)
        assert "[/]" in seen
        evening.hear(m.Attendance(1, m.Presence.AWAY, 30))
        await settle(pilot)
        check(app)
        for key in ("question_mark", "w", "s", "j"):
            await pilot.press(key)
            await settle(pilot)
            check(app)
            await pilot.press("escape")
        while evening.host.match.turn is not None:
            evening.play_one()
        await settle(pilot)
        seen = check(app)
        assert "wins." in seen


async def test_a_name_that_is_a_link_does_nothing(home: Path) -> None:
    """A click on `[@click=app.quit]x[/]` does not quit."""
    evening = FakeEvening(NAMES)
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        evening.begin()
        await settle(pilot)
        lines = picture(app).splitlines()
        row = next(at for at, text in enumerate(lines) if "[@click" in text)
        for column in range(3, 40, 4):
            await pilot.click(offset=(column, row))

        assert app.is_running


async def test_a_farewell_with_a_hostile_detail_is_text(home: Path) -> None:
    """What a host says last is shown on the first screen as it stands, cleaned (F2)."""
    evening = FakeEvening(NAMES)
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        evening.tell(*evening.guest.receive(m.Bye("host_left", "[/] \x1b]0;owned\x07 [b]x")))
        await settle(pilot)
        seen = check(app)

        assert "[/] ]0;owned [b]x" in seen


async def test_a_game_that_is_not_known_here_is_named(home: Path) -> None:
    """A lobby of a game that this program does not have is shown without its rules."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.welcome()
        lobby = m.Lobby("[/]chess", (("x", 1),), bytes(8), (), (), False, -1)
        evening.hear(lobby)
        await settle(pilot)
        seen = check(app)
        assert "[/]chess" in seen
        await pilot.press("up", "down", "enter", "h", "question_mark")
        await settle(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, LobbyScreen)


async def test_a_seat_that_does_not_exist_harms_nothing(home: Path) -> None:
    """A host that gives a seat beyond the table: nobody's hand, no key, and no crash."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test(size=(80, 24)) as pilot:
        evening.hear(m.Welcome(m.PROTOCOL, "1", "t", 99, False, False))
        evening.lobby()
        evening.hear(m.Lobby("one-hundred", (), bytes(8), (), ((1, "x"),), False, 99))
        await settle(pilot)
        await pilot.press("enter", "down", "a", "delete")
        evening.begin()
        evening.hear(m.Attendance(99, m.Presence.AWAY, 9))
        await settle(pilot)
        await pilot.press("1", "enter", "w", "escape", "s")
        await settle(pilot)

        check(app)
