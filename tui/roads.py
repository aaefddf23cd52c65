"""The roads that are prepared before a screen opens, and the list of the tables of this machine."""

import json
import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

from net.local import door
from net.ssh.errors import AddressError
from tui.faults import FAILED, cannot
from tui.options import RoadWish
from tui.words import sentence

if TYPE_CHECKING:
    from net.evening import Road
    from net.local.audience import Audience
    from net.local.tables import Found
    from net.openssh.jump import Jump
    from net.openssh.via import Tunnel
    from net.updates import WayChanged

SERVER: Final = "ssh://"


def leads_here(address: str | None) -> bool:
    """Whether an address of `stammtisch join` is that of a table on this machine.

    Nothing is one, and whatever has a slash, which no host has: a table that somebody opens here
    can never take the place of a host that is called the same.
    """
    if address is None or address.startswith(SERVER):
        return address is None
    return "/" in address.partition("#")[0]  # a fingerprint may have one


def road_to(address: str | None) -> "Road":
    """The road to a table on this machine or behind a server, with the connection made.

    Raises `RoadError` with a sentence, and `WrongWords` where several tables could be meant.
    """
    from net.local.tables import SeveralError

    try:
        if leads_here(address):
            return _here(address)
        assert address is not None, "nothing leads here"
        return _through(address)
    except SeveralError as several:
        front = "" if leads_here(address) else f"{str(address).rstrip('/').split('/', 3)[2]}/"
        front = front and f"{SERVER}{front}"
        named = ", ".join(f"stammtisch join {front}{table}" for table in several.tables)
        raise cannot("road.several", tables=named) from None


def _here(address: str | None) -> "Road":
    from net.local.road import LocalRoad

    table = "" if address is None else address.strip().removesuffix("/")
    if table and not door.is_table(table):
        raise AddressError(
            f"{table!r} names no table; one is written ACCOUNT/NAME, such as ann/one-hundred."
        )
    road = LocalRoad(table)
    road.prepare()
    return road


def _through(address: str) -> "Road":
    from net.openssh.address import parse_server
    from net.openssh.road import ServerRoad

    road = ServerRoad(parse_server(address))
    road.prepare(_show if sys.stderr.isatty() else None)
    return road


def jump_to(server: str, host: str, port: int) -> "Jump":
    """The way to a table's port through a server, connected; raises `RoadError`."""
    from net.openssh.address import parse_login
    from net.openssh.jump import Jump

    jump = Jump(parse_login(server), host, port)
    jump.prepare(_show if sys.stderr.isatty() else None)
    return jump


def tunnel_from(server: str, far_port: str | None) -> "Tunnel":
    """The login to the server through which friends will come; raises `RoadError`."""
    from net.openssh.address import parse_far_port, parse_login
    from net.openssh.via import Tunnel

    port, everywhere = (None, False) if far_port is None else parse_far_port(far_port)
    tunnel = Tunnel(parse_login(server), port, everywhere=everywhere)
    tunnel.prepare(_show if sys.stderr.isatty() else None)
    return tunnel


def way_line(update: "WayChanged") -> str:
    """What became of the way through a server."""
    key = "road.way_closed" if update.fault else "road.way_open"
    return sentence(key, server=update.server, fault=update.fault)


def _show(line: str) -> None:
    print(sentence("road.ssh_says", line=line), file=sys.stderr, flush=True)


def whose_table(road: "Road") -> str:
    """Which account it is that hosts a table (E2)."""
    return sentence("road.account", account=road.account, uid=str(road.uid))


def announce(wish: RoadWish) -> None:
    """Say whose table it is, before a screen covers it."""
    print(whose_table(wish.road), file=sys.stderr, flush=True)


def audience_of(group: str | None, everyone: bool) -> "Audience":
    """For whom `--local` opens a socket; raises `ListenError` for a group that cannot be used."""
    from net.local import audience

    if group is not None and everyone:
        raise cannot("road.group_or_everyone")
    if group is not None:
        return audience.group(group)
    return audience.everyone() if everyone else audience.own_account()


def tables(as_json: bool, out: TextIO) -> int:
    """`stammtisch tables`: what can be joined on this machine."""
    from core.game import games
    from net.local.tables import tables as found_here

    found, impostors = found_here()
    for spot in impostors:
        note = sentence("road.impostor", account=spot.account, path=str(spot.path))
        print(f"stammtisch: {note}", file=sys.stderr)
    if as_json:
        print(json.dumps([_values(each) for each in found], indent=2), file=out)
        return 0
    known = games()
    for each in found:
        state = sentence("road.running" if each.running else "road.waiting")
        game = known[each.game].title if each.game in known else each.game
        line = sentence(
            "road.listed",
            table=each.spot.table,
            title=each.title,
            game=game,
            state=state,
            taken=each.taken,
            seats=each.seats,
        )
        print(line, file=out)
    if not found:
        print(sentence("road.none"), file=out)
    return 0


def _values(found: "Found") -> dict[str, object]:
    return {
        "table": found.spot.table,
        "account": found.spot.account,
        "uid": found.spot.uid,
        "title": found.title,
        "game": found.game,
        "seats": found.seats,
        "taken": found.taken,
        "running": found.running,
    }


def relay() -> int:
    """`stammtisch relay`: the far end of `stammtisch join ssh://…`."""
    from net.local.relay import relay as carried

    if _typed_at_a_terminal():
        raise cannot("road.relay_by_hand")
    try:
        return carried(0, 1)
    except OSError:
        return FAILED


def _typed_at_a_terminal() -> bool:
    return os.isatty(0)
