"""The learning curve of a run as a picture: how its networks do against playing without one."""

from collections.abc import Mapping
from typing import Any

from kabuto.table.chart import chart, interval, text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 360, 70, 40, 70, 310
TICKS = 5


def curve_svg(run: Mapping[str, Any]) -> str:
    """Round → the share of victories against the hand-made evaluation, with 95 % intervals."""
    rounds, plan = run["rounds"], run["plan"]
    step = (WIDTH - LEFT - RIGHT) / max(1, len(rounds))

    def up(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    parts: list[str] = []
    for tick in range(TICKS):
        share = tick / (TICKS - 1)
        parts += [
            f'<path class="grid" d="M{LEFT} {up(share)}H{WIDTH - RIGHT}"/>',
            text(LEFT - 10, up(share) + 4, f"{share:.0%}", "end", 12, "quiet"),
        ]
    for number, each in enumerate(rounds):
        x = round(LEFT + step * (number + 0.5), 1)
        share, low, high = each["against_none"]
        parts += [
            f'<g transform="rotate(-90 {x} {up(share)})">'
            + interval(
                round(x - (share - low) * (BOTTOM - TOP), 1),
                round(x + (high - share) * (BOTTOM - TOP), 1),
                up(share),
                "accent-line",
            )
            + "</g>",
            f'<circle class="accent" cx="{x}" cy="{up(share)}" r="5"/>',
            text(x, BOTTOM + 20, str(number), "middle", 12, "quiet"),
        ]
    title = f"{plan['game'].capitalize()}, {plan['players']} players: what every round of learning brought"
    games = f"{plan['games']:,} games a round, seed {plan['seed']}"
    return chart(WIDTH, HEIGHT, title, f"victories against the hand-made evaluation · {games}", parts)
