"""Benchmarks of Samurai's engine and search, with their targets."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from kabuto.measuring import Measure, rate
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import from_state, from_view
from kabuto.samurai.kernel.tables import MAX_LEGAL, OVER
from kabuto.samurai.players.search import Search
from kabuto.samurai.players.search.textbook import Textbook
from kabuto.table import new

ITERATIONS = 10_000
"""Iterations of each measured search: as a tree grows, it gets slower."""
GAMES = 20
"""Games of the strong search between checks of the clock."""
BATCH = 500
"""Random games between checks of the clock."""
READY = """
from kabuto.samurai.players.warming import search_stages
from kabuto.samurai.kernel import warm
warm(extra=search_stages())
"""


def measures() -> list[Measure]:
    """Everything that ``kabuto bench samurai`` measures."""
    return [*_playouts(), *_deals(), *_searches(), *_small(), *_start_up()]


def _playouts() -> Iterator[Measure]:
    """Random games from the start, with or without the full list of legal actions at every step."""
    targets = {("list", 2): 8e6, ("list", 4): 5.5e6, ("select", 2): 13e6, ("select", 4): 12e6}
    for (mode, players), target in targets.items():
        for threads in (1, 2):
            run = playouts(players, mode == "list", threads)
            goal = target if threads == 1 else 1.6 * target
            yield Measure(f"playouts_{mode}", "steps/s", run, players, threads, goal)
    for players, target in ((2, 190e3), (4, 110e3)):
        yield Measure("games_select", "games/s", playouts(players, False, games=True), players, 1, target)


def _deals() -> Iterator[Measure]:
    """Random games to the end, each with a new deal: what a search does without its tree."""
    targets = {("start", 2): 220e3, ("middle", 2): 430e3, ("start", 4): None, ("middle", 4): None}
    for (when, players), target in targets.items():
        yield Measure(f"deals_{when}", "games/s", _dealt_playouts(players, when), players, 1, target)


def _searches() -> Iterator[Measure]:
    """Textbook search from an empty tree, and games of the strong search, where every seat plans turns."""
    for players in (2, 4):
        for when in ("start", "middle"):
            target = 120e3 if (players, when) == (2, "start") else None
            yield Measure(f"textbook_{when}", "it/s", textbook(players, when), players, 1, target)
    for players in (2, 4):
        for when in ("start", "middle"):
            yield Measure(f"search_{when}", "games/s", search(players, when), players, 1)


def _small() -> Iterator[Measure]:
    yield Measure("copy", "ns", _copy, 2, 1)
    yield Measure("stepping", "steps/s", stepping, 2, 1, 350e3)


def _start_up() -> Iterator[Measure]:
    """How long a new process takes to get engine and search ready: compiling, or loading from the cache."""

    def ready(**variables: str) -> float:
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", READY], env={**os.environ, **variables}, check=True)
        return perf_counter() - begin

    def cold() -> float:
        with TemporaryDirectory() as empty:
            return ready(KABUTO_CACHE=empty)

    yield Measure("ready_cold", "s", cold, target=30, most=2, is_slow=True)
    yield Measure("ready_warm", "s", ready, target=2.5)


def playouts(players: int, listed: bool, threads: int = 1, games: bool = False) -> Callable[[], float]:
    """Random playouts: steps or games per second."""
    bases = [start(players, seed) for seed in range(threads)]
    rooms = [base.copy() for base in bases]
    outs = [np.zeros(MAX_LEGAL if listed else 0, np.int64) for _ in bases]

    def play(base: Any, room: Any, out: Any) -> int:
        steps = int(calls.playouts(base, room, BATCH, -1, out))
        return BATCH if games else steps

    if threads == 1:
        return lambda: rate(lambda: play(bases[0], rooms[0], outs[0]))

    def run() -> float:
        with ThreadPoolExecutor(threads) as pool:
            return rate(lambda: sum(pool.map(play, bases, rooms, outs)), perf_counter)

    return run


def textbook(players: int, when: str) -> Callable[[], float]:
    """Iterations per second of textbook search, each time from an empty tree."""
    view = position(players, when)
    player = Textbook(Random(1), iterations=ITERATIONS, capacity=2 * ITERATIONS)

    def think() -> int:
        player.tree.clear()
        player.think(view)
        return ITERATIONS

    return lambda: rate(think)


def search(players: int, when: str) -> Callable[[], float]:
    """Games per second of the strong search, from a position to the end."""
    view, player = position(players, when), Search(Random(1), iterations=1)

    def think() -> int:
        player.play_on(view, GAMES)
        return GAMES

    return lambda: rate(think)


def stepping() -> float:
    """Steps per second of games driven from Python."""
    begin, out, chance = start(2, 0), np.zeros(MAX_LEGAL, np.int64), Random(1).random
    games = begin.copy()
    phase, legal, step = games["phase"], calls.legal, calls.step

    def play() -> int:
        games[0] = begin[0]
        begin["rng"] += 1
        steps = 0
        while phase[0] != OVER:
            step(games, 0, out[int(chance() * legal(games, 0, out))], -1)
            steps += 1
        return steps

    return rate(play)


def start(players: int, seed: int) -> Any:
    """A new game as a record of the engine."""
    game: Any = new("samurai", players=players, seed=seed)
    return from_state(game.state, seed + 1)


def position(players: int, when: str) -> Any:
    """What the seat to move sees at the start of a random game, or in its middle."""
    game, rng = new("samurai", players=players, seed=1), Random(1)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    half = game.ply // 2 if when == "middle" else 0
    while game.ply > half:
        game.undo()
    assert game.to_move is not None
    return game.view(game.to_move)


def _dealt_playouts(players: int, when: str) -> Callable[[], float]:
    view = position(players, when)
    base, out = from_view(view, 1), np.zeros(0, np.int64)
    room = base.copy()

    def play() -> int:
        calls.playouts(base, room, BATCH, view.seat, out)
        return BATCH

    return lambda: rate(play)


def _copy() -> float:
    """Copy and play out a game that is already over: all the time goes into the copy."""
    base, out, number = start(2, 0), np.zeros(0, np.int64), 100_000
    base["phase"] = OVER
    room = base.copy()

    def copy() -> int:
        calls.playouts(base, room, number, -1, out)
        return number

    return 1e9 / rate(copy)
