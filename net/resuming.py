"""An evening that goes on: a table that was left in the middle, where its journal ends."""

import secrets
import time
from pathlib import Path

from core import options
from core.errors import RulesError
from core.game import find
from net.errors import JournalError
from net.evening import Evening, Setup, host_evening, luck_of, terms_of
from net.journal_files import take_up
from net.local.audience import kept_audience
from net.restoring import CannotFollow, restored
from net.saved import Saved, State


def resume_evening(
    path: Path,
    name: str,
    data_dir: Path,
    *,
    listen: tuple[str, int] | None = None,
    friends: frozenset[str] = frozenset(),
) -> Evening:
    """A table that was left in the middle, where its journal ends; raises `JournalError`.

    It listens where it did, unless `listen` says otherwise; `friends` may come in besides those who
    could before.
    """
    journal, saved = take_up(path)
    try:
        if saved.state is not State.OPEN:
            raise JournalError(saved.state.name.lower(), path)
        setup = _setup_again(saved, name, data_dir, listen, friends)
        luck = luck_of(setup.key, saved.calls)
        now = time.monotonic()
        table = restored(saved, terms_of(setup), luck, secrets.token_bytes, now)
    except CannotFollow as fault:
        journal.close()
        raise JournalError("damaged", path, str(fault)) from fault
    except RulesError as fault:
        journal.close()
        raise JournalError("other_rules", path, str(fault)) from fault
    except BaseException:
        journal.close()
        raise
    evening = host_evening(setup)
    evening.journal, evening.taken_up = journal, table
    return evening


def _setup_again(
    saved: Saved,
    name: str,
    data_dir: Path,
    listen: tuple[str, int] | None,
    friends: frozenset[str],
) -> Setup:
    about = saved.about
    game = find(about.game)
    if game.version != about.game_version:
        text = f"{game.title} version {about.game_version}, here {game.version}"
        raise RulesError("unknown_game", text)
    return Setup(
        game=game,
        rules=options.with_values(game.rules, saved.rules),
        seats=about.seats,
        name=name,
        data_dir=data_dir,
        table=about.table,
        bot=about.bot,
        key=about.key,
        listen=about.listen if listen is None else listen,
        doors=about.doors,
        friends=about.friends | friends,
        host_plays=about.host_plays,
        start_when_full=about.start_when_full,
        pace=about.pace,
        grace=about.grace,
        clock=saved.conduct.clock,
        watch=about.watch,
        local=None if about.local is None else kept_audience(about.local),
    )
