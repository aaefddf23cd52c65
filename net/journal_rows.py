"""Rows of a journal: how each change becomes some, and how a table is read from them.

What is read is checked: a row that cannot be what we wrote is a `ValueError`.
"""

import json
import sqlite3
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from core.options import Value
from net import messages as m
from net.saved import (
    About,
    ChatSaid,
    Conduct,
    EventTold,
    HandedOver,
    MatchBegan,
    RulesChanged,
    Saved,
    SavedEvent,
    SavedMatch,
    SavedSeat,
    SeatChanged,
    SeatsCounted,
    SpeakerMuted,
    State,
    TallyChanged,
    Write,
)
from net.seating import ANSWERS_KEPT
from net.story import By


def write(db: sqlite3.Connection, change: Write) -> None:
    """Put one change into the transaction that is open."""
    _WRITERS[type(change)](db, change)


def write_about(db: sqlite3.Connection, about: About) -> None:
    """What the host has decided, in the place of what stands there."""
    db.execute("DELETE FROM about")
    db.execute("DELETE FROM friends")
    db.execute(
        f"INSERT INTO about VALUES (1, ?{', ?' * 15})",  # noqa: S608 - only marks
        (
            State.OPEN.value,
            about.table,
            about.game,
            about.game_version,
            about.seats,
            about.bot,
            about.doors,
            about.grace,
            about.start_when_full,
            about.host_plays,
            about.pace,
            about.key,
            *(("", 0) if about.listen is None else about.listen),
            about.watch,
            about.local,
        ),
    )
    friends = [(identity,) for identity in sorted(about.friends)]
    db.executemany("INSERT INTO friends VALUES (?)", friends)


def _write_match(db: sqlite3.Connection, write: MatchBegan) -> None:
    db.execute("INSERT INTO matches VALUES (?, ?)", (write.number, write.opening))
    db.executemany(
        "INSERT INTO players VALUES (?, ?, ?, ?)",
        [(write.number, seat, one, one) for seat, one in enumerate(write.players)],
    )


def _write_player(db: sqlite3.Connection, write: HandedOver) -> None:
    db.execute(
        "UPDATE players SET plays = ? WHERE match = ? AND seat = ?",
        (write.identity, write.match, write.seat),
    )


def _write_event(db: sqlite3.Connection, write: EventTold) -> None:
    event = write.event
    by = (None, None, None) if event.by is None else (event.by.seat, event.by.start, event.by.count)
    db.execute(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (write.match, write.number, event.public, event.head, event.seed or None, *by),
    )


def _write_chat(db: sqlite3.Connection, write: ChatSaid) -> None:
    line = write.line
    db.execute(
        "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)",
        (line.number, write.identity, line.speaker, line.seat, line.name, line.text),
    )
    db.execute("DELETE FROM chat WHERE number <= ?", (line.number - m.CHAT_KEPT,))


def _write_muted(db: sqlite3.Connection, write: SpeakerMuted) -> None:
    db.execute("DELETE FROM muted WHERE identity = ?", (write.identity,))
    if write.muted:
        db.execute("INSERT INTO muted VALUES (?)", (write.identity,))


def _write_tally(db: sqlite3.Connection, write: TallyChanged) -> None:
    one = write.tally
    db.execute(
        "INSERT OR REPLACE INTO tallies VALUES (?, ?, ?, ?)",
        (write.who, one.name, one.matches, one.won),
    )


def _write_conduct(db: sqlite3.Connection, write: Conduct) -> None:
    db.execute(
        "INSERT OR REPLACE INTO conduct VALUES (1, ?, ?, ?, ?, ?, ?)",
        (write.paused, write.clock, *write.question, write.seat, write.left),
    )


def _write_rules(db: sqlite3.Connection, write: RulesChanged) -> None:
    db.execute("DELETE FROM rules")
    rules = [(option, json.dumps(value)) for option, value in write.rules.items()]
    db.executemany("INSERT INTO rules VALUES (?, ?)", rules)


def _write_seat(db: sqlite3.Connection, write: SeatChanged) -> None:
    seat = write.seat
    db.execute(
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            write.number,
            seat.identity,
            seat.name,
            int(seat.kind),
            seat.bot,
            seat.stood_in,
            seat.left,
            seat.waits,
            seat.start,
            b"".join(seat.replaced),
        ),
    )


def _write_count(db: sqlite3.Connection, write: SeatsCounted) -> None:
    db.execute("DELETE FROM seats WHERE number >= ?", (write.count,))


_WRITERS: Final[MappingProxyType[type, Callable[[sqlite3.Connection, Any], None]]] = (
    MappingProxyType(
        {
            MatchBegan: _write_match,
            HandedOver: _write_player,
            EventTold: _write_event,
            ChatSaid: _write_chat,
            SpeakerMuted: _write_muted,
            TallyChanged: _write_tally,
            Conduct: _write_conduct,
            RulesChanged: _write_rules,
            SeatChanged: _write_seat,
            SeatsCounted: _write_count,
        }
    )
)


# Reading


