"""Plain mode plays every game: calls, suits, named answers, tricks, sheets; nothing is special."""

import random
import re

import pytest

from core.game import Game, find, games
from core.moves import Choice, Move, Verb
from tests.tui.desk import Desk, Person, begin
from tui.plain_cards import read_value, values_text
from tui.telling import house_lines, rules_lines

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
ONE_CARD = find("one-card")
RUSSIAN = find("russian-one-hundred")


def answer_of(person: Person, chooser: random.Random) -> str:
    """What somebody types who reads the lines: one of the choices that were offered."""
    asked = person.lines[-1]
    if found := re.search(r"\((.*), or back\)", asked):
        low, dash, _ = found[1].partition(" to ")
        words = [low] if dash and low.isdigit() else found[1].replace(" or ", ", ").split(", ")
        words = [chooser.choice(one.split(" ", 1)) for one in words]
        return str(chooser.choice(words))
    offered = person.lines[-2].partition("Not now:")[0]
    numbers = re.findall(r"(\d+): ", offered)
    assert numbers or "Or " in offered, person.lines[-4:]
    return str(chooser.choice(numbers + re.findall(r"Or (draw|pass|bid)", offered)))


def played(game: Game, seed: int, until: int = 1) -> tuple[Desk, list[Person]]:
    """A table at which three people type until so many rounds are over."""
    desk, people = begin(seed=f"{seed:x}", game=game)
    chooser = random.Random(seed)
    for _ in range(3_000):
        match = people[0].guest.match
        assert match is not None
        if len(match.sheet) >= until or match.over:
            return desk, people
        mover = desk.mover()
        mover.type(answer_of(mover, chooser))
    raise AssertionError("the round never ended")


@every_game
def test_a_round_is_played_by_typing_what_is_offered(game: Game) -> None:
    """No answer that was offered is refused; the sheet comes with a reason for every number."""
    for seed in range(2):
        _, people = played(game, seed)
        for person in people:
            told = "\n".join(person.lines)
            assert "not allowed" not in told
            assert "I do not understand" not in told
            assert "?? " not in told
            assert re.search(r"The (round|match) is over\. [A-Z]", told)


@every_game
def test_the_sheet_shows_the_totals_that_the_table_has(game: Game) -> None:
    """F4: what is shown is what was settled, round after round, for everybody alike."""
    _, people = played(game, 3, until=2)
    match = people[0].guest.match
    assert match is not None
    for person in people:
        sheet = [line for line in person.type("scores") if ", total " in line]
        if match.board().seats[0].score is None:
            assert sheet == []
            continue
        found = [int(line.partition(", total ")[2].split(".")[0]) for line in sheet]
        told = [
            row.settlement.totals[seat]
            for row in match.sheet
            for group in row.outcome.places
            for seat in group
        ]
        assert found == told


@every_game
def test_the_rules_page_has_every_option_and_marks_what_differs(game: Game) -> None:
    """The page of the table and `stammtisch rules` are one text."""
    lines = rules_lines(game, game.rules)
    assert lines[0] == game.title
    assert "{" not in "\n".join(lines)
    assert not any(line.startswith("  * ") for line in lines)
    _, people = begin(game=game)
    wanted = [line for line in lines if line]
    assert people[1].type("rules")[: len(wanted)] == wanted


def test_a_rule_of_the_house_is_marked_with_its_usual_value() -> None:
    """The options in force at this table stand out."""
    rules = RUSSIAN.rules.__class__(limit=151)
    marked = [line for line in house_lines(RUSSIAN, rules) if line.startswith("  * ")]
    assert [line.split("  ")[1][2:] for line in marked] == ["limit=151 (usually 101)"]


def test_bids_are_typed_with_the_word_and_the_number() -> None:
    """`bid 9`, `pass`, or `bid` and then the number; a wrong one says what there is."""
    desk, _ = begin(game=ONE_CARD)
    first = desk.mover()
    assert "Or bid 7-15. Or pass." in first.lines[-2]
    assert first.type("bid 6")[0] == "6 is not one of 7 to 15."
    first.type("back")
    assert any("undertake" in line for line in first.type("bid"))
    assert any(line.endswith("bids 8.") for line in first.type("8"))
    second = desk.mover()
    assert second is not first
    assert second.type("bid 8")[0] == "8 is not one of 9 to 15."
    second.type("back")
    assert first.type("pass")[0] == "It is not your turn."


def test_named_answers_are_typed_by_name_or_as_far_as_they_are_clear() -> None:
    """Suits by name, letter and sign; words of the game by their beginning."""
    suit = Choice(Move(Verb.PLAY, 1), range(4), "suit")
    for text, value in (("hearts", 1), ("h", 1), ("♥", 1), ("SP", 0), ("4", 3), ("x", None)):
        assert read_value(ONE_CARD, suit, text) == value
    assert values_text(ONE_CARD, suit) == "1 spades, 2 hearts, 3 diamonds or 4 clubs"
    order = Choice(Move(Verb.NAME), (0, 1), "reverse")
    for text, value in (("uptown", 0), ("down", 1), ("d", 1), ("2", 1), ("", None), ("0", None)):
        assert read_value(ONE_CARD, order, text) == value
    assert values_text(ONE_CARD, order) == "1 uptown or 2 downtown"
    number = Choice(Move(Verb.PLAY, 1), range(101), "number")
    assert read_value(find("one-hundred"), number, "42") == 42
    assert read_value(find("one-hundred"), number, "4x") is None


def test_a_hand_is_sorted_and_its_numbers_follow() -> None:
    """By suit, by rank, as dealt; the number of a card is its place in what is shown."""
    desk, _ = begin(game=ONE_CARD)
    person = desk.mover()
    assert person.type("sort")[0].startswith("Sort the hand")
    by_suit = person.type("sort suit")[0].partition("You hold ")[2].rstrip(".").split(", ")
    suits = [one.rpartition(" ")[2] for one in by_suit if one != "joker"]
    assert suits == sorted(suits, key=["spades", "hearts", "diamonds", "clubs"].index)
    assert sorted(by_suit) == sorted(
        person.type("sort dealt")[0].partition("You hold ")[2].rstrip(".").split(", ")
    )
    person.type("sort suit")
    assert person.type("why 1")[0].casefold().startswith(by_suit[0].casefold())


def test_why_not_says_the_rule_in_words() -> None:
    """A card that does not fit, a draw while one fits, a pass before a draw."""
    said: set[str] = set()
    for seed in range(12):
        desk, _ = begin(seed=f"{seed:x}", game=RUSSIAN)
        person = desk.mover()
        said |= {person.type(word)[0] for word in ("why 1", "why 2", "why 3", "draw", "pass")}
    assert any("That card does not fit" in one for one in said)
    assert any("so you must play one" in one for one in said)
    assert not any("is no card of your hand" in one for one in said)
