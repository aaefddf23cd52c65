"""What is told of a game and a table in any form: rules, house rules, tricks, the score sheet.

Screens, plain mode and the command line call these; nothing is written here and no game is known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core import options
from core.events import EVERYBODY, Note, SeatFacts, Zone
from core.game import Game, Row
from core.match import Match
from core.moves import Choice
from tui.words import called, card_text, said, sentence, suit_text

CENTRE: Final = "centre"
"""The place of a card that is nobody's and no pile."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Whose eyes or ears a table is told to: names by seat, the own seat, signs or words."""

    match: Match
    names: Sequence[str]
    you: int | None = None
    ascii: bool = False
    aloud: bool = False

    def note(self, note: Note) -> str:
        """A note in words."""
        return said(note, self.match.game, self.names, self.ascii, self.you, aloud=self.aloud)

    def card(self, slot: int) -> str:
        """The face of a slot."""
        return card_text(self.match.faces[slot], self.ascii, aloud=self.aloud)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return called(seat, self.names, self.you)


# The rules


def rules_text(game: Game, rules: object) -> str:
    """The page of a game, with the values of these rules in it as a person writes them."""
    written = {one.name: one.write(one.default) for one in options.options(rules)}
    return game.page.format_map(written).rstrip()


def rules_lines(game: Game, rules: object) -> list[str]:
    """The whole page: the title, the rules, and the house rules."""
    text = rules_text(game, rules).splitlines()
    return [game.title, "", *text, "", *house_lines(game, rules)]


def house_lines(game: Game, rules: object) -> list[str]:
    """The house rules that are not the usual ones, then every one with its value and sentence.

    Of several values the one that is played has an arrow.
    """
    usual = options.values(game.rules)
    unusual = [
        sentence(
            "rule_differs",
            option=option.name,
            value=option.write(option.default),
            usual=option.write(usual[option.name]),
            sentence=_meaning(option),
        )
        for option in options.options(rules)
        if option.default != usual[option.name]
    ]
    lines = [sentence("rules_differ"), *unusual] if unusual else [sentence("usual_rules")]
    lines += ["", sentence("rules_all")]
    for option in options.options(rules):
        value = option.write(option.default)
        lines.append(
            sentence("rule_usual", option=option.name, value=value, sentence=option.sentence)
        )
        for each, meaning in option.choices.items():
            here = ">" if each == option.default else " "
            lines.append(f"      {here} {each}: {meaning}")
    return lines


def unusual_lines(game: Game, rules: object) -> list[str]:
    """The house rules that are not the usual ones."""
    unusual = options.differences(rules, game.rules)
    return [rule_line(one) for one in options.options(rules) if one.name in unusual]


def rule_line(option: options.Option) -> str:
    """A house rule with its value, and what both mean."""
    value = option.write(option.default)
    return sentence("rule_line", option=option.name, value=value, sentence=_meaning(option))


def _meaning(option: options.Option) -> str:
    """The sentence of a house rule, and of its value where each value has one."""
    meaning = option.choices.get(str(option.default))
    if meaning is None:
        return option.sentence
    return sentence("rule_value", rule=option.sentence, meaning=capital(meaning))


def capital(text: str) -> str:
    """A sentence begins with a capital letter, whatever a game's word begins with."""
    return text[:1].upper() + text[1:]


def presets_of(game: Game, name: str) -> list[str]:
    """What a preset of a game changes, a line for each house rule."""
    return unusual_lines(game, game.preset(name)) or [sentence("usual_rules")]


# Second values


def has_names(game: Game, choice: Choice) -> bool:
    """Whether the values of a choice have names: suits, or words such as `reverse_1`."""
    if choice.asks == "suit":
        return True
    return all(f"{choice.asks}_{value}" in game.words for value in (choice.values or ())[:9])


def value_word(game: Game, choice: Choice, value: int) -> str:
    """One value in words: a suit by its name, a word of the game, or the number itself."""
    if choice.asks == "suit":
        return suit_text(value, aloud=True)
    word = f"{choice.asks}_{value}"
    return game.words.get(word, str(value))


# The table


def says_lines(to: Teller) -> list[str]:
    """What the seats have to say now: calls, debts, what they took."""
    lines = []
    for seat, facts in enumerate(to.match.board().seats):
        if facts.says:
            words = ", ".join(to.note(one) for one in facts.says)
            lines.append(sentence("seat_says", name=to.name(seat), what=words))
    return lines


