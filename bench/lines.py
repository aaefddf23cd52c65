"""One JSON line a figure: the median of several runs, with the least and the most."""

import json
from collections.abc import Callable, Sequence
from statistics import median

RUNS = 5


def figure(name: str, unit: str, values: Sequence[float], **more: object) -> float:
    """Print a figure and give its median; `bound` and `goal` in `more` say what it should be."""
    middle = median(values)
    line = {
        "figure": name,
        "unit": unit,
        "median": _short(middle),
        "min": _short(min(values)),
        "max": _short(max(values)),
        "runs": len(values),
        **more,
    }
    print(json.dumps(line), flush=True)
    return middle


def remark(name: str, text: str) -> None:
    """Print why a figure is missing."""
    print(json.dumps({"figure": name, "missing": text}), flush=True)


def measured(run: Callable[[], float], runs: int = RUNS) -> list[float]:
    """The results of several runs."""
    return [run() for _ in range(runs)]


def _short(value: float) -> float:
    return round(value, 3) if abs(value) < 100 else round(value)
