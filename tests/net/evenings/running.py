"""Run evenings by their seeds, and say in one line how to see one again that failed."""

import os
import tempfile
import traceback
from pathlib import Path

from tests.net.evenings.evening import Evening
from tests.net.evenings.room import Room

MEMORY = Path("/dev/shm")
"""A folder without a disk below it, where there is one: the files are real, the waiting is not."""


def fault_of(seed: int, make: type[Room] = Room) -> str:
    """What is wrong in the evening of a seed, in a line; nothing when all is well."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        try:
            Evening(seed, Path(folder), make).run()
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is found
            where = traceback.extract_tb(fault.__traceback__)[-1]
            text = str(fault).partition("\n")[0]
            return f"{type(fault).__name__} in {where.name}: {text}"
    return ""


def told_of(seed: int) -> tuple[int, str]:
    """A seed and its fault, for a pool of processes."""
    return seed, fault_of(seed)


def line_of(seed: int, fault: str) -> str:
    """The line that repeats an evening."""
    return f"make simulate-faults SEED={seed}   # {fault}"


def once_failed() -> list[int]:
    """The seeds of the corpus."""
    lines = Path(__file__).with_name("once_failed.txt").read_text(encoding="utf-8").splitlines()
    return [int(line.split()[0]) for line in lines if line and not line.startswith("#")]
