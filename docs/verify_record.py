"""A second checker of records: standard library and msgpack, nothing of Stammtisch.

    python docs/verify_record.py RECORD

It checks the frames, the running hash, promises, chains, calls, every shuffle and every face that
was shown; not the rules of any game. Its line begins with `checked`, `not opened` or `FAILED`.
"""

import hashlib
import sys
from pathlib import Path

import msgpack

MAGIC = b"stammtisch record 1\n"
WELCOME, OPENING = 23, 25
RULES, SEATS, HOLDER, SHUFFLED, MOVED, ENDED = range(1, 7)
ROUND, CHAINED, CALLED, DEALT, VOIDED, OPENED = range(7, 13)
PICK, DEAL, RESTOCK, CLOSE = range(4)


class Fault(Exception):
    """What differs, and in which event."""


def need(true, what):
    """Refuse what is not true."""
    if not true:
        raise Fault(what)


def h(tag, *parts):
    """The hash of the house."""
    framed = b"".join(len(p).to_bytes(4, "big") + p for p in (b"stammtisch/1/" + tag, *parts))
    return hashlib.sha256(framed).digest()


def frames(data):
    """The inside of every frame after the magic line."""
    need(data.startswith(MAGIC), "this is no record of version 1")
    at = len(MAGIC)
    while at < len(data):
        wide = data[at] >> 6
        need(wide < 2 and at + wide < len(data), "a frame is damaged")
        size = data[at] & 0x3F
        if wide:
            size = size << 8 | data[at + 1]
        at += 1 + wide
        need(at + size <= len(data), "the end is missing")
        yield data[at : at + size]
        at += size


def values_of(frame):
    """The msgpack values of a frame, each with the bytes that it was."""
    unpacker, out, before = msgpack.Unpacker(raw=False), [], 0
    unpacker.feed(frame)
    while before < len(frame):
        value = unpacker.unpack()
        out.append((value, frame[before : unpacker.tell()]))
        before = unpacker.tell()
    return out


def words_of(seed):
    """The 32-bit words of a stream, without end."""
    block = 0
    while True:
        data = h(b"stream", seed, block.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def below(stream, n):
    """A uniform number from 0 to n - 1."""
    word = next(stream)
    while word >= 2**32 - 2**32 % n:
        word = next(stream)
    return word % n


def order(stream, size):
    """Fisher-Yates from the end."""
    d = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(stream, i + 1)
        d[i], d[j] = d[j], d[i]
    return d


class Checker:
    """Follows the events of one record and checks each round when it is opened."""

    def __init__(self, opening):
        self.h0 = self.head = h(b"open", opening)
        self.number = self.opened = self.shuffles = 0
        self.round = self.call = None
        self.known, self.highest, self.members = {}, {}, set()
        self.faces, self.shown = {}, []

    def event(self, public, body, told):
        """Follow one event."""
        kind, number, *rest = body
        self.number += 1
        need(number == self.number, f"event {number} stands where {self.number} belongs")
        before, self.head = self.head, h(b"event", self.head, number.to_bytes(4, "big"), public)
        if kind == HOLDER and rest[1] == 1:
            self.members.add(number)
        elif kind == ROUND:
            need(self.round is None, f"event {number}: a round before the last was opened")
            self.round = (rest[0], before, [])
        elif kind == CHAINED:
            need(rest[0] in self.members, f"event {number}: a chain of nobody")
            self.known[rest[0]], self.highest[rest[0]] = (0, rest[1]), 0
        elif kind == CALLED:
            self.called(number, *rest)
        elif kind == DEALT:
            self.answered(number, rest[0], rest[1])
            self.round[2].append(("deal", number, self.done, rest[2], self.pairs(rest[3:] + told)))
        elif kind == MOVED:
            faces = self.pairs(rest[4:] + told)
            if self.round is not None:
                self.round[2].append(("faces", number, None, None, faces))
        elif kind == VOIDED:
            need(self.call and self.call[0] == rest[0], f"event {number}: no call to give up")
            self.call = None
        elif kind == OPENED:
            self.answered(number, rest[0], rest[2])
            need(self.done[2] == [[CLOSE]], f"event {number}: opened without a closing call")
            self.check(number, rest[1])

    @staticmethod
    def pairs(flat):
        """Slots with their faces."""
        return list(zip(flat[::2], flat[1::2], strict=True))

    def called(self, number, chances, members):
        """A call fixes who contributes."""
        need(self.round is not None and self.call is None, f"event {number}: a call out of place")
        need(members == sorted(members), f"event {number}: members out of order")
        for member, j in members:
            need(member in self.known, f"event {number}: a member without a chain")
            need(self.highest[member] < j <= 1024, f"event {number}: a link asked for twice")
            self.highest[member] = j
        self.call = (number, self.head, chances, members)

    def answered(self, number, call, links):
        """Every link leads to its chain."""
        need(self.call and self.call[0] == call, f"event {number}: an answer to no call")
        need(len(links) == len(self.call[3]), f"event {number}: a link is missing")
        for (member, j), link in zip(self.call[3], links, strict=True):
            low, x = self.known[member][0], link
            for at in range(j, low, -1):
                x = h(b"link", self.h0, member.to_bytes(2, "big"), at.to_bytes(2, "big"), x)
            need(x == self.known[member][1], f"event {number}: a link of no chain")
            self.known[member] = (j, link)
        self.done, self.call = (*self.call, links), None

    def check(self, number, secret):
        """The secret is known: compute every shuffle, compare every face."""
        promise, head, steps = self.round
        need(h(b"host", head, secret) == promise, f"event {number}: another secret than promised")
        for what, at, call, picked, faces in steps:
            if what == "deal":
                self.shuffle(at, call, picked, secret)
            for slot, face in faces:
                known = self.faces.setdefault(slot, face)  # a slot that no shuffle filled
                need(known == face, f"event {at}: slot {slot} shows another face")
        self.round, self.opened = None, self.opened + 1

    def shuffle(self, number, call, picked, secret):
        """One answer of chance, computed again."""
        _, head, chances, _, links = call
        stream, found = words_of(h(b"seed", head, secret, *links)), None
        for code, first, *cards in chances:
            if code == PICK:
                found = below(stream, first)
                continue
            if code == RESTOCK:
                cards = [self.faces[slot] for slot in cards]
            elif first == 0:
                self.faces = {}
            for place, source in enumerate(order(stream, len(cards))):
                self.faces[first + place] = cards[source]
        need(found == picked, f"event {number}: another number was drawn")
        self.shuffles += 1


def main(path):
    """Check one record; gives the exit code."""
    data = Path(path).read_bytes()
    checker, seen = None, 0
    try:
        for frame in frames(data):
            seen += 1
            (body, public), *more = values_of(frame)
            if seen == 1:
                need(body[0] == WELCOME, "it does not begin with a welcome")
            elif seen == 2:
                need(body[0] == OPENING, "it does not go on with an opening")
                checker = Checker(body[2])
            else:
                need(body[0] < 16 and len(more) == 1, "something that is no event")
                checker.event(public, body, more[0][0][1:])
        need(checker is not None, "no match begins in it")
    except Fault as fault:
        print(f"FAILED: {fault}")
        return 1
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, msgpack.UnpackException):
        print("FAILED: the record is damaged")
        return 1
    ended = "checked" if checker.round is None and checker.opened else "not opened"
    counted = f"{checker.opened} rounds, {checker.shuffles} shuffles"
    print(f"{ended}: {counted}, head {checker.head.hex()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
