"""Bytes that the table screen writes at 80×24 with 256 colours, before any compression.

A real program in a real pseudo-terminal plays a seeded game alone; the bots pause between moves, so
each burst of bytes is one move.
"""

from bench.lines import figure
from bench.terminal import Terminal

GAP = 0.35
"""Seconds of silence that end a burst; bots pause for longer."""

IDLE = 30.0
SEEDS = ("2a", "2b", "2c", "2d", "2e")
TURNS = 4


def measured(seed: str) -> tuple[int, list[int], int]:
    """Bytes of the first paint, of each opponent's move, and of some idle seconds."""
    with Terminal(["-m", "stammtisch", "play", "one-hundred", "--seed", seed]) as terminal:
        first = terminal.until("stock")[1] + terminal.quiet(GAP)
        moves: list[int] = []
        for _ in range(TURNS):
            moves += bursts(terminal)
            terminal.press("1\r")
            own = terminal.quiet(GAP)
            assert own, "an own move changes the screen"
        moves += bursts(terminal)
        still = len(terminal.quiet(IDLE, within=IDLE))
        return len(first), moves, still


def bursts(terminal: Terminal) -> list[int]:
    """The bytes of each opponent's move until nobody but us is to move."""
    sizes: list[int] = []
    while burst := terminal.read(1.5):
        burst += terminal.quiet(GAP, within=10)
        if b"match is over" in burst:
            break
        sizes.append(len(burst))
    return sizes


def main() -> None:
    """Print first paint, an opponent's move and idle bytes over five seeded games."""
    paints: list[int] = []
    moves: list[int] = []
    idles: list[int] = []
    for seed in SEEDS:
        first, sizes, still = measured(seed)
        paints.append(first)
        moves += sizes
        idles.append(still)
    figure("screen first paint, 80x24, 256 colours", "bytes", paints, bound=12_000)
    figure("screen opponent's move, 80x24, 256 colours", "bytes", moves, bound=700)
    figure("screen idle 30 s", "bytes", idles, bound=0)
