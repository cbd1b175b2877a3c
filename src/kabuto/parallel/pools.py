"""Pools of workers that call functions: in this process, or in others of this machine.

What a call returns depends on its arguments alone, so the results are the same in every pool.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import Pipe, get_context
from typing import Any

from kabuto.parallel.processes import deaf_to_interrupts, prepare_worker
from kabuto.table import Refused
from kabuto.table.text import WORDS
from kabuto.version import __version__

AHEAD = 2
"""Calls handed to each worker: one to work on and one to continue with."""


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


@contextmanager
def here() -> Generator[Pool]:
    """One call after the other in this process."""

    def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(function(*arguments))
        return done

    yield Pool(submit, 1)


@contextmanager
def processes(jobs: int, on_end: Callable[[], object]) -> Generator[Pool]:
    """Processes of this machine; leaving early drops what they are busy with, and each calls ``on_end``."""
    stop, stopper = Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=partial(prepare_worker, stop, on_end=on_end),
    )

    def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with deaf_to_interrupts():
            return pool.submit(call, __version__, function, *arguments)

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


def call(version: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker does; one with another version could come to other results."""
    if version != __version__:
        raise Refused(WORDS.say("process_version", own=__version__, version=version))
    return function(*arguments)
