"""The table and the lobby in sentences, for plain mode: what a person would be told who asks.

Each function reads a guest and gives lines; nothing is written here, and no game is known.
"""

from collections.abc import Sequence

from core import options
from core.errors import RulesError
from core.events import SeatFacts
from core.game import Game, find
from core.match import Match
from core.moves import CHANCE
from net import messages as m
from net.clean import NAME_CELLS, clean
from net.guest import Guest
from tui.plain_cards import Offer, effect, offers
from tui.words import called, gauge, said, sentence


def you(guest: Guest) -> int | None:
    """The seat that is marked as one's own."""
    return guest.seat if guest.seat >= 0 else None


def capital(text: str) -> str:
    """A sentence begins with a capital letter, whatever a game's word begins with."""
    return text[:1].upper() + text[1:]


# The table


def turn_lines(guest: Guest) -> list[str]:
    """Whose turn it is, the gauges, the own hand; on the own turn also what each card would do."""
    match = guest.match
    if match is None:
        return []
    words = [whose_turn(guest, match)]
    gauges = [gauge(note, match.game, aloud=True) for note in match.board().gauges]
    if gauges:
        words.append(capital(", ".join(gauges)) + ".")
    if guest.seat < 0:
        return [" ".join(words)]
    own = offers(match, guest.seat)
    held = ", ".join(one.label for one in own if one.card is not None)
    words.append(sentence("you_hold", cards=held) if held else sentence("you_hold_nothing"))
    lines = [" ".join(words)]
    if guest.on_turn:
        lines.append(" ".join(offer_line(match, one) for one in own))
    return lines


def whose_turn(guest: Guest, match: Match) -> str:
    """One sentence on who owes a move."""
    if match.turn is None:
        return sentence("match_over")
    if match.turn == CHANCE:
        return sentence("shuffling")
    if match.turn == guest.seat:
        return sentence("your_turn")
    is_bot = guest.kinds[match.turn] is m.Kind.BOT
    return sentence("turn_of_bot" if is_bot else "turn_of", name=called(match.turn, guest.names))


def offer_line(match: Match, offer: Offer) -> str:
    """One card of the hand with its number, and what it would do now."""
    what = effect(match, offer)
    if offer.card is None:
        if not what:
            return sentence("plain.offer_word_bare", word=offer.label)
        return sentence("plain.offer_word", word=capital(offer.label), what=what)
    if not what:
        return sentence("plain.offer_bare", number=offer.number, card=offer.label)
    return sentence("plain.offer", number=offer.number, card=offer.label, what=what)


def score_lines(guest: Guest) -> list[str]:
    """Every seat with chips or score, cards, and whether it is still in."""
    match = guest.match
    if match is None:
        return []
    return [
        f"{seat + 1}. {called(seat, guest.names, you(guest))}: {_facts(one)}."
        for seat, one in enumerate(match.board().seats)
    ]


def _facts(seat: SeatFacts) -> str:
    parts = []
    if seat.chips is not None:
        parts.append(sentence("chips", chips=seat.chips))
    if seat.score is not None:
        parts.append(sentence("score", score=seat.score))
    parts.append(sentence("cards", cards=seat.cards) if seat.live else sentence("out"))
    return ", ".join(parts)


def journal_lines(guest: Guest, last: int) -> list[str]:
    """The last things that happened."""
    match = guest.match
    notes = list(guest.journal)[-last:]
    if match is None or not notes:
        return [sentence("plain.nothing_yet")]
    return [said(one, match.game, guest.names, you=you(guest), aloud=True) for one in notes]


def began_lines(guest: Guest) -> list[str]:
    """The match begins: who sits where, and by which rules."""
    match = guest.match
    if match is None:
        return []
    seats = []
    for seat, kind in enumerate(guest.kinds):
        name = called(seat, guest.names, you(guest))
        seats.append(f"{seat + 1}. {name}" + (f", {sentence('bot')}" if kind is m.Kind.BOT else ""))
    lines = [sentence("match_began") + " " + "; ".join(seats) + "."]
    lines += rule_lines(match.game, match.rules)
    if guest.seeded:
        lines.append(sentence("seeded"))
    return lines


def rule_lines(game: Game, rules: object) -> list[str]:
    """The house rules that are not the usual ones."""
    unusual = options.differences(rules, game.rules)
    lines = []
    for option in options.options(rules):
        if option.name in unusual:
            value = option.write(option.default)
            lines.append(
                sentence("rule_line", option=option.name, value=value, sentence=option.sentence)
            )
    return lines


# The end


