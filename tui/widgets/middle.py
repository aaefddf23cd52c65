"""The middle of the table: the pile with its gauges, the stock, open cards, the journal."""

import re
from collections.abc import Sequence
from typing import Final

from core.cards import HIDDEN, Card
from core.events import EVERYBODY, Note, Zone
from core.match import Match
from net.guest import Guest
from tui.faces import face_of
from tui.screens.labels import label, zone_label
from tui.telling import CENTRE, pile_of
from tui.widgets.drawing import Line, Piece, width, wrap
from tui.widgets.signs import CARD_CELLS, Signs
from tui.words import Value, called, fill, said

BAR_CELLS: Final = 16
DIRECTION: Final = "direction"
"""The gauge that is an arrow."""
_FACE: Final = re.compile("\x01([0-9]+)\x01")


def face_at(match: Match, slot: int) -> Card:
    """The face of a slot as far as it is known here; a game need not list those nobody has seen."""
    return match.faces[slot] if slot < len(match.faces) else HIDDEN


def _gauges(guest: Guest, signs: Signs) -> list[Line]:
    """Every gauge in words and how many cards lie where: `pile 86 of 100`, `stock 43`.

    An arrow for the direction of play stands last, where it points at nothing.
    """
    assert guest.match is not None, "gauges are read off a match"
    gauges = guest.match.board().gauges
    words = [_gauge(one, guest, signs) for one in gauges if one.word != DIRECTION]
    ways = [_gauge(one, guest, signs) for one in gauges if one.word == DIRECTION]
    return [*words, *_counted(guest), *ways]


def _gauge(note: Note, guest: Guest, signs: Signs) -> Line:
    """A gauge in its pieces: suits and cards keep their colours."""
    assert guest.match is not None, "gauges are read off a match"
    if note.word == DIRECTION:
        return (Piece(signs.way(note.values.get("way", 1) > 0), "strong"),)
    template = guest.match.game.words.get(note.word)
    if template is None:
        return (Piece(note_text(guest, signs, note), "strong"),)
    faces: list[Piece] = []

    def show(name: str, value: Value) -> str:
        if name == "seat" and isinstance(value, int):
            return called(value, guest.names, guest.seat)
        if name in ("suit", "card") and isinstance(value, int):
            faces.append(signs.suit(value) if name == "suit" else signs.face(face_of(value)))
            return f"\x01{len(faces) - 1}\x01"
        return str(value)

    parts = _FACE.split(fill(template, note.values, show))
    return tuple(
        faces[int(part)] if at % 2 else Piece(part, "strong") for at, part in enumerate(parts)
    )


def _together(items: Sequence[Line]) -> Line:
    """Several notes beside each other."""
    pieces: list[Piece] = []
    for item in items:
        if pieces:
            pieces.append(Piece(", ", "strong"))  # of one ink with most notes: fewer bytes
        pieces += item
    return tuple(pieces)


def _flowed(items: Sequence[Line], cells: int) -> list[Line]:
    """The notes in lines of at most so many cells; one that does not fit begins a line."""
    lines: list[list[Line]] = [[]]
    for item in items:
        if lines[-1] and width(_together([*lines[-1], item])) > cells:
            lines.append([])
        lines[-1].append(item)
    return [_together(each) for each in lines]


def pile_line(guest: Guest, signs: Signs) -> Line:
    """The gauges, how many cards lie in the other places, and the card on top, in one line."""
    if guest.match is None:
        return ()
    pile = pile_of(guest.match)
    line = _together(_gauges(guest, signs))
    if pile is None or not pile.slots:
        return line
    return (*line, Piece("  "), signs.face(face_at(guest.match, pile.slots[-1])))


def card_lines(guest: Guest, signs: Signs) -> list[Line]:
    """The card on top of the pile as a box; no pile looks like no card."""
    match = guest.match
    pile = None if match is None else pile_of(match)
    if match is not None and pile is not None and pile.slots:
        return signs.card(face_at(match, pile.slots[-1]))
    return [(), (Piece(f"{label('pile.empty'):^{CARD_CELLS}}", "dim"),), (), ()]


def gauge_lines(guest: Guest, signs: Signs, cells: int) -> list[Line]:
    """The gauges, a bar for each with a limit, and how many cards lie in the other places."""
    match = guest.match
    if match is None:
        return []
    items = _gauges(guest, signs)
    size = min(BAR_CELLS, cells - 1)
    bars = [
        signs.bar(note.values["value"], note.values["limit"], size)
        for note in match.board().gauges
        if {"value", "limit"} <= note.values.keys() and size > 4
    ]
    return [*_flowed(items, cells), *bars]


def _counted(guest: Guest) -> list[Line]:
    """How many cards lie in the places that are nobody's, the pile and the centre apart."""
    assert guest.match is not None, "cards lie on a table"
    pile = pile_of(guest.match)
    return [
        (Piece(f"{zone_label(one.name)} {len(one.slots)}", "strong"),)
        for one in guest.match.zones()
        if one.owner is None and one != pile and one.slots and one.name != CENTRE
    ]


def lies_open(zone: Zone) -> bool:
    """Whether a place before a seat has cards for all to see that nothing else shows."""
    return (
        zone.owner is not None
        and zone.sight == EVERYBODY
        and bool(zone.slots)
        and zone.name not in ("trick", "taken")
    )


def open_lines(guest: Guest, signs: Signs, cells: int) -> list[Line]:
    """Cards before a seat that everybody sees, a line for each seat that has some."""
    assert guest.match is not None, "cards lie on a table"
    lines: list[Line] = []
    for zone in guest.match.zones():
        if zone.owner is None or not lies_open(zone):
            continue
        pieces = [Piece(f"{zone.owner + 1}:", "dim")]
        for slot in zone.slots:
            face = signs.face(face_at(guest.match, slot))
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
