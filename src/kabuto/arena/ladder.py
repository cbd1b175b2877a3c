"""The ladder of a match as a picture: one line per entrant, its Elo and the 95 % interval around it."""

from collections.abc import Mapping
from html import escape
from typing import Any

ROW, TOP, LEFT, RIGHT, WIDTH = 34, 56, 250, 150, 900
INK, QUIET, LINE, POINT = "#2b2620", "#7a6f63", "#d8cfc2", "#a63d2f"
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
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="system-ui, sans-serif" font-size="14" fill="{INK}">',
        f"<title>{escape(title)}: Elo of the entrants</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf8f2"/>',
        f'<text x="16" y="26" font-size="17" font-weight="600">{escape(title)}</text>',
        f'<text x="16" y="45" font-size="12" fill="{QUIET}">{escape(note)}</text>',
    ]
    for tick in ticks:
        x = across(tick)
        parts += [
            f'<path d="M{x} {TOP}V{bottom}" stroke="{LINE}"/>',
            f'<text x="{x}" y="{bottom + 18}" font-size="12" fill="{QUIET}" text-anchor="middle">'
            f"{tick}</text>",
        ]
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW // 2
        elo = row["elo"]
        name = row["entrant"]
        shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        parts += [
            f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(shown)}</text>',
            f'<path d="M{across(elo["low"])} {y}H{across(elo["high"])}" stroke="{POINT}" stroke-width="6"'
            ' stroke-opacity="0.35" stroke-linecap="round"/>',
            f'<circle cx="{across(elo["value"])}" cy="{y}" r="5" fill="{POINT}"/>',
            f'<text x="{WIDTH - RIGHT + 16}" y="{y + 5}">{elo["value"]:.0f}'
            f'<tspan dx="8" fill="{QUIET}" font-size="12">{elo["low"]:.0f}–{elo["high"]:.0f}</tspan></text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _ticks(values: list[float]) -> list[int]:
    """Round numbers around all values."""
    low, high = min(values), max(values)
    for step in STEPS:
        first, last = int(low // step) * step, (int(high // step) + 1) * step
        if (last - first) // step <= MOST_TICKS:
            break
    return list(range(first, last + 1, step))
