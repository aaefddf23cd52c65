"""Wall time from start to first paint, against a Textual app of one label."""

from bench.lines import figure
from bench.terminal import Terminal

ROUNDS = 7
HOME_WORD = "Play with bots"
LABEL = """
from textual.app import App
from textual.widgets import Label
class One(App):
    def compose(self):
        yield Label("One Hundred")
One().run()
"""


def painted(arguments: list[str], word: str) -> float:
    """Seconds until the word is on the screen."""
    with Terminal(arguments) as terminal:
        return terminal.until(word)[0]


def main() -> None:
    """Print both times and their ratio, measured in turns."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(painted(["-c", LABEL], "One Hundred"))
        ours.append(painted(["-m", "stammtisch"], HOME_WORD))
    figure("start to first paint, stammtisch", "s", ours)
    figure("start to first paint, one label", "s", theirs)
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    figure("start to first paint, stammtisch / one label", "ratio", ratios, bound=1.6)
