"""The command line: words in, an exit code out.

Arguments are read before anything heavy is loaded: `--version`, `--help` and the commands for
scripts run without Textual and without an SSH library. Exit codes: 0 done, 1 it failed, 2 the
words were wrong, 128 and its number for a signal (130: Ctrl-C).
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

from core import __version__
from tui.faults import DONE, FAILED, INTERRUPTED, WrongWords, explained, nobody_listens


class Parser(argparse.ArgumentParser):
    """A parser that says one sentence and where the help is."""

    def __init__(self, **about: Any) -> None:
        # A shortened option would change its meaning when another is added: scripts rely on these.
        super().__init__(**about, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Refuse the words."""
        raise WrongWords(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit code. No traceback ever reaches a person."""
    for stream in (sys.stdout, sys.stderr):
        _write_anything(stream)
    try:
        arguments = _parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = arguments.run
        code = run(arguments)
        sys.stdout.flush()
    except SystemExit as done:  # --help and --version
        return done.code if isinstance(done.code, int) else FAILED if done.code else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:  # noqa: BLE001 - the last place before a traceback is seen
        return _failed(fault)
    return code


def _write_anything(stream: TextIO) -> None:
    """Signs that the encoding does not have become `?`; a name never ends the program."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _failed(fault: Exception) -> int:
    if nobody_listens(fault):
        _let_go()
        return FAILED
    known = explained(fault)
    if known is None:
        from tui.logbook import note_crash

        known = note_crash(fault), FAILED
    try:
        print(f"stammtisch: {known[0]}", file=sys.stderr)
    except OSError:
        _let_go()
    return known[1]


def _let_go() -> None:
    """Leave without a word, and without one when Python closes its streams at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(null, number)
    os.close(null)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="stammtisch",
        description="Card games among friends, in a terminal, over SSH.",
        epilog="Without a command the program opens its screen.",
    )
    parser.add_argument("--version", action="version", version=f"stammtisch {__version__}")
    _add_looks(parser)
    parser.set_defaults(run=_lazy("home"))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _add_scripts(commands)
    _add_tables(commands)
    return parser


def _lazy(name: str) -> Callable[[argparse.Namespace], int]:
    """A command that is loaded when it is run."""

    def run(arguments: argparse.Namespace) -> int:
        from tui import commands

        command: Callable[[argparse.Namespace], int] = getattr(commands, name)
        return command(arguments)

    return run


def _doctor(_arguments: argparse.Namespace) -> int:
    """`stammtisch doctor`, which needs none of what the other commands need."""
    from tui.doctor import doctor

    return doctor(sys.stdout)


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    command.set_defaults(run=_lazy(name))
    return command


def _add_scripts(commands: Any) -> None:
    games = _command(commands, "games", "list the games, their seats and house rules")
    games.add_argument(
        "game", nargs="?", metavar="GAME", help="only this one, and what its presets change"
    )
    games.add_argument("--json", action="store_true", help="as one JSON document")

    rules = _command(commands, "rules", "print the rules of a game in words")
    rules.add_argument("game", metavar="GAME")
    _add_rule(rules)

    simulate = _command(commands, "simulate", "play many games among bots and print a summary")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--seats", type=int, required=True, metavar="N")
    simulate.add_argument("--games", type=int, required=True, metavar="K")
    trace = _command(commands, "trace", "play one game among bots and print every step")
    trace.add_argument("game", metavar="GAME")
    trace.add_argument("--seats", type=int, required=True, metavar="N")
    for command in (simulate, trace):
        command.add_argument("--seed", required=True, metavar="HEX", help="1 to 64 hex digits")
        command.add_argument("--bot", default="random", metavar="NAME")
        command.add_argument("--json", action="store_true", help="as JSON")
        _add_rule(command)

    history = _command(commands, "history", "list the records of the matches played here")
    history.add_argument("--json", action="store_true", help="as one JSON document")

    replay = _command(commands, "replay", "tell the record of a match again, in lines")
    replay.add_argument("record", metavar="RECORD", help="a file, or its name in the list")
    _add_looks(replay, again=True)

    verify = _command(commands, "verify", "check the deals of a record, or compare two")
    verify.description = (
        "Check the deals of a record, or compare two of one match. Only a match with other people"
        " can be verified: alone with bots the program deals for itself, and what is seeded could"
        " have been known before."
    )
    verify.add_argument("records", nargs="+", metavar="RECORD", help="one, or two of one match")

    doctor = _command(commands, "doctor", "look for what is wrong here, and say what to do")
    doctor.set_defaults(run=_doctor)

    where = _command(commands, "where", "print where settings, keys, records and the log are")
    where.add_argument("--json", action="store_true", help="as one JSON document")


def _add_tables(commands: Any) -> None:
    play = _command(commands, "play", "play alone with bots")
    host = _command(commands, "host", "open a table for friends, over SSH or on this machine")
    for command in (play, host):
        command.add_argument("game", metavar="GAME")
        command.add_argument("--seats", type=int, metavar="N", help="all seats, bots included")
        command.add_argument("--bot", default="careful", metavar="NAME", help="how bots play")
        command.add_argument("--preset", metavar="NAME", help="house rules by name")
        _add_rule(command)
        _add_seed(command)
        _add_looks(command, again=True)
    host.add_argument(
        "--listen",
        metavar="ADDR:PORT",
        help="where to listen for SSH (:8822; with --local nowhere, unless this is said too)",
    )
    host.add_argument(
        "--local", action="store_true", help="open a socket for people who log in to this machine"
    )
    host.add_argument("--group", metavar="NAME", help="the socket is for the members of this group")
    host.add_argument("--everyone", action="store_true", help="the socket is for every account")
    _add_via(host)
    host.add_argument("--bots", type=int, default=0, metavar="N", help="seats that bots take")
    host.add_argument("--table", default="", metavar="NAME", help="what the table is called")
    host.add_argument(
        "--open",
        nargs="?",
        const="ask",
        default="friends",
        choices=("yes", "ask"),
        help="who may sit down besides your friends: anybody (yes), or whoever you admit (ask)",
    )
    host.add_argument(
        "--friend",
        action="append",
        default=[],
        metavar="FINGERPRINT",
        help="a key that may sit down (SHA256:…), besides those in the file of friends",
    )
    host.add_argument(
        "--clock", type=int, default=0, metavar="SECONDS", help="for each move (default: no clock)"
    )
    host.add_argument("--watch", action="store_true", help="anybody may look on")
    host.add_argument("--no-seat", action="store_true", help="host without playing")
    host.add_argument(
        "--start-when-full", action="store_true", help="begin as soon as all seats are taken"
    )

    resume = _command(commands, "resume", "go on with a table that was left in the middle")
    resume.add_argument(
        "table", nargs="?", metavar="TABLE", help="which one; without it the only one, or a list"
    )
    resume.add_argument(
        "--listen", metavar="ADDR:PORT", help="where to listen (default: where it did)"
    )
    _add_via(resume)
    resume.add_argument(
        "--give-up", action="store_true", help="end the table instead: it cannot go on any more"
    )
    _add_looks(resume, again=True)

    join = _command(commands, "join", "sit down at somebody's table")
    join.add_argument(
        "address",
        nargs="?",
        metavar="ADDRESS",
        help="HOST[:PORT], or HOST:PORT#SHA256:… as the host's invitation has it, which also checks"
        " that it is that host; ACCOUNT/TABLE on this machine, where"
        " nothing means the only table; ssh://[USER@]SERVER[:PORT][/TABLE] by your own ssh",
    )
    join.add_argument(
        "--jump",
        metavar="[USER@]SERVER[:PORT]",
        help="go to HOST:PORT through a server, by your own ssh",
    )
    join.add_argument("--bot", metavar="NAME", help="let a bot play the seat")
    join.add_argument("--watch", action="store_true", help="look on, without a seat")
    _add_seed(join)
    _add_looks(join, again=True)

    tables = _command(commands, "tables", "list the tables that can be joined on this machine")
    tables.add_argument("--json", action="store_true", help="as one JSON document")
    _command(commands, "relay", "the far end of `stammtisch join ssh://…`; ssh runs it")


def _add_via(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--via",
        metavar="[USER@]SERVER[:PORT]",
        help="let friends come through a server, by a tunnel of your own ssh; without --listen"
        " nobody comes in another way",
    )
    command.add_argument(
        "--via-port",
        metavar="[*:]PORT",
        help="the port on that server (that of the table); *: asks for it on all addresses there",
    )


def _add_rule(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a house rule, as often as you like; `stammtisch games` lists them",
    )


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed", metavar="HEX", help="1 to 64 hex digits: the same cards again, not verifiable"
    )


def _add_looks(command: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Who plays and how it looks; said before or after the command, the later one counts."""
    absent = argparse.SUPPRESS
    command.add_argument(
        "--name",
        default=absent if again else None,
        metavar="NAME",
        help="what you are called at the table",
    )
    command.add_argument(
        "--plain",
        action="store_true",
        default=absent if again else False,
        help="lines instead of a screen, also for screen readers",
    )
    command.add_argument(
        "--theme", default=absent if again else "", metavar="NAME", help="felt, paper, contrast …"
    )
    command.add_argument(
        "--ascii",
        action="store_true",
        default=absent if again else False,
        help="letters instead of suits",
    )
    command.add_argument(
        "--no-mouse",
        action="store_true",
        default=absent if again else False,
        help="leave the mouse to the terminal",
    )