def pile_of(match: Match) -> Zone | None:
    """The place where everybody's cards go: the first open one that is nobody's."""
    return next(
        (
            one
            for one in match.zones()
            if one.owner is None and one.sight == EVERYBODY and one.name != CENTRE
        ),
        None,
    )


def pile_line(to: Teller) -> str:
    """The card on top of the common pile; nothing where there is none."""
    pile = pile_of(to.match)
    return sentence("on_top", card=to.card(pile.slots[-1])) if pile and pile.slots else ""


def trick_line(to: Teller) -> str:
    """The cards of the trick and who played each, the leader first; nothing without a trick."""
    played = [
        sentence("seat_played", name=to.name(zone.owner), card=to.card(slot))
        for zone in to.match.zones()
        if zone.name == "trick" and zone.owner is not None and zone.sight == EVERYBODY
        for slot in zone.slots
    ]
    return sentence("trick", cards=", ".join(played)) if played else ""


def seat_lines(to: Teller) -> list[str]:
    """Every seat with its chips or score, and its cards."""
    return [
        f"{seat + 1}. {to.name(seat)}: {_facts(one)}."
        for seat, one in enumerate(to.match.board().seats)
    ]


def _facts(seat: SeatFacts) -> str:
    parts = []
    if seat.chips is not None:
        parts.append(sentence("chips", chips=seat.chips))
    if seat.score is not None:
        parts.append(sentence("score", score=seat.score))
    parts.append(sentence("cards", cards=seat.cards) if seat.live else sentence("out"))
    return ", ".join(parts)


def winners_line(match: Match, names: Sequence[str], you: int | None = None) -> str:
    """Who has won the match; nothing while it runs, or when nobody has."""
    if match.settlement is None or not match.settlement.winners:
        return ""
    return winners_text([called(seat, names, you) for seat in match.settlement.winners])


def winners_text(names: Sequence[str]) -> str:
    """That one wins, or several."""
    return sentence("winner" if len(names) == 1 else "winners", names=", ".join(names))


# The score sheet


def row_lines(to: Teller, row: Row) -> list[str]:
    """One finished round: by place, each with points, reasons, the total, and who went out or won.

    Whoever was out when the round began is not told of.
    """
    outcome, done = row.outcome, row.settlement
    gone = _gone_before(to.match, row)
    lines = []
    for place, seat in places(outcome.places):
        if gone[seat]:
            continue
        score = outcome.scores[seat]
        reasons = ", ".join(to.note(one) for one in score.reasons)
        told = reasons or sentence("score", score=score.points)
        line = sentence("place", place=place, name=to.name(seat), score=told)
        if counts_points(to.match):
            line = sentence(
                "sheet_row",
                name=to.name(seat),
                points=signed(score.points),
                reasons=reasons or sentence("no_cards_left"),
                total=done.totals[seat],
            )
            if done.out[seat]:
                line += " " + sentence("sheet_out")
            if seat in done.winners:
                line += " " + sentence("sheet_won")
        lines.append(line)
    return lines


def _gone_before(match: Match, row: Row) -> tuple[bool, ...]:
    """By seat, who was out when a round of the sheet began."""
    number = next(at for at, one in enumerate(match.sheet) if one is row)
    return match.sheet[number - 1].settlement.out if number else (False,) * match.seats


def counts_points(match: Match) -> bool:
    """Whether the game keeps running totals, and not chips."""
    return any(one.score is not None for one in match.board().seats)


def signed(points: int) -> str:
    """Points as a sheet has them: +7, 0, -20."""
    return f"+{points}" if points > 0 else str(points)


def sheet_lines(to: Teller) -> Iterator[str]:
    """The whole score sheet: every finished round with the reason for every number."""
    for number, row in enumerate(to.match.sheet, 1):
        yield sentence("sheet_round", number=number, why=to.note(row.outcome.why))
        yield from row_lines(to, row)


def places(by_place: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Each seat with its place; who shares a place shares its number."""
    numbered: list[tuple[int, int]] = []
    for group in by_place:
        place = len(numbered) + 1
        numbered += [(place, seat) for seat in group]
    return numbered
