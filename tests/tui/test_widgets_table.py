"""The parts of a table as plain lines: seats that wrap, hands that scroll, gauges, the foot."""

import pytest

from core.cards import CARDS
from core.moves import Move, Verb
from net.messages import Attendance, Kind, Presence
from net.updates import Offline
from tests.tui.fake_evening import FakeEvening
from tui.entries import Entry
from tui.widgets.drawing import Line, width
from tui.widgets.foot import RoundDone, Standing, Told, foot_lines, hints
from tui.widgets.hand import hand_drawing, key_of
from tui.widgets.keys import key_line
from tui.widgets.middle import card_lines, gauge_lines, journal_lines, pile_line
from tui.widgets.picking import Picking
from tui.widgets.plan import plan
from tui.widgets.seats import compact_rows, seat_lines
from tui.widgets.signs import GLYPHS, LETTERS

TWELVE = tuple(f"Konstantin {seat:>5}" for seat in range(12))


def texts(lines: list[Line]) -> list[str]:
    """The lines as text."""
    return ["".join(piece.text for piece in each).rstrip() for each in lines]


def dealt(names: tuple[str, ...] = ("Anna", "Boris", "Clara", "Dana")) -> FakeEvening:
    """A table after the deal."""
    evening = FakeEvening(names)
    evening.welcome()
    evening.begin()
    return evening


@pytest.mark.parametrize(("cells", "rows"), [(42, 12), (60, 12), (60, 6), (40, 6)])
def test_twelve_seats_fit(cells: int, rows: int) -> None:
    """Every seat is shown with its number, its chips and its cards, also with names of 16 cells."""
    lines = texts(seat_lines(dealt(TWELVE).guest, GLYPHS, cells, rows))
    whole = "\n".join(lines)

    assert len(lines) <= rows
    assert all(f"{seat + 1} K" in whole for seat in range(12))
    assert whole.count("●●●") == whole.count("(3)") == 12


def test_the_turn_is_marked_by_a_sign() -> None:
    """Whose turn it is shows without colour."""
    evening = dealt()
    turn = evening.guest.match
    assert turn is not None
    assert turn.turn is not None
    lines = texts(seat_lines(evening.guest, GLYPHS, 42, 12))

    assert [each.startswith(">") for each in lines] == [seat == turn.turn for seat in range(4)]


def test_lost_chips_and_a_seat_that_is_out_are_shown() -> None:
    """A chip that is gone leaves a ring; a seat without chips is out."""
    evening = dealt()
    match = evening.guest.match
    assert match is not None
    match.round.chips[:] = [2, 0, 1, 3]  # type: ignore[attr-defined]
    match.round.live[1] = False  # type: ignore[attr-defined]
    lines = texts(seat_lines(evening.guest, GLYPHS, 42, 12))

    assert "●●○" in lines[0]
    assert lines[1].endswith("out")
    assert "●○○" in lines[2]


def test_presence_stands_beside_the_seat() -> None:
    """Who is away, for how long, and where a bot sits in."""
    evening = dealt()
    evening.hear(Attendance(1, Presence.AWAY, 45), Attendance(2, Presence.STOOD_IN, 0))
    evening.guest.kinds[3] = Kind.BOT
    lines = texts(seat_lines(evening.guest, GLYPHS, 42, 12))

    assert lines[1].endswith("away 45")
    assert lines[2].endswith("bot sits in")
    assert lines[3].endswith("bot")


def test_few_seats_take_few_rows() -> None:
    """Four short names fit in two rows at 60 cells, twelve long ones in twelve."""
    assert compact_rows(dealt().guest, 60, 13) == 2
    assert compact_rows(dealt(TWELVE).guest, 60, 13) == 12
    assert compact_rows(dealt(TWELVE).guest, 40, 6) == 6


def big_hand(count: int) -> tuple[FakeEvening, Picking]:
    """A hand of so many cards, as later games have them."""
    evening = dealt()
    match = evening.guest.match
    assert match is not None
    hand = match.hand(0)
    assert isinstance(hand, list)
    stock = [slot for slot in range(52) if slot not in hand]
    hand[:] = (hand + stock)[:count]
    for place, slot in enumerate(hand):
        match.faces[slot] = CARDS[place]
    picking = Picking()
    picking.follow(evening.guest)
    return evening, picking


