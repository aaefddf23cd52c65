"""Draws the parts of docs/protocol.md that follow from the tables of the code.

`python -m tests.net.protocol_page` from the top of the tree writes them anew.
"""

from pathlib import Path

from net import framing, layouts, lines, session, standing

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def picture() -> str:
    """The phases of a connection as a diagram."""
    drawn: dict[tuple[str, str], list[str]] = {}
    for who, table in (("guest", session.GUEST_SAYS), ("host", session.HOST_SAYS)):
        for (before, said), after in table.items():
            drawn.setdefault((before.value, after.value), []).append(f"{who}: {said.__name__}")
    rows = ["```mermaid", "stateDiagram-v2", f"    [*] --> {session.Phase.GREETING.value}"]
    rows += [f"    {a} --> {b}: {', '.join(said)}" for (a, b), said in drawn.items()]
    rows += [f"    {session.Phase.CLOSED.value} --> [*]", "```"]
    return "\n".join(rows)


def drawn_layouts(table: dict[int, layouts.Layout]) -> str:
    """The layouts of messages or bodies as a table."""
    rows = ["| kind | name | fields |", "|---|---|---|"]
    for kind, layout in table.items():
        fields = ", ".join(f"{name}: {field.said}" for name, field in layout.fields)
        rows.append(f"| {kind} | {layout.made.__name__} | {fields} |")
    return "\n".join(rows)


def limits() -> str:
    """The hard limits as a table."""
    rows = ["| limit | value |", "|---|---|"]
    for what, value in {
        "bytes in a frame": framing.FRAME_LIMIT,
        "bytes of one text or byte string": layouts.TEXT_LIMIT,
        "items of one array": framing.ITEMS_LIMIT,
        "arrays within arrays": framing.DEPTH_LIMIT,
        "messages a second": lines.RATE,
        "messages at once": lines.BURST,
        "messages that an Ask counts as": lines.RETELLING,
        "seconds for the greeting": lines.GREET_WITHIN,
        "seconds between pings": lines.PING_EVERY,
        "seconds of silence": lines.SILENCE,
    }.items():
        rows.append(f"| {what} | {value:,g} |")
    return "\n".join(rows)


def standings() -> str:
    """How people stand, and what changes it, as a table."""
    rows = ["| from | to | by |", "|---|---|---|"]
    for (before, after), causes in standing.CHANGES.items():
        by = ", ".join(f"`{one}`" for one in sorted(causes))
        rows.append(f"| {before.value} | {after.value} | {by} |")
    return "\n".join(rows)


def parts() -> dict[str, str]:
    """Every drawn part by the name of its place on the page."""
    return {
        "phases": picture(),
        "messages": drawn_layouts(layouts.MESSAGES),
        "events": drawn_layouts(layouts.BODIES),
        "limits": limits(),
        "standings": standings(),
    }


def redrawn(page: str) -> str:
    """The page with every part drawn anew."""
    for name, text in parts().items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        page = f"{before}{mark}{text}\n{end}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
