"""One connection as a state machine, both ends: what may be said when, and the page about it."""

import itertools
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.moves import Move
from net import bodies, framing, layouts
from net import messages as m
from net.errors import LocalError, PeerError
from net.orders import ORDERS
from net.session import GUEST_SAYS, HOST_SAYS, End, Phase, Session
from net.wishes import WISHES
from tests.net import messages_of_all_kinds as every
from tests.net import protocol_page

HELLO = m.Hello(m.PROTOCOL, "1", bytes(8), "ann")
WELCOME = m.Welcome(m.PROTOCOL, "1", "table", 0, False, False)
EVENT = m.Event(framing.write_event(1, bodies.Ended(-3)), 7)
SAMPLES: list[m.Message] = [
    HELLO,
    m.Command(bytes(8), 1, 1, 1, Move(1, 1)),
    m.Ask(1, 1),
    m.Wish("ready"),
    m.Say("hello"),
    m.Ping(1),
    m.Pong(1),
    m.ChainEnd(1, 3, bytes(32)),
    m.Link(1, 9, bytes(32)),
    m.Bye("leaving"),
    WELCOME,
    m.Lobby("one-hundred", (), bytes(8), (), (), False, 0),
    m.Opening(1, b""),
    m.Answer(bytes(8), 1, m.Verdict.ACCEPTED),
    m.Sorry("ready", "match_running"),
    m.Attendance(0, m.Presence.AWAY, 60),
    m.Clock(0, 30_000, True),
    m.Chat(1, 1, 0, "ann", "hello"),
    EVENT,
]
SAYS = {End.GUEST: GUEST_SAYS, End.HOST: HOST_SAYS}
PATHS: dict[Phase, list[tuple[End, m.Message]]] = {
    Phase.GREETING: [],
    Phase.GREETED: [(End.GUEST, HELLO)],
    Phase.OPEN: [(End.GUEST, HELLO), (End.HOST, WELCOME)],
    Phase.CLOSED: [(End.GUEST, m.Bye("leaving"))],
}


def _at(end: End, phase: Phase) -> Session:
    """One end of a connection that has come so far."""
    session = Session(end)
    for speaker, message in PATHS[phase]:
        if speaker is end:
            session.send(message)
        else:
            list(session.receive(framing.encode(message)))
    assert session.phase is phase
    return session


def test_the_samples_are_every_message_that_there_is() -> None:
    """Whoever adds a message adds it to the samples, and so to the exhaustive tests."""
    kinds = {layout.made for layout in layouts.MESSAGES.values()} | {m.Event}

    assert {type(one) for one in SAMPLES} == kinds


@pytest.mark.parametrize(("end", "phase"), list(itertools.product(End, Phase)))
@pytest.mark.parametrize("message", SAMPLES, ids=lambda one: type(one).__name__)
def test_what_is_not_in_the_table_cannot_be_said(
    end: End, phase: Phase, message: m.Message
) -> None:
    """Every pair of phase and message, for both ends, is in the table or a fault of ours."""
    session = _at(end, phase)
    after = SAYS[end].get((phase, type(message)))
    if after is None:
        with pytest.raises(LocalError):
            session.send(message)
        assert session.phase is phase
    else:
        assert session.send(message) == framing.encode(message)
        assert session.phase is after


@pytest.mark.parametrize(("end", "phase"), list(itertools.product(End, Phase)))
@pytest.mark.parametrize("message", SAMPLES, ids=lambda one: type(one).__name__)
def test_what_is_not_in_the_table_is_not_heard(end: End, phase: Phase, message: m.Message) -> None:
    """Every pair of phase and message, for both ends, is heard, or closes the connection."""
    session = _at(end, phase)
    other = End.HOST if end is End.GUEST else End.GUEST
    after = SAYS[other].get((phase, type(message)))
    if phase is Phase.CLOSED:
        assert list(session.receive(framing.encode(message))) == []
    elif after is None:
        with pytest.raises(PeerError) as fault:
            list(session.receive(framing.encode(message)))
        assert fault.value.reason == "out_of_turn"
        assert session.phase is Phase.CLOSED
    else:
        assert list(session.receive(framing.encode(message))) == [message]
        assert session.phase is after


@given(st.lists(every.from_guest, min_size=1, max_size=6), st.data())
def test_slicing_changes_nothing(said: list[m.Message], data: st.DataObject) -> None:
    """A fault ends a connection at the same message, however the stream was cut."""
    stream = b"".join(map(framing.encode, [HELLO, *said]))
    cut = data.draw(st.integers(0, len(stream)))

    def heard(*pieces: bytes) -> tuple[list[m.Message], str, Phase]:
        session = Session(End.HOST)
        got: list[m.Message] = []
        try:
            for piece in pieces:
                for message in session.receive(piece):
                    got.append(message)
                    if message == HELLO and session.phase is Phase.GREETED:
                        session.send(WELCOME)
        except PeerError as fault:
            return got, fault.reason, session.phase
        return got, "", session.phase

    assert heard(stream[:cut], stream[cut:]) == heard(stream)


def test_what_was_said_before_a_fault_is_heard() -> None:
    """Nonsense behind an honest message in one packet does not swallow it."""
    session = _at(End.HOST, Phase.OPEN)
    heard: list[Any] = []
    with pytest.raises(PeerError):
        heard.extend(session.receive(framing.encode(m.Wish("ready")) + b"\xff"))

    assert heard == [m.Wish("ready")]
    assert list(session.receive(framing.encode(m.Wish("unready")))) == []


def test_the_page_is_current() -> None:
    """docs/protocol.md holds the picture and the layouts that the code has (style 3.2)."""
    page = protocol_page.PAGE.read_text(encoding="utf-8")

    assert page == protocol_page.redrawn(page), "run python -m tests.net.protocol_page"
    assert all(part in page for part in protocol_page.parts().values())


def test_every_wish_is_on_the_page() -> None:
    """docs/protocol.md names each word that can be wished, and no other in its table."""
    page = protocol_page.PAGE.read_text(encoding="utf-8")
    section = page.partition("## Wishes\n")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    words = {word for row in rows for word in re.findall(r"`(\w+)`", row)}

    assert words == {*ORDERS, *WISHES, "sit"}
