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
from net import bodies, clocks, framing
from net import messages as m
from net.dealing import Dealing
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


def _repeated(before: list[bytes], then: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """The secrets that have been, and then new ones."""
    left = deque(before)
    return lambda size: left.popleft() if left else then(size)


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
            table.play = _played(saved.match, terms, luck, random_bytes)
            table.play.to_write = table.to_write
        _take_up_conduct(table, saved, now)
    except (CoreError, NetError, LookupError, StopIteration, TypeError, ValueError) as fault:
        raise CannotFollow(str(fault)) from fault
    for number, (seat, kept) in enumerate(zip(table.seating.seats, saved.seats, strict=True)):
        for count, event in saved.answers.get(number, ()):
            seat.answers[count] = event
        if table.running and seat.kind is m.Kind.PERSON and not seat.stood_in:
            seat.deadline = now + (terms.grace if kept.waits is None else kept.waits / 1000)
    if table.running:
        table.go_on()
    clocks.wind(table, now)
    return table


def _take_up_conduct(table: Table, saved: Saved, now: float) -> None:
    """Pause, clock, chat and board as they stood."""
    kept = saved.conduct
    table.paused_at = now if kept.paused and table.running else None
    table.clock = clocks.MoveClock(kept.clock, kept.question, kept.seat, kept.left / 1000)
    table.chatter.again(saved.chat)
    table.chatter.muted = set(saved.muted)
    table.tallies.rows = {one.who: one.tally for one in saved.tallies}


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


def _played(
    kept: SavedMatch, terms: Terms, luck: Luck, random_bytes: Callable[[int], bytes]
) -> Play:
    """The match of the journal, ruled on anew."""
    told = [framing.read_event(event.public)[1] for event in kept.events]
    rules, seats = told[0], told[1]
    if not isinstance(rules, bodies.RulesSet) or not isinstance(seats, bodies.SeatsSet):
        raise CannotFollow("a match without rules or seats")
    if rules.game != terms.game.name:
        raise CannotFollow(f"a match of {rules.game}")
    began = [
        Seat(identity=identity, name=name, kind=kind)
        for identity, (name, _, kind) in zip(kept.began, seats.seats, strict=True)
    ]
    for body in reversed(told):  # the first that held a seat counts: it stood there at the start
        if isinstance(body, bodies.Holder):
            began[body.seat].start = body.start
    _, nonce, host_key, number, last = framing.read_plain(kept.opening)
    story = Story(number, nonce, host_key, last)
    if (number, story.opening) != (kept.number, kept.opening):
        raise CannotFollow("another opening")
    pairs = list(zip(kept.events, told, strict=True))
    seeds = [event.seed for event, body in pairs if isinstance(body, bodies.Shuffled)]
    secrets = [event.seed for event, body in pairs if isinstance(body, bodies.Round)]
    game = terms.game
    chosen = options.with_values(game.rules, dict(rules.rules))
    fair = bool(secrets) or (terms.fair and not seeds)
    dealing = Dealing(_repeated(secrets, random_bytes)) if fair else None
    play = Play(story, game, chosen, began, _Repeated(seeds, luck), dealing)
    for event, body in pairs[len(story) :]:
        _tell(play, body, b"" if event.by is None else event.by.start)
    if [(one.public, one.head) for one in story.events] != [
        (one.public, one.head) for one in kept.events
    ]:
        raise CannotFollow("an event comes out otherwise")
    for seat, identity in enumerate(kept.plays):
        if identity != play.identity_at(seat):
            play.hand_over(seat, identity)
    return play


def _tell(play: Play, body: bodies.Body, start: bytes) -> None:
    match body:
        case bodies.Holder():
            play.hold(body.seat, body.kind, body.start)
        case bodies.Moved(cause=cause, move=move):
            play.submit(_mover(play, move), move, cause, start)
        case (
            bodies.Shuffled()
            | bodies.Round()
            | bodies.Called()
            | bodies.Dealt()
            | bodies.Voided()
            | bodies.Opened()
        ):
            _answer_chance(play, body)
        case bodies.Chained():
            _publish(play, body)
        case bodies.Ended(cause=cause):
            play.end(m.Cause(cause))
        case _:
            raise CannotFollow("rules or seats in the middle of a match")


def _answer_chance(play: Play, body: bodies.Body) -> None:
    """One event of chance again: who was asked then is asked, who answered then answers."""
    dealing, able = play.dealing, list[int]()
    if dealing is not None and isinstance(body, bodies.Called):
        able = [dealing.members[member].seat for member, _ in body.members]
    call = None if dealing is None else dealing.call
    if dealing is not None and call is not None:
        if isinstance(body, bodies.Dealt | bodies.Opened):
            for (member, _), link in zip(call.members, body.links, strict=True):
                if not dealing.take(play, call, member, link):
                    raise CannotFollow("a link that is none")
        elif isinstance(body, bodies.Voided):
            # Links of the others may have come; nobody has seen them, and they are spent.
            others = {member for member, _ in call.members} - set(body.missing)
            call.links.update(dict.fromkeys(others, b""))
    if play.answer_chance(able) is None:
        raise CannotFollow("an answer of chance that nobody owed")


def _publish(play: Play, body: bodies.Chained) -> None:
    """The end of a chain again, from the seat that its member holds."""
    dealing = play.dealing
    if dealing is None:
        raise CannotFollow("a chain at a table without the fair deal")
    seat = next(seat for seat, holder in dealing.holding.items() if holder == body.member)
    dealing.chain(play, seat, m.ChainEnd(play.story.match_number, body.member, body.end))


def _mover(play: Play, move: Move) -> int:
    if play.match.turn is None:
        raise CannotFollow(f"{move} after the end")
    return play.match.turn
