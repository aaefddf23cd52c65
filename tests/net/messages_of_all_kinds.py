"""Hypothesis strategies: every message and every body that a program can say."""

from hypothesis import strategies as st

from core.cards import CARDS
from core.moves import Move
from net import bodies
from net import messages as m

counts = st.integers(0, (1 << 32) - 1)
seats = st.integers(-1, 255)
texts = st.text(max_size=60)
starts = st.binary(min_size=8, max_size=8)
blobs = st.binary(max_size=64)
small = st.integers(-(1 << 16), 1 << 16)
moves = st.builds(Move, st.integers(0, 9), st.none() | small, st.none() | small)
reveals = st.lists(
    st.tuples(st.integers(0, (1 << 16) - 1), st.sampled_from(CARDS)), max_size=12
).map(tuple)
rules = st.lists(st.tuples(texts, st.booleans() | small | texts), max_size=6).map(tuple)
kinds = st.sampled_from(list(m.Kind))
presences = st.sampled_from(list(m.Presence))
games = st.lists(st.tuples(texts, counts), max_size=4).map(tuple)
seat_cards = st.builds(m.SeatCard, texts, kinds, st.booleans(), presences)

links = st.lists(blobs, max_size=4).map(tuple)
rows = st.lists(st.lists(counts, max_size=9).map(tuple), max_size=3).map(tuple)
pairs = st.lists(st.tuples(counts, counts), max_size=4).map(tuple)

every_body = st.one_of(
    st.builds(bodies.RulesSet, texts, counts, rules, blobs),
    st.builds(bodies.SeatsSet, st.lists(st.tuples(texts, blobs, kinds), max_size=6).map(tuple)),
    st.builds(bodies.Holder, seats, kinds, starts | st.just(b"")),
    st.builds(bodies.Shuffled, st.none() | st.integers(0, 11), reveals),
    st.builds(bodies.Moved, st.integers(-3, 1 << 20), moves, reveals),
    st.builds(bodies.Ended, st.integers(-3, 0)),
    st.builds(bodies.Round, blobs),
    st.builds(bodies.Chained, counts, blobs),
    st.builds(bodies.Called, rows, pairs),
    st.builds(bodies.Dealt, counts, links, st.none() | st.integers(0, 11), reveals),
    st.builds(bodies.Voided, counts, st.lists(counts, max_size=4).map(tuple)),
    st.builds(bodies.Opened, counts, blobs, links),
)
"""The inside of every kind of numbered event."""

from_guest = st.one_of(
    st.builds(
        m.Hello,
        st.just(m.PROTOCOL),
        texts,
        starts,
        texts,
        counts,
        counts,
        blobs,
        counts,
        games,
        st.booleans(),
        counts,
    ),
    st.builds(m.Command, starts, st.integers(1, 1 << 31), counts, counts, moves),
    st.builds(m.Ask, counts, counts),
    st.builds(m.Wish, texts, texts),
    st.builds(m.Say, texts),
    st.builds(m.Pong, counts),
    st.builds(m.ChainEnd, counts, counts, blobs),
    st.builds(m.Link, counts, counts, blobs),
    st.builds(m.Bye, texts, texts),
)
"""Everything that a guest can say."""

from_host = st.one_of(
    st.builds(m.Welcome, counts, texts, texts, seats, st.booleans(), st.booleans(), counts, counts),
    st.builds(
        m.Lobby,
        texts,
        rules,
        blobs,
        st.lists(seat_cards, max_size=6).map(tuple),
        st.lists(st.tuples(counts, texts), max_size=4).map(tuple),
        st.booleans(),
        seats,
        counts,
        st.booleans(),
        counts,
        st.lists(st.builds(m.Ballot, texts, seats, counts, counts), max_size=3).map(tuple),
        st.lists(st.builds(m.Tally, texts, counts, counts), max_size=3).map(tuple),
    ),
    st.builds(m.Opening, counts, blobs),
    st.builds(
        m.Answer,
        starts,
        counts,
        st.sampled_from(list(m.Verdict)),
        texts,
        st.lists(st.tuples(texts, small), max_size=3).map(tuple),
    ),
    st.builds(m.Sorry, texts, texts, texts),
    st.builds(m.Attendance, seats, presences, counts),
    st.builds(m.Clock, seats, counts, st.booleans()),
    st.builds(m.Chat, counts, counts, seats, texts, texts),
    st.builds(m.Ping, counts),
    st.builds(m.Bye, texts, texts),
)
"""Everything that a host can say, events apart."""
