"""The catalog: every sentence of the program by its key, in English, in one place to translate.

`{name}` is filled in as it stands; `{seconds:second|seconds}` puts the number and the form that
goes with it. A key with a dot belongs to a family whose second part is a code: `no.` refusals,
`bye.` ends of a connection, `link.` what a road says, `alarm.`, `name.` why nobody is called so,
`cause.` who broke a match off.
"""

from collections.abc import Mapping
from typing import Final

from tui.sentences_doctor import DOCTOR
from tui.sentences_people import PEOPLE
from tui.sentences_tables import JOURNALS, ROADS

_REFUSALS: Final = {
    "no": "That was refused ({reason}).",
    # the rules
    "no.not_your_turn": "It is not your turn.",
    "no.match_over": "The match is over.",
    "no.round_over": "The round is over.",
    "no.not_in_hand": "That card is not in your hand.",
    "no.bad_form": "That is no move.",
    "no.not_legal": "That is not allowed now.",
    "no.shuffle_first": "The cards have to be shuffled first.",
    "no.unknown_game": "There is no such game.",
    "no.unknown_option": "There is no such house rule.",
    "no.bad_value": "That cannot be.",
    "no.bad_seats": "The game cannot seat so many with these rules.",
    # the table
    "no.move_on_its_way": "Your move is on its way to the host.",
    "no.stale": "The table had moved on before that arrived; look again.",
    "no.not_your_seat": "This seat is played by another program of yours, or by a bot.",
    "no.not_seated": "You have no seat at this table.",
    "no.no_rights": "Only the host can do that.",
    "no.table_full": "The table is full.",
    "no.seats_full": "All seats are taken.",
    "no.name_taken": "Somebody at the table is called so already.",
    "no.match_running": (
        "A match is running, so that has to wait for its end; join --watch looks on meanwhile."
    ),
    "no.unknown_wish": "The host's program does not know that.",
    "no.too_fast": "That was too fast; wait a moment and try again.",
    "no.not_admitted": "The host has not let you in.",
    "no.waiting_for_host": "The host has to say yes first; wait a moment.",
    "no.too_few": "Too few seats are taken to start.",
    "no.not_ready": "Somebody is not ready yet.",
    "no.nobody": "There is nobody with that number.",
    "no.no_match": "No match has been played here yet.",
}

_FAREWELLS: Final = {
    "bye": "The connection has ended ({reason}).",
    "bye.upgrade_guest": (
        "The table runs Stammtisch {host} and you have {guest}: you must upgrade. Install the newer"
        " version as you installed this one (`pipx upgrade stammtisch`, or `git pull` and"
        " `make play`), then join again."
    ),
    "bye.upgrade_host": (
        "The table runs Stammtisch {host} and you have {guest}: the host must upgrade. Ask them to"
        " install the newer version (`pipx upgrade stammtisch`, or `git pull` and `make play`)."
    ),
    "bye.taken_over": "You have come in again elsewhere, so this connection ends.",
    "bye.host_left": "The host has closed the table.",
    "bye.host_behind": "The host has lost a part of the match that you have seen; it cannot go on.",
    "bye.story_differs": (
        "The host tells this match otherwise than before; this program does not follow."
    ),
    "bye.other_rules": (
        "Host and guest do not play the same version of these rules; whoever has the older"
        " program must upgrade."
    ),
    "bye.nonsense": "The other side said something that is no part of a game.",
    "bye.frame_too_long": "The other side sent more at once than is allowed.",
    "bye.out_of_turn": "The other side said something that has no place there.",
    "bye.slow": "The connection was too slow for what waited to be sent.",
    "bye.silent": "Nothing was heard for too long, so the connection was ended.",
    "bye.removed": "The host has taken you from the table.",
    "bye.denied": "The host has said no.",
    "bye.leaving": "You have left the table.",
    "bye.quit": "You have left the table.",
    "bye.bad_link": "The host says that this program sent a link that is none of its chain.",
    "bye.not_admitted": "The host has not listed your key, so you may not sit down here.",
    "bye.table_full": "The table is full.",
    "bye.match_running": "A match is running at this table; join when it is over.",
    "bye.ended": "The host has ended the connection.",
    "bye.lost": "The connection broke.",
    "bye.crowded": "The table has no room for more connections just now.",
    "bye.stopped": "The host has closed the table.",
    "bye.internal": "Something went wrong in this program; the log has the details.",
    "bye.host_key_changed": (
        "The table showed another key than the one that is trusted, so this program stops here."
    ),
    "bye.not_a_table": "What answered there is no Stammtisch table of this version.",
    "bye.other_version": "What answered there is a table of another version.",
    "bye.not_ours": "What answered there is no Stammtisch table.",
    "bye.not_ssh": "What answered there is no Stammtisch table.",
    "bye.too_fast": "This program said too much at once, so the host ended the connection.",
    "bye.unreachable": "The table cannot be reached.",
}

