"""The records of the matches that were played here: a list of them, and one told again in lines."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from core.errors import RecordError
from net.guest import Guest
from net.records import SUFFIX, Record, follow, load
from net.updates import Alarm
from tui.faults import cannot
from tui.plain_talk import Talk
from tui.telling import winners_text
from tui.verdicts import sound, verdict_lines
from tui.words import called, sentence


@dataclass(frozen=True, slots=True)
class Played:
    """One record in short; `winners` is empty for a match that was broken off."""

    file: str
    game: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    rounds: int


def history(folder: Path, out: TextIO, *, as_json: bool) -> int:
    """Print a line for every record, oldest first; one that cannot be read is named with why."""
    paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name)
    if as_json:
        print(json.dumps([_as_plain(path) for path in paths], indent=2), file=out)
        return 0
    if not paths:
        print(sentence("no_records"), file=out)
    for path in paths:
        try:
            played = _in_short(path)
        except (OSError, RecordError) as fault:
            print(sentence("cmd.no_record", path=path.name, fault=_said(fault)), file=out)
            continue
        print(
            f"{played.file}  {played.game}: {', '.join(played.players)}. {_end(played)}", file=out
        )
    return 0


def _end(played: Played) -> str:
    if not played.winners:
        return sentence("broken_off")
    return winners_text(played.winners)


def find(text: str, folder: Path) -> Path:
    """The record that somebody names: a path, or a name of the list with or without its ending."""
    name = Path(text).name
    here = (Path(text), folder / name, folder / f"{name}{SUFFIX}")
    return next((path for path in here if path.is_file()), here[0])


def replay(path: Path, out: TextIO, *, ascii: bool) -> int:  # noqa: A002 - the option is called so
    """Tell a record again, in the sentences of plain mode; raises a sentence for a damaged one."""
    try:
        lines = list(_told(load(path), ascii))
    except (OSError, RecordError) as fault:
        raise cannot("cmd.no_record", path=str(path), fault=_said(fault)) from fault
    for line in lines:
        print(line, file=out)
    return 0


def verify(paths: Sequence[Path], out: TextIO) -> int:
    """Check one record, or compare two of one match; 1 when anything differs.

    Each opened round gets its verdict and words. Raises a sentence for a file that is no record.
    """
    found = [_followed(path) for path in paths]
    code = 0
    for path, guest in zip(paths, found, strict=True):
        print(sentence("verify_head", file=path.name, events=guest.number), file=out)
        for line in verdict_lines(guest):
            print(line, file=out)
        code |= not sound(guest)
    if len(found) == 2:
        same = _public_bytes(found[0]) == _public_bytes(found[1])
        print(sentence("verify_same" if same else "verify_differ"), file=out)
        code |= not same
    return int(code)


def _followed(path: Path) -> Guest:
    try:
        *_, (guest, _) = follow(load(path))
    except (OSError, RecordError) as fault:
        raise cannot("cmd.no_record", path=str(path), fault=_said(fault)) from fault
    return guest


def _public_bytes(guest: Guest) -> list[bytes]:
    assert guest.opening is not None, "a record begins with an opening"
    return [guest.opening.opening, *(event.public for event in guest.heard)]


def _told(record: Record, ascii: bool) -> Iterator[str]:  # noqa: A002
    talk: Talk | None = None
    seen = False
    for guest, updates in follow(record):
        if talk is None:
            talk = Talk(guest, ascii)
        elif not seen and guest.match is not None:
            seen = True
            yield _seen_from(guest)
        for update in updates:
            # Who sat in for whom is told as it was; it is no news about this very program.
            if not isinstance(update, Alarm):
                talk.hear(update)
        yield from talk.take()


def _seen_from(guest: Guest) -> str:
    if guest.seat < 0:
        return sentence("record_public")
    return sentence("record_seat", name=called(guest.seat, guest.names))


def _in_short(path: Path) -> Played:
    *_, (guest, _) = follow(load(path))
    match = guest.match
    if match is None:
        raise RecordError("no match begins in it")
    players = tuple(called(seat, guest.names) for seat in range(match.seats))
    done = match.settlement if match.over else None
    winners = () if done is None else tuple(players[seat] for seat in done.winners)
    return Played(path.name, match.game.title, players, winners, match.rounds_over)


def _as_plain(path: Path) -> dict[str, object]:
    try:
        played = _in_short(path)
    except (OSError, RecordError) as fault:
        return {"file": path.name, "fault": _said(fault)}
    return {
        "file": played.file,
        "game": played.game,
        "players": list(played.players),
        "winners": list(played.winners),
        "rounds": played.rounds,
    }


def _said(fault: Exception) -> str:
    return (getattr(fault, "strerror", None) or str(fault)).rstrip(".")
