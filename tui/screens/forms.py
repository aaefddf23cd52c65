"""The forms: what to play alone, what to host, what to join, and the house rules of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from textual.containers import Vertical

from core import bots, options
from core.game import Game, games
from core.options import Option, Value
from net.clean import NameRefused, clean_name
from tui.faults import WrongWords
from tui.options import Doors, HostWish, Invite, JoinWish, Options, PlayWish, RoadWish
from tui.screens.form import Form, FormFault
from tui.screens.labels import label
from tui.widgets.rows import Go, Pick, Row, Typed
from tui.words import name_refused

if TYPE_CHECKING:
    from textual.widget import Widget

    from tui.widgets.signs import Signs

PORTS: Final = 65535
FIRST: Final = "one-hundred"
"""The game that a form begins with, if there is one of this name."""


def words_of(option: Option, value: Value) -> str:
    """A value as a person reads it."""
    return str(option.write(value)).replace("_", " ")


def rule_row(option: Option, value: Value, signs: Signs) -> Pick:
    """A row for a house rule; `option.default` is the usual value."""
    each: Sequence[Value]
    if option.kind == "switch":
        each = (False, True)
    elif option.kind == "number":
        each = range(option.low, option.high + 1)
    else:
        each = tuple(option.choices)
    return Pick(
        f"rule-{option.name}",
        option.name.replace("_", " "),
        [(one, words_of(option, one)) for one in each],
        value,
        signs,
        option.sentence,
        option.default,
    )


class House(Vertical):
    """The rows of the house rules; made anew for another game, while the other rows stay."""

    DEFAULT_CSS = """
    House { height: auto; }
    """

    def __init__(self, rows: Callable[[], Iterator[Row]]) -> None:
        super().__init__(id="house")
        self._rows = rows

    def compose(self) -> Iterator[Widget]:
        """The rows."""
        yield from self._rows()


class TableForm(Form):
    """What a table of one's own needs: the game, the seats, the bots, the house rules."""

    def __init__(
        self, options_: Options, signs: Signs, wish: PlayWish | HostWish | None = None
    ) -> None:
        super().__init__(options_, signs)
        self.wish = wish
        every = games()
        self._game = wish.game if wish else every.get(FIRST, next(iter(every.values())))
        self._rules: Any = wish.rules if wish else self._game.rules
        self._seats = wish.seats if wish else self._usual_seats()

    def _usual_seats(self) -> int:
        low, high = self._game.seats(self._rules)
        return max(low, min(4, high))

    def _seat_values(self) -> list[tuple[Value, str]]:
        # Up to what any house rule allows: a rule that is changed later may seat more.
        _, high = self._game.seats(self._rules)
        return [(count, str(count)) for count in range(2, high + 1)]

    def game(self) -> tuple[Game | None, object]:
        return self._game, self._rules

    def table_rows(self) -> Iterator[Row]:
        """The game, its seats and its bots."""
        each: list[tuple[Value, str]] = [(one.name, one.title) for one in games().values()]
        signs = self.signs
        yield Pick(
            "game", label("form.game"), each, self._game.name, signs, label("form.help_game")
        )
        yield Pick("seats", label("form.seats"), self._seat_values(), self._seats, signs)
        known: list[tuple[Value, str]] = [(name, name) for name in bots.names()]
        bot = self.wish.bot if self.wish else "careful"
        yield Pick("bot", label("form.bot"), known, bot, signs, label("form.help_bot"))

    def house_rows(self) -> Iterator[Row]:
        """A preset, then each house rule."""
        yield self._preset_row()
        now = options.values(self._rules)
        for option in options.options(self._game.rules):
            yield rule_row(option, now[option.name], self.signs)

    def _preset_row(self) -> Pick:
        about = label("form.help_preset")
        name = self._preset()
        return Pick("preset", label("form.preset"), self._presets(), name, self.signs, about)

    def _presets(self) -> list[tuple[Value, str]]:
        names: list[tuple[Value, str]] = [
            (one, one.replace("-", " ")) for one in self._game.presets
        ]
        return [*names, ("", label("form.own"))]

    def _preset(self) -> str:
        return next(
            (name for name in self._game.presets if self._game.preset(name) == self._rules), ""
        )

    def about(self, row: Row) -> str:
        if row.name == "seats":
            low, high = self._game.seats(self._rules)
            return label("form.help_seats", low=low, high=high)
        if isinstance(row, Pick) and str(row.name).startswith("rule-"):
            option = self._option(str(row.name))
            meaning = option.choices.get(str(row.value), "")
            text = f"{row.about} {row.shown}: {meaning}." if meaning else row.about
            if row.value != row.usual and row.usual is not None:
                text += " " + label("form.usual", value=words_of(option, row.usual))
            return text
        return row.about

    def _option(self, row: str) -> Option:
        name = row.removeprefix("rule-")
        return next(one for one in options.options(self._game.rules) if one.name == name)

    def react(self, row: Row) -> None:
        name = str(row.name)
        if name.startswith("rule-") and isinstance(row, Pick):
            changed = {name.removeprefix("rule-"): row.value}
            self._rules = options.with_values(self._rules, changed)
            self.query_one("#row-preset", Pick).offer(self._presets(), self._preset())
            self._offer_seats()
        elif name == "preset" and isinstance(row, Pick) and row.value:
            self._rules = self._game.preset(str(row.value))
            self._show_rules()
            self._offer_seats()
        elif name == "game" and isinstance(row, Pick):
            self._game = games()[str(row.value)]
            self._rules = self._game.rules
            self._offer_seats()
            self.query_one(House).refresh(recompose=True)

    def _show_rules(self) -> None:
        for option in options.options(self._rules):
            self.query_one(f"#row-rule-{option.name}", Pick).offer(
                self.query_one(f"#row-rule-{option.name}", Pick).values, option.default
            )

    def _offer_seats(self) -> None:
        seats = self.query_one("#row-seats", Pick)
        values = self._seat_values()
        most = max(int(value) for value, _ in values)
        seats.offer(values, min(int(seats.value), most))


