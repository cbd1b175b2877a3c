"""The map as text: flat-top hexes of four characters by two lines, the odd columns one line lower.

n13 o13     The upper line of a space names it, the lower one shows what is there:
 ·  S3●      ~ sea, · land, (B) village, [HB] city, HBR* Edo, a token with the mark of its seat.

A picture is a sheet of characters with named styles. As a string it is plain; ``rich`` colours it.
The north-west and the south-east of the map are empty: a screen may write there.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from kabuto.samurai.board import CAPACITY, CITY, EDO, LAND, SEA, SETTLEMENT, SPACES, VILLAGE
from kabuto.samurai.influence import missing_land
from kabuto.samurai.moves import END
from kabuto.samurai.tokens import FIGURE_SETS, TOKENS
from kabuto.samurai.view import Entry, SamuraiView

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 80
CELL = 4
"""Characters per column of the map: 20 columns fill the width."""


@dataclass(frozen=True)
class Marks:
    """The characters that stand for things."""

    seats: str
    """One mark per seat: they differ by shape, so colours are not needed."""
    land: str
    fast: str
    """Beside a token that carries the Japanese character."""
    arrow: str


UNICODE = Marks("●▲■◆✚", "·", "»", "→")
ASCII = Marks("@^#%&", ".", ">", "->")

RUNNING, RECENT, NEARLY = "+", "'", "!"
"""Played in the running turn; in the last turn of another seat; one land space short of capture."""

SEAT_COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442")
"""Blue, orange, green, purple and yellow that stay apart for people who see red and green alike."""

STYLES = {
    "sea": "#8299cc on #1f2f57",
    "land": "#6b5738 on #e9dcbb",
    VILLAGE: "bold #ffffff on #c62e1d",
    CITY: "bold #ffffff on #4d5866",
    EDO: "bold #f2b632 on #2b2410",
    "emptied": "#6e6a5e on #b9b4a6",
    "name": "not bold",
    "target": "bold reverse",
    "running": "bold underline",
    "dim": "dim",
    "strong": "bold",
    **{f"seat{seat}": f"bold #000000 on {colour}" for seat, colour in enumerate(SEAT_COLOURS)},
}
"""Style → how rich draws it; several are joined by spaces."""
BASIC_STYLES = STYLES | {
    "sea": "white on blue",
    "land": "black on white",
    VILLAGE: "bold bright_white on red",
    CITY: "bold bright_white on bright_black",
    EDO: "bold bright_yellow on black",
    "emptied": "bright_black on white",
    **{
        f"seat{seat}": f"bold black on {colour}"
        for seat, colour in enumerate(("cyan", "yellow", "green", "magenta", "white"))
    },
}
"""The same for a terminal that has 16 colours."""

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
            groups = groupby(cells, key=lambda cell: cell[1])
            found.append([("".join(character for character, _ in group), style) for style, group in groups])
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


def picture(view: SamuraiView, *, marks: Marks = UNICODE, targets: Collection[str] = ()) -> Picture:
    """The map as this view knows it; ``targets`` are spaces to point out."""
    sheet = Picture()
    board = view.state.setting.board
    top = min(SPACES[space].row for space in board.spaces)
    running = _touched(running_turn(view))
    recent = _touched(entry for turn in last_turns(view).values() for entry in turn)
    for number in sorted(board.spaces):
        space = SPACES[number]
        x, y = space.column * CELL, (space.row - top) * 2 + space.column % 2
        flag = RUNNING if number in running else RECENT if number in recent else " "
        name, (left, inside, right), style = _cell(view, number, flag, marks)
        if space.name in targets:
            left, right = ("<", ">") if left else ("", "<")
            style += " target"
        elif number in running:
            style += " running"
        sheet.write(x, y, f"{name:<{CELL}}", f"{style} name")
        sheet.write(x, y + 1, f"{left + inside + right:<{CELL}}", style)
    return sheet


def _cell(view: SamuraiView, number: int, flag: str, marks: Marks) -> tuple[str, tuple[str, str, str], str]:
    """What a space shows: its name, its content between brackets, and their style."""
    space, laid = SPACES[number], view.state.tokens[number]
    name = f"{space.name:<3}"
    if laid is not None:
        return name, ("", f"{TOKENS[laid.token].code:<2}{marks.seats[laid.seat]}", flag), f"seat{laid.seat}"
    if space.terrain == SEA:
        return name, (" ", "~", " "), "sea"
    if space.terrain == LAND:
        return name, (" ", marks.land, " "), "land"
    settlement = SETTLEMENT[number]
    figures = FIGURE_SETS[view.state.figures[settlement]]
    if figures and len(missing_land(view.state.tokens, settlement)) == 1:
        flag = NEARLY
    left, right = _BRACKETS[space.terrain]
    content = (left, f"{figures:<{CAPACITY[space.terrain]}}", right)
    return name + flag, content, space.terrain if figures else "emptied"


_BRACKETS = {VILLAGE: ("(", ")"), CITY: ("[", "]"), EDO: ("", "*")}


def running_turn(view: SamuraiView) -> tuple[Entry, ...]:
    """What has been played in the turn that is not yet over."""
    turns = _turns(view)
    return turns[-1] if turns and turns[-1][0].seat == view.to_move else ()


def last_turns(view: SamuraiView) -> dict[int, tuple[Entry, ...]]:
    """Seat → its last turn, the oldest first, for every seat but the one to move."""
    last: dict[int, tuple[Entry, ...]] = {}
    for turn in _turns(view):
        seat = turn[0].seat
        last.pop(seat, None)
        if seat != view.to_move:
            last[seat] = turn
    return last


def _turns(view: SamuraiView) -> list[tuple[Entry, ...]]:
    """The log in turns: two of one seat never follow each other."""
    return [tuple(turn) for _, turn in groupby(view.log, key=lambda entry: entry.seat)]


def _touched(entries: Iterable[Entry]) -> set[int]:
    """The spaces where something changed."""
    spaces = set()
    for entry in entries:
        if entry.move != END:
            spaces |= {entry.move.space, entry.move.other_space}
        spaces |= {capture.space for capture in entry.captures}
    return spaces - {-1}


TITLED = {space.title: space.name for space in SPACES if space.title}
"""The places that have a name of their own: ``Edo`` is ``o14``."""
