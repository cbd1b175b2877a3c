"""Processes in which programs think: never in the event loop, and nothing they do can harm a table.

A process that ends or does not answer in time is replaced, and asked again; then any legal move must do. If
no process can be started, that is not the fault of the program: ``NoWorker`` is raised, to try later.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import process_time
from typing import Any

from msgspec.structs import astuple

from kabuto.host.backend import Job, NotInstalled, Unwell
from kabuto.host.clock import Chance, Clock
from kabuto.host.log import warn
from kabuto.host.thinking import HINT_SECONDS, REVIEW_ITERATIONS, Tasks, played, seated
from kabuto.parallel.processes import deaf_to_interrupts, prepare_worker, processors
from kabuto.players import is_compiled, offered, take_over
from kabuto.players.process import kill_all
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.storage.job_queue import Jobs
from kabuto.server.workers.remote import Apart
from kabuto.server.workers.requests import (
    QUESTIONS,
    Advise,
    Analyse,
    LookBack,
    Question,
    Review,
    seen,
    steps,
)
from kabuto.server.workers.scheduler import UNKNOWN, Lane, Scheduler
from kabuto.server.workers.warm_up import Preparation
from kabuto.table import Game, Refused, View, load

PATIENCE = 120.0
"""Seconds until a process that does not answer is given up."""
GRACE = 0.2
"""Seconds that a process has to end programs of the host."""
ATTEMPTS = 2


def usual_number() -> int:
    """How many processes make sense on this machine."""
    return 1 if processors() == 1 else max(2, processors() - 1)


class NoWorker(Unwell):
    """No process could be started."""


class Workers:
    """Some processes, started when they are first needed."""

    def __init__(
        self,
        metrics: Metrics,
        most: int | None = None,
        patience: float = PATIENCE,
        clock: Clock = CLOCK,
        chance: Chance = CHANCE,
        jobs: Jobs | None = None,
    ) -> None:
        """``most`` processes and a spare one; ``jobs`` is a queue for workers, who are asked first."""
        most = most or usual_number()
        self.metrics, self.patience = metrics, patience
        self.scheduler = Scheduler(most, clock.monotonic, on_one_core=processors() == 1)
        self._seed, self._clock = chance.seed, clock.monotonic
        self._idle: dict[Lane, list[Worker]] = {"main": [], "spare": []}
        self._all: set[Worker] = set()
        self._threads = ThreadPoolExecutor(most + 1, thread_name_prefix="worker")
        self._is_closed = False
        self.preparation = Preparation(clock.monotonic)
        self.apart = Apart(jobs, self.scheduler, metrics, chance.secret) if jobs else None
        metrics.gauges["jobs_waiting"] = lambda: self.scheduler.waiting

    @asynccontextmanager
    async def worker(self, job: Job, needs_engine: bool = False) -> AsyncIterator["Worker"]:
        """A process for oneself, for a while; ``NoWorker`` if none can be started."""
        if needs_engine:
            await self.preparation.ready(job.kind[0])
        granted = asyncio.Event()
        ticket = self.scheduler.request(job, granted.set)
        try:
            await granted.wait()
            assert ticket.lane is not None
            idle = self._idle[ticket.lane]
            worker = idle.pop() if idle else await self._started()
            began = self._clock()
            try:
                if needs_engine:
                    await worker.load_engine(job.kind[0])
                yield worker
            finally:
                if worker.is_well:
                    self.scheduler.learn(job.kind, worker.used)
                    job.charge(worker.used)
                    worker.used = 0.0
                    idle.append(worker)
                else:  # what it has needed no one can tell any more
                    self.scheduler.learn(job.kind, UNKNOWN)
                    job.charge(self._clock() - began)
                    self.metrics.count("workers_replaced")
                    self._all.discard(worker)
                    worker.kill()
        finally:
            self.scheduler.release(ticket)

    def expected(self, kind: tuple[str, str]) -> float:
        """How many seconds of processor time a job of this kind is likely to need."""
        return self.scheduler.expected(kind)

    def progress(self, game: str) -> float | None:
        """How much of a game's engine is compiled, from 0 to 1; None if there is nothing to wait for."""
        return self.preparation.progress(game)

    async def jobs_of(self, person: str) -> int:
        """How many jobs of a person wait or run: with these processes, or with workers for any server."""
        return self.scheduler.jobs_of(person) + (await self.apart.jobs_of(person) if self.apart else 0)

    async def turn(self, job: Job, game: Game[Any, Any], seat: int) -> list[str]:
        """The turn of a program at a person's table: its moves, or any legal ones, whatever the program does.

        ``NoWorker`` if no worker is free.
        """
        name = job.kind[1]
        begun = await self.apart.turn(job, game, seat, self._seed) if self.apart else []
        if begun and seat not in game.deciding:
            return begun
        for _ in range(ATTEMPTS):
            try:
                async with self.worker(job, is_compiled(name, game.name)) as worker:
                    moves: list[str] = await worker.ask("play", name, game, seat, self._seed())
                    return begun + moves
            except NoWorker:
                raise
            except Exception as error:
                warn("program_failed", program=name, reason=str(error)[:200])
            self.metrics.count("program_failures")
        rng = random.Random(self._seed())
        return begun + played(lambda game: rng.choice(game.legal_moves(seat)), game.copy(), seat)

    async def analyse(self, job: Job, game: str, view: View, language: str) -> dict[str, Any]:
        """What the analysis finds in a position for a person; ``Refused`` or ``Unwell`` if it cannot."""
        return await self._answer(
            job,
            lambda: Analyse(view.seat, HINT_SECONDS, language, seen(view, self._seed())),
            ("analyse", game, view, HINT_SECONDS, language),
        )

    async def advise(self, job: Job, game: str, program: str, view: View, language: str) -> dict[str, Any]:
        """What a program would play in a position, and why; ``Refused`` or ``Unwell`` if it cannot."""
        seat, seed = _seat(view), self._seed()
        return await self._answer(
            job,
            lambda: Advise(program, seat, str(seed), language, seen(view, self._seed())),
            ("advise", game, program, view, seed, language),
            needs_engine=is_compiled(program, game),
        )

    async def review(self, job: Job, record: dict[str, Any], language: str) -> dict[str, Any]:
        """What the analysis finds in a whole game for a person; ``Refused`` or ``Unwell`` if it cannot."""
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return await self._answer(
            job,
            lambda: Review(iterations, language, record),
            ("review", record, iterations, language),
        )

    async def look_back(
        self, job: Job, record: dict[str, Any], turns: list[int], language: str
    ) -> dict[str, Any]:
        """What the analysis finds in some turns of a game; ``Refused`` or ``Unwell`` if it cannot."""
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return await self._answer(
            job,
            lambda: LookBack(iterations, language, turns, record),
            ("look_back", record, turns, iterations, language),
        )

    async def compute(self, job: Job, work: Callable[..., Any], *values: Any) -> Any:
        """What a function of a module finds out about some values; ``Unwell`` if no process can."""
        async with self.worker(job) as worker:
            return await worker.ask("compute", work, *values)

    async def _answer(
        self, job: Job, question: Callable[[], Question], asked: tuple[Any, ...], needs_engine: bool = True
    ) -> dict[str, Any]:
        """What a worker answers to a question, or else a process that is asked the same."""
        if self.apart and (found := await self.apart.ask(job, question)):
            return dict(found)
        async with self.worker(job, needs_engine) as worker:
            return dict(await worker.ask(*asked))

    async def puzzles(self, job: Job, record: dict[str, Any], plies: range) -> list[dict[str, Any]]:
        """The puzzles in a part of a game for a person; ``Refused`` or ``Unwell`` if no worker can look."""
        async with self.worker(job, needs_engine=True) as worker:
            found: list[dict[str, Any]] = await worker.ask("puzzles", record, plies)
            return found

    def close(self) -> None:
        """End all processes."""
        self.preparation.close()
        self._is_closed = True
        for worker in list(self._all):
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _started(self) -> "Worker":
        try:
            started: Worker = await self._run(self._start)
        except Exception as error:
            raise NoWorker(f"no process can be started: {error}") from error
        return started

    def _start(self) -> "Worker":
        with deaf_to_interrupts():  # Ctrl-C is for the server alone
            worker = Worker(self)
        self._all.add(worker)
        if self._is_closed:  # no one waits for it any more
            worker.kill()
        return worker

    async def _run(self, work: Any, *values: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)


