"""`trace` and `simulate` to the letter: a second program checks every line of every trace."""

import copy
import hashlib
import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from core import options
from core.digest import digest, u64
from core.errors import RulesError
from core.game import find
from core.games.one_hundred import OneHundredRules
from core.shuffle import seed_key
from tests.core.oh_checker import WrongTraceError, check
from tests.core.positions import ONE_HUNDRED
from tests.core.tables import everything
from tui import scripts


def trace(seats: int, seed: str, texts: list[str], bot: str = "random") -> list[str]:
    """The lines of one trace."""
    out = io.StringIO()
    assert scripts.trace("one-hundred", out, seats=seats, seed=seed, bot=bot, texts=texts) == 0
    return out.getvalue().splitlines()


def simulate(count: int, game: str = "one-hundred", **what: Any) -> dict[str, Any]:
    """The one object of a simulation."""
    out = io.StringIO()
    what = {"seats": 4, "seed": "2a", **what}
    assert scripts.simulate(game, out, count=count, **what) == 0
    (line,) = out.getvalue().splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def some_rules(chooser: random.Random) -> list[str]:
    """A few house rules, as they are written on the command line."""
    known = [one for one in options.options(OneHundredRules()) if one.name != "max_players"]
    changed = chooser.sample(known, chooser.randrange(len(known)))
    texts = [f"{one.name}={one.write(chooser.choice(everything(one)))}" for one in changed]
    return [*texts, "allow_two_players=on", "max_players=34"]


@pytest.mark.parametrize("part", range(4))
def test_every_step_of_a_trace_is_what_the_rules_say(
    part: int, scaled: Callable[[int, int], int]
) -> None:
    """200 traces with assorted options, seats and bots, worked out again by another program."""
    chooser = random.Random(part)
    for number in range(scaled(50, 1_000)):
        seats = chooser.choice([2, 3, 4, 5, 6, 7, 8, 12, 34 if number % 25 == 0 else 3])
        texts, bot = some_rules(chooser), chooser.choice(["random", "careful"])
        check(trace(seats, f"{part:x}{number:x}", texts, bot))


def test_the_usual_rules_need_no_option() -> None:
    """3 to 12 seats without a single `--rule`."""
    for seats in range(3, 13):
        checker = check(trace(seats, "c0ffee", []))
        assert len(checker.live()) == 1


FAULTS: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("value", lambda line: line["state"].update(value=line["state"]["value"] + 1)),
    ("chip", lambda line: line["state"]["chips"].__setitem__(0, 9)),
    ("turn", lambda line: line["state"].update(turn=(line["state"]["turn"] + 1) % 4)),
    ("direction", lambda line: line["state"].update(direction=-line["state"]["direction"])),
    ("stock", lambda line: line["state"]["stock"].reverse()),
    ("pile", lambda line: line["state"]["pile"].append("KS")),
    ("hand", lambda line: line["state"]["hands"][0].reverse()),
    ("leak", lambda line: line["opened"]["all"].append(50)),
    ("leak to a seat", lambda line: line["opened"].update({"3": [50], "2": [50]})),
    ("seat", lambda line: line.update(seat=(line["seat"] + 1) % 4)),
    ("card", lambda line: line["move"].update(card="JK")),
    ("named", lambda line: line["move"].update(value=101)),
    ("face", lambda line: line["faces"].update({"0": "JK"})),
]


@pytest.mark.parametrize(("name", "plant"), FAULTS, ids=[name for name, _ in FAULTS])
def test_the_second_program_finds_planted_faults(
    name: str, plant: Callable[[dict[str, Any]], Any]
) -> None:
    """A checker that finds nothing is worth nothing: one changed quantity in one line is found."""
    lines = trace(4, "2a", [])
    for at in (3, 9, 20):
        wrong = copy.deepcopy(json.loads(lines[at]))
        if wrong["seat"] < 0:
            continue
        plant(wrong)
        with pytest.raises(WrongTraceError, match=f"line {at + 1}:"):
            check([*lines[:at], json.dumps(wrong), *lines[at + 1 :]])


def test_a_trace_that_breaks_off_is_found() -> None:
    """The last line of a trace is the end of the game."""
    with pytest.raises(WrongTraceError, match="ends before"):
        check(trace(4, "2a", [])[:-1])


def test_a_trace_is_the_same_to_the_byte_everywhere() -> None:
    """A seeded game is pinned: bots draw their luck from the one method that Python guarantees."""
    text = "\n".join(trace(4, "2a", []))

    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "6f2d337e80af3fa79a69ec8a3278c3e1cb49b3e07b4bd5f497ea8e72e71bc85f"
    )
    assert "\n".join(trace(4, "2A", [])) == text
    assert trace(4, "2b", []) != text.splitlines()


def test_the_digest_of_100_seeded_games_is_pinned() -> None:
    """G7, G10: a change of what the engine does is seen here; then the version must change too."""
    assert ONE_HUNDRED.version == 1
    assert (
        simulate(100)["reference"]
        == "fe224a845ab60522c929562d93546d5af069feb9dd3b79f84dd6ba67e85372da"
    )
    assert (
        simulate(100, bot="careful")["reference"]
        == "731058cd16d9f6eba11256289a38570e48e4f004bf0b0c5c42fc93f163481aba"
    )
    mixed = ["after_bust=redeal", "bust_card=return_to_hand", "red_ace=one_or_eleven"]
    assert (
        simulate(100, seats=7, texts=mixed)["reference"]
        == "93eb599db186eab2d3b61d576a54c7105349a61a9da0801d105863b24150b5f1"
    )


