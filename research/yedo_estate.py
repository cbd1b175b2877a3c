"""Fit what a clan of Yedo has to what it comes to: the tables of ``kabuto.yedo.players.position_value``.

    python research/yedo_estate.py --minutes 8 --processes 16 --out fitted/

Greedy players play; now and then one of them is careless for a round, so that clans differ in everything.
Before and after every bidding phase what each two have is compared with how far apart they end. Later rounds
are surer and count more. A tenth of the games is not fitted to, but shows the usual error. The folder then
has ``position_value.json``, which belongs into ``src/kabuto/yedo/players/``.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import combinations, count
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np

import kabuto
from kabuto.yedo import Move, Yedo, rules
from kabuto.yedo.phases.placement import Place
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.position_value import LAST, holdings
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.state.state import State

CARELESS, MISSES, ERROR = 0.3, 0.3, 1.5
"""How often somebody is careless for a round; what that means, as in ``kabuto.yedo.players.levels``."""
RIDGE = 30.0
CHUNK = 20
"""Games that a process plays before it hands in what it counted."""
SHOWN = 10
"""One chunk in this many is not fitted to."""
SHARES = {2: 0.35, 3: 0.2, 4: 0.3, 5: 0.15}
"""Number of players → its part of the time."""
Row = tuple[int, list[float], int]
"""Rounds left, the difference of what two clans have, the difference of their final scores."""


def rows(players: int, weights: Weights, seed: int) -> Iterator[Row]:
    """What one game has to tell."""
    rng, game = Random(f"estate {seed}"), kabuto.new("yedo", players=players, seed=seed, trading="brief")
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
        both = np.concatenate([apart, apart * left[:, None] / 10, apart * (left < LAST)[:, None]], axis=1)
        weighted = (both / (2 + left)[:, None]).T
        self.games, self.rows, self.squares = len(seeds), len(found), (both**2).sum(axis=0)
        self.sure, self.products, self.ends = (1 / (2 + left)).sum(), weighted @ both, weighted @ ends
        self.plain, self.parts, self.total = both.T @ both, both.T @ ends, float((ends**2).sum())

    def __iadd__(self, other: "Sums") -> "Sums":
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    def weights(self) -> np.ndarray:
        """The weights that fit best: late, added early, added at the end."""
        sizes, sure = np.sqrt(self.squares / self.rows) + 1e-9, self.sure / self.rows
        scaled = self.products / sure / np.outer(sizes, sizes)
        solved = np.linalg.solve(scaled + RIDGE * np.eye(len(sizes)), self.ends / sure / sizes)
        return np.asarray(solved / sizes)

    def error(self, weights: np.ndarray) -> float:
        """The usual error of weights in these games."""
        squared = self.total - 2 * weights @ self.parts + weights @ self.plain @ weights
        return float(np.sqrt(squared / self.rows))


def collected(
    pool: ProcessPoolExecutor, processes: int, players: int, weights: Weights, seconds: float
) -> tuple[Sums, Sums]:
    """What can be counted in some time: games to fit to, and others."""
    end, chunks, running, found = monotonic() + seconds, count(), set[Future[Sums]](), list[Sums]()
    while running or monotonic() < end or len(found) < 2:
        while (monotonic() < end or len(found) < 2) and len(running) < 2 * processes:
            first = CHUNK * next(chunks)
            running.add(pool.submit(Sums, players, weights, range(first, first + CHUNK)))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        found += [each.result() for each in done]
    shown, fitted, *more = found
    for number, sums in enumerate(more):
        if number % SHOWN:
            fitted += sums
        else:
            shown += sums
    return fitted, shown


def written(tables: dict[str, dict[str, list[float]]]) -> str:
    """The tables as JSON, a line for each thing."""
    parts = []
    for players, table in tables.items():
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in table.items())
        parts.append(f' "{players}": {{\n{lines}\n }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Play, fit and write the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="what yedo_tuning.py wrote; by default today's")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the tables")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    weights = Weights(**json.loads(args.weights.read_text())["weights"]) if args.weights else GREEDY
    names = list(holdings(kabuto.new("yedo", players=2, seed=0, trading="brief").state, 0))
    alone = np.array([name == "prestige" for name in names] + [False] * 2 * len(names), float)
    tables = {}
    with ProcessPoolExecutor(args.processes) as pool:
        for players, share in SHARES.items():
            fitted, shown = collected(pool, args.processes, players, weights, 60 * share * args.minutes)
            fit = fitted.weights()
            tables[str(players)] = {
                name: [round(float(number), 3) for number in numbers]
                for name, *numbers in zip(names, *fit.reshape(3, -1), strict=True)
            }
            print(
                f"{players} players, {fitted.games} games: usual error {shown.error(fit):.2f} points, "
                f"by prestige alone {shown.error(alone):.2f}",
                flush=True,
            )
            (args.out / "position_value.json").write_text(written(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
