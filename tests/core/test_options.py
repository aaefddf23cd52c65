"""House rules: reading, refusing, writing, and the identity that stands for them."""

from dataclasses import dataclass, fields

import pytest

from core import options
from core.errors import RulesError
from core.game import find, games
from core.options import number, one_of, switch
from tests.core.positions import ONE_HUNDRED, rules


@dataclass(frozen=True, slots=True)
class Rules:
    """A small set of rules with one option of each kind."""

    open_hands: bool = switch(False, "Everybody shows the hand.")
    points: int = number(101, 50, 500, "How many points end the game.")
    suit: str = one_of("hearts", {"hearts": "red", "big_spades": "black"}, "Which suit rules.")


def test_a_house_rule_is_written_option_equals_value() -> None:
    """Each kind reads the words of people: on/off and their kin, numbers, words in any case."""
    changed = options.with_texts(Rules(), ["open-hands=YES", "points = 50", "Suit=Big-Spades"])

    assert changed == Rules(open_hands=True, points=50, suit="big_spades")
    assert options.with_texts(Rules(), []) == Rules()
    assert options.with_texts(Rules(), ["open_hands=off"]).open_hands is False


@pytest.mark.parametrize(
    ("text", "reason", "says"),
    [
        ("points", "bad_value", "write option=value"),
        ("pints=50", "unknown_option", "open_hands, points, suit"),
        ("=50", "unknown_option", "open_hands, points, suit"),
        ("points=49", "bad_value", "a number from 50 to 500"),
        ("points=501", "bad_value", "a number from 50 to 500"),
        ("points=-50", "bad_value", "a number from 50 to 500"),
        ("points=5e1", "bad_value", "a number from 50 to 500"),
        ("points=１００", "bad_value", "a number from 50 to 500"),
        ("points=" + "9" * 5_000, "bad_value", "a number from 50 to 500"),
        ("open_hands=2", "bad_value", "on or off"),
        ("suit=clubs", "bad_value", "one of hearts, big_spades"),
        ("suit=", "bad_value", "one of hearts, big_spades"),
    ],
)
def test_what_is_no_house_rule_is_refused_in_words(text: str, reason: str, says: str) -> None:
    """Bad input: an unknown option or value gets a sentence that says what there is."""
    with pytest.raises(RulesError) as error:
        options.with_texts(Rules(), [text])

    assert error.value.reason == reason
    assert says in str(error.value)


@pytest.mark.parametrize(
    "values",
    [{"points": True}, {"points": "60"}, {"points": 60.0}, {"open_hands": 1}, {"suit": 1},
     {"suit": None}, {"points": 10**30}, {"no": 1}],
)  # fmt: skip
def test_typed_values_are_checked_as_strictly(values: dict[str, object]) -> None:
    """From the wire or a record: True is no number, 1 is no switch, a text is no number."""
    with pytest.raises(RulesError):
        options.with_values(Rules(), values)


def test_options_describe_themselves() -> None:
    """The lobby shows name, sentence and values; `default` is what these rules have."""
    open_hands, points, suit = options.options(Rules(points=60))

    assert (open_hands.kind, open_hands.allowed(), open_hands.write(True)) == (
        "switch",
        "on or off",
        "on",
    )
    assert (points.default, points.low, points.high) == (60, 50, 500)
    assert suit.choices == {"hearts": "red", "big_spades": "black"}
    assert options.values(Rules()) == {"open_hands": False, "points": 101, "suit": "hearts"}
    assert options.differences(Rules(points=60), Rules()) == {"points": 60}


def test_the_identity_is_a_hash_of_name_version_and_every_option() -> None:
    """Eight bytes; each option, the name and the version change it."""
    one = options.identity("whist", 1, Rules())
    others = [
        options.identity("whist", 2, Rules()),
        options.identity("bridge", 1, Rules()),
        options.identity("whist", 1, Rules(open_hands=True)),
        options.identity("whist", 1, Rules(points=102)),
        options.identity("whist", 1, Rules(suit="big_spades")),
    ]

    assert one.hex() == "b9ed947377ad1711"
    assert len({one, *others}) == 6


def test_the_identity_of_each_game_version_is_pinned() -> None:
    """G7: a change of options that keeps the version is seen here before it meets a peer."""
    pinned = {
        ("one-hundred", 1): "3301dd32efa88465",
        ("russian-one-hundred", 1): "b6e6225eb45da4d2",
        ("alternative-one-hundred", 1): "5ea224b9e8e3bbca",
        ("czech-fool", 1): "80cad5204a19d0b3",
        ("one-card", 1): "ad5ec8c83de5b1d5",
        ("mau-mau", 1): "c03833d3e6bc95d1",
    }
    found = {(game.name, game.version): game.identity(game.rules) for game in games().values()}

    assert {key: found[key].hex() for key in pinned} == pinned
    assert ONE_HUNDRED.identity(rules(after_bust="redeal")).hex() == "8070efd51efb52f9"


def test_every_option_of_every_game_reads_back_what_it_writes() -> None:
    """Words of `games --json` are the words of `--rule`: every value, each with a sentence."""
    for game in games().values():
        for option in options.options(game.rules):
            if option.kind == "switch":
                everything: list[options.Value] = [False, True]
            elif option.kind == "number":
                everything = list(range(option.low, option.high + 1))
            else:
                everything = list(option.choices)
            for value in everything:
                text = f"{option.name}={option.write(value)}"
                assert options.values(options.with_texts(game.rules, [text]))[option.name] == value
            assert option.default in everything
            assert option.sentence.endswith(".")
            assert option.name == option.name.lower()
            assert all(each == each.lower() and " " not in each for each in option.choices)


def test_every_option_of_table_1b_is_there() -> None:
    """The eleven options of the rule book, in snake case, with their defaults."""
    assert options.values(ONE_HUNDRED.rules) == {
        "after_bust": "revert",
        "red_ace": "1",
        "floor": "none",
        "four_with_two": "no_effect",
        "chips": 3,
        "must_play_safe": False,
        "bust_skips_next_turn": False,
        "bust_card": "discard_and_draw",
        "eliminated_hand": "pile_bottom",
        "allow_two_players": False,
        "max_players": 12,
    }
    assert len(fields(rules())) == 11


def test_games_are_found_by_their_names() -> None:
    """Names are read as people write them; an unknown one is answered with those there are."""
    assert find("One Hundred") is find("one_hundred") is find(" one-hundred ") is ONE_HUNDRED
    with pytest.raises(RulesError, match="one-hundred") as error:
        find("chess")
    assert error.value.reason == "unknown_game"


def test_presets_are_rules_by_name() -> None:
    """Each preset changes the options it names, and an unknown preset is answered with names."""
    for game in games().values():
        for name, changed in game.presets.items():
            assert options.values(game.preset(name)) == {**options.values(game.rules), **changed}
        with pytest.raises(RulesError, match="usual"):
            game.preset("no such preset")
