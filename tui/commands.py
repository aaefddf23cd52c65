"""What each command does: typed words become checked values, and a fault becomes a sentence.

Textual and the SSH library are loaded only by the commands that need them, when they run.
"""

import argparse
import contextlib
import getpass
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from core import bots, options
from core.game import Game, find
from core.shuffle import seed_key
from net.clean import NameRefused, clean, clean_name
from tui import roads, scripts
from tui.faults import WRONG, cannot
from tui.friends import friends_of
from tui.locations import Locations, locations, ready
from tui.options import HostWish, JoinWish, Options, PlayWish, RoadWish
from tui.words import name_refused, sentence

if TYPE_CHECKING:
    from net.openssh.via import Tunnel

BARE_TERMINALS: Final = ("dumb", "linux")
"""Terminals that may not have the suits among their signs."""

USUAL_SEATS: Final = 4
USUAL_LISTEN: Final = ":8822"
BEHIND_VIA: Final = "127.0.0.1:8822"
"""Where a table listens whose guests all come through a server."""


def games(arguments: argparse.Namespace) -> int:
    """`stammtisch games`."""
    return scripts.games(arguments.json, sys.stdout, arguments.game)


def rules(arguments: argparse.Namespace) -> int:
    """`stammtisch rules`."""
    return scripts.rules(arguments.game, sys.stdout, arguments.rule)


def simulate(arguments: argparse.Namespace) -> int:
    """`stammtisch simulate`."""
    return scripts.simulate(
        arguments.game,
        sys.stdout,
        seats=arguments.seats,
        count=arguments.games,
        seed=arguments.seed,
        bot=arguments.bot,
        texts=arguments.rule,
        as_json=arguments.json,
    )


def trace(arguments: argparse.Namespace) -> int:
    """`stammtisch trace`."""
    return scripts.trace(
        arguments.game,
        sys.stdout,
        seats=arguments.seats,
        seed=arguments.seed,
        bot=arguments.bot,
        texts=arguments.rule,
    )


def history(arguments: argparse.Namespace) -> int:
    """`stammtisch history`."""
    from tui import history as told

    return told.history(locations().records_dir, sys.stdout, as_json=arguments.json)


def replay(arguments: argparse.Namespace) -> int:
    """`stammtisch replay`: a name of the list, or a path."""
    from tui import history as told

    path = told.find(arguments.record, locations().records_dir)
    return told.replay(path, sys.stdout, ascii=arguments.ascii or _bare())


def verify(arguments: argparse.Namespace) -> int:
    """`stammtisch verify`: check a record, or compare two of one match."""
    from tui import history as told

    if len(arguments.records) > 2:
        raise cannot("cmd.two_records")
    paths = [told.find(one, locations().records_dir) for one in arguments.records]
    return told.verify(paths, sys.stdout)


