"""Draws the map of Samurai: hexes, figures and tokens, and below them what each seat has."""

from math import sqrt
from typing import TypeVar

from kabuto.samurai.board import CITY, EDO, LAND, SEA, SETTLEMENT, SPACES, VILLAGE
from kabuto.samurai.tokens import KINDS_IN, TOKENS
from kabuto.samurai.view import SamuraiView
from kabuto.table.drawing.palette import CREAM, INK, SEATS
from kabuto.table.drawing.sheet import Sheet
from kabuto.table.text import ENGLISH, Seat, translate

RADIUS = 25.0
"""The distance from the centre of a hex to its corners."""
STEP_X, STEP_Y = RADIUS * 1.5, RADIUS * sqrt(3)
MARGIN, ROW = 16.0, 30.0
DEEP = "#16213f"
"""The background around the map."""
FILL = {SEA: "#2b4175", LAND: "#e9dcbb", VILLAGE: "#c9b48a", CITY: "#a9977a", EDO: "#8d7a5e"}
EDGE = {SEA: "#24386a", LAND: "#c9b88d", VILLAGE: "#7d6a45", CITY: "#5c4d36", EDO: "#2b2410"}
FIGURES = (("H", "#3a3f4a", "#ffffff"), ("B", "#d9a520", INK), ("R", "#5b8f3a", "#ffffff"))
"""Kind of figure → letter, colour, colour of the letter: dark helmets, gold Buddhas, green rice."""
SheetT = TypeVar("SheetT", bound=Sheet)


def paint(view: SamuraiView, sheet: type[SheetT], language: str = ENGLISH) -> SheetT:
    """The game as this view knows it, drawn on a sheet of this kind with words of this language."""
    spaces = view.state.setting.board.spaces
    left = min(SPACES[space].column for space in spaces)
    right = max(SPACES[space].column for space in spaces)
    top = min(SPACES[space].row for space in spaces)
    bottom = max(SPACES[space].row for space in spaces)
    width = (right - left) * STEP_X + 2 * RADIUS + 2 * MARGIN
    height = (bottom - top + 1.5) * STEP_Y + 2 * MARGIN
    canvas = sheet(max(width, 720), height + ROW * view.players + MARGIN, DEEP)
    indent = (max(width, 720) - width) / 2
    for number in sorted(spaces):
        space = SPACES[number]
        x = indent + MARGIN + RADIUS + (space.column - left) * STEP_X
        y = MARGIN + STEP_Y / 2 + (space.row - top + space.column % 2 / 2) * STEP_Y
        _space(canvas, view, number, x, y)
    for seat in range(view.players):
        _seat(canvas, view, seat, MARGIN, height + ROW * (seat + 0.5), language)
    return canvas


def _space(canvas: Sheet, view: SamuraiView, number: int, x: float, y: float) -> None:
    space, laid = SPACES[number], view.state.tokens[number]
    canvas.regular(x, y, RADIUS, 6, FILL[space.terrain], EDGE[space.terrain])
    if laid is not None:
        _token(canvas, x, y, laid.seat, TOKENS[laid.token].code)
    elif number in SETTLEMENT:
        figures = KINDS_IN[view.state.figures[SETTLEMENT[number]]]
        for place, kind in enumerate(figures):
            offset = (place - (len(figures) - 1) / 2) * 17
            _figure(canvas, x + offset, y + (abs(offset) / 4 if len(figures) == 3 else 0), kind)
        canvas.text(x, y + RADIUS * 0.66, space.title or space.name, 8, INK, "mm")
    else:
        canvas.text(x, y, space.name, 8, "#8ba0d8" if space.terrain == SEA else "#8a774d", "mm")


def _token(canvas: Sheet, x: float, y: float, seat: int, code: str) -> None:
    look = SEATS[seat]
    canvas.regular(x, y, RADIUS * 0.86, 6, look.piece, CREAM)
    canvas.crest(x, y - RADIUS * 0.4, 6, seat, look.on_piece, look.piece)
    canvas.text(x, y + 6, code, 15, look.on_piece, "mm", bold=True)


def _figure(canvas: Sheet, x: float, y: float, kind: int, radius: float = 10) -> None:
    letter, fill, colour = FIGURES[kind]
    corners, turn = ((3, -0.25), (24, 0.0), (4, 0.125))[kind]
    canvas.regular(x, y, radius * (1.25 if corners == 3 else 1.1), corners, fill, INK, turn)
    canvas.text(x, y + 1, letter, radius * 1.05, colour, "mm", bold=True)


def _seat(canvas: Sheet, view: SamuraiView, seat: int, x: float, y: float, language: str) -> None:
    """A seat with its captured figures and tokens left; for the viewer's own seat also the hand."""
    if seat == view.to_move:
        canvas.box(x - 6, y - ROW / 2 + 1, 690, ROW - 2, "#26365f")
    canvas.seat(x + 10, y, 9, seat)
    canvas.text(x + 28, y, translate(Seat(seat).text, language), 14, "#ffffff")
    captured = view.captured[seat]
    for kind in range(3):
        _figure(canvas, x + 100 + kind * 40, y, kind, 7.5)
        canvas.text(x + 114 + kind * 40, y, "?" if captured is None else str(captured[kind]), 14, "#ffffff")
    left = view.state.say("picture_left", hand=view.hand_sizes[seat], stack=view.stack_sizes[seat])
    canvas.text(x + 226, y, left.to(language), 13, "#b9c4e2")
    look = SEATS[seat]
    for place, code in enumerate(view.hand if seat == view.seat else ()):
        canvas.box(x + 390 + place * 42, y - 12, 36, 24, look.piece, CREAM)
        canvas.text(x + 408 + place * 42, y, code, 14, look.on_piece, "mm", bold=True)
