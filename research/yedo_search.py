"""What each part of the search of Yedo is worth: it plays with and without, in the same deals.

    python research/yedo_search.py --games 64 --processes 16 --out search/
    python research/yedo_search.py --base games=60 games=180 games=60,rounds=2

A variant names what differs from ``--base``, as in ``games=60,far=1``. It sits on every seat in turn, and the
base on all others. How far ahead a game ends tells more than who won; the time is processor time.
"""

import argparse
import json
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from time import monotonic, process_time
from typing import Any, NamedTuple

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.players.compiled.warming import warm_all
from kabuto.yedo.players.search import Effort, Search

BASE = "games=20"
VARIANTS = (
    "games=6",
    "games=60",
    "prior=18",
    "prior=6",
    "far=1",
    "rounds=2",
    "far=1,rounds=2",
    "games=60,far=1,rounds=2",
    "thorough=1",
    "breadth=12,hopeless=8",
    "breadth=3",
    "hopeless=1.5",
)
DEAL = 20_000_000
"""The first deal."""


class Result(NamedTuple):
    """One game of a variant."""

    won: float
    ahead: int
    seconds: float
    """For all its decisions."""
    decisions: int
    longest: float


def effort(text: str, base: Effort) -> Effort:
    """What a variant says."""
    named: dict[str, Any] = {}
    for name, value in (part.split("=") for part in text.split(",")):
        named[name] = float(value) if Effort.__annotations__[name] is float else int(value)
    return base._replace(**named)


def play(variant: Effort, base: Effort, players: int, number: int) -> Result:
    """One game; the number says which deal and which seat."""
    mine, game = (
        number % players,
        kabuto.new("yedo", players=players, seed=DEAL + number // players, trading="brief"),
    )
    assert isinstance(game, Yedo)
    seats = [Search(Random(f"{number} {n}"), variant if n == mine else base) for n in range(players)]
    spent = []
    while (seat := game.to_move) is not None:
        view, begun = game.view(seat), process_time()
        move = seats[seat].choose(view)
        if seat == mine:
            spent.append(process_time() - begun)
        game.play_unchecked(move)
    assert game.outcome is not None
    winners, scores = game.outcome.winners, game.outcome.scores
    ahead = scores[mine] - max(n for other, n in enumerate(scores) if other != mine)
    return Result((mine in winners) / len(winners), ahead, sum(spent), len(spent), max(spent))


def main() -> None:
    """Play and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--base", default=BASE)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=600.0, help="no game begins after this time")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    base, found = effort(args.base, Effort(1)), {text: list[Result]() for text in args.variants}
    efforts, end = {text: effort(text, base) for text in args.variants}, monotonic() + 60 * args.minutes
    warm_all()
    todo = iter(product(range(args.games), args.variants))
    with ProcessPoolExecutor(args.processes) as pool:
        running: dict[Future[Result], str] = {}
        while True:
            while len(running) < 2 * args.processes and monotonic() < end and (next_one := next(todo, None)):
                number, text = next_one
                running[pool.submit(play, efforts[text], base, args.players, number)] = text
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                found[running.pop(done)].append(done.result())
            if args.out:
                args.out.mkdir(parents=True, exist_ok=True)
                written = {"base": args.base, "players": args.players, "variants": found}
                (args.out / "search.json").write_text(json.dumps(written) + "\n", encoding="utf-8")
    print("| variant | games | wins | ahead by | ms a decision | at most |\n|---|---|---|---|---|---|")
    for text, games in found.items():
        ahead = [game.ahead for game in games]
        error = 1.96 * pstdev(ahead) / sqrt(len(ahead))
        mean = 1000 * sum(game.seconds for game in games) / sum(game.decisions for game in games)
        longest, won = 1000 * max(game.longest for game in games), fmean(game.won for game in games)
        shown = f"{won:.1%} | {fmean(ahead):+.1f} ± {error:.1f} | {mean:.0f} | {longest:.0f}"
        print(f"| {text} | {len(games)} | {shown} |")


if __name__ == "__main__":
    main()
