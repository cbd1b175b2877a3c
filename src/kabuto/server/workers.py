"""Processes in which programs think: never in the event loop, and nothing they do can harm a table.

A process that ends or does not answer in time is replaced, and asked again; then any legal move must do. If
no process can be started, that is not the fault of the program: ``NoWorker`` is raised, to try later.
"""

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import process_time
from typing import Any

from msgspec.structs import astuple

from kabuto.players import is_compiled, make, names
from kabuto.processes import deaf_to_interrupts, prepare_worker
from kabuto.server.apart import Apart
from kabuto.server.jobs import Jobs
from kabuto.server.logs import warn
from kabuto.server.metrics import Metrics
from kabuto.server.preparation import Preparation
from kabuto.server.questions import MOST_MOVES, QUESTIONS, Advise, Analyse, Question, Review, seen, steps
from kabuto.server.scheduler import UNKNOWN, Job, Lane, Scheduler
from kabuto.server.speech import no
from kabuto.server.world import REAL, World
from kabuto.table import Game, Refused, View, faces, load
from kabuto.table.text import parts

PATIENCE = 120.0
"""Seconds until a process that does not answer is given up."""
TRIES = 3
"""How often a program is asked for a hint."""
HINT_SECONDS = 2.0
"""How long a hint is thought over."""
REVIEW_ITERATIONS = 200
"""How long each move of a finished game is thought over, divided among the players: some seconds a game."""
ATTEMPTS = 2


def usual_number() -> int:
    """How many processes make sense on this machine."""
    return max(2, (os.cpu_count() or 2) - 1)


class Unwell(Exception):
    """A process has ended, or did not answer in time."""


class NoWorker(Unwell):
    """No process could be started."""


class NotInstalled(Refused):
    """What was asked for needs a library that this server does not have."""


async def analysed(thinking: Awaitable[Any]) -> Any:
    """What was found; a refusal for the person who asked if nobody can think now."""
    try:
        return await thinking
    except NotInstalled:
        raise no("busy", "no_analysis") from None
    except (Refused, Unwell):
        raise no("busy", "busy") from None


