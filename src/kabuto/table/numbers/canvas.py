"""A sheet to paint on: shapes and text in colours, smooth at the edges, as an array of pixels."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kabuto.table.drawing import SEAT_COLOURS
from kabuto.table.numbers import missing

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as error:
    raise missing("pillow") from error

FINE = 2
"""Everything is painted so many times larger and then made small: that smooths it."""
INK, PAPER = "#1d1a16", "#f6f0e2"
MARKS = (24, 3, 4, 4, 12)
"""Seat → corners of its mark; the marks differ by shape, as in the terminal."""
TURNS = (0.0, -0.25, 0.125, 0.0, 0.0)
"""Seat → by how much of a whole turn its mark is turned."""


class Canvas:
    """A sheet of some width and height."""

    def __init__(self, width: float, height: float, colour: str = PAPER) -> None:
        self._image = Image.new("RGB", (round(width) * FINE, round(height) * FINE), colour)
        self._pen: Any = ImageDraw.Draw(self._image)

    def polygon(
        self, points: Sequence[tuple[float, float]], fill: str, edge: str = "", width: float = 1
    ) -> None:
        """An area with these corners."""
        fine = [(x * FINE, y * FINE) for x, y in points]
        self._pen.polygon(fine, fill=fill, outline=edge or None, width=round(width * FINE))

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "", radius: float = 6
    ) -> None:
        """A rectangle with round corners."""
        corners = [x * FINE, y * FINE, (x + width) * FINE, (y + height) * FINE]
        self._pen.rounded_rectangle(corners, radius * FINE, fill, edge or None, FINE)

    def regular(
        self, x: float, y: float, radius: float, corners: int, fill: str, edge: str = "", turn: float = 0
    ) -> None:
        """A regular polygon around a point; many corners make a disc."""
        angles = [2 * pi * (turn + n / corners) for n in range(corners)]
        self.polygon([(x + radius * cos(a), y + radius * sin(a)) for a in angles], fill, edge)

    def seat(self, x: float, y: float, radius: float, seat: int) -> None:
        """The mark of a seat, in its colour and its shape."""
        fill, corners, turn = SEAT_COLOURS[seat], MARKS[seat], TURNS[seat]
        if corners == 12:  # a cross
            inner, arm = radius * 0.38, radius
            points = [
                (-inner, -arm), (inner, -arm), (inner, -inner), (arm, -inner), (arm, inner), (inner, inner),
                (inner, arm), (-inner, arm), (-inner, inner), (-arm, inner), (-arm, -inner), (-inner, -inner),
            ]  # fmt: skip
            self.polygon([(x + a, y + b) for a, b in points], fill, INK)
        else:
            self.regular(x, y, radius * (1.15 if corners < 5 else 1), corners, fill, INK, turn)

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False
    ) -> None:
        """Text from its left end (``lm``), around its middle (``mm``) or up to its right end (``rm``)."""
        place, font = (x * FINE, y * FINE), _font(size * FINE)
        self._pen.text(place, text, colour, font, anchor, stroke_width=int(bold))

    def pixels(self) -> NDArray[np.uint8]:
        """The sheet as rows of red, green and blue."""
        return np.asarray(self._image.reduce(FINE))


@cache
def _font(size: float) -> Any:
    return ImageFont.load_default(size)
