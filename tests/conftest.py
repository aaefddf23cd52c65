"""What every test may count on: a quiet environment, a home of its own, and coroutines that run."""

import asyncio
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

LONG = os.environ.get("STAMMTISCH_LONG", "") not in ("", "0")
QUIET = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "PYTHONPATH", "SSH_AUTH_SOCK")
OURS = ("TEXTUAL_", "STAMMTISCH_")

# Before anything is imported: Textual reads its switches once, at import.
for _name in list(os.environ):
    if _name in QUIET or (_name.startswith(OURS) and _name != "STAMMTISCH_LONG"):
        del os.environ[_name]

# No deadline: a busy machine is not a bug. Only a full campaign looks for inputs it has not seen.
settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=5_000, print_blob=True)
settings.load_profile("long" if LONG else "short")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `long` wait for a full campaign."""
    if not LONG:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="runs in `make long`"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """`async def` tests run in an event loop of their own, with their fixtures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


def _move_into(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(place))
    for name, below in {
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CACHE_HOME": ".cache",
        "XDG_RUNTIME_DIR": ".run",
    }.items():
        (place / below).mkdir(parents=True, mode=0o700)
        monkeypatch.setenv(name, str(place / below))


@pytest.fixture(scope="session", autouse=True)
def _shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What fixtures find that outlive a test: they stay out of a person's home as well."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        _move_into(tmp_path_factory.mktemp("home"), monkeypatch)
        yield


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, so that no test reads or writes the settings, keys and records of a person."""
    place = tmp_path_factory.mktemp("home")
    _move_into(place, monkeypatch)
    return place


@pytest.fixture(scope="session")
def long() -> bool:
    """Whether this is a full campaign (`make long`)."""
    return LONG


@pytest.fixture(scope="session")
def scaled() -> Callable[[int, int], int]:
    """Choose a count: `scaled(200, 10_000)` is 200 in a daily run, 10,000 in a full campaign."""

    def choose(short: int, full: int) -> int:
        return full if LONG else short

    return choose
