"""Plain mode, a talk at a table: turns, the lobby, and the ends that there are."""

import pytest

from core.cards import card
from net import messages as m
from net.seating import HOST
from net.updates import Alarm, Attended, BrokenOff, Closed, Offline, Refused, Seated, WishRefused
from tests.tui.desk import Desk, Person, begin, holds, play_on, sit
from tui import plain_cards

# The moment of a turn


def test_the_question_says_pile_direction_hand_and_what_each_card_would_do() -> None:
    """Everything that a screen shows is in the lines of a turn (style.md 10)."""
    desk, _ = begin()
    person = desk.mover()
    turn, offers, question = person.lines[-3:]

    assert turn == "Your turn. Pile 0 of 100, direction forwards."
    assert offers.startswith("1: ")
    assert "3: " in offers
    assert question == "Play which? (card, ? rules, again, scores, why CARD, quit)"


@pytest.mark.parametrize("form", ["number", "code", "glyph", "words", "words without of"])
def test_a_card_is_named_in_many_ways(form: str) -> None:
    """BSD cribbage takes `kd`, `k of d`; we take numbers, codes, glyphs and words (style.md 8)."""
    desk, _ = begin()
    person = desk.mover()
    match = person.guest.match
    assert match is not None
    face = match.faces[match.hand(person.guest.seat)[1]]
    text = {
        "number": "2",
        "code": f"{str(face)[:-1].replace('T', '10')}{str(face)[-1]}",
        "glyph": str(face)[:-1] + "♠♥♦♣"[face.suit] + "\ufe0f",
        "words": f"the {face.rank.name} of {face.suit.name}",
        "words without of": f"{int(face.rank)} {face.suit.name.lower()}",
    }[form]
    if form == "words without of" and (face.rank > 10 or face.rank == 1):
        text = f"{face.rank.name} {face.suit.name}"
    person.type(text)

    assert not person.guest.on_turn
    assert any(
        line.startswith(f"{person.guest.names[person.guest.seat]} (you): ") for line in person.lines
    )


def test_an_ace_asks_for_its_number_or_takes_it_at_once() -> None:
    """`ac 42` is one line; without the number the question is asked, and `back` leaves it."""
    desk, _ = begin("1")
    person = play_on(desk, holds("AS", "AC"))
    ace = "as" if holds("AS")(person) else "ac"

    assert person.type(ace)[-1] == "Which number does the ace name? (0 to 100, or back)"
    assert "101 is not one of 0 to 100." in person.type("101")
    assert "back" not in person.type("back")[-1]
    assert person.guest.on_turn
    person.type(f"{ace} 42")

    assert desk.mover() is not person
    assert any(line.endswith("to 42") for line in person.lines)


def test_what_happens_elsewhere_does_not_take_back_a_half_made_choice() -> None:
    """While an ace waits for its number, somebody goes away and is told of (G16)."""
    desk, people = begin("1")
    person = play_on(desk, holds("AS", "AC"))
    ace = "as" if holds("AS")(person) else "ac"
    person.type(ace)
    other = next(one for one in people[1:] if one is not person)
    desk.table.lost(other.line, desk.now)
    desk.settle()

    assert any("is away" in line for line in person.lines)
    person.type("7")
    assert any(line.endswith("to 7") for line in person.lines)


def test_a_wrong_answer_is_a_sentence_and_asks_again() -> None:
    """Nothing that is typed is swallowed (B4)."""
    desk, people = begin()
    person = desk.mover()
    for text in ("zebra", "99", "1 5", "\x1b[31m[/]"):
        lines = person.type(text)

        assert lines[-1].startswith("Play which?"), text
        assert len(lines) == 2
        assert "\x1b" not in lines[0]
    waiting = next(one for one in people if one is not person)
    assert waiting.type("1") == ["It is not your turn."]
    assert person.guest.on_turn


def test_an_ambiguous_rank_is_asked_back() -> None:
    """A rank that two cards of the hand have names neither."""
    seven, other = card("7H"), card("7C")
    own = [
        plain_cards.Offer("7 of hearts", None, seven, 4, 1),
        plain_cards.Offer("7 of clubs", None, other, 9, 2),
        plain_cards.Offer("ace of clubs", None, card("AC"), 5, 3),
    ]
    with pytest.raises(plain_cards.NoOffer, match="7 of hearts or 7 of clubs"):
        plain_cards.find("7", own)

    assert plain_cards.find("a", own).slot == 5
    assert plain_cards.find("hearts", own).slot == 4
    assert plain_cards.find("2", own).slot == 9


