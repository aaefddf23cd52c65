"""What every game promises, asked of every game that is registered; none is named here.

Up to 2,000 seeded games across 2 to 12 seats and across all options; a game of many rounds plays
fewer, and a daily run stops after a number of steps. Cheap promises are checked at every step, dear
ones at every k-th (all of them at every step in a long run).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from core import options
from core.cards import HIDDEN, Card
from core.errors import IllegalMove
from core.events import EVERYBODY, NOBODY, Note, Zone
from core.game import Game, State, games
from core.match import Match
from core.moves import CHANCE, Move, Restock, Verb
from core.record import audit, from_plain, replay
from core.referee import Referee, Ruling
from core.shuffle import SeededLuck
from tests.core.tables import WATCHING, Table, as_bytes, everything, heard, plan

GAMES = 2_000
SEATS = range(2, 13)

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
every_seats = pytest.mark.parametrize("seats", SEATS)


def tables(game: Game, seats: int, count: int, steps: int) -> Iterator[Table]:
    """Tables to be played, each with its own rules and seed, until so many steps were played."""
    for number, rules in enumerate(plan(game, seats, count, seats)):
        table = Table(game, rules, seats, seats * 100_000 + number)
        yield table
        steps -= table.played
        if steps <= 0:
            return


def share(seats: int) -> int:
    """How many of the 2,000 games are played with so many seats: more where games are short."""
    low = [one for one in SEATS if one <= 6]
    few = 100
    return few if seats not in low else (GAMES - few * (len(SEATS) - len(low))) // len(low)


def unchanged(match: Match) -> bytes:
    """Everything that may not change when a move is refused: where each card lies, every face."""
    return as_bytes([match.public(), [int(face) for face in match.faces], match.facts()])


@every_game
def test_the_games_played_here_cover_every_option(game: Game) -> None:
    """2,000 games in all, each value of each option among them, at every seat count that fits."""
    played: dict[str, set[options.Value]] = {}
    count = 0
    for seats in SEATS:
        for rules in plan(game, seats, share(seats), seats):
            count += 1
            game.check_seats(rules, seats)
            for name, value in options.values(rules).items():
                played.setdefault(name, set()).add(value)

    assert {one.name: set(everything(one)) for one in options.options(game.rules)} == played
    assert count == sum(share(seats) for seats in SEATS if plan(game, seats, 1, seats))
    assert sum(share(seats) for seats in SEATS) == GAMES


@every_game
@every_seats
def test_a_match_keeps_its_promises(
    game: Game, seats: int, scaled: Callable[[int, int], int]
) -> None:
    """Ends within the bound; one duty; cards conserved; every view follows and agrees.

    E4, E5, D4: after every step each card of the pack is in one place and the turn is a live seat.
    """
    every, most = scaled(17, 1), scaled(2_500, 40_000)
    for game_number, table in enumerate(tables(game, seats, share(seats), most)):
        match, pack, steps, rounds = table.match, list[Card](), 0, 0
        for number, ruling in enumerate(table.steps()):
            steps = steps + 1 if match.rounds_over == rounds else 0
            rounds = match.rounds_over
            assert steps <= game.bound
            check_duty(match)
            zones = match.zones()
            pack = pack or sorted(match.faces)
            check_cards(match, zones, pack)
            check_reveals(match, zones, ruling)
            if (number + game_number) % every == 0 or match.turn is None:
                check_hands(match, zones)
                check_views(table)
                check_copy(table)
                check_words(game, match, ruling)
        assert match.over
        assert match.settlement is not None
        assert match.settlement.winners
        if game_number % scaled(5, 1) == 0:
            check_record(table)


def check_duty(match: Match) -> None:
    """Exactly one duty: a live seat with a choice, or chance with a call to answer, or the end."""
    if match.turn is None:
        assert match.over
        assert not match.moves()
        assert match.chance == ()
        assert match.outcome() is not None
    elif match.turn == CHANCE:
        assert not match.moves()
        assert match.chance
    else:
        assert 0 <= match.turn < match.seats
        assert match.moves()
        assert {one.move.verb for one in match.moves()} <= match.game.verbs
        assert match.chance == ()
        assert match.outcome() is None


def check_cards(match: Match, zones: Sequence[Zone], pack: list[Card]) -> None:
    """E4, E5: every slot in one zone, every card of the pack once, whoever is out."""
    slots = [slot for zone in zones for slot in zone.slots]
    faces = match.faces

    assert len(slots) == len(set(slots))
    assert sorted([faces[slot] for slot in slots]) == pack


def check_hands(match: Match, zones: Sequence[Zone]) -> None:
    """The hand of a seat is what lies before it in its zones; D4: the seat on turn is live."""
    board = match.board()
    for seat in range(match.seats):
        held = [zone for zone in zones if zone.owner == seat and zone.name in ("hand", "shown")]
        assert sorted(match.hand(seat)) == sorted(slot for zone in held for slot in zone.slots)
        assert board.seats[seat].cards == len(match.hand(seat))
    if match.turn is not None and match.turn != CHANCE:
        assert board.seats[match.turn].live


def check_reveals(match: Match, zones: Sequence[Zone], ruling: Ruling) -> None:
    """Nobody hears a face that the zones do not show them, and what they hear is true."""
    told = [(EVERYBODY, *one) for one in ruling.public]
    told += [(seat, *one) for seat, each in ruling.private.items() for one in each]
    sight = {slot: zone.sight for zone in zones if zone.sight != NOBODY for slot in zone.slots}
    for who, slot, face in told:
        assert sight[slot] == who
        assert match.faces[slot] == face


def check_views(table: Table) -> None:
    """All views agree to the byte on what is public, and each seat sees its own moves."""
    match = table.match
    public, facts, board = as_bytes(match.public()), as_bytes(match.facts()), match.board()
    zones = match.zones()
    for seat, view in table.views.items():
        assert as_bytes(view.public()) == public
        assert as_bytes(view.facts()) == facts
        assert view.board() == board
        assert view.zones() == zones
        assert (view.turn, view.chance) == (match.turn, match.chance)
        if seat == match.turn:
            assert view.moves() == match.moves()
        for zone in zones:
            if zone.sight in (EVERYBODY, seat):
                shown = [view.faces[slot] for slot in zone.slots]
                assert HIDDEN not in shown
                assert shown == [match.faces[slot] for slot in zone.slots]


def check_copy(table: Table) -> None:
    """A copy is equal, and playing on in it changes nothing here."""
    match = table.match
    if match.turn is None:
        return
    twin, before = match.copy(), unchanged(match)
    assert unchanged(twin) == before
    check_own_fields(match.round, twin.round)
    other = Referee(twin)
    if twin.turn == CHANCE:
        other.shuffle(SeededLuck(b"other").stream())
    else:
        assert twin.turn is not None
        other.submit(twin.turn, table.random_move(twin.moves()))

    assert unchanged(twin) != before
    assert unchanged(match) == before


def check_own_fields(state: State, twin: State) -> None:
    """G8: every field of a state is copied, and nothing that can change is shared."""
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    for name in slots or vars(state):
        mine, its = getattr(state, name), getattr(twin, name)
        assert mine == its, name
        assert mine is not its or not isinstance(mine, list | dict | set), name
        if isinstance(mine, list):
            shared = [one for one, two in zip(mine, its, strict=True) if one is two]
            assert not any(isinstance(one, list | dict | set) for one in shared), name


def check_words(game: Game, match: Match, ruling: Ruling) -> None:
    """Everything that is said has a sentence; values are whole numbers."""
    said: list[Note] = [*ruling.events, *match.board().gauges]
    if match.turn is not None:
        for choice in match.moves():
            said += match.foresee(choice.move)
            assert (choice.values is None) == (not choice.asks)
            assert choice.values is None or f"ask_{choice.asks}" in game.words
    elif outcome := match.outcome():
        said += [outcome.why, *(one for score in outcome.scores for one in score.reasons)]
    for note in said:
        assert note.word in game.words
        assert all(isinstance(value, int) for value in note.values.values())


def check_record(table: Table) -> None:
    """G8, E7: a record, saved and loaded, replays to the same bytes; the audit finds no fault."""
    record = table.recorder.record()
    loaded = from_plain(record.to_plain())

    assert loaded == record
    assert as_bytes(loaded.to_plain()) == as_bytes(record.to_plain())
    assert unchanged(replay(loaded)) == unchanged(table.match)
    assert audit(loaded) == []


@every_game
@every_seats
def test_listed_moves_are_accepted_and_all_others_refused_without_any_change(
    game: Game, seats: int, scaled: Callable[[int, int], int]
) -> None:
    """Each choice, its lowest and highest value, is accepted; a sample of the rest is refused."""
    for table in tables(game, seats, scaled(8, share(seats)), scaled(600, 10_000)):
        for number, _ in enumerate(table.steps()):
            if table.match.turn not in (None, CHANCE) and number % scaled(9, 3) == 0:
                check_accepted(table)
                check_refused(table)


def check_accepted(table: Table) -> None:
    """Every listed move, with values from both ends and the middle of its range."""
    match = table.match
    assert match.turn is not None
    for choice in match.moves():
        values = choice.values
        moves = [choice.move]
        if values is not None:
            moves = [choice.naming(values[at]) for at in (0, len(values) // 2, -1)]
        for move in moves:
            assert choice.allows(move)
            twin = Referee(match.copy())
            twin.submit(match.turn, move)
            assert unchanged(twin.match) != unchanged(match)


def check_refused(table: Table) -> None:
    """Wrong slots, verbs and values, from every seat: refused, and nothing has changed."""
    match, before = table.match, unchanged(table.match)
    assert match.turn is not None
    choices, hand = match.moves(), match.hand(match.turn)
    slots: list[Any] = [None, -1, True, 0, 1, *hand, len(match.faces), 70_000, 2.0, "1"]
    slots += table.chooser.sample(range(len(match.faces)), 4)
    values: list[Any] = [None, -1, 0, 1, 11, 100, 101, True, False, 10**20, 0.5, "1"]
    asked = [
        Move(table.chooser.choice([*Verb, 17]), table.chooser.choice(slots), value)
        for value in values
    ]
    asked += [Move(Verb.PLAY, slot, table.chooser.choice(values)) for slot in slots]
    for move in asked:
        well_formed = all(part is None or type(part) in (int, Verb) for part in move)
        if not (well_formed and any(choice.allows(move) for choice in choices)):
            assert_refused(table.referee, match.turn, move)
    for seat in (*range(-2, match.seats + 1), None, True, 1.0):
        if seat != match.turn or type(seat) is not int:
            assert_refused(table.referee, seat, choices[0].move)

    assert unchanged(match) == before


def assert_refused(referee: Referee, seat: Any, move: Move) -> None:
    """The referee answers with a reason code, not with another error."""
    with pytest.raises(IllegalMove) as error:
        referee.submit(seat, move)
    assert error.value.reason.replace("_", "").isalnum()


@every_game
@every_seats
def test_a_seat_learns_nothing_from_what_it_cannot_see(
    game: Game, seats: int, scaled: Callable[[int, int], int]
) -> None:
    """C1, C6, C11: two deals that differ only in what a seat cannot see are the same bytes to it.

    A stretch of a match is played. The faces that the seat has not learned by its end are permuted
    at its start, and the same moves are played again. All that reaches the seat must be equal:
    reveals, events, public values, its own choices, the answer to whatever it tries. A move of
    somebody else that the permuted hand does not allow ends the stretch.
    """
    chooser, compared = random.Random(seats), 0
    for table in tables(game, seats, scaled(60, share(seats)), scaled(900, 15_000)):
        for _ in range(4):
            for _ in range(chooser.randrange(1, 30)):
                if table.match.turn is not None:
                    table.step()
            if table.match.turn is not None:
                seat = chooser.choice([*range(seats), WATCHING])
                compared += compare_worlds(table, seat, chooser)

    assert compared > 0 or not plan(game, seats, 1, seats)


@dataclass
class World:
    """A fork of a match: its referee, the view of one seat, and luck that can be repeated."""

    referee: Referee
    view: Match
    seat: int
    luck: SeededLuck

    def step(self, move: Move | None) -> bytes:
        """Play a move, or what chance owes; all that reaches the seat, as bytes."""
        match = self.referee.match
        tried = [self.tried(one) for one in tries(match)]
        if match.turn == CHANCE:
            ruling = self.referee.shuffle(self.luck.stream())
        else:
            assert match.turn is not None
            assert move is not None
            ruling = self.referee.submit(match.turn, move)
        self.view.reveal_all(heard(ruling, self.seat))
        said = [[note.word, note.values] for note in self.view.apply(ruling.move)]
        own = [] if self.view.turn != self.seat else [repr(one) for one in self.view.moves()]
        faces = [int(face) for face in self.view.faces]
        zones = [repr(zone) for zone in match.zones()]
        place = [match.public(), match.facts(), zones, repr(match.board())]
        assert as_bytes(place[0]) == as_bytes(self.view.public())
        return as_bytes([heard(ruling, self.seat), said, own, faces, place, tried])

    def tried(self, move: Move) -> list[Any]:
        """What the referee says to the seat about a move."""
        try:
            self.referee.check(self.seat, move)
        except IllegalMove as refused:
            return [refused.reason, refused.values]
        return ["legal"]


def tries(match: Match) -> list[Move]:
    """Moves for a seat to try, whether or not they make sense: every third slot, some values."""
    slots = [None, *range(0, len(match.faces), 3)]
    return [Move(Verb.PLAY, slot, value) for slot in slots for value in (None, 1)]


def compare_worlds(table: Table, seat: int, chooser: random.Random) -> int:
    """Play a stretch in this world and in one with other hidden faces; the steps compared."""
    match, luck = table.match, chooser.randbytes(8)
    here = World(Referee(match.copy()), table.views[seat].copy(), seat, SeededLuck(luck))
    moves: list[Move | None] = []
    reached: list[bytes] = []
    for _ in range(chooser.randrange(1, 30)):
        now = here.referee.match
        if now.turn is None or now.rounds_over != match.rounds_over or blind_restock(here):
            break
        playing = now.turn != CHANCE
        moves.append(table.random_move(now.moves()) if playing else None)
        reached.append(here.step(moves[-1]))
    learned = [face is not HIDDEN for face in here.view.faces]
    lying = [slot for zone in match.zones() for slot in zone.slots]
    unseen = [slot for slot in lying if not learned[slot : slot + 1] or not learned[slot]]
    faces = list(match.faces)
    for slot, other in zip(unseen, chooser.sample(unseen, len(unseen)), strict=True):
        faces[slot] = match.faces[other]
    there = World(Referee(match.copy(faces)), table.views[seat].copy(), seat, SeededLuck(luck))
    for number, (move, before) in enumerate(zip(moves, reached, strict=True)):
        try:
            again = there.step(move)
        except IllegalMove:
            return number
        assert again == before
    return len(moves)


def blind_restock(world: World) -> bool:
    """Whether cards that the seat has not seen are about to be shuffled into new slots."""
    owed = [one for one in world.referee.match.chance if isinstance(one, Restock)]
    return any(world.view.faces[slot] is HIDDEN for one in owed for slot in one.slots)
