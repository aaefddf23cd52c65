"""What can be done about the people and the course of a table at this moment.

The menu of the screen and the word `menu` of plain mode show the same list; each entry is a wish
(net.wishes, net.orders) with its sentence. What only the host may do stands only in the host's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net import messages as m
from net.clean import NAME_CELLS, clean
from net.guest import Guest
from tui.words import sentence

CLOCKS: Final = (0, 20, 45, 90)
"""The clocks that the menu offers, in seconds; `clock N` in plain mode sets any."""

IGNORE: Final = "ignore"
"""A wish to our own program and to nobody else: not to show what a speaker says, or to again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence, and the wish behind it."""

    text: str
    word: str
    argument: str = ""


def entries(guest: Guest) -> list[Entry]:
    """Everything that can be done now, the most urgent first."""
    lobby = guest.lobby
    if lobby is None:
        return []
    found = list(_own(guest, lobby))
    if lobby.running:
        found += _host_in_match(lobby) if guest.rights else _votes(guest, lobby)
    else:
        found += _between(guest, lobby)
    if guest.rights:
        found += _clocks(lobby)
    found += _speakers(guest)
    return found


def carry_out(guest: Guest, entry: Entry) -> None:
    """Do what an entry says: a wish to the host, or a change here."""
    if entry.word == IGNORE:
        guest.ignored ^= {int(entry.argument)}
        return
    if entry.word in ("mute", "unmute"):
        guest.muted ^= {int(entry.argument)}
    guest.wish(entry.word, entry.argument)


def _people(lobby: m.Lobby) -> Iterator[tuple[int, m.SeatCard, str]]:
    """Seats with a person, and the names, ready to be shown."""
    for number, card in enumerate(lobby.seats):
        if card.kind is m.Kind.PERSON:
            yield number, card, clean(card.name, cells=NAME_CELLS)


def _own(guest: Guest, lobby: m.Lobby) -> Iterator[Entry]:
    if 0 <= guest.seat < len(lobby.seats):
        stood_in = lobby.seats[guest.seat].presence is m.Presence.STOOD_IN
        if lobby.running and stood_in:
            yield Entry(sentence("menu.back"), "back")
    elif guest.watching and not lobby.running:
        yield Entry(sentence("menu.sit"), "sit")


def _host_in_match(lobby: m.Lobby) -> Iterator[Entry]:
    if lobby.paused:
        yield Entry(sentence("menu.go_on"), "go_on")
    else:
        yield Entry(sentence("menu.pause"), "pause")
    for number, card, name in _people(lobby):
        seat = str(number)
        if card.presence is m.Presence.AWAY:
            yield Entry(sentence("menu.wait", name=name), "wait", seat)
        if card.presence is m.Presence.STOOD_IN:
            yield Entry(sentence("menu.hand_back", name=name), "hand_back", seat)
        else:
            mine = number == lobby.seat
            text = sentence("menu.replace_me") if mine else sentence("menu.replace", name=name)
            yield Entry(text, "replace", seat)
        if number != lobby.seat:
            yield Entry(sentence("menu.remove", name=name), "remove", seat)
    yield Entry(sentence("menu.end"), "end")


def _votes(guest: Guest, lobby: m.Lobby) -> Iterator[Entry]:
    """While the host says nothing the others decide; what is voted on shows how it stands."""
    if guest.seat < 0:
        return
    standing = {(one.word, one.seat): one for one in lobby.ballots}

    def vote(word: str, seat: int, text: str) -> Entry:
        ballot = standing.get((word, seat))
        if ballot is not None:
            text += sentence("menu.votes", votes=ballot.votes, needed=ballot.needed)
        return Entry(text, "vote", word if seat < 0 else f"{word}:{seat}")

    for number, card, name in _people(lobby):
        if number == guest.seat or card.presence is m.Presence.STOOD_IN:
            continue
        yield vote("replace", number, sentence("menu.vote_replace", name=name))
        if card.presence is m.Presence.AWAY:
            yield vote("wait", number, sentence("menu.vote_wait", name=name))
    yield vote("end", -1, sentence("menu.vote_end"))


def _between(guest: Guest, lobby: m.Lobby) -> Iterator[Entry]:
    """Between matches: other seats, or none."""
    if guest.seat >= 0:
        for number, card in enumerate(lobby.seats):
            if card.kind is m.Kind.EMPTY:
                yield Entry(sentence("menu.seat", number=number + 1), "seat", str(number))
        if not guest.rights:
            yield Entry(sentence("menu.look_on"), "look_on")
    if guest.rights:
        for number in range(len(lobby.seats) - 1):
            text = sentence("menu.swap", one=number + 1, other=number + 2)
            yield Entry(text, "swap", f"{number}:{number + 1}")


def _clocks(lobby: m.Lobby) -> Iterator[Entry]:
    for seconds in CLOCKS:
        if seconds != lobby.clock:
            word = "menu.clock" if seconds else "menu.no_clock"
            yield Entry(sentence(word, seconds=seconds), "clock", str(seconds))


def _speakers(guest: Guest) -> Iterator[Entry]:
    """Whoever has said something, and is not ourselves."""
    seen: dict[int, m.Chat] = {}
    for line in guest.chat:
        if line.seat < 0 or line.seat != guest.seat:
            seen[line.speaker] = line
    for speaker, line in seen.items():
        if guest.rights:
            word = "unmute" if speaker in guest.muted else "mute"
            yield Entry(sentence(f"menu.{word}", name=line.name), word, str(speaker))
        else:
            word = "menu.listen" if speaker in guest.ignored else "menu.ignore"
            yield Entry(sentence(word, name=line.name), IGNORE, str(speaker))