_LINKS: Final = {
    "link": "You are offline.",
    "link.ended": "You are offline: the host ended the connection.",
    "link.lost": "You are offline: the connection broke.",
    "link.silent": "You are offline: nothing was heard from the host for too long.",
    "link.slow": "You are offline: the connection was too slow.",
    "link.crowded": "You are offline: the table had no room for more connections.",
    "link.stopped": "You are offline: the host's program stopped listening.",
    "link.refused": "You are offline: the host's program is not listening.",
    "link.timeout": "You are offline: the host does not answer.",
    "link.no_route": "You are offline: there is no way to the host.",
    "link.unknown_name": "You are offline: nobody knows the name of the host.",
    "link.full": "You are offline: the table had no room for more connections.",
    "link.unreachable": "You are offline: the host cannot be reached.",
    "trying": "Trying again.",
    "trying_in": "Trying again in {seconds:second|seconds}.",
    "back_online": "You are connected again.",
}

_NAMES: Final = {
    "name": "it cannot be used here",
    "name.empty": "it is empty",
    "name.too_long": "it is longer than 16 cells",
    "name.mixed_scripts": "it mixes letters of different scripts",
    "name.marks": "it has two marks on one letter",
    "name.digits": "it is a number",
    "name.reserved": "it has a word that means something else here, such as host, bot or you",
    "name.taken": "somebody at the table is called so already",
    "name_refused": "You cannot be called that here: {why}. You have been given another name.",
    "seat": "seat {number}",
    "name_you": "{name} (you)",
}

_ALARMS: Final = {
    "alarm": "Take care: something happened at the table that should not ({reason}).",
    "alarm.bot_in_your_place": "Take care: a bot plays in your place, though you are here.",
    "alarm.held_by_another": "Take care: another program of yours holds your seat now.",
    "alarm.moved_in_your_name": "Take care: a move was made in your name that you did not make.",
}

