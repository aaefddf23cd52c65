"""The short words of the screens: labels of forms, hints, headings. Sentences: `tui.sentences`.

`{name}` is filled in as `tui.words.fill` does it; a translation has the same keys and fields.
"""

from collections.abc import Mapping
from typing import Final

from tui.words import Value, fill

_TABLE: Final = {
    "pile.empty": "empty",
    "seat.out": "out",
    "seat.away": "away",
    "seat.away_for": "away {seconds}",
    "seat.stood_in": "bot sits in",
    "seat.bot": "bot",
    "zone.stock": "stock",
    "zone.pile": "pile",
    "zone.out_of_play": "out of play",
    "zone.centre": "centre",
    "verb.2": "draw",
    "verb.3": "pass",
    "verb.4": "bid",
    "verb.5": "answer",
    "name.suit": "suit",
    "or": " or ",
    "order.dealt": "The hand lies as it was dealt.",
    "order.suit": "The hand is sorted by suit.",
    "order.rank": "The hand is sorted by rank.",
    "trick.last": "last trick",
    "trick.won": "last trick, won by {name}",
    "pending": "{card} is on its way to the host.",
    "pending_move": "Your move is on its way to the host.",
    "choose_first": "Choose a card first: its number, or the arrows.",
    "not_a_value": "{text} is not one of {range}.",
    "nothing_typed": "Type a number: {range}.",
    "you_may_play": "Your turn. Choose a card.",
    "you_may_also": "Your turn. Choose a card, or {what}.",
    "you_may_only": "Your turn. You may {what}.",
    "picked": "Enter plays {card}.",
    "picked_what": "Enter plays {card}: {what}.",
    "picked_word": "Enter: {card}.",
    "picked_word_what": "Enter: {card}, {what}.",
    "picked_barred": "{card} cannot be played now; w says why.",
    "cannot_end": "{mark} It cannot be the last card.",
    "round_done": "Round {number} ({key} sheet): {points}",
    "drew": "You drew:",
    "seconds_left": "{name} is away: in {seconds} s a bot sits in.",
    "latency": "{ms} ms",
    "clock": "{seconds} s a move",
    "online_again": "You are connected again.",
    "too_few_cards": "You hold no cards.",
}

_HINTS: Final = {
    "arrows": "arrows",
    "hint.choose": "choose",
    "hint.commit": "play",
    "hint.why": "why",
    "hint.scores": "scores",
    "hint.journal": "journal",
    "hint.rules": "help",
    "hint.quit": "quit",
    "hint.draw": "draw",
    "hint.pass": "pass",
    "hint.bid": "bid",
    "hint.sort": "sort",
    "hint.sheet": "sheet",
    "hint.cancel": "back",
    "hint.answer": "play it",
    "hint.type": "type a number",
    "hint.pick": "choose",
    "hint.ready": "ready",
    "hint.start": "start",
    "hint.house": "rules",
    "hint.bot": "bot",
    "hint.admit": "admit",
    "hint.deny": "deny",
    "hint.remove": "remove",
    "hint.leave": "leave",
    "hint.sit": "sit down",
    "hint.menu": "menu",
    "hint.say": "say",
    "hint.do": "do it",
    "hint.rematch": "another match",
    "hint.table": "to the table",
    "hint.lobby": "lobby",
    "hint.scroll": "scroll",
    "hint.turn": "other page",
    "hint.move": "move",
    "hint.change": "change",
}

_PAGES: Final = {
    "page.help": "Rules and keys",
    "page.keys": "Keys",
    "page.scores": "Scores",
    "page.sheet": "Score sheet",
    "page.reasons": "Every round, and why",
    "page.barred": "A number in round brackets: the card cannot be played now.",
    "page.dot": "A dot instead of a number: the arrows and Tab go to that card.",
    "page.arrow": "{arrow} at the gauges: play goes round as the seats are listed; {back}: back.",
    "page.mark": "{mark} A card with this sign cannot be the last one of a hand.",
    "sheet.total": "total",
    "page.journal": "Journal",
    "page.why": "What each card does",
    "page.games": "The rules of each game stand on the pages to the right: {games}.",
    "page.nothing": "Nothing yet.",
    "page.about": (
        "Play alone against bots, host a table for friends, or join one. Whoever hosts gives the"
        " others the line that the lobby shows, and they join with it."
    ),
    "page.your_turn": "It is your turn.",
}

