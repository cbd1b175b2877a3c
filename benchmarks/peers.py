"""Kabuto beside others that play games by the million, like with like, in one run.

    python benchmarks/peers.py [--rounds 7] [--json FILE]

Every peer is optional; one that is not installed is left out with a line that says so:

    pip install 'kabuto[envs]' 'pettingzoo[classic]' catanatron==3.2.1 pgx==2.6.0

The games differ, so a ratio says how fast two libraries are used, not that one does the same work
faster. What is alike within a row: both sides are compiled, or both are stepped from Python, or both make
observations and masks for 1,024 games at once; both choose at random from the full list of what is legal, by
the same code; a step is a player's choice, and chance takes its time without being counted. Rounds are
interleaved; the ratio is that of the medians, with those of the single rounds behind it. The time is that of
one thread's processor, except for the vectors, which take all cores: there it is the clock.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

import kabuto
from envs import GAMES, agent_steps, raw_env, single, vector_steps
from kabuto.envs import SamuraiVector
from kabuto.measuring import Measure, machine, measure, rate
from kabuto.parallel.processes import processors
from kabuto.samurai.bench import playouts, textbook
from kabuto.samurai.kernel import warm
from kabuto.samurai.players.warming import search_stages

PACKAGES = ("kabuto", "numba", "numpy", "open_spiel", "pettingzoo", "catanatron", "pgx", "jax")
SIMULATIONS = 2000
"""Of one move of OpenSpiel's search; its speed hardly depends on the number."""
ROLLOUTS = 200
"""Random games that OpenSpiel's evaluator plays in one call."""
SECONDS = 0.5
chance = Random(1).random
"""The one source of every choice, ours and theirs."""


@dataclass
class Row:
    """A figure of a peer, beside the one of ours that is made in the same way."""

    kind: str
    """In which way: one of ``OURS``."""
    peer: Measure

    @property
    def ours(self) -> Measure:
        """Our figure."""
        return OURS[self.kind]

    @property
    def ratio(self) -> float:
        """How many times faster we are."""
        return self.ours.median / self.peer.median

    @property
    def ratios(self) -> list[float]:
        """The same in each round."""
        return [ours / peer for ours, peer in zip(self.ours.values, self.peer.values, strict=True)]


def main() -> int:
    """Measure, and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured (default 7)")
    parser.add_argument("--json", help="write the figures to this file too")
    arguments = parser.parse_args()
    say("Getting the engine ready …")
    warm(extra=search_stages())
    rows: list[Row] = []
    for name, compare in PEERS.items():
        try:
            rows += compare()
        except ImportError as error:
            print(f"{name}: not installed ({error.name or error}), left out")
    measures = list({id(each): each for row in rows for each in (row.ours, row.peer)}.values())
    done = [0]
    measure(measures, arguments.rounds, partial(_advance, done, len(measures) * arguments.rounds))
    facts = machine(PACKAGES)
    print(f"{facts['processor']}, {facts['cores']} cores, load {facts['load']:.1f}, {facts['versions']}\n")
    print("| both sides | peer | its figure | Kabuto | Kabuto is faster |\n|---|---|---|---|---|")
    for row in rows:
        print(shown(row))
    if arguments.json:
        found = [
            {
                "kind": row.kind,
                "kabuto": row.ours.to_json(),
                "peer": row.peer.to_json(),
                "ratio": row.ratio,
                "ratios": row.ratios,
            }
            for row in rows
        ]
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": facts, "rows": found}, file, indent=1)
    return 0


def say(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


def _advance(done: list[int], total: int, steps: int) -> None:
    done[0] += steps
    if done[0] % 10 == 0 or done[0] == total:
        say(f"{done[0]} of {total}")


def shown(row: Row) -> str:
    """A line of the table."""
    spread = f"{min(row.ratios):.2f}–{max(row.ratios):.2f}"
    figures = " | ".join(f"{_short(each.median)} {each.unit}" for each in (row.peer, row.ours))
    return f"| {row.kind} | {row.peer.name} | {figures} | {row.ratio:.2f} × ({spread}) |"


def _short(figure: float) -> str:
    return f"{figure / 1e6:.2f} M" if figure >= 1e6 else f"{figure / 1e3:.1f} k"


# Ours.


def vector() -> Callable[[], int]:
    """Many games with observation and mask, on all cores."""
    return vector_steps(SamuraiVector(GAMES, players=2, threads=processors(), seed=1))


def play_by_the_readable_rules() -> int:
    """A random game of the rules that nobody compiles."""
    game = kabuto.new("samurai", players=2, seed=int(chance() * 2**31))
    while legal := game.legal_moves():
        game.play_unchecked(legal[int(chance() * len(legal))])
    return game.ply


OURS = {
    "compiled": Measure("random games", "steps/s", playouts(2, listed=True)),
    "stepped from Python": single(),
    "stepped from Python, after the deal": single(is_dealt=True),
    "search": Measure("plain search", "it/s", textbook(2, "start")),
    "PettingZoo's interface": raw_env(),
    "plain Python": Measure(
        "readable rules", "steps/s", lambda: rate(play_by_the_readable_rules, seconds=SECONDS)
    ),
    "vector with observation and mask": Measure(
        "vector", "steps/s", lambda: rate(vector(), perf_counter, SECONDS)
    ),
}
"""How a figure is made → ours that is made so."""


# Others.


def open_spiel() -> list[Row]:
    """Games in C++: random ones that never leave it, stepped from Python, and its search."""
    names = ("hearts", "connect_four", "hex", "gin_rummy", "backgammon")
    return [
        *(Row("compiled", rollouts(name)) for name in ("hearts", "connect_four", "gin_rummy")),
        *(Row("stepped from Python", steps(name, is_dealt=False)) for name in names),
        *(Row("stepped from Python, after the deal", steps(name, is_dealt=True)) for name in names[:2]),
        *(Row("search", searching(name)) for name in ("hearts", "gin_rummy")),
    ]


def dealt(name: str) -> tuple[Any, Any]:
    """A game of OpenSpiel, and a state of it in which everything is dealt that is dealt at the start."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(drawn(state.chance_outcomes()))
    return game, state


