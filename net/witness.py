"""The fair deal at a guest: its chain of links, and the check of every round once it is opened.

A witness follows the events of one match. When a round is opened it computes every shuffle again,
compares the faces that were told, and rules on every move as a referee with all faces would. What
it finds is told to its own person and to nobody else (docs/verification.md, rules 6 to 12).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from core import fair_deal
from core.cards import Card
from core.errors import CoreError, IllegalMove
from core.match import Match
from core.moves import CHANCE, Chance, Move, Verb
from core.referee import Referee, Ruling
from core.shuffle import Stream
from net import bodies
from net import messages as m
from net.dealing import CLOSING
from net.errors import StoryError


class Finding(Enum):
    """What a check says of a round, from best to worst."""

    OWN_LINK = "own_link"  # checked, with the own link in every shuffle
    OTHERS = "others"  # checked, resting on the links of others
    HOST_ALONE = "host_alone"  # the pack did not change, but the host alone chose its order
    FAILED = "failed"  # something differs


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found when a round was opened.

    `seats` are those whose links it rests on; `voided` are the seats whose links did not come, one
    for each call that was given up; `words` are the numbers and words to read aloud; `why` and
    `event` say what differs, and where.
    """

    finding: Finding
    seats: tuple[int, ...] = ()
    voided: tuple[int, ...] = ()
    words: tuple[tuple[int, str], ...] = ()
    why: str = ""
    event: int = 0


class _Differs(Exception):
    """Something in an opened round is not as it was told."""

    def __init__(self, why: str, event: int) -> None:
        super().__init__(why)
        self.why, self.event = why, event


@dataclass(frozen=True, slots=True)
class Heard:
    """One event as a guest hears it, before the step that it tells.

    `before` and `after` are the running hash; `turn` is who owed, and `owed` what chance did;
    `may_close` is whether a round may be closed now; `seat` is our own.
    """

    number: int
    before: bytes
    after: bytes
    body: bodies.Body
    private: tuple[m.Reveal, ...]
    turn: int
    owed: tuple[Chance, ...]
    may_close: bool
    seat: int


