"""The own hand in lines: boxes where there is room, else brackets, wrapped and scrolled.

A picked card differs by its lines or brackets and its number by reverse, one that may not be played
now by round brackets, one that cannot end a hand by a sign behind it: all of it shows without any
colour (style.md 11.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from core.events import Note
from core.moves import Move, Verb
from net.guest import Guest
from tui.entries import Entry
from tui.screens.labels import LABELS, label
from tui.widgets.drawing import Line, Piece, cut, fit, width
from tui.widgets.middle import face_at, note_text
from tui.widgets.picking import Picking
from tui.widgets.signs import CARD_CELLS, CARD_LINES, Signs, centred

BOX_ROWS: Final = CARD_LINES + 2
KEYS: Final = "1234567890"
"""The keys of the first cards; the others are reached by the arrows."""
INDENT: Final = 1
ROOMY: Final = 15
WORDY: Final = 12
"""A column narrower than this shows no words below its card."""

CANNOT_END: Final = "cannot_end"
"""The note about a card that cannot be the last one; shown as a sign."""


@dataclass(slots=True)
class HandDrawing:
    """The lines, and where each entry lies: left, top, right, bottom, for the mouse.

    `across` is how many entries lie in a row.
    """

    lines: list[Line] = field(default_factory=list)
    places: list[tuple[int, int, int, int]] = field(default_factory=list)
    across: int = 0

    def hit(self, x: int, y: int) -> int:
        """The entry at a cell, -1 for none."""
        for place, (left, top, right, bottom) in enumerate(self.places):
            if left <= x < right and top <= y < bottom:
                return place
        return -1


def _notes(guest: Guest, move: Move) -> tuple[Note, ...]:
    """What a move of the hand would do now; nothing when nobody can say."""
    match = guest.match
    if match is None or match.turn is None or match.turn < 0:
        return ()
    return match.foresee(move)


def foresight(guest: Guest, signs: Signs, move: Move) -> str:
    """What a move of the hand would do now, in a word or two; the sign says what cannot end."""
    notes = _notes(guest, move)
    return ", ".join(note_text(guest, signs, one) for one in notes if one.word != CANNOT_END)


def _move(entry: Entry) -> Move:
    return entry.choice.move if entry.choice else Move(entry.verb, entry.slot)


def foreseen(guest: Guest, signs: Signs, entry: Entry) -> str:
    """What an entry of the hand would do now; nothing for what may not be done."""
    if barred(guest, entry) or (entry.slot is None and entry.choice is None):
        return ""
    return foresight(guest, signs, _move(entry))


def ends_nothing(guest: Guest, entry: Entry) -> bool:
    """Whether this card cannot be the last one."""
    if entry.slot is None:
        return False
    return any(one.word == CANNOT_END for one in _notes(guest, _move(entry)))


def barred(guest: Guest, entry: Entry) -> bool:
    """Whether it is our turn and this card may not be played."""
    return guest.owes and entry.choice is None


def verb_word(verb: int) -> str:
    """The word for what is done without a card."""
    return LABELS.get(f"verb.{verb}", "?")


def entry_face(guest: Guest, signs: Signs, entry: Entry) -> Piece:
    """A card's face, or the word of what is done without a card."""
    if entry.slot is None or guest.match is None:
        word = verb_word(entry.verb)
        asks = entry.choice.asks if entry.choice is not None else ""
        return Piece(
            LABELS.get(f"name.{asks}", word) if entry.verb == Verb.NAME else word, "strong"
        )
    return signs.face(face_at(guest.match, entry.slot))


def on_its_way(guest: Guest, entry: Entry) -> bool:
    """Whether this entry has been played and the host has not answered yet."""
    if guest.pending is None:
        return False
    move = guest.pending.command.move
    return (move.verb, move.slot) == entry.key


def bare_cells(guest: Guest, signs: Signs, picking: Picking) -> int:
    """The cells of a card in brackets: its number, its brackets, its face, a sign, a gap."""
    faces = [width((entry_face(guest, signs, entry),)) for entry in picking.entries]
    marked = any(ends_nothing(guest, entry) for entry in picking.entries)
    return max(faces, default=3) + 4 + marked


