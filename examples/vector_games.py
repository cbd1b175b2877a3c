"""Many games of Samurai at once, played at random: how long they last, and whether it helps to begin.

python examples/vector_games.py --games 1024 --steps 500 --players 2
"""

import argparse

import numpy as np

from kabuto.envs import SamuraiVector


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1024, help="games side by side (1024)")
    parser.add_argument("--steps", type=int, default=500, help="actions in each of them (500)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()

    games = SamuraiVector(told.games, players=told.players, threads=told.threads, seed=told.seed)
    ended, worth = 0, np.zeros(told.players)
    for _ in range(told.steps):
        games.step(games.sample())
        ended += int(games.done.sum())
        worth += games.reward.sum(0)
    print(f"{told.games * told.steps:,} actions, {ended:,} games ended")
    for seat in range(told.players):
        print(f"seat {seat}: {worth[seat] / max(ended, 1):+.3f} a game")


if __name__ == "__main__":
    main()
