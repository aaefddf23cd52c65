"""Everything that a person may do, in one list: the screen, the help and plain mode all read it.

Digits, arrows, Enter, Space, Tab, Esc and F-keys reach the program on every keyboard; a letter is a
convenience and stands beside its twin of the Cyrillic layout (style.md 11.7). No key needs Ctrl:
multiplexers and editors take those.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Where: TypeAlias = Literal["anywhere", "home", "lobby", "table", "result"]
"""The place where an action means something."""

Machine: TypeAlias = Literal["anywhere", "own machine"]
"""Whether a screen that is drawn for somebody else may offer it (protocol.md F1)."""

_LATIN: Final = "qwertyuiopasdfghjklzxcvbnm"
_TWINS: Final = dict(zip(_LATIN, "йцукенгшщзфывапролдячсмить", strict=True))


def _letter(latin: str) -> tuple[str, ...]:
    return (latin, _TWINS[latin])


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    `words` say it in the help and the footer; `keys` are Textual's names of the usual keys; `plain`
    is what one types in plain mode, with capitals for what is filled in.
    """

    id: str
    words: str
    keys: tuple[str, ...]
    plain: str
    where: Where
    machine: Machine = "anywhere"

    @property
    def word(self) -> str:
        """The first word of what is typed in plain mode."""
        return self.plain.partition(" ")[0]


ACTIONS: Final[tuple[Action, ...]] = (
    # everywhere
    Action("rules", "rules and keys", ("question_mark", "f1"), "rules", "anywhere"),
    Action("theme", "theme", ("f2",), "theme", "anywhere", "own machine"),
    Action("quit", "quit", (*_letter("q"), "f10"), "quit", "anywhere"),
    # at home
    Action("play", "play with bots", (*_letter("p"), "1"), "play GAME", "home", "own machine"),
    Action("host", "host a table", (*_letter("h"), "2"), "host GAME", "home", "own machine"),
    Action("join", "join a table", (*_letter("j"), "3"), "join HOST", "home", "own machine"),
    # in the lobby
    Action("ready", "ready, or not yet", ("enter", *_letter("r")), "ready", "lobby"),
    Action("start", "start the match", (*_letter("s"), "f5"), "start", "lobby"),
    Action("house", "change a house rule", (*_letter("h"), "f4"), "rule OPTION=VALUE", "lobby"),
    Action("bot", "seat a bot", (*_letter("b"), "f6"), "bot", "lobby"),
    Action("admit", "let somebody sit down", (*_letter("a"), "f7"), "admit N", "lobby"),
    Action("deny", "turn somebody away", (*_letter("d"), "f8"), "deny N", "lobby"),
    Action("remove", "free a seat", ("delete", *_letter("x")), "remove N", "lobby"),
    # at the table
    Action("choose", "choose a card", tuple("123456789"), "CARD", "table"),
    Action("left", "card to the left", ("left",), "CARD", "table"),
    Action("right", "card to the right", ("right",), "CARD", "table"),
    Action("row_up", "card in the row above", ("up",), "CARD", "table"),
    Action("row_down", "card in the row below", ("down",), "CARD", "table"),
    Action("hop", "next card that may be played", ("tab",), "CARD", "table"),
    Action("commit", "play the card", ("enter", "space"), "CARD", "table"),
    Action("draw", "draw a card", (*_letter("d"), "f5"), "draw", "table"),
    Action("pass", "pass", (*_letter("p"), "f6"), "pass", "table"),
    Action("bid", "bid, or answer", (*_letter("b"), "f7"), "bid", "table"),
    Action("cancel", "back", ("escape",), "back", "table"),
    Action("sort", "sort the hand", (*_letter("o"), "f8"), "sort", "table"),
    Action("why", "why not, or what it does", _letter("w"), "why CARD", "table"),
    Action("scores", "scores, and why", _letter("s"), "scores", "table"),
    Action("journal", "what has happened", _letter("j"), "journal", "table"),
    Action("repeat", "say it again", ("f9", *_letter("a")), "again", "table"),
    # when a match is over
    Action("rematch", "another match", (*_letter("a"), "f5"), "again", "result"),
    Action("sheet", "score sheet", _letter("s"), "scores", "result"),
    Action("lobby", "back to the lobby", ("escape", *_letter("l")), "lobby", "result"),
)
"""In the order in which help shows them."""


def action(name: str) -> Action:
    """The action of this id; a name that is none is a fault of the program."""
    return next(one for one in ACTIONS if one.id == name)


def offered(where: Where, *, own_machine: bool = True) -> tuple[Action, ...]:
    """What can be done in a place, general things last; fewer on a screen a host draws (F1)."""
    allowed = [one for one in ACTIONS if own_machine or one.machine == "anywhere"]
    here = [one for one in allowed if one.where == where]
    general = [one for one in allowed if one.where == "anywhere" and where != "anywhere"]
    return tuple(here + general)


_KEY_NAMES: Final = {
    "question_mark": "?",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "delete": "Del",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "tab": "Tab",
}


def key_names(one: Action) -> tuple[str, ...]:
    """The keys as they are printed on a keyboard; digits in a row are one entry."""
    if len(one.keys) > 2 and all(key.isdigit() for key in one.keys):
        return (f"{one.keys[0]}-{one.keys[-1]}",)
    twins = set(_TWINS.values())
    return tuple(
        _KEY_NAMES.get(key, key.upper() if key[0] == "f" and key[1:].isdigit() else key)
        for key in one.keys
        if key not in twins
    )


def help_lines(where: Where, *, own_machine: bool = True) -> list[tuple[str, str]]:
    """The keys and the words of every action of a place, for the help screen."""
    actions = offered(where, own_machine=own_machine)
    return [(" ".join(key_names(one)), one.words) for one in actions]


def plain_lines(where: Where) -> list[tuple[str, str]]:
    """What can be typed in plain mode and what it does; each word once."""
    lines: dict[str, str] = {}
    for one in offered(where):
        lines[one.plain] = _PLAIN_WORDS.get(one.plain, one.words)
    return list(lines.items())


_PLAIN_WORDS: Final = {
    "CARD": "play a card: its number, 10h, 10 of hearts, or a rank that you hold once",
    "rules": "the rules of the game and these words; ? does the same",
}