_TABLE: Final = {
    "note": "Something happened ({word}).",
    "forwards": "direction forwards",
    "backwards": "direction backwards",
    # people
    "here": "{name} is here.",
    "away": "{name} is away.",
    "away_for": "{name} is away; in {seconds:second|seconds} a bot sits in.",
    "stood_in": "A bot sits in for {name}.",
    "person_plays": "{name} plays.",
    # whose turn
    "your_turn": "Your turn.",
    "turn_of": "{name} is to play.",
    "turn_of_bot": "{name}, a bot, is to play.",
    "shuffling": "The cards are being shuffled.",
    "round": "round {number}",
    "chips": "{chips:chip|chips}",
    "score": "{score:point|points}",
    "cards": "{cards:card|cards}",
    "out": "out",
    "you_drew": "You draw {cards}.",
    "you_hold": "You hold {cards}.",
    "you_hold_many": "You hold {cards:card|cards}:",
    "you_hold_nothing": "You hold no cards.",
    "hand": "your hand",
    "journal": "Journal",
    "scores": "Scores",
    "would": "{card}: {what}.",
    "nothing_special": "nothing special",
    "not_now": "not allowed now",
    "number_range": "{low} to {high}",
    # results
    "match_began": "The match begins.",
    "round_over": "The round is over.",
    "match_over": "The match is over.",
    "winner": "{names} wins.",
    "winners": "{names} win.",
    "place": "{place}. {name}: {score}",
    "broken_off": "The match was broken off.",
    "cause.0": "A bot broke the match off.",
    "cause.-1": "The match was broken off because time ran out.",
    "cause.-2": "The match was broken off by a vote.",
    "cause.-3": "The host broke the match off.",
    "verify_head": "{file}: {events} events, each follows from those before it.",
    "verify_same": "Both records tell the same story, byte for byte.",
    "verify_differ": "The two records tell different stories.",
    "verdict.round": "Round {number}: {line}",
    "verdict.own_link": "Checked, with the link of {own} in every shuffle.",
    "verdict.others": "Checked, resting on {names}.",
    "verdict.host_alone": (
        "Dealt by the host alone: the pack did not change, but who chose its order cannot be known."
    ),
    "verdict.voided": "Dealt {times:time|times} anew because the link of {name} did not come.",
    "verdict.failed": "FAILED at event {event}: {why}",
    "verdict.not_opened": "The last round was not opened: it cannot be checked.",
    "verdict.seeded": "Seeded, not verifiable.",
    "verdict.none": "Dealt by the host alone, without a promise: nothing can be checked.",
    "verdict.words": "Words to read aloud: {words} ({numbers}).",
    "differs.promise": "the host's secret is not the one that it had promised.",
    "differs.faces": "a card shows another face than the shuffle gave it.",
    "differs.picked": "another number was drawn than the shuffle gives.",
    "differs.ruling": "a move was let through that the rules refuse.",
    "differs.call": "chance was asked for something else than it owed.",
    "alarm.left_out": "The host left your link out of this shuffle although you are here.",
    "record_kept": "The record of this match: {path}",
    "record_not_kept": "The record of this match could not be written: {fault}.",
    "no_records": "There are no records yet: one is written at the end of every match.",
    "record_seat": "Seen from the seat of {name}.",
    "record_public": "Seen by somebody who looked on.",
    "cmd.two_records": "Records are checked one at a time, or two of one match are compared.",
    "cmd.no_record": "{path} cannot be read: {fault}.",
    "final": "Final: {places} ({story})",
    "story": "{events} events, {check}",
}

_LOBBY: Final = {
    "at_table": "You are at the table of {table}.",
    "no_seat_yet": "You have no seat yet.",
    "waits_for_host": "You are in the lobby; the host has to give you a seat.",
    "lobby_of": "{title}, {taken} of {seats:seat|seats} taken.",
    "seat_line": "{number}. {name}, {state}",
    "seat_empty": "{number}. empty",
    "ready": "ready",
    "not_ready": "not ready",
    "bot": "bot",
    "is_away": "away",
    "requests": "{name} asks for a seat: admit {number}, or deny {number}.",
    "rule_usual": "    {option}={value}  {sentence}",
    "rule_differs": "  * {option}={value} (usually {usual})  {sentence}",
    "rule_value": "{rule} {meaning}.",
    "rules_differ": "House rules of this table that are not the usual ones:",
    "rules_all": "All house rules; of several values > marks the one that is played:",
    "seat_says": "{name} {what}",
    "seat_played": "{name} {card}",
    "on_top": "On top of the pile: {card}.",
    "trick": "On the table: {cards}.",
    "sheet_round": "Round {number}. {why}",
    "sheet_row": "{name}: {points} ({reasons}), total {total}.",
    "sheet_out": "Out.",
    "sheet_won": "Wins.",
    "sheet_empty": "No round is finished yet.",
    "no_cards_left": "nothing to count",
    "rule_line": "{option} = {value}: {sentence}",
    "usual_rules": "The usual house rules.",
    "house_rules": "House rules",
    "waiting": "Waiting for the others.",
    "say_ready": "Say ready when you are.",
    "host_met": (
        "This is your first visit here: the host's key is {fingerprint}."
        " From now on it is remembered."
    ),
    "invite": "Others join with: {invitation}",
    "invite_host": "Instead of {host} they write the address by which they reach this machine.",
    "seeded": "This match is seeded: its luck can be repeated, so it is not verifiable.",
    "can_start": "Everybody is ready.",
}

