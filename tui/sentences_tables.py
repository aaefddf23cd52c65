"""Sentences of the journal and of the roads on one server; a part of the one catalog."""

from typing import Final

JOURNALS: Final = {
    "bye.cannot_write": (
        "The host can no longer write down what happens, so the table stands still; it goes on from"
        " the last written move."
    ),
    "link.cannot_write": (
        "You are offline: the host cannot write down what happens, so the table stands still."
    ),
    "journal.full": (
        "there is no room left for the journal {file}; nothing unwritten was played. Make room,"
        " then: stammtisch resume {table}"
    ),
    "journal.forbidden": (
        "{file} cannot be written; see to whom it and its folder belong, and what may be done there"
    ),
    "journal.held": "another program of yours holds the table {table} already",
    "journal.busy": "another program holds the file {file}; end it and try again",
    "journal.damaged": (
        "the journal {file} is damaged or no journal; it was left as it is. With a copy of it in"
        " its place the table can go on"
    ),
    "journal.newer": (
        "a newer version of Stammtisch wrote the journal {file}; upgrade this one to go on"
    ),
    "journal.disk": (
        "the disk failed while the journal {file} was used; nothing unwritten was played. When it "
        "is well again: stammtisch resume {table}"
    ),
    "journal.other_rules": (
        "the table {table} plays a game, or a version of it, that this program does not have"
    ),
    "journal.finished": "the table {table} is finished; there is nothing to go on with",
    "journal.given_up": "the table {table} was given up; it cannot go on",
    "resume.line": "{table}  {title}, {name}: {players}",
    "resume.line_bad": "{table}  {state}",
    "resume.fault": "cannot be read ({reason})",
    "resume.none": "no table was left in the middle; stammtisch host opens one",
    "resume.which": "several tables can go on; say which: stammtisch resume TABLE",
    "resume.unknown": "there is no table {table}; stammtisch resume lists those that can go on",
    "resume.gave_up": "The table {table} is given up.",
    "resume.later": "the match is not over; go on with: stammtisch resume {table}",
}

ROADS: Final = {
    "road.account": "This table is hosted by the account {account} (uid {uid}).",
    "road.listed": "{table}  {title}: {game}, {taken} of {seats:seat|seats} taken, {state}",
    "road.running": "a match is running",
    "road.waiting": "waiting",
    "road.none": "No table is open to you on this machine.",
    "road.several": "there are several tables; say which one: {tables}",
    "road.impostor": "{path} is listened at by another account than {account}, so it is left out",
    "road.ssh_says": "ssh: {line}",
    "road.only_local": "--group and --everyone say for whom --local opens a socket; it is missing",
    "road.group_or_everyone": "a socket is for a group or for everyone, not for both",
    "road.relay_by_hand": (
        "relay is what the ssh of a guest runs here; to sit down, use stammtisch join"
    ),
    "road.only_via": "--via-port is a port on the server of --via, which is missing",
    "road.only_jump": "--jump goes with HOST:PORT; an address that is a road of its own has none",
    "road.way_closed": "The way through {server} is closed, and is tried again. {fault}",
    "road.way_open": "The way through {server} is open again.",
    "bye.ssh_asks": "ssh has a question that cannot be asked while the table is open; join again.",
    "bye.impostor": "Another account than the host's answers there, so this program stops here.",
    "bye.no_way_through": "The server does not lead to the socket of the table.",
    "bye.no_system": "This system does not say which account is behind a socket.",
    "bye.no_login": "The server does not let you log in.",
    "link.no_table": "You are offline: the table is not open just now.",
}
