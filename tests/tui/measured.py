"""A driver that writes nowhere and counts: what the screen would have sent to the terminal."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from textual import events
from textual.driver import Driver
from textual.geometry import Size

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tui.app import StammtischApp


class CountingDriver(Driver):
    """A terminal of 80×24 that takes everything and shows nothing."""

    written: list[str]

    def __init__(self, app: Any, **kwargs: Any) -> None:
        super().__init__(app, **kwargs)
        self.written = []

    def write(self, data: str) -> None:
        self.written.append(data)

    def start_application_mode(self) -> None:
        size = Size(80, 24)
        self._app.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass

    async def burst(self) -> bytes:
        """The bytes of what is painted next, from the first one until nothing comes any more."""
        for _ in range(500):
            if self.written:
                break
            await asyncio.sleep(0.01)
        before = -1
        while before != len(self.written):
            before = len(self.written)
            await painted()
        return self.take()

    def take(self) -> bytes:
        """The bytes since the last call."""
        data = "".join(self.written).encode()
        self.written.clear()
        return data


@asynccontextmanager
async def counted(app: StammtischApp) -> AsyncIterator[CountingDriver]:
    """The application on such a terminal, with 256 colours."""
    app.driver_class = CountingDriver
    app.console._color_system = ColorSystem.EIGHT_BIT
    ready = asyncio.Event()

    def on_ready() -> None:
        ready.set()

    app.call_later(on_ready)
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    try:
        await asyncio.wait_for(ready.wait(), 10)
        driver = app._driver
        assert isinstance(driver, CountingDriver)
        await driver.burst()
        yield driver
    finally:
        app.exit(0)
        await task


async def painted() -> None:
    """Long enough for a frame or two."""
    await asyncio.sleep(0.15)
