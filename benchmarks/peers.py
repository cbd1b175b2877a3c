"""Kabuto beside others that play games by the million: OpenSpiel, catanatron and pgx, in the same run.

    python benchmarks/peers.py [--rounds 5] [--json FILE]

Every peer is optional; one that is not installed is skipped with a line that says how to get it:

    pip install open_spiel==2.0.2 catanatron==3.2.1 pgx==2.6.0

The games differ, so the ratios are orders of magnitude. A step is a choice of a player from the full list
of what is legal; what chance decides takes its time and is not counted, for us (draws) as for them (deals,
dice). Rounds are interleaved and the median counts. The time is that of the thread's processor, except for
pgx, which takes all cores.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kabuto.measuring import Measure, machine, measure, rate
from kabuto.samurai.bench import playouts, stepping, textbook
from kabuto.samurai.kernel import warm
from kabuto.samurai.players.search.warming import search_stages

PACKAGES = ("kabuto", "numba", "numpy", "open_spiel", "catanatron", "pgx", "jax")
SIMULATIONS = 2000
"""Of one move of OpenSpiel's search; its speed hardly depends on the number."""
BATCH = 1024
"""Games that pgx plays side by side."""


@dataclass
class Comparison:
    """One of our figures beside one of a peer."""

    ours: Measure
    peer: Measure
    target: float | None = None
    """How many times faster we want to be."""

    @property
    def ratio(self) -> float:
        """How many times faster we are."""
        return self.ours.median / self.peer.median


PLAYOUTS = Measure("samurai, random playouts", "steps/s", playouts(2, listed=True), 2)
STEPPING = Measure("samurai, driven from Python", "steps/s", stepping, 2)
SEARCH = Measure("samurai, plain search", "it/s", textbook(2, "start"), 2)


def main() -> None:
    """Measure and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    parser.add_argument("--json", help="write the figures to this file too")
    arguments = parser.parse_args()

    warm(lambda done, *_: done or print("compiling the engine, once …", file=sys.stderr), search_stages())
    comparisons: list[Comparison] = []
    for name, compare in PEERS.items():
        try:
            comparisons += compare()
        except ImportError:
            print(f"{name} is not installed and is left out: pip install {name}")
    ours = [PLAYOUTS, STEPPING, SEARCH]
    peers = {each.peer.name: each.peer for each in comparisons}
    measure([*ours, *peers.values()], arguments.rounds, lambda steps: None)

    facts = machine(PACKAGES)
    print(f"{facts['processor']}, {facts['cores']} cores, load {facts['load']:.1f}, {facts['versions']}")
    for own in ours:
        print(shown(own))
    for each in comparisons:
        goal = f", wanted {each.target:g}×" if each.target else ""
        print(f"{shown(each.peer)} {each.ratio:8.1f}× {each.ours.name}{goal}")
    if arguments.json:
        report = {
            "machine": facts,
            "kabuto": [each.to_json() for each in ours],
            "peers": [
                {**each.peer.to_json(), "beside": each.ours.name, "ratio": each.ratio, "wanted": each.target}
                for each in comparisons
            ],
        }
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)


def shown(each: Measure) -> str:
    """A figure with its spread."""
    spread = f"[{min(each.values):,.0f}–{max(each.values):,.0f}]"
    return f"{each.name:44} {each.median:12,.0f} {each.unit:8} {spread:25}"


def open_spiel() -> list[Comparison]:
    """C++ games stepped from Python, and the search for hidden information in C++."""
    import pyspiel

    def steps(name: str, chance_counts: bool) -> Measure:
        game, chance = pyspiel.load_game(name), random.Random(1).random

        def play() -> int:
            state, number = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(drawn(state.chance_outcomes(), chance()))
                    number += chance_counts
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(chance() * len(actions))])
                    number += 1
            return number

        what = ", chance counted too" if chance_counts else ""
        return Measure(f"open_spiel {name}{what}", "steps/s", lambda: rate(play, seconds=0.5))

    def searching(name: str) -> Measure:
        state, chance = pyspiel.load_game(name).new_initial_state(), random.Random(1).random
        while len(state.legal_actions()) < 2 or state.is_chance_node():  # hearts begins with a forced card
            state.apply_action(
                drawn(state.chance_outcomes(), chance())
                if state.is_chance_node()
                else state.legal_actions()[0]
            )
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

        def think() -> int:
            pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS).step(state)
            return SIMULATIONS

        return Measure(f"open_spiel ISMCTS {name}", "it/s", lambda: rate(think, seconds=0.5))

    hearts = steps("hearts", chance_counts=False)
    others = [steps(name, chance_counts=False) for name in ("gin_rummy", "connect_four", "backgammon")]
    return [
        Comparison(PLAYOUTS, hearts, 20),
        Comparison(STEPPING, hearts),
        Comparison(PLAYOUTS, steps("hearts", chance_counts=True)),
        *(Comparison(PLAYOUTS, other) for other in others),
        Comparison(SEARCH, searching("hearts"), 4),
        Comparison(SEARCH, searching("gin_rummy"), 100),
    ]


def drawn(outcomes: list[tuple[int, float]], chance: float) -> int:
    """What chance decides."""
    if abs(outcomes[0][1] * len(outcomes) - 1) < 1e-9:  # all alike, as cards are: no need to add them up
        return outcomes[int(chance * len(outcomes))][0]
    for outcome, probability in outcomes:
        chance -= probability
        if chance < 0:
            return outcome
    return outcomes[-1][0]


def catanatron() -> list[Comparison]:
    """Settlers of Catan in Python: random players."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        return len(game.state.actions)

    measured = Measure("catanatron", "steps/s", lambda: rate(play, seconds=0.5), 2)
    return [Comparison(PLAYOUTS, measured)]


def pgx_steps(name: str) -> Measure:
    """Random steps of a game in JAX, many side by side, on the processor; those that are over begin again."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    environment = library.make(name)
    begin, step = jax.vmap(environment.init), jax.vmap(auto_reset(environment.step, environment.init))

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask.astype(float)))
        return step(state, actions, jax.random.split(chance, BATCH)), key

    games = [begin(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def some() -> int:
        games[:] = play(*games)
        jax.block_until_ready(games)
        return BATCH

    return Measure(f"pgx {name}, all cores", "steps/s", lambda: rate(some, perf_counter, 0.5))


def pgx() -> list[Comparison]:
    """Games in JAX."""
    return [Comparison(PLAYOUTS, pgx_steps(name)) for name in ("connect_four", "backgammon", "hex")]


PEERS: dict[str, Callable[[], list[Comparison]]] = {
    "open_spiel": open_spiel,
    "catanatron": catanatron,
    "pgx": pgx,
}

if __name__ == "__main__":
    main()