def where(arguments: argparse.Namespace) -> int:
    """`stammtisch where`."""
    place = locations()
    found = {
        "config": str(place.config_dir),
        "friends": str(place.friends_file),
        "themes": str(place.themes_dir),
        "data": str(place.data_dir),
        "known_hosts": str(place.known_hosts),
        "records": str(place.records_dir),
        "log": str(place.log_file),
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        for name, path in found.items():
            print(f"{name:12} {path}")
    return 0


def home(arguments: argparse.Namespace) -> int:
    """`stammtisch` alone: the home screen, or, in lines, what can be said instead."""
    if arguments.plain:
        print(sentence("cmd.home_in_lines", game=next(iter(_known_games()))))
        return 0
    from tui.commands_evening import on_screen

    return on_screen(None, _options(arguments))


def play(arguments: argparse.Namespace) -> int:
    """`stammtisch play`."""
    from tui.commands_evening import begin

    game, chosen, seats = _game(arguments)
    wish = PlayWish(game, chosen, seats, arguments.bot, _seed(arguments.seed))
    return begin(wish, _options(arguments), plain=arguments.plain)


def host(arguments: argparse.Namespace) -> int:
    """`stammtisch host`."""
    from net.clocks import LONGEST, SHORTEST
    from tui.commands_evening import begin

    game, chosen, seats = _game(arguments)
    if not 0 <= arguments.bots <= seats - (not arguments.no_seat):
        raise cannot("cmd.bots_many", bots=arguments.bots, seats=seats)
    if arguments.no_seat and arguments.open == "ask":
        raise cannot("cmd.nobody_to_ask")
    if arguments.clock != 0 and not SHORTEST <= arguments.clock <= LONGEST:
        raise cannot("cmd.bad_clock", low=SHORTEST, high=LONGEST)
    if not arguments.local and (arguments.group is not None or arguments.everyone):
        raise cannot("road.only_local")
    local = roads.audience_of(arguments.group, arguments.everyone) if arguments.local else None
    listen, usual = None, BEHIND_VIA if arguments.via is not None else USUAL_LISTEN
    if arguments.listen is not None or arguments.via is not None or local is None:
        listen = _listen(usual if arguments.listen is None else arguments.listen)
    friends = friends_of(locations().friends_file, arguments.friend)
    if arguments.via is None and arguments.via_port is not None:
        raise cannot("road.only_via")
    wish = HostWish(
        game,
        chosen,
        seats,
        arguments.bot,
        _seed(arguments.seed),
        listen=listen,
        local=local,
        bots=arguments.bots,
        doors=arguments.open,
        clock=arguments.clock,
        watch=arguments.watch,
        no_seat=arguments.no_seat,
        start_when_full=arguments.start_when_full or arguments.no_seat,
        table=clean(arguments.table),
        friends=friends,
    )
    looks = _options(arguments)
    alone = arguments.open == "friends" and not (friends or local or arguments.watch)
    if alone and (arguments.plain or arguments.no_seat):
        note = sentence("cmd.no_friends", file=str(locations().friends_file))
        print(f"stammtisch: {note}", file=sys.stderr, flush=True)
    plain = arguments.plain or arguments.no_seat
    with _tunnel(arguments, plain=plain) as via:
        return begin(replace(wish, via=via), looks, plain=arguments.plain)


@contextlib.contextmanager
def _tunnel(arguments: argparse.Namespace, *, plain: bool) -> Iterator["Tunnel | None"]:
    """The login of `--via`, made before a screen covers its questions; ended in every case."""
    if arguments.via is None:
        yield None
        return
    from tui.commands_evening import check_terminal

    check_terminal(plain=plain)
    tunnel = roads.tunnel_from(arguments.via, arguments.via_port)
    try:
        yield tunnel
    finally:
        tunnel.let_go()


def resume(arguments: argparse.Namespace) -> int:
    """`stammtisch resume`."""
    from tui import commands_resume

    listen = None if arguments.listen is None else _listen(arguments.listen)
    if arguments.give_up:
        return commands_resume.give_up(arguments.table)
    entry = commands_resume.chosen(arguments.table)
    if entry is None:
        return WRONG
    from tui.commands_evening import begin

    if arguments.via is None and arguments.via_port is not None:
        raise cannot("road.only_via")
    chosen = _options(arguments)
    with _tunnel(arguments, plain=True) as via:
        wish = commands_resume.wish(entry, chosen, listen, via)
        return begin(wish, chosen, plain=arguments.plain)


def join(arguments: argparse.Namespace) -> int:
    """`stammtisch join`."""
    from net.ssh.address import parse_address
    from tui.commands_evening import begin, check_terminal

    if arguments.bot is not None:
        bots.bot(arguments.bot)
        if arguments.watch:
            raise cannot("cmd.bot_looks_on")
    seed = _seed(arguments.seed)
    watch = arguments.watch
    here = roads.leads_here(arguments.address)
    if here or arguments.address.startswith(roads.SERVER):
        if arguments.jump is not None:
            raise cannot("road.only_jump")
        chosen = _options(arguments)
        plain = arguments.plain or arguments.bot is not None
        check_terminal(plain=plain)
        road = RoadWish(roads.road_to(arguments.address), arguments.bot, seed, watch)
        if not plain:
            roads.announce(road)
        return begin(road, chosen, plain=arguments.plain)
    place = parse_address(arguments.address)
    wish = JoinWish(place.host, place.port, place.fingerprint, arguments.bot, seed, watch=watch)
    chosen = _options(arguments)
    if arguments.jump is None:
        return begin(wish, chosen, plain=arguments.plain)
    check_terminal(plain=arguments.plain or arguments.bot is not None)
    jump = roads.jump_to(arguments.jump, place.host, place.port)
    try:
        return begin(replace(wish, jump=jump), chosen, plain=arguments.plain)
    finally:
        jump.let_go()


def tables(arguments: argparse.Namespace) -> int:
    """`stammtisch tables`."""
    return roads.tables(arguments.json, sys.stdout)


def relay(_arguments: argparse.Namespace) -> int:
    """`stammtisch relay`."""
    return roads.relay()


# Reading what was typed


def _known_games() -> list[str]:
    from core.game import games as all_games

    return list(all_games())


def _game(arguments: argparse.Namespace) -> tuple[Game, Any, int]:
    """The game, its rules with the house rules, and the number of seats."""
    game = find(arguments.game)
    chosen = game.rules if arguments.preset is None else game.preset(arguments.preset)
    chosen = options.with_texts(chosen, arguments.rule)
    bots.bot(arguments.bot)
    low, high = game.seats(chosen)
    seats = min(max(USUAL_SEATS, low), high) if arguments.seats is None else arguments.seats
    game.check_seats(chosen, seats)
    return game, chosen, seats


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return seed_key(text)
    except ValueError:
        raise cannot("cmd.bad_seed") from None


def _listen(text: str) -> tuple[str, int]:
    """`ADDRESS:PORT`; without an address everywhere, with port 0 a free one."""
    address, colon, port = text.rpartition(":")
    bracketed = address.startswith("[") and address.endswith("]")
    known = colon and port.isascii() and port.isdigit() and len(port) < 6 and int(port) < 1 << 16
    if not known or (":" in address and not bracketed):
        raise cannot("cmd.bad_listen", text=clean(text, cells=60))
    return address[1:-1] if bracketed else address, int(port)


def _options(arguments: argparse.Namespace) -> Options:
    place = locations()
    name = _name(arguments.name)
    _make_ready(place)
    return Options(
        name=name,
        data_dir=place.data_dir,
        config_dir=place.config_dir,
        state_dir=place.state_dir,
        theme=arguments.theme,
        ascii=arguments.ascii or _bare(),
        mouse=not arguments.no_mouse,
    )


def _bare() -> bool:
    """Whether the suits may be missing from what the terminal can write."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "")
    return encoding != "utf8" or os.environ.get("TERM", "") in BARE_TERMINALS


def _make_ready(place: Locations) -> None:
    for folder in (place.config_dir, place.data_dir, place.state_dir):
        try:
            ready(folder)
        except OSError as fault:
            said = fault.strerror or str(fault)
            raise cannot("cmd.no_place", folder=str(folder), fault=said) from None


def _name(wanted: str | None) -> str:
    """The name that was typed, or the login's, or one that everybody may have."""
    if wanted is not None:
        try:
            return clean_name(wanted)
        except NameRefused as fault:
            shown = clean(wanted, cells=60)
            raise cannot("cmd.bad_name", name=shown, why=name_refused(fault.reason)) from None
    with contextlib.suppress(NameRefused, OSError, KeyError):
        return clean_name(getpass.getuser())
    return "Player"
