"""How good the chances are that evaluations give: games between strong players, and what came of them.

``python research/calibration.py --games 4000`` lets ``learned`` play itself with seeds that no network was
trained on, and asks the learned and the hand-made evaluation after every turn. It prints the log-loss of both
and how often positions were won that got a certain chance, and writes both to ``research/results``.

``--reviews 100`` does the same for the chances that a review shows: those of a spectator, from short games
with the learned evaluation or from games that players like ``greedy`` play to the end. ``learned:240`` plays
these games.

The reliability curves are drawn to ``docs/pictures/calibration.svg``; ``--draw`` only draws them again.
"""

import argparse
import json
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np

from calibration_plot import calibration_svg
from kabuto.measuring import machine
from kabuto.players import make
from kabuto.samurai import learning
from kabuto.samurai.analysis.thought import SHORT
from kabuto.samurai.moves import END
from kabuto.samurai.players.learned.features import COMMON, layout
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.player import Learned
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search import Search
from kabuto.table import new

SEED = 77_000_000_000
"""Far from the seeds of all games that were learned from."""
BINS = 10
REVIEW_GAMES = 100
"""Games for each of these positions."""
RESULTS = Path(__file__).parent / "results"
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "calibration.svg"


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


def reviewed(players: int, number: int) -> tuple[dict[str, Any], Any]:
    """What a spectator would be told after every turn, in either way, and what came of it."""
    ways = {
        "short learned games": Learned(Random(1), iterations=1, settings=SHORT),
        "greedy games to the end": Search(Random(1), iterations=1),
    }
    seconds = dict.fromkeys(ways, 0.0)
    told: dict[str, list[float]] = {way: [] for way in ways}
    wins: list[float] = []
    for seed in range(SEED, SEED + number):
        game: Any = new("samurai", players=players, seed=seed)
        seats = [make("learned:240", "samurai", Random(f"{seed}/{seat}")) for seat in range(players)]
        turns = 0
        while (seat := game.to_move) is not None:
            move = seats[seat].choose(game.view(seat))
            game.play(move)
            if move == END and game.outcome is None:
                turns += 1
                for way, player in ways.items():
                    begin = process_time()
                    told[way] += player.play_on(game.view(None), REVIEW_GAMES)
                    seconds[way] += process_time() - begin
        winners = game.outcome.winners
        wins += [(seat in winners) / len(winners) for seat in range(players)] * turns
    for way, spent in seconds.items():
        print(f"{players} players, {way}: {1000 * spent / (len(wins) / players):.1f} ms a position")
    return {way: np.array(chances) for way, chances in told.items()}, np.array(wins)


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
    parser.add_argument("--reviews", type=int, default=0, help="games to ask as a review does instead")
    parser.add_argument("--draw", action="store_true", help="only draw what was found before")
    arguments = parser.parse_args()
    if arguments.draw:
        draw()
        return
    games = arguments.reviews or arguments.games
    found: dict[str, Any] = {"games": games, "machine": machine(("kabuto", "numba", "numpy")), "players": {}}
    for players in sorted(shipped()):
        if arguments.reviews:
            ways, wins = reviewed(players, games)
        else:
            which, values, wins, _ = learning.describe(played(players, games), 1)
            ways = chances(players, which, values)
        found["players"][players] = {name: judged(guesses, wins) for name, guesses in ways.items()}
        for name, each in found["players"][players].items():
            print(f"{players} players, {name}: log-loss {each['log_loss']}, {each['positions']} positions")
            for number, chance, won in each["bins"]:
                print(f"  {number:7,}  {chance:6.1%}  {won:6.1%}")
    name = "calibration-reviews.json" if arguments.reviews else "calibration.json"
    (RESULTS / name).write_text(json.dumps(found, indent=1) + "\n")
    if not arguments.reviews:
        draw()


def draw() -> None:
    """Draw the curves of the games that were played last."""
    PICTURE.write_text(calibration_svg(json.loads((RESULTS / "calibration.json").read_text())))


if __name__ == "__main__":
    main()
