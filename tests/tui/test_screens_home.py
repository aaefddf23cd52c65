"""The first screen, the forms, what fails in them, and how the program is left."""

import asyncio
import logging
from pathlib import Path

import pytest
from textual.color import Color
from textual.filter import NoColor
from textual.widgets import Input

from core.errors import RulesError
from core.game import find
from core.options import options
from net.errors import PeerError
from tests.tui.fake_evening import FakeEvening, flat, options_in, picture, settle
from tui.app import StammtischApp
from tui.options import HostWish, Invite, JoinWish, PlayWish
from tui.screens import conduct
from tui.screens.forms import HostForm, JoinForm, PlayForm
from tui.screens.table import TableScreen

GAME = find("one-hundred")
NO_COLOUR = NoColor()
BLACK = Color(0, 0, 0)


class Catch:
    """Takes the wishes instead of starting evenings."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fault: Exception | None = None) -> None:
        self.wishes: list[Invite] = []
        self.evening = FakeEvening()
        self.fault = fault
        monkeypatch.setattr(conduct, "evening_for", self._make)

    def _make(self, invite: Invite, _options: object) -> FakeEvening:
        self.wishes.append(invite)
        monkey = self.evening

        async def start() -> None:
            if self.fault is not None:
                raise self.fault

        monkey.start = start  # type: ignore[method-assign]
        return monkey


@pytest.mark.parametrize(
    ("keys", "screen"),
    [
        (("1",), PlayForm),
        (("p",), PlayForm),
        (("з",), PlayForm),
        (("enter",), PlayForm),
        (("down", "enter"), HostForm),
        (("2",), HostForm),
        (("down", "down", "space"), JoinForm),
        (("о",), JoinForm),
    ],
)
async def test_the_menu_takes_digits_letters_and_arrows(
    home: Path, keys: tuple[str, ...], screen: type
) -> None:
    """Each entry by number, by letter on two layouts, and by arrows with Enter or Space."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press(*keys)
        await settle(pilot)

        assert isinstance(app.screen, screen)


@pytest.mark.parametrize("keys", [("q",), ("й",), ("5",), ("f10",), ("up", "enter")])
async def test_leaving_is_never_asked_at_home(home: Path, keys: tuple[str, ...]) -> None:
    """q, its Cyrillic twin, the number in the menu, F10: the program ends with 0."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press(*keys)
        await pilot.pause()

    assert app.return_code == 0


async def test_a_game_is_set_up_with_few_keys(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats by typing a digit, a house rule by arrows, Enter from any row."""
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("1", "down", "6")
        await pilot.press(*["down"] * 4, "right")
        await settle(pilot)
        assert "floor none" in flat(picture(app))
        assert "after bust redeal" in flat(picture(app)).replace("‹ ", "").replace(" ›", "")
        await pilot.press("enter")
        await settle(pilot)

    (wish,) = catch.wishes
    assert isinstance(wish, PlayWish)
    assert (wish.seats, wish.bot, wish.rules.after_bust) == (6, "careful", "redeal")


@pytest.mark.parametrize("entry", ["1", "2", "3"])
async def test_one_row_is_marked_and_no_other(home: Path, entry: str) -> None:
    """Where the focus was nothing is left of it, whichever way one goes through a form."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press(entry)
        for key in [*["down"] * 9, *["up"] * 4, "tab", "shift+tab"]:
            await pilot.press(key)
            await settle(pilot)
            marked = [one for one in picture(app).splitlines() if one.startswith("> ")]
            assert len(marked) == 1


async def test_a_rule_that_is_not_the_usual_one_is_marked(home: Path) -> None:
    """The row of a changed house rule carries a sign, and the preset follows."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("1", *["down"] * 5, "right")
        await settle(pilot)
        lines = picture(app).splitlines()

        assert any("after bust" in one and one.rstrip().endswith("*") for one in lines)
        assert any("preset" in one and "new deal" in one for one in lines)


