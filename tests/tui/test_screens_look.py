"""The palette, themes, no colour, keys: what holds on every screen."""

from pathlib import Path

import pytest
from rich.style import Style
from textual.color import Color
from textual.command import CommandPalette
from textual.filter import NoColor

from core.game import find
from tests.tui.fake_evening import FakeEvening, flat, options_in, picture, seated, settle
from tui import themes
from tui.actions import offered
from tui.app import StammtischApp
from tui.screens.home import HomeScreen
from tui.screens.place import keys_of

GAME = find("one-hundred")
NO_COLOUR = NoColor()
BLACK = Color(0, 0, 0)


async def test_the_palette_has_only_what_is_ours(home: Path) -> None:
    """F1: no screenshot, no pictures in anybody's folders; themes, help and leaving."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await settle(pilot)
        titles = [one.title for one in app.get_system_commands(app.screen)]

    assert titles == [
        "help",
        "Theme felt",
        "Theme paper",
        "Theme contrast",
        "Other themes",
        "quit",
    ]


@pytest.mark.parametrize("name", [*themes.BUILT_IN, "textual-light", "dracula"])
async def test_every_theme_can_be_worn(home: Path, name: str) -> None:
    """Ours and Textual's; the suits keep colours of their own in each."""
    evening = FakeEvening()
    app = seated(home, evening, theme=name)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.begin()
        await settle(pilot)

        assert app.theme == name
        assert len({app.theme_variables[f"suit-{suit}"] for suit in themes.SUITS}) == 4


async def test_a_theme_is_changed_at_the_table(home: Path) -> None:
    """F2 opens the choice; what is drawn takes the new colours at once."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.begin()
        await settle(pilot)

        def colours() -> set[str]:
            strips = app.screen._compositor.render_strips()
            return {str(one.style.color) for strip in strips for one in strip if one.style}

        before = colours()
        await pilot.press("f2")
        await settle(pilot)
        assert isinstance(app.screen, CommandPalette)
        await pilot.press("escape")
        app.wear("paper")
        await settle(pilot)

        assert before & colours() <= {"None"}


async def test_a_theme_of_ones_own_is_offered_and_a_bad_file_is_not_fatal(home: Path) -> None:
    """11.4: a broken theme file is noted and left out."""
    folder = home / "config" / "themes"
    folder.mkdir(parents=True)
    text = (
        'name = "mine"\ndark = true\n[colours]\nprimary = "#ffffff"\nforeground = "#ffffff"\n'
        'background = "#000000"\nsurface = "#111111"\n'
    )
    (folder / "mine.toml").write_text(text, "utf-8")
    (folder / "broken.toml").write_text("nonsense", "utf-8")
    app = StammtischApp(options_in(home, theme="mine"))
    async with app.run_test() as pilot:
        await settle(pilot)

        assert app.theme == "mine"
        assert app.own_themes == ["felt", "paper", "contrast", "mine"]


async def test_without_colour_the_choice_still_shows(home: Path) -> None:
    """11.5: under NO_COLOR no cell has a colour; the pick shows by reverse, lines and brackets."""
    evening = FakeEvening()
    app = StammtischApp(options_in(home), no_colour=True)
    app.no_color = True
    app.conduct.adopt(evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.begin()
        evening.others()
        await settle(pilot)
        await pilot.press("2")
        await settle(pilot)
        styles: list[Style] = [
            segment.style
            for line in app.screen._compositor.render_strips()
            for segment in line.apply_filter(NO_COLOUR, BLACK)
            if segment.style is not None
        ]

        assert "[2]" in picture(app)
        assert "╔═════╗" in picture(app)
        assert any(style.reverse for style in styles)
        assert all(style.color is None or style.color.is_default for style in styles)
        assert app.native_ansi_color


@pytest.mark.parametrize("where", ["home", "lobby", "table", "result"])
def test_every_action_has_a_key_on_its_screen(where: str) -> None:
    """The list of actions is the list of keys; none of them needs Ctrl."""
    bound = {one.key for one in keys_of(where)}  # type: ignore[arg-type]
    wanted = {key for one in offered(where) if one.where == where for key in one.keys}  # type: ignore[arg-type]

    assert {key for keys in bound for key in keys.split(",")} == wanted
    assert not any("ctrl" in key for key in wanted)


async def test_home_shows_the_sentence_of_the_last_table(home: Path) -> None:
    """Why a table is gone stays on the first screen until the next one."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        app.trouble = "The host has closed the table."
        app.go_home()
        await settle(pilot)

        assert isinstance(app.screen, HomeScreen)
        assert "The host has closed the table." in flat(picture(app))
