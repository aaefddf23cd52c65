"""The lines below the hand: what must be known at once, what is asked now, and the keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rich.cells import cell_len

from core.events import note
from core.moves import Verb
from net.clean import NAME_CELLS
from net.guest import Guest
from net.messages import Kind, Presence
from net.updates import Offline
from tui.actions import ACTIONS, action, key_names
from tui.people import course_line
from tui.screens.labels import label
from tui.widgets.drawing import Line, Piece, cut, marked, wrap
from tui.widgets.hand import KEYS, ends_nothing, entry_face, foreseen, foresight, verb_word
from tui.widgets.keys import hint, key_line
from tui.widgets.middle import face_at, note_text
from tui.widgets.picking import Picking, Question
from tui.widgets.signs import Signs
from tui.words import called, offline, sentence

FOOT_ROWS: Final = 3
SORTABLE: Final = 5
"""From so many cards on the foot names the key that sorts the hand."""

WORD_KEYS: Final = {verb: one.id for one in ACTIONS for verb in one.verbs}
"""The action for what is done without a card."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was said and stays until the next key: a refusal, an alarm, good news."""

    text: str
    ink: Literal["warning", "error", "success"] = "warning"


@dataclass(frozen=True, slots=True)
class RoundDone:
    """What everybody got in a round: names and points, of whoever was in it."""

    number: int
    points: tuple[tuple[int, str, str], ...]
    """Seat, name, and the points as they are written."""

    def text(self, cells: int) -> str:
        """All of it in so many cells: names get shorter, and are the seats' numbers at last."""
        key = key_names(action("scores"))[0]
        told = ""
        for most in (*range(NAME_CELLS, 2, -1), 0):
            points = ", ".join(
                f"{cut(name, most) if most else seat + 1} {points}"
                for seat, name, points in self.points
            )
            told = label("round_done", number=self.number, points=points, key=key)
            if cell_len(told) <= cells:
                break
        return told


@dataclass(slots=True)
class Standing:
    """What the foot shows besides the match: our own line, what was told last, what somebody has
    said, how the last round ended, which cards we drew last, and for each seat that is waited for
    the seconds left.
    """

    offline: Offline | None = None
    told: Told | None = None
    said: str = ""
    alarm: Told | None = None
    round: RoundDone | None = None
    drew: tuple[int, ...] = ()
    waited: dict[int, int] = field(default_factory=dict)


def foot_lines(
    guest: Guest, signs: Signs, picking: Picking, standing: Standing, cells: int
) -> list[Line]:
    """Banner, message and keys.

    What was told takes the line of the banner where there is none and it is long; a long alarm
    takes the line of a message that can wait.
    """
    room = cells - 2
    banner, ink = _banner(guest, standing, room)
    lines = wrap(banner, room, "") if banner else []
    told = standing.told
    upper: Line = ()
    lower = _message(guest, signs, picking, standing)
    can_wait = picking.question is None and told is None and ink == "error"
    if len(lines) == 2 and can_wait:
        upper, lower = ((Piece(f" {each}", ink),) for each in lines)
    elif banner:
        upper = (Piece(f" {cut(banner, room, signs.more)}", ink),)
    elif told is not None:
        *more, last = wrap(told.text, room, "")
        if more:
            upper = (Piece(f" {more[0]}", told.ink),)
            lower = (Piece(f" {cut(' '.join([*more[1:], last]), room, signs.more)}", told.ink),)
    elif standing.said:
        upper = (Piece(f" {cut(standing.said, room, signs.more)}", "strong"),)
    elif about := _about(guest, signs, picking):
        upper = about
    elif standing.drew:
        upper = (Piece(" "), *_drawn(guest, signs, standing.drew))
    hinted = key_line(hints(picking), cells)
    return [marked(upper, cells, signs.more), marked(lower, cells, signs.more), hinted]


def _about(guest: Guest, signs: Signs, picking: Picking) -> Line:
    """What an answer that is asked for, or may be given, means: where the game says so."""
    if guest.match is None:
        return ()
    for one in picking.words:
        word = "" if one.choice is None else f"about_{one.choice.asks}"
        if word in guest.match.game.words:
            return (Piece(f" {note_text(guest, signs, note(word))}", "dim"),)
    return ()


def _drawn(guest: Guest, signs: Signs, slots: Sequence[int]) -> Line:
    """Which cards came into the hand last."""
    assert guest.match is not None, "cards are drawn in a match"
    line: Line = (Piece(label("drew"), "dim"),)
    for slot in slots:
        line += (Piece(" "), signs.face(face_at(guest.match, slot)))
    return line


def _banner(guest: Guest, standing: Standing, cells: int) -> tuple[str, str]:
    """An alarm, our own connection (G1), or somebody who is waited for."""
    if standing.alarm is not None:
        return standing.alarm.text, standing.alarm.ink
    if standing.offline is not None:
        gone = standing.offline
        return offline(gone.reason, gone.seconds), "error"
    if guest.match is None or guest.match.turn is None:
        return "", "plain"
    waited = [
        (seconds, seat)
        for seat in guest.presence
        if (seconds := seconds_left(guest, standing.waited, seat)) > 0
    ]
    if waited:
        seconds, seat = min(waited)
        name = called(seat, guest.names)
        return label("seconds_left", name=name, seconds=seconds), "warning"
    if course := course_line(guest):
        return course, "warning"
    if standing.round is not None:
        return standing.round.text(cells), "success"
    return "", "plain"


def seconds_left(guest: Guest, waited: Mapping[int, int], seat: int) -> int:
    """How long somebody who is away is still waited for; 0 for nobody."""
    presence, seconds = guest.presence.get(seat, (Presence.HERE, 0))
    return min(seconds, waited.get(seat, seconds)) if presence is Presence.AWAY else 0


