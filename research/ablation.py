"""What each part of a search is worth: it plays without that part, in the same deals.

    python research/ablation.py --games 200 --iterations 100
    python research/ablation.py learned --games 200 --seconds 0.05
    python research/ablation.py set-up --games 200

The first plays ``search`` against ``greedy``, with a budget of games. The second plays ``learned`` with
search against ``learned`` without it, with the same time for all variants. The third plays ``learned``, which
chooses its opening hand and puts figures on the map by short games, against the same player with the set-up
of ``greedy``. Every deal is played from every seat; the opponent has all other seats. The time is that of one
turn of the search.
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

from kabuto import new
from kabuto.arena.ratings import share
from kabuto.players import Player, make
from kabuto.samurai.kernel import warm
from kabuto.samurai.kernel.convert import from_view
from kabuto.samurai.moves import END
from kabuto.samurai.players.learned.choosing import chance, rank
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.player import HABITS, Habits, Learned
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search import STRONG, Search, Settings
from kabuto.samurai.players.search.turns import plan

Variant = Settings | str
"""Settings, or the name of a player, with the budget as ``{budget}`` or ``{plain}``."""
SEARCH: dict[str, Variant] = {
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
LEARNED: dict[str, Variant] = {
    "the search as it is": HABITS,
    "one more turn instead of several": replace(HABITS, rounds=1),
    "six more turns": replace(HABITS, rounds=6),
    "only the chances after the last turn count": replace(HABITS, trace=1.0),
    "the network's first judgement does not count": replace(HABITS, trust=0.0),
    "without halving": replace(HABITS, halving=False),
    "the planner proposes 16 turns instead of 64": replace(HABITS, proposals=16),
    "a beam of 4 instead of 16": replace(HABITS, beam=4),
    "8 candidates": replace(HABITS, width=8),
    "32 candidates": replace(HABITS, width=32),
    "4 replies": replace(HABITS, replies=4),
    "16 replies": replace(HABITS, replies=16),
    "64 replies, found with a beam of 16: everybody plays as learned": replace(
        HABITS, replies=64, reply_beam=16
    ),
    "the same, and 32 candidates of 128 proposals with a beam of 32": replace(
        HABITS, replies=64, reply_beam=16, width=32, proposals=128, beam=32
    ),
    "every position is judged in full": "in full",
    "the hand-made evaluation": "search:{budget}",
}
SET_UP: dict[str, Variant] = {"set-up by short games": "learned", "set-up as greedy": "simple set-up"}
TABLES: dict[str, tuple[dict[str, Variant], str, dict[str, str]]] = {
    "search": (SEARCH, "greedy", {}),
    "learned": (LEARNED, "learned", {}),
    "set-up": (SET_UP, "simple set-up", {"hands": "choose", "figures": "draft"}),
}
"""What is compared → its variants, their opponent, and the options of the game."""
PLAIN = 90
"""So many iterations of the plain search take about as long as one game of the other."""


class SimpleSetUp(Learned):
    """Plays as ``learned``, but decides as ``greedy`` in set-up."""

    def choose(self, view: Any) -> Any:
        """The next move of the turn that did best."""
        return Search.choose(self, view)


def player(variant: Variant, budget: dict[str, Any], rng: Random) -> Player:
    """One side."""
    if variant == "simple set-up":
        return SimpleSetUp(rng)
    if variant == "in full":
        return Learned(rng, seconds=budget["seconds"] / times_slower(), settings=HABITS)
    if isinstance(variant, str):
        told = f"{budget['seconds']}s" if "seconds" in budget else str(budget["iterations"])
        plain = PLAIN * budget.get("iterations", 0)
        return make(variant.format(plain=plain, budget=told), "samurai", rng)
    if isinstance(variant, Habits):
        return Learned(rng, settings=variant, **budget)
    return Search(rng, settings=variant, **budget)


def times_slower() -> float:
    """How much longer the network takes for a turn if it judges every position from the beginning."""
    mind, seconds = new_mind(2, shipped()[2]), [0.0, 0.0]
    for seed in range(5):
        root = from_view(new("samurai", players=2, seed=seed).view(0))
        number = plan(
            root[0], mind.evaluations[0], mind.singles, mind.plans, HABITS.replies, HABITS.reply_beam
        )
        for full in (False, True) * 20:
            begin = perf_counter()
            plan(root[0], mind.evaluations[0], mind.singles, mind.plans, HABITS.replies, HABITS.reply_beam)
            if full:
                for _ in range(number):
                    chance(root[0], mind, 0)
            else:
                rank(root[0], mind, mind.plans, number)
            seconds[full] += perf_counter() - begin
    return seconds[True] / seconds[False]


def play(
    variant: Variant, table: str, budget: dict[str, Any], seats: int, number: int
) -> tuple[float, float]:
    """One game: its result for the variant, and its seconds for a turn."""
    _, rival, options = TABLES[table]
    game: Any = new("samurai", players=seats, seed=number // seats, **options)
    mine = number % seats
    players = [player(rival, budget, Random(number)) for _ in range(seats)]
    players[mine] = player(variant, budget, Random(number))
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
    parser.add_argument("what", choices=tuple(TABLES), nargs="?", default="search")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--iterations", type=int, default=100, help="games in its head for a turn")
    parser.add_argument("--seconds", type=float, help="time for a turn instead")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    budget = {"seconds": arguments.seconds} if arguments.seconds else {"iterations": arguments.iterations}
    variants, *_ = TABLES[arguments.what]
    warm()
    print("| variant | victories | 95 % | ms a turn |\n|---|---|---|---|", flush=True)
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for name, variant in variants.items():
            seats = arguments.players
            one: Callable[[int], tuple[float, float]] = partial(play, variant, arguments.what, budget, seats)
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
