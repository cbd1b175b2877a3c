"""Where many games are played, or looked through: here, in processes of this machine, or on a Ray cluster.

All three are pools of workers that call functions. What a call returns depends on its arguments alone, so the
results are the same in every pool.
"""

import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from multiprocessing import Pipe, get_context
from typing import Any
from urllib.parse import urlsplit

from kabuto.arena.match import WORDS, Fixture, Match
from kabuto.arena.playing import Played, play
from kabuto.players.process import kill_all
from kabuto.processes import deaf_to_interrupts, prepare_worker
from kabuto.table import BadOption, Refused
from kabuto.table.errors import short
from kabuto.version import __version__

AHEAD = 2
"""Calls handed to each worker: one to work on and one to continue with."""
PATIENCE = 10.0
"""Seconds to wait for the machine that an address names."""


@dataclass(frozen=True)
class Pool:
    """Workers that call functions."""

    submit: Callable[..., Future[Any]]
    """Let a worker call a function, which has to be at the top of a module, with these arguments."""
    most: int
    """How many calls to hand out before waiting for a result: a million would not fit into memory."""

    def in_order(self, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> Generator[Any]:
        """What a function returns for each tuple of arguments, in the order of these."""
        waiting: deque[Future[Any]] = deque()
        for arguments in calls:
            waiting.append(self.submit(function, *arguments))
            if len(waiting) >= self.most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def as_finished(self, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> Generator[Any]:
        """The same in the order in which the calls end."""
        left, running = iter(calls), set[Future[Any]]()
        while True:
            running |= {self.submit(function, *each) for each in islice(left, self.most - len(running))}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def run(
    match: Match, fixtures: Iterable[Fixture], workers: AbstractContextManager[Pool]
) -> Generator[Played]:
    """Play games of a match, in any order; closing the generator drops the unfinished ones."""
    with workers as pool:
        yield from pool.as_finished(play, ((match, fixture) for fixture in fixtures))


@contextmanager
def here() -> Generator[Pool]:
    """One call after the other in this process."""

    def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(function(*arguments))
        return done

    yield Pool(submit, 1)


@contextmanager
def processes(jobs: int) -> Generator[Pool]:
    """Processes of this machine; leaving early drops what they are busy with."""
    stop, stopper = Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=partial(prepare_worker, stop, on_end=kill_all),
    )

    def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with deaf_to_interrupts():
            return pool.submit(_call, __version__, function, *arguments)

    try:
        yield Pool(submit, AHEAD * jobs)
    except BrokenProcessPool:
        raise Refused(WORDS.say("process_ended")) from None
    except BaseException:  # Ctrl-C too, or the caller has had enough
        stopper.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stopper.close()
        stop.close()


@contextmanager
def cluster(address: str) -> Generator[Pool]:
    """A Ray cluster, with a worker for each of its processors; ``local`` starts one on this machine.

    Ray repeats a call whose worker is lost three times; what fails for good is refused.
    """
    ray = _ray(address)
    try:
        _connect(ray, address)
        remote = ray.remote(_call)

        def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
            future: Future[Any] = remote.remote(__version__, function, *arguments).future()
            return future

        try:
            yield Pool(submit, AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))))
        except ray.exceptions.RayError as error:
            fault = getattr(error, "cause", None) or error
            raise Refused(WORDS.say("cluster_failed", fault=str(fault))) from None
    finally:
        ray.shutdown()


def _call(version: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker does; one with another version could come to other results."""
    if version != __version__:
        raise Refused(WORDS.say("process_version", own=__version__, version=version))
    return function(*arguments)


def _ray(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == "local":
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # or it leaves a token in the home folder
    try:
        return import_module("ray")
    except ImportError:
        raise BadOption(WORDS.say("no_ray"), "--ray") from None


def _connect(ray: Any, address: str) -> None:
    try:
        place = urlsplit(address if "://" in address else f"//{address}")
        if place.hostname and place.port:  # Ray itself waits for minutes, or ends this process
            socket.create_connection((place.hostname, place.port), PATIENCE).close()
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        raise BadOption(WORDS.say("no_cluster", address=short(address), fault=error), "--ray") from None