class PlayForm(TableForm):
    """A table of one's own with bots."""

    def rows(self) -> Iterator[Widget]:
        yield from self.table_rows()
        yield Go("go", label(self.GO), label("form.help_go"))
        yield House(self.house_rows)

    def done(self) -> None:
        seats = int(self.pick("seats"))
        self._game.check_seats(self._rules, seats)
        seed = self.wish.seed if self.wish else None
        self.begin(PlayWish(self._game, self._rules, seats, str(self.pick("bot")), seed))


class HostForm(TableForm):
    """A table for others."""

    HEADING = "form.host"
    GO = "form.go_host"
    WAIT = "form.wait_host"

    def rows(self) -> Iterator[Widget]:
        wish = self.wish if isinstance(self.wish, HostWish) else None
        yield from self.table_rows()
        bot_count = wish.bots if wish else 0
        text, about = label("form.bots"), label("form.help_bots")
        yield Pick("bots", text, self._bot_values(), bot_count, self.signs, about)
        doors: list[tuple[Value, str]] = [
            (one, label(f"form.doors_{one}")) for one in ("friends", "ask", "yes")
        ]
        text, about = label("form.doors"), label("form.help_doors")
        yield Pick("doors", text, doors, wish.doors if wish else "ask", self.signs, about)
        host, port = (wish and wish.listen) or ("", 8822)
        yield Typed("port", label("form.port"), str(port), label("form.help_port"))
        yield Typed("listen", label("form.listen"), host, label("form.help_listen"))
        yield Go("go", label(self.GO), label("form.help_go"))
        yield House(self.house_rows)

    def _bot_values(self) -> list[tuple[Value, str]]:
        """One seat is for the host."""
        _, high = self._game.seats(self._rules)
        return [(count, str(count)) for count in range(high)]

    def _offer_seats(self) -> None:
        super()._offer_seats()
        bot_row = self.query_one("#row-bots", Pick)
        values = self._bot_values()
        bot_row.offer(values, min(int(bot_row.value), len(values) - 1))

    def blamed(self) -> str:
        return "port"

    def done(self) -> None:
        seats, count = int(self.pick("seats")), int(self.pick("bots"))
        self._game.check_seats(self._rules, seats)
        if count > seats - 1:
            raise FormFault("bots", label("form.too_many_bots"))
        port = self.text("port")
        if not (port.isascii() and port.isdigit() and int(port) <= PORTS):
            raise FormFault("port", label("form.bad_port"))
        doors: dict[Value, Doors] = {"friends": "friends", "ask": "ask", "yes": "yes"}
        base = self.wish if isinstance(self.wish, HostWish) else None
        wish = HostWish(
            self._game,
            self._rules,
            seats,
            str(self.pick("bot")),
            listen=(self.text("listen"), int(port)),
            bots=count,
            doors=doors[self.pick("doors")],
            friends=self._friends(),
        )
        if base is not None:
            wish = replace(
                wish,
                seed=base.seed,
                local=base.local,
                table=base.table,
                friends=base.friends,
                no_seat=base.no_seat,
                start_when_full=base.start_when_full,
            )
        self.begin(wish)

    def _friends(self) -> frozenset[str]:
        try:
            return self.program.friends()
        except WrongWords as fault:
            raise FormFault("doors", str(fault)) from fault


