"""`stammtisch doctor`: what is found here, and for each trouble a sentence and what to do.

It works where other commands do not: each look is taken by itself, and one that fails is a line of
its own. Nothing is made, changed or sent, and of keys only their names are said.
"""

import os
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from net.clean import clean
from tui import doctor_files as files
from tui import doctor_looks as looks
from tui.doctor_looks import Found
from tui.words import sentence

LOOKS: Final[tuple[tuple[str, Callable[[], Iterator[Found]]], ...]] = (
    ("program", looks.program),
    ("terminal", looks.terminal),
    ("size", looks.size),
    ("colours", looks.colours),
    ("encoding", looks.encoding),
    ("keys", files.keys),
    ("agent", looks.agent),
    ("ssh", looks.ssh),
    ("sockets", files.sockets),
    ("folders", files.folders),
    ("disk", files.disk),
    ("database", looks.database),
    ("python", looks.python),
    ("libraries", looks.libraries),
)
_CELLS: Final = 400


def doctor(out: TextIO) -> int:
    """Print what was found; 1 where something has to be done, otherwise 0."""
    troubles = 0
    for name, look in LOOKS:
        try:
            found = list(look())
        except Exception as fault:  # noqa: BLE001 - a broken place is what this is for
            found = [Found(sentence("doctor.failed", fault=_said(fault)), trouble=True)]
        for each in found:
            troubles += each.trouble
            mark = "!" if each.trouble else " "
            print(f"{mark} {name:<10} {_safe(each.text)}", file=out)
    print(
        sentence("doctor.troubles", count=troubles) if troubles else sentence("doctor.well"),
        file=out,
    )
    return 1 if troubles else 0


def _said(fault: Exception) -> str:
    """What a fault is called; its text only where the system wrote it."""
    if isinstance(fault, OSError) and fault.errno is not None:
        return os.strerror(fault.errno)
    return type(fault).__name__


def _safe(text: str) -> str:
    return clean(text, cells=_CELLS, points=_CELLS)
