"""The fair deal at the host: secrets, calls and links (docs/verification.md, rules 2 to 9).

Who contributes to a shuffle is fixed by a numbered event before any link is shown, and the host is
bound to its secret of the round before anything of the round happens. A call waits as a turn waits;
one that is given up is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core import fair_deal
from core.moves import CHANCE, Chance
from core.shuffle import Stream
from net import bodies
from net import messages as m
from net.story import Told

if TYPE_CHECKING:
    from net.play import Play

CLOSING = ((fair_deal.CLOSE,),)


@dataclass(slots=True)
class Member:
    """One run of a person's program: its seat, the lowest link known, the last index called."""

    seat: int
    known: tuple[int, bytes]
    called: int = 0


@dataclass(slots=True)
class OpenCall:
    """A call that waits for links: its number and head, what it is for, the links so far.

    `reminders` is how often the patience with it has run out.
    """

    number: int
    head: bytes
    chances: tuple[tuple[int, ...], ...]
    members: tuple[tuple[int, int], ...]
    links: dict[int, bytes] = field(default_factory=dict)
    reminders: int = 0

    @property
    def missing(self) -> list[int]:
        """The members whose link has not come."""
        return [member for member, _ in self.members if member not in self.links]


class Dealing:
    """The secrets and calls of one match.

    `holding` is, by seat, the member that holds it now, None for a bot; `waits` is whether the
    first call waits for the chains of those who are here.
    """

    def __init__(self, random_bytes: Callable[[int], bytes]) -> None:
        self.call: OpenCall | None = None
        self.waits = True
        self.holding: dict[int, int | None] = {}
        self.members: dict[int, Member] = {}
        self._random_bytes = random_bytes
        self._secret: bytes | None = None
        self._dealt = False

    @property
    def closed(self) -> bool:
        """Whether no round is open."""
        return self._secret is None

    def hold(self, seat: int, kind: m.Kind, number: int) -> None:
        """Event `number` gave a seat to a program, which is a member from now on, or to a bot."""
        self.holding[seat] = number if kind is m.Kind.PERSON else None

    def chain(self, play: "Play", seat: int, told: m.ChainEnd) -> Told | None:
        """Publish the end of a chain of whoever holds the seat.

        None when it is not theirs, or when the one that they have is not nearly used up: each is an
        event that everybody hears.
        """
        if self.holding.get(seat) != told.member or len(told.end) != fair_deal.SECRET_SIZE:
            return None
        known = self.members.get(told.member)
        if known is not None and (known.called < fair_deal.NEARLY_USED or self.call is not None):
            return None
        self.members[told.member] = Member(seat, (0, told.end))
        return play.tell(bodies.Chained(told.member, told.end))

    def link(self, play: "Play", seat: int, told: m.Link) -> bool:
        """Take a link; says whether it is one that was called from this seat."""
        call, member = self.call, self.holding.get(seat)
        if call is None or member is None or told.call != call.number:
            return True  # late or twice: nothing that anybody did wrong
        if member not in dict(call.members) or member in call.links:
            return True
        return self.take(play, call, member, told.link)

    def take(self, play: "Play", call: OpenCall, member: int, link: bytes) -> bool:
        """Note the link of a member, whoever holds its seat by now; says whether it is one."""
        index, known = dict(call.members)[member], self.members[member].known
        if not fair_deal.descends(play.story.head_at(0), member, known, index, link):
            return False
        call.links[member] = link
        self.members[member].known = (index, link)
        return True

    def waits_for(self, able: Sequence[int]) -> list[int]:
        """The seats, of those that could contribute, whose chain is not published yet."""
        return [seat for seat in able if self.holding.get(seat) not in self.members]

    def step(self, play: "Play", able: Sequence[int]) -> Told | None:
        """The next event that chance owes, if it can be told now; `able` are seats to be asked."""
        if self.call is not None:
            return self._answer_or_void(play, self.call)
        if play.ended or play.match.turn is None:
            return None if self.closed else self._open_call(play, CLOSING, able)
        if play.match.turn != CHANCE:
            return None
        owed = play.match.chance
        if fair_deal.deals_a_whole_pack(owed) and self._dealt:
            return self._open_call(play, CLOSING, able)
        if self._secret is None:
            self._secret = self._random_bytes(fair_deal.SECRET_SIZE)
            promise = fair_deal.promise(play.story.head, self._secret)
            return play.tell(bodies.Round(promise), seed=self._secret)
        if self.waits and self.waits_for(able):
            return None
        self.waits = False
        return self._call_for(play, owed, able)

    def _call_for(self, play: "Play", owed: Sequence[Chance], able: Sequence[int]) -> Told:
        return self._open_call(play, fair_deal.plain_chances(owed), able)

    def _open_call(
        self, play: "Play", chances: tuple[tuple[int, ...], ...], able: Sequence[int]
    ) -> Told:
        asked = sorted(
            member
            for seat in able
            if (member := self.holding.get(seat)) is not None
            and member in self.members
            and self.members[member].called < fair_deal.CHAIN_LENGTH
        )
        for member in asked:
            self.members[member].called += 1
        members = tuple((member, self.members[member].called) for member in asked)
        told = play.tell(bodies.Called(chances, members))
        self.call = OpenCall(len(play.story), told.head, chances, members)
        return told

    def _answer_or_void(self, play: "Play", call: OpenCall) -> Told | None:
        held = set(self.holding.values())
        gone = tuple(member for member in call.missing if member not in held)
        if gone:
            self.call = None
            return play.tell(bodies.Voided(call.number, gone))
        if call.missing:
            return None
        self.call = None
        links = tuple(call.links[member] for member, _ in call.members)
        assert self._secret is not None, "a call is made in a round"
        if call.chances == CLOSING:
            secret, self._secret, self._dealt = self._secret, None, False
            return play.tell(bodies.Opened(call.number, secret, links))
        self._dealt = self._dealt or any(one[0] == fair_deal.DEAL for one in call.chances)
        stream = Stream(fair_deal.seed_of(call.head, self._secret, links))
        return play.deal(call.number, links, stream)
