"""How somebody stands at a table, and every way in which that can change.

One place for the whole of it: docs/protocol.md is drawn from this table, and a test walks tables of
every game through seeded evenings and holds each change that happens against it.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.table import Table


class Standing(Enum):
    """How an identity stands at a table."""

    STRANGER = "stranger"  # no seat, and does not look on
    WATCHING = "looks on"
    PRESENT = "present"
    SILENT = "silent"  # here, and the clock moved for them
    DROPPED = "dropped"  # the line is gone; in a match they are waited for
    HELD = "held by a bot"  # a bot plays; the seat is theirs whenever they want it
    LEFT = "left"  # a bot plays to the end of the match, then the seat is free
    OUT = "eliminated"  # here, and out of the match


def standing_of(table: Table, identity: str) -> Standing:
    """How an identity stands now."""
    number = table.seating.of(identity)
    if number is None:
        looks_on = any(one.watching and one.identity == identity for one in table.lines.values())
        return Standing.WATCHING if looks_on else Standing.STRANGER
    seat = table.seating.seats[number]
    if seat.left:
        return Standing.LEFT
    if seat.stood_in:
        return Standing.HELD
    if seat.line is None:
        return Standing.DROPPED
    if table.running and not table.running_play().match.board().seats[number].live:
        return Standing.OUT
    return Standing.SILENT if seat.misses or seat.clock_plays else Standing.PRESENT


def _by(*causes: str) -> frozenset[str]:
    return frozenset(causes)


S = Standing
MATCH: Final = (
    *("command", "tick", "link", "chain", "greeting", "lost", "bye", "leave", "back"),
    *("end", "vote", "go_on", "replace", "remove", "hand_back"),
)
"""The match goes on, or ends: whatever may be the last thing that it waited for."""

CHANGES: Final = MappingProxyType(
    {
        (S.STRANGER, S.PRESENT): _by("greeting", "admit"),
        (S.STRANGER, S.WATCHING): _by("greeting"),
        (S.WATCHING, S.STRANGER): _by("lost", "tick", "bye"),
        (S.WATCHING, S.PRESENT): _by("sit", "admit"),
        (S.PRESENT, S.WATCHING): _by("look_on"),
        (S.PRESENT, S.STRANGER): _by("leave", "remove"),
        (S.PRESENT, S.DROPPED): _by("lost", "tick", "bye"),
        (S.PRESENT, S.SILENT): _by("tick"),
        (S.PRESENT, S.HELD): _by("replace", "vote", "lost"),
        (S.PRESENT, S.LEFT): _by("leave"),
        (S.PRESENT, S.OUT): _by(*MATCH),
        (S.SILENT, S.PRESENT): _by(*MATCH),
        (S.SILENT, S.DROPPED): _by("lost", "tick", "bye"),
        (S.SILENT, S.HELD): _by("tick", "replace", "vote", "lost"),
        (S.SILENT, S.LEFT): _by("leave"),
        (S.SILENT, S.STRANGER): _by("remove"),
        (S.SILENT, S.OUT): _by(*MATCH),
        (S.DROPPED, S.PRESENT): _by("greeting"),
        (S.DROPPED, S.SILENT): _by("greeting"),
        (S.DROPPED, S.OUT): _by("greeting"),
        (S.DROPPED, S.HELD): _by("tick", "replace", "vote", "lost"),
        (S.DROPPED, S.STRANGER): _by("remove"),
        (S.HELD, S.PRESENT): _by(*MATCH),
        (S.HELD, S.OUT): _by("greeting", "back", "hand_back"),
        (S.HELD, S.DROPPED): _by(*MATCH),
        (S.HELD, S.LEFT): _by("leave"),
        (S.HELD, S.STRANGER): _by("remove"),
        (S.LEFT, S.PRESENT): _by("greeting"),
        (S.LEFT, S.OUT): _by("greeting"),
        (S.LEFT, S.STRANGER): _by(*MATCH),
        (S.OUT, S.PRESENT): _by(*MATCH),
        (S.OUT, S.DROPPED): _by("lost", "tick", "bye"),
        (S.OUT, S.HELD): _by("replace", "vote", "lost"),
        (S.OUT, S.LEFT): _by("leave"),
        (S.OUT, S.STRANGER): _by("remove"),
    }
)
"""From, to: what can bring it about - a greeting, a line that is lost, time, or a wish by name."""