class JoinForm(Form):
    """A table of somebody else."""

    HEADING = "form.join"
    GO = "form.go_join"
    WAIT = "form.wait_join"

    def __init__(self, options_: Options, signs: Signs, wish: JoinWish | None = None) -> None:
        super().__init__(options_, signs)
        self.wish = wish

    def rows(self) -> Iterator[Widget]:
        yield Typed("address", label("form.address"), self._address(), label("form.help_address"))
        yield Typed("name", label("form.name"), self.given.name, label("form.help_name"))
        yield Go("go", label(self.GO), label("form.help_go"))

    def _address(self) -> str:
        if self.wish is None:
            return ""
        from net.ssh.address import Address

        return str(Address(self.wish.host, self.wish.port, self.wish.fingerprint))

    def blamed(self) -> str:
        return "address"

    def done(self) -> None:
        # Late, because it loads an SSH library that whoever plays alone never needs.
        from net.ssh.address import parse_address
        from net.ssh.errors import AddressError

        try:
            address = parse_address(self.text("address").removeprefix("stammtisch join "))
        except AddressError as fault:
            raise FormFault("address", str(fault)) from fault
        try:
            name = clean_name(self.text("name"))
        except NameRefused as refused:
            why = name_refused(refused.reason)
            raise FormFault("name", label("form.bad_name", why=why)) from refused
        self.program.call_me(name)
        base = self.wish
        self.begin(
            JoinWish(
                address.host,
                address.port,
                address.fingerprint,
                bot=base.bot if base else None,
                seed=base.seed if base else None,
            )
        )


class RulesForm(TableForm):
    """The house rules of a table that waits in its lobby; `give` gets what was changed."""

    HEADING = "form.rules"
    GO = "form.go_rules"

    def __init__(
        self,
        options_: Options,
        signs: Signs,
        wish: HostWish,
        give: Callable[[dict[str, str]], None],
    ) -> None:
        super().__init__(options_, signs, wish)
        self._before = wish.rules
        self._give = give

    def rows(self) -> Iterator[Widget]:
        yield House(self.house_rows)
        yield Go("go", label(self.GO), label("form.help_go"))

    def _offer_seats(self) -> None:
        """The seats of a table that is open stay as they are."""

    def done(self) -> None:
        changed = options.differences(self._rules, self._before)
        self.dismiss()
        self._give(
            {
                one.name: one.write(one.default)
                for one in options.options(self._rules)
                if one.name in changed
            }
        )


def form_for(invite: Invite, options_: Options) -> Form | None:
    """The form that would have made this wish, filled in; a table that goes on has none."""
    from tui.widgets.signs import signs

    mine = signs(options_.ascii)
    if isinstance(invite, JoinWish):
        return JoinForm(options_, mine, invite)
    if isinstance(invite, RoadWish):
        return JoinForm(options_, mine)  # a road leads to one table; another one is asked for
    if isinstance(invite, HostWish):
        return HostForm(options_, mine, invite)
    if isinstance(invite, PlayWish):
        return PlayForm(options_, mine, invite)
    return None