_FORMS: Final = {
    "form.play": "Play with bots",
    "form.host": "Host a table",
    "form.join": "Join a table",
    "form.rules": "House rules",
    "form.game": "game",
    "form.seats": "seats",
    "form.bot": "bot",
    "form.bots": "bots",
    "form.preset": "preset",
    "form.port": "port",
    "form.listen": "listen on",
    "form.doors": "who may sit",
    "form.doors_friends": "friends whose keys are listed",
    "form.doors_ask": "whoever the host says yes to",
    "form.doors_yes": "anybody",
    "form.name": "your name",
    "form.address": "address",
    "form.own": "own choice",
    "form.differs": "*",
    "form.usual": "(Usually {value}.)",
    "form.go_play": "Start",
    "form.go_host": "Open the table",
    "form.go_join": "Join",
    "form.go_rules": "Done",
    "form.help_game": "The game to play.",
    "form.help_seats": "How many sit at the table, you included: {low} to {high}.",
    "form.help_bot": "How the bots play.",
    "form.help_bots": "How many of the seats bots take from the start.",
    "form.help_preset": "A set of house rules by name; each can be changed below.",
    "form.help_port": "The port on which the table listens, 1 to 65535; 0 takes a free one.",
    "form.help_listen": "An address of this machine; empty for all of them.",
    "form.help_doors": "Who may take a free seat.",
    "form.help_name": "How the others see you: up to 16 cells.",
    "form.help_address": "HOST or HOST:PORT, as whoever hosts has told you.",
    "form.help_go": "Enter begins.",
    "form.wait_play": "Shuffling.",
    "form.wait_host": "Opening the table.",
    "form.wait_join": "Connecting.",
    "form.bad_port": "A port is a number from 0 to 65535.",
    "form.bad_name": "You cannot be called that: {why}.",
    "form.too_many_bots": "So many bots do not fit beside you.",
}

_HOME: Final = {
    "home.play": "Play with bots",
    "home.host": "Host a table for friends",
    "home.join": "Join a table",
    "home.rules": "Rules",
    "home.quit": "Quit",
}

_LOBBY: Final = {
    "lobby.hosting": "The table is open",
    "lobby.requests": "Asking for a seat",
    "lobby.request": "{number}. {name}",
    "lobby.invite": "For your friends",
    "lobby.connecting": "Connecting to the table.",
    "lobby.you_are_ready": "You are ready. Waiting for the others.",
    "lobby.rules": "{words} ({identity}: the same code wherever the same rules are played)",
    "lobby.running": "A match is running.",
    "start.unready": "Not ready yet: {names}.",
    "start.free": "Nobody plays on the free seats: {seats}.",
    "start.sure": "Start all the same?",
}

_RESULT: Final = {
    "result.over": "The match is over",
    "result.broken": "The match has ended early",
    "result.how": "How it ended",
    "result.next": "The next match has begun. Enter goes to the table.",
    "result.story": "{story} (the same code at every seat)",
    "result.choose": "{key} plays another match; Esc goes back to the lobby.",
    "result.waiting": "You are ready for another match; the host starts it.",
}

_ASKS: Final = {
    "leave.hosting": "You host this table: if you leave, it closes for everybody. Leave?",
    "leave.resumable": (
        "A match is running at your table. If you leave, it closes for everybody, and goes on when"
        " you say: stammtisch resume {table}. Leave?"
    ),
    "leave.alone": "A match is running, and it is lost if you leave. Leave?",
    "ask.leave": "leave",
    "ask.stay": "stay",
    "ask.start": "start",
    "ask.wait": "wait",
    "trouble": "Something went wrong ({what}). It is in the log.",
    "palette.theme": "Theme {name}",
    "palette.themes": "Other themes",
    "palette.theme_help": "How it looks",
    "palette.help": "Rules, keys and what the signs mean",
    "palette.quit_help": "Leave the program",
    "palette.home": "Leave the table",
    "palette.home_help": "Back to the first screen",
}

LABELS: Final[Mapping[str, str]] = {
    **_TABLE,
    **_HINTS,
    **_PAGES,
    **_FORMS,
    **_HOME,
    **_LOBBY,
    **_RESULT,
    **_ASKS,
}
"""Every label by its key."""


def label(key: str, /, **values: Value) -> str:
    """The label of this key; a key that does not exist is a fault of the program."""
    return fill(LABELS[key], values)


def zone_label(name: str) -> str:
    """What a place on the table is called; a game's own place is called as the game calls it."""
    return LABELS.get(f"zone.{name}", name.replace("_", " "))
