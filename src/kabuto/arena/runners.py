"""Where the games of a match are played: here, in processes of this machine, or on a Ray cluster.

A runner takes games and yields them played, in any order; what they are does not depend on the runner.
"""

import os
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from multiprocessing import Pipe, get_context
from typing import Any

from kabuto.arena.match import WORDS, Fixture, Match
from kabuto.arena.playing import Played, play
from kabuto.players.process import kill_all
from kabuto.processes import deaf_to_interrupts, prepare_worker
from kabuto.table import BadOption, Refused
from kabuto.table.errors import short
from kabuto.version import __version__

AHEAD = 2
"""Games handed to each process: one to play and one to continue with."""


def run_here(match: Match, fixtures: Iterable[Fixture]) -> Generator[Played]:
    """One game after the other in this process."""
    for fixture in fixtures:
        yield play(match, fixture)


def run_processes(match: Match, fixtures: Iterable[Fixture], jobs: int) -> Generator[Played]:
    """Run this many games at a time; closing the generator drops the unfinished ones."""
    waiting = iter(fixtures)
    running: set[Future[Played]] = set()
    with processes(jobs) as pool:

        def give_out(number: int) -> None:
            with deaf_to_interrupts():
                running.update(
                    pool.submit(play, match, fixture, __version__) for fixture in islice(waiting, number)
                )

        give_out(AHEAD * jobs)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running -= done
            for future in done:
                yield future.result()
            give_out(len(done))


@contextmanager
def processes(jobs: int) -> Generator[ProcessPoolExecutor]:
    """A pool of processes that play games; leaving it early drops the unfinished ones."""
    stop, stopper = Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=partial(prepare_worker, stop, on_end=kill_all),
    )
    try:
        yield pool
    except BrokenProcessPool:
        raise Refused(WORDS.say("process_ended")) from None
    except BaseException:  # Ctrl-C too, or the caller has had enough
        stopper.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stopper.close()
        stop.close()


def run_ray(match: Match, fixtures: Iterable[Fixture], address: str) -> Generator[Played]:
    """Games on a Ray cluster, one for each of its processors; ``local`` starts one on this machine."""
    ray = _connected(address)
    remote = ray.remote(play)
    waiting = iter(fixtures)

    def give_out(number: int) -> list[Any]:
        return [remote.remote(match, fixture, __version__) for fixture in islice(waiting, number)]

    try:
        running = give_out(AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))))
        while running:
            done, running = ray.wait(running)
            for game in done:
                yield _result(ray, game)
            running += give_out(len(done))
    finally:
        ray.shutdown()


def _connected(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == "local":
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # or it leaves a token in the home folder
    try:
        ray = import_module("ray")
    except ImportError:
        raise BadOption(WORDS.say("no_ray"), "ray") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        raise BadOption(WORDS.say("no_cluster", address=short(address), fault=error), "ray") from None
    return ray


def _result(ray: Any, game: Any) -> Played:
    try:
        played: Played = ray.get(game)
    except ray.exceptions.RayError as error:
        fault = getattr(error, "cause", None) or error
        raise Refused(WORDS.say("cluster_failed", fault=str(fault))) from None
    return played
