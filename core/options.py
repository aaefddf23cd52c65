"""House rules: typed options, each with a sentence that a player can read.

The rules of a game are a frozen dataclass whose fields are made with `switch`, `one_of` and
`number`. All else follows from the fields: reading `option=value`, the list for the lobby, the
identity.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, TypeVar, cast

from core.errors import RulesError

Value = bool | int | str
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name, its kind, what it may be, and its sentence.

    `choices` maps each value of a `one_of` to what it means; `low` and `high` bound a `number`.
    """

    name: str
    kind: str
    sentence: str
    default: Value
    choices: Mapping[str, str]
    low: int = 0
    high: int = 0

    def read(self, text: str) -> Value:
        """The value that a person wrote; raises `RulesError` with the values that there are."""
        word = text.strip().lower()
        if self.kind == "switch" and word in _SWITCH:
            return _SWITCH[word]
        if self.kind == "number" and word.isascii() and word.isdigit() and len(word) < 6:
            return self.check(int(word))
        if self.kind == "one_of" and (name := word.replace("-", "_")) in self.choices:
            return name
        raise RulesError("bad_value", f"{self.name} cannot be {text!r}; it is {self.allowed()}")

    def check(self, value: object) -> Value:
        """The same value if the option may hold it; raises `RulesError` otherwise."""
        if self.kind == "switch" and isinstance(value, bool):
            return value
        if self.kind == "number" and type(value) is int and self.low <= value <= self.high:
            return value
        if self.kind == "one_of" and isinstance(value, str) and value in self.choices:
            return value
        raise RulesError("bad_value", f"{self.name} cannot be {value!r}; it is {self.allowed()}")

    def write(self, value: Value) -> str:
        """The value as a person writes it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)

    def allowed(self) -> str:
        """The values that there are, in words."""
        if self.kind == "switch":
            return "on or off"
        if self.kind == "number":
            return f"a number from {self.low} to {self.high}"
        return "one of " + ", ".join(self.choices)


_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def _option(default: Value, **about: Any) -> Any:
    return field(default=default, metadata=about)


def switch(default: bool, sentence: str) -> bool:
    """A rule that is on or off."""
    return cast(bool, _option(default, kind="switch", sentence=sentence))


def number(default: int, low: int, high: int, sentence: str) -> int:
    """A rule that is a whole number from low to high."""
    return cast(int, _option(default, kind="number", sentence=sentence, low=low, high=high))


def one_of(default: str, choices: Mapping[str, str], sentence: str) -> str:
    """A rule that is one of a few words, each with what it means."""
    return cast(str, _option(default, kind="one_of", sentence=sentence, choices=dict(choices)))


def options(rules: object) -> tuple[Option, ...]:
    """The options of these rules, in their order; `default` is the value that these rules have."""
    return tuple(_read_field(rules, one) for one in fields(cast(Any, rules)))


def _read_field(rules: object, one: Field[Any]) -> Option:
    about = one.metadata
    return Option(
        name=one.name,
        kind=about["kind"],
        sentence=about["sentence"],
        default=getattr(rules, one.name),
        choices=about.get("choices", {}),
        low=about.get("low", 0),
        high=about.get("high", 0),
    )


def _find(rules: object, name: str) -> Option:
    for option in options(rules):
        if option.name == name:
            return option
    known = ", ".join(option.name for option in options(rules))
    raise RulesError("unknown_option", f"there is no option {name!r}; there are {known}")


def with_texts(rules: R, texts: Iterable[str]) -> R:
    """The rules changed by texts such as `chips=5`; raises `RulesError` and says what there is.

    >>> from core.game import find
    >>> with_texts(find("one-hundred").rules, ["chips=5", "floor=0"]).chips
    5
    """
    changed: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RulesError("bad_value", f"{text!r} is no house rule; write option=value")
        name = name.strip().lower().replace("-", "_")
        changed[name] = _find(rules, name).read(value)
    return cast(R, replace(cast(Any, rules), **changed))


def with_values(rules: R, values: Mapping[str, object]) -> R:
    """The rules changed by typed values, as they come over the wire or from a record."""
    changed = {name: _find(rules, name).check(value) for name, value in values.items()}
    return cast(R, replace(cast(Any, rules), **changed))


def values(rules: object) -> dict[str, Value]:
    """Every option with its value."""
    return {option.name: option.default for option in options(rules)}


def differences(rules: object, usual: object) -> dict[str, Value]:
    """The options whose value is not the usual one."""
    before = values(usual)
    return {name: value for name, value in values(rules).items() if value != before[name]}


def identity(name: str, version: int, rules: object) -> bytes:
    """Eight bytes that stand for a game, its version and every option in handshakes."""
    lines = [f"{name}/{version}"]
    lines += [f"{option.name}={option.write(option.default)}" for option in options(rules)]
    return hashlib.sha256("\n".join(lines).encode()).digest()[:8]