@dataclass(slots=True)
class _Call:
    """A call of the round: its event and head, what it was for, who was asked, the links."""

    number: int
    head: bytes
    chances: tuple[tuple[int, ...], ...]
    members: tuple[tuple[int, int], ...]
    links: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of the round as it was told; `call` for a shuffle, None for a move."""

    number: int
    seat: int
    move: Move
    public: tuple[m.Reveal, ...]
    private: tuple[m.Reveal, ...]
    call: _Call | None


@dataclass(slots=True)
class _Round:
    """What was told since the promise of the present round."""

    promise: bytes
    head: bytes
    steps: list[_Step] = field(default_factory=list)
    shuffles: list[_Call] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)


class Witness:
    """Follows the events of one match from its seats on."""

    def __init__(
        self, match: Match, opening_head: bytes, random_bytes: Callable[[int], bytes]
    ) -> None:
        """`match` is the match before its first step, kept here and never shown."""
        self.verdicts: list[Verdict] = []
        self._shadow = Referee(match)
        self._opening_head = opening_head
        self._random_bytes = random_bytes
        self._round: _Round | None = None
        self._call: _Call | None = None
        self._seats: dict[int, int] = {}
        self._known: dict[int, tuple[int, bytes]] = {}
        self._holding: dict[int, int] = {}
        self._given: set[tuple[int, bytes]] = set()
        self._asked: dict[int, int] = {}
        self._ends: dict[int, bytes] = {}
        self._chain: fair_deal.Chain | None = None
        self._member = 0
        self._offered: fair_deal.Chain | None = None
        self._linked = 0
        self._passed_over = 0
        self._moved = True
        self._broken: _Differs | None = None

    @property
    def running(self) -> bool:
        """Whether a round has begun that was not opened yet."""
        return self._round is not None

    # Our own chain

    def says(self, match_number: int, member: int) -> list[m.ChainEnd | m.Link]:
        """What our program has to say now as this member: a chain, a link, each once a line."""
        said: list[m.ChainEnd | m.Link] = []
        if self._round is None:
            return said
        chain = self._own_chain(member)
        if chain is not None and self._offered is not chain and not self._published(chain):
            self._offered = chain
            said.append(m.ChainEnd(match_number, member, chain.end))
        call = self._call
        index = None if call is None else dict(call.members).get(member)
        if call is None or index is None or chain is None or self._linked == call.number:
            return said
        if self._published(chain):
            self._linked = call.number
            self._given.add((call.number, chain.links[index]))
            said.append(m.Link(match_number, call.number, chain.links[index]))
        return said

    def says_again(self) -> None:
        """Another line: what was said on the last one may be lost. The same link, never another."""
        self._offered, self._linked, self._passed_over = None, 0, 0

    def _own_chain(self, member: int) -> fair_deal.Chain | None:
        """Our chain as this member; a new one when there is none or it is nearly used up."""
        used = self._asked.get(member, 0) >= fair_deal.NEARLY_USED
        if (self._member != member or used) and self._call is None:
            self._member = member
            secret = self._random_bytes(fair_deal.SECRET_SIZE)
            self._chain = fair_deal.Chain(self._opening_head, member, secret)
            self._asked.pop(member, None)
        return self._chain if self._member == member else None

    def _published(self, chain: fair_deal.Chain) -> bool:
        return self._ends.get(self._member) == chain.end

    @property
    def left_out(self) -> bool:
        """Whether the open call asks others, or nobody, though our chain is here.

        One that was sent on this line may have come too late for one call, but not for two with a
        move between them: a closing call and the next deal come in one breath.
        """
        if self._call is None or self._chain is None:
            return False
        if not self._published(self._chain):
            return self._offered is self._chain and self._passed_over > 1
        return self._member not in dict(self._call.members)

    # What is told

    @property
    def promised(self) -> bool:
        """Whether the host has ever promised anything in this match."""
        return self._round is not None or bool(self.verdicts)

    def hear(self, told: Heard) -> Verdict | None:
        """Follow one event, before its step is taken; raises `StoryError` when it cannot be."""
        match told.body:
            case bodies.Holder(kind=kind, seat=seat):
                self._holding[seat] = told.number if kind is m.Kind.PERSON else 0
                if kind is m.Kind.PERSON:
                    self._seats[told.number] = seat
            case bodies.Round(promise=promise):
                if self._round is not None:
                    raise StoryError("story_differs", "a round before the last one was opened")
                self._round = _Round(promise, told.before)
            case bodies.Chained(member=member, end=end):
                known = member in self._seats and self._round is not None
                if not known or len(end) != fair_deal.SECRET_SIZE:
                    raise StoryError("story_differs", "a chain of nobody")
                if self._chain is not None and member == self._member and end != self._chain.end:
                    raise StoryError("story_differs", "a chain in our name that is not ours")
                self._ends[member] = end
                self._passed_over = 0
                self._known[member], self._asked[member] = (0, end), 0
            case bodies.Called():
                self._called(told, told.body)
            case bodies.Dealt():
                self._dealt(told, told.body)
            case bodies.Moved(move=move, faces=faces) if self._round is not None:
                step = _Step(told.number, told.turn, move, faces, told.private, None)
                self._round.steps.append(step)
                self._moved = True
            case bodies.Shuffled() if self.promised:
                raise StoryError("story_differs", "a shuffle without a call, after a promise")
            case bodies.Voided():
                self._voided(told.body)
            case bodies.Opened():
                return self._opened(told.body, told.seat)
            case _:
                pass
        return None

    def _called(self, told: Heard, body: bodies.Called) -> None:
        """A call: for what chance owes, of chains that were published, each a step further."""
        if self._round is None or self._call is not None:
            raise StoryError("story_differs", "a call outside a round, or a second one")
        owed = fair_deal.plain_chances(told.owed)
        closes = told.may_close and (not told.owed or fair_deal.deals_a_whole_pack(told.owed))
        if (body.chances != owed or not owed) and not (body.chances == CLOSING and closes):
            raise StoryError("story_differs", "a call for what chance does not owe")
        if list(body.members) != sorted(dict(body.members).items()):
            raise StoryError("story_differs", "members out of order")
        for member, index in body.members:
            if not self._asked.get(member, index) < index <= fair_deal.CHAIN_LENGTH:
                raise StoryError("story_differs", "a link that cannot be called")
            self._asked[member] = index
        waits = self._chain is not None and self._offered is self._chain
        if waits and self._chain is not None and not self._published(self._chain) and self._moved:
            self._passed_over += 1
        self._moved = False
        self._call = _Call(told.number, told.after, body.chances, body.members)

    def _answered(self, number: int, links: tuple[bytes, ...]) -> _Call:
        call = self._call
        if call is None or call.number != number or len(links) != len(call.members):
            raise StoryError("story_differs", "an answer to no open call")
        for (member, index), link in zip(call.members, links, strict=True):
            known = self._known[member]
            if not fair_deal.descends(self._opening_head, member, known, index, link):
                raise StoryError("story_differs", f"a link of member {member} that is none")
            self._known[member] = (index, link)
        call.links, self._call = links, None
        return call

    def _dealt(self, told: Heard, body: bodies.Dealt) -> None:
        call = self._answered(body.call, body.links)
        if call.chances == CLOSING or self._round is None:
            raise StoryError("story_differs", "a shuffle of a closing call")
        move = Move(Verb.SHUFFLE, None, body.picked)
        self._round.shuffles.append(call)
        step = _Step(told.number, CHANCE, move, body.faces, told.private, call)
        self._round.steps.append(step)

    def _voided(self, body: bodies.Voided) -> None:
        """A call was given up: counted, named, and in the verdict (rule 8)."""
        call, self._call = self._call, None
        if call is None or call.number != body.call or self._round is None:
            raise StoryError("story_differs", "no such call to give up")
        asked = dict(call.members)
        if not body.missing or list(body.missing) != sorted(set(body.missing)):
            raise StoryError("story_differs", "a call given up because of nobody")
        for member in body.missing:
            seat = self._seats.get(member)
            if member not in asked or seat is None or self._holding.get(seat) == member:
                raise StoryError("story_differs", "a call given up although the member is here")
            self._round.voided.append(seat)

    def _opened(self, body: bodies.Opened, seat: int) -> Verdict:
        """A round is opened: check all of it. `seat` is whose link counts as our own."""
        call, told = self._answered(body.call, body.links), self._round
        if call.chances != CLOSING or told is None:
            raise StoryError("story_differs", "an opening without a closing call")
        self._round = None
        words = fair_deal.words(call.head, body.links) if body.links else ()
        try:
            self._check(told, body.secret)
        except _Differs as fault:
            self._broken = self._broken or fault
            verdict = Verdict(
                Finding.FAILED, (), tuple(told.voided), words, self._broken.why, self._broken.event
            )
        else:
            verdict = self._judged(told, seat, words)
        self.verdicts.append(verdict)
        return verdict

    # The check

    def _check(self, told: _Round, secret: bytes) -> None:
        if self._broken is not None:
            raise self._broken
        if fair_deal.promise(told.head, secret) != told.promise:
            raise _Differs("promise", 0)
        for step in told.steps:
            try:
                ruling = self._again(step, secret)
            except IllegalMove as refused:
                raise _Differs("ruling", step.number) from refused
            except CoreError as fault:
                raise _Differs("faces", step.number) from fault
            if ruling.move != step.move:
                raise _Differs("picked", step.number)
            if dict(ruling.public) != dict(step.public):
                raise _Differs("faces", step.number)
            if not all(self._face(slot) is face for slot, face in step.private):
                raise _Differs("faces", step.number)

    def _again(self, step: _Step, secret: bytes) -> Ruling:
        if step.call is None:
            return self._shadow.submit(step.seat, step.move)
        if fair_deal.plain_chances(self._shadow.match.chance) != step.call.chances:
            raise _Differs("call", step.number)
        seed = fair_deal.seed_of(step.call.head, secret, step.call.links)
        return self._shadow.shuffle(Stream(seed))

    def _face(self, slot: int) -> Card | None:
        faces = self._shadow.match.faces
        return faces[slot] if slot < len(faces) else None

    def _judged(self, told: _Round, seat: int, words: tuple[tuple[int, str], ...]) -> Verdict:
        resting: set[int] = set()
        finding = Finding.OWN_LINK
        for call in told.shuffles:
            seats = {self._seats[member] for member, _ in call.members}
            if not seats:
                finding = Finding.HOST_ALONE
            elif not self._is_ours(call, seat, seats) and finding is Finding.OWN_LINK:
                finding = Finding.OTHERS
            resting |= seats - {seat}
        return Verdict(finding, tuple(sorted(resting)), tuple(told.voided), words)

    def _is_ours(self, call: _Call, seat: int, seats: set[int]) -> bool:
        """Whether a link of ours is in a call: one that this very program has sent.

        A record that is followed later knows only whose seat it was.
        """
        if self._chain is None:
            return seat in seats
        return any((call.number, link) in self._given for link in call.links)
