"""What is kept of an evening: what the host has decided, and what becomes of it at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from net.saved import About, State

if TYPE_CHECKING:
    from net.evening import Setup
    from net.hosting import Hosting
    from net.journal import Journal


def tables_folder(data_dir: Path) -> Path:
    """Where the journals of the tables are."""
    return data_dir / "tables"


def about_of(setup: Setup, port: int) -> About:
    """What is kept of the setup; `port` is the one that the others have been told."""
    return About(
        table=setup.table or f"{setup.name}'s table",
        game=setup.game.name,
        game_version=setup.game.version,
        seats=setup.seats,
        bot=setup.bot,
        doors=setup.doors,
        grace=setup.grace,
        start_when_full=setup.start_when_full,
        host_plays=setup.host_plays,
        pace=setup.pace,
        key=setup.key,
        listen=None if setup.listen is None else (setup.listen[0], port),
        friends=setup.friends,
        watch=setup.watch,
        local=None if setup.local is None else setup.local.folder,
    )


def put_down(journal: Journal, hosting: Hosting | None, new: bool) -> str:
    """Close a journal; gives its name if a match was left that can be taken up again.

    `new` is whether it was made for this evening: a table at which nobody has played leaves nothing
    behind. `hosting` is None when the table did not open. Raises `JournalError`.
    """
    table, fault = (None, None) if hosting is None else (hosting.table, hosting.fault)
    if fault is None and (new if table is None else not table.matches):
        journal.discard()
        return ""
    running = table is not None and table.running
    try:
        if table is not None and not running and fault is None:
            journal.put_down(State.FINISHED)
    finally:
        journal.close()
    return journal.name if running else ""
