"""The lobby: who sits where, the house rules, the invitation, and who asks to come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from core.game import Game
from net.messages import Kind, Lobby, Presence, SeatCard
from net.updates import Offline, Seated, Update, WayChanged, WishRefused
from tui.inviting import guess_line, joining_lines
from tui.options import HostWish
from tui.people import chat_line, clock_line, evening_lines
from tui.plain_table import rules_of
from tui.roads import way_line, whose_table
from tui.screens import pages
from tui.screens.ask import AskScreen
from tui.screens.evening_place import EveningPlace
from tui.screens.forms import RulesForm
from tui.screens.labels import label
from tui.screens.place import keys_of, too_small
from tui.telling import unusual_lines
from tui.widgets.drawing import Drawn, Line, Piece, cut, line, wrap
from tui.widgets.keys import hint, key_line
from tui.words import called, offline, sentence, sorry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from net.evening import Evening
    from tui.widgets.signs import Signs

NAME: Final = 20
IDENTITY: Final = 8
TALK: Final = 3
"""Lines of chat that the lobby shows; the key of the chat shows more."""


class LobbyScreen(EveningPlace):
    """The table before and between matches; the host has some more keys."""

    DEFAULT_CSS = """
    LobbyScreen > #lobby { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("lobby"),
        *keys_of("evening"),
        *keys_of("anywhere"),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, evening: Evening, signs: Signs) -> None:
        super().__init__()
        self.evening = evening
        self.signs = signs
        self._at = 0
        self._top = 0
        self._said = ""
        self._offline: Offline | None = None

    @property
    def lobby(self) -> Lobby | None:
        """What the host told last."""
        return self.evening.guest.lobby

    def compose(self) -> Iterator[Widget]:
        """The table, what was said last, the keys."""
        yield Drawn(id="lobby")
        yield Drawn(id="said")
        yield Drawn(id="keys")
        yield too_small()

    # Drawing

    def redraw(self) -> None:
        """The whole lobby; behind the last seat the arrows scroll what is below."""
        if self.small or not self.is_mounted:
            return
        cells, rows = self.room.width, self._rows
        lines, cursor = self._lines(cells)
        self._top = max(0, min(max(self._top, cursor - rows + 1), len(lines) - rows))
        self.query_one("#lobby", Drawn).draw(lines[self._top : self._top + rows])
        self.query_one("#said", Drawn).draw([self._message(cells)])
        self.query_one("#keys", Drawn).draw([key_line(self._keys(), cells)])

    @property
    def _rows(self) -> int:
        return max(1, self.room.height - 2)

    def _lines(self, cells: int) -> tuple[list[Line], int]:
        lobby = self.lobby
        if lobby is None:
            return [(), line(f" {label('lobby.connecting')}")], 0
        game, rules = rules_of(lobby)
        title = game.title if game else cut(lobby.game, NAME)
        taken = sum(one.kind is not Kind.EMPTY for one in lobby.seats)
        heading = sentence("lobby_of", title=title, taken=taken, seats=len(lobby.seats))
        table = self.evening.guest.table_name
        lines: list[Line] = [line(" ", Piece(cut(table, cells - 2), "turn")), line(f" {heading}")]
        if self.evening.met:
            met = sentence("host_met", fingerprint=self.evening.met)
            lines += [line(f" {part}") for part in wrap(met, cells - 2)]
        if self.evening.road is not None:
            whose = whose_table(self.evening.road)
            lines += [line(f" {part}") for part in wrap(whose, cells - 2)]
        lines.append(())
        cursor = len(lines) + self._at
        for seat, card in enumerate(lobby.seats):
            lines.append(self._seat(seat, card, lobby, here=seat == self._at))
        if lobby.requests:
            lines += [(), line(f" {label('lobby.requests')}")]
            for place, (number, name) in enumerate(lobby.requests, len(lobby.seats)):
                here = place == self._at
                if here:
                    cursor = len(lines)
                text = label("lobby.request", number=number, name=cut(name, NAME))
                lines.append(
                    (
                        Piece(" > " if here else "   ", "turn"),
                        Piece(text, "picked" if here else "plain"),
                    )
                )
        if lobby.clock:
            lines.append(line("     ", Piece(clock_line(lobby.clock), "dim")))
        if lobby.watching:
            lines.append(line("     ", Piece(sentence("looking_on", count=lobby.watching), "dim")))
        lines += [line(" ", each) for each in evening_lines(self.evening.guest)]
        lines += self._talk(cells)
        lines += self._invitation(cells)
        lines += self._house(game, rules, cells)
        return lines, cursor

    def _seat(self, seat: int, card: SeatCard, lobby: Lobby, *, here: bool) -> Line:
        mark = Piece(">" if here else " ", "turn")
        number = Piece(f" {seat + 1:>2}. ", "dim")
        if card.kind is Kind.EMPTY:
            return (mark, number, Piece("-", "dim"))
        names = [""] * seat + [cut(card.name, 16)]
        name = called(seat, names, lobby.seat)
        state, ink = sentence("ready" if card.ready else "not_ready"), "success"
        if card.kind is Kind.BOT:
            state, ink = sentence("bot"), "dim"
        elif card.presence is Presence.AWAY:
            state, ink = sentence("is_away"), "warning"
        elif not card.ready:
            ink = "plain"
        shown = Piece(f"{name:<{NAME + 4}}", "strong" if seat == lobby.seat else "plain")
        return (mark, number, shown, Piece(state, ink))

    def _talk(self, cells: int) -> list[Line]:
        """The last lines of chat."""
        said = list(self.evening.guest.chat)[-TALK:]
        parts = [part for one in said for part in wrap(chat_line(one), cells - 2)]
        return [(), *(line(" ", Piece(part, "strong")) for part in parts)] if parts else []

    def _invitation(self, cells: int) -> list[Line]:
        each_way = joining_lines(self.evening)
        if not each_way:
            return []
        lines: list[Line] = [(), line(" ", Piece(label("lobby.invite"), "dim"))]
        for each in each_way:
            # Never wrapped with an indent: it is there to be copied.
            size = cells - 1
            lines += [line(" ", each[at : at + size]) for at in range(0, len(each), size)]
        guess = guess_line(self.evening)
        lines += [line(" ", Piece(part, "dim")) for part in wrap(guess, cells - 2)] if guess else []
        return lines

    def _house(self, game: Game | None, rules: object, cells: int) -> list[Line]:
        heading = sentence("house_rules")
        if game is None:
            return [(), line(" ", Piece(heading, "dim"))]
        # Whoever reads it out knows that all play by the same rules, however many there are.
        identity = game.identity(rules).hex()[:IDENTITY]
        heading = label("lobby.rules", words=heading, identity=identity)
        lines: list[Line] = [
            (),
            *(line(" ", Piece(each, "dim")) for each in wrap(heading, cells - 2)),
        ]
        for each in unusual_lines(game, rules) or [sentence("usual_rules")]:
            lines += [line(f" {part}") for part in wrap(each, cells - 2)]
        return lines

    def _own(self, lobby: Lobby) -> SeatCard | None:
        """Our seat, if the host says that we have one and it is there."""
        return lobby.seats[lobby.seat] if 0 <= lobby.seat < len(lobby.seats) else None

    def _message(self, cells: int) -> Line:
        lobby = self.lobby
        if self._offline is not None:
            return (Piece(f" {offline(self._offline.reason, self._offline.seconds)}", "error"),)
        if self._said:
            return (Piece(f" {cut(self._said, cells - 1, self.signs.more)}", "warning"),)
        if lobby is None:
            return ()
        if lobby.running:
            return line(f" {label('lobby.running')}")
        own = self._own(lobby)
        if own is None and self.evening.guest.watching:
            return line(f" {sentence('you_may_sit')}")
        if own is None:
            return line(f" {sentence('waits_for_host')}")
        ready = own.ready
        full = all(one.kind is Kind.BOT or one.ready for one in lobby.seats)
        if full:
            return line(f" {sentence('can_start')}")
        return line(f" {label('lobby.you_are_ready') if ready else sentence('say_ready')}")

    def _keys(self) -> list[tuple[str, str]]:
        watching = self.evening.guest.watching
        keys = [(hint("ready")[0], label("hint.sit")) if watching else hint("ready")]
        if self.evening.guest.rights:
            keys += [hint(name) for name in ("start", "house", "bot")]
            if self.lobby is not None and self.lobby.requests:
                keys += [hint("admit"), hint("deny")]
            keys.append(hint("remove"))
        general = [hint("rules"), hint("menu"), hint("say"), hint("quit")]
        return [*keys, ("Esc", label("hint.leave")), *general]

    # What happens

    def take(self, update: Update) -> None:
        """Draw what is new; say what was refused."""
        match update:
            case Offline():
                self._offline = update
            case Seated():
                self._offline = None
            case WayChanged():
                self._said = way_line(update)
            case WishRefused():
                game = None if self.lobby is None else rules_of(self.lobby)[0]
                self._said = sorry(update.word, update.reason, update.detail, game)
            case _:
                pass
        places = 0 if self.lobby is None else len(self.lobby.seats) + len(self.lobby.requests)
        self._at = max(0, min(self._at, places - 1))
        self.hear_people(update)
        self.redraw()

    # Keys

    def _wish(self, word: str, argument: str = "") -> None:
        self._said = ""
        self.evening.guest.wish(word, argument)
        self.program.flush()
        self.redraw()

    def action_move(self, way: int) -> None:
        lobby = self.lobby
        if lobby is not None:
            places = len(lobby.seats) + len(lobby.requests)
            lines = len(self._lines(self.room.width)[0])
            if way > 0 and self._at == places - 1 and self._top < lines - self._rows:
                self._top += 1
            else:
                self._at = (self._at + way) % max(1, places)
                self._top = 0
        self.redraw()

    def action_ready(self) -> None:
        """Ready, or not any more."""
        own = None if self.lobby is None else self._own(self.lobby)
        if own is None and self.evening.guest.watching:
            self._wish("sit")
            return
        if own is None:
            self._said = sentence("no_seat_yet")
            self.redraw()
            return
        self._wish("unready" if own.ready else "ready")

    def action_start(self) -> None:
        """Start; asked first where somebody is not ready or a seat would stay free."""
        doubt = "" if self.lobby is None or not self.evening.guest.rights else _doubt(self.lobby)
        if doubt:
            self.app.push_screen(AskScreen(doubt, yes="ask.start", no="ask.wait"), self._start_if)
        else:
            self._wish("start")

    def _start_if(self, sure: bool | None) -> None:
        if sure:
            self._wish("start")

    def action_bot(self) -> None:
        self._wish("bot")

    def action_admit(self) -> None:
        self._answer("admit")

    def action_deny(self) -> None:
        self._answer("deny")

    def _answer(self, word: str) -> None:
        """To the request with the cursor, or to the first one."""
        lobby = self.lobby
        if lobby is None or not lobby.requests:
            self._said = sentence("no.nobody")
            self.redraw()
            return
        place = max(0, self._at - len(lobby.seats))
        self._wish(word, str(lobby.requests[place][0]))

    def action_remove(self) -> None:
        """Free the seat with the cursor."""
        if self.lobby is not None and self._at < len(self.lobby.seats):
            self._wish("remove", str(self._at))

    def action_house(self) -> None:
        """The form with the house rules, for the host."""
        lobby = self.lobby
        if lobby is None:
            return
        game, rules = rules_of(lobby)
        if game is None:
            return
        if not self.evening.guest.rights:
            self._said = sentence("no.no_rights")
            self.redraw()
            return
        wish = HostWish(game, rules, len(lobby.seats))

        def give(changed: dict[str, str]) -> None:
            for name, value in changed.items():
                self._wish("rule", f"{name}={value}")

        self.app.push_screen(RulesForm(self.program.options, self.signs, wish, give))

    def action_leave(self) -> None:
        self.program.action_leave()

    def action_rules(self) -> None:
        lobby = self.lobby
        game, rules = (None, None) if lobby is None else rules_of(lobby)
        self.app.push_screen(
            pages.PageScreen(pages.help_page("lobby", game, rules, host=self.evening.guest.rights))
        )


def _doubt(lobby: Lobby) -> str:
    """What the host should know before the start: who is not ready, and which seats stay free."""
    unready = [
        called(seat, [""] * seat + [cut(card.name, NAME)])
        for seat, card in enumerate(lobby.seats)
        if card.kind is Kind.PERSON and seat != lobby.seat and not card.ready
    ]
    free = [str(seat + 1) for seat, card in enumerate(lobby.seats) if card.kind is Kind.EMPTY]
    said = []
    if unready:
        said.append(label("start.unready", names=", ".join(unready)))
    if free:
        said.append(label("start.free", seats=", ".join(free)))
    return " ".join([*said, label("start.sure")]) if said else ""
