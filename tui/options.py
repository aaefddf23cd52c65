"""What the command line asks of a screen, as values: how to look, and what to start.

They are made once, checked, and handed on; neither Textual nor an SSH library is needed for it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from core.game import Game

if TYPE_CHECKING:
    from net.evening import Evening, Road
    from net.local.audience import Audience
    from net.openssh.jump import Jump
    from net.openssh.via import Tunnel

Doors: TypeAlias = Literal["friends", "ask", "yes"]
"""Who may sit down: keys that the host listed, whoever the host says yes to, or anybody (E5)."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the program looks and where it keeps what; the same for everything it starts.

    `theme` is empty for the usual one; `name` has passed `clean_name`.
    """

    name: str
    data_dir: Path
    config_dir: Path
    state_dir: Path
    theme: str = ""
    ascii: bool = False
    mouse: bool = True


@dataclass(frozen=True, slots=True)
class PlayWish:
    """A table of one's own, with bots in all other seats.

    `rules` are the rules of `game` with the house rules applied; `seed` is what
    `core.shuffle.seed_key` made of `--seed`, None for luck from the system.
    """

    game: Game
    rules: Any
    seats: int
    bot: str = "careful"
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class HostWish:
    """A table for others, who come over SSH, or over a socket of this machine, or both.

    `listen` is an address (empty: everywhere) and a port (0: a free one), None for a table without
    SSH; `local` is for whom there is a socket, None for nobody; `via` leads here from a server;
    `bots` sit in the last seats; `clock` is the seconds for a move, 0 for no clock; with `watch`
    anybody may look on; `friends` are the identities (`key:SHA256:…`) of the keys that the
    host listed.
    """

    game: Game
    rules: Any
    seats: int
    bot: str = "careful"
    seed: bytes | None = None
    listen: tuple[str, int] | None = ("", 8822)
    local: "Audience | None" = None
    via: "Tunnel | None" = None
    bots: int = 0
    doors: Doors = "friends"
    clock: int = 0
    watch: bool = False
    no_seat: bool = False
    start_when_full: bool = False
    table: str = ""
    friends: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class JoinWish:
    """A table of somebody else: `HOST`, its port, and its key's fingerprint if the address has one.

    With `bot` the seat plays by itself, with `watch` there is none; `jump` leads there through a
    server, connected already.
    """

    host: str
    port: int
    fingerprint: str | None = None
    bot: str | None = None
    seed: bytes | None = None
    jump: "Jump | None" = None
    watch: bool = False


@dataclass(frozen=True, slots=True)
class ResumeWish:
    """A table that was left in the middle, with its journal open: nobody else takes it up."""

    evening: "Evening"


@dataclass(frozen=True, slots=True)
class RoadWish:
    """A table of somebody else on this machine or behind an SSH server, connected to already.

    With `bot` the seat plays by itself, with `watch` there is none.
    """

    road: "Road"
    bot: str | None = None
    seed: bytes | None = None
    watch: bool = False


Invite: TypeAlias = PlayWish | HostWish | JoinWish | RoadWish | ResumeWish
"""What to start at once, instead of the home screen."""
