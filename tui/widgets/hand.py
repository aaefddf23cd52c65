"""The own hand in lines: boxes where there is room, else brackets, wrapped and scrolled.

A picked card differs by its lines or brackets and its number by reverse, so that it shows without
any colour (style.md 11.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from core.moves import Move
from net.guest import Guest
from tui.screens.labels import LABELS, label
from tui.widgets.drawing import Line, Piece, cut, fit, width
from tui.widgets.middle import note_text
from tui.widgets.picking import Entry, Picking
from tui.widgets.signs import CARD_CELLS, CARD_LINES, Signs, centred

BOX_ROWS: Final = CARD_LINES + 2
KEYS: Final = 9
INDENT: Final = 1
ROOMY: Final = 15


@dataclass(slots=True)
class HandDrawing:
    """The lines, and where each entry lies: left, top, right, bottom, for the mouse."""

    lines: list[Line] = field(default_factory=list)
    places: list[tuple[int, int, int, int]] = field(default_factory=list)

    def hit(self, x: int, y: int) -> int:
        """The entry at a cell, -1 for none."""
        for place, (left, top, right, bottom) in enumerate(self.places):
            if left <= x < right and top <= y < bottom:
                return place
        return -1


def foresight(guest: Guest, signs: Signs, move: Move) -> str:
    """What a move of the hand would do now, in a word or two; nothing when nobody can say."""
    match = guest.match
    if match is None or match.turn is None or match.turn < 0:
        return ""
    return ", ".join(note_text(guest, signs, note) for note in match.foresee(move))


def foreseen(guest: Guest, signs: Signs, entry: Entry) -> str:
    """What an entry of the hand would do now."""
    if entry.slot is None and entry.choice is None:
        return ""
    return foresight(
        guest, signs, entry.choice.move if entry.choice else Move(entry.verb, entry.slot)
    )


def entry_face(guest: Guest, signs: Signs, entry: Entry) -> Piece:
    """A card's face, or the word of what is done without a card."""
    if entry.slot is None or guest.match is None:
        return Piece(LABELS.get(f"verb.{entry.verb}", "?"), "strong")
    return signs.face(guest.match.faces[entry.slot])


def on_its_way(guest: Guest, entry: Entry) -> bool:
    """Whether this entry has been played and the host has not answered yet."""
    if guest.pending is None:
        return False
    move = guest.pending.command.move
    return (move.verb, move.slot) == entry.key


def hand_drawing(
    guest: Guest, signs: Signs, picking: Picking, cells: int, rows: int
) -> HandDrawing:
    """The hand in so many cells and rows."""
    each = picking.entries
    if not each or rows < 1:
        return HandDrawing([(Piece(label("too_few_cards"), "dim"),)] if guest.seat >= 0 else [])
    what = [foreseen(guest, signs, entry) for entry in each]
    room = cells - INDENT
    # As wide as the usual words need, so that cards do not move when the words change.
    wide = max(CARD_CELLS + 1, max(map(len, what)) + 2, min(ROOMY, room // len(each)))
    if rows >= BOX_ROWS and len(each) * (CARD_CELLS + 1) <= room:
        fits = len(each) * wide <= room
        return _boxes(
            guest, signs, picking, what if fits else None, wide if fits else CARD_CELLS + 1
        )
    return _brackets(guest, signs, picking, what, room, rows)


def _number(place: int, *, picked: bool) -> Line:
    text = str(place + 1) if place < KEYS else "."
    return (Piece(f"[{text}]", "picked") if picked else Piece(f" {text} ", "dim"),)


def _below(guest: Guest, signs: Signs, entry: Entry, text: str) -> Piece:
    if on_its_way(guest, entry):
        return Piece(signs.more * 3, "warning")
    return Piece(text, "plain" if guest.owes and entry.choice is not None else "dim")


def _boxes(
    guest: Guest, signs: Signs, picking: Picking, what: Sequence[str] | None, wide: int
) -> HandDrawing:
    """Each card as a box, its number above, what it would do below."""
    drawing = HandDrawing([(Piece(" " * INDENT),)] * BOX_ROWS)
    for place, entry in enumerate(picking.entries):
        picked = place == picking.place
        below = _below(guest, signs, entry, what[place] if what else "")
        column = [
            centred(_number(place, picked=picked), CARD_CELLS),
            *_box(guest, signs, entry, picked=picked),
            (below,),
        ]
        for row, pieces in enumerate(column):
            drawing.lines[row] += fit(pieces, wide)
        left = INDENT + place * wide
        drawing.places.append((left, 0, left + CARD_CELLS, BOX_ROWS))
    return drawing


def _box(guest: Guest, signs: Signs, entry: Entry, *, picked: bool) -> list[Line]:
    if entry.slot is not None and guest.match is not None:
        return signs.card(guest.match.faces[entry.slot], picked=picked)
    return signs.plate(entry_face(guest, signs, entry), picked=picked)


def _brackets(
    guest: Guest, signs: Signs, picking: Picking, what: Sequence[str], room: int, rows: int
) -> HandDrawing:
    """Cards in brackets, with a line below for what they would do where two lines are enough."""
    faces = [entry_face(guest, signs, entry) for entry in picking.entries]
    bare = max(width((face,)) for face in faces) + 4
    wide = max(bare, max(map(len, what)) + 2)
    below = rows >= 2 and len(faces) * wide <= room
    step = wide if below else bare
    across = max(1, room // step)
    lines: list[Line] = []
    places: list[tuple[int, int, int, int]] = []
    top = _first_row(picking.place // across, -(-len(faces) // across), 1 if below else rows)
    for start in range(top * across, len(faces), across):
        if len(lines) >= rows:
            break
        upper: Line = (Piece(" " * INDENT),)
        lower: Line = (Piece(" " * INDENT),)
        for place in range(start, min(start + across, len(faces))):
            entry, picked = picking.entries[place], place == picking.place
            upper += fit(_bracketed(guest, signs, entry, faces[place], place, picked=picked), step)
            lower += fit((_below(guest, signs, entry, cut(what[place], step - 1)),), step)
            left = INDENT + (place - start) * step
            places.append((left, len(lines), left + step, len(lines) + 1 + below))
        lines += [upper, lower] if below else [upper]
    hidden = [(-1, -1, -1, -1)] * (top * across)
    return HandDrawing(lines[:rows], hidden + places)


def _first_row(picked: int, there_are: int, shown: int) -> int:
    """The row to begin with, so that the picked one is among those that are shown."""
    return max(0, min(picked - shown + 1, there_are - shown)) if picked >= 0 else 0


def _bracketed(
    guest: Guest, signs: Signs, entry: Entry, face: Piece, place: int, *, picked: bool
) -> Line:
    number = str(place + 1) if place < KEYS else "."
    if picked:
        return (Piece(f"{number}[", "picked"), face, Piece("]", "picked"))
    after = Piece(signs.more if on_its_way(guest, entry) else " ", "warning")
    return (Piece(f"{number} ", "dim"), face, after)
