"""Look for better weights of the greedy Yedo player by play: simultaneous perturbation (SPSA).

    python research/yedo_tuning.py --minutes 9 --processes 16 --out tuned/

Every weight is moved a little up or down at random. A player with these weights meets one with the opposite
moves, in the same deal from both sides; how far ahead it ends pulls all weights towards the better side, so
that every game tells something about every weight. The answer is the mean over the second half of the run; at
the end it plays today's weights in deals that were not used to find it. The folder then has ``weights.json``:
the weights, their shares of victories, and how many deals it took.
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, fields
from functools import partial
from math import sqrt, tanh
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np

import kabuto
from kabuto.yedo import Yedo, rules
from kabuto.yedo.phases.scoring import YedoOutcome, outcome
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.state.state import State

NAMES = [each.name for each in fields(Weights)]
FREE = ("stay",)
"""Weights that may be negative."""
BEGIN = np.array([getattr(GREEDY, name) for name in NAMES])
SCALE = np.maximum(np.abs(BEGIN), 0.2)
MOVED = 0.25
"""How far a weight is moved to try it, as a part of itself."""
RATE = 0.008
"""How far a game that is won clearly pulls the weights, in the moves it was played with."""
AHEAD = 12.0
"""Points that count as a clear victory."""
TABLES = (2, 2, 2, 4)
"""Numbers of players, in turn."""
BATCH = 8
"""Deals that a process plays between two looks at the weights."""
UNSEEN, PROOF = 10_000_000, {2: 600, 4: 150}
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


def play(seats: Sequence[Weights], seed: int) -> YedoOutcome:
    """One game."""
    game, rng = kabuto.new("yedo", players=len(seats), seed=seed, trading="brief"), Random(seed)
    assert isinstance(game, Yedo)
    s = game.state.copy()
    while s.tasks:
        rules.carry_out(s, weigh(s, rng, seats[s.tasks[-1].seat]), partial(shuffled, rng))
    result = outcome(s)
    assert result is not None
    return result


def pull(mean: np.ndarray, first: int) -> np.ndarray:
    """What some deals say about the direction in which the weights get better."""
    found = np.zeros(len(NAMES))
    for seed in range(first, first + BATCH):
        rng, players = np.random.default_rng(seed), TABLES[seed % len(TABLES)]
        moves = rng.choice((-MOVED, MOVED), len(NAMES))
        sides = to_weights(mean + moves), to_weights(mean - moves)
        for turn in (0, 1):
            scores = play([sides[(seat + turn) % 2] for seat in range(players)], seed).scores
            best = max(scores[turn::2]) - max(scores[1 - turn :: 2])
            found += moves * tanh(best / AHEAD)
    return found


def proof(vector: np.ndarray, players: int, deal: int) -> float:
    """The victories in an unseen deal, on every seat in turn, with today's weights on all others."""
    won, weights = 0.0, to_weights(vector)
    for seat in range(players):
        winners = play([weights if n == seat else GREEDY for n in range(players)], UNSEEN + deal).winners
        won += (seat in winners) / len(winners)
    return won / players


def main() -> None:
    """Tune, prove and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    point, history, deal = np.zeros(len(NAMES)), list[np.ndarray](), args.seed * 1_000_000
    written: dict[str, object] = {"seed": args.seed, "minutes": args.minutes}
    with ProcessPoolExecutor(args.processes) as pool:
        running, end = set[Future[np.ndarray]](), monotonic() + 60 * args.minutes
        while running or monotonic() < end:
            while monotonic() < end and len(running) < 2 * args.processes:
                running.add(pool.submit(pull, point, deal))
                deal += BATCH
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                point = point + RATE * each.result()
                history.append(point)
            if not len(history) % 50:
                mean = np.mean(history[len(history) // 2 :], axis=0)
                written |= {"deals": BATCH * len(history), "weights": asdict(to_weights(mean))}
                (args.out / "weights.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        mean = np.mean(history[len(history) // 2 :], axis=0)
        written |= {"deals": BATCH * len(history), "weights": asdict(to_weights(mean))}
        (args.out / "weights.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        for players, deals in PROOF.items():
            shares = list(pool.map(partial(proof, mean, players), range(deals), chunksize=4))
            written[f"share of {players}"] = [sum(shares) / deals, 1.96 * float(np.std(shares)) / sqrt(deals)]
            print(f"{players} players: {sum(shares) / deals:.1%} of {deals * players} games", flush=True)
    (args.out / "weights.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
