"""What the check of a round found, in words: one quiet line, or a loud one (rule 11)."""

from net.guest import Guest
from net.updates import Kept, NotKept
from net.witness import Finding, Verdict
from tui.words import called, sentence


def verdict_line(verdict: Verdict, guest: Guest) -> str:
    """The verdict of one round in a sentence, with what was given up and the four words."""
    if verdict.finding is Finding.FAILED:
        why = sentence(f"differs.{verdict.why}")
        return sentence("verdict.failed", event=verdict.event, why=why)
    names = ", ".join(called(seat, guest.names) for seat in verdict.seats)
    own = called(guest.seat, guest.names) if guest.seat >= 0 else ""
    line = sentence(f"verdict.{verdict.finding.value}", names=names, own=own)
    for seat in sorted(set(verdict.voided)):
        times, name = verdict.voided.count(seat), called(seat, guest.names)
        line += " " + sentence("verdict.voided", name=name, times=times)
    return line


def words_line(verdict: Verdict) -> str:
    """The four words to read aloud, and their numbers for other alphabets."""
    words = " ".join(word for _, word in verdict.words)
    numbers = " ".join(str(number) for number, _ in verdict.words)
    return sentence("verdict.words", words=words, numbers=numbers)


def record_line(update: Kept | NotKept) -> str:
    """Where the record of the match is, or why there is none."""
    if isinstance(update, Kept):
        return sentence("record_kept", path=update.path)
    return sentence("record_not_kept", fault=update.detail)


def verdict_lines(guest: Guest) -> list[str]:
    """Every round of a match that was opened, and whether one was not."""
    witness = guest.witness
    if witness is None or not (witness.verdicts or witness.running):
        return [sentence("verdict.seeded" if guest.seeded else "verdict.none")]
    lines = []
    for number, verdict in enumerate(witness.verdicts, 1):
        lines.append(sentence("verdict.round", number=number, line=verdict_line(verdict, guest)))
        lines.append(words_line(verdict))
    if witness.running:
        lines.append(sentence("verdict.not_opened"))
    return lines


def sound(guest: Guest) -> bool:
    """Whether nothing differs in what was opened."""
    found = () if guest.witness is None else guest.witness.verdicts
    return all(verdict.finding is not Finding.FAILED for verdict in found)
