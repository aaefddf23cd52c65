"""The launcher: puts the rooms on the path, before anybody else's, and hands over to them."""

import sys
from pathlib import Path

_here = Path(__file__).resolve().parent
_rooms = _here / "_rooms"  # in an installed wheel; in the source tree the rooms lie beside us
sys.path.insert(0, str(_rooms if _rooms.is_dir() else _here.parent))


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from tui.cli import main as command_line

    return command_line(sys.argv[1:] if argv is None else argv)
