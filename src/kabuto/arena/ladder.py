"""The ladder of a match as a picture: one line per entrant, its Elo and the 95 % interval around it."""

from collections.abc import Mapping
from typing import Any

from kabuto.table.drawing.chart import chart, interval, text

ROW, TOP, LEFT, RIGHT, WIDTH = 34, 56, 250, 150, 900
LONGEST_NAME = 28
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS = 8


def ladder_svg(summary: Mapping[str, Any]) -> str:
    """The picture as SVG; entrants without a rating are left out."""
    rows = [row for row in summary["entrants"] if row["elo"]]
    rows.sort(key=lambda row: -row["elo"]["value"])
    height = TOP + ROW * len(rows) + 40
    ticks = _ticks([row["elo"][end] for row in rows for end in ("low", "high")])
    scale = (WIDTH - LEFT - RIGHT) / (ticks[-1] - ticks[0])

    def across(elo: float) -> float:
        return round(LEFT + (elo - ticks[0]) * scale, 1)

    match = summary["match"]
    title = f"{match['game'].capitalize()}, {match['options']['players']} players"
    note = (
        f"{summary['games']} games, {summary['deals']} deals, seed {match['seed']} · Elo with 95 % intervals"
    )
    bottom = height - 34
    parts: list[str] = []
    for tick in ticks:
        x = across(tick)
        parts += [
            f'<path class="grid" d="M{x} {TOP}V{bottom}"/>',
            text(x, bottom + 18, str(tick), "middle", 12, "quiet"),
        ]
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW // 2
        elo = row["elo"]
        name = row["entrant"]
        shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        parts += [
            text(LEFT - 16, y + 5, shown, "end"),
            interval(across(elo["low"]), across(elo["high"]), y, "accent-line"),
            f'<circle class="accent" cx="{across(elo["value"])}" cy="{y}" r="5"/>',
            text(WIDTH - RIGHT + 16, y + 5, f"{elo['value']:.0f}"),
            text(WIDTH - RIGHT + 62, y + 5, f"{elo['low']:.0f}–{elo['high']:.0f}", size=12, looks="quiet"),
        ]
    return chart(WIDTH, height, title, note, parts)


def _ticks(values: list[float]) -> list[int]:
    """Round numbers around all values."""
    low, high = min(values), max(values)
    for step in STEPS:
        first, last = int(low // step) * step, (int(high // step) + 1) * step
        if (last - first) // step <= MOST_TICKS:
            break
    return list(range(first, last + 1, step))
