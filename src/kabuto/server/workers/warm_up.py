"""Compiles the engines of the games while the server already runs, in a low-priority process of its own.

The first time on a machine that takes a minute; later the engines come from a cache. Only jobs that need a
compiled engine wait for it, and nothing interrupts it but the end of the server.
"""

from asyncio import shield, wrap_future
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic

from kabuto.host.log import log, warn
from kabuto.parallel.processes import deaf_to_interrupts, prepare_worker, step_back
from kabuto.table import manifests

NICENESS, COMPILING = 5, 10
"""To look whether anything has to be compiled takes a second, and every program waits for it: that comes as
early as workers do. To compile comes later: programs that are thinking come first."""
ALMOST = 0.97
"""An estimate goes no further than this."""


class Preparation:
    """The engines that are being compiled, and how far that is."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._ready: dict[str, Future[None]] = {}
        """Game → its engine is in the cache, or cannot be compiled here."""
        self._progress: dict[str, Progress] = {}
        self._end: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin with the engines of all games."""
        games = manifests.having("warm")
        if not games:
            return
        self._ready = {game: Future() for game in games}
        context = get_context("spawn")
        line, theirs = context.Pipe(duplex=False)
        life, ours = context.Pipe(duplex=False)
        process = context.Process(target=_prepare, args=(games, theirs, life), daemon=True)
        with deaf_to_interrupts():  # Ctrl-C is for the server alone
            process.start()
        theirs.close()
        life.close()
        listener = Thread(target=self._listen, args=(line,), name="preparation", daemon=True)
        listener.start()

        def end() -> None:
            process.kill()
            process.join()
            listener.join()
            ours.close()

        self._end = end

    async def ready(self, game: str) -> None:
        """Wait until the engine of a game is compiled, if it is being compiled."""
        if game in self._ready:
            await shield(wrap_future(self._ready[game]))

    def progress(self, game: str) -> float | None:
        """How much of an engine is compiled, from 0 to 1; None if there is nothing to wait for."""
        if game not in self._ready or self._ready[game].done() or game not in self._progress:
            return None
        return self._progress[game].estimate(self._clock())

    def close(self) -> None:
        """Stop; what is in the cache by now stays there."""
        self._end()

    def _listen(self, line: Connection) -> None:
        began = self._clock()
        with line, suppress(EOFError, OSError):
            while True:
                game, done, total = line.recv()
                now = self._clock()
                if done < total:
                    self._progress.setdefault(game, Progress(now)).report(done / total, now)
                else:
                    log("engine_ready", game=game, seconds=round(now - began, 1))
                    self._ready[game].set_result(None)
        for game, ready in self._ready.items():
            if not ready.done():  # the process was killed: anyone who needs the engine compiles the rest
                warn("engine_not_ready", game=game)
                ready.set_result(None)


class Progress:
    """How far something is that reports only now and then; between reports it is estimated."""

    def __init__(self, began: float) -> None:
        self._began, self._done, self._pace, self._told = began, 0.0, 0.0, 0.0

    def report(self, done: float, now: float) -> None:
        """This share is done."""
        self._done = done
        self._pace = done / (now - self._began) if now > self._began else 0.0

    def estimate(self, now: float) -> float:
        """The share that is probably done; it never goes back."""
        likely = min(ALMOST, self._pace * (now - self._began))
        self._told = max(self._told, self._done, likely)
        return self._told


# What runs in the process.


def _prepare(games: list[str], line: Connection, life: Connection) -> None:
    prepare_worker(life, niceness=NICENESS)
    for game in games:

        def report(done: int, total: int, name: str, game: str = game) -> None:
            if not done:
                step_back(COMPILING)
            if done < total:
                line.send((game, done, total))

        with suppress(Exception):  # such as no NumPy and Numba: then there is nothing to compile
            manifests.component(game, "warm")(report)
        line.send((game, 1, 1))
