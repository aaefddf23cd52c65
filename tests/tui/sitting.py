"""A person at a table whose host is the test: the keys they press and what they see."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from core.moves import Verb
from tests.tui.fake_evening import FakeEvening, flat, picture, seated, settle
from tui.app import StammtischApp

PLAY = int(Verb.PLAY)


class Sitting:
    """A person at a table: the keys they press and what they see."""

    def __init__(self, evening: FakeEvening, app: StammtischApp, pilot: Pilot[int]) -> None:
        self.evening = evening
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> str:
        """Press keys and look."""
        await self.pilot.press(*keys)
        return await self.look()

    async def look(self) -> str:
        """What is on the screen, without its layout."""
        await settle(self.pilot)
        return flat(picture(self.app))


@asynccontextmanager
async def sitting(
    place: Path, hand: str = "4H AC 9D", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Sitting]:
    """It is our turn and we hold these cards."""
    evening = FakeEvening()
    app = seated(place, evening)
    async with app.run_test(size=size) as pilot:
        evening.welcome()
        evening.begin()
        evening.stack_hand(0, hand)
        evening.others()
        await settle(pilot)
        yield Sitting(evening, app, pilot)
