"""Fit what a clan of Yedo has to what it comes to: the table of ``kabuto.yedo.players.estate``.

    python benchmarks/yedo_estate.py --games 60000 --players 2 --processes 16

Greedy players play; now and then one of them is careless for a round, so that clans differ in everything.
Before and after every bidding phase what each two have is compared with how far apart they end. Later rounds
are surer and count more. A tenth of the games is not fitted to, but shows the usual error.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np

import kabuto
from kabuto.yedo import Move, Yedo, rules
from kabuto.yedo.assignment import Place
from kabuto.yedo.ending import outcome
from kabuto.yedo.players.estate import holdings
from kabuto.yedo.players.judging import judge
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.state import State

CARELESS, MISSES, ERROR = 0.3, 0.3, 1.5
"""How often somebody is careless for a round; what that means, as in ``kabuto.yedo.players.levels``."""
RIDGE = 30.0
CHUNK = 50
"""Games that a process plays before it hands in what it counted."""
Row = tuple[int, list[float], int]
"""Rounds left, the difference of what two clans have, the difference of their final scores."""


def rows(players: int, weights: Weights, seed: int) -> Iterator[Row]:
    """What one game has to tell."""
    rng, game = Random(f"estate {seed}"), kabuto.new("yedo", players=players, seed=seed)
    assert isinstance(game, Yedo)
    s, careless = game.state.copy(), [False] * players
    seen: dict[tuple[int, bool], list[list[float]]] = {}
    while s.tasks:
        when = s.round, isinstance(s.tasks[-1], Place)
        if s.round and when not in seen and (when[1] or (s.round, True) not in seen):
            seen[when] = [list(holdings(s, seat, weights).values()) for seat in range(players)]
            careless = [rng.random() < CARELESS for _ in careless]
        rules.carry_out(
            s, _move(s, rng, careless, weights), lambda _, weapons: tuple(rng.sample(weapons, len(weapons)))
        )
    result = outcome(s)
    assert result is not None
    for (number, _), owned in seen.items():
        for one, two in combinations(range(players), 2):
            apart = [a - b for a, b in zip(owned[one], owned[two], strict=True)]
            yield s.setting.board.rounds - number, apart, result.scores[one] - result.scores[two]


def _move(s: State, rng: Random, careless: list[bool], weights: Weights) -> Move:
    moves, seat = rules.legal_moves(s), s.tasks[-1].seat
    if len(moves) == 1:
        return moves[0]
    value = judge(s, seat, weights)
    if careless[seat]:
        thought_of = [move for move in moves if rng.random() >= MISSES] or list(moves)
        return max(thought_of, key=lambda move: value(move) + rng.gauss(0.0, ERROR))
    return max(moves, key=lambda move: (value(move), rng.random()))


class Sums:
    """Everything that least squares need to know of some games."""

    def __init__(self, players: int, weights: Weights, seeds: range) -> None:
        found = [row for seed in seeds for row in rows(players, weights, seed)]
        left = np.array([row[0] for row in found])
        apart, ends = np.array([row[1] for row in found]), np.array([row[2] for row in found], float)
        both = np.concatenate([apart, apart * left[:, None] / 10], axis=1)
        weighted = (both / (2 + left)[:, None]).T
        self.rows, self.squares = len(found), (both**2).sum(axis=0)
        self.sure, self.products, self.ends = (1 / (2 + left)).sum(), weighted @ both, weighted @ ends
        self.plain, self.parts, self.total = both.T @ both, both.T @ ends, float((ends**2).sum())

    def __iadd__(self, other: "Sums") -> "Sums":
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    def weights(self) -> np.ndarray:
        """The weights that fit best, late and added early."""
        sizes, sure = np.sqrt(self.squares / self.rows) + 1e-9, self.sure / self.rows
        scaled = self.products / sure / np.outer(sizes, sizes)
        solved = np.linalg.solve(scaled + RIDGE * np.eye(len(sizes)), self.ends / sure / sizes)
        return np.asarray(solved / sizes)

    def error(self, weights: np.ndarray) -> float:
        """The usual error of weights in these games."""
        squared = self.total - 2 * weights @ self.parts + weights @ self.plain @ weights
        return float(np.sqrt(squared / self.rows))


def main() -> None:
    """Play, fit and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="what yedo_tuning.py wrote; by default today's")
    parser.add_argument("--out", type=Path, help="a folder for the table")
    args = parser.parse_args()
    weights = Weights(**json.loads(args.weights.read_text())["weights"]) if args.weights else GREEDY
    chunks = [range(first, first + CHUNK) for first in range(0, args.games, CHUNK)]
    with ProcessPoolExecutor(args.processes) as pool:
        fitted, *more = pool.map(partial(Sums, args.players, weights), chunks)
    shown = more.pop()
    for number, sums in enumerate(more):
        if number % 10:
            fitted += sums
        else:
            shown += sums
    fit = fitted.weights()
    names = holdings(kabuto.new("yedo", players=args.players, seed=0).state, 0)
    prestige = np.array([name == "prestige" for name in names] + [False] * len(names), float)
    lines = [f"usual error {shown.error(fit):.2f} points, by prestige alone {shown.error(prestige):.2f}"]
    for name, late, early in zip(names, fit, fit[len(names) :], strict=False):
        lines.append(f'    "{name}": ({late:.2f}, {early:.2f}),')
    print("\n".join(lines))
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / f"estate-{args.players}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
