"""The lobby: ready, the host's orders, house rules, and waiting for a seat."""

from pathlib import Path

from textual.color import Color
from textual.filter import NoColor

from core.game import find
from net import messages as m
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tui.screens.lobby import LobbyScreen

GAME = find("one-hundred")
NO_COLOUR = NoColor()
BLACK = Color(0, 0, 0)


async def test_ready_is_said_and_taken_back(home: Path) -> None:
    """Enter says ready; the second Enter takes it back."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby()
        await settle(pilot)
        await pilot.press("enter")
        evening.lobby(ready=(0,))
        await settle(pilot)
        assert "You are ready. Waiting for the others." in flat(picture(app))
        await pilot.press("r")

        assert evening.take() == [m.Wish("ready"), m.Wish("unready")]


async def test_the_host_admits_denies_and_removes(home: Path) -> None:
    """The cursor chooses whom; without a cursor on a request it is the first one."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby(empty=(2,), requests=((7, "Zoë"), (9, "Yves")))
        await settle(pilot)
        await pilot.press("a", "up", "d", "down", "down", "delete", "b", "s", "enter")

        assert evening.take() == [
            m.Wish("admit", "7"),
            m.Wish("deny", "9"),
            m.Wish("remove", "1"),
            m.Wish("bot"),
            m.Wish("start"),
        ]


async def test_the_host_changes_house_rules(home: Path) -> None:
    """A form with the rules as they are; what was changed is wished, option by option."""
    evening = FakeEvening(rights=True)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby()
        await settle(pilot)
        await pilot.press("h", "down", "right", "down", "down", "right", "enter")
        await settle(pilot)

        assert evening.take() == [m.Wish("rule", "after_bust=redeal"), m.Wish("rule", "floor=0")]
        assert isinstance(app.screen, LobbyScreen)


async def test_the_identity_of_the_rules_is_shown(home: Path) -> None:
    """Eight digits that are the same wherever the same rules are played, and no others."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        shown = []
        for preset in ("usual", "gentle"):
            rules = GAME.preset(preset)
            evening.lobby(rules=rules)
            await settle(pilot)
            shown.append(GAME.identity(rules).hex()[:8])
            assert f"House rules ({shown[-1]}: the same code" in flat(picture(app))

        assert shown[0] != shown[1]


async def test_only_the_host_is_offered_what_only_the_host_can_do(home: Path) -> None:
    """A guest sees no such key, and is told why when it is pressed."""
    evening = FakeEvening()
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby()
        await settle(pilot)
        assert "start" not in picture(app).splitlines()[-1]
        await pilot.press("h")
        await settle(pilot)

        assert "Only the host can do that." in flat(picture(app))


async def test_somebody_without_a_seat_waits(home: Path) -> None:
    """The host has to say yes first; Enter says that there is no seat yet."""
    evening = FakeEvening(seat=-1)
    app = seated(home, evening)
    async with app.run_test() as pilot:
        evening.welcome()
        evening.lobby()
        await settle(pilot)
        assert "the host has to give you a seat" in flat(picture(app))
        await pilot.press("enter")
        await settle(pilot)
        assert "You have no seat yet." in flat(picture(app))