def random_game(state: Any) -> int:
    """Play a state of OpenSpiel to its end; how many choices that took."""
    number = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes()))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            number += 1
    return number


def drawn(outcomes: list[tuple[int, float]]) -> int:
    """What chance decides."""
    left = chance()
    if abs(outcomes[0][1] * len(outcomes) - 1) < 1e-9:  # all alike, as cards are: no need to add them up
        return outcomes[int(left * len(outcomes))][0]
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]


def steps(name: str, is_dealt: bool) -> Measure:
    """Stepped from Python, chance too, as whoever uses it has to; or from a copy of a game that is dealt."""
    game, begin = dealt(name)
    new = begin.clone if is_dealt else game.new_initial_state
    what = f"OpenSpiel {name}, `legal_actions` and `apply_action`"
    return Measure(what, "steps/s", lambda: rate(lambda: random_game(new()), seconds=SECONDS))


def rollouts(name: str) -> Measure:
    """Random games that never leave C++: one simulation of its MCTS evaluates its root, and nothing else."""
    import pyspiel

    game, begin = dealt(name)
    length = mean(random_game(begin.clone()) for _ in range(500))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)

    def evaluate() -> int:
        bot.step(begin)
        return round(ROLLOUTS * length)

    what = f"OpenSpiel {name}, `RandomRolloutEvaluator({ROLLOUTS})` in `MCTSBot`"
    return Measure(what, "steps/s", lambda: rate(evaluate, seconds=SECONDS))


def searching(name: str) -> Measure:
    """OpenSpiel's search for games with hidden hands."""
    import pyspiel

    _, state = dealt(name)
    while len(state.legal_actions()) < 2 or state.is_chance_node():  # hearts begins with a forced card
        state.apply_action(
            drawn(state.chance_outcomes()) if state.is_chance_node() else state.legal_actions()[0]
        )
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

    def think() -> int:
        pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS).step(state)
        return SIMULATIONS

    return Measure(f"OpenSpiel {name}, `ISMCTSBot`", "it/s", lambda: rate(think, seconds=SECONDS))


def pettingzoo() -> list[Row]:
    """Connect four, as PettingZoo has it."""
    from pettingzoo.classic import connect_four_v3

    play = agent_steps(connect_four_v3.raw_env())
    peer = Measure("PettingZoo connect_four, `raw_env`", "steps/s", lambda: rate(play, seconds=SECONDS))
    return [Row("PettingZoo's interface", peer)]


def catanatron() -> list[Row]:
    """Settlers of Catan in Python: random players."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        return len(game.state.actions)

    measured = Measure("catanatron, `Game.play`", "steps/s", lambda: rate(play, seconds=SECONDS))
    return [Row("plain Python", measured)]


def pgx() -> list[Row]:
    """Games in JAX, as many side by side, on all cores, with their observations and masks."""
    names = ("connect_four", "hex", "backgammon", "go_9x9")
    return [Row("vector with observation and mask", pgx_steps(name)) for name in names]


def pgx_steps(name: str) -> Measure:
    """Random steps of a game in JAX; those that are over begin again."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    environment = library.make(name)
    begin, step = jax.vmap(environment.init), jax.vmap(auto_reset(environment.step, environment.init))

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask.astype(float)))
        return step(state, actions, jax.random.split(luck, GAMES)), key

    games = [begin(jax.random.split(jax.random.PRNGKey(0), GAMES)), jax.random.PRNGKey(1)]

    def some() -> int:
        games[:] = play(*games)
        jax.block_until_ready(games)  # the observation is a part of the state
        return GAMES

    return Measure(f"pgx {name}, jitted `step`", "steps/s", lambda: rate(some, perf_counter, SECONDS))


PEERS: dict[str, Callable[[], list[Row]]] = {
    "open_spiel": open_spiel,
    "pettingzoo": pettingzoo,
    "catanatron": catanatron,
    "pgx": pgx,
}

if __name__ == "__main__":
    sys.exit(main())
