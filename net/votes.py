"""What people decide by a vote while the host says nothing: wait longer, a bot sits in, the end.

More than half of the people who are here must want it; whoever it is about does not vote. A vote is
its voter's identity's, and goes with them; bots and people who look on have none (C10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from net import messages as m
from net.seating import HOST

if TYPE_CHECKING:
    from net.table import Table

HOST_SILENT = 60.0
"""Seconds after the host's last key from which the others may decide."""

WORDS = frozenset({"wait", "replace", "end"})
"""What can be voted on; `end` is about no seat."""


@dataclass(slots=True)
class Ballot:
    """What is voted on: a word, a seat (-1: none), and the identities that want it, in order."""

    word: str
    seat: int
    voters: list[str] = field(default_factory=list)


def host_is_silent(table: Table, now: float) -> bool:
    """Whether nobody with the host's rights has done anything for a while, or is there at all."""
    here = any(line.identity == HOST and line.greeted for line in table.lines.values())
    return not here or now >= table.host_acted + HOST_SILENT


def electorate(table: Table, ballot: Ballot) -> set[str]:
    """The identities of those who may vote: people with a seat who are here and play."""
    return {
        seat.identity
        for number, seat in enumerate(table.seating.seats)
        if seat.line is not None and not seat.stood_in and number != ballot.seat
    }


def needed(table: Table, ballot: Ballot) -> int:
    """How many votes decide."""
    return len(electorate(table, ballot)) // 2 + 1


def open_ballots(table: Table) -> tuple[m.Ballot, ...]:
    """What is voted on now, for the lobby."""
    return tuple(
        m.Ballot(one.word, one.seat, len(one.voters), needed(table, one)) for one in table.ballots
    )


def cast(table: Table, word: str, seat: int, identity: str) -> bool:
    """Note a vote; says whether it is a new one."""
    for ballot in table.ballots:
        if (ballot.word, ballot.seat) == (word, seat):
            break
    else:
        ballot = Ballot(word, seat)
        table.ballots.append(ballot)
    if identity in ballot.voters:
        return False
    ballot.voters.append(identity)
    return True


def count(table: Table) -> list[Ballot]:
    """Forget the votes of those who may not vote any more; gives what is decided, and closes it."""
    decided = []
    for ballot in table.ballots:
        may = electorate(table, ballot)
        ballot.voters[:] = [voter for voter in ballot.voters if voter in may]
        if may and len(ballot.voters) >= needed(table, ballot):
            decided.append(ballot)
    table.ballots = [one for one in table.ballots if one.voters and one not in decided]
    return decided
