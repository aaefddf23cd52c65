"""What the matches of an evening gave: who played how many to the end, and won how many."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from net import messages as m
from net.saved import TallyChanged

KEPT = 64
"""Names on the board: a table of the house has far fewer people in an evening."""


@dataclass(slots=True)
class Tallies:
    """By whoever it is - an identity, or the name of a bot - a name, matches and victories."""

    rows: dict[str, m.Tally] = field(default_factory=dict)

    def add(
        self, players: Sequence[tuple[str, str]], places: Sequence[Sequence[int]]
    ) -> list[TallyChanged]:
        """A match that ended: who it was and their name by seat, and the seats by place.

        Gives the rows that are new.
        """
        first = places[0] if places else ()
        changed = []
        for seat, (who, name) in enumerate(players):
            before = self.rows.get(who, m.Tally(name, 0, 0))
            if who in self.rows or len(self.rows) < KEPT:
                tally = m.Tally(name, before.matches + 1, before.won + (seat in first))
                self.rows[who] = tally
                changed.append(TallyChanged(who, tally))
        return changed

    def said(self) -> tuple[m.Tally, ...]:
        """The board: most victories first, then fewest matches, then by name."""
        return tuple(sorted(self.rows.values(), key=lambda one: (-one.won, one.matches, one.name)))