class Worker:
    """One process, asked one thing at a time."""

    def __init__(self, pool: Workers) -> None:
        self._pool = pool
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        life, self._life = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(theirs, life, offered()), daemon=True)
        self._process.start()
        theirs.close()
        life.close()
        self.is_well = True
        self.used = 0.0
        """Seconds of processor time that its job has needed so far."""
        self._engines: set[str] = set()

    async def load_engine(self, game: str) -> None:
        """Have the engine of a game in the process. If it has to be compiled, that may take its time."""
        if game not in self._engines:
            await self._asked("load_engine", (game,), None)
            self._engines.add(game)

    async def ask(self, what: str, *values: Any) -> Any:
        """What the process answers."""
        refusal, answer, seconds = await self._asked(what, values, self._pool.patience)
        self.used += seconds
        if refusal is None:
            return answer
        raise refusal(answer)

    async def _asked(self, what: str, values: tuple[Any, ...], patience: float | None) -> Any:
        self.is_well = False  # also if no one waits for the answer any more
        answer = await self._pool._run(self._ask, what, values, patience)
        self.is_well = True
        return answer

    def _ask(self, what: str, values: tuple[Any, ...], patience: float | None) -> Any:
        try:
            self._line.send((what, values))
            if self._line.poll(patience):
                return self._line.recv()
        except (EOFError, OSError):
            raise Unwell("the process has ended") from None
        raise Unwell(f"no answer within {patience:g} s")

    def kill(self) -> None:
        """End the process."""
        self.is_well = False
        self._life.close()
        if offered():
            self._process.join(GRACE)  # it first ends the programs that it has started
        self._process.kill()
        self._process.join()
        self._line.close()


