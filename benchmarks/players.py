"""How fast and how strong the greedy player is: whole games among its like, and against random players.

    python benchmarks/players.py [--seconds 5] [--games 400]

Seats rotate over the same deals; a shared victory counts in part; intervals are 95 %.
"""

import argparse
import random
from math import sqrt
from time import process_time

import kabuto
from kabuto.players import make, play_out


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each speed (default 5)")
    parser.add_argument("--games", type=int, default=400, help="games against random players (default 400)")
    arguments = parser.parse_args()
    for players in (2, 3, 4):
        for name in ("random", "greedy"):
            print(f"{players} players, {name}: {speed(name, players, arguments.seconds):.1f} games/s")
        wins = [victory(number, players) for number in range(arguments.games)]
        share, error = interval(wins)
        print(f"{players} players, greedy among random ones: {share:.1%} ± {error:.1%} of {len(wins)} games")


def speed(name: str, players: int, seconds: float) -> float:
    """Whole games per second of processor time, every seat by this player."""
    start, games = process_time(), 0
    while process_time() - start < seconds:
        play(games, [name] * players)
        games += 1
    return games / (process_time() - start)


def victory(number: int, players: int) -> float:
    """What a greedy player wins among random ones: 1, 0 or its part of a shared victory."""
    deal, seat = divmod(number, players)
    winners = play(deal, ["greedy" if each == seat else "random" for each in range(players)])
    return (seat in winners) / len(winners)


def play(seed: int, names: list[str]) -> tuple[int, ...]:
    """The winners of a game between these players."""
    game = kabuto.new("samurai", players=len(names), seed=seed)
    play_out(
        game,
        [make(name, "samurai", random.Random(f"{seed}/{seat}/{name}")) for seat, name in enumerate(names)],
    )
    assert game.outcome is not None
    return game.outcome.winners


def interval(results: list[float]) -> tuple[float, float]:
    """The mean, and how far off it may be (95 %); for all or nothing by the rule of three."""
    number = len(results)
    mean = sum(results) / number
    variance = sum((result - mean) ** 2 for result in results) / number
    return mean, max(1.96 * sqrt(variance / number), 3 / number if mean in (0, 1) else 0.0)


if __name__ == "__main__":
    main()