async def test_another_game_brings_its_own_rules_and_keeps_the_rest(home: Path) -> None:
    """The house rules are those of the game that is picked; what was typed stays, and the focus."""
    app = StammtischApp(options_in(home))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("2")
        await settle(pilot)
        app.screen.query(Input).first().value = "99"
        await pilot.press("right")
        await settle(pilot)
        seen = flat(picture(app))
        assert "> game ‹ One Hundred in Russian ›" in seen
        assert "seats 4" in seen
        assert "pack 36" in seen
        assert "The game to play." in seen
        assert app.screen.query(Input).first().value == "99"
        await pilot.press("down", "down", "down", "9")
        await settle(pilot)
        assert "‹ 0 ›" in picture(app)
        await pilot.press("4")
        await settle(pilot)
        assert "‹ 4 ›" in picture(app)


async def test_every_option_of_a_game_is_offered_with_its_sentence(home: Path) -> None:
    """Twenty-two options at 60×20: each comes into view, with what it means and what is usual."""
    app = StammtischApp(options_in(home))
    game = find("russian-one-hundred")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("1", "right")
        await settle(pilot)
        await pilot.press(*["down"] * 5)
        for option in options(game.rules):
            await settle(pilot)
            seen = flat(picture(app))
            assert f"> {option.name.replace('_', ' ')} ‹" in seen
            assert option.sentence[:50] in seen
            await pilot.press("down")
        await pilot.press("up", "up", "right")
        await settle(pilot)
        assert "(Usually " in flat(picture(app))


