"""What a person wants to start, as the evening that does it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from net.evening import Setup, host_evening
from net.evening_away import join_evening, road_evening
from tui.options import HostWish, Invite, JoinWish, Options, PlayWish, ResumeWish, RoadWish
from tui.remote_lines import serve_terminal

if TYPE_CHECKING:
    from net.evening import Evening


def evening_for(invite: Invite, options: Options) -> Evening:
    """The evening of a wish, not started yet."""
    match invite:
        case PlayWish():
            return host_evening(
                Setup(
                    game=invite.game,
                    rules=invite.rules,
                    seats=invite.seats,
                    name=options.name,
                    data_dir=options.data_dir,
                    bot=invite.bot,
                    bots=invite.seats - 1,
                    key=invite.seed,
                    start_when_full=True,
                )
            )
        case HostWish():
            return host_evening(
                Setup(
                    game=invite.game,
                    rules=invite.rules,
                    seats=invite.seats,
                    name=options.name,
                    data_dir=options.data_dir,
                    table=invite.table,
                    bot=invite.bot,
                    bots=invite.bots,
                    key=invite.seed,
                    listen=invite.listen,
                    local=invite.local,
                    via=invite.via,
                    serves=serve_terminal,
                    doors=invite.doors,
                    clock=float(invite.clock),
                    watch=invite.watch,
                    friends=invite.friends,
                    host_plays=not invite.no_seat,
                    start_when_full=invite.start_when_full,
                )
            )
        case JoinWish():
            return _joined(invite, options)
        case ResumeWish():
            return invite.evening
        case RoadWish():
            return road_evening(
                invite.road,
                options.name,
                options.data_dir,
                watch=invite.watch,
                bot=invite.bot,
                key=invite.seed,
            )


def _joined(wish: JoinWish, options: Options) -> Evening:
    from net.ssh.address import Address

    return join_evening(
        Address(wish.host, wish.port, wish.fingerprint),
        options.name,
        options.data_dir,
        watch=wish.watch,
        bot=wish.bot,
        key=wish.seed,
        ssh_dir=Path.home() / ".ssh",
        agent=os.environ.get("SSH_AUTH_SOCK"),
        jump=wish.jump,
    )
