"""A game to look at, whatever the game: the text that ``print`` shows, and the picture of a notebook."""

import json
from typing import Any, TypeVar

from kabuto.table import manifests
from kabuto.table.drawing import Line, length, rich_style, seat_line
from kabuto.table.drawing.palette import INK
from kabuto.table.drawing.sheet import Sheet, Svg
from kabuto.table.game import View
from kabuto.table.text import ENGLISH

SheetT = TypeVar("SheetT", bound=Sheet)
SIZE, WIDE, HIGH, MARGIN = 14.0, 8.4, 18.0, 12.0
"""Of a character on a drawing: its size, its width and the height of its line; and what is left around."""


def lines(game: str, view: View, language: str = ENGLISH) -> list[Line]:
    """A view as lines of styled text: the game's own in a language, or whatever the view tells."""
    own = manifests.component(game, "lines")
    found: list[Line] = own(view, language) if own else _plain(game, view)
    return found


def text(game: str, view: View) -> str:
    """A view as plain text."""
    return "\n".join("".join(piece for piece, _ in line).rstrip() for line in lines(game, view))


def svg(game: str, view: View) -> str:
    """A view as a drawing: the game's own, or its text in colours."""
    return str(painted(game, view, Svg))


def painted(game: str, view: View, kind: type[SheetT], language: str = ENGLISH) -> SheetT:
    """A view on a sheet of some kind: the game's own drawing in a language, or its text in colours."""
    paint = manifests.component(game, "painting")
    sheet: SheetT = paint(view, kind, language) if paint else written(lines(game, view, language), kind)
    return sheet


LEFT_OUT = ("game", "options", "seat", "ply", "to_move", "log", "outcome", "start")
"""What is told in other words, or is too long."""


def _plain(game: str, view: View) -> list[Line]:
    """A view by the names of what it holds."""
    told: dict[str, Any] = json.loads(view.to_json())
    found: list[Line] = [[(f"{game}, ply {view.ply}", "strong")]]
    found += [
        [(f"{name}: {json.dumps(value, ensure_ascii=False)}", "")]
        for name, value in told.items()
        if name not in LEFT_OUT
    ]
    last = {entry.seat: str(entry.move) for entry in view.log}
    for seat in range(view.players):
        played = f"seat {seat}: {last[seat]}" if seat in last else f"seat {seat}"
        found.append(seat_line(seat, seat in view.deciding, played))
    if view.outcome is not None:
        found += [[(step, "")] for step in view.outcome.steps]
    return found


def written(shown: list[Line], kind: type[SheetT]) -> SheetT:
    """Lines of text in their colours on a sheet."""
    from rich.style import Style

    width = max(map(length, shown), default=0) * WIDE + 2 * MARGIN
    sheet = kind(width, len(shown) * HIGH + 2 * MARGIN)
    for row, line in enumerate(shown):
        x, y = MARGIN, MARGIN + (row + 0.5) * HIGH
        for piece, name in line:
            style = Style.parse(rich_style(name))
            colour = style.color.name if style.color else INK
            if style.bgcolor:
                sheet.box(x, y - HIGH / 2, len(piece) * WIDE, HIGH, style.bgcolor.name, radius=0)
            _write(sheet, x, y, piece, colour, bool(style.bold))
            x += len(piece) * WIDE
    return sheet


def _write(sheet: Sheet, x: float, y: float, piece: str, colour: str, bold: bool) -> None:
    """A piece of a line, one character as wide as another."""
    if isinstance(sheet, Svg):
        more = ' font-family="monospace" xml:space="preserve"' + ' font-weight="bold"' * bold
        sheet.words(x, y, piece, SIZE, colour, more=f'{more} textLength="{len(piece) * WIDE:.1f}"')
        return
    for place, character in enumerate(piece):
        if character != " ":
            sheet.text(x + (place + 0.5) * WIDE, y, character, SIZE, colour, "mm", bold)
