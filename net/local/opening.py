"""A table that opens a socket: what it says of itself, and whom it knows."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from net.local.accounts import account_name
from net.local.audience import OWN, Audience, with_accounts
from net.local.listener import Described, LocalListener, listen, socket_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from net.hosting import Hosting
    from net.link import Link
    from net.table import Table


async def open_socket(
    audience: Audience,
    *,
    title: str,
    named: str,
    game: str,
    seats: int,
    hosting: Callable[[], Hosting | None],
    on_link: Callable[[Link], None],
) -> LocalListener:
    """Listen before the table is made; `named` is what the host called it, if anything."""

    def describe() -> Described:
        running = hosting()
        if running is None:
            return Described(title, game, seats, 0, running=False)
        table = running.table
        seating = table.seating
        return Described(title, game, len(seating.seats), seating.filled(), table.running)

    return await listen(
        audience=audience, name=socket_name(named, game), describe=describe, on_link=on_link
    )


def let_in(table: Table) -> None:
    """Whoever the socket lets in may sit down; where the host is to be asked, only its own account.

    A socket has asked already whether an account may come in, as the list of friends does for keys.
    """
    friends = with_accounts(table.terms.friends, ask=table.terms.doors == "ask")
    table.terms = replace(table.terms, friends=friends)


def how_to_join(listener: LocalListener, audience: Audience) -> tuple[str, ...]:
    """What others type: here, and through the ssh server of this machine."""
    user = f"{account_name(os.geteuid())}@" if audience.folder == OWN else ""
    return (
        f"stammtisch join {listener.table}",
        f"stammtisch join ssh://{user}SERVER/{listener.table}",
    )
