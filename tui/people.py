"""What is told of the people at a table besides their cards: chat, pauses, votes, the evening."""

from net.clean import NAME_CELLS, clean
from net.guest import Guest
from net.messages import Chat, Presence
from tui.sentences import CATALOG
from tui.words import called, fill, sentence


def chat_line(said: Chat) -> str:
    """A line of chat with its speaker; the guest has cleaned it."""
    word = "chat.line" if said.seat >= 0 else "chat.watching"
    return sentence(word, name=said.name, text=said.text)


def spoken_line(said: Chat) -> str:
    """A line of chat as plain mode has it."""
    word = "plain.said" if said.seat >= 0 else "plain.said_watching"
    return sentence(word, name=said.name, text=said.text)


def clock_line(seconds: int) -> str:
    """How long a move may take."""
    return sentence("clock_is", seconds=seconds) if seconds else sentence("no_clock")


def course_line(guest: Guest) -> str:
    """What stands over the match now: a pause, a bot in our place, a vote, that we look on."""
    lobby = guest.lobby
    if lobby is None or not lobby.running:
        return ""
    if lobby.paused:
        return sentence("you_paused" if guest.rights else "paused")
    own = lobby.seats[guest.seat] if 0 <= guest.seat < len(lobby.seats) else None
    if own is not None and own.presence is Presence.STOOD_IN:
        return sentence("bot_holds_yours")
    if lobby.ballots:
        ballot = lobby.ballots[0]
        names = [clean(card.name, cells=NAME_CELLS) for card in lobby.seats]
        word = CATALOG.get(f"ballot.{ballot.word}", CATALOG["ballot"])
        name = called(ballot.seat, names) if ballot.seat >= 0 else ""
        return fill(word, {"name": name, "votes": ballot.votes, "needed": ballot.needed})
    return sentence("you_look_on") if guest.watching else ""


def evening_lines(guest: Guest) -> list[str]:
    """The board of the evening: who has played how many matches here, and won how many."""
    lobby = guest.lobby
    if lobby is None or not lobby.tallies:
        return []
    rows = [
        sentence(
            "evening_line", name=clean(one.name, cells=NAME_CELLS), matches=one.matches, won=one.won
        )
        for one in lobby.tallies
    ]
    return [sentence("evening"), *rows]
