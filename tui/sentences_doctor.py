"""What `stammtisch doctor` says; a part of the one catalog."""

from typing import Final

DOCTOR: Final = {
    "doctor.well": "Nothing is wrong here.",
    "doctor.troubles": "{count:thing|things} to look at, marked with an exclamation mark.",
    "doctor.failed": "This could not be looked at ({fault}). Say so to whoever makes the program.",
    "doctor.missing": "The library {name} is missing. Install the program anew.",
    "doctor.program": "stammtisch {version} on {system}",
    "doctor.python": "Python {version}",
    "doctor.python_old": "Python {version} is too old. Install 3.11 or newer, then the program.",
    "doctor.library": "{name} {version}",
    "doctor.terminal": "{term}",
    "doctor.no_terminal": "none: there is no screen here, only lines (--plain).",
    "doctor.terminal_dumb": (
        "TERM is {term}, of which nothing is known. Set it to what your terminal is, such as"
        " xterm-256color, or play with --plain."
    ),
    "doctor.size": "{columns} columns, {rows} lines",
    "doctor.size_unknown": "unknown",
    "doctor.size_small": (
        "{columns} columns and {rows} lines are too few. Make the window 60 by 20 at least, or play"
        " with --plain."
    ),
    "doctor.colours": "{count}",
    "doctor.colours_all": "16 million",
    "doctor.colours_none": "none",
    "doctor.colours_off": "none, because NO_COLOR is set",
    "doctor.encoding": "{encoding}",
    "doctor.encoding_other": (
        "{encoding} has no suit signs and loses letters of names. Set LANG to a locale with UTF-8,"
        " such as C.UTF-8, or play with --ascii."
    ),
    "doctor.key": "{name}",
    "doctor.key_later": "{name} is made when it is needed.",
    "doctor.key_open": (
        "{path} may be read by others. If the key is still yours alone, run chmod 600 on it."
    ),
    "doctor.key_strange": "{path} is no file of yours. Move it away; a new key is made then.",
    "doctor.agent": "an agent answers",
    "doctor.no_agent": "none; it is not needed",
    "doctor.agent_gone": (
        "SSH_AUTH_SOCK names an agent that does not answer. Start it again, or unset the variable."
    ),
    "doctor.ssh": "{version}",
    "doctor.no_ssh": (
        "The program ssh is not found. Without it there is no road through a server (ssh://, --via,"
        " --jump). Install OpenSSH."
    ),
    "doctor.sockets": "tables of this machine lie in {place}",
    "doctor.no_sockets": (
        "There is no safe folder for tables of this machine. {place} must be a folder of root's or"
        " yours, in which nobody can rename what others have put there (mode 1777)."
    ),
    "doctor.sockets_taken": (
        "{place} is not a folder of yours alone to write to, so no table can be opened there. Ask"
        " whoever looks after this machine to take it away."
    ),
    "doctor.folder": "{folder}",
    "doctor.folder_later": "{folder} is made when it is needed.",
    "doctor.folder_none": "{folder} is no folder, and none can be made there. Move it away.",
    "doctor.folder_shut": "You may not write to {folder}. See to whom it belongs: ls -ld.",
    "doctor.folder_open": (
        "Others may look into or write to {folder}, where keys and cards are. Run chmod 700 on it."
    ),
    "doctor.disk": "{kind}, {free} MB free",
    "doctor.disk_full": (
        "Only {free} MB are free where {folder} is, and what is played is written down there. Make"
        " room."
    ),
    "doctor.disk_network": (
        "{folder} is on a network file system ({kind}), where a lock or a written move can be lost."
        " Set STAMMTISCH_HOME to a folder on a disk of this machine before you host a table."
    ),
    "doctor.database": "SQLite {version}",
    "doctor.no_database": (
        "This Python has no SQLite, so no table can be written down. Install a Python with it."
    ),
}
