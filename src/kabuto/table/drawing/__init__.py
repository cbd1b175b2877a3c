"""Pictures made of characters, for every game: a sheet with named styles, marks and colours of the seats.

As a string a picture is plain; ``rich`` colours it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from kabuto.table.drawing.palette import SEATS

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 80


@dataclass(frozen=True)
class Marks:
    """The characters that stand for things."""

    seats: str
    """One mark per seat: they differ by shape, so colours are not needed."""
    empty: str
    """Nothing is here."""
    fast: str
    """Beside something that can be done at once."""
    arrow: str


UNICODE = Marks("".join(seat.mark for seat in SEATS), "·", "»", "→")
ASCII = Marks("".join(seat.ascii for seat in SEATS), ".", ">", "->")

STYLES = {
    "name": "not bold",
    "target": "bold reverse",
    "running": "bold underline",
    "dim": "dim",
    "strong": "bold",
    **{f"seat{number}": f"bold {seat.on_piece} on {seat.piece}" for number, seat in enumerate(SEATS)},
}
"""Style → how rich draws it; several are joined by spaces."""
BASIC_STYLES = STYLES | {
    f"seat{number}": f"bold {colours}"
    for number, colours in enumerate(
        (
            "bright_white on red",
            "bright_white on blue",
            "black on green",
            "bright_white on magenta",
            "black on yellow",
        )
    )
}
"""The same for a terminal that has 16 colours."""


def add_styles(styles: Mapping[str, tuple[str, str]]) -> None:
    """Add the styles of a game, each in many colours and in 16; their names begin with that of the game."""
    STYLES.update({name: many for name, (many, _) in styles.items()})
    BASIC_STYLES.update({name: few for name, (_, few) in styles.items()})


Line = Sequence[tuple[str, str]]
"""Pieces of text, each with its style."""


class Picture:
    """A sheet of characters, each with a style."""

    def __init__(self) -> None:
        self._rows: list[dict[int, tuple[str, str]]] = []

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """The length of the longest line."""
        return max((max(row) + 1 for row in self._rows if row), default=0)

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Put text on the sheet, which grows downwards as needed."""
        while y >= self.height:
            self._rows.append({})
        for offset, character in enumerate(text):
            self._rows[y][x + offset] = character, style

    def room(self, y: int) -> tuple[int, int]:
        """How many characters are free in a line, left and right of what it holds."""
        row = self._rows[y] if y < self.height else {}
        return (min(row), WIDTH - 1 - max(row)) if row else (WIDTH, WIDTH)

    def write_left(self, lines: Sequence[Line]) -> None:
        """Write a panel into the upper left corner."""
        for y, line in enumerate(lines):
            self._write_line(0, y, line)

    def write_right(self, lines: Sequence[Line]) -> None:
        """Write a panel into the lower right corner, as high up as it may stand."""
        width = max((length(line) for line in lines), default=0)
        y = max((y + 1 for y in range(self.height) if self.room(y)[1] <= width), default=0)
        for offset, line in enumerate(lines):
            self._write_line(WIDTH - width, y + offset, line)

    def _write_line(self, x: int, y: int, line: Line) -> None:
        for text, style in line:
            self.write(x, y, text, style)
            x += len(text)

    def lines(self) -> list[Line]:
        """The sheet line by line, neighbours of one style joined."""
        found: list[Line] = []
        for row in self._rows:
            cells = [row.get(x, (" ", "")) for x in range(max(row) + 1)] if row else []
            groups = groupby(cells, key=itemgetter(1))
            found.append([("".join([character for character, _ in group]), style) for style, group in groups])
        return found

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self.lines())

    def rich(self) -> "Text":
        """The sheet with its colours."""
        from rich.text import Text

        return Text("\n").join(
            Text.assemble(*((text, rich_style(style)) for text, style in line), no_wrap=True)
            for line in self.lines()
        )


def length(line: Line) -> int:
    """How many characters a line has."""
    return sum(len(text) for text, _ in line)


def rich_style(style: str, styles: Mapping[str, str] = STYLES) -> str:
    """The words that rich knows a style by."""
    return " ".join(styles[part] for part in style.split())


def columns(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> list[Line]:
    """A table as lines: every column as wide as it must be, all but the first flush right."""
    cells = [list(headings), *([str(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines: list[Line] = []
    for number, row in enumerate(cells):
        first, *rest = zip(row, widths, strict=True)
        text = "  ".join([f"{first[0]:<{first[1]}}", *(f"{value:>{width}}" for value, width in rest)])
        lines.append([(text, "" if number else "strong")])
    return lines


def seat_line(seat: int, moves: bool, told: str) -> Line:
    """What a seat has, beside its mark; the seat to move stands out."""
    style = "strong" if moves else ""
    return [(">" if moves else " ", style), (UNICODE.seats[seat], f"seat{seat}"), (f" {told}", style)]
