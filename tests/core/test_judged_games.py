"""The 101 family and One Card, judged in every state by programs that know only the rules.

Each step: the moves that the game offers are the ones that the rules allow, and the table that it
shows is the one that the rules give.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import pytest

from core import options
from core.game import Game, Start, find
from tests.core import hundred_one_positions, one_card_positions
from tests.core.hundred_one_oracle import HundredOne
from tests.core.judging import Judge, WrongStateError
from tests.core.one_card_oracle import JOKER, best, legal
from tests.core.tables import everything

RUSSIAN = find("russian-one-hundred")
ALTERNATIVE = find("alternative-one-hundred")
CZECH = find("czech-fool")
ONE_CARD = find("one-card")
GAMES = [RUSSIAN, ALTERNATIVE, CZECH, ONE_CARD]
PRESETS = [
    pytest.param(game, name, id=f"{game.name}-{name}") for game in GAMES for name in game.presets
]
PACK = ["JK", "AS", "KS", "9S", "AH", "KH", "9H", "AD", "QD", "TD", "AC", "QC"]


def some_rules(game: Game, chooser: random.Random) -> Any:
    """A few house rules changed."""
    known = options.options(game.rules)
    changed = chooser.sample(known, chooser.randrange(len(known)))
    return replace(game.rules, **{one.name: chooser.choice(everything(one)) for one in changed})


def judge_match(game: Game, rules: Any, chooser: random.Random) -> int:
    """A whole match at so many seats as the rules take; how many states there were."""
    low, high = game.seats(rules)
    return Judge(game, rules, chooser.randint(low, high), chooser.getrandbits(32)).whole_match()


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_state_of_a_preset_is_what_the_rules_say(
    game: Game, preset: str, scaled: Callable[[int, int], int]
) -> None:
    """500 seeded matches a preset: all moves, then all quantities, in every state."""
    chooser = random.Random(f"{game.name} {preset}")
    for _ in range(scaled(2, 500)):
        assert judge_match(game, game.preset(preset), chooser) > 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_state_under_house_rules_is_what_the_rules_say(
    game: Game, scaled: Callable[[int, int], int]
) -> None:
    """Each value of each option once, then mixtures."""
    chooser = random.Random(game.name)
    known = options.options(game.rules)
    single = [(one.name, value) for one in known for value in everything(one)]
    if len(single) > (most := scaled(5, 200)):
        single = chooser.sample(single, most)
    for name, value in single:
        judge_match(game, replace(game.rules, **{name: value}), chooser)
    for _ in range(scaled(2, 500)):
        judge_match(game, some_rules(game, chooser), chooser)


def sparse_round(seed: int) -> str | None:
    """How a round of the 101 family with few cards left ended, every state of it judged."""
    chooser = random.Random(seed)
    game = chooser.choice([RUSSIAN, ALTERNATIVE, CZECH])
    rules = some_rules(game, chooser)
    house: dict[str, Any] = options.values(rules)
    low, high = game.seats(rules)
    n = chooser.randint(low, high)
    judge = Judge(game, rules, n, seed)
    oracle = judge.oracle
    assert isinstance(oracle, HundredOne)
    pack = chooser.sample(oracle.pack, len(oracle.pack))

    def take(low: int, high: int) -> list[str]:
        return [pack.pop() for _ in range(chooser.randint(low, high)) if pack]

    oracle.pile, oracle.stock = take(1, 3), take(0, 3)
    oracle.hands = [take(0, 3) for _ in range(n)]
    oracle.suit = chooser.choice("SHDC") if oracle.pile[-1][0] == "Q" else None
    oracle.skips = [0, *(chooser.choice([0, 0, 0, 1, 2]) for _ in range(n - 1))]
    oracle.totals = [chooser.randint(-115, 101) for _ in range(n)]
    oracle.dealer, oracle.number = chooser.randrange(n), chooser.randint(1, rules.rounds)
    totals = tuple(oracle.totals)
    judge.match.start = Start((True,) * n, oracle.dealer, totals, oracle.number, (0,) * n)
    judge.match.round = hundred_one_positions.position(
        n,
        hands={seat: " ".join(hand) for seat, hand in enumerate(oracle.hands)},
        pile=" ".join(oracle.pile),
        stock=" ".join(oracle.stock),
        suit=oracle.suit,
        totals=totals,
        skips=dict(enumerate(oracle.skips)),
        dealer=oracle.dealer,
        game=game,
        **house,
    )
    judge.unknown = {"round"}
    judge.follow(oracle.round(0))
    return oracle.why


def test_every_state_with_few_cards_is_what_the_rules_say(
    scaled: Callable[[int, int], int],
) -> None:
    """Short stocks, empty hands, blocked rounds, totals about to be out: what whole games lack."""
    ends = Counter(sparse_round(seed) for seed in range(scaled(40, 5_000)))
    assert {"finished", "blocked"} <= set(ends)


def reduced(scaled: Callable[[int, int], int]) -> list[str]:
    """A pack for which all hands can be tried: eight cards, in a full campaign twelve."""
    return PACK[: scaled(8, 12)]


def led_suit(card: str, trump: str | None) -> str:
    """The suit that a lead asks for, empty for none."""
    return (trump or "") if card == JOKER else card[1]


@pytest.mark.parametrize("trump", [None, *"SHD"])
@pytest.mark.parametrize("joker", ["as_trump", "only_if_no_other"])
def test_every_small_hand_follows_as_the_rules_say(
    trump: str | None, joker: str, scaled: Callable[[int, int], int]
) -> None:
    """C-8, C-9: all hands of up to three cards against every lead."""
    pack = reduced(scaled)
    hands = [hand for size in (1, 2, 3) for hand in combinations(pack, size)]
    for hand, led in product(hands, pack):
        if led in hand:
            continue
        suit = led_suit(led, trump)
        state = one_card_positions.position(
            [" ".join(hand), ""],
            bidder=None if trump is None else 1,
            trump=trump or "",
            trick=led,
            leader=1,
            led=suit,
            joker_on_trump_lead=joker,
        )
        offered = {str(state.faces[choice.move.slot or 0]) for choice in state.moves()}
        late = joker == "only_if_no_other"
        assert offered == legal([*hand], suit or None, trump, late), (hand, led, trump)


@pytest.mark.parametrize("trump", [None, *"SHD"])
@pytest.mark.parametrize("order", ["uptown", "downtown"])
@pytest.mark.parametrize("joker", ["top", "powerless"])
def test_every_small_trick_is_won_as_the_rules_say(
    trump: str | None, order: str, joker: str, scaled: Callable[[int, int], int]
) -> None:
    """C-7, C-10: all tricks of three cards."""
    for trick in permutations(reduced(scaled), 3):
        suit = led_suit(trick[0], trump)
        state = one_card_positions.position(
            [trick[2], "", ""],
            bidder=None if trump is None else 1,
            trump=trump or "",
            trick=" ".join(trick[:2]),
            leader=1,
            led=suit,
            downtown=order == "downtown",
            joker_no_bid=joker,
        )
        state.apply(state.moves()[0].move)
        place = best([*trick], suit or None, trump, order, joker == "top")
        assert state.facts()["won_by"] == (1 + place) % 3, (trick, trump, order)


def found_out(game: Game, name: str, value: options.Value, chooser: random.Random) -> bool:
    """Whether an oracle that takes this option to be another one meets a difference."""
    low, high = game.seats(game.rules)
    judge = Judge(game, game.rules, chooser.randint(low, high), chooser.getrandbits(32))
    judge.oracle.rules = {**judge.oracle.rules, name: value}
    try:
        judge.whole_match()
    except WrongStateError:
        return True
    return False


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        (RUSSIAN, "forced_play", False),
        (RUSSIAN, "draw_until_playable", True),
        (RUSSIAN, "starter_pick", "dealer_chooses"),
        (RUSSIAN, "starter_effect", "none"),
        (RUSSIAN, "six_cover", "next_player"),
        (RUSSIAN, "queen_covers_six", False),
        (RUSSIAN, "stack_sevens", True),
        (RUSSIAN, "king_of_spades_draw", 4),
        (RUSSIAN, "queen_penalty", "always"),
        (RUSSIAN, "limit", 60),
        (RUSSIAN, "match_end", "first_out"),
        (RUSSIAN, "next_dealer", "winner"),
        (RUSSIAN, "recycle", "turn_over"),
        (ALTERNATIVE, "fives", False),
        (ALTERNATIVE, "five_target", "last_mover"),
        (ALTERNATIVE, "skips_add_up", False),
        (ONE_CARD, "target", 20),
        (ONE_CARD, "auction", "single_round"),
        (ONE_CARD, "pass_final", False),
        (ONE_CARD, "failed_bid", "minus_bid"),
        (ONE_CARD, "bidder_scores", "bid"),
        (ONE_CARD, "joker_first_lead", "spades"),
        (ONE_CARD, "joker_on_trump_lead", "only_if_no_other"),
        (ONE_CARD, "reverse_right", "capture_from_other"),
    ],
)
def test_an_oracle_with_other_rules_finds_a_difference(
    game: Game, name: str, value: options.Value
) -> None:
    """So the comparison is one: a game that took an option wrong would be found out."""
    chooser = random.Random(name)
    assert any(found_out(game, name, value, chooser) for _ in range(40))
