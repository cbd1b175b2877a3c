"""A sheet as an array of pixels, smooth at the edges."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from kabuto.table.drawing.sheet import PAPER, Sheet
from kabuto.table.numbers import missing

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as error:
    raise missing("pillow") from error

LETTERS = frozenset(map(chr, range(0x100))) | frozenset("–—‘’‚“”„•…‹›€↑↓−")
"""What the font has; its file is a part of the whole font."""
ADJUSTED = 1.12
"""Its small letters are small, so it is set larger, as on the pages."""
FINE = 2
"""Everything is painted this many times larger and then scaled down, which smooths it."""


class Canvas(Sheet):
    """A sheet of pixels."""

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

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False
    ) -> None:
        """Text from its left end (``lm``), around its middle (``mm``) or up to its right end (``rm``)."""
        self._pen.text((x * FINE, y * FINE), plain(text), colour, _font(size * FINE, bold), anchor)

    @property
    def width(self) -> float:
        """How wide it is."""
        return float(self._image.width) / FINE

    def png(self, head: "Canvas | None" = None) -> bytes:
        """The sheet as a file, with another one above it."""
        sheets = [sheet._image for sheet in (head, self) if sheet]
        whole = Image.new("RGB", (self._image.width, sum(sheet.height for sheet in sheets)))
        y = 0
        for sheet in sheets:
            whole.paste(sheet, (0, y))
            y += sheet.height
        file = BytesIO()
        whole.reduce(FINE).save(file, "PNG", optimize=True)
        return file.getvalue()

    def pixels(self) -> NDArray[np.uint8]:
        """The sheet as rows of red, green and blue."""
        return np.asarray(self._image.reduce(FINE))


def plain(text: str) -> str:
    """A text in the letters of the font: others lose their accents, or are a question mark."""
    bare = (letter if letter in LETTERS else normalize("NFKD", letter)[0] for letter in text)
    return "".join(letter if letter in LETTERS else "?" for letter in bare)


@cache
def _font(size: float, bold: bool) -> Any:
    file = files("kabuto.table.drawing") / "font" / f"ysabeau-{'bold' if bold else 'regular'}.woff2"
    # The plain layout takes every text: the other one fails with characters that it does not know.
    return ImageFont.truetype(
        BytesIO(file.read_bytes()), size * ADJUSTED, layout_engine=ImageFont.Layout.BASIC
    )