def hand_drawing(
    guest: Guest, signs: Signs, picking: Picking, cells: int, rows: int
) -> HandDrawing:
    """The hand in so many cells and rows."""
    each = picking.entries
    if not each or rows < 1:
        return HandDrawing([(Piece(label("too_few_cards"), "dim"),)] if guest.seat >= 0 else [])
    what = [foreseen(guest, signs, entry) for entry in each]
    room = cells - INDENT
    if rows >= BOX_ROWS and picking.places * (CARD_CELLS + 1) <= room:
        # Of one width whatever the words are, so that cards do not move when the words change.
        wide = max(CARD_CELLS + 1, min(ROOMY, room // picking.places))
        return _boxes(guest, signs, picking, what, wide)
    return _brackets(guest, signs, picking, what, room, rows)


def key_of(place: int) -> str:
    """The key that picks the card of a place, a dot where only the arrows do."""
    return KEYS[place] if place < len(KEYS) else "."


def _number(place: int, *, picked: bool, bars: bool) -> Line:
    text = key_of(place)
    if picked:
        return (Piece(f"[{text}]", "picked"),)
    return (Piece(f"({text})" if bars else f" {text} ", "dim"),)


def _below(guest: Guest, signs: Signs, entry: Entry, text: str) -> Piece:
    if on_its_way(guest, entry):
        return Piece(signs.more * 3, "warning")
    return Piece(text, "plain" if guest.owes and entry.choice is not None else "dim")


def _boxes(
    guest: Guest, signs: Signs, picking: Picking, what: Sequence[str], wide: int
) -> HandDrawing:
    """Each card as a box, its number above, what it would do below."""
    drawing = HandDrawing([(Piece(" " * INDENT),)] * BOX_ROWS, across=len(what))
    for place, entry in enumerate(picking.entries):
        picked = place == picking.place
        words = cut(what[place], wide - 1, signs.more) if wide >= WORDY else ""
        column = [
            centred(_number(place, picked=picked, bars=barred(guest, entry)), CARD_CELLS),
            *_box(guest, signs, entry, picked=picked),
            (_below(guest, signs, entry, words),),
        ]
        for row, pieces in enumerate(column):
            drawing.lines[row] += fit(pieces, wide)
        left = INDENT + place * wide
        drawing.places.append((left, 0, left + CARD_CELLS, BOX_ROWS))
    return drawing


def _box(guest: Guest, signs: Signs, entry: Entry, *, picked: bool) -> list[Line]:
    if entry.slot is None or guest.match is None:
        return signs.plate(entry_face(guest, signs, entry), picked=picked)
    mark = signs.mark if ends_nothing(guest, entry) else ""
    card = face_at(guest.match, entry.slot)
    return signs.card(card, picked=picked, dim=barred(guest, entry), mark=mark)


def _brackets(
    guest: Guest, signs: Signs, picking: Picking, what: Sequence[str], room: int, rows: int
) -> HandDrawing:
    """Cards in brackets, with a line below for what they would do where two lines are enough."""
    count = len(picking.entries)
    bare = bare_cells(guest, signs, picking)
    wide = max(bare, max(map(len, what)) + 2)
    below = rows >= 2 and count * wide <= room
    step = wide if below else bare
    across = max(1, room // step)
    lines: list[Line] = []
    places: list[tuple[int, int, int, int]] = []
    top = _first_row(picking.place // across, -(-count // across), 1 if below else rows)
    for start in range(top * across, count, across):
        if len(lines) >= rows:
            break
        upper: Line = (Piece(" " * INDENT),)
        lower: Line = (Piece(" " * INDENT),)
        for place in range(start, min(start + across, count)):
            entry, picked = picking.entries[place], place == picking.place
            upper += fit(_bracketed(guest, signs, entry, place, picked=picked), step)
            lower += fit((_below(guest, signs, entry, cut(what[place], step - 1)),), step)
            left = INDENT + (place - start) * step
            places.append((left, len(lines), left + step, len(lines) + 1 + below))
        lines += [upper, lower] if below else [upper]
    hidden = [(-1, -1, -1, -1)] * (top * across)
    return HandDrawing(lines[:rows], hidden + places, across)


def _first_row(picked: int, there_are: int, shown: int) -> int:
    """The row to begin with, so that the picked one is among those that are shown."""
    return max(0, min(picked - shown + 1, there_are - shown)) if picked >= 0 else 0


def _bracketed(guest: Guest, signs: Signs, entry: Entry, place: int, *, picked: bool) -> Line:
    number = key_of(place)
    face = entry_face(guest, signs, entry)
    mark = signs.mark if ends_nothing(guest, entry) else ""
    if picked:
        return (Piece(f"{number}[", "picked"), face, Piece(f"{mark}]", "picked"))
    if barred(guest, entry):
        return (Piece(f"{number}({face.text}{mark})", "dim"),)
    after = Piece(signs.more if on_its_way(guest, entry) else " ", "warning")
    return (Piece(f"{number} ", "dim"), face, Piece(mark, "dim"), after)
