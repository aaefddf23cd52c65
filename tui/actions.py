"""Everything that a person may do, in one list: the screen, the help and plain mode all read it.

Digits, arrows, Enter, Space, Tab, Esc and F-keys reach the program on every keyboard; a letter is a
convenience and stands beside its twin of the Cyrillic layout (style.md 11.7). No key needs Ctrl:
multiplexers and editors take those.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.moves import Verb

Where: TypeAlias = Literal["anywhere", "home", "evening", "lobby", "table", "result"]
"""The place where an action means something; lobby, table and result are of an evening."""

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
    is what one types in plain mode, with capitals for what is filled in. With `verbs` it means
    something only in games that have such a move, with `host` only to whoever hosts; `also` names
    the action in whose line of the help its keys stand.
    """

    id: str
    words: str
    keys: tuple[str, ...]
    plain: str
    where: Where
    machine: Machine = "anywhere"
    verbs: tuple[Verb, ...] = ()
    host: bool = False
    also: str = ""

    @property
    def word(self) -> str:
        """The first word of what is typed in plain mode."""
        return self.plain.partition(" ")[0]


ACTIONS: Final[tuple[Action, ...]] = (
    # everywhere
    Action("rules", "rules and keys", ("question_mark", "f1"), "rules", "anywhere"),
    Action("theme", "theme", ("f2",), "theme", "anywhere", "own machine"),
    Action("quit", "quit", (*_letter("q"), "f10"), "quit", "anywhere"),
    # at a table, before, in and after a match
    Action("menu", "pause, seats, votes, clock", (*_letter("m"), "f3"), "menu N", "evening"),
    Action("say", "say something", (*_letter("c"), "f12"), "say TEXT", "evening"),
    # at home
    Action("play", "play with bots", (*_letter("p"), "1"), "play GAME", "home", "own machine"),
    Action("host", "host a table", (*_letter("h"), "2"), "host GAME", "home", "own machine"),
    Action("join", "join a table", (*_letter("j"), "3"), "join HOST", "home", "own machine"),
    # in the lobby
    Action("ready", "ready, or not yet", ("enter", *_letter("r")), "ready", "lobby"),
    Action("start", "start the match", (*_letter("s"), "f5"), "start", "lobby", host=True),
    Action(
        "house",
        "change a house rule",
        (*_letter("h"), "f4"),
        "rule OPTION=VALUE",
        "lobby",
        host=True,
    ),
    Action("bot", "seat a bot", (*_letter("b"), "f6"), "bot", "lobby", host=True),
    Action("admit", "let somebody sit down", (*_letter("a"), "f7"), "admit N", "lobby", host=True),
    Action("deny", "turn somebody away", (*_letter("d"), "f8"), "deny N", "lobby", host=True),
    Action("remove", "free a seat", ("delete", *_letter("x")), "remove N", "lobby", host=True),
    # at the table
    Action("choose", "choose a card", tuple("1234567890"), "CARD", "table"),
    Action("left", "another card", ("left",), "CARD", "table"),
    Action("right", "card to the right", ("right",), "CARD", "table", also="left"),
    Action("row_up", "card in the row above", ("up",), "CARD", "table", also="left"),
    Action("row_down", "card in the row below", ("down",), "CARD", "table", also="left"),
    Action("hop", "next card that may be played", ("tab",), "CARD", "table"),
    Action("commit", "play the card", ("enter", "space"), "CARD", "table"),
    Action("draw", "draw a card", (*_letter("d"), "f5"), "draw", "table", verbs=(Verb.DRAW,)),
    Action("pass", "pass", (*_letter("p"), "f6"), "pass", "table", verbs=(Verb.PASS,)),
    Action(
        "bid", "bid, or answer", (*_letter("b"), "f7"), "bid", "table", verbs=(Verb.BID, Verb.NAME)
    ),
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


def offered(
    where: Where,
    *,
    own_machine: bool = True,
    host: bool = True,
    verbs: Collection[Verb] = tuple(Verb),
) -> tuple[Action, ...]:
    """What can be done in a place, general things last.

    Fewer on a screen that a host draws (F1), to a guest, and in a game with other moves.
    """
    allowed = [
        one
        for one in ACTIONS
        if (own_machine or one.machine == "anywhere")
        and (host or not one.host)
        and (not one.verbs or any(verb in verbs for verb in one.verbs))
    ]
    here = [one for one in allowed if one.where == where]
    around = {"anywhere"} if where in ("anywhere", "home", "evening") else {"evening", "anywhere"}
    general = [one for one in allowed if one.where in around - {where}]
    return tuple(here + sorted(general, key=lambda one: one.where, reverse=True))


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
    if "1" in one.keys and "9" in one.keys:
        return ("1-9", "0")
    twins = set(_TWINS.values())
    return tuple(
        _KEY_NAMES.get(key, key.upper() if key[0] == "f" and key[1:].isdigit() else key)
        for key in one.keys
        if key not in twins
    )


def help_lines(actions: Collection[Action]) -> list[tuple[str, str]]:
    """The keys and the words of these actions, for the help screen."""
    lines = []
    for one in actions:
        if not one.also:
            same = [more for more in actions if more.also == one.id]
            keys = [key for each in (one, *same) for key in key_names(each)]
            lines.append((" ".join(keys), one.words))
    return lines


def plain_lines(actions: Collection[Action]) -> list[tuple[str, str]]:
    """What can be typed in plain mode for these actions, and what it does; each word once."""
    lines: dict[str, str] = {}
    for one in actions:
        lines[one.plain] = _PLAIN_WORDS.get(one.plain, one.words)
    return list(lines.items())


_PLAIN_WORDS: Final = {
    "back": "leave a question without an answer",
    "draw": "draw",
    "bid": "bid, or answer, with what is said behind it: bid 9",
    "why CARD": "what a card would do, or why it cannot be played",
    "sort": "the order of the hand: sort suit, sort rank or sort dealt",
    "quit": "leave",
    "menu N": "pauses, seats, votes, the clock: the list, or what stands behind its number",
    "say TEXT": "say something to everybody at the table",
    "CARD": "play a card: its number, 10h, 10 of hearts, or a rank that you hold once",
    "rules": "the rules of the game and these words; ? does the same",
}
