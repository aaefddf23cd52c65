"""The command line: words in, an exit code out.

Arguments are read before anything heavy is loaded: `--version`, `--help` and the commands for scripts
run without Textual and without an SSH library. Exit codes: 0 done, 1 it failed, 2 the words were
wrong, 130 interrupted.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from core import __version__
from core.errors import CoreError
from net.errors import NetError
from tui.words import sentence

FAILED: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130


class WrongWords(Exception):
    """What was typed cannot be done; the text is a sentence."""


class Parser(argparse.ArgumentParser):
    """A parser that says one sentence and where the help is."""

    def error(self, message: str) -> NoReturn:
        """Refuse the words."""
        raise WrongWords(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit code. No traceback ever reaches a person."""
    try:
        arguments = _parser().parse_args(argv)
        run: Callable[[Any], int] = arguments.run
        code = run(arguments)
        sys.stdout.flush()
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else FAILED
    except (WrongWords, CoreError) as fault:
        return _refuse(str(fault), WRONG)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, ConnectionResetError):
        return _nobody_listens()
    except Exception as fault:
        return _failed(fault)
    return code


def _refuse(text: str, code: int) -> int:
    print(f"stammtisch: {text}", file=sys.stderr)
    return code


def _nobody_listens() -> int:
    """The reader of our output is gone: leave without a word, and without one at exit."""
    import os

    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(null, stream.fileno())
    return FAILED


def _failed(fault: Exception) -> int:
    from net.ssh.errors import AddressError, RoadError

    if isinstance(fault, AddressError):
        return _refuse(str(fault), WRONG)
    if isinstance(fault, RoadError | NetError):
        return _refuse(str(fault), FAILED)
    if isinstance(fault, OSError) and fault.errno == 5:
        return FAILED  # the terminal is gone
    from tui.commands import note_crash

    return _refuse(note_crash(fault), FAILED)


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


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    command.set_defaults(run=_lazy(name))
    return command


def _add_scripts(commands: Any) -> None:
    games = _command(commands, "games", "list the games, their seats and house rules")
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
        command.add_argument("--json", action="store_true", help="JSON; the only form there is")
        _add_rule(command)

    where = _command(commands, "where", "print where settings, keys and the log are")
    where.add_argument("--json", action="store_true", help="as one JSON document")


def _add_tables(commands: Any) -> None:
    play = _command(commands, "play", "play alone with bots")
    host = _command(commands, "host", "open a table for friends, who come over SSH")
    for command in (play, host):
        command.add_argument("game", metavar="GAME")
        command.add_argument("--seats", type=int, metavar="N", help="all seats, bots included")
        command.add_argument("--bot", default="careful", metavar="NAME", help="how bots play")
        command.add_argument("--preset", metavar="NAME", help="house rules by name")
        _add_rule(command)
        _add_seed(command)
        _add_person(command)
        _add_looks(command, again=True)
    host.add_argument(
        "--listen", default=":8822", metavar="ADDR:PORT", help="where to listen (default :8822)"
    )
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
    host.add_argument("--no-seat", action="store_true", help="host without playing")
    host.add_argument(
        "--start-when-full", action="store_true", help="begin as soon as all seats are taken"
    )

    join = _command(commands, "join", "sit down at somebody's table")
    join.add_argument("address", metavar="HOST[:PORT]", help="as the host's invitation has it")
    join.add_argument("--bot", metavar="NAME", help="let a bot play the seat")
    _add_seed(join)
    _add_person(join)
    _add_looks(join, again=True)


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


def _add_person(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", metavar="NAME", help="what you are called at the table")
    command.add_argument(
        "--plain", action="store_true", help="lines instead of a screen, also for screen readers"
    )


def _add_looks(command: argparse.ArgumentParser, *, again: bool = False) -> None:
    """How it looks; said before or after the command, the later one counts."""
    absent = argparse.SUPPRESS
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


def cannot(key: str, **values: str | int) -> WrongWords:
    """The words are wrong: a sentence of the catalog."""
    return WrongWords(sentence(key, **values))
