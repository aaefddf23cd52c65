"""A bot on a guest: whenever the seat owes a move, the bot chooses one from the guest's own view.

The same for bots of the table, for those who sit in, and for `stammtisch join --bot`.
"""

import asyncio

from core.bots import Uniform, bot
from net.joining import Joining
from net.updates import Update


def autoplay(joining: Joining, name: str, luck: Uniform, pace: float = 0.0) -> None:
    """Let the bot of this name play; `pace` is the seconds between the question and its move.

    The pace depends on nothing but this number, so nobody reads a hand off it.
    """
    choose = bot(name)
    guest = joining.guest
    before = joining.on_update
    waiting: list[asyncio.TimerHandle] = []

    def move() -> None:
        waiting.clear()
        if guest.on_turn and guest.match is not None:
            guest.play(choose(guest.match, guest.seat, luck))
            joining.flush()

    def on_update(update: Update) -> None:
        before(update)
        if guest.on_turn and not waiting:
            waiting.append(asyncio.get_running_loop().call_later(pace, move))

    joining.on_update = on_update
