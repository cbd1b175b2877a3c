"""The environments beside those of others, in the same run: PettingZoo, OpenSpiel and pgx.

    python benchmarks/envs.py [--rounds 3] [--json FILE]
    python benchmarks/envs.py --device cuda [--games 65536]

Every peer is optional; one that is not installed is left out with a line that says so:

    pip install 'kabuto[envs]' 'pettingzoo[classic]' open_spiel pgx

A step is an action that is legal and chosen at random; a game that ends begins anew. The games differ, so the
ratios are orders of magnitude. Rounds are interleaved and the best counts. The time is that of the thread's
processor, except where more than one is at work: there it is the clock.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from kabuto.envs import SamuraiVector
from kabuto.measuring import Measure, machine, measure, rate
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import MAX_LEGAL
from kabuto.samurai.numbers import spaces
from peers import BATCH as GAMES
from peers import pgx_steps

PACKAGES = ("kabuto", "numba", "numpy", "gymnasium", "pettingzoo", "open_spiel", "pgx", "jax")
SECONDS = 0.5
VECTOR, SINGLE, RAW_ENV = "kabuto vector", "kabuto single, driven from Python", "kabuto PettingZoo raw_env"


def main() -> int:
    """Measure, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default 3)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, action="append", help="on a GPU: games side by side")
    parser.add_argument("--json", help="write the figures to this file too")
    arguments = parser.parse_args()
    if arguments.device == "cuda":
        ours = [gpu(players, games) for players in (2, 4) for games in arguments.games or (65_536, 1_048_576)]
        beside: list[tuple[Measure, str]] = []
    else:
        ours, beside = [*vectors(), single(), raw_env()], []
        for name, peers in PEERS.items():
            try:
                beside += peers()
            except ImportError as error:
                print(f"{name}: not installed ({error.name or error}), left out")
    measure([*ours, *(each for each, _ in beside)], arguments.rounds, lambda _: None)
    facts = machine(PACKAGES)
    print(f"{facts['processor']}, {facts['cores']} cores, load {facts['load']:.1f}, {facts['versions']}")
    best = {each.name: max(each.values) for each in ours}
    for each in ours:
        print(f"{each.name:48} {best[each.name]:14,.0f} {each.unit}{wanted(each)}")
    for each, against in beside:
        figure, ratio = max(each.values), best[against] / max(each.values)
        print(f"{each.name:48} {figure:14,.0f} {each.unit}  {ratio:8.1f} × {against}")
    if arguments.json:
        found = [each.to_json() for each in (*ours, *(peer for peer, _ in beside))]
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": facts, "measures": found}, file, indent=1)
    return 0


def wanted(each: Measure) -> str:
    """The promise, where there is one."""
    return f"  (wanted {each.target:,.0f})" if each.target else ""


# Ours.


def vectors() -> list[Measure]:
    """Many games with observation, mask and autoreset."""
    found = []
    for players, threads, target in ((2, 1, 2e6), (2, 2, 3.2e6), (4, 1, None), (4, 2, None)):
        name = VECTOR if (players, threads) == (2, 1) else f"{VECTOR}, {players} players, {threads} threads"
        run = stepping(SamuraiVector(GAMES, players=players, threads=threads, seed=1))
        clock = perf_counter if threads > 1 else thread_time
        found.append(
            Measure(
                name,
                "steps/s",
                partial(rate, run, clock, SECONDS),
                players,
                threads,
                target,
            )
        )
    return found


def stepping(vector: SamuraiVector, wait: Callable[[], object] = lambda: None) -> Callable[[], int]:
    """Some random steps of a vector."""

    def run() -> int:
        for _ in range(10):
            vector.step(vector.sample())
        wait()
        return 10 * int(vector.games)

    return run


def gpu(players: int, games: int) -> Measure:
    """Many games on a GPU: sampled, checked, stepped, observed and masked there."""
    from numba import cuda

    run = stepping(SamuraiVector(games, players=players, seed=1, device="cuda"), cuda.synchronize)
    card = cuda.get_current_device().name
    card = card.decode() if isinstance(card, bytes) else card
    name = f"{VECTOR} on {card}, {players} players, {games:,} games"
    target = 500e6 if players == 2 else None
    return Measure(name, "steps/s", lambda: rate(run, perf_counter, SECONDS), players, None, target)


def single() -> Measure:
    """One game: the list of legal actions, one of them done and checked, begun anew."""
    games, start, out, chance = (
        states(1),
        spaces.blank(),
        np.zeros(MAX_LEGAL, np.int64),
        random.Random(1).random,
    )
    games["rng"] = 1
    legal, act = calls.legal, spaces.act

    def play() -> int:
        spaces.begin(games, 0, start)
        steps = over = 0
        while not over:
            over = act(games, 0, out[int(chance() * legal(games, 0, out))])
            steps += 1
        return steps

    return Measure(SINGLE, "steps/s", lambda: rate(play, seconds=SECONDS), 2, 1, 350e3)


def raw_env() -> Measure:
    """PettingZoo's interface: the mask is asked for, an action chosen from it and done."""
    from kabuto.envs.pettingzoo import samurai_v0

    return Measure(
        RAW_ENV, "steps/s", lambda: rate(agent_steps(samurai_v0.raw_env()), seconds=SECONDS), 2, 1, 60e3
    )


def agent_steps(env: Any) -> Callable[[], int]:
    """A random game through PettingZoo's interface."""
    chance = np.random.default_rng(1).random

    def play() -> int:
        env.reset(seed=int(chance() * 2**31))
        steps = 0
        while not any(env.terminations.values()):
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(legal[int(chance() * len(legal))])
            steps += 1
        return steps

    return play


# Others.


def pettingzoo() -> list[tuple[Measure, str]]:
    """Connect four, as PettingZoo has it."""
    from pettingzoo.classic import connect_four_v3

    play = agent_steps(connect_four_v3.raw_env())
    return [
        (Measure("pettingzoo connect_four raw_env", "steps/s", lambda: rate(play, seconds=SECONDS)), RAW_ENV)
    ]


def open_spiel() -> list[tuple[Measure, str]]:
    """Games in C++ driven from Python; what chance decides takes its time and is not counted."""
    import pyspiel

    def steps(name: str) -> Measure:
        game, chance = pyspiel.load_game(name), random.Random(1)

        def play() -> int:
            state, number = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, chances)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    number += 1
            return number

        return Measure(f"open_spiel {name}", "steps/s", lambda: rate(play, seconds=SECONDS))

    names = ("hearts", "gin_rummy", "backgammon", "hex", "connect_four")
    return [(steps(name), SINGLE) for name in names]


def pgx() -> list[tuple[Measure, str]]:
    """Games in JAX, as many side by side, on all cores."""
    return [(pgx_steps(name), VECTOR) for name in ("connect_four", "hex", "backgammon", "go_9x9")]


PEERS = {"pettingzoo": pettingzoo, "open_spiel": open_spiel, "pgx": pgx}

if __name__ == "__main__":
    sys.exit(main())
