"""What a setting of Yedo's search gains at a decision: in minutes, where matches take hours.

    python research/yedo_choices.py --players 4 games=96 games=300,rounds=2,far=1

Every move of some decisions of ``greedy`` is tried in many samples, to the end of the round after the next:
how much further ahead it is then than the move that looks best is what it gains. A setting chooses by samples
of its own.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from time import process_time

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.moves import Move
from kabuto.yedo.players.compiled.warming import warm_all
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.search import SMALL, Effort, Search
from kabuto.yedo.players.trials import trials
from kabuto.yedo.views.view import YedoView
from yedo_search import effort

EVERY, SAMPLES, ROUNDS, TRIES = 0.03, 600, 3, 4
"""The part of decisions looked at; samples and rounds that judge a move; how often a setting chooses."""


def decisions(players: int, number: int) -> Iterator[YedoView]:
    """What seats see that have something to decide."""
    rng, seed = Random(players), 0
    while number:
        game = kabuto.new("yedo", players=players, seed=30_000_000 + seed, trading="brief")
        assert isinstance(game, Yedo)
        while number and game.to_move is not None:
            kind = type(game.state.tasks[-1])
            if (
                len(game.legal_moves()) > 1
                and kind not in SMALL
                and game.state.round
                and rng.random() < EVERY
            ):
                yield game.view(game.to_move)
                number -= 1
            game.play_unchecked(weigh(game.state, rng))
        seed += 1


def judged(view: YedoView) -> dict[Move, float]:
    """Move → how far ahead it is in the end, on average."""
    moves, seat, rng = list(view.legal_moves()), view.seat, Random(view.ply)
    assert seat is not None
    samples = trials(view, rng).ends(moves, SAMPLES, view.state.round + ROUNDS)
    leads = [[end.lead(seat) for end in ends] for ends in samples]
    return dict(zip(moves, map(fmean, zip(*leads, strict=True)), strict=True))


def main() -> None:
    """Try the settings and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=60)
    args = parser.parse_args()
    warm_all()
    base = Effort(1, prior=1.0, sure=2.5, thorough=True)
    found, spent = {text: list[float]() for text in args.settings}, dict.fromkeys(args.settings, 0.0)
    for view in decisions(args.players, args.decisions):
        worth, looks_best = judged(view), weigh(view.state, Random(0))
        for text in args.settings:
            begun = process_time()
            chosen = [Search(Random(n), effort(text, base)).choose(view) for n in range(TRIES)]
            spent[text] += process_time() - begun
            found[text].append(fmean(worth[move] for move in chosen) - worth[looks_best])
    print("| setting | gain | ms a decision |\n|---|---|---|")
    for text, gains in found.items():
        error = 1.96 * pstdev(gains) / sqrt(len(gains))
        print(
            f"| {text} | {fmean(gains):.2f} ± {error:.2f} | {1000 * spent[text] / TRIES / len(gains):.1f} |"
        )


if __name__ == "__main__":
    main()
