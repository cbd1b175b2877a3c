"""The learning curve of a run as a picture: how its networks do against playing without one."""

from collections.abc import Mapping
from typing import Any

from kabuto.table.drawing.chart import chart, interval, percent_lines, text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 360, 70, 40, 70, 310


def curve_svg(run: Mapping[str, Any], rival: str = "") -> str:
    """Round → the share of victories against whoever plays without a network, with 95 % intervals."""
    rounds, plan = run["rounds"], run["plan"]
    step = (WIDTH - LEFT - RIGHT) / max(1, len(rounds))

    def up(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    places = [round(LEFT + step * (number + 0.5), 1) for number in range(len(rounds))]
    line = "L".join(f"{x} {up(each['against_none'][0])}" for x, each in zip(places, rounds, strict=True))
    parts = [
        *percent_lines(LEFT, WIDTH - RIGHT, up),
        text(LEFT - 8, BOTTOM + 20, "round", "end", 12, "quiet"),
        f'<path class="accent-line" d="M{line}" fill="none" stroke-width="2"/>',
    ]
    for number, (x, each) in enumerate(zip(places, rounds, strict=True)):
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
    return chart(
        WIDTH, HEIGHT, title, f"victories against {rival or 'the hand-made evaluation'} · {games}", parts
    )
