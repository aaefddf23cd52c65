"""Where each part of a table lies: complete from 80×24 on, without a header down to 40×12."""

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from net.guest import Guest
from tui.widgets.foot import FOOT_ROWS
from tui.widgets.hand import BOX_ROWS
from tui.widgets.picking import Picking
from tui.widgets.seats import compact_rows
from tui.widgets.signs import CARD_CELLS, CARD_LINES

WIDE: Final = (80, 24)
SEATS_CELLS: Final = 44
BARE_CELLS: Final = CARD_CELLS
NOTHING: Final = Region(0, 0, 0, 0)
JOURNAL_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """The regions of the parts; an empty one is not shown."""

    header: Region
    seats: Region
    pile: Region
    journal: Region
    hand: Region
    foot: Region
    wide: bool


def plan(guest: Guest, picking: Picking, width: int, height: int) -> Plan:
    """The parts for a size; small hands and few seats leave room for the journal."""
    wide = width >= WIDE[0] and height >= WIDE[1]
    return _wide(guest, width, height) if wide else _narrow(guest, picking, width, height)


def _shown(guest: Guest) -> int:
    """Rows for cards that lie open before seats."""
    if guest.match is None:
        return 0
    return sum(
        one.owner is not None and one.sight == -2 and bool(one.slots) for one in guest.match.zones()
    )


def _wide(guest: Guest, width: int, height: int) -> Plan:
    foot = Region(0, height - FOOT_ROWS, width, FOOT_ROWS)
    hand = Region(0, foot.y - BOX_ROWS, width, BOX_ROWS)
    top, rows = 2, hand.y - 3
    left = max(SEATS_CELLS, width * 55 // 100)
    pile = CARD_LINES + min(_shown(guest), rows - CARD_LINES - JOURNAL_LEAST)
    right = left + 1
    return Plan(
        header=Region(0, 0, width, 1),
        seats=Region(0, top, left, rows),
        pile=Region(right, top, width - right, pile),
        journal=Region(right, top + pile + 1, width - right, rows - pile - 1),
        hand=hand,
        foot=foot,
        wide=True,
    )


def _narrow(guest: Guest, picking: Picking, width: int, height: int) -> Plan:
    seats_most = height - FOOT_ROWS - 1 - 2
    seats = compact_rows(guest, width, seats_most)
    spare = height - FOOT_ROWS - seats - 1
    count = len(picking.entries)
    boxes = spare - BOX_ROWS >= JOURNAL_LEAST + 1 and count * (CARD_CELLS + 1) < width
    hand = BOX_ROWS if boxes else max(2, -(-count // max(1, (width - 1) // BARE_CELLS)))
    hand = min(hand, spare)
    foot = Region(0, height - FOOT_ROWS, width, FOOT_ROWS)
    gap = 1 if spare - hand > JOURNAL_LEAST else 0
    journal = spare - hand - gap
    return Plan(
        header=NOTHING,
        seats=Region(0, 0, width, seats),
        pile=Region(0, seats, width, 1),
        journal=Region(1, seats + 1 + gap, width - 1, journal) if journal > 0 else NOTHING,
        hand=Region(0, foot.y - hand, width, hand),
        foot=foot,
        wide=False,
    )
