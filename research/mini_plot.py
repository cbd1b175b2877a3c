"""Draws what ``mini.py`` found: how far players are from perfect play, by how long they think or learn."""

from collections.abc import Iterator, Mapping, Sequence
from math import log10
from typing import Any

from kabuto.table.drawing.chart import chart, text

SIDE, TOP, LEFT, GAP = 300, 84, 64, 60
"""The side of each square, and the room around it."""
DECADES = 3
"""Exploitability is drawn from 1 down to this many powers of ten below it."""
DASHES = {"search": "", "learned": ' stroke-dasharray="5 4"'}

Point = tuple[float, float]
"""Something on a logarithmic scale across, and an exploitability."""


def mini_svg(found: Mapping[str, Any]) -> str:
    """Two squares: CFR+ by its iterations, and players by their games a turn."""
    learned = [(iterations, far) for iterations, _, far in found["cfr"]]
    budgets: dict[str, list[Point]] = {}
    flat = {}
    for told, each in found["players"].items():
        if each["budget"]:
            budgets.setdefault(told.partition(":")[0], []).append((each["budget"], each["exploitability"]))
        else:
            flat[told] = each["exploitability"]
    parts = [*_square(LEFT, "CFR+: iterations", {"CFR+": learned}, {})]
    parts += _square(LEFT + SIDE + GAP, "players: games a turn", budgets, flat)
    note = f"{found['histories']:,} histories · up: what a perfect opponent wins a game, on average"
    return chart(LEFT + 2 * (SIDE + GAP), TOP + SIDE + 56, "How far from perfect play", note, parts)


def _square(
    left: float, across: str, curves: Mapping[str, Sequence[Point]], flat: Mapping[str, float]
) -> Iterator[str]:
    most = max(x for points in curves.values() for x, _ in points)

    def place(point: Point) -> Point:
        x, far = point
        deep = min(max(-log10(far), 0.0), DECADES) if far > 0 else DECADES
        return round(left + SIDE * log10(x) / log10(most), 1), round(TOP + SIDE * deep / DECADES, 1)

    for decade in range(DECADES + 1):
        y = TOP + SIDE * decade / DECADES
        yield f'<path class="grid" d="M{left} {y}H{left + SIDE}"/>'
        yield text(left - 8, y + 4, f"{10**-decade:g}", "end", 12, "quiet")
    for x in sorted({x for points in curves.values() for x, _ in points}):
        yield text(place((x, 1))[0], TOP + SIDE + 18, f"{x:g}", "middle", 11, "quiet")
    yield text(left + SIDE / 2, TOP + SIDE + 42, across, "middle")
    for name, points in curves.items():
        path = "L".join(f"{x} {y}" for x, y in map(place, points))
        dashes = DASHES.get(name, "")
        yield f'<path class="accent-line" d="M{path}" fill="none" stroke-width="2"{dashes}/>'
        for x, y in map(place, points):
            yield f'<circle class="accent" cx="{x}" cy="{y}" r="3.5"/>'
        x, y = place(points[0])
        yield text(x + 6, y - 8, name, size=12)
    for name, far in flat.items():
        _, y = place((1, far))
        yield f'<path class="grid" d="M{left} {y}H{left + SIDE}" stroke-width="2"/>'
        yield text(left + SIDE - 4, y - 5, name, "end", 12)