@pytest.mark.parametrize("cells", [40, 60, 80])
@pytest.mark.parametrize("count", [1, 3, 9, 10, 18, 40])
def test_hands_of_any_size_stay_readable(count: int, cells: int) -> None:
    """Up to forty cards: every line fits, and the picked card is always in view."""
    evening, picking = big_hand(count)
    for place in range(count):
        picking.pick(place)
        drawing = hand_drawing(evening.guest, GLYPHS, picking, cells, 6)

        assert all(width(each) <= cells for each in drawing.lines)
        assert len(drawing.lines) <= 6
        face = picking.picked
        assert face is not None
        left, top, right, bottom = drawing.places[place]
        assert 0 <= top < bottom <= 6
        assert drawing.hit(left, top) == place
        assert 0 <= left < right <= cells


def test_forty_cards_are_all_shown_at_60_cells() -> None:
    """Five rows of eight, no box, no scrolling."""
    evening, picking = big_hand(40)
    shown = " ".join(texts(hand_drawing(evening.guest, GLYPHS, picking, 60, 6).lines))

    assert len(shown.replace(".", " ").split()) >= 40
    assert "K♠" in shown
    assert "A♦" in shown


def test_a_picked_card_differs_by_its_shape() -> None:
    """Boxes have double lines, brackets are brackets: no colour is needed (11.5)."""
    evening, picking = big_hand(3)
    picking.pick(1)
    box = texts(hand_drawing(evening.guest, GLYPHS, picking, 80, 6).lines)
    brackets = texts(hand_drawing(evening.guest, GLYPHS, picking, 60, 2).lines)

    assert "[2]" in box[0]
    assert box[1].count("╔═════╗") == 1
    assert "2[2♠]" in brackets[0]


def test_ascii_uses_ascii() -> None:
    """With letters for suits, nothing on the table needs more than ASCII."""
    evening, picking = big_hand(3)
    picking.pick(0)
    guest = evening.guest
    lines = [
        *hand_drawing(guest, LETTERS, picking, 80, 6).lines,
        *seat_lines(guest, LETTERS, 42, 12),
        *card_lines(guest, LETTERS),
        *gauge_lines(guest, LETTERS, 30),
        pile_line(guest, LETTERS),
        *journal_lines(guest, LETTERS, 30, 4),
        *foot_lines(guest, LETTERS, picking, Standing(), 80),
    ]

    assert "".join(texts(lines)).isascii()


def test_a_choice_without_a_card_has_a_number_too() -> None:
    """Drawing or passing stands behind the hand and is picked like a card."""
    evening, picking = big_hand(2)
    picking.entries.append(Entry(Verb.PASS, None))
    picking.pick(2)
    boxes = texts(hand_drawing(evening.guest, GLYPHS, picking, 80, 6).lines)
    brackets = texts(hand_drawing(evening.guest, GLYPHS, picking, 60, 2).lines)

    assert "║pass ║" in boxes[2]
    assert "3[pass]" in brackets[0]


def test_an_empty_pile_does_not_look_like_a_card() -> None:
    """Nothing has been played: no box."""
    assert texts(card_lines(dealt().guest, GLYPHS)) == ["", " empty", "", ""]


def test_the_gauge_says_the_value_the_limit_and_the_way() -> None:
    """The pile against 100 in words and as a bar, the direction as an arrow."""
    evening = dealt()
    match = evening.guest.match
    assert match is not None
    match.round.value, match.round.direction = 50, -1  # type: ignore[attr-defined]
    lines = texts(gauge_lines(evening.guest, GLYPHS, 30))

    assert lines[0] == "pile 50 of 100, stock 40, ←"
    assert lines[1] == "━" * 8 + "·" * 8


@pytest.mark.parametrize(("value", "full"), [(-20, 0), (0, 0), (100, 20), (130, 20)])
def test_a_bar_stays_within_its_cells(value: int, full: int) -> None:
    """The pile may go below zero, and in some houses above 100."""
    bar = texts([GLYPHS.bar(value, 100, 20)])[0]

    assert len(bar) == 20
    assert bar.count("━") == full


def test_the_journal_shows_whole_notes() -> None:
    """A note that does not fit whole is not begun in its middle."""
    evening = dealt()
    for _ in range(12):
        evening.play_one()
    lines = texts(journal_lines(evening.guest, GLYPHS, 30, 3))

    assert 1 <= len(lines) <= 3
    assert not lines[0].startswith("  ")


