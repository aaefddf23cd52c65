"""Which table goes on: found by its name, or the only one there is; a list where there are more."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import RulesError
from core.game import find
from net.clean import clean
from net.errors import JournalError
from net.journal_files import Entry, journals, take_up
from net.keeping import tables_folder
from net.saved import State
from tui.faults import WRONG, cannot
from tui.friends import friends_of
from tui.locations import locations
from tui.options import Options, ResumeWish
from tui.words import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from net.openssh.via import Tunnel


def chosen(name: str | None) -> Entry | None:
    """The table that is meant; None when there are several, after they were listed.

    Raises `WrongWords` for one that there is not, `JournalError` for one that cannot go on.
    """
    entries = journals(tables_folder(locations().data_dir))
    if name is not None:
        return _may_go_on(_named(entries, name))
    left = [one for one in entries if one.state is State.OPEN and not one.held]
    able = [one for one in left if not one.fault]
    if not left:
        raise cannot("resume.none")
    if len(able) == 1 or not able:
        return _may_go_on((able or left)[0])
    for one in left:
        print(_line(one))
    print(f"stammtisch: {sentence('resume.which')}", file=sys.stderr)
    return None


def wish(
    entry: Entry,
    options: Options,
    listen: tuple[str, int] | None,
    via: Tunnel | None = None,
) -> ResumeWish:
    """The table, taken up from its journal; raises `JournalError`."""
    from net.resuming import resume_evening
    from tui.remote_lines import serve_terminal

    friends = friends_of(locations().friends_file, ())
    evening = resume_evening(
        entry.path, options.name, options.data_dir, listen=listen, friends=friends
    )
    if evening.setup is not None:
        evening.setup = replace(evening.setup, via=via, serves=serve_terminal)
    return ResumeWish(evening)


def give_up(name: str | None) -> int:
    """`stammtisch resume --give-up TABLE`."""
    entry = chosen(name)
    if entry is None:
        return WRONG
    journal, saved = take_up(entry.path)
    try:
        if saved.state is not State.OPEN:
            raise JournalError(saved.state.name.lower(), entry.path)
        journal.put_down(State.GIVEN_UP)
    finally:
        journal.close()
    print(sentence("resume.gave_up", table=entry.name))
    return 0


def _named(entries: Sequence[Entry], name: str) -> Entry:
    """The table of this name, or called so if no other is; of several, the latest."""
    for one in entries:
        if one.name == name:
            return one
    alike = [one for one in entries if one.table and one.table.casefold() == name.casefold()]
    open_ones = [one for one in alike if one.state is State.OPEN]
    if not alike:
        raise cannot("resume.unknown", table=clean(name, cells=60))
    return (open_ones or alike)[-1]


def _may_go_on(entry: Entry) -> Entry:
    if entry.fault:
        raise JournalError(entry.fault, entry.path)
    if entry.state is not State.OPEN:
        raise JournalError(entry.state.name.lower(), entry.path)
    if entry.held:
        raise JournalError("held", entry.path)
    return entry


def _line(entry: Entry) -> str:
    """A table in the list."""
    if entry.fault:
        state = sentence("resume.fault", reason=entry.fault)
        return sentence("resume.line_bad", table=entry.name, state=state)
    try:
        title = find(entry.game).title
    except RulesError:
        title = clean(entry.game, cells=40)
    return sentence(
        "resume.line",
        table=entry.name,
        title=title,
        name=clean(entry.table, cells=40),
        players=", ".join(clean(one, cells=20) for one in entry.players),
    )
