"""How far players are from perfect play in Mini Samurai, with OpenSpiel's own tools.

Counts the game, lets CFR+ learn it, asks every player what it does in every information set, and has
OpenSpiel compute the exact best response to each:

    python research/mini.py                  # everything, about ten minutes on one core
    python research/mini.py --draw           # the picture from the results, at once
    python research/mini_tree.py             # only count

Exploitability is what a perfect opponent wins on average from a player who has both seats in turn: 0 for
perfect play, 1 for losing every game. A player that rolls dice is asked with several seeds in each
information set, and plays the mixture.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pyspiel

from kabuto.measuring import machine
from kabuto.players import make
from kabuto.samurai import rules
from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.moves import END
from kabuto.samurai.numbers import spaces
from kabuto.samurai.players.turn import CLEAR, Turn
from mini_plot import mini_svg
from mini_tree import Tree, counted, walk

HERE = Path(__file__).parent
RESULTS, PICTURE = HERE / "results" / "mini.json", HERE / "results" / "mini.svg"
BUDGETS = {"search": (10, 100, 1000), "learned": (30, 300)}
"""Player → games a turn."""
SEEDS = 2
"""How often a player that rolls dice is asked."""
ITERATIONS = 512
"""Of CFR+; it is judged after 1, 2, 4 … of them."""

Policy = dict[str, list[tuple[int, float]]]
"""Information set → the actions that OpenSpiel knows, with their probabilities."""
Choice = Mapping[int, float]
"""Action → its probability."""
Asked = Callable[[Any], Choice]
"""What a player does with a view."""


def random(view: Any) -> Choice:
    """Any legal move, each as likely as another."""
    moves = view.legal_moves()
    return {to_ids(move)[0]: 1 / len(moves) for move in moves}


def greedy(view: Any) -> Choice:
    """Exactly what ``greedy`` does: it picks one of the turns that look equally good."""
    chances = Counter[int]()
    turns = Turn(view, CLEAR).best()
    for turn in turns:
        steps = turn.in_order()
        moves = [END] if view.state.played else view.legal_moves()
        if steps:
            moves = [move for move in steps[0].moves() if not rules.why_not(view.state, move)]
        for move in moves:
            chances[to_ids(move)[0]] += 1 / len(turns) / len(moves)  # type: ignore[assignment]
    return chances


def entrant(name: str) -> Asked:
    """A player by its name, asked anew in every information set."""

    def ask(view: Any) -> Choice:
        chances = Counter[int]()
        for seed in range(SEEDS):
            move = make(name, "samurai", Random(f"{seed}/{view.to_json()}")).choose(view)
            chances[to_ids(move)[0]] += 1 / SEEDS  # type: ignore[assignment]
        return chances

    return ask


class Bench:
    """The whole game, in OpenSpiel."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.game = tree, pyspiel.load_efg_game(tree.text())
        self.views: dict[tuple[int, int], Any] = {}
        """Seat, information set → what the seat sees there."""
        for seat, known in enumerate(tree.decisions):
            for number, node in known.values():
                self.views[seat, number] = spaces.readable(node.record[0], tree.options).view(seat)

    def policy(self, ask: Asked) -> Policy:
        """What a player does everywhere; positions that look alike are asked about once."""
        ids, asked, found = self.tree.ids, dict[str, Choice](), Policy()
        for (seat, number), view in self.views.items():
            key = view.to_json()
            choice = asked[key] if key in asked else asked.setdefault(key, ask(view))
            legal = [to_ids(move)[0] for move in view.legal_moves()]
            found[f"{seat}-{seat}-{number}-{number}"] = [
                (ids[action], choice.get(action, 0.0)) for action in legal
            ]
        return found

    def exploitability(self, policy: Any) -> float:
        """What a perfect opponent wins from it, on average over the seats."""
        return float(pyspiel.nash_conv(self.game, policy)) / 2

    def learn(self, iterations: int) -> Iterator[tuple[int, float, Any]]:
        """CFR+: after how many iterations and seconds of learning which average policy."""
        begun = process_time()
        solver = pyspiel.CFRPlusSolver(self.game)
        seconds = process_time() - begun
        for iteration in range(1, iterations + 1):
            begun = process_time()
            solver.evaluate_and_update_policy()
            seconds += process_time() - begun
            if iteration & (iteration - 1) == 0:
                yield iteration, seconds, solver.tabular_average_policy()


def sizes(bench: Bench) -> dict[str, Any]:
    """How large the game is, and where it was measured."""
    tree = bench.tree
    return {
        "machine": machine(("open_spiel", "numba", "numpy")),
        "options": tree.options,
        "histories": tree.histories,
        "ends": tree.ends,
        "sets": [len(known) for known in tree.decisions],
        "positions": len({view.to_json() for view in bench.views.values()}),
        "seeds": SEEDS,
    }


def measure_players(bench: Bench, only: str) -> Iterator[tuple[str, dict[str, float]]]:
    """The distance of players from perfect play, those with small budgets first."""
    budgets = [(budget, name) for name, some in BUDGETS.items() for budget in some]
    named = [(0, name) for name in ("random", "greedy", "learned")] + sorted(budgets)
    asks: dict[str, Asked] = {"random": random, "greedy": greedy}
    for budget, name in named:
        told = f"{name}:{budget}" if budget else name
        if only and told not in only.split(","):
            continue
        begun = process_time()
        policy = bench.policy(asks.get(told) or entrant(told))
        asked, far = process_time() - begun, bench.exploitability(policy)
        print(f"{told:>14}  {far:.4f}  {asked:6.1f} s", flush=True)
        yield told, {"budget": budget, "exploitability": round(far, 6), "seconds": round(asked, 1)}


def measure_cfr(bench: Bench, iterations: int) -> Iterator[tuple[int, float, float]]:
    """Iterations of CFR+, seconds of learning, and the distance from perfect play then."""
    for iteration, seconds, policy in bench.learn(iterations):
        far = bench.exploitability(policy)
        print(f"CFR+ {iteration:>9}  {far:.4f}  {seconds:6.1f} s", flush=True)
        yield iteration, round(seconds, 2), round(far, 6)


def keep(**found: Any) -> dict[str, Any]:
    """Write what was found beside what was known; all of it."""
    before = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**before, **found}, indent=1) + "\n", encoding="utf-8")
    return {**before, **found}


def main() -> None:
    """Measure, or draw what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--parts", default="players,cfr", help="what to measure; the rest stays as it was")
    parser.add_argument("--only", default="", help="players to measure, by default all")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="of CFR+")
    parser.add_argument("--draw", action="store_true", help="draw the results again, without measuring")
    args = parser.parse_args()
    if not args.draw:
        tree = walk()
        print(counted(tree), flush=True)
        bench = Bench(tree)
        keep(**sizes(bench))
        for told, figures in measure_players(bench, args.only) if "players" in args.parts else ():
            keep(players={**keep().get("players", {}), told: figures})
        curve = []
        for point in measure_cfr(bench, args.iterations) if "cfr" in args.parts else ():
            curve.append(point)
            keep(cfr=curve)
    found = keep()
    if "players" in found and "cfr" in found:
        PICTURE.write_text(mini_svg(found), encoding="utf-8")


if __name__ == "__main__":
    main()