def test_our_own_connection_is_spoken_of_as_ours() -> None:
    """G1: when our line is down the banner says that we are offline, not that others left."""
    evening = dealt()
    standing = Standing(offline=Offline("lost", 4.0))
    foot = texts(foot_lines(evening.guest, GLYPHS, Picking(), standing, 80))

    assert foot[0].strip() == ("You are offline: the connection broke. Trying again in 4 seconds.")


def test_a_long_banner_takes_two_lines_but_never_the_question() -> None:
    """At 60 cells an alarm needs two lines; while a number is asked for it has only one."""
    evening = dealt()
    alarm = Told("Take care: " + "something happened " * 4, "error")
    evening.stack_hand(0, "4H AC 9D")
    evening.others()
    picking = Picking()
    picking.follow(evening.guest)
    both = texts(foot_lines(evening.guest, GLYPHS, picking, Standing(alarm=alarm), 60))
    picking.pick(1)
    picking.commit(evening.guest)
    asked = texts(foot_lines(evening.guest, GLYPHS, picking, Standing(alarm=alarm), 60))

    assert "something" in both[1]
    assert "Which number" in asked[1]
    assert asked[0].endswith("…")


def test_keys_are_shown_whole_or_not_at_all() -> None:
    """A key whose word does not fit is left out, not cut (11.10)."""
    shown = texts([key_line([("Enter", "play"), ("q", "quit"), ("?", "help")], 19)])[0]

    assert shown == " Enter play  q quit"


@pytest.mark.parametrize("names", [("Anna", "Boris", "Clara"), TWELVE])
@pytest.mark.parametrize("size", [(40, 12), (60, 20), (79, 23), (80, 24), (120, 30), (200, 60)])
def test_parts_lie_within_the_screen_and_not_on_each_other(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    """At every size from the smallest on, every part has its own place."""
    evening = dealt(names)
    picking = Picking()
    picking.follow(evening.guest)
    made = plan(evening.guest, GLYPHS, picking, *size)
    parts = [made.header, made.seats, made.pile, made.card, made.trick, made.gauges, made.open]
    parts = [one for one in [*parts, made.journal, made.hand, made.foot] if one.area]
    for at, one in enumerate(parts):
        assert one.x >= 0
        assert one.right <= size[0]
        assert one.y >= 0
        assert one.bottom <= size[1]
        for other in parts[at + 1 :]:
            assert not one.overlaps(other)


def test_a_move_on_its_way_is_marked() -> None:
    """The card that was played shows that the host has not answered yet."""
    evening = dealt()
    evening.stack_hand(0, "4H 8C 9D")
    evening.others()
    picking = Picking()
    evening.guest.play(Move(Verb.PLAY, evening.slot(1)))
    picking.follow(evening.guest)
    drawing = texts(hand_drawing(evening.guest, GLYPHS, picking, 80, 6).lines)
    foot = texts(foot_lines(evening.guest, GLYPHS, picking, Standing(), 80))

    assert "………" in drawing[5]
    assert foot[1].strip() == "8♣ is on its way to the host."


def test_a_long_refusal_is_wrapped_or_has_a_mark() -> None:
    """At 80 and at 60 cells no sentence ends in the middle without a sign for it."""
    evening = dealt()
    picking = Picking()
    picking.follow(evening.guest)
    text = "That card does not fit: it takes the suit or the rank of the top card, or a queen."
    for cells in (80, 60):
        lines = texts(foot_lines(evening.guest, GLYPHS, picking, Standing(told=Told(text)), cells))
        assert " ".join(" ".join(lines[:2]).split()) == text
    lines = texts(foot_lines(evening.guest, GLYPHS, picking, Standing(told=Told(text * 2)), 60))
    assert lines[1].endswith("…")


def test_the_end_of_a_round_is_told_whole_whoever_sits_there() -> None:
    """Five players with long names: names get shorter, no points are left out."""
    long = tuple((seat, "Maximilian-Karl" + str(seat), "+100") for seat in range(5))
    for cells in (120, 78, 58, 38):
        told = RoundDone(12, long).text(cells)
        assert told.count("+100") == 5
        assert len(told) <= max(cells, len("Round 12 (s sheet): " + "1 +100, " * 5) - 2)


def test_more_than_ten_cards_are_reached_by_arrows() -> None:
    """The tenth card has the key 0, the others a dot, and the foot says how to get there."""
    assert [key_of(place) for place in (0, 8, 9, 10)] == ["1", "9", "0", "."]
    evening = dealt()
    picking = Picking()
    picking.follow(evening.guest)
    picking.entries = picking.entries * 4
    assert hints(picking)[0][0] == "1-9 0 arrows"
