"""The middle of the table: the pile with its gauges, the stock, open cards, the journal."""

from collections.abc import Sequence

from core.events import EVERYBODY, Note, Zone
from net.guest import Guest
from tui.screens.labels import label, zone_label
from tui.widgets.drawing import Line, Piece, width, wrap
from tui.widgets.signs import CARD_CELLS, Signs
from tui.words import gauge, said

BAR_CELLS = 16


def _common(zones: Sequence[Zone]) -> Zone | None:
    """The place where everybody's cards go: the first open one that is nobody's."""
    return next((one for one in zones if one.owner is None and one.sight == EVERYBODY), None)


def gauge_line(guest: Guest, signs: Signs) -> Line:
    """Every gauge in words, an arrow for the direction of play: `pile 86 of 100 →`."""
    if guest.match is None:
        return ()
    pieces: list[Piece] = []
    for note in guest.match.board().gauges:
        if pieces:
            pieces.append(Piece(" "))
        pieces.append(_gauge(note, guest, signs))
    return tuple(pieces)


def _gauge(note: Note, guest: Guest, signs: Signs) -> Piece:
    assert guest.match is not None, "gauges are read off a match"
    if note.word == "direction":
        return Piece(signs.way(note.values.get("way", 1) > 0), "strong")
    return Piece(gauge(note, guest.match.game, signs.ascii), "strong")


def pile_line(guest: Guest, signs: Signs) -> Line:
    """The gauges and the card on top, in one line."""
    if guest.match is None:
        return ()
    pile = _common(guest.match.zones())
    line = gauge_line(guest, signs)
    if pile is None or not pile.slots:
        return line
    return (*line, Piece("  "), signs.face(guest.match.faces[pile.slots[-1]]))


def card_lines(guest: Guest, signs: Signs) -> list[Line]:
    """The card on top of the pile as a box; no pile looks like no card."""
    match = guest.match
    pile = None if match is None else _common(match.zones())
    if match is not None and pile is not None and pile.slots:
        return signs.card(match.faces[pile.slots[-1]])
    return [(), (Piece(f"{label('pile.empty'):^{CARD_CELLS}}", "dim"),), (), ()]


def gauge_lines(guest: Guest, signs: Signs, cells: int) -> list[Line]:
    """The gauges, a bar for each with a limit, and how many cards lie in the other places."""
    match = guest.match
    if match is None:
        return []
    zones = match.zones()
    counted = [
        f"{zone_label(one.name)} {len(one.slots)}"
        for one in zones
        if one.owner is None and one is not _common(zones) and one.slots
    ]
    size = min(BAR_CELLS, cells - 1)
    bars = [
        signs.bar(note.values["value"], note.values["limit"], size)
        for note in match.board().gauges
        if {"value", "limit"} <= note.values.keys() and size > 4
    ]
    first = (*gauge_line(guest, signs), Piece(" " + ", ".join(counted), "strong"))
    return [first, *bars]


def open_lines(guest: Guest, signs: Signs, cells: int) -> list[Line]:
    """Cards before a seat that everybody sees, a line for each seat that has some."""
    assert guest.match is not None, "cards lie on a table"
    lines: list[Line] = []
    for zone in guest.match.zones():
        if zone.owner is None or zone.sight != EVERYBODY or not zone.slots:
            continue
        pieces = [Piece(f"{zone.owner + 1}:", "dim")]
        for slot in zone.slots:
            face = signs.face(guest.match.faces[slot])
            if width((*pieces, face)) + 2 > cells:
                pieces.append(Piece(signs.more))
                break
            pieces += [Piece(" "), face]
        lines.append(tuple(pieces))
    return lines


def note_text(guest: Guest, signs: Signs, note: Note) -> str:
    """A note in words, with the viewer's own seat marked."""
    assert guest.match is not None, "notes come from a match"
    return said(note, guest.match.game, guest.names, signs.ascii, guest.seat)


def journal_lines(guest: Guest, signs: Signs, cells: int, rows: int) -> list[Line]:
    """The latest notes that fit whole, the newest last, in so many rows."""
    if guest.match is None or rows < 1:
        return []
    lines: list[str] = []
    for note in reversed(guest.journal):
        more = wrap(note_text(guest, signs, note), cells)
        if lines and len(lines) + len(more) > rows:
            break
        lines = more + lines
    return [(Piece(text),) for text in lines[-rows:]]
