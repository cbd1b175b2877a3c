"""What each part of the search is worth: it plays without that part, against ``greedy``, in the same deals.

    python benchmarks/ablation.py --games 200 --iterations 100

Every deal is played from every seat; all others are ``greedy``. The time is that of one turn of the search.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any

from kabuto.arena.ratings import share
from kabuto.players import Player, make
from kabuto.samurai.kernel import warm
from kabuto.samurai.moves import END
from kabuto.samurai.players.search import STRONG, Search, Settings
from kabuto.table import new

VARIANTS: dict[str, Settings | str] = {
    "the search as it is": STRONG,
    "without halving: all candidates get the same games": replace(STRONG, halving=False),
    "4 candidates instead of 16": replace(STRONG, width=4),
    "the evaluation does not count beside the games": replace(STRONG, trust=0),
    "the weights of greedy": replace(STRONG, weights=STRONG.others),
    "the others are thought to play as well as itself": replace(STRONG, others=STRONG.weights),
    "one plan grows instead of 4": replace(STRONG, beam=1),
    "judged by the evaluation after 4 turns": replace(STRONG, horizon=(4,) * 5),
    "judged by the evaluation at once": replace(STRONG, horizon=(0,) * 5),
    "plain search, single actions, random games": "ismcts:{plain}",
}
PLAIN = 90
"""So many iterations of the plain search take about as long as one game of the other."""


def player(variant: Settings | str, iterations: int, rng: Random) -> Player:
    """The searching side."""
    if isinstance(variant, str):
        return make(variant.format(plain=PLAIN * iterations), "samurai", rng)
    return Search(rng, iterations=iterations, settings=variant)


def play(variant: Settings | str, iterations: int, seats: int, number: int) -> tuple[float, float]:
    """One game: its result for the search, and its seconds for a turn."""
    game: Any = new("samurai", players=seats, seed=number // seats)
    mine = number % seats
    players = [make("greedy", "samurai", Random(number)) for _ in range(seats)]
    players[mine] = player(variant, iterations, Random(number))
    seconds, turns = 0.0, 0
    while (seat := game.to_move) is not None:
        begin = perf_counter()
        move = players[seat].choose(game.view(seat))
        if seat == mine:
            seconds += perf_counter() - begin
            turns += move == END
        game.play(move)
    winners = game.outcome.ranking[0]
    return (mine in winners) / len(winners), seconds / max(1, turns)


def main() -> None:
    """Play and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--iterations", type=int, default=100, help="games in its head for a turn")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    warm()
    print("| variant | victories | 95 % | ms a turn |\n|---|---|---|---|", flush=True)
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for name, variant in VARIANTS.items():
            seats = arguments.players
            one: Callable[[int], tuple[float, float]] = partial(play, variant, arguments.iterations, seats)
            played = list(pool.map(one, range(arguments.games // seats * seats)))
            # The games of a deal stand together: they are not independent.
            results = [result for result, _ in played]
            deals = [sum(results[i : i + seats]) for i in range(0, len(results), seats)]
            found = share(deals, [float(seats)] * len(deals))
            turn = sum(seconds for _, seconds in played) / len(played)
            print(
                f"| {name} | {found.value:.1%} | {found.low:.1%}–{found.high:.1%} | {1000 * turn:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