def test_why_tells_what_a_card_does_and_why_it_may_not_be_played() -> None:
    """The reason on request, and it names the rule of the house (style.md 8)."""
    desk, _ = begin(rule="must_play_safe=on")

    def has_both(person: Person) -> bool:
        own = plain_cards.offers(person.guest.match, person.guest.seat)  # type: ignore[arg-type]
        return any(one.choice is None for one in own)

    person = play_on(desk, has_both)
    match = person.guest.match
    assert match is not None
    own = plain_cards.offers(match, person.guest.seat)
    barred = next(one for one in own if one.choice is None)
    allowed = next(one for one in own if one.choice is not None)

    reason = "At this table a card that stays within 100 must be played if you hold one."
    assert reason in " ".join(person.type(f"why {barred.number}"))
    assert reason in " ".join(person.type(str(barred.number)))
    assert "may be played now." in " ".join(person.type(f"why {allowed.label}"))


def test_information_can_be_asked_for_at_any_time() -> None:
    """Scores, journal, rules and the last words are a word away, on turn and off it."""
    desk, people = begin()
    off_turn = next(one for one in people if not one.guest.on_turn)
    person = desk.mover()

    assert any("3 chips, 3 cards." in line for line in person.type("scores"))
    assert any("deals." in line for line in off_turn.type("journal"))
    assert any("is to play" in line for line in off_turn.type("again"))
    told = person.type("?")
    assert "One Hundred" in told
    assert "  why CARD: what a card would do, or why it cannot be played" in told
    assert "Plain mode has no colours; themes are for the screen." in person.type("theme")


# The lobby


def test_the_lobby_tells_changes_and_not_everything_again() -> None:
    """One sentence a change: a screen reader hears what is new."""
    _, (ann, boris, _) = sit()
    before = len(ann.lines)
    boris.type("ready")

    assert ann.lines[before:] == ["2. Boris, ready."]


def test_only_the_host_gives_orders() -> None:
    """A guest is told so; the host's rules reach everybody (F2, no silent refusal)."""
    _, (ann, boris, cleo) = sit()

    assert boris.type("start")[0] == "Only the host can do that."
    assert boris.type("rule chips=5")[0] == "Only the host can do that."
    ann.type("rule chips=5")
    assert any(line.startswith("chips = 5: ") for line in cleo.lines)
    assert any("a number from 1 to 9" in line for line in ann.type("rule chips=99"))
    marked = "  * chips=5 (usually 3)  How many chips everybody starts with."
    assert marked in boris.type("rule")


def test_a_request_is_admitted_by_its_number() -> None:
    """Who asks for a seat is named to the host, and only one request needs no number (E5)."""
    desk = Desk(3, doors="ask")
    ann = Person(desk, "Ann", 1, HOST)
    boris = Person(desk, "Boris", 2, "key:b")
    cleo = Person(desk, "Cleo", 3, "key:c")

    assert "Boris asks for a seat: admit 1, or deny 1." in ann.lines
    assert any("the host has to give you a seat" in line for line in boris.lines)
    assert ann.type("admit")[0] == "Say which one, by its number: admit 1."
    ann.type("admit 1")
    assert boris.guest.seat == 1
    ann.type("deny")
    assert cleo.talk.code == 1
    assert cleo.lines[-1] == "The host has said no."


def test_the_host_can_free_a_seat_and_seat_a_bot() -> None:
    """Seats count from one for people; the one who is removed is told."""
    _, (ann, _, cleo) = sit()
    ann.type("remove 3")

    assert cleo.lines[-1] == "The host has taken you from the table."
    assert "3. empty." in ann.lines
    ann.type("bot")
    assert any(line.startswith("3. Careful 3, bot") for line in ann.lines)


def test_foreign_names_are_text_and_nothing_else() -> None:
    """Templates, markup and escapes in names and tables stay text or vanish (F2)."""
    desk, _ = sit()
    hostile = m.SeatCard("{card}\x1b]0;x\x07[/]\u202e", m.Kind.PERSON, False, m.Presence.HERE)
    ann = next(iter(desk.people.values()))
    lobby = ann.guest.lobby
    assert lobby is not None
    forged = m.Lobby(
        lobby.game,
        lobby.rules,
        lobby.identity,
        (hostile, *lobby.seats[1:]),
        ((7, "\x1b[2J{name}"),),
        False,
        0,
    )
    before = len(ann.lines)
    for update in ann.guest.receive(forged):
        ann.talk.hear(update)
    ann.listen()

    said = ann.lines[before:]
    assert any("{card}" in line for line in said)
    assert all(line.isprintable() for line in said)