async def test_a_preset_sets_every_rule(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players: the preset allows them, and then two seats are accepted."""
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("1", "down", "2", "enter")
        await settle(pilot)
        seen = flat(picture(app))
        assert "! One Hundred seats 3 to 12 with these rules, not 2" in seen
        assert catch.wishes == []
        await pilot.press("down", "down", "down", "right", "right", "right", "enter")
        await settle(pilot)

    (wish,) = catch.wishes
    assert isinstance(wish, PlayWish)
    assert wish.seats == 2
    assert wish.rules == GAME.preset("two-players")


async def test_hosting_asks_for_a_port_and_who_may_come(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad port is refused beside its row and nothing that was typed is lost."""
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("2", "down", "down", "down", "1", "down", "right", "down")
        await pilot.press("0", "0", "enter")
        await settle(pilot)
        assert "! A port is a number from 0 to 65535." in flat(picture(app))
        assert app.screen.query(Input).first().value == "882200"
        await pilot.press("backspace", "backspace", "enter")
        await settle(pilot)

    (wish,) = catch.wishes
    assert isinstance(wish, HostWish)
    assert (wish.listen, wish.bots, wish.doors) == (("", 8822), 1, "yes")


async def test_the_friends_file_goes_with_a_hosted_table(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E5: keys that the host has listed come along; a line that is no key is named."""
    (home / "config").mkdir()
    friends = home / "config" / "friends"
    friends.write_text("SHA256:" + "a" * 43 + "\n", "utf-8")
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("2", "enter")
        await settle(pilot)
        friends.write_text("nonsense\n", "utf-8")
        await pilot.press("escape", "2", "enter")
        await settle(pilot)
        seen = flat(picture(app))

    (wish,) = catch.wishes
    assert isinstance(wish, HostWish)
    assert wish.friends == {"key:SHA256:" + "a" * 43}
    assert "line 1 of" in seen


@pytest.mark.parametrize(
    ("address", "name", "sentence"),
    [
        ("", "Anna", "An address is HOST or HOST:PORT"),
        ("anna.example:99999", "Anna", "is no port"),
        ("-oProxyCommand=x", "Anna", "is no name of a host"),
        ("anna.example", "host", "You cannot be called that"),
    ],
)
async def test_a_bad_address_or_name_is_said_beside_it(
    home: Path, monkeypatch: pytest.MonkeyPatch, address: str, name: str, sentence: str
) -> None:
    """One sentence beside the row, the rest of the form as it was (E1, F2)."""
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("3")
        await settle(pilot)
        boxes = list(app.screen.query(Input))
        boxes[0].value, boxes[1].value = address, name
        await pilot.press("enter")
        await settle(pilot)

        assert sentence in flat(picture(app))
        assert [box.value for box in boxes] == [address, name]
        assert catch.wishes == []


async def test_joining_takes_the_line_that_the_host_was_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole invitation may be pasted, with its first words and the fingerprint."""
    catch = Catch(monkeypatch)
    app = StammtischApp(options_in(home))
    pin = "SHA256:" + "A" * 42 + "E"
    async with app.run_test() as pilot:
        await pilot.press("3")
        await settle(pilot)
        app.screen.query(Input).first().value = f"stammtisch join anna.example:99#{pin}"
        await pilot.press("enter")
        await settle(pilot)

    assert catch.wishes == [JoinWish("anna.example", 99, pin)]


async def test_a_road_that_fails_is_a_sentence_in_the_form(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unreachable host: the reason at the address, the form as it was, and one may try again."""
    from net.ssh.errors import Unreachable

    catch = Catch(monkeypatch, Unreachable("Nobody answers at anna.example:8822."))
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("3")
        await settle(pilot)
        app.screen.query(Input).first().value = "anna.example"
        for _ in range(2):
            await pilot.press("enter")
            await settle(pilot)
            assert "! Nobody answers at anna.example:8822." in flat(picture(app))
        assert app.screen.query(Input).first().value == "anna.example"

    assert len(catch.wishes) == 2


async def test_what_the_command_line_asked_for_and_did_not_get_ends_with_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`join` of a host that is not there: the sentence, the form filled in, exit code 1."""
    from net.ssh.errors import Unreachable

    Catch(monkeypatch, Unreachable("Nobody answers at anna.example:99."))
    app = StammtischApp(options_in(home), JoinWish("anna.example", 99))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "! Nobody answers at anna.example:99." in flat(picture(app))
        assert app.screen.query(Input).first().value == "anna.example:99"
        await pilot.press("f10")
        await pilot.pause()

    assert app.return_value == 1


@pytest.mark.parametrize("fault", [PeerError("nonsense"), RulesError("bad_value", "No.")])
async def test_every_fault_of_a_start_has_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """What the wire and the rules refuse is said in words, and the form is usable again."""
    Catch(monkeypatch, fault)
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("1", "enter")
        await settle(pilot)

        assert "  ! " in picture(app)
        assert app.is_running


async def test_a_fault_of_ours_goes_to_the_log(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A program error while starting does not end the program; the log has it."""
    Catch(monkeypatch, ZeroDivisionError("oops"))
    app = StammtischApp(options_in(home))
    with caplog.at_level(logging.ERROR):
        async with app.run_test() as pilot:
            await pilot.press("1", "enter")
            await settle(pilot)
            assert "Something went wrong (ZeroDivisionError)." in flat(picture(app))

    assert any(record.exc_info for record in caplog.records)


async def test_solo_play_runs_on_the_real_table(home: Path) -> None:
    """From the first screen to the table: the same host, guest and wire, in one process."""
    app = StammtischApp(options_in(home))
    async with app.run_test() as pilot:
        await pilot.press("1", "enter")
        for _ in range(100):
            await asyncio.sleep(0.02)
            if isinstance(app.screen, TableScreen):
                break
        await settle(pilot)
        seen = flat(picture(app))

        assert "1 Anna (you) ●●● (3)" in seen
        await pilot.press("q")
        await settle(pilot)
        assert "A match is running, and it is lost if you leave. Leave?" in flat(picture(app))
        await pilot.press("enter")
        await pilot.pause()

    assert app.return_code == 0
