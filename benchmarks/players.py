"""How fast and how strong the greedy player is: whole games among its like, and against random players.

    python benchmarks/players.py [--seconds 5] [--games 400]
    python benchmarks/players.py --turns level8 level9 level10

Seats rotate over the same deals; a shared victory counts in part; intervals are 95 %. The second shows how
long players think about a turn, in two games against ``learned``: processor time, on average and at most.
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
    parser.add_argument("--turns", nargs="+", metavar="PLAYER", help="how long these think instead")
    arguments = parser.parse_args()
    if arguments.turns:
        show_turns(arguments.turns)
        return
    for players in (2, 3, 4):
        for name in ("random", "greedy"):
            print(f"{players} players, {name}: {speed(name, players, arguments.seconds):.1f} games/s")
        wins = [victory(number, players) for number in range(arguments.games)]
        share, error = interval(wins)
        print(f"{players} players, greedy among random ones: {share:.1%} ± {error:.1%} of {len(wins)} games")


def show_turns(names: list[str]) -> None:
    """Print how long players think about a turn."""
    for players in (2, 3, 4):
        for name in names:
            turns = [seconds for seed in (5, 6) for seconds in thinking(name, players, seed)]
            print(
                f"{players} players, {name}: {sum(turns) / len(turns):.3f} s a turn, "
                f"{max(turns):.3f} at most of {len(turns)}",
                flush=True,
            )


def thinking(name: str, players: int, seed: int) -> list[float]:
    """The seconds for each turn of the first seat; the engine is loaded in a turn before."""
    game = kabuto.new("samurai", players=players, seed=seed)
    rival = make("learned", "samurai", random.Random(2))
    player = make(name, "samurai", random.Random(1))
    player.choose(game.view(0))
    turns = [0.0]
    while (seat := game.to_move) is not None:
        begin = process_time()
        move = (rival if seat else player).choose(game.view(seat))
        turns[-1] += process_time() - begin if seat == 0 else 0.0
        game.play(move)
        if seat == 0 and game.to_move != 0:
            turns.append(0.0)
    return turns[:-1] if not turns[-1] else turns


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
