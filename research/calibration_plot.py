"""Draws what ``calibration.py`` found: how often positions were won that got a certain chance.

Two evaluations share a chart. They differ by the shape of their marks, so nobody needs the colours.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kabuto.table.drawing.chart import chart, percent_lines, text

SIDE, TOP, LEFT, GAP, LEGEND = 236, 104, 60, 62, 30
"""The side of each square, and the room around it."""
FEW = 20
"""Fewer positions than this have no mark: too few to tell."""
LOOKS = {
    "learned": ("accent", "accent-line", ""),
    "hand-made": ("paper sign", "sign", ' stroke-dasharray="5 4"'),
}
"""Evaluation → the classes of its marks and of its line, and the dashes."""
QUARTERS = 4


def calibration_svg(found: Mapping[str, Any]) -> str:
    """A square for each number of players: the chance given, and how much of it was won."""
    width = LEFT + len(found["players"]) * (SIDE + GAP)
    parts = [*_legend()]
    for number, (players, ways) in enumerate(sorted(found["players"].items())):
        parts += _square(LEFT + number * (SIDE + GAP), str(players), ways)
    note = f"positions of {found['games']:,} games each · across: the chance given · up: how many were won"
    return chart(width, TOP + SIDE + 62, "Do the chances come true?", note, parts)


def _legend() -> Iterator[str]:
    x, y = LEFT, TOP - LEGEND
    for name, (_, line, dashes) in LOOKS.items():
        yield f'<path class="{line}" d="M{x} {y}h40" stroke-width="2"{dashes}/>'
        yield _mark(name, x + 20, y)
        yield text(x + 48, y + 4, f"{name} evaluation", size=12)
        x += 200
    yield f'<path class="grid" d="M{x} {y}h40" stroke-width="2"/>'
    yield text(x + 48, y + 4, "perfect calibration", size=12)


def _square(left: float, players: str, ways: Mapping[str, Any]) -> Iterator[str]:
    def across(chance: float) -> float:
        return round(left + SIDE * chance, 1)

    def up(share: float) -> float:
        return round(TOP + SIDE * (1 - share), 1)

    yield from percent_lines(left, left + SIDE, up)
    for quarter in range(QUARTERS + 1):
        x = across(quarter / QUARTERS)
        yield text(x, TOP + SIDE + 18, f"{100 * quarter // QUARTERS} %", "middle", 12, "quiet")
    yield f'<path class="grid" d="M{left} {TOP + SIDE}L{left + SIDE} {TOP}" stroke-width="2"/>'
    yield text(left + SIDE / 2, TOP + SIDE + 44, f"{players} players", "middle")
    for name, (_, line, dashes) in LOOKS.items():
        points = [(across(chance), up(won)) for number, chance, won in ways[name]["bins"] if number >= FEW]
        path = "L".join(f"{x} {y}" for x, y in points)
        yield f'<path class="{line}" d="M{path}" fill="none" stroke-width="2"{dashes}/>'
        yield from (_mark(name, x, y) for x, y in points)


def _mark(name: str, x: float, y: float) -> str:
    classes = LOOKS[name][0]
    if name == "learned":
        return f'<circle class="{classes}" cx="{x}" cy="{y}" r="5"/>'
    return f'<rect class="{classes}" x="{round(x - 4, 1)}" y="{round(y - 4, 1)}" width="8" height="8"/>'
