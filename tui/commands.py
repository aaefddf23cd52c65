"""What each command does. Textual and the SSH library are loaded only by those that need them."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import json
import os
import signal
import sys
import traceback
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from core import bots, options
from core.game import Game, find
from core.shuffle import seed_key
from net.clean import NameRefused, clean_name
from tui import scripts
from tui.cli import INTERRUPTED, cannot
from tui.friends import friends_of
from tui.locations import Locations, locations, ready
from tui.options import HostWish, Invite, JoinWish, Options, PlayWish
from tui.words import name_refused, sentence

if TYPE_CHECKING:
    from net.evening import Evening

DUMB = ("dumb", "linux")


def games(arguments: argparse.Namespace) -> int:
    """`stammtisch games`."""
    return scripts.games(arguments.json, sys.stdout)


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


def where(arguments: argparse.Namespace) -> int:
    """`stammtisch where`."""
    place = locations()
    found = {
        "config": str(place.config_dir),
        "friends": str(place.friends_file),
        "themes": str(place.themes_dir),
        "data": str(place.data_dir),
        "known_hosts": str(place.known_hosts),
        "log": str(place.log_file),
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        for name, path in found.items():
            print(f"{name:12} {path}")
    return 0


def home(arguments: argparse.Namespace) -> int:
    """`stammtisch` alone: the home screen."""
    return _on_screen(None, _options(arguments))


def play(arguments: argparse.Namespace) -> int:
    """`stammtisch play`."""
    game, rules, seats = _game(arguments)
    wish = PlayWish(game, rules, seats, arguments.bot, _seed(arguments.seed))
    return _begin(wish, arguments)


def host(arguments: argparse.Namespace) -> int:
    """`stammtisch host`."""
    game, rules, seats = _game(arguments)
    people = seats - (0 if arguments.no_seat else 1)
    if not 0 <= arguments.bots <= people:
        raise cannot("cmd.bots_many", bots=arguments.bots, seats=seats)
    wish = HostWish(
        game,
        rules,
        seats,
        arguments.bot,
        _seed(arguments.seed),
        listen=_listen(arguments.listen),
        bots=arguments.bots,
        doors=arguments.open,
        no_seat=arguments.no_seat,
        start_when_full=arguments.start_when_full or arguments.no_seat,
        table=arguments.table,
        friends=friends_of(locations().friends_file, arguments.friend),
    )
    return _begin(wish, arguments)


def join(arguments: argparse.Namespace) -> int:
    """`stammtisch join`."""
    from net.ssh.address import parse_address

    if arguments.bot is not None:
        bots.bot(arguments.bot)
    place = parse_address(arguments.address)
    wish = JoinWish(
        place.host, place.port, place.fingerprint, arguments.bot, _seed(arguments.seed)
    )
    return _begin(wish, arguments)


# Reading what was typed


def _game(arguments: argparse.Namespace) -> tuple[Game, Any, int]:
    """The game, its rules with the house rules, and the number of seats."""
    game = find(arguments.game)
    rules = game.rules if arguments.preset is None else game.preset(arguments.preset)
    rules = options.with_texts(rules, arguments.rule)
    bots.bot(arguments.bot)
    low, high = game.seats(rules)
    seats = min(max(4, low), high) if arguments.seats is None else arguments.seats
    game.check_seats(rules, seats)
    return game, rules, seats


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return seed_key(text)
    except ValueError:
        raise cannot("cmd.bad_seed") from None


def _listen(text: str) -> tuple[str, int]:
    address, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise cannot("cmd.bad_listen", text=text)
    return address.removeprefix("[").removesuffix("]"), int(port)


def _options(arguments: argparse.Namespace) -> Options:
    place = locations()
    _make_ready(place)
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    bare = encoding != "utf8" or os.environ.get("TERM", "") in DUMB
    if arguments.theme:
        _check_theme(arguments.theme, place)
    return Options(
        name=_name(getattr(arguments, "name", None)),
        data_dir=place.data_dir,
        config_dir=place.config_dir,
        state_dir=place.state_dir,
        theme=arguments.theme,
        ascii=arguments.ascii or bare,
        mouse=not arguments.no_mouse,
    )


def _make_ready(place: Locations) -> None:
    for folder in (place.config_dir, place.data_dir, place.state_dir):
        try:
            ready(folder)
        except OSError as fault:
            raise cannot("cmd.no_place", folder=str(folder), fault=str(fault)) from None


def _check_theme(name: str, place: Locations) -> None:
    from textual.theme import BUILTIN_THEMES

    from tui import themes

    own, _ = themes.user_themes(place.themes_dir)
    known = [look.name for look in (*themes.built_in(), *own)]
    if name not in known and name not in BUILTIN_THEMES:
        raise cannot("cmd.no_theme", name=name, known=", ".join([*known, *BUILTIN_THEMES]))


def _name(wanted: str | None) -> str:
    """The name that was typed, or the login's, or one that everybody may have."""
    if wanted is not None:
        try:
            return clean_name(wanted)
        except NameRefused as fault:
            raise cannot("cmd.bad_name", name=wanted, why=name_refused(fault.reason)) from None
    with contextlib.suppress(NameRefused, OSError, KeyError):
        return clean_name(getpass.getuser())
    return "Player"


