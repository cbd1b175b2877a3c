"""How fast the environments are; ``peers.py`` has those of others beside them.

    python benchmarks/envs.py [--rounds 3] [--json FILE]
    python benchmarks/envs.py --device cuda [--games 65536]

A step is an action that is legal and chosen at random; a game that ends begins anew. Rounds are interleaved
and the median counts. The time is that of the thread's processor, except where more than one is at work:
there it is the clock.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter, thread_time
from typing import Any

from kabuto.envs import SamuraiSingle, SamuraiVector
from kabuto.envs.seats import CompiledSeatEnv, SeatVector
from kabuto.measuring import Measure, machine, measure, rate

PACKAGES = ("kabuto", "numba", "numpy", "gymnasium", "pettingzoo")
SECONDS = 0.5
GAMES = 1024
"""Games side by side."""
VECTOR, SINGLE, RAW_ENV = "vector", "single, driven from Python", "PettingZoo raw_env"
OPPONENTS = (
    ("Samurai", "random", 60e3),
    ("Samurai", "greedy", 20e3),
    ("Yedo", "random", None),
    ("Yedo", "greedy", 15e3),
)
"""One seat against compiled opponents: the game, who plays, and how many decisions a second are wanted."""


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
    else:
        ours = [*vectors(), single(), raw_env(), *seats()]
    measure(ours, arguments.rounds, lambda _: None)
    facts = machine(PACKAGES)
    print(f"{facts['processor']}, {facts['cores']} cores, load {facts['load']:.1f}, {facts['versions']}")
    for each in ours:
        print(f"{each.name:48} {each.median:14,.0f} {each.unit}{wanted(each)}")
    if arguments.json:
        found = [each.to_json() for each in ours]
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": facts, "measures": found}, file, indent=1)
    return 0


def wanted(each: Measure) -> str:
    """The promise, where there is one."""
    return f"  (wanted {each.target:,.0f})" if each.target else ""


def vectors() -> list[Measure]:
    """Many games with observation, mask and autoreset."""
    found = []
    for players, threads, target in ((2, 1, 2e6), (2, 2, 3.2e6), (4, 1, None), (4, 2, None)):
        name = VECTOR if (players, threads) == (2, 1) else f"{VECTOR}, {players} players, {threads} threads"
        run = vector_steps(SamuraiVector(GAMES, players=players, threads=threads, seed=1))
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


def vector_steps(vector: SamuraiVector, wait: Callable[[], object] = lambda: None) -> Callable[[], int]:
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

    run = vector_steps(SamuraiVector(games, players=players, seed=1, device="cuda"), cuda.synchronize)
    card = cuda.get_current_device().name
    card = card.decode() if isinstance(card, bytes) else card
    name = f"{VECTOR} on {card}, {players} players, {games:,} games"
    target = 500e6 if players == 2 else None
    return Measure(name, "steps/s", lambda: rate(run, perf_counter, SECONDS), players, None, target)


def single(is_dealt: bool = False) -> Measure:
    """One game: list the legal actions, check and do one; begun anew, or copied after the deal."""
    begun, chance = SamuraiSingle({"players": 2}), random.Random(1).random
    begun.begin(1)

    def play() -> int:
        game = begun
        if is_dealt:
            game = begun.copy()
        else:
            game.begin(None)
        legal, act, steps = game.legal, game.act, 0
        while game.seat is not None:
            actions = legal()
            act(actions[int(chance() * len(actions))])
            steps += 1
        return steps

    return Measure(SINGLE, "steps/s", lambda: rate(play, seconds=SECONDS), 2, 1, 350e3)


def raw_env() -> Measure:
    """PettingZoo's interface: the mask is asked for, an action chosen from it and done."""
    from kabuto.envs.pettingzoo import samurai_v0

    return Measure(
        RAW_ENV, "steps/s", lambda: rate(agent_steps(samurai_v0.raw_env()), seconds=SECONDS), 2, 1, 60e3
    )


def seats() -> list[Measure]:
    """One seat through Gymnasium's interfaces: many games at once, and one; its own decisions are counted."""
    found = []
    for game, opponents, target in OPPONENTS:
        many = SeatVector(game.lower(), GAMES, opponents=opponents, players=2, copy=False)
        many.reset(seed=1)
        name = f"Gymnasium vector, {game} against {opponents}"
        found.append(Measure(name, "decisions/s", partial(decisions, many), 2, 1, target))
        one = CompiledSeatEnv(game.lower(), opponents=opponents, players=2)
        run, wanted_of_one = one_seat(one), 8e3 if (game, opponents) == ("Samurai", "greedy") else None
        name = f"Gymnasium env, {game} against {opponents}"
        found.append(Measure(name, "decisions/s", partial(rate, run, seconds=SECONDS), 2, 1, wanted_of_one))
    return found


def decisions(vector: SeatVector) -> float:
    """Own decisions a second; choosing them at random takes no time that counts."""
    spent, number = 0.0, 0
    while spent < SECONDS:
        actions = vector.sample()
        begun = thread_time()
        vector.step(actions)
        spent += thread_time() - begun
        number += vector.num_envs
    return number / spent


def one_seat(env: CompiledSeatEnv) -> Callable[[], int]:
    """A random game of one seat."""

    def play() -> int:
        env.reset()
        over, number = False, 0
        while not over:
            _, _, over, _, _ = env.step(env.action_space.sample())
            number += 1
        return number

    return play


def agent_steps(env: Any) -> Callable[[], int]:
    """A random game through PettingZoo's interface."""

    chance = random.Random(1).random

    def play() -> int:
        env.reset(seed=int(chance() * 2**31))
        number = 0
        while not any(env.terminations.values()):
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(legal[int(chance() * len(legal))])
            number += 1
        return number

    return play


if __name__ == "__main__":
    sys.exit(main())
