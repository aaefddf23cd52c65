"""Where each part of a table lies: complete from 80×24 on, without a header down to 40×12."""

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from net.guest import Guest
from tui.widgets.foot import FOOT_ROWS
from tui.widgets.hand import BOX_ROWS, INDENT, bare_cells
from tui.widgets.middle import lies_open
from tui.widgets.picking import Picking
from tui.widgets.seats import compact_rows
from tui.widgets.signs import CARD_CELLS, CARD_LINES, Signs
from tui.widgets.trick import BOXED_ROWS, LISTED_ROWS, takes_tricks

WIDE: Final = (80, 24)
SEATS_CELLS: Final = 42
NOTHING: Final = Region(0, 0, 0, 0)
JOURNAL_LEAST: Final = 2
JOURNAL_ROWS: Final = 4
HAND_LEAST: Final = 2
TALL: Final = 28
GAUGE_ROWS: Final = 2
NAMED: Final = 18
"""From so many rows on there is a line for the name of the game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The regions of the parts; an empty one is not shown."""

    header: Region
    seats: Region
    pile: Region
    card: Region
    trick: Region
    gauges: Region
    open: Region
    journal: Region
    hand: Region
    foot: Region


def plan(guest: Guest, signs: Signs, picking: Picking, width: int, height: int) -> Plan:
    """The parts for a size; small hands and few seats leave room for the journal."""
    wide = width >= WIDE[0] and height >= WIDE[1]
    return _wide(guest, width, height) if wide else _narrow(guest, signs, picking, width, height)


def _shown(guest: Guest) -> int:
    """Rows for cards that lie open before seats."""
    return 0 if guest.match is None else sum(map(lies_open, guest.match.zones()))


def _wide(guest: Guest, width: int, height: int) -> Plan:
    """Seats on the left; pile or trick, gauges and journal on the right.

    The journal stays short on a small screen: all of it changes with every move, and a move may
    cost 700 bytes.
    """
    foot = Region(0, height - FOOT_ROWS, width, FOOT_ROWS)
    hand = Region(0, foot.y - BOX_ROWS, width, BOX_ROWS)
    top, rows = 2, hand.y - 3
    left = max(SEATS_CELLS, width * 52 // 100)
    right, cells = left + 1, width - left - 1
    if takes_tricks(guest.match):
        card, gauges = NOTHING, Region(right, top, cells, GAUGE_ROWS)
        deep = BOXED_ROWS if height >= TALL else LISTED_ROWS
        trick = Region(right, gauges.bottom, cells, deep)
    else:
        # A cell wider than the card: a change that ends with a widget is sent with an empty one.
        card, trick = Region(right, top, CARD_CELLS + 1, CARD_LINES), NOTHING
        gauges = Region(right + CARD_CELLS + 2, top, cells - CARD_CELLS - 2, CARD_LINES)
    under = max(gauges.bottom, trick.bottom)
    shown = max(0, min(_shown(guest), hand.y - 1 - under - JOURNAL_LEAST))
    below = under + shown + 1
    journal = min(hand.y - 1 - below, JOURNAL_ROWS if height < TALL else rows)
    return Plan(
        header=Region(0, 0, width, 1),
        seats=Region(0, top, left, rows),
        pile=NOTHING,
        card=card,
        trick=trick,
        gauges=gauges,
        open=Region(right, under, cells, shown),
        journal=Region(right, below, cells, journal),
        hand=hand,
        foot=foot,
    )


def _narrow(guest: Guest, signs: Signs, picking: Picking, width: int, height: int) -> Plan:
    """One below the other; the hand in boxes if that leaves the journal some lines."""
    middle = 2 if takes_tricks(guest.match) else 1
    head = 1 if height >= NAMED else 0
    seats = compact_rows(guest, width, height - head - FOOT_ROWS - middle - HAND_LEAST)
    spare = height - head - FOOT_ROWS - seats - middle
    count = picking.places
    boxes = spare - BOX_ROWS > JOURNAL_LEAST and count * (CARD_CELLS + 1) < width
    rows = -(-count // max(1, (width - INDENT) // bare_cells(guest, signs, picking)))
    hand = BOX_ROWS if boxes else min(max(HAND_LEAST, rows), spare)
    shown = min(_shown(guest), max(0, spare - hand - JOURNAL_LEAST))
    gap = 1 if spare - hand - shown > JOURNAL_LEAST else 0
    journal = min(spare - hand - shown - 2 * gap, JOURNAL_ROWS)
    foot = Region(0, height - FOOT_ROWS, width, FOOT_ROWS)
    pile = Region(0, head + seats + gap, width, middle)
    return Plan(
        header=Region(0, 0, width, head) if head else NOTHING,
        seats=Region(0, head, width, seats),
        pile=pile,
        card=NOTHING,
        trick=NOTHING,
        gauges=NOTHING,
        open=Region(1, pile.bottom, width - 1, shown),
        journal=Region(1, pile.bottom + shown + gap, width - 1, journal)
        if journal > 0
        else NOTHING,
        hand=Region(0, foot.y - hand, width, hand),
        foot=foot,
    )
