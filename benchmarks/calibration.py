"""How good the chances are that evaluations give: games between strong players, and what came of them.

``python benchmarks/calibration.py --games 4000`` lets ``learned`` play itself with seeds that no network was
trained on, and asks the learned and the hand-made evaluation after every turn. It prints the log-loss of both
and how often positions were won that got a certain chance, and writes both to ``benchmarks/results``.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from kabuto.measuring import machine
from kabuto.samurai import learning
from kabuto.samurai.players.learned.features import COMMON, layout
from kabuto.samurai.players.learned.player import new_mind
from kabuto.samurai.players.learned.weights import shipped

SEED = 77_000_000_000
"""Far from the seeds of all games that were learned from."""
BINS = 10
RESULTS = Path(__file__).parent / "results"


def played(players: int, number: int) -> dict[str, Any]:
    """Games of the learned evaluation against itself."""
    seeds, seats = SEED + np.arange(number), np.ones((number, 4), np.int64)
    mind = new_mind(players, shipped()[players])
    sizes, out, results = learning._games((mind, mind), players, seeds, seats, 0, 0)
    actions = np.concatenate([row[:size] for row, size in zip(out, sizes, strict=True)])
    return {"players": players, "seed": seeds, "size": sizes, "actions": actions, "results": results}


def chances(players: int, which: Any, values: Any) -> dict[str, Any]:
    """Evaluation → what it thinks of each position."""
    network, where = shipped()[players], layout(players)
    learned, made = np.zeros(len(which)), np.zeros(len(which))
    at = where.common + COMMON * (players + 1)
    for row, (inputs, amounts) in enumerate(zip(which, values, strict=True)):
        position = np.zeros(where.size + 1, np.float32)
        position[inputs] = amounts
        made[row] = position[at]
        wide = np.maximum(position[:-1] @ network.first + network.first_bias, 0)
        narrow = np.maximum(wide @ network.second + network.second_bias, 0)
        learned[row] = 1 / (1 + np.exp(-(narrow @ network.last[:-1] + network.last[-1])))
    return {"learned": learned, "hand-made": made}


def judged(guesses: Any, wins: Any) -> dict[str, Any]:
    """The log-loss, and for every tenth of the scale: positions, the mean chance, and how many were won."""
    sure = np.clip(guesses, 1e-6, 1 - 1e-6)
    loss = -np.mean(wins * np.log(sure) + (1 - wins) * np.log(1 - sure))
    bins = np.minimum((guesses * BINS).astype(int), BINS - 1)
    rows = [
        [int(some.sum()), round(float(guesses[some].mean()), 3), round(float(wins[some].mean()), 3)]
        for some in (bins == each for each in range(BINS))
        if some.any()
    ]
    return {"log_loss": round(float(loss), 4), "positions": len(wins), "bins": rows}


def main() -> None:
    """Play, ask and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    games = parser.parse_args().games
    found: dict[str, Any] = {"games": games, "machine": machine(("kabuto", "numba", "numpy")), "players": {}}
    for players in sorted(shipped()):
        which, values, wins, _ = learning.describe(played(players, games), 1)
        found["players"][players] = {
            name: judged(guesses, wins) for name, guesses in chances(players, which, values).items()
        }
        for name, each in found["players"][players].items():
            print(f"{players} players, {name}: log-loss {each['log_loss']}, {each['positions']} positions")
            for number, chance, won in each["bins"]:
                print(f"  {number:7,}  {chance:6.1%}  {won:6.1%}")
    (RESULTS / "calibration.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
