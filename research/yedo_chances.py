"""Fit how far clans of Yedo have to be apart for their chances: ``SPREAD`` of
``kabuto.yedo.players.position_value``.

    python research/yedo_chances.py --games 400 --players 2

Greedy players play. At the end of every round what the clans have (``estate``) is compared with who wins. The
spread that makes the winners likeliest is printed, with its log-loss beside that of knowing nothing.
"""

import argparse
from itertools import product
from math import exp, log
from random import Random

import kabuto
from kabuto.yedo import Yedo, rules
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.position_value import SPREAD, estate
from kabuto.yedo.state.state import State

Row = tuple[int, list[float], tuple[int, ...]]
"""Rounds left, the estates of the clans, the winners."""


def rows(players: int, seed: int) -> list[Row]:
    """What one game has to tell."""
    game, rng, seen = (
        kabuto.new("yedo", players=players, seed=seed, trading="brief"),
        Random(seed),
        list[tuple[int, list[float]]](),
    )
    assert isinstance(game, Yedo)
    s = game.state.copy()

    def shuffled(_: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(rng.sample(weapons, len(weapons)))

    while s.tasks:
        before = s.round
        rules.carry_out(s, weigh(s, rng), shuffled)
        if s.tasks and s.round > before:
            seen.append((s.setting.board.rounds - s.round, [estate(s, seat) for seat in range(players)]))
    result = outcome(s)
    assert result is not None
    return [(left, points, result.winners) for left, points in seen]


def loss(found: list[Row], spread: tuple[float, float]) -> float:
    """How surprising the winners are, on average."""
    total = 0.0
    for left, points, winners in found:
        scaled = [number / (spread[0] + spread[1] * left) for number in points]
        whole = sum(exp(number - max(scaled)) for number in scaled)
        total -= log(sum(exp(scaled[seat] - max(scaled)) for seat in winners) / whole / len(winners))
    return total / len(found)


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    args = parser.parse_args()
    found = [row for seed in range(args.games) for row in rows(args.players, seed)]
    tried = product((1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8), (0, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.6, 2))
    best = min(tried, key=lambda spread: loss(found, spread))
    nothing, today = log(args.players), loss(found, SPREAD)
    print(
        f"spread {best}: log-loss {loss(found, best):.3f}; today's {today:.3f}; knowing nothing {nothing:.3f}"
    )


if __name__ == "__main__":
    main()