PINNED = {
    "russian-one-hundred": {
        "random": "376cb8a1855d5620ed4e7ea6814b5b2ff0525c50d0e68c3d31a948f781be4f69",
        "careful": "d56a042428e527e89d487ad4627b923dc898936c6b12ca477fcc6ab4ede6c2ff",
    },
    "alternative-one-hundred": {
        "random": "e852bf7a53dfd840d720ee75e1a0aae98a4eea88fa21009284178c127c8dcd99",
        "careful": "a23aa232aa02f23d1da08b5ebb935761a140537c4d06b26b7bc04747451d40b5",
    },
    "czech-fool": {
        "random": "11a42eb3fd8e45705c069340aebe17f9c3fba6c07a0b96aba5d9b1bcdceaffa3",
        "careful": "cc79573ddea0cb00dc68b84af9750fdf475e2a95225291a5d3a7223e572c1b05",
    },
    "mau-mau": {
        "random": "334b4c75796e692b434659b0cdfdb57a1cb863b4d112958e64fd6a1560244db9",
        "careful": "5a5a27e43d977dce5c699e2f1b7ee85592749a7214e57bd028dd9fc68afe884b",
    },
    "one-card": {
        "random": "122f326ce1d65f4d7563cf68823eb510278202fce7d7fbae8f168dc44c1196fc",
        "careful": "40e1e32f62fdcbb7c86693964d2c5ddae6ede2a865e2dd97171c1fae15747240",
    },
}


@pytest.mark.parametrize("bot", ["random", "careful"])
@pytest.mark.parametrize("game", PINNED)
def test_the_digest_of_20_seeded_matches_of_many_rounds_is_pinned(game: str, bot: str) -> None:
    """G7, G10: as for One Hundred; 20 matches of the 101 family are some 160 rounds."""
    assert find(game).version == 1
    assert simulate(20, game, bot=bot)["reference"] == PINNED[game][bot]


def test_a_simulation_adds_up() -> None:
    """Moves, wins, the longest game, restocks, busts: as the traces of its games say."""
    found = simulate(12, texts=["chips=2"])
    key = seed_key("2a")
    seeds = [digest("game", key, u64(number)).hex() for number in range(12)]
    games = [[json.loads(line) for line in trace(4, one, ["chips=2"])] for one in seeds]
    moves = [sum(line["seat"] >= 0 for line in game) for game in games]
    ends = [game[-1]["state"]["live"].index(True) for game in games]
    words = [word for game in games for line in game for word in line["says"]]

    assert found["games"] == 12
    assert found["moves"] == sum(moves)
    assert found["mean_moves"] == round(sum(moves) / 12, 3)
    assert found["longest"] == max(moves)
    assert found["longest_seed"] == seeds[moves.index(max(moves))]
    assert found["wins"] == [ends.count(seat) for seat in range(4)]
    assert (found["busts"], found["restocks"]) == (words.count("bust"), words.count("restocked"))
    assert found["restocks"] == sum(line["seat"] < 0 for game in games for line in game) - 12


def test_a_simulation_begins_like_a_shorter_one() -> None:
    """Game g depends on the seed and g alone, so 3 games are the first 3 of 30."""
    assert simulate(3, seed="7")["longest_seed"] in {
        digest("game", seed_key("7"), u64(number)).hex() for number in range(3)
    }
    assert simulate(3, seed="7")["reference"] != simulate(3, seed="8")["reference"]


def test_the_list_of_games_has_what_a_script_needs() -> None:
    """`games --json`: names, seats, presets, options with defaults, values and sentences."""
    out = io.StringIO()
    assert scripts.games(True, out) == 0
    (game,) = [one for one in json.loads(out.getvalue()) if one["name"] == "one-hundred"]
    chips = next(one for one in game["options"] if one["name"] == "chips")
    after = next(one for one in game["options"] if one["name"] == "after_bust")

    assert game["seats"] == {"min": 3, "max": 12}
    assert chips == {
        "name": "chips",
        "kind": "number",
        "default": 3,
        "sentence": "How many chips everybody starts with.",
        "min": 1,
        "max": 9,
    }
    assert list(after["values"]) == ["revert", "redeal", "zero", "stay"]
    assert game["presets"]["new-deal"] == {"after_bust": "redeal"}


def test_games_and_rules_are_told_in_words() -> None:
    """Without `--json` people read them: every option, every value, the chips of the house."""
    out = io.StringIO()
    scripts.games(False, out)
    scripts.rules("one-hundred", out, ["chips=7"])
    told = out.getvalue()

    assert "this many chips: 7" in told
    assert "chips=7" in told
    assert "{" not in told
    for option in options.options(OneHundredRules()):
        assert option.sentence in told
        assert all(meaning in told for meaning in option.choices.values())


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"seats": 2}, "bad_seats"),
        ({"seats": 13}, "bad_seats"),
        ({"seats": -1}, "bad_seats"),
        ({"count": 0}, "bad_value"),
        ({"count": -4}, "bad_value"),
        ({"count": 10**9}, "bad_value"),
        ({"seed": "xyz"}, "bad_value"),
        ({"seed": ""}, "bad_value"),
        ({"bot": "genius"}, "bad_value"),
        ({"texts": ["chips=99"]}, "bad_value"),
        ({"texts": ["chip=9"]}, "unknown_option"),
    ],
)
def test_bad_input_is_one_sentence(what: dict[str, Any], reason: str) -> None:
    """Unknown game, option, value or bot, too few or too many seats: `RulesError`, nothing said."""
    out = io.StringIO()
    asked: dict[str, Any] = {"game": "one-hundred", "seats": 4, "count": 1, "seed": "2a", **what}
    with pytest.raises(RulesError) as error:
        scripts.simulate(asked.pop("game"), out, **asked)

    assert error.value.reason == reason
    assert out.getvalue() == ""