def _seat(view: View) -> int:
    assert view.seat is not None  # a spectator asks for nothing
    return view.seat


# What runs in the process.


def _work(line: Connection, life: Connection, programs: Mapping[str, str]) -> None:
    prepare_worker(life, niceness=5, on_end=kill_all)  # people at other tables come first
    take_over(programs)
    tasks = _Tasks()
    with suppress(EOFError, OSError):
        while True:
            what, values = line.recv()
            began = process_time()
            try:
                refusal, answer = None, getattr(tasks, what)(*values)
            except Exception as error:
                refusal = NotInstalled if isinstance(error, ModuleNotFoundError) else Refused
                answer = f"{type(error).__name__}: {error}"
            line.send((refusal, answer, process_time() - began))


class _Tasks(Tasks):
    """What a process can be asked."""

    def answer(self, question: bytes) -> Any:
        """What was asked from afar, on a game that was sampled from a view."""
        asked = QUESTIONS.decode(question)
        if isinstance(asked, Review):
            return self.review(asked.record, asked.iterations, asked.language)
        if isinstance(asked, LookBack):
            return self.look_back(asked.record, asked.turns, asked.iterations, asked.language)
        game = load(asked.record)
        if isinstance(asked, Analyse):
            return self.analyse(game.name, game.view(asked.seat), asked.seconds, asked.language)
        if isinstance(asked, Advise):
            view, seed = game.view(asked.seat), int(asked.seed)
            return self.advise(game.name, asked.program, view, seed, asked.language)
        player = seated(asked.program, game.name, int(asked.seed))
        return [astuple(step) for step in steps(player.choose, game, asked.seat)]
