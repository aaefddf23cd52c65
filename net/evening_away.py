"""An evening at somebody else's table: over SSH, or by a road that was prepared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from net.autoplay import autoplay
from net.evening import Evening, Road, bot_luck_of, keep_records, new_guest
from net.joining import Dial, Joining

if TYPE_CHECKING:
    from net.link import Link
    from net.openssh.jump import Jump
    from net.ssh.address import Address

CONNECT_WITHIN = 30.0
"""Seconds for reaching a host and logging in."""


def join_evening(
    address: Address,
    name: str,
    data_dir: Path,
    *,
    watch: bool = False,
    bot: str | None = None,
    key: bytes | None = None,
    ssh_dir: Path | None = None,
    agent: str | None = None,
    jump: Jump | None = None,
) -> Evening:
    """A seat at somebody else's table over SSH; `bot` plays it by itself, with `watch` it is none.

    `jump` leads to the address through a server, and has logged in there.

    `ssh_dir` and `agent` name further keys, offered only when our own is refused. `evening.met` is
    the fingerprint of a host that was met for the first time.
    """

    def meet(fingerprint: str) -> None:
        evening.met = fingerprint

    async def dial() -> Link:
        from net.ssh.client import connect

        return await connect(
            address.host if jump is None else jump.host,
            address.port,
            username="stammtisch",
            key_dir=data_dir,
            known_hosts=data_dir / "known_hosts",
            expected_fingerprint=address.fingerprint,
            timeout=CONNECT_WITHIN,
            ssh_dir=ssh_dir,
            agent=agent,
            on_new_host=meet,
            way=None if jump is None else jump.open,
        )

    evening = _away(name, data_dir, dial, watch=watch, bot=bot, key=key)
    evening.jump = jump
    return evening


def road_evening(
    road: Road,
    name: str,
    data_dir: Path,
    *,
    watch: bool = False,
    bot: str | None = None,
    key: bytes | None = None,
) -> Evening:
    """A seat at the table at the end of a road that was prepared; `bot` plays it by itself, with
    `watch` it is none.
    """
    evening = _away(name, data_dir, road.dial, watch=watch, bot=bot, key=key)
    evening.road = road
    return evening


def _away(
    name: str, data_dir: Path, dial: Dial, *, watch: bool, bot: str | None, key: bytes | None
) -> Evening:
    """A seat at somebody else's table, whatever leads there; its matches are kept."""
    joining = Joining(new_guest(name, watch=watch), dial)
    keep_records(joining, data_dir)
    if bot is not None:
        autoplay(joining, bot, bot_luck_of(key))
    return Evening(joining)
