"""The borders between the rooms, in the source and at run time, and what no file may hold."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "net", "tui", "themes")
HELD = (*ROOMS, "stammtisch", "tests", "bench", "docs", ".ci")

# Whatever makes one machine differ from another, and the rooms above.
FORBIDDEN = frozenset(
    {"asyncio", "asyncssh", "msgpack", "net", "random", "secrets"}
    | {"select", "socket", "textual", "threading", "time", "tui"}
)
# Python may load these before our first line, so only the source can be asked.
ALWAYS_THERE = frozenset({"threading", "time"})

LINES = 400


def _modules(room: str) -> list[str]:
    files = sorted((ROOT / room).rglob("*.py"))
    dotted = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in dotted]


class _Imports(ast.NodeVisitor):
    """The top-level names that a file imports at run time, late imports included."""

    def __init__(self, source: str) -> None:
        self.names: set[str] = set()
        self.visit(ast.parse(source))

    def visit_If(self, node: ast.If) -> None:
        only_types = ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
        for inner in node.orelse if only_types else [*node.body, *node.orelse]:
            self.visit(inner)

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {name.name.partition(".")[0] for name in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module and not node.level:
            self.names.add(node.module.partition(".")[0])


def _loaded_by(program: str) -> set[str]:
    """The top-level modules that a program adds to those a fresh interpreter starts with."""
    report = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"{program}\n"
        "print('\\nloaded', *{name.partition('.')[0] for name in set(sys.modules) - before})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", report],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("\nloaded ")[2].split())


@cache
def _held_files() -> list[Path]:
    """The files of the project: what git tracks, or what lies here where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0 and listed.stdout:
        files = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        files = [file for folder in HELD for file in (ROOT / folder).rglob("*")]
        files += [file for file in ROOT.iterdir() if file.name != "PKG-INFO"]
    return [file for file in files if file.is_file() and "__pycache__" not in file.parts]


@pytest.mark.parametrize("module", _modules("core"))
def test_a_core_file_names_nothing_forbidden(module: str) -> None:
    """No file of `core` imports a clock, a socket, luck or another room, not even late."""
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")

    assert _Imports(path.read_text(encoding="utf-8")).names & FORBIDDEN == set()


@pytest.mark.parametrize("module", _modules("core"))
def test_importing_a_core_module_loads_nothing_forbidden(module: str) -> None:
    """A module of `core`, imported alone in a fresh interpreter, brings nothing forbidden along."""
    assert _loaded_by(f"import {module}") & (FORBIDDEN - ALWAYS_THERE) == set()


@pytest.mark.parametrize("module", _modules("net"))
def test_importing_a_net_module_loads_no_screen(module: str) -> None:
    """A module of `net` brings along neither Textual nor tui; without a socket, no SSH library."""
    unwanted = {"textual", "rich", "tui"}
    if not module.startswith("net.ssh"):
        unwanted |= {"asyncssh", "cryptography"}

    assert _loaded_by(f"import {module}") & unwanted == set()


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_quick_answer_loads_neither_screen_nor_ssh(option: str) -> None:
    """`--version` and `--help` answer without loading Textual and asyncssh, half a second each."""
    program = (
        "import stammtisch\n"
        "try:\n"
        f"    code = stammtisch.main([{option!r}])\n"
        "except SystemExit as left:\n"
        "    code = left.code\n"
        "assert not code, code"
    )

    assert _loaded_by(program) & {"textual", "rich", "asyncssh", "cryptography"} == set()


def test_no_package_below_tests() -> None:
    """There is no `__init__.py` below tests/: one in tests/core would hide the real `core`."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_files_are_short() -> None:
    """A Python file has at most 400 lines; only a game, which is one file, may be longer."""
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines())
        for file in _held_files()
        if file.suffix == ".py" and file.parent != ROOT / "core" / "games"
    }

    assert {name: length for name, length in lengths.items() if length > LINES} == {}


def test_nothing_here_knows_the_machine_it_was_written_on() -> None:
    """No file names somebody's home or working folder, or the address of a package registry."""
    places = r"(?<![\w.~-])/(?:root|work|home/\w+|Users/\w+)/"
    registries = r"py(?:pi)\.org|python(?:hosted)|npm(?:js)|deb(?:ian)\.org|index(?:-)url"
    pattern = re.compile(f"{places}|{registries}")
    found = {
        f"{file.relative_to(ROOT)}:{number}"
        for file in _held_files()
        for number, line in enumerate(
            file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1
        )
        if pattern.search(line) or str(ROOT) in line
    }

    assert found == set()
