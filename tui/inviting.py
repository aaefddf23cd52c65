"""What friends type to join: the lines of the evening, with this machine's own name in them."""

import socket

from net.clean import clean
from net.evening import Evening
from tui.words import sentence

PLACES = (" HOST:", " HOST", "SERVER/")
"""What stands for this machine in the lines of an evening."""


def joining_lines(evening: Evening) -> list[str]:
    """Each way to join, whole, to be copied; the key of the table is part of the first.

    The name of this machine is a guess at how it is reached: `guess_line` says so.
    """
    here = clean(socket.gethostname(), cells=60).replace(" ", "")
    lines = []
    for each in evening.invitation:
        if each.startswith("SHA256:"):
            continue
        for place in PLACES if here else ():
            each = each.replace(place, place.replace(place.strip(" :/"), here))
        lines.append(each)
    return lines


def guess_line(evening: Evening) -> str:
    """That friends may reach this machine by another address; nothing where it is not named."""
    named = any(place in each for each in evening.invitation for place in PLACES)
    host = clean(socket.gethostname(), cells=60).replace(" ", "")
    return sentence("invite_host", host=host) if named and host else ""
