"""Look for better weights of the greedy Yedo player, by play: an evolution strategy over whole games.

    python benchmarks/yedo_tuning.py --minutes 9 --processes 16 --out tuned/

A player with the weights in question sits on every seat in turn, players with today's weights on all others,
in the same deals for all that are tried in a generation. A game counts by how far ahead it ends, which tells
more than who won. After the time is up the mean of the search plays deals that were not used to find it. The
folder then has ``weights.json``: the weights, their shares of victories, and how the search went.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from functools import partial
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np

import kabuto
from kabuto.yedo import Yedo, rules
from kabuto.yedo.ending import outcome
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.state import State

NAMES = [each.name for each in fields(Weights)]
FREE = ("stay",)
"""Weights that may be negative."""
BEGIN = np.array([getattr(GREEDY, name) for name in NAMES])
SCALE = np.maximum(np.abs(BEGIN), 0.2)
STEP = 0.2
"""How far the search goes at first, as a part of each weight."""
AHEAD = 8.0
"""Points by which a clan has to be ahead for three wins in four."""
TRIED = 32
"""Sets of weights in a generation."""
DEALS = {2: 24, 4: 6}
"""Number of players → deals for each set of weights in a generation; each is played from every seat."""
UNSEEN, PROOF = 10_000_000, {2: 400, 4: 100}
"""From this seed on, and how many: the deals that show how good weights are."""


def to_weights(vector: np.ndarray) -> Weights:
    """The weights that a point of the search stands for."""
    numbers = BEGIN + SCALE * vector
    return Weights(
        **{
            name: float(number if name in FREE else max(number, 0.01))
            for name, number in zip(NAMES, numbers, strict=True)
        }
    )


def shuffled(rng: Random, _: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
    """An order for the weapons."""
    return tuple(rng.sample(weapons, len(weapons)))


def play(weights: Weights, players: int, seed: int) -> tuple[float, float]:
    """What one deal from every seat brings the weights: the mean of how far ahead, and of the victories."""
    ahead = won = 0.0
    for seat in range(players):
        game, rng = kabuto.new("yedo", players=players, seed=seed), Random(f"{seed} {seat}")
        assert isinstance(game, Yedo)
        s = game.state.copy()
        while s.tasks:
            move = weigh(s, rng, weights if s.tasks[-1].seat == seat else GREEDY)
            rules.carry_out(s, move, partial(shuffled, rng))
        result = outcome(s)
        assert result is not None
        margin = result.scores[seat] - max(n for other, n in enumerate(result.scores) if other != seat)
        ahead += 1 / (1 + exp(-margin / AHEAD))
        won += (seat in result.winners) / len(result.winners)
    return ahead / players, won / players


def fitness(vector: np.ndarray, generation: int) -> float:
    """How far ahead weights end on average, in the deals of a generation."""
    weights, found = to_weights(vector), []
    for players, deals in DEALS.items():
        results = [play(weights, players, 1000 * generation + deal)[0] for deal in range(deals)]
        found.append(sum(results) / len(results))
    return sum(found) / len(found)


def proof(vector: np.ndarray, players: int, deal: int) -> float:
    """The victories in a deal that the search has not seen."""
    return play(to_weights(vector), players, UNSEEN + deal)[1]


def generations(pool: ProcessPoolExecutor, minutes: float, seed: int) -> Iterator[tuple[np.ndarray, float]]:
    """The mean and the best fitness of each generation: separable CMA-ES."""
    rng, size, end = np.random.default_rng(seed), len(NAMES), monotonic() + 60 * minutes
    half = TRIED // 2
    ranks = np.array([log(half + 0.5) - log(n + 1) for n in range(half)])
    ranks /= ranks.sum()
    mass = 1 / (ranks**2).sum()
    pull = (mass + 2) / (size + mass + 5)
    damping = 1 + pull + 2 * max(0.0, sqrt((mass - 1) / (size + 1)) - 1)
    along, one = (4 + mass / size) / (size + 4 + 2 * mass / size), (size + 2) / 3
    learn_one = min(1.0, one * 2 / ((size + 1.3) ** 2 + mass))
    learn = min(1 - learn_one, one * 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
    length = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
    mean, step, spread = np.zeros(size), STEP, np.ones(size)
    path, path_spread, number = np.zeros(size), np.zeros(size), 0
    while monotonic() < end:
        drawn = rng.standard_normal((TRIED, size)) * np.sqrt(spread)
        found = list(pool.map(partial(fitness, generation=number), mean + step * drawn))
        best = np.argsort(found)[::-1][:half]
        shift = ranks @ drawn[best]
        mean = mean + step * shift
        path = (1 - pull) * path + sqrt(pull * (2 - pull) * mass) * shift / np.sqrt(spread)
        straight = (
            np.linalg.norm(path) / sqrt(1 - (1 - pull) ** (2 * number + 2)) < (1.4 + 2 / (size + 1)) * length
        )
        path_spread = (1 - along) * path_spread + straight * sqrt(along * (2 - along) * mass) * shift
        spread = (
            (1 - learn_one - learn) * spread + learn_one * path_spread**2 + learn * (ranks @ drawn[best] ** 2)
        )
        step *= exp(pull / damping * (np.linalg.norm(path) / length - 1))
        number += 1
        yield mean, float(np.mean(found))


def main() -> None:
    """Tune, prove and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    written: dict[str, object] = {"seed": args.seed, "minutes": args.minutes}
    with ProcessPoolExecutor(args.processes) as pool:
        history = []
        for mean, found in generations(pool, args.minutes, args.seed):
            history.append(round(found, 4))
            written |= {"history": history, "weights": asdict(to_weights(mean))}
            (args.out / "weights.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
            print(f"generation {len(history)}: {found:.3f}", flush=True)
        for players, deals in PROOF.items():
            shares = list(pool.map(partial(proof, mean, players), range(deals), chunksize=4))
            written[f"share of {players}"] = [sum(shares) / deals, 1.96 * float(np.std(shares)) / sqrt(deals)]
            print(f"{players} players: {sum(shares) / deals:.1%} of {deals * players} games", flush=True)
    (args.out / "weights.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
