"""Running an evening from the command line: on a screen, in lines, or with nobody there."""

import asyncio
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from net.errors import JournalError
from net.updates import Update, WayChanged
from tui import logbook
from tui.doctor_files import network_warning
from tui.faults import FAILED, cannot
from tui.options import HostWish, Invite, JoinWish, Options, ResumeWish, RoadWish
from tui.plain import invitation_lines, run_plain
from tui.plain_input import typed_lines
from tui.plain_talk import Talk
from tui.roads import way_line
from tui.screens.evenings import evening_for
from tui.words import sentence

if TYPE_CHECKING:
    from net.evening import Evening

STOPS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a kind kill, a terminal that was closed: each ends an evening in good order."""


def begin(invite: Invite, chosen: Options, *, plain: bool) -> int:
    """Start what was asked for in the way that was asked for; gives the exit code."""
    alone = isinstance(invite, JoinWish | RoadWish) and invite.bot is not None
    unseated = isinstance(invite, HostWish) and invite.no_seat
    if isinstance(invite, ResumeWish):
        unseated = invite.evening.joining is None
    if isinstance(invite, HostWish | ResumeWish) and (warning := network_warning(chosen.data_dir)):
        print(f"stammtisch: {warning}", file=sys.stderr, flush=True)
    if not (alone or unseated or plain):
        return on_screen(invite, chosen)
    with logbook.kept():
        evening = evening_for(invite, chosen)
        if alone or unseated:
            code = _until_stopped(_unattended(evening, chosen))
        else:
            code = _until_stopped(run_plain(evening, typed_lines(), _write, chosen.ascii))
    fault = None if evening.hosting is None else evening.hosting.fault
    if isinstance(fault, JournalError):
        raise fault
    if evening.unfinished:
        later = sentence("resume.later", table=evening.unfinished)
        print(f"stammtisch: {later}", file=sys.stderr)
    return code


def check_terminal(*, plain: bool) -> None:
    """A screen needs a terminal that can more than print; raises `WrongWords`."""
    attached = sys.stdin.isatty() and sys.stdout.isatty()
    if not plain and (not attached or os.environ.get("TERM") == "dumb"):
        raise cannot("cmd.no_terminal")


def on_screen(invite: Invite | None, chosen: Options) -> int:
    """Open the screens; a sentence where there is no terminal for them."""
    check_terminal(plain=False)
    if chosen.theme:
        _check_theme(chosen)
    from tui.app import run_app

    return run_app(chosen, invite)


def _check_theme(chosen: Options) -> None:
    from textual.theme import BUILTIN_THEMES

    from tui import themes

    own, _ = themes.user_themes(chosen.config_dir / "themes")
    known = [*(look.name for look in (*themes.built_in(), *own)), *BUILTIN_THEMES]
    if chosen.theme not in known:
        raise cannot("cmd.no_theme", name=chosen.theme, known=", ".join(known))


def _write(line: str) -> None:
    """One line out; at a terminal it breaks between words, elsewhere it stays whole."""
    if sys.stdout.isatty():
        room = max(20, shutil.get_terminal_size().columns - 1)
        line = "\n".join(textwrap.wrap(line, room, break_on_hyphens=False))
    print(line, flush=True)


def _until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """Run to the end or to a signal, whose exit code is the usual 128 and its number."""
    stopped: list[int] = []

    async def run() -> int:
        task = asyncio.current_task()
        assert task is not None, "this runs in a task"
        loop = asyncio.get_running_loop()

        def stop(number: int) -> None:
            stopped.append(number)
            task.cancel()

        for number in STOPS:
            loop.add_signal_handler(number, stop, number)
        try:
            return await work
        except asyncio.CancelledError:
            if not stopped:
                raise
            return 128 + stopped[0]

    return asyncio.run(run())


def _tell_way(update: Update) -> None:
    if isinstance(update, WayChanged):
        _write(way_line(update))


async def _unattended(evening: "Evening", chosen: Options) -> int:
    """A host who does not play, or a seat that a bot plays: lines out, nothing in."""
    try:
        if evening.joining is None:
            evening.on_way = _tell_way
            await evening.start()
            for line in invitation_lines(evening):
                _write(line)
            assert evening.hosting is not None, "a host has a table"
            await evening.hosting.stopped.wait()
            return FAILED
        return await _watch(evening, Talk(evening.guest, chosen.ascii))
    finally:
        await evening.close()


async def _watch(evening: "Evening", talk: Talk) -> int:
    """Say what happens at a seat that a bot plays, until the match is over or the table is gone."""
    joining = evening.joining
    assert joining is not None, "a bot has a seat"
    plays: Callable[[Update], None] = joining.on_update
    news = asyncio.Event()

    def on_update(update: Update) -> None:
        talk.hear(update)
        plays(update)
        news.set()

    joining.on_update = on_update
    await evening.start()
    for line in invitation_lines(evening):
        _write(line)
    while True:
        await news.wait()
        news.clear()
        for line in talk.take():
            _write(line)
        if talk.over():
            return talk.code or 0
        if talk.kept:
            return 0
