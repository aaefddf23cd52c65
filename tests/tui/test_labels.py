"""The short words of the screens: each is used, and each that is asked for exists."""

import re
from pathlib import Path

import tui
from tui.actions import ACTIONS
from tui.entries import ORDERS
from tui.screens.home import MENU
from tui.screens.labels import LABELS
from tui.sentences import CATALOG

SOURCES = {
    path: path.read_text("utf-8")
    for path in Path(tui.__file__).parent.rglob("*.py")
    if path.name != "labels.py"
}
FAMILIES = {
    "home": set(MENU),
    "order": set(ORDERS),
    "hint": {one.id for one in ACTIONS},
    "verb": {"2", "3", "4", "5"},
    "name": {"suit"},
    "zone": {"stock", "pile", "out_of_play", "stock_bottom", "centre"},
}
"""Labels whose second part is an id, a verb, a question or a place on the table."""


def test_every_label_is_used() -> None:
    """No label is left behind when what it was for has gone."""
    text = "\n".join(SOURCES.values())
    named = {key for key in LABELS if f'"{key}"' in text or f"'{key}'" in text}
    named |= {f"form.doors_{one}" for one in ("friends", "ask", "yes")}
    named |= {f"{family}.{one}" for family, ids in FAMILIES.items() for one in ids}

    assert set(LABELS) <= named


def test_every_label_that_is_asked_for_exists() -> None:
    """A label that is missing would end the program where it is needed."""
    for path, text in SOURCES.items():
        for key in re.findall(r'\blabel\(\s*"([^"{]+)"', text):
            assert key in LABELS, (path.name, key)


def test_every_order_and_menu_entry_has_its_label() -> None:
    """Families that are put together from ids are whole."""
    assert {f"home.{one}" for one in MENU} <= set(LABELS)
    assert {f"order.{one}" for one in ORDERS} <= set(LABELS)


def test_every_sentence_is_used() -> None:
    """Whoever translates gets no sentence that nobody ever reads.

    A key with a dot may be put together from its family, as in `f"bye.{reason}"`.
    """
    text = "\n".join(text for path, text in SOURCES.items() if "sentences" not in path.name)
    named = set(re.findall(r"[\"']([\w.]+)[\"']", text))
    built = set(re.findall(r"f[\"']([\w.]+)\.\{", text))
    for key in CATALOG:
        family, dot, _ = key.partition(".")
        assert key in named or (dot and family in built), key
