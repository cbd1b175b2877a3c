"""Colours and crests of the seats: the same at the terminal, in drawings and plots, and in the browser.

The colours of a set stay apart for every kind of colour vision, and stand out from what they are drawn on.
The crests differ by shape, so nobody needs the colours. ``tests/table/test_palette.py`` measures both.
"""

from dataclasses import dataclass
from math import cos, radians, sin

Point = tuple[float, float]

INK, CREAM = "#1d1611", "#fbf5e4"
"""What is written on a piece: ink on a light one, cream on a dark one."""


@dataclass(frozen=True)
class Seat:
    """How a seat looks."""

    name: str
    """Its colour in one word."""
    piece: str
    """The colour of its pieces."""
    on_piece: str
    """The colour of what is written on them."""
    on_light: str
    """Its colour for text and lines on light paper."""
    on_dark: str
    """Its colour for text and lines on dark paper."""
    mark: str
    """Its crest as a character."""
    ascii: str
    """The same, where there is only ASCII."""
    crest: tuple[tuple[Point, ...], ...]
    """Its crest in a box of 100 by 100: the outline, then the holes in it."""

    @property
    def path(self) -> str:
        """The crest as a path of SVG, to be filled by the even-odd rule."""
        loops = (" ".join(f"{x:g} {y:g}" for x, y in loop) for loop in self.crest)
        return "".join(f"M{loop}Z" for loop in loops)


def _circle(radius: float, x: float = 50, y: float = 50, corners: int = 36) -> tuple[Point, ...]:
    return tuple(_at(radius, 360 * corner / corners, x, y) for corner in range(corners))


def _square(half: float) -> tuple[Point, ...]:
    return (50 - half, 50 - half), (50 + half, 50 - half), (50 + half, 50 + half), (50 - half, 50 + half)


def _rhombus(half: float) -> tuple[Point, ...]:
    return (50, 50 - half), (50 + half, 50), (50, 50 + half), (50 - half, 50)


def _bellflower() -> tuple[Point, ...]:
    """Five pointed petals: both sides of each are curves (of Bézier) from the notch beside it to its tip."""
    points: list[Point] = []
    for tip in range(-90, 270, 72):
        for side, parts in ((-1, range(6)), (1, range(6, 0, -1))):
            (ax, ay), (bx, by), (cx, cy) = (
                _at(distance, tip + side * angle, 50, 52) for distance, angle in ((20, 36), (46, 27), (50, 0))
            )
            for t in (part / 6 for part in parts):
                u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
                points.append((round(u * ax + v * bx + w * cx, 1), round(u * ay + v * by + w * cy, 1)))
    return tuple(points)


def _at(distance: float, angle: float, x: float, y: float) -> Point:
    return round(x + distance * cos(radians(angle)), 1), round(y + distance * sin(radians(angle)), 1)


SCALES = (((50, 4), (98, 92), (2, 92)), ((50, 92), (28, 50), (72, 50)))
"""Three triangles, the fish scales of the Hōjō: one large, and a hole that stands on its tip."""

SEATS = (
    Seat("red", "#bd2a1a", CREAM, "#bd2a1a", "#ff9a86", "●", "@", (_circle(44), _circle(18, corners=20))),
    Seat("blue", "#153a75", CREAM, "#153a75", "#b0ccff", "◆", "%", (_rhombus(48), _rhombus(16))),
    Seat("green", "#147a69", CREAM, "#12705f", "#6fd3bd", "▲", "^", SCALES),
    Seat("purple", "#8a52b5", CREAM, "#7b46a5", "#b88ae0", "■", "#", (_square(42), _square(14))),
    Seat(
        "gold", "#bb8200", INK, "#4b2e00", "#f4ca64", "★", "*", (_bellflower(), _circle(10, y=52, corners=12))
    ),
)
"""Ring, rhombus, scales, well frame and bellflower."""
