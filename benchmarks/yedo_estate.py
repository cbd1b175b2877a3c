"""Fit what a clan of Yedo has to what it comes to: the table of ``kabuto.yedo.players.estate``.

python benchmarks/yedo_estate.py [--games 1500]

Two greedy players play; now and then one of them is careless for a round, so that clans differ in everything.
Before and after every bidding phase what both have is compared with how far apart they end. Later rounds are
surer and count more.
"""

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np

import kabuto
from kabuto.yedo import Move, Yedo, rules
from kabuto.yedo.assignment import Place
from kabuto.yedo.ending import outcome
from kabuto.yedo.players.estate import WEIGHTS, holdings
from kabuto.yedo.players.judging import judge
from kabuto.yedo.state import State

CARELESS, MISSES, ERROR = 0.3, 0.3, 1.5
"""How often somebody is careless for a round; what that means, as in ``kabuto.yedo.players.levels``."""
RIDGE = 30.0
Row = tuple[int, list[float], int]
"""Rounds left, the difference of what two clans have, the difference of their final scores."""


def rows(seed: int) -> Iterator[Row]:
    """What one game has to tell."""
    rng, game = Random(f"estate {seed}"), kabuto.new("yedo", players=2, seed=seed)
    assert isinstance(game, Yedo)
    s, careless = game.state.copy(), [False, False]
    seen: dict[tuple[int, bool], list[float]] = {}
    while s.tasks:
        when = s.round, isinstance(s.tasks[-1], Place)
        if s.round and when not in seen and (when[1] or (s.round, True) not in seen):
            own, other = holdings(s, 0), holdings(s, 1)
            seen[when] = [own[name] - other[name] for name in WEIGHTS]
            careless = [rng.random() < CARELESS for _ in careless]
        rules.carry_out(
            s, _move(s, rng, careless), lambda _, weapons: tuple(rng.sample(weapons, len(weapons)))
        )
    result = outcome(s)
    assert result is not None
    for (number, _), apart in seen.items():
        yield s.setting.board.rounds - number, apart, result.scores[0] - result.scores[1]


def _move(s: State, rng: Random, careless: list[bool]) -> Move:
    moves, seat = rules.legal_moves(s), s.tasks[-1].seat
    if len(moves) == 1:
        return moves[0]
    value = judge(s, seat)
    if careless[seat]:
        thought_of = [move for move in moves if rng.random() >= MISSES] or list(moves)
        return max(thought_of, key=lambda move: value(move) + rng.gauss(0.0, ERROR))
    return max(moves, key=lambda move: (value(move), rng.random()))


def fit(found: list[Row]) -> tuple[list[float], float, float]:
    """The weights, late and added early; the usual error, and that of the prestige points alone."""
    left = np.array([row[0] for row in found])
    apart, ends = np.array([row[1] for row in found]), np.array([row[2] for row in found], float)
    both = np.concatenate([apart, apart * left[:, None] / 10], axis=1)
    sizes, sure = both.std(axis=0) + 1e-9, 1 / (2 + left)
    scaled, sure = both / sizes, sure / sure.mean()
    weighted = (scaled * sure[:, None]).T
    weights = np.linalg.solve(weighted @ scaled + RIDGE * np.eye(len(sizes)), weighted @ ends) / sizes
    error, plain = ends - both @ weights, ends - apart[:, 0]
    return list(weights), float(np.sqrt(np.mean(error**2))), float(np.sqrt(np.mean(plain**2)))


def main() -> None:
    """Play, fit and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1500)
    weights, error, plain = fit([row for seed in range(parser.parse_args().games) for row in rows(seed)])
    print(f"usual error {error:.1f} points, by prestige alone {plain:.1f}")
    for name, late, more in zip(WEIGHTS, weights, weights[len(WEIGHTS) :], strict=False):
        print(f'    "{name}": ({late:.2f}, {more:.2f}),')


if __name__ == "__main__":
    main()
