"""How it looks: theme files read, checked and handed to Textual (style.md 11.4, protocol.md F3).

A theme file is TOML with `name`, `dark`, a table `[colours]` and, if it likes, a table `[suits]`:

    name = "felt"
    dark = true
    [colours]
    primary = "#e3b75a"
    [suits]
    spades = "#ffffff"

Textual pastes what a theme says into its style sheets, where a misspelt key or a bad colour ends
the program. So nothing of a file is passed on but colours that were read here and written anew as
`#rrggbb`; a file with anything else in it is refused with a sentence, and the program goes on.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from net.clean import clean

if TYPE_CHECKING:
    from textual.theme import Theme

DEFAULT = "felt"
"""The theme of whoever chose none."""

BUILT_IN = (DEFAULT, "paper", "contrast")
"""The themes that come with the program, in the order in which they are offered."""

LIMIT = 64 * 1024
"""Bytes that a theme file may have (F3)."""

SUITS = ("spades", "hearts", "diamonds", "clubs")

NEEDED = ("primary", "foreground", "background", "surface")
COLOURS = (*NEEDED, "secondary", "warning", "error", "success", "accent", "panel", "boost")
"""The colours of a theme, as Textual names them; it derives those that are not needed."""

NAMED = {
    "aqua": "#00ffff",
    "black": "#000000",
    "blue": "#0000ff",
    "fuchsia": "#ff00ff",
    "gray": "#808080",
    "green": "#008000",
    "lime": "#00ff00",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "teal": "#008080",
    "white": "#ffffff",
    "yellow": "#ffff00",
}
"""Every colour that may be given by name: the sixteen of HTML."""

# Black, red, blue and green suits meet in colour-blind eyes (11.6). These were searched for the
# largest distance under three kinds of colour blindness among all that keep 4.5:1 on background and
# surface of every theme of Textual of that darkness; the tests do the arithmetic again.
SUITS_ON_DARK: Mapping[str, str] = dict(
    zip(SUITS, ("#ffffff", "#ffa238", "#a6baff", "#2fd08c"), strict=True)
)
SUITS_ON_LIGHT: Mapping[str, str] = dict(
    zip(SUITS, ("#000000", "#a83200", "#1836dc", "#0b6553"), strict=True)
)

_LONGEST_LINE = 500  # dotted keys without end take a TOML parser quadratic time
_MOST_FILES = 64
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,23}", re.ASCII)

Reason: TypeAlias = Literal[
    "unreadable",
    "too_large",
    "not_text",
    "long_line",
    "not_toml",
    "unknown_key",
    "missing_key",
    "not_a_table",
    "not_a_flag",
    "not_a_name",
    "not_a_colour",
    "name_taken",
    "too_many",
]
_SENTENCES: Mapping[Reason, str] = {
    "unreadable": "the file cannot be read",
    "too_large": f"a theme has at most {LIMIT // 1024} KiB",
    "not_text": "the file is not UTF-8 text",
    "long_line": f"a line has at most {_LONGEST_LINE} characters",
    "not_toml": "this is not TOML ({found})",
    "unknown_key": "“{key}” is not a key of a theme",
    "missing_key": "“{key}” is missing",
    "not_a_table": "“{key}” must be a table",
    "not_a_flag": "“{key}” must be true or false",
    "not_a_name": "“{key}” must be up to 24 small letters, digits and hyphens, not {found}",
    "not_a_colour": "“{key}” must be #rrggbb or a colour name such as teal, not {found}",
    "name_taken": "there is already a theme called {found}",
    "too_many": f"only the first {_MOST_FILES} theme files are read",
}


class ThemeRefused(ValueError):
    """A theme file that is not used, with the sentence that says where and why.

    `reason` is a code for whoever translates; `file`, `key` and `found` are foreign text, already
    clean but never markup; `line` is None where no single line is to blame.
    """

    def __init__(
        self,
        file: str,
        reason: Reason,
        *,
        key: str = "",
        found: object = "",
        line: int | None = None,
    ) -> None:
        self.file = clean(file, cells=60)
        self.reason: Reason = reason
        self.key = clean(key, cells=40)
        self.found = clean(str(found), cells=60)
        self.line = line
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """The whole refusal in English: file, line if known, what is wrong."""
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{where}: {_SENTENCES[self.reason].format(key=self.key, found=self.found)}."


@dataclass(frozen=True, slots=True)
class Look:
    """A checked theme: every colour is `#rrggbb`, every key is known, all four suits are there."""

    name: str
    dark: bool
    colours: Mapping[str, str]
    suits: Mapping[str, str]

    def theme(self) -> "Theme":
        """The theme for `App.register_theme`, with the suits as `$suit-spades` and so on."""
        from textual.theme import Theme

        given = {key: self.colours.get(key) for key in COLOURS if key != "primary"}
        return Theme(
            name=self.name,
            primary=self.colours["primary"],
            secondary=given["secondary"],
            warning=given["warning"],
            error=given["error"],
            success=given["success"],
            accent=given["accent"],
            foreground=given["foreground"],
            background=given["background"],
            surface=given["surface"],
            panel=given["panel"],
            boost=given["boost"],
            dark=self.dark,
            variables=_variables(self.suits),
        )


def default_variables(dark: bool) -> dict[str, str]:
    """Our own variables for a theme that does not know them, such as Textual's.

    For `App.get_theme_variable_defaults`, with the `dark` of `current_theme`: one palette cannot
    serve both (11.4), and a variable without a default stops the program (11.3).
    """
    return _variables(SUITS_ON_DARK if dark else SUITS_ON_LIGHT)


def _variables(suits: Mapping[str, str]) -> dict[str, str]:
    return {f"suit-{suit}": colour for suit, colour in suits.items()}


@cache
def built_in() -> tuple[Look, ...]:
    """The themes that come with the program, in the order of `BUILT_IN`."""
    from importlib.resources import files

    folder = files("themes")
    return tuple(parse((folder / f"{name}.toml").read_bytes(), f"{name}.toml") for name in BUILT_IN)


def user_themes(directory: Path) -> tuple[list[Look], list[ThemeRefused]]:
    """The themes among a person's own files `*.toml`, and a refusal for each of the others.

    Sorted by file name; no directory is no themes. Never for a screen that is drawn for somebody
    else: the files are the host's (F1).
    """
    try:
        paths = sorted(path for path in directory.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return [], []
    except OSError:
        return [], [ThemeRefused(directory.name, "unreadable")]
    looks: list[Look] = []
    refused: list[ThemeRefused] = []
    taken = _names_taken() if paths else set[str]()
    for path in paths[:_MOST_FILES]:
        try:
            look = parse(_read(path), path.name, taken)
        except ThemeRefused as refusal:
            refused.append(refusal)
        else:
            looks.append(look)
            taken.add(look.name)
    if len(paths) > _MOST_FILES:
        refused.append(ThemeRefused(paths[_MOST_FILES].name, "too_many"))
    return looks, refused


def _names_taken() -> set[str]:
    from textual.theme import BUILTIN_THEMES

    return {*BUILT_IN, *BUILTIN_THEMES}


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():  # a pipe would wait for ever
            raise ThemeRefused(path.name, "unreadable")
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except OSError as error:
        raise ThemeRefused(path.name, "unreadable") from error


def parse(data: bytes, file: str, taken: Collection[str] = ()) -> Look:
    """The theme in the bytes of a file, or `ThemeRefused` for the first thing that is wrong.

    `file` is the name to blame; `taken` are names that the theme may not have.
    """
    text = _text(data, file)
    page = _page(text, file)

    def refuse(reason: Reason, path: str, found: object = "") -> ThemeRefused:
        return ThemeRefused(file, reason, key=path, found=found, line=_line_of(path, text))

    def table(key: str, known: tuple[str, ...], needed: tuple[str, ...]) -> dict[str, str]:
        value = page.get(key, {})
        if not isinstance(value, dict):
            raise refuse("not_a_table", key)
        for name in value:
            if name not in known:
                raise refuse("unknown_key", f"{key}.{name}")
        for name in needed:
            if name not in value:
                raise refuse("missing_key", f"{key}.{name}")
        return {name: colour(f"{key}.{name}", given) for name, given in value.items()}

    def colour(path: str, given: object) -> str:
        if isinstance(given, str) and given in NAMED:
            return NAMED[given]
        if not isinstance(given, str) or not _COLOUR.fullmatch(given):
            raise refuse("not_a_colour", path, repr(given))
        return given.lower()

    for key in page:
        if key not in {"name", "dark", "colours", "suits"}:
            raise refuse("unknown_key", key)
    for key in ("name", "dark", "colours"):
        if key not in page:
            raise refuse("missing_key", key)
    name, dark = page["name"], page["dark"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise refuse("not_a_name", "name", repr(name))
    if name in taken:
        raise refuse("name_taken", "name", name)
    if not isinstance(dark, bool):
        raise refuse("not_a_flag", "dark")
    colours = table("colours", COLOURS, NEEDED)
    default = SUITS_ON_DARK if dark else SUITS_ON_LIGHT
    suits = table("suits", SUITS, SUITS) if "suits" in page else default
    return Look(name, dark, colours, {suit: suits[suit] for suit in SUITS})


def _text(data: bytes, file: str) -> str:
    if len(data) > LIMIT:
        raise ThemeRefused(file, "too_large")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ThemeRefused(file, "not_text", line=line) from error
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > _LONGEST_LINE:
            raise ThemeRefused(file, "long_line", line=number)
    return text


def _page(text: str, file: str) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not only its own: numbers without end, nesting
        said = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "out of all bounds"
        at = re.search(r" \(at line (\d+), column \d+\)$", said)
        found = said.removesuffix(at[0]) if at else said.removesuffix(" (at end of document)")
        line = int(at[1]) if at else None
        raise ThemeRefused(file, "not_toml", found=found, line=line) from error


def _line_of(path: str, text: str) -> int | None:
    """Where a key stands, if it is written plainly and once; the parser does not say."""
    name = re.escape(path.rpartition(".")[2])
    hits = list(re.finditer(rf"^[ \t]*(?:{name}[ \t]*=|\[{name}\])", text, re.MULTILINE))
    return text.count("\n", 0, hits[0].start()) + 1 if len(hits) == 1 else None
