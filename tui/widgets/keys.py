"""The line of keys at the foot of a screen: few, whole, and out of the one list of actions."""

from collections.abc import Sequence

from tui.actions import action, key_names
from tui.screens.labels import LABELS
from tui.widgets.drawing import Line, Piece, width


def hint(name: str) -> tuple[str, str]:
    """The first key of an action and its word, short."""
    one = action(name)
    return key_names(one)[0], LABELS.get(f"hint.{name}", one.words)


def key_line(shown: Sequence[tuple[str, str]], cells: int) -> Line:
    """As many keys as fit whole, the first ones first."""
    line: list[Piece] = [Piece(" ")]
    for key, word in shown:
        pieces = [Piece(key, "strong"), Piece(f" {word}  ", "dim")]
        if width(line) + width(pieces) - 2 > cells:
            break
        line += pieces
    return tuple(line)
