"""Themes: what is shipped can be read, what is broken is refused with a sentence (11.4, F3)."""

import math
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.themes import (
    BUILT_IN,
    COLOURS,
    DEFAULT,
    LIMIT,
    NAMED,
    SUITS,
    SUITS_ON_DARK,
    SUITS_ON_LIGHT,
    Look,
    ThemeRefused,
    built_in,
    default_variables,
    parse,
    user_themes,
)

GOOD = """\
name = "mine"
dark = true
[colours]
primary = "#E3B75A"
foreground = "white"
background = "#0b2a1e"
surface = "#113829"
"""

# Linear RGB as people without one kind of cone see it: Machado, Oliveira and Fernandes 2009.
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
SRGB_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
Matrix = tuple[tuple[float, float, float], ...]


def linear(colour: str) -> list[float]:
    """Linear light of `#rrggbb`, each part from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    """A matrix applied to a colour."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG 2, from 1 to 21."""
    low, high = sorted(times(SRGB_TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, eyes: Matrix) -> tuple[float, float, float]:
    """CIELAB of a colour for such eyes."""
    light = [min(1.0, max(0.0, part)) for part in times(eyes, linear(colour))]
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (a / b for a, b in zip(times(SRGB_TO_XYZ, light), white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(colours: list[str], eyes: Matrix) -> float:
    """The smallest CIE76 distance among the colours for such eyes."""
    return min(math.dist(seen(a, eyes), seen(b, eyes)) for a, b in combinations(colours, 2))


def grounds(theme: Theme) -> dict[str, str]:
    """Background, surface and panel of a theme as Textual works them out, `#rrggbb`."""
    generated = theme.to_color_system().generate()
    return {name: generated[name].lower() for name in ("background", "surface", "panel")}


def look(name: str) -> Look:
    """One of the shipped themes."""
    return next(look for look in built_in() if look.name == name)


def test_the_shipped_themes_are_the_files_in_the_folder() -> None:
    """Felt comes first, every file is offered, and each file is called what its theme is (11.4)."""
    folder = Path(__file__).parents[2] / "themes"
    assert tuple(look.name for look in built_in()) == BUILT_IN
    assert BUILT_IN[0] == DEFAULT == "felt"
    assert sorted(path.stem for path in folder.glob("*.toml")) == sorted(BUILT_IN)
    assert not {*BUILT_IN} & {*BUILTIN_THEMES}
    assert [look.dark for look in built_in()] == [True, False, True]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_colour_of_a_shipped_theme_can_be_read_on_its_grounds(name: str) -> None:
    """Text, suits and signal colours have 4.5:1 on all three grounds, 7:1 in `contrast` (11.4)."""
    floor = 7.0 if name == "contrast" else 4.5
    mine = look(name)
    inks = {key: colour for key, colour in mine.colours.items() if key not in grounds(mine.theme())}
    assert len(inks) == 7
    for key, ink in {**inks, **mine.suits}.items():
        for ground, paper in grounds(mine.theme()).items():
            assert contrast(ink, paper) >= floor, (key, ground)


@pytest.mark.parametrize(
    "theme", [theme for theme in BUILTIN_THEMES.values() if not theme.ansi], ids=lambda t: t.name
)
def test_the_default_suits_can_be_read_on_every_theme_of_textual(theme: Theme) -> None:
    """A theme that knows no suits gets the palette of its darkness, 4.5:1 or better (11.4)."""
    for suit, colour in default_variables(theme.dark).items():
        for name in ("background", "surface"):
            assert contrast(colour, grounds(theme)[name]) >= 4.5, (suit, name)


@pytest.mark.parametrize(
    "suits",
    [SUITS_ON_DARK, SUITS_ON_LIGHT, *(look.suits for look in built_in())],
    ids=["dark", "light", *BUILT_IN],
)
def test_suits_stay_apart_for_colour_blind_eyes(suits: dict[str, str]) -> None:
    """The usual four colours come as near as 10; ours keep 29, and 20 for tritanopia (11.6)."""
    colours = list(suits.values())
    assert nearest(colours, PROTANOPIA) >= 29
    assert nearest(colours, DEUTERANOPIA) >= 29
    assert nearest(colours, TRITANOPIA) >= 20


def test_the_arithmetic_knows_what_is_known() -> None:
    """Black on white is 21:1, and red and green suits really meet: the tests can fail (11.6)."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert nearest(["#ff5555", "#50a050"], DEUTERANOPIA) < 29


def test_a_theme_carries_all_suits_in_a_fixed_order() -> None:
    """The variables are `suit-spades` to `suit-clubs`, in every theme and by default (11.3)."""
    names = [f"suit-{suit}" for suit in SUITS]
    assert list(default_variables(dark=True)) == list(default_variables(dark=False)) == names
    for mine in built_in():
        assert list(mine.theme().variables) == names
        assert mine.theme().dark is mine.dark


async def test_every_theme_runs_in_an_app() -> None:
    """A style sheet that uses the suits holds in our themes and in Textual's (11.3, 11.4)."""

    class Table(App[None]):
        CSS = "Screen { color: $suit-hearts; background: $background; }"

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return default_variables(self.current_theme.dark)

    app = Table()
    for mine in built_in():
        app.register_theme(mine.theme())
    async with app.run_test() as pilot:
        for name in app.available_themes:
            app.theme = name
            await pilot.pause()
            theme = app.current_theme
            suits = {**default_variables(theme.dark), **theme.variables}
            assert app.screen.styles.color == Color.parse(suits["suit-hearts"]), name


def test_a_users_theme_is_read_and_written_anew() -> None:
    """Names become #rrggbb, letters small, missing suits those of the darkness (F3, 11.4)."""
    mine = parse(GOOD.encode(), "mine.toml")
    assert mine.name == "mine"
    assert mine.colours["primary"] == "#e3b75a"
    assert mine.colours["foreground"] == NAMED["white"] == "#ffffff"
    assert mine.suits == SUITS_ON_DARK
    light = GOOD.replace("true", "false").encode()
    assert parse(light, "mine.toml").suits == SUITS_ON_LIGHT
    own = GOOD + "[suits]\n" + "\n".join(f'{suit} = "teal"' for suit in reversed(SUITS))
    assert parse(own.encode(), "mine.toml").suits == dict.fromkeys(SUITS, "#008080")


BROKEN = {
    "not TOML": (GOOD + "accent = \n", "not_toml", 8),
    "cut off": (GOOD + 'accent = "#fff', "not_toml", None),
    "twice": (GOOD + 'primary = "#ffffff"\n', "not_toml", 8),
    "nested without end": (GOOD + "accent = " + "[\n" * 20_000, "not_toml", None),
    "a number without end": (GOOD + "accent = " + "9" * 400, "not_a_colour", 8),
    "a line without end": ("a." * 30_000 + "b = 1\n", "long_line", 1),
    "misspelt colour": (GOOD.replace("primary", "primry"), "unknown_key", 4),
    "misspelt top": ("drak = true\n" + GOOD, "unknown_key", 1),
    "style sheet text": (GOOD + "[variables]\nx = 'red; } * { display: none'\n", "unknown_key", 8),
    "no name": (GOOD.replace('name = "mine"', ""), "missing_key", None),
    "no dark": (GOOD.replace("dark = true", ""), "missing_key", None),
    "no surface": (GOOD.replace('surface = "#113829"', ""), "missing_key", None),
    "no colours": ('name = "x"\ndark = true\n', "missing_key", None),
    "three suits": (GOOD + '[suits]\nspades = "white"\n', "missing_key", None),
    "fifth suit": (GOOD + '[suits]\nstars = "white"\n', "unknown_key", 9),
    "short colour": (GOOD.replace("#113829", "#123"), "not_a_colour", 7),
    "with alpha": (GOOD.replace("#113829", "#11382980"), "not_a_colour", 7),
    "with a line end": (GOOD.replace("#113829", "#113829\\n"), "not_a_colour", 7),
    "foreign digits": (GOOD.replace("#113829", "#١١١١١١"), "not_a_colour", 7),
    "a Textual name": (GOOD.replace("#113829", "ansi_red"), "not_a_colour", 7),
    "a variable": (GOOD.replace("#113829", "$primary"), "not_a_colour", 7),
    "CSS in a colour": (GOOD.replace("#113829", "red; } Screen { x: y"), "not_a_colour", 7),
    "colour is a list": (GOOD.replace('"#113829"', '["#113829"]'), "not_a_colour", 7),
    "colour is a table": (GOOD.replace('"#113829"', "{a = 1}"), "not_a_colour", 7),
    "dark in words": (GOOD.replace("true", '"yes"'), "not_a_flag", 2),
    "dark as a number": (GOOD.replace("true", "1"), "not_a_flag", 2),
    "name is markup": (GOOD.replace("mine", "[/]"), "not_a_name", 1),
    "name is a list": (GOOD.replace('"mine"', "[]"), "not_a_name", 1),
    "name too long": (GOOD.replace("mine", "m" * 25), "not_a_name", 1),
    "colours is a word": ('name = "x"\ndark = true\ncolours = "red"\n', "not_a_table", 3),
    "suits is a list": ("suits = []\n" + GOOD, "not_a_table", 1),
    "name taken": (GOOD.replace("mine", "felt"), "name_taken", 1),
    "name of Textual's": (GOOD.replace("mine", "nord"), "name_taken", 1),
    "too large": (GOOD + "# padding\n" * 6_600, "too_large", None),
    "empty": ("", "missing_key", None),
}


@pytest.mark.parametrize(("text", "reason", "line"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_one_sentence(
    text: str, reason: str, line: int | None
) -> None:
    """File, line where one is to blame, and what is wrong: nothing reaches a style sheet (F3)."""
    with pytest.raises(ThemeRefused) as caught:
        parse(text.encode(), "mine.toml", {*BUILT_IN, *BUILTIN_THEMES})
    assert (caught.value.reason, caught.value.line) == (reason, line)
    sentence = str(caught.value)
    assert sentence.startswith("mine.toml: " if line is None else f"mine.toml, line {line}: ")
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 200


def test_the_sentence_names_the_key_and_what_stood_there() -> None:
    """A person can mend the file from the sentence alone (11.4)."""
    with pytest.raises(ThemeRefused) as caught:
        parse(GOOD.replace("#113829", "reddish").encode(), "mine.toml")
    assert str(caught.value) == (
        "mine.toml, line 7: “colours.surface” must be #rrggbb or a colour name such as teal,"
        " not 'reddish'."
    )


def test_what_is_not_text_is_refused_with_its_line() -> None:
    """Bytes that are not UTF-8 and names that are not clean do no harm (F3, 11.2)."""
    with pytest.raises(ThemeRefused) as caught:
        parse(b'name = "x"\n\xff\xfe', "\x1b[31mmine\u202e.toml")
    assert str(caught.value) == "[31mmine.toml, line 2: the file is not UTF-8 text."


def test_the_files_of_a_person_are_read_and_the_broken_ones_are_named(tmp_path: Path) -> None:
    """Good themes are there, bad ones are told, other files do not matter; nothing ends (11.4)."""
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text(GOOD)
    (tmp_path / "c.toml").write_text(GOOD.replace("mine", "felt"))
    (tmp_path / "d.toml").write_bytes(b"#" * (LIMIT + 1))
    (tmp_path / "e.toml").write_text(GOOD.replace("mine", "other"))
    (tmp_path / "f.toml").mkdir()
    os.mkfifo(tmp_path / "g.toml")
    (tmp_path / "h.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("not a theme")
    looks, refused = user_themes(tmp_path)
    assert [mine.name for mine in looks] == ["mine", "other"]
    assert [(one.file, one.reason) for one in refused] == [
        ("b.toml", "name_taken"),
        ("c.toml", "name_taken"),
        ("d.toml", "too_large"),
        ("f.toml", "unreadable"),
        ("g.toml", "unreadable"),
        ("h.toml", "unreadable"),
    ]


def test_a_directory_that_is_missing_or_no_directory_is_no_fault(tmp_path: Path) -> None:
    """Most people have no themes of their own (11.4)."""
    assert user_themes(tmp_path / "none") == ([], [])
    (tmp_path / "file").touch()
    looks, refused = user_themes(tmp_path / "file")
    assert looks == []
    assert [one.sentence for one in refused] == ["file: the file cannot be read."]


def test_only_so_many_files_are_read(tmp_path: Path) -> None:
    """A directory of a thousand themes does not hold up the start (F3)."""
    for number in range(70):
        (tmp_path / f"{number:02}.toml").write_text(GOOD.replace("mine", f"mine-{number}"))
    looks, refused = user_themes(tmp_path)
    assert len(looks) == 64
    assert [one.reason for one in refused] == ["too_many"]


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: (GOOD + text).encode()))
def test_any_bytes_are_a_theme_or_a_refusal(data: bytes) -> None:
    """No file ends the program, and whatever passes is nothing but colours (F3)."""
    try:
        mine = parse(data, "mine.toml")
    except ThemeRefused:
        return
    for key, colour in {**mine.colours, **mine.suits}.items():
        assert key in {*COLOURS, *SUITS}
        assert len(colour) == 7
        assert Color.parse(colour).hex.lower() == colour
    mine.theme().to_color_system().generate()


def test_importing_themes_does_not_load_textual() -> None:
    """`--theme` is checked and listed before the screen is paid for (issue 2, start-up)."""
    code = (
        "import sys, tui.themes as t; t.built_in();"
        "sys.exit(any(m.split('.')[0] in ('textual', 'rich') for m in sys.modules))"
    )
    top = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=top, check=False).returncode == 0