# Running an evening


def _begin(invite: Invite, arguments: argparse.Namespace) -> int:
    chosen = _options(arguments)
    alone = isinstance(invite, JoinWish) and invite.bot is not None
    unseated = isinstance(invite, HostWish) and invite.no_seat
    if alone or unseated:
        return asyncio.run(_unattended(invite, chosen))
    if arguments.plain:
        return asyncio.run(_plain(invite, chosen))
    return _on_screen(invite, chosen)


def _on_screen(invite: Invite | None, chosen: Options) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise cannot("cmd.no_terminal")
    from tui.app import run_app

    return run_app(chosen, invite)


def _write(line: str) -> None:
    print(line, flush=True)


async def _typed() -> AsyncIterator[str]:
    """The lines of standard input as they come; a thread that ends with the process reads them."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(0), "rb")
    )
    try:
        while line := await reader.readline():
            yield line.decode("utf-8", "replace").rstrip("\r\n")
    finally:
        transport.close()


def _stop_on_signals(task: asyncio.Task[Any]) -> None:
    """Ctrl-C, a closed terminal and a kind kill end the evening in good order."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, task.cancel)


async def _plain(invite: Invite, chosen: Options) -> int:
    from tui.plain import run_plain
    from tui.screens.evenings import evening_for

    task = asyncio.current_task()
    assert task is not None, "this runs in a task"
    _stop_on_signals(task)
    try:
        return await run_plain(evening_for(invite, chosen), _typed(), _write, chosen.ascii)
    except asyncio.CancelledError:
        return INTERRUPTED


async def _unattended(invite: Invite, chosen: Options) -> int:
    """A host who does not play, or a seat that a bot plays: lines out, nothing in."""
    from tui.plain_talk import Talk
    from tui.screens.evenings import evening_for

    evening = evening_for(invite, chosen)
    task = asyncio.current_task()
    assert task is not None, "this runs in a task"
    _stop_on_signals(task)
    try:
        if evening.joining is None:
            return await _keep_open(evening)
        return await _watch_bot(evening, Talk(evening.guest, chosen.ascii))
    except asyncio.CancelledError:
        return INTERRUPTED
    finally:
        await evening.close()


async def _keep_open(evening: Evening) -> int:
    await evening.start()
    for line in evening.invitation:
        _write(line)
    await asyncio.Event().wait()
    return 0


async def _watch_bot(evening: Evening, talk: Any) -> int:
    """Print what happens; leave when the match is over."""
    joining = evening.joining
    assert joining is not None, "a bot has a seat"
    plays = joining.on_update
    done = asyncio.Event()

    def on_update(update: Any) -> None:
        plays(update)
        talk.hear(update)
        for line in talk.take():
            _write(line)
        match = evening.guest.match
        if talk.code is not None or (match is not None and match.over):
            done.set()

    joining.on_update = on_update
    await evening.start()
    await done.wait()
    return talk.code or 0


def note_crash(fault: Exception) -> str:
    """Put a fault of ours into the log; gives the sentence that says where."""
    place = locations()
    try:
        ready(place.state_dir)
        with place.log_file.open("a", encoding="utf-8") as log:
            traceback.print_exception(fault, file=log)
    except OSError:
        return sentence("cmd.crashed_no_log", fault=type(fault).__name__)
    return sentence("cmd.crashed", file=str(place.log_file))
