"""The table and the lobby in sentences, for plain mode: what a person would be told who asks.

Each function reads a guest and gives lines; nothing is written here, and no game is known.
"""

from collections.abc import Sequence
from typing import Final

from core import options
from core.cards import JOKER, Suit
from core.errors import RulesError
from core.game import Game, find
from core.match import Match
from core.moves import CHANCE, Verb
from net import messages as m
from net.clean import NAME_CELLS, clean
from net.guest import Guest
from tui.plain_cards import Offer, effect, offers, short_values
from tui.telling import (
    Teller,
    capital,
    counts_points,
    house_lines,
    pile_line,
    places,
    row_lines,
    rules_lines,
    says_lines,
    seat_lines,
    sheet_lines,
    trick_line,
    unusual_lines,
    winners_line,
)
from tui.words import called, gauge, said, sentence

MOST_IN_A_LINE: Final = 10
"""The cards of a hand that are told in one sentence."""


def you(guest: Guest) -> int | None:
    """The seat that is marked as one's own."""
    return guest.seat if guest.seat >= 0 else None


# The table


def teller(guest: Guest, match: Match) -> Teller:
    """Whose ears the table is told to."""
    return Teller(match, guest.names, you(guest), aloud=True)


def turn_lines(guest: Guest, order: str = "dealt") -> list[str]:
    """Whose turn it is, the gauges, the trick, what the seats say, the own hand in an order.

    On the own turn also what each card would do.
    """
    match = guest.match
    if match is None:
        return []
    words = [whose_turn(guest, match)]
    to = teller(guest, match)
    gauges = [
        gauge(note, match.game, names=guest.names, you=to.you, aloud=True)
        for note in match.board().gauges
    ]
    if gauges:
        words.append(capital(", ".join(gauges)) + ".")
    words += [line for line in (pile_line(to), trick_line(to)) if line]
    words += [f"{line}." for line in says_lines(to)]
    if guest.seat < 0:
        return [" ".join(words)]
    own = offers(match, guest.seat, order)
    first, *more = hand_lines([one for one in own if one.card is not None])
    may = may_lines(match, own, listed=bool(more)) if guest.on_turn else []
    if may and not more:
        return [" ".join(words), *may]  # there every card is told with its number
    return [" ".join([*words, first]), *more, *may]


def own_hand_lines(guest: Guest, order: str) -> list[str]:
    """The own cards in an order; nothing for who has no seat."""
    if guest.match is None or guest.seat < 0:
        return []
    own = offers(guest.match, guest.seat, order)
    return hand_lines([one for one in own if one.card is not None])


def may_lines(match: Match, own: Sequence[Offer], *, listed: bool) -> list[str]:
    """What may be done and what it would do, in one line; then what may not, unless it is listed.

    Nothing where all that can be done is to answer: that is asked at once.
    """
    may = [one for one in own if one.choice is not None and one.choice.move.verb != Verb.NAME]
    if not may:
        return []
    words = [offer_line(match, one) for one in may]
    may_not = [f"{one.number} {one.label}" for one in own if one.choice is None]
    if may_not and listed:
        words.append(sentence("plain.others_not_now"))
    elif may_not:
        words.append(sentence("plain.not_now", cards=", ".join(may_not)))
    return [" ".join(words)]


def hand_lines(hand: Sequence[Offer]) -> list[str]:
    """The cards of a hand in one sentence; of a big hand how many, and a line for each suit.

    There the cards have their numbers, which are those of the order that the hand is in.
    """
    if not hand:
        return [sentence("you_hold_nothing")]
    if len(hand) <= MOST_IN_A_LINE:
        return [sentence("you_hold", cards=", ".join(one.label for one in hand))]
    suits: dict[int, list[str]] = {}
    for one in hand:
        suit = len(Suit) if one.card is None or one.card >= JOKER else int(one.card.suit)
        label = sentence("plain.numbered", number=one.number, card=one.label)
        suits.setdefault(suit, []).append(label)
    lines = [", ".join(suits[suit]) + "." for suit in sorted(suits)]
    return [sentence("you_hold_many", cards=len(hand)), *lines]


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
        word = offer_word(match, offer)
        if not what:
            return sentence("plain.offer_word_bare", word=word)
        return sentence("plain.offer_word", word=word, what=what)
    if not what:
        return sentence("plain.offer_bare", number=offer.number, card=offer.label)
    return sentence("plain.offer", number=offer.number, card=offer.label, what=what)


def offer_word(match: Match, offer: Offer) -> str:
    """What is typed for a choice without a card, with the values that go behind it: `bid 7-15`."""
    if offer.choice is None or offer.choice.values is None:
        return offer.label
    return f"{offer.label} {short_values(match.game, offer.choice)}"


def score_lines(guest: Guest) -> list[str]:
    """Every seat with chips or score and cards; then the sheet of the rounds that are over."""
    match = guest.match
    if match is None:
        return []
    lines = seat_lines(teller(guest, match))
    if counts_points(match):
        lines += list(sheet_lines(teller(guest, match))) or [sentence("sheet_empty")]
    return lines


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
    lines += unusual_lines(match.game, match.rules)
    if guest.seeded:
        lines.append(sentence("seeded"))
    return lines


# The end


def round_lines(guest: Guest) -> list[str]:
    """A round is over: why, who won it, and every score with its reasons."""
    match = guest.match
    if match is None or not match.sheet:
        return []
    row, to = match.sheet[-1], teller(guest, match)
    first = sentence("match_over" if match.over else "round_over")
    first += " " + to.note(row.outcome.why)
    if match.over:
        first += " " + winners_line(match, guest.names)
    return [first, *row_lines(to, row)]


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


# The lobby


def lobby_lines(guest: Guest) -> dict[str, str]:
    """The lobby line by line under names that stay, so that a change is one line and not all."""
    lobby = guest.lobby
    if lobby is None:
        return {}
    lines: dict[str, str] = {}
    if guest.table_name:
        lines["table"] = sentence("at_table", table=guest.table_name)
    game, rules = rules_of(lobby)
    taken = sum(seat.kind is not m.Kind.EMPTY for seat in lobby.seats)
    title = clean(lobby.game, cells=40) if game is None else game.title
    lines["game"] = sentence("lobby_of", title=title, taken=taken, seats=len(lobby.seats))
    for number, seat in enumerate(lobby.seats):
        lines[f"seat {number}"] = _seat_line(number, seat, mine=number == guest.seat)
    if game is not None:
        for count, line in enumerate(unusual_lines(game, rules)):
            lines[f"rule {count}"] = line
    if guest.seat < 0 and guest.welcomed and not guest.rights:
        lines["waits"] = sentence("you_may_sit" if guest.watching else "waits_for_host")
    if lobby.watching:
        lines["watching"] = sentence("looking_on", count=lobby.watching)
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


def house_rules(guest: Guest) -> list[str]:
    """Every house rule with its value."""
    if guest.match is not None and not guest.ended and not guest.match.over:
        return house_lines(guest.match.game, guest.match.rules)
    game, rules = (None, None) if guest.lobby is None else rules_of(guest.lobby)
    return [] if game is None else house_lines(game, rules)


def rules_of(lobby: m.Lobby) -> tuple[Game | None, object]:
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
    else:
        found, rules = (None, None) if guest.lobby is None else rules_of(guest.lobby)
        if found is None:
            return []
        game = found
    return rules_lines(game, rules)
