"""Plain mode: the whole client in lines, one sentence an event, answers that are typed.

For people who do not see the screen, for terminals that can only print, and for scripts. It holds a
guest as the screen does, and can do everything that the screen can (the list in `tui.actions`).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Final

from net.evening import Evening
from net.updates import Update
from tui.inviting import guess_line, joining_lines
from tui.plain_answers import Answers
from tui.plain_talk import Talk
from tui.roads import whose_table
from tui.words import sentence

WAITING_AFTER: Final = 3.0
"""Seconds after which a move that nobody has answered is spoken of (B3)."""

TYPED_AHEAD: Final = 16
"""Lines that may wait to be read; whoever writes faster is made to wait."""


async def run_plain(
    evening: Evening,
    input_lines: AsyncIterator[str],
    write: Callable[[str], None],
    ascii: bool = False,  # noqa: A002 - the option is called so
) -> int:
    """Play an evening by lines to its end; gives the exit code.

    0 when the person wanted to go, the input ended, or the table ended after a match; 1 when the
    connection ended otherwise, with the sentence that says why.
    """
    guest, joining = evening.guest, evening.joining
    assert joining is not None, "plain mode has a seat"
    talk = Talk(guest, ascii)
    answers = Answers(talk)
    lines: asyncio.Queue[str | None] = asyncio.Queue(TYPED_AHEAD)
    wake = asyncio.Event()

    def on_update(update: Update) -> None:
        talk.hear(update)
        wake.set()

    async def read() -> None:
        async for line in input_lines:
            await lines.put(line)
            wake.set()
        await lines.put(None)
        wake.set()

    def speak() -> None:
        for line in talk.take():
            write(line)

    joining.on_update = on_update
    await evening.start()
    for line in invitation_lines(evening):
        write(line)
    reader = asyncio.get_running_loop().create_task(read())
    try:
        while not talk.over():
            waiting = guest.pending is not None and not talk.spoke_of_waiting
            try:
                async with asyncio.timeout(WAITING_AFTER if waiting else None):
                    await wake.wait()
            except TimeoutError:
                talk.still_waiting()
            wake.clear()
            speak()
            while not talk.over() and not lines.empty():
                typed = lines.get_nowait()
                if typed is None:
                    talk.leave()
                else:
                    answers.answer(typed)
                joining.flush()
                speak()
                await asyncio.sleep(0)  # what was said may be answered before the next line is read
            talk.ask()
            speak()
    finally:
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reader
        await evening.close()
    speak()
    return talk.code or 0


def invitation_lines(evening: Evening) -> list[str]:
    """What is said once a table is open: how others join, or the key of a host met first."""
    lines = []
    if evening.met:
        lines.append(sentence("host_met", fingerprint=evening.met))
    if evening.road is not None:
        lines.append(whose_table(evening.road))
    lines += [sentence("invite", invitation=each) for each in joining_lines(evening)]
    guess = guess_line(evening)
    return [*lines, guess] if guess else lines
