"""The end of a terminal: hung up without a word, or the program told to go.

Textual's driver reads on for ever from a terminal that is gone, at the price of a core; and a
signal would end Python before the driver has put the terminal right.
"""

import asyncio
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FATAL = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def watched(gone: Callable[[int], None]) -> Iterator[None]:
    """While this lasts, call `gone` with the exit code (128 and the signal's number) at the end.

    The hang-up is looked for with epoll, which tells of it even where no signal comes, and only of
    it; systems without epoll have the signal.
    """
    loop = asyncio.get_running_loop()
    for number in FATAL:
        loop.add_signal_handler(number, gone, 128 + number)
    hangs: select.epoll | None = None
    if hasattr(select, "epoll") and sys.__stdin__ is not None and sys.__stdin__.isatty():
        hangs = select.epoll()
        hangs.register(sys.__stdin__.fileno(), 0)
        loop.add_reader(hangs.fileno(), gone, 128 + signal.SIGHUP)
    try:
        yield
    finally:
        for number in FATAL:
            loop.remove_signal_handler(number)
        if hangs is not None:
            loop.remove_reader(hangs.fileno())
            hangs.close()
