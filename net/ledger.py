"""What a journal is told: everything of a table that changed since it was last asked.

Matches, events, chat and the board are put into `table.to_write` where they happen. Seats, rules
and conduct are compared as a whole, so that no change of theirs can be forgotten, whoever makes it.
"""

from dataclasses import replace

from core import options
from core.options import Value
from net.saved import Conduct, EventTold, RulesChanged, SavedSeat, SeatChanged, SeatsCounted, Write
from net.seating import Seat
from net.table import Table


def saved_seat(seat: Seat, now: float) -> SavedSeat:
    """A seat as it outlives the program; `now` is the time from which a countdown is left."""
    waits = None if seat.deadline is None else max(0, round((seat.deadline - now) * 1000))
    return SavedSeat(
        seat.identity,
        seat.name,
        seat.kind,
        seat.bot,
        seat.stood_in,
        seat.left,
        waits,
        seat.start,
        tuple(seat.replaced),
    )


def conduct_of(table: Table, now: float) -> Conduct:
    """How the table is run, as it outlives the program."""
    clock = table.clock
    left = max(0, round(clock.remaining(now) * 1000))
    paused = table.paused_at is not None
    return Conduct(paused, clock.seconds, clock.question, clock.seat, left)


def _same_conduct(
    before: tuple[Conduct, float | None], after: tuple[Conduct, float | None]
) -> bool:
    """Whether nothing has changed but that a clock has run on to the same end."""
    if before[1] is None or before[1] != after[1]:
        return before == after
    return before[0] == replace(after[0], left=before[0].left)


class Ledger:
    """Remembers what it has given out."""

    def __init__(self) -> None:
        self._rules: dict[str, Value] | None = None
        self._rules_seen: object = None
        self._seats: list[tuple[SavedSeat, float | None]] = []
        self._conduct: tuple[Conduct, float | None] | None = None

    def changes(self, table: Table, now: float) -> tuple[Write, ...]:
        """What is new, to be committed before anything is sent that the table has said by now.

        With an event, and when the table is paused, go the countdowns as they stand; by themselves
        they only start and end (C10).
        """
        writes = list(table.to_write)
        table.to_write.clear()
        told = any(isinstance(write, EventTold) for write in writes)
        if table.terms.rules is not self._rules_seen:
            self._rules_seen = table.terms.rules
            rules = options.values(table.terms.rules)
            if rules != self._rules:
                self._rules = rules
                writes.append(RulesChanged(rules))
        paused = self._conduct is not None and self._conduct[0].paused
        stopped = paused != (table.paused_at is not None)
        writes += self._seat_changes(table.seating.seats, table.table_time(now), told or stopped)
        conduct, ends = conduct_of(table, now), table.clock.ends
        if self._conduct is None or told or not _same_conduct(self._conduct, (conduct, ends)):
            if self._conduct is None or self._conduct[0] != conduct:
                writes.append(conduct)
            self._conduct = conduct, ends
        return tuple(writes)

    def _seat_changes(self, seats: list[Seat], now: float, anew: bool) -> list[Write]:
        writes: list[Write] = []
        if len(seats) < len(self._seats):
            writes.append(SeatsCounted(len(seats)))
            del self._seats[len(seats) :]
        for number, seat in enumerate(seats):
            saved = saved_seat(seat, now), seat.deadline
            if number == len(self._seats):
                self._seats.append(saved)
            elif self._same(self._seats[number], saved) and not (
                anew and seat.deadline is not None
            ):
                continue
            else:
                self._seats[number] = saved
            writes.append(SeatChanged(number, saved[0]))
        return writes

    @staticmethod
    def _same(
        before: tuple[SavedSeat, float | None], after: tuple[SavedSeat, float | None]
    ) -> bool:
        """Whether a seat is as it was, and its countdown runs to the same end."""
        if before[1] is None or before[1] != after[1]:
            return before == after
        return before[0] == replace(after[0], waits=before[0].waits)
