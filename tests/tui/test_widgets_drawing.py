"""Lines of pieces: cut, filled, wrapped, compared; and the widget that sends only what differs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.geometry import Region

from tui.widgets.drawing import INKS, Drawn, Piece, _difference, beside, cut, fit, line, width, wrap

TEXTS = st.text(st.sampled_from("ab ♠名ё[/]é"), max_size=30)
PIECES = st.lists(st.builds(Piece, TEXTS, st.sampled_from(("plain", *INKS))), max_size=6)


@given(PIECES, st.integers(0, 40))
def test_a_fitted_line_has_exactly_the_cells(pieces: list[Piece], cells: int) -> None:
    """Whatever a line is made of, wide characters included, it fills its cells and no more."""
    assert width(fit(pieces, cells)) == cells


@given(PIECES, st.integers(1, 40))
def test_fitting_twice_changes_nothing(pieces: list[Piece], cells: int) -> None:
    """A line that fits is left alone."""
    once = fit(pieces, cells)

    assert fit(once, cells) == once


@given(TEXTS, st.integers(8, 40))
def test_wrapped_lines_keep_every_word(text: str, cells: int) -> None:
    """Nothing is lost by wrapping, and no line is too long (F2: continued lines are indented)."""
    lines = wrap(text, cells)

    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(each) <= cells for each in lines)
    assert all(each.startswith("  ") for each in lines[1:])


def test_a_blank_costs_no_colour() -> None:
    """A blank takes over the ink beside it, before or after: one change of colour less."""
    assert fit(line(" ", Piece("a", "dim"), "  "), 5) == (Piece(" a   ", "dim"),)


def test_a_solid_ink_keeps_its_blanks() -> None:
    """Reverse shows on a blank, so what is picked ends where it ends."""
    assert fit(line(Piece("[1]", "picked")), 5) == (Piece("[1]", "picked"), Piece("  "))


def test_a_cut_text_says_that_something_is_missing() -> None:
    """A name that is too long ends in a sign, also when the cut would halve a wide character."""
    assert cut("Konstantin", 6) == "Konst…"
    assert cut("名名名", 4) == "名…"
    assert cut("Anna", 6) == "Anna"


@given(PIECES, PIECES)
def test_the_difference_covers_every_cell_that_changed(old: list[Piece], new: list[Piece]) -> None:
    """Outside the span that is sent, both lines are the same, cell by cell."""
    before, after = fit(old, 24), fit(new, 24)
    span = _difference(before, after)
    cells = [
        [(char, piece.ink) for piece in each for char in piece.text for _ in range(cell_len(char))]
        for each in (before, after)
    ]
    first, end = span or (0, 0)
    for at, (one, other) in enumerate(zip(*cells, strict=False)):
        if not first <= at < end and one != other:
            assert one[0] == other[0] == " "


def test_columns_stand_beside_each_other() -> None:
    """Each column has its cells, whatever is in it."""
    row = beside(((Piece("one"),), 5), ((Piece("another"),), 4))

    assert "".join(piece.text for piece in row) == "one  anot"


class OneWidget(App[None]):
    """An application with nothing but lines."""

    CSS = "Drawn { height: 3; width: 20; }"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return {f"suit-{suit}": "#ffffff" for suit in ("spades", "hearts", "diamonds", "clubs")}

    def compose(self) -> ComposeResult:
        yield Drawn()


async def test_only_what_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """One number that changes costs its own cells, not the widget (G14)."""
    app = OneWidget()
    async with app.run_test(size=(40, 10)) as pilot:
        drawn = app.query_one(Drawn)
        drawn.draw([line("first"), line("second 1"), line("third")])
        await pilot.pause()
        asked: list[tuple[Region, ...]] = []
        monkeypatch.setattr(drawn, "refresh", lambda *regions: asked.append(regions))
        drawn.draw([line("first"), line("second 2"), line("third")])
        drawn.draw([line("first"), line("second 2"), line("third")])

        assert asked == [(Region(7, 1, 1, 1),)]
        assert drawn.lines[1].rstrip() == "second 2"


async def test_markup_is_text() -> None:
    """What looks like markup is shown as it stands (style.md 11.1)."""
    app = OneWidget()
    async with app.run_test(size=(40, 10)) as pilot:
        drawn = app.query_one(Drawn)
        drawn.draw([line("[/] [b]x[/b]")])
        await pilot.pause()

        assert drawn.render_line(0).text.rstrip() == "[/] [b]x[/b]"
