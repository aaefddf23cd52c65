"""The examples in the docstrings of the core are true."""

import doctest
import importlib
import pkgutil

import pytest

import core

MODULES = ["core", *(one.name for one in pkgutil.walk_packages(core.__path__, "core."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    """Each example prints what its docstring says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    """Cards, moves, options, the digest and the shuffle are explained by example."""
    tried = {name: doctest.testmod(importlib.import_module(name)).attempted for name in MODULES}

    assert {name.rpartition(".")[2] for name, count in tried.items() if count} >= {
        "cards",
        "digest",
        "moves",
        "options",
        "shuffle",
    }
