"""A table made again from what its journal holds: same seats, same deck, same story.

The referee rules on every event once more, from the same seeds, and each must come out as it was
told, to the byte and in the running hash: a journal that lost or changed anything is not gone on
with.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import replace

from core import options
from core.errors import CoreError
from core.moves import Move
from core.shuffle import Luck, Stream
from net import framing
from net import messages as m
from net.errors import NetError
from net.play import Play
from net.saved import Saved, SavedMatch, SavedSeat
from net.seating import STARTS_KEPT, Seat
from net.story import Story
from net.table import Table, Terms


class CannotFollow(Exception):
    """What is kept of the table does not follow from itself, or not with this program."""


class _Repeated:
    """Luck that has been: the streams of these seeds, and then new ones."""

    def __init__(self, seeds: list[bytes], then: Luck) -> None:
        self._seeds = deque(seeds)
        self._then = then

    def stream(self) -> Stream:
        """The stream of the next call."""
        return Stream(self._seeds.popleft()) if self._seeds else self._then.stream()


def restored(
    saved: Saved, terms: Terms, luck: Luck, random_bytes: Callable[[int], bytes], now: float
) -> Table:
    """The table, with nobody connected; raises `CannotFollow`.

    Time stood still while the host was gone: who was waited for has what was left, and who was here
    is waited for from now on.
    """
    try:
        rules = options.with_values(terms.rules, saved.rules)
        table = Table(replace(terms, rules=rules), luck, random_bytes)
        table.seating.seats = [_seat(one) for one in saved.seats]
        if saved.match is not None:
            table.matches = saved.match.number
            table.play = _played(saved.match, terms, luck)
            table.play.to_write = table.to_write
    except (CoreError, NetError, LookupError, TypeError, ValueError) as fault:
        raise CannotFollow(str(fault)) from fault
    for number, (seat, kept) in enumerate(zip(table.seating.seats, saved.seats, strict=True)):
        for count, event in saved.answers.get(number, ()):
            seat.answers[count] = event
        if table.running and seat.kind is m.Kind.PERSON and not seat.stood_in:
            seat.deadline = now + (terms.grace if kept.waits is None else kept.waits / 1000)
    if table.running:
        table.go_on()
    return table


def _seat(kept: SavedSeat) -> Seat:
    return Seat(
        identity=kept.identity,
        name=kept.name,
        kind=kept.kind,
        bot=kept.bot,
        ready=kept.kind is m.Kind.BOT,
        stood_in=kept.stood_in,
        left=kept.left,
        start=kept.start,
        answers=OrderedDict(),
        replaced=deque(kept.replaced, maxlen=STARTS_KEPT),
    )


def _played(kept: SavedMatch, terms: Terms, luck: Luck) -> Play:
    """The match of the journal, ruled on anew."""
    told = [framing.read_event(event.public)[1] for event in kept.events]
    rules, seats = told[0], told[1]
    if not isinstance(rules, m.RulesSet) or not isinstance(seats, m.SeatsSet):
        raise CannotFollow("a match without rules or seats")
    if rules.game != terms.game.name:
        raise CannotFollow(f"a match of {rules.game}")
    began = [
        Seat(identity=identity, name=name, kind=kind)
        for identity, (name, _, kind) in zip(kept.began, seats.seats, strict=True)
    ]
    for body in reversed(told):  # the first that held a seat counts: it stood there at the start
        if isinstance(body, m.Holder):
            began[body.seat].start = body.start
    _, nonce, host_key, number, last = framing.read_plain(kept.opening)
    story = Story(number, nonce, host_key, last)
    if (number, story.opening) != (kept.number, kept.opening):
        raise CannotFollow("another opening")
    seeds = [event.seed for event in kept.events if event.seed]
    game = terms.game
    chosen = options.with_values(game.rules, dict(rules.rules))
    play = Play(story, game, chosen, began, _Repeated(seeds, luck))
    for event, body in list(zip(kept.events, told, strict=True))[len(story) :]:
        _tell(play, body, b"" if event.by is None else event.by.start)
    if [(one.public, one.head) for one in story.events] != [
        (one.public, one.head) for one in kept.events
    ]:
        raise CannotFollow("an event comes out otherwise")
    for seat, identity in enumerate(kept.plays):
        if identity != play.identity_at(seat):
            play.hand_over(seat, identity)
    return play


def _tell(play: Play, body: m.Body, start: bytes) -> None:
    match body:
        case m.Holder():
            play.hold(body.seat, body.kind, body.start)
        case m.Moved(cause=cause, move=move):
            play.submit(_mover(play, move), move, cause, start)
        case m.Shuffled():
            if play.shuffle() is None:
                raise CannotFollow("a shuffle that nobody owed")
        case m.Ended(cause=cause):
            play.end(m.Cause(cause))
        case _:
            raise CannotFollow("rules or seats in the middle of a match")


def _mover(play: Play, move: Move) -> int:
    if play.match.turn is None:
        raise CannotFollow(f"{move} after the end")
    return play.match.turn