def load(db: sqlite3.Connection) -> Saved:
    """The table as it stands in the file; raises `ValueError` for what we did not write."""
    state, about = _about(db)
    seats = tuple(_seat(number, row) for number, row in enumerate(db.execute(_SEATS)))
    (calls,) = db.execute("SELECT count(*) FROM events WHERE seed IS NOT NULL").fetchone()
    rules = {text(name): _value(value) for name, value in db.execute("SELECT * FROM rules")}
    answers = {number: _answers(db, seat) for number, seat in enumerate(seats) if seat.start}
    return Saved(
        about,
        state,
        rules,
        seats,
        _match(db),
        _whole(calls),
        answers,
        _conduct(db),
        tuple(_chat(row) for row in db.execute("SELECT * FROM chat ORDER BY number")),
        frozenset(text(one) for (one,) in db.execute("SELECT identity FROM muted")),
        tuple(_tally(row) for row in db.execute("SELECT * FROM tallies ORDER BY rowid")),
    )


_SEATS: Final = "SELECT * FROM seats ORDER BY number"

_ANSWERS: Final = """
SELECT count, number FROM events JOIN players USING (match, seat)
WHERE start = ? AND began = ? ORDER BY match DESC, number DESC LIMIT ?
"""


def _about(db: sqlite3.Connection) -> tuple[State, About]:
    row = db.execute("SELECT * FROM about").fetchone()
    if row is None:
        raise ValueError("nothing is said about the table")
    (_, state, table, game, version, seats, bot, doors, grace, full, plays, pace, key, *more) = row
    address, port, watch, local = more
    friends = frozenset(text(one) for (one,) in db.execute("SELECT identity FROM friends"))
    return State(state), About(
        table=text(table),
        game=text(game),
        game_version=_whole(version),
        seats=_whole(seats),
        bot=text(bot),
        doors=text(doors),
        grace=float(grace),
        start_when_full=bool(_whole(full)),
        host_plays=bool(_whole(plays)),
        pace=float(pace),
        key=None if key is None else _bytes(key),
        listen=(text(address), _whole(port)) if port else None,
        friends=friends,
        watch=bool(_whole(watch)),
        local=None if local is None else text(local),
    )


def _conduct(db: sqlite3.Connection) -> Conduct:
    row = db.execute("SELECT * FROM conduct").fetchone()
    if row is None:
        return Conduct()
    _, paused, clock, match, event, seat, left = row
    question = _whole(match), _whole(event)
    return Conduct(bool(_whole(paused)), float(clock), question, _whole(seat), _whole(left))


def _chat(row: tuple[Any, ...]) -> ChatSaid:
    number, identity, speaker, seat, name, said = row
    line = m.Chat(_whole(number), _whole(speaker), _whole(seat), text(name), text(said))
    return ChatSaid(text(identity), line)


def _tally(row: tuple[Any, ...]) -> TallyChanged:
    who, name, matches, won = row
    return TallyChanged(text(who), m.Tally(text(name), _whole(matches), _whole(won)))


def _seat(expected: int, row: tuple[Any, ...]) -> SavedSeat:
    number, identity, name, kind, bot, stood_in, left, waits, start, replaced = row
    if number != expected:
        raise ValueError(f"seat {expected} is missing")
    starts, size = _bytes(replaced), m.START_SIZE
    return SavedSeat(
        text(identity),
        text(name),
        m.Kind(_whole(kind)),
        text(bot),
        bool(_whole(stood_in)),
        bool(_whole(left)),
        None if waits is None else _whole(waits),
        _bytes(start),
        tuple(starts[at : at + size] for at in range(0, len(starts), size)),
    )


def _answers(db: sqlite3.Connection, seat: SavedSeat) -> tuple[tuple[int, int], ...]:
    """The latest counts that a person's program was answered, the oldest first (C2)."""
    found = db.execute(_ANSWERS, (seat.start, seat.identity, ANSWERS_KEPT)).fetchall()
    return tuple((_whole(count), _whole(number)) for count, number in reversed(found))


def _match(db: sqlite3.Connection) -> SavedMatch | None:
    row = db.execute("SELECT * FROM matches ORDER BY number DESC LIMIT 1").fetchone()
    if row is None:
        return None
    number, opening = _whole(row[0]), _bytes(row[1])
    players = db.execute(
        "SELECT began, plays FROM players WHERE match = ? ORDER BY seat", (number,)
    ).fetchall()
    events = db.execute(
        "SELECT number, public, head, seed, seat, start, count FROM events"
        " WHERE match = ? ORDER BY number",
        (number,),
    )
    return SavedMatch(
        number,
        opening,
        tuple(text(began) for began, _ in players),
        tuple(text(plays) for _, plays in players),
        tuple(_event(expected, row) for expected, row in enumerate(events, 1)),
    )


def _event(expected: int, row: tuple[Any, ...]) -> SavedEvent:
    number, public, head, seed, seat, start, count = row
    if number != expected:
        raise ValueError(f"event {expected} is missing")
    by = None if seat is None else By(_whole(seat), _bytes(start), _whole(count))
    return SavedEvent(_bytes(public), _bytes(head), b"" if seed is None else _bytes(seed), by)


def text(value: object) -> str:
    """A text, and nothing that only SQLite takes for one."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} stands where a text belongs")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} stands where a whole number belongs")
    return value


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError(f"{value!r} stands where bytes belong")
    return value


def _value(written: object) -> Value:
    value = json.loads(text(written))
    if not isinstance(value, bool | int | str):
        raise TypeError(f"{value!r} stands where the value of a house rule belongs")
    return value
