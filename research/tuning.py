"""Look for better weights of the compiled evaluation, by play: CMA-ES over whole games inside the engine.

    pip install cma
    python research/tuning.py --players 2 --minutes 20
    python research/tuning.py --players 2 --minutes 15 --against greedy,tuned

A planner with the weights in question sits on every seat in turn, one with the weights it is measured against
on all others, in the same deals. Every ten generations the best so far is printed with its share of victories
in games that were not used to find it.
"""

import argparse
from dataclasses import dataclass
from math import exp, log
from time import monotonic
from typing import Any

import numpy as np

from kabuto.samurai.kernel.convert import from_state, states
from kabuto.samurai.kernel.engine import jit, redeal
from kabuto.samurai.kernel.tables import OVER
from kabuto.samurai.players.search import STRONG
from kabuto.samurai.players.search.evaluation import EVALUATION, final, write
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM, mixed, play_turn
from kabuto.samurai.players.search.weights import GREEDY, TUNED, Weights
from kabuto.table import new

STARTS = 200
"""Ways to put the figures on the map."""
UNSEEN = 50_000_000
"""From this deal on: those that show how good weights are."""
POSITIVE = ("first", "spread", "least_spread", "others_spread")
CHANCES = ("attention", "tempo", "extra", "denial", "rest", "draw")
HELD = (0, 1, 2, 12, 13, 14, 15, 16)
"""Tokens whose worth in the hand is tuned: other slow ones are worth as much as those of the first kind."""
SCALE = 20.0
"""Brings what tokens are worth to about the size of the other numbers."""


@jit
def play(starts, first, deals, work, evaluations, singles, plans, beam, results):  # type: ignore[no-untyped-def]
    """The share of victories of the second workspace, which sits on every seat once in every deal."""
    total = 0.0
    players = starts[0].players
    for deal in range(first, first + deals):
        work[1] = starts[deal % STARTS]
        work[1].rng = (mixed(deal * 7919 + 13) & 0x7FFFFFFFFFFFFFFF) | 1
        redeal(work[1], -1)
        for mine in range(players):
            work[0] = work[1]
            while work[0].phase != OVER:
                play_turn(work[0], evaluations[1 if work[0].seat == mine else 0], singles, plans, beam)
            final(work[0], results)
            total += results[mine]
    return total / (deals * players)


@dataclass
class Rival:
    """Weights to be measured against."""

    weights: Weights
    players: int

    def __post_init__(self) -> None:
        games: list[Any] = [new("samurai", players=self.players, seed=seed) for seed in range(STARTS)]
        self._starts = np.concatenate([from_state(game.state) for game in games])
        self._evaluations = np.zeros(2, EVALUATION)
        write(self._evaluations[0], self.weights)
        self._room = np.zeros(MOST_SINGLES, SINGLE), np.zeros(ROOM, PLAN)
        self._work, self._results = states(2), np.zeros(4)

    def share(self, weights: Weights, first: int, deals: int) -> float:
        """How often others win against it."""
        write(self._evaluations[1], weights)
        return float(
            play(
                self._starts,
                first,
                deals,
                self._work,
                self._evaluations,
                *self._room,
                STRONG.beam,
                self._results,
            )
        )


def to_vector(weights: Weights) -> list[float]:
    """Weights as numbers of about the same size, all of them possible."""
    chances = [*weights.nobody[2:], *(getattr(weights, name) for name in CHANCES)]
    return [
        *map(log, weights.grip[2:]),
        *(log(getattr(weights, name)) for name in POSITIVE),
        *(log(chance / (1 - chance)) for chance in chances),
        *(SCALE * weights.hold[token] for token in HELD),
    ]


def to_weights(vector: Any) -> Weights:
    """And back."""
    numbers = iter([float(number) for number in vector])
    grip = [exp(next(numbers)) for _ in GREEDY.grip[2:]]
    named = {name: exp(next(numbers)) for name in POSITIVE}
    nobody = [1 / (1 + exp(-next(numbers))) for _ in GREEDY.nobody[2:]]
    named |= {name: 1 / (1 + exp(-next(numbers))) for name in CHANCES}
    *slow, ronin, one, two, figures, tokens = (next(numbers) / SCALE for _ in HELD)
    hold = (*slow * 4, ronin, one, two, figures, tokens)
    return GREEDY._replace(grip=(0.0, 0.0, *grip), nobody=(0.0, 0.0, *nobody), hold=hold, **named)


def main() -> None:
    """Tune and print."""
    import cma

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--deals", type=int, default=300, help="in which each set of weights is tried")
    parser.add_argument("--against", default="greedy", help="greedy, tuned or greedy,tuned")
    args = parser.parse_args()
    known = {"greedy": GREEDY, "tuned": TUNED[args.players]}
    rivals = [Rival(known[name], args.players) for name in args.against.split(",")]
    search = cma.CMAEvolutionStrategy(to_vector(rivals[-1].weights), 0.12, {"seed": 1, "verbose": -9})
    end, generation = monotonic() + 60 * args.minutes, 0
    while monotonic() < end:
        tried, first = search.ask(), generation * args.deals
        shares = [sum(rival.share(to_weights(each), first, args.deals) for rival in rivals) for each in tried]
        search.tell(tried, [-share for share in shares])
        generation += 1
        if generation % 10 == 0 or monotonic() >= end:
            best = to_weights(search.result.xfavorite)
            shown = [f"{rival.share(best, UNSEEN, 4 * args.deals):.1%}" for rival in rivals]
            print(f"generation {generation}: {', '.join(shown)}\n{best}", flush=True)


if __name__ == "__main__":
    main()
