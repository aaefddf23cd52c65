"""The first line of a table: the game, the round, the clock of a move, the table, the line."""

from typing import Final

from net.guest import Guest
from tui.screens.labels import label
from tui.widgets.drawing import Line, Piece, width
from tui.words import sentence

WORTH_SAYING: Final = 0.005
"""Seconds below which a line is as good as none."""


def header_line(guest: Guest, latency: float | None, cells: int) -> Line:
    """What is left of it is always shown, what is right as far as there is room."""
    match, lobby = guest.match, guest.lobby
    left = [Piece(f" {match.game.title}" if match else "", "strong")]
    if match is not None and match.rounds_over:
        number = match.rounds_over + (match.round.turn is not None)
        left.append(Piece(f"   {sentence('round', number=number)}", "dim"))
    if lobby is not None and lobby.clock:
        left.append(Piece(f"   {label('clock', seconds=lobby.clock)}", "dim"))
    right = [Piece(guest.table_name, "dim")]
    if latency is not None and latency >= WORTH_SAYING:
        right.append(Piece(f"   {label('latency', ms=round(latency * 1000))}", "dim"))
    gap = max(2, cells - 1 - width(left) - width(right))
    return (*left, Piece(" " * gap), *right)