def round_lines(guest: Guest) -> list[str]:
    """A round is over: why, who won it, and every score with its reasons."""
    match = guest.match
    outcome = None if match is None else match.outcome()
    if match is None or outcome is None:
        return []
    lines = [sentence("match_over" if match.over else "round_over")]
    lines[0] += " " + said(outcome.why, match.game, guest.names, you=you(guest), aloud=True)
    done = match.settlement
    if match.over and done is not None:
        winners = [called(seat, guest.names) for seat in done.winners]
        key = "winner" if len(winners) == 1 else "winners"
        lines[0] += " " + sentence(key, names=", ".join(winners))
    for place, seat in places(outcome.places):
        reasons = [
            said(one, match.game, guest.names, you=you(guest), aloud=True)
            for one in outcome.scores[seat].reasons
        ]
        score = ", ".join(reasons) or sentence("score", score=outcome.scores[seat].points)
        name = called(seat, guest.names, you(guest))
        lines.append(sentence("place", place=place, name=name, score=f"{score}."))
    return lines


def story(guest: Guest) -> str:
    """How much was told of this match, and the running hash over it; equal at every end."""
    return sentence("story", events=guest.number, check=guest.head.hex()[:8])


def final_line(guest: Guest) -> str:
    """The standings in one line, the same to the letter for everybody at the table.

    `Final: 1. Ann 2. Boris 2. Cy 4. Dana`: places in order, equal places with equal numbers.
    """
    match = guest.match
    done = None if match is None else match.settlement
    if done is None:
        return ""
    order = [f"{place}. {called(seat, guest.names)}" for place, seat in places(done.places)]
    return sentence("final", places=" ".join(order), story=story(guest))


def places(by_place: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Each seat with its place; who shares a place shares its number."""
    numbered: list[tuple[int, int]] = []
    for group in by_place:
        place = len(numbered) + 1
        numbered += [(place, seat) for seat in group]
    return numbered


# The lobby


def lobby_lines(guest: Guest) -> dict[str, str]:
    """The lobby line by line under names that stay, so that a change is one line and not all."""
    lobby = guest.lobby
    if lobby is None:
        return {}
    lines: dict[str, str] = {}
    if guest.table_name:
        lines["table"] = sentence("at_table", table=guest.table_name)
    game, rules = _rules_of(lobby)
    taken = sum(seat.kind is not m.Kind.EMPTY for seat in lobby.seats)
    title = clean(lobby.game, cells=40) if game is None else game.title
    lines["game"] = sentence("lobby_of", title=title, taken=taken, seats=len(lobby.seats))
    for number, seat in enumerate(lobby.seats):
        lines[f"seat {number}"] = _seat_line(number, seat, mine=number == guest.seat)
    if game is not None:
        for count, line in enumerate(rule_lines(game, rules)):
            lines[f"rule {count}"] = line
    if guest.seat < 0 and guest.welcomed and not guest.rights:
        lines["waits"] = sentence("waits_for_host")
    if guest.rights:
        for number, name in lobby.requests:
            shown = clean(name, cells=NAME_CELLS)
            lines[f"request {number}"] = sentence("requests", name=shown, number=number)
    return lines


def _seat_line(number: int, seat: m.SeatCard, *, mine: bool) -> str:
    if seat.kind is m.Kind.EMPTY:
        return sentence("seat_empty", number=number + 1) + "."
    name = clean(seat.name, cells=NAME_CELLS)
    if seat.kind is m.Kind.BOT:
        state = sentence("bot")
    elif seat.presence is not m.Presence.HERE:
        state = sentence("is_away")
    else:
        state = sentence("ready" if seat.ready else "not_ready")
    name = sentence("name_you", name=name) if mine else name
    return sentence("seat_line", number=number + 1, name=name, state=state) + "."


def house_lines(guest: Guest) -> list[str]:
    """Every house rule with its value."""
    if guest.match is not None and not guest.ended and not guest.match.over:
        rules: object = guest.match.rules
    elif guest.lobby is not None and _rules_of(guest.lobby)[0] is not None:
        rules = _rules_of(guest.lobby)[1]
    else:
        return []
    return [
        sentence(
            "rule_line",
            option=one.name,
            value=one.write(one.default),
            sentence=one.sentence,
        )
        for one in options.options(rules)
    ]


def _rules_of(lobby: m.Lobby) -> tuple[Game | None, object]:
    """The game and the rules of a lobby, if this program knows them."""
    try:
        game = find(lobby.game)
        return game, options.with_values(game.rules, dict(lobby.rules))
    except RulesError:
        return None, None


def page_lines(guest: Guest) -> list[str]:
    """The rules of the game in words, with the house rules of this table."""
    if guest.match is not None:
        game, rules = guest.match.game, guest.match.rules
    elif guest.lobby is not None:
        found, rules = _rules_of(guest.lobby)
        if found is None:
            return []
        game = found
    else:
        return []
    written = {one.name: one.write(one.default) for one in options.options(rules)}
    return [game.title, *fill_page(game.page, written), *house_lines(guest)]


def fill_page(page: str, written: dict[str, str]) -> list[str]:
    """The page of a game with the values of its options."""
    return page.format_map(written).rstrip().splitlines()
