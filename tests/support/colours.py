"""How colours look to people with different eyes."""

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

EYES: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira, Fernandes 2009, at full strength."""


def difference(one: str, two: str, eyes: str = "all cones") -> float:
    """How far apart two colours look (CIEDE2000): 1 is hardly noticed, 10 is seen at a glance."""
    return _ciede2000(_lab(_seen(_linear(one), eyes)), _lab(_seen(_linear(two), eyes)))


def contrast(one: str, two: str) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    low, high = sorted(_luminance(_linear(colour)) for colour in (one, two))
    return (high + 0.05) / (low + 0.05)


def _linear(colour: str) -> Colour:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return _three([part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts])


def _seen(colour: Colour, eyes: str) -> Colour:
    mixed = [sum(m * c for m, c in zip(row, colour, strict=True)) for row in EYES[eyes]]
    return _three([min(max(part, 0), 1) for part in mixed])


def _three(parts: Sequence[float]) -> Colour:
    first, second, third = parts
    return first, second, third


def _luminance(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(colour: Colour) -> Colour:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, _luminance(colour), z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _ciede2000(one: Colour, two: Colour) -> float:
    mean = (hypot(*one[1:]) + hypot(*two[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    (l1, a1, b1), (l2, a2, b2) = ((light, a * stretch, b) for light, a, b in (one, two))
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(dl**2 + dc**2 + dh**2 - bend * dc * dh)