_HOME: Final = {
    "title": "Stammtisch",
    "tagline": "Card games among friends, in a terminal, over SSH.",
    "too_small": "Needs {width}×{height}, has {has_width}×{has_height}. q leaves.",
    "leave_running": "A match is running. Leave? A bot will play for you until you come back.",
}

_PLAIN: Final = {
    "plain.card": "Play which? ({words})",
    "plain.what_now": "What now? ({words})",
    "plain.card_word": "card",
    "plain.offer": "{number}: {card}, {what}.",
    "plain.offer_bare": "{number}: {card}.",
    "plain.offer_word": "Or {word}: {what}.",
    "plain.offer_word_bare": "Or {word}.",
    "plain.numbered": "{number}: {card}",
    "plain.not_now": "Not now: {cards}.",
    "plain.others_not_now": "The other cards not now.",
    "plain.sort": "Sort the hand by suit, by rank, or as dealt: sort suit, sort rank, sort dealt.",
    "plain.value": "{question} ({range}, or back)",
    "plain.asks": "Which {what}?",
    "either": "{some} or {last}",
    "plain.no_such_card": "{text} is no card of your hand. You hold {cards}.",
    "plain.ambiguous": "{text} could be {cards}. Say which.",
    "plain.unknown": "I do not understand {text}. {words}",
    "plain.can": "You can say: {words}.",
    "plain.not_a_value": "{text} is not one of {range}.",
    "plain.nothing_yet": "Nothing has happened yet.",
    "plain.which_card": "Say of which card: why 1, or why 10h.",
    "plain.may_play": "{card} may be played now.",
    "plain.no_colours": "Plain mode has no colours; themes are for the screen.",
    "plain.answers": "Answers",
    "plain.not_here": "That means nothing at this moment. {words}",
    "plain.need_number": "Say which one, by its number: {word} 1.",
    "plain.bye": "Good-bye.",
}

_COMMANDS: Final = {
    "cmd.no_terminal": "a screen needs a terminal, and this is none; use --plain for lines",
    "cmd.home_in_lines": (
        "In lines, say at once what you want: stammtisch play {game} --plain, or host or join"
        " instead of play. stammtisch --help has the rest."
    ),
    "cmd.nobody_to_ask": (
        "with --no-seat nobody is there to say yes; use --open=yes, or list keys with --friend"
    ),
    "cmd.no_friends": (
        "nobody is listed yet, so nobody can join: use --friend, put keys into {file}, or --open"
    ),
    "cmd.crashed": "something went wrong that should not; what is known about it is in {file}",
    "cmd.crashed_no_log": "something went wrong that should not ({fault})",
    "cmd.bots_many": "{bots:bot|bots} do not fit at a table with {seats:seat|seats}",
    "cmd.bad_clock": "--clock takes {low} to {high} seconds, or 0 for no clock",
    "cmd.bot_looks_on": "a bot plays a seat, and --watch takes none: say one of the two",
    "cmd.bad_seed": "a seed is 1 to 64 hex digits, such as 2a or c0ffee",
    "cmd.bad_listen": "--listen takes ADDRESS:PORT, such as 127.0.0.1:8822 or :8822, not {text}",
    "cmd.bad_name": "you cannot be called {name}: {why}",
    "cmd.bad_friend": "{text} is no fingerprint of a key; one looks like SHA256: and 43 characters",
    "cmd.bad_friend_line": (
        "line {line} of {file} is neither a public key nor a fingerprint (SHA256:…)"
    ),
    "cmd.friends_unreadable": "the list of friends in {file} cannot be read",
    "cmd.no_theme": "there is no theme {name}; there are {known}",
    "cmd.no_place": "the folder {folder} cannot be used: {fault}",
}

CATALOG: Final[Mapping[str, str]] = {
    **_REFUSALS,
    **_FAREWELLS,
    **_LINKS,
    **_NAMES,
    **_ALARMS,
    **_TABLE,
    **_LOBBY,
    **_HOME,
    **_PLAIN,
    **_COMMANDS,
    **JOURNALS,
    **ROADS,
    **PEOPLE,
    **DOCTOR,
}
"""Every sentence by its key; a translation has the same keys and the same fields."""