def _message(guest: Guest, signs: Signs, picking: Picking, standing: Standing) -> Line:
    if standing.told is not None:
        return (Piece(f" {standing.told.text}", standing.told.ink),)
    if picking.question is not None:
        return _asked(guest, signs, picking.question)
    return (Piece(" "), *turn_line(guest, signs, picking))


def turn_line(guest: Guest, signs: Signs, picking: Picking) -> Line:
    """Whose turn it is; on the own turn, what Enter does."""
    match = guest.match
    if match is None:
        return (Piece(sentence("waiting")),)
    if guest.ended:
        return (Piece(sentence("broken_off"), "strong"),)
    if match.turn is None:
        return (Piece(sentence("match_over"), "strong"),)
    if guest.pending is not None:
        sent = next((e for e in picking.entries if e.slot == guest.pending.command.move.slot), None)
        if sent is None:
            return (Piece(label("pending_move"), "warning"),)
        return (Piece(label("pending", card=entry_face(guest, signs, sent).text), "warning"),)
    if match.turn < 0:
        return (Piece(sentence("shuffling")),)
    if match.turn != guest.seat:
        is_bot = guest.kinds[match.turn] is Kind.BOT
        name = called(match.turn, guest.names)
        return (Piece(sentence("turn_of_bot" if is_bot else "turn_of", name=name)),)
    picked = picking.picked
    if picked is None:
        return (Piece(_what_to_do(picking), "turn"),)
    face = entry_face(guest, signs, picked).text
    what = foreseen(guest, signs, picked)
    mine = Piece(sentence("your_turn") + " ", "turn")
    if picked.choice is None:
        return (mine, Piece(label("picked_barred", card=face), "dim"))
    if picked.slot is not None:
        key = "picked_what" if what else "picked"
    else:
        key = "picked_word_what" if what else "picked_word"
    said = [label(key, card=face, what=what)]
    if ends_nothing(guest, picked):
        said.append(label("cannot_end", mark=signs.mark))
    return (mine, Piece(" ".join(said)))


def _what_to_do(picking: Picking) -> str:
    """What is possible on the own turn, before anything is picked."""
    words = [
        f"{verb_word(one.verb)} ({key_names(action(WORD_KEYS[Verb(one.verb)]))[0]})"
        for one in picking.words
        if one.verb in WORD_KEYS
    ]
    cards = any(one.choice is not None for one in picking.entries if one.slot is not None)
    if not words:
        return label("you_may_play")
    what = label("or").join(words)
    return label("you_may_also" if cards else "you_may_only", what=what)


def range_text(values: Sequence[int]) -> str:
    """The numbers that there are: `0 to 100`, `1, 11`."""
    if len(values) > 2 and max(values) - min(values) == len(values) - 1:
        return sentence("number_range", low=min(values), high=max(values))
    return ", ".join(map(str, values))


def _asked(guest: Guest, signs: Signs, question: Question) -> Line:
    """The question of the second step, and what has been answered so far."""
    assert guest.match is not None, "a question comes from a choice of a match"
    game, asks = guest.match.game, question.choice.asks
    asked = f"ask_{asks}"
    text = (
        note_text(guest, signs, note(asked))
        if asked in game.words
        else sentence("plain.asks", what=asks or "number")
    )
    line = [Piece(f" {text} ", "turn")]
    if question.listed:
        for at, value in enumerate(question.values):
            name = f"{asks}_{value}"
            shown = signs.suit(value)
            if name in game.words:
                shown = Piece(note_text(guest, signs, note(name)))
            here = at == question.at
            number = f"{at + 1}[{shown.text}] " if here else f"{at + 1} "
            line.append(Piece(number, "picked" if here else "dim"))
            line += [] if here else [shown, Piece("  ")]
        return tuple(line)
    line += [
        Piece(f"[{question.typed}_]", "picked"),
        Piece(f"  {range_text(question.values)}", "dim"),
    ]
    if question.value is not None:
        what = foresight(guest, signs, question.choice.naming(question.value))
        line.append(Piece(f"  {what}"))
    return tuple(line)


def hints(picking: Picking) -> list[tuple[str, str]]:
    """Keys and words: few, and in the same place whatever happens (style.md 9)."""
    question = picking.question
    commit = key_names(action("commit"))[0]
    back = (key_names(action("cancel"))[0], label("hint.cancel"))
    if question is not None:
        first = f"1-{len(question.values)}" if question.listed else "0-9"
        word = label("hint.pick" if question.listed else "hint.type")
        return [(first, word), (commit, label("hint.answer")), back]
    shown: list[tuple[str, str]] = []
    if picking.entries:
        shown = [(_number_keys(len(picking.entries)), label("hint.choose"))]
        shown.append((commit, label("hint.commit")))
    shown.append(hint("rules"))
    shown += [hint(WORD_KEYS[Verb(one.verb)]) for one in picking.words if one.verb in WORD_KEYS]
    shown.append(hint("scores"))
    if len(picking.entries) >= SORTABLE:
        shown.append(hint("sort"))
    shown.append(hint("quit"))
    if picking.entries:
        shown.append(hint("why"))
    return [*shown, hint("menu"), hint("say"), hint("journal")]


def _number_keys(count: int) -> str:
    """The keys that pick a card of a hand of so many: `1-4`, `1-9 0`, `1-9 0 arrows`."""
    if count < len(KEYS):
        return f"1-{count}"
    return "1-9 0" if count == len(KEYS) else f"1-9 0 {label('arrows')}"
