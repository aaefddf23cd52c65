"""The lines that are typed, as they come, without a thread and without changing the terminal.

The descriptor stays as it is: made non-blocking, it would be so for whatever shares the terminal,
our own output included. So it is read only when the system says that there is something.
"""

import asyncio
import codecs
import os
from collections.abc import AsyncIterator
from typing import Final

_CHUNK: Final = 4096
_LONGEST: Final = 4096


async def typed_lines(descriptor: int = 0) -> AsyncIterator[str]:
    """Lines without their ends, until the input ends or the terminal is gone."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while True:
        await _readable(descriptor)
        try:
            data = os.read(descriptor, _CHUNK)
        except OSError:  # a terminal that was closed, or no input at all
            data = b""
        *lines, rest = (rest + decoder.decode(data, final=not data)).split("\n")
        for line in lines:
            yield line.rstrip("\r")
        if not data:
            break
        rest = rest[:_LONGEST]  # nobody types so much; a pipe without line ends must not fill us
    if rest:
        yield rest.rstrip("\r")


async def _readable(descriptor: int) -> None:
    """Wait until a read would not block; an ordinary file never does.

    The watch is taken away as soon as it has served, or it would spin while nobody wants a line.
    """
    loop = asyncio.get_running_loop()
    there = loop.create_future()

    def tell() -> None:
        if not there.done():
            there.set_result(None)

    try:
        loop.add_reader(descriptor, tell)
    except (OSError, ValueError):
        await asyncio.sleep(0)
        return
    try:
        await there
    finally:
        loop.remove_reader(descriptor)