class Workers:
    """Some processes, started when they are first needed."""

    def __init__(
        self,
        metrics: Metrics,
        most: int | None = None,
        patience: float = PATIENCE,
        world: World = REAL,
        jobs: Jobs | None = None,
    ) -> None:
        """``most`` processes and a spare one; ``jobs`` is a queue for thinkers, who are asked first."""
        most = most or usual_number()
        self.metrics, self.patience = metrics, patience
        self.scheduler = Scheduler(most, world.monotonic)
        self._seed = world.seed
        self._idle: dict[Lane, list[Worker]] = {"main": [], "spare": []}
        self._all: set[Worker] = set()
        self._threads = ThreadPoolExecutor(most + 1, thread_name_prefix="worker")
        self._is_closed = False
        self.preparation = Preparation(world.monotonic)
        self.apart = Apart(jobs, self.scheduler, metrics, world.secret) if jobs else None
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
            try:
                if needs_engine:
                    await worker.load_engine(job.kind[0])
                yield worker
            finally:
                if worker.is_well:
                    self.scheduler.learn(job.kind, worker.used)
                    worker.used = 0.0
                    idle.append(worker)
                else:
                    self.scheduler.learn(job.kind, UNKNOWN)
                    self.metrics.count("workers_replaced")
                    self._all.discard(worker)
                    worker.kill()
        finally:
            self.scheduler.release(ticket)

    async def jobs_of(self, person: str) -> int:
        """How many jobs of a person wait or run: with these workers, or with thinkers for any server."""
        return self.scheduler.jobs_of(person) + (await self.apart.jobs_of(person) if self.apart else 0)

    async def turn(self, job: Job, game: Game[Any, Any], seat: int) -> list[str]:
        """The turn of a program at somebody's table: its moves, or any legal ones, whatever the program does.

        ``NoWorker`` if there is nobody to ask.
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
        return begun + _played(lambda game: rng.choice(game.legal_moves(seat)), game.copy(), seat)

    async def analyse(self, person: str, table: str, game: str, view: View, language: str) -> dict[str, Any]:
        """What the analysis finds in a position for a person; ``Refused`` or ``Unwell`` if it cannot."""
        return await self._answer(
            Job(person, table, (game, "hint")),
            lambda: Analyse(view.seat, HINT_SECONDS, language, seen(view, self._seed())),
            ("analyse", game, view, HINT_SECONDS, language),
        )

    async def advise(
        self, person: str, table: str, game: str, program: str, view: View, language: str
    ) -> dict[str, Any]:
        """What a program would play in a position, and why; ``Refused`` or ``Unwell`` if it cannot."""
        job, seat, seed = Job(person, table, (game, "hint")), _seat(view), self._seed()
        return await self._answer(
            job,
            lambda: Advise(program, seat, str(seed), language, seen(view, self._seed())),
            ("advise", game, program, view, seed, language),
            needs_engine=is_compiled(program, game),
        )

    async def review(self, person: str, table: str, record: dict[str, Any], language: str) -> dict[str, Any]:
        """What the analysis finds in a whole game for a person; ``Refused`` or ``Unwell`` if it cannot."""
        job = Job(person, table, (record["game"], "review"))
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return await self._answer(
            job,
            lambda: Review(iterations, language, record),
            ("review", record, iterations, language),
        )

    async def _answer(
        self, job: Job, question: Callable[[], Question], asked: tuple[Any, ...], needs_engine: bool = True
    ) -> dict[str, Any]:
        """What a thinker answers to a question, or else a worker who is asked the same."""
        if self.apart and (found := await self.apart.ask(job, question)):
            return dict(found)
        async with self.worker(job, needs_engine) as worker:
            return dict(await worker.ask(*asked))

    async def puzzles(
        self, person: str, table: str, record: dict[str, Any], plies: range
    ) -> list[dict[str, Any]]:
        """The puzzles in a part of a game for a person; ``Refused`` or ``Unwell`` if nobody can look."""
        async with self.worker(Job(person, table, (record["game"], "puzzles")), needs_engine=True) as worker:
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
        if self._is_closed:  # nobody waits for it any more
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
        self._process = context.Process(target=_work, args=(theirs, life), daemon=True)
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
        self.is_well = False  # also if nobody waits for the answer any more
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
        self._process.kill()
        self._process.join()
        self._life.close()
        self._line.close()


def _played(choose: Callable[[Game[Any, Any]], Any], game: Game[Any, Any], seat: int) -> list[str]:
    """The moves of a seat until it has nothing more to decide."""
    moves: list[str] = []
    while seat in game.deciding and len(moves) < MOST_MOVES:
        move = choose(game)
        game.play(move, seat)
        moves.append(str(move))
    return moves


def _seat(view: View) -> int:
    assert view.seat is not None  # a spectator asks for nothing
    return view.seat


# What runs in the process.


def _work(line: Connection, life: Connection) -> None:
    prepare_worker(life, niceness=5)  # people at other tables come first
    desk = _Desk()
    with suppress(EOFError, OSError):
        while True:
            what, values = line.recv()
            began = process_time()
            try:
                refusal, answer = None, getattr(desk, what)(*values)
            except Exception as error:
                refusal = NotInstalled if isinstance(error, ModuleNotFoundError) else Refused
                answer = f"{type(error).__name__}: {error}"
            line.send((refusal, answer, process_time() - began))


class _Desk:
    """What a process can be asked."""

    def load_engine(self, game: str) -> None:
        with suppress(Exception):  # such as no NumPy and Numba: whoever needs them will say so
            if warm := faces.face(game, "warm"):
                warm()

    def play(self, name: str, game: Game[Any, Any], seat: int, seed: int) -> list[str]:
        player = make(name, game.name, random.Random(seed))
        return _played(lambda game: player.choose(game.view(seat)), game, seat)

    def analyse(self, game: str, view: Any, seconds: float, language: str) -> Any:
        return faces.need(game, "analysis").analyse(view, seconds=seconds).to_json(language, parts)

    def advise(self, game: str, program: str, view: Any, seed: int, language: str) -> Any:
        """What a program plays, asked some times: the moves by how often it does, each with its reasons."""
        reasons = faces.need(game, "reasons")
        chosen = Counter(make(program, game, random.Random(seed + n)).choose(view) for n in range(TRIES))
        moves = [
            {
                "move": str(move),
                "results": None,
                "why": [parts(text, language) for text in reasons(view, move)],
                "line": [],
            }
            for move, _ in chosen.most_common()
        ]
        return {"ply": view.ply, "chances": [], "moves": moves}

    def review(self, record: dict[str, Any], iterations: int, language: str) -> Any:
        analysis = faces.need(record["game"], "analysis")
        games = max(1, iterations // getattr(analysis, "SLOWNESS", 1))
        return analysis.review(record, iterations=games).to_json(language, parts)

    def answer(self, question: bytes) -> Any:
        """What was asked from afar, on a game that was sampled from a view."""
        asked = QUESTIONS.decode(question)
        if isinstance(asked, Review):
            return self.review(asked.record, asked.iterations, asked.language)
        game = load(asked.record)
        if isinstance(asked, Analyse):
            return self.analyse(game.name, game.view(asked.seat), asked.seconds, asked.language)
        if asked.program not in names(game.name):  # nobody starts a program of this machine from afar
            raise ValueError(f"no program {asked.program[:40]!r}")
        if isinstance(asked, Advise):
            view, seed = game.view(asked.seat), int(asked.seed)
            return self.advise(game.name, asked.program, view, seed, asked.language)
        player = make(asked.program, game.name, random.Random(int(asked.seed)))
        return [astuple(step) for step in steps(player.choose, game, asked.seat)]

    def puzzles(self, record: dict[str, Any], plies: range) -> Any:
        find = faces.need(record["game"], "puzzles").find
        return [puzzle.to_json() for puzzle in find(record, 0, plies)]
