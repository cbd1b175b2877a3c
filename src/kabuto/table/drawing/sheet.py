"""A sheet to draw on, with shapes and text in colours: ``Svg`` here, pixels in ``numbers.canvas``."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from kabuto.table.drawing.palette import CREAM, INK, SEATS

PAPER = "#f6f0e2"


class Sheet(ABC):
    """A sheet of some width and height."""

    @abstractmethod
    def __init__(self, width: float, height: float, colour: str = PAPER) -> None: ...

    @abstractmethod
    def polygon(
        self, points: Sequence[tuple[float, float]], fill: str, edge: str = "", width: float = 1
    ) -> None:
        """An area with these corners."""

    @abstractmethod
    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "", radius: float = 6
    ) -> None:
        """A rectangle with round corners."""

    @abstractmethod
    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False
    ) -> None:
        """Text from its left end (``lm``), around its middle (``mm``) or up to its right end (``rm``)."""

    def regular(
        self, x: float, y: float, radius: float, corners: int, fill: str, edge: str = "", turn: float = 0
    ) -> None:
        """A regular polygon around a point; many corners make a disc."""
        angles = [2 * pi * (turn + n / corners) for n in range(corners)]
        self.polygon([(x + radius * cos(a), y + radius * sin(a)) for a in angles], fill, edge)

    def seat(self, x: float, y: float, radius: float, seat: int) -> None:
        """The crest of a seat in its colour, with a rim that stands out from any ground."""
        self.crest(x, y, radius, seat, INK, INK, INK, 3)
        self.crest(x, y, radius, seat, SEATS[seat].piece, CREAM, CREAM, 1)

    def crest(
        self,
        x: float,
        y: float,
        radius: float,
        seat: int,
        fill: str,
        hole: str,
        edge: str = "",
        width: float = 1,
    ) -> None:
        """The crest of a seat around a point; ``hole`` is the colour of what shows through it."""
        outline, *holes = SEATS[seat].crest
        scale = radius / 50
        for loop, colour, rim in ((outline, fill, edge), *((loop, hole, "") for loop in holes)):
            points = [(x + (a - 50) * scale, y + (b - 50) * scale) for a, b in loop]
            self.polygon(points, colour, rim, width)


class Svg(Sheet):
    """A drawing that a browser or a notebook shows; as a string it is SVG."""

    def __init__(self, width: float, height: float, colour: str = PAPER) -> None:
        self._size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
        self._parts = [f'<rect width="100%" height="100%" fill="{colour}"/>']

    def polygon(
        self, points: Sequence[tuple[float, float]], fill: str, edge: str = "", width: float = 1
    ) -> None:
        """An area with these corners."""
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polygon points="{corners}" fill="{fill}"{_edge(edge, width)}/>')

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "", radius: float = 6
    ) -> None:
        """A rectangle with round corners."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:.1f}"'
        self._parts.append(f'<rect {place} fill="{fill}"{_edge(edge, 1)}/>')

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False
    ) -> None:
        """Text from its left end (``lm``), around its middle (``mm``) or up to its right end (``rm``)."""
        self.words(x, y, text, size, colour, anchor, ' font-weight="bold"' if bold else "")

    def words(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", more: str = ""
    ) -> None:
        """Text with further attributes of SVG."""
        end = {"l": "start", "m": "middle", "r": "end"}[anchor[0]]
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{end}" fill="{colour}"'
        self._parts.append(f'<text {place} dominant-baseline="central"{more}>{escape(text)}</text>')

    def __str__(self) -> str:
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {self._size} font-family="sans-serif">'
        return "\n".join((head, *self._parts, "</svg>"))


def _edge(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{width:g}"' if colour else ""