# The end


def test_a_match_ends_with_standings_that_everybody_reads_alike() -> None:
    """The last line is the same to the letter at every seat, and another match can follow."""
    desk, people = begin()
    for _ in range(600):
        if people[0].guest.match is None or people[0].guest.match.over:
            break
        desk.mover().type("1")
        if desk.people and any(one.guest.on_turn for one in people):
            person = desk.mover()
            if person.lines[-1].startswith("Which number"):
                person.type("0")
    finals = [next(line for line in one.lines if line.startswith("Final: ")) for one in people]

    assert len(set(finals)) == 1
    assert all(f"{place}. " in finals[0] for place in (1, 2, 3))
    assert people[1].lines[-1] == "What now? (again, lobby, scores, rules, menu N, say TEXT, quit)"
    for person in people:
        person.type("again")
    assert people[0].guest.match_number == 2
    assert people[0].talk.place == "table"


def test_quitting_says_so_to_the_table_and_ends_well() -> None:
    """Who quits leaves by a wish, so that nobody waits for them; the host just closes."""
    desk, people = begin()
    guest = people[1]
    guest.type("quit")

    assert guest.talk.code == 0
    assert guest.lines[-1] in ("Good-bye.", "You have left the table.")
    assert desk.table.seating.seats[1].stood_in
    people[0].type("quit")
    assert people[0].talk.code == 0


@pytest.mark.parametrize(
    ("reason", "code"), [("leaving", 0), ("host_left", 1), ("story_differs", 1), ("taken_over", 1)]
)
def test_a_connection_that_ends_in_a_match_is_a_fault_unless_it_was_wanted(
    reason: str, code: int
) -> None:
    """One sentence, and a code that a script can read."""
    _, people = begin()
    people[1].talk.hear(Closed(reason))
    people[1].listen()

    assert people[1].talk.code == code
    assert people[1].lines[-1].endswith(".")


def test_our_own_drop_is_told_as_ours_and_once() -> None:
    """A banner says that we are offline; nothing is asked meanwhile (G1)."""
    desk, _ = begin()
    person = desk.mover()
    for seconds in (0.5, 1.0, 2.0):
        person.talk.hear(Offline("lost", seconds))
        person.listen()
    told = [line for line in person.lines if "offline" in line]

    assert told == ["You are offline: the connection broke. Trying again."]
    person.talk.hear(Seated(person.guest.seat))
    person.listen()
    assert "You are connected again." in person.lines
    assert person.lines[-1].startswith("Play which?")


def test_refusals_alarms_and_breaks_are_sentences() -> None:
    """Every update that speaks of a fault is said, with its reason (B4, C5)."""
    desk, _ = begin()
    person = desk.mover()
    for update in (
        Refused("only_cards", {}),
        WishRefused("rule", "bad_value", "chips cannot be 99"),
        Alarm("moved_in_your_name"),
        BrokenOff(-3),
    ):
        person.talk.hear(update)
    said = person.talk.take()

    assert said[0].endswith("there is no drawing and no passing.")
    assert said[1] == "That cannot be. (chips cannot be 99)"
    assert said[2].startswith("Take care:")
    assert said[3] == "The host broke the match off."


def test_presence_is_told_once_a_change_and_not_of_oneself() -> None:
    """A countdown is one sentence, not one a second."""
    _, (ann, boris, _) = begin()
    ann.guest.presence[1] = (m.Presence.AWAY, 60)
    for _ in range(3):
        ann.talk.hear(Attended(1))
    boris.guest.presence[1] = (m.Presence.AWAY, 60)
    boris.talk.hear(Attended(1))

    assert ann.talk.take() == ["Boris is away; in 60 seconds a bot sits in."]
    assert boris.talk.take() == []


def test_short_words_are_no_cards() -> None:
    """`help`, `hand`, `w` and `s` are what they seem, and a hand is told once."""
    desk, _ = begin()
    person = desk.mover()
    assert person.type("hand")[0].startswith("You hold ")
    assert "Answers" in person.type("help")
    assert any("3 chips, 3 cards." in line for line in person.type("s"))
    assert person.type("w 1")[0].endswith("may be played now.")
    assert not any("You hold" in line for line in person.type("again"))


def test_a_card_that_is_drawn_is_named() -> None:
    """Whoever plays draws, and hears which card it is."""
    desk, _ = begin()
    person = desk.mover()
    said = person.type("1", "50") if "number" in " ".join(person.type("1")) else person.lines
    assert any(line.startswith("You draw ") for line in said)
