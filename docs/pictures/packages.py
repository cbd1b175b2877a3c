"""Draws which package imports which: ``python docs/pictures/packages.py``.

Rows are the layers of the contract in ``pyproject.toml``, lines the imports as they are. One that follows
from others, because what is imported imports the same, is left out.
"""

import re
import tomllib
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import grimp

from kabuto.table.drawing.chart import chart, text

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, TOP, ROW, BOX, HIGH, SHIFT = 840, 66, 66, 108, 30, 110
"""Width of the picture, where rows begin, sizes of a row and a box, how far a box alone is shifted."""


def rows() -> list[list[str]]:
    """The packages, row by row, from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[f"kabuto.{name}" for name in re.findall(r"\w+", layer)] for layer in layers]


def imports(packages: list[str]) -> Iterator[tuple[str, str]]:
    """Who imports whom, without what follows from the rest."""
    graph = grimp.build_graph("kabuto", cache_dir=None, exclude_type_checking_imports=True)
    found = {
        (one, other)
        for one, other in permutations(packages, 2)
        if graph.direct_import_exists(importer=one, imported=other, as_packages=True)
    }
    reached = set(found)
    for middle in packages:
        into, out = ([pair for pair in reached if pair[end] == middle] for end in (1, 0))
        reached |= {(one, other) for one, _ in into for _, other in out}
    for one, other in sorted(found):
        if not any((one, middle) in reached and (middle, other) in reached for middle in packages):
            yield one, other


def picture() -> str:
    """The picture as SVG."""
    layers = rows()
    places = {
        name: (
            round(WIDTH * (number + 1) / (len(row) + 1)) + (SHIFT * (level % 3 - 1) if len(row) == 1 else 0),
            TOP + ROW * level,
        )
        for level, row in enumerate(layers)
        for number, name in enumerate(row)
    }
    lines, boxes = [], []
    for one, other in imports(list(places)):
        (x, y), (to, end) = places[one], places[other]
        begin, turn = y + HIGH, y + ROW
        if y == end:
            end = begin
            path = f"M{x} {begin}C{x} {turn} {to} {turn} {to} {end}"
        else:
            path = f"M{x} {begin}C{x} {turn} {to} {begin} {to} {turn}V{end}"
        lines.append(
            f'<path class="sign" d="{path}" fill="none"/><circle class="accent" cx="{to}" cy="{end}" r="3"/>'
        )
    for name, (x, y) in places.items():
        boxes.append(
            f'<rect class="paper sign" x="{x - BOX // 2}" y="{y}" width="{BOX}" height="{HIGH}" rx="4"/>'
            + text(x, y + 20, name.removeprefix("kabuto."), "middle")
        )
    note = "a dot is at the package that is imported; what follows from other lines is left out"
    return chart(WIDTH, TOP + ROW * len(layers), "The packages of Kabuto", note, [*lines, *boxes]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
