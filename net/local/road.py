"""The guest's end of the road between accounts of one machine."""

import asyncio
import socket

from net.link import Link
from net.local.link import link_over
from net.local.places import Spot
from net.local.tables import choose, open_table


class LocalRoad:
    """The way to one table here; `account` is the one that hosts it, once `prepare` has run."""

    def __init__(self, table: str = "") -> None:
        """`table` is `ACCOUNT/NAME`, `ACCOUNT` or empty, as `net.local.tables.choose` reads it."""
        self._table = table
        self._open: tuple[Spot, socket.socket, bytes] | None = None
        self.account = ""
        self.uid = -1

    def prepare(self) -> None:
        """Choose and connect before a screen is opened, so that what fails is told in a line."""
        self._open = self._connect()

    def _connect(self) -> tuple[Spot, socket.socket, bytes]:
        spot = choose(self._table)
        self.account, self.uid, self._table = spot.account, spot.uid, spot.table
        return spot, *open_table(spot)

    async def dial(self) -> Link:
        """The connection that was prepared, or another one to the same table."""
        ready, self._open = self._open, None
        if ready is None:
            ready = await asyncio.to_thread(self._connect)
        spot, sock, rest = ready
        return await link_over(sock, f"uid:{spot.uid}", str(spot.path), rest=rest)

    def close(self) -> None:
        """Let go of what was prepared and never used."""
        ready, self._open = self._open, None
        if ready is not None:
            ready[1].close()
