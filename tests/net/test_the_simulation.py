"""Whole evenings with everything that can happen to them, each from one seed (tests/net/evenings).

`make simulate-faults SEEDS=10000` runs as many as are wanted, and says how to see one again.
"""

from collections.abc import Callable

import pytest

from tests.net.evenings.running import fault_of, line_of, once_failed


@pytest.mark.parametrize("part", range(2))
def test_an_evening_survives_everything(part: int, scaled: Callable[[int, int], int]) -> None:
    """A1 to A14, C1 to C12: cuts, crashes, restarts, leavers, votes, orders; all games."""
    for number in range(scaled(5, 5_000)):
        seed = 2 * number + part
        fault = fault_of(seed)
        assert not fault, line_of(seed, fault)


@pytest.mark.parametrize("seed", once_failed())
def test_what_failed_once_does_not_fail_again(seed: int) -> None:
    """Each seed of the corpus, whatever was wrong with it."""
    fault = fault_of(seed)
    assert not fault, line_of(seed, fault)
