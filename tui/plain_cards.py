"""What a seat may do, for people who type: the cards of the hand by their names, and the answers.

Nothing here knows a game: everything follows from the hand, the choices and what they would do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.cards import CARDS, HIDDEN, JOKER, RANK_LETTERS, SUIT_GLYPHS, SUIT_LETTERS, Card
from core.game import Game
from core.match import Match
from core.moves import Choice, Verb
from net.clean import clean
from tui.entries import entries
from tui.faces import face_text, spoken
from tui.telling import has_names, value_word
from tui.words import said, sentence

VERBS: Final = {"draw": Verb.DRAW, "pass": Verb.PASS, "bid": Verb.BID, "name": Verb.NAME}
_WORDS: Final = {verb: word for word, verb in VERBS.items()}
_VARIATION: Final = "\ufe0f"


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of what can be done: a card of the hand, or a word such as `draw`.

    `choice` is None for a card that may not be played now; `number` is its place in the hand.
    """

    label: str
    choice: Choice | None
    card: Card | None = None
    slot: int | None = None
    number: int = 0


class NoOffer(ValueError):
    """A text that names none of the offers, or several; the text is the sentence."""


def offers(match: Match, seat: int, order: str = "dealt") -> list[Offer]:
    """The hand of a seat, each card with its choice, and then whatever needs no card.

    `order` is `dealt`, `suit` or `rank`.
    """
    choices = match.moves() if match.turn == seat else ()
    found = []
    for number, entry in enumerate(entries(match, seat, order, choices), 1):
        if entry.slot is None:
            found.append(Offer(_WORDS.get(Verb(entry.verb), "play"), entry.choice))
        else:
            card = match.faces[entry.slot]
            found.append(Offer(spoken(card), entry.choice, card, entry.slot, number))
    return found


def effect(match: Match, offer: Offer) -> str:
    """What an offer would do, in the words of the game; empty for nothing special."""
    if offer.choice is None:
        return sentence("not_now")
    notes = match.foresee(offer.choice.move)
    return ", ".join(said(note, match.game, (), aloud=True) for note in notes)


# Reading what was typed


def find(text: str, among: Sequence[Offer]) -> Offer:
    """The offer that a text names; raises `NoOffer` when it is none or could be several.

    A number is the place in the hand; then come full names (`10h`, `10♥`, `10 of hearts`, `draw`),
    and at last a rank or a suit that only one card has.
    """
    word = _normal(text)
    places = [one for one in among if one.number and str(one.number) == word]
    named = [one for one in among if word == _normal(one.label)]
    face = _FACES.get(word, HIDDEN)
    found = places or named or [one for one in among if one.card == face]
    found = found or [one for one in among if word in _short_names(one)]
    kinds = {one.label for one in found}
    shown = clean(text.strip(), cells=40)
    if not found:
        hand = ", ".join(one.label for one in among)
        raise NoOffer(sentence("plain.no_such_card", text=shown, cards=hand))
    if len(kinds) > 1:
        raise NoOffer(
            sentence("plain.ambiguous", text=shown, cards=either([one.label for one in found]))
        )
    # Two packs have each card twice: the copies are alike, but only one may be playable.
    return next((one for one in found if one.choice is not None), found[0])


def _normal(text: str) -> str:
    words = text.replace(_VARIATION, "").casefold().split()
    return " ".join(word for word in words if word not in ("the", "of", "card"))


def _ranks(card: Card) -> Iterator[str]:
    yield face_text(card)[:-1].casefold()
    yield RANK_LETTERS[card.rank - 1].casefold()
    yield card.rank.name.casefold()


def _suits(card: Card) -> Iterator[str]:
    yield card.suit.name.casefold()
    yield card.suit.name[:-1].casefold()
    yield SUIT_LETTERS[card.suit].casefold()
    yield SUIT_GLYPHS[card.suit]


def _full_names() -> Iterator[tuple[str, Card]]:
    """Whatever names a card wherever it lies: `10h`, `10♥`, `10 h`, `ten hearts`."""
    for card in CARDS[:JOKER]:
        for rank in _ranks(card):
            for suit in _suits(card):
                yield f"{rank} {suit}", card
                if len(suit) == 1:
                    yield rank + suit, card
    yield "joker", JOKER
    yield str(JOKER).casefold(), JOKER


_FACES: Final[Mapping[str, Card]] = dict(_full_names())


def _short_names(offer: Offer) -> Iterator[str]:
    if offer.card is not None and offer.card < JOKER:
        yield from _ranks(offer.card)
        yield from list(_suits(offer.card))[:2]


def split_value(text: str) -> tuple[str, str]:
    """What is played and the value behind it: `ac 42`, `queen of hearts, spades`, `bid 9`.

    The second is empty where there is none. What names a card is never taken apart without a comma:
    `queen of hearts` is not the queen of somebody's hand with hearts behind it.
    """
    front, comma, last = text.rpartition(",")
    if not comma and _normal(text) not in _FACES:
        front, _, last = text.strip().rpartition(" ")
    front, last = front.strip(), last.strip()
    return (front, last) if front and last else (text, "")


# Second values


def question(game: Game, choice: Choice) -> str:
    """What a choice asks for, in the words of the game."""
    asked = game.words.get(f"ask_{choice.asks}")
    return asked or sentence("plain.asks", what=clean(choice.asks or "value", cells=20))


def values_text(game: Game, choice: Choice) -> str:
    """The values that there are: `0 to 100`, `1 or 11`, `1 spades, 2 hearts or 3 clubs`."""
    values = list(choice.values or ())
    words = [value_word(game, choice, value) for value in values]
    if has_names(game, choice):
        return either([f"{place} {word}" for place, word in enumerate(words, 1)])
    if _run(values):
        return sentence("number_range", low=values[0], high=values[-1])
    return either(words)


def short_values(game: Game, choice: Choice) -> str:
    """The same behind a word that asks for one: `7-15`, `uptown or downtown`."""
    values = list(choice.values or ())
    if not has_names(game, choice) and _run(values):
        return f"{values[0]}-{values[-1]}"
    return either([value_word(game, choice, value) for value in values])


def _run(values: Sequence[int]) -> bool:
    """Whether the numbers follow each other and are too many to be listed."""
    return len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1))


def read_value(game: Game, choice: Choice, text: str) -> int | None:
    """The value that was typed, if the choice offers it.

    A name may be shortened while it is one value's alone, and stands for its place in the list;
    suits have their signs too.
    """
    word = text.strip().casefold().replace(_VARIATION, "")
    words = {value: value_word(game, choice, value).casefold() for value in choice.values or ()}
    for value, name in words.items():
        if word == name or (choice.asks == "suit" and word == SUIT_GLYPHS[value]):
            return value
    if not has_names(game, choice):
        return None
    places = {str(place): value for place, value in enumerate(words, 1)}
    if word in places:
        return places[word]
    begun = [value for value, name in words.items() if word and name.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def either(words: Sequence[str]) -> str:
    """Words with commas between them and an *or* before the last."""
    if len(words) < 2:
        return "".join(words)
    return sentence("either", some=", ".join(words[:-1]), last=words[-1])
