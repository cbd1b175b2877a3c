"""Sends program turns, hints and reviews to workers on other hosts.

If no worker is there, or one cannot do it, the server thinks by itself, with processes of its own.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

from msgspec import ValidationError, convert

from kabuto.host.backend import Job
from kabuto.host.log import log, warn
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.storage.job_queue import BEAT, Jobs
from kabuto.server.workers.requests import ANSWERS, ENCODER, Answer, Play, Question, Step, follow, seen
from kabuto.server.workers.scheduler import Scheduler
from kabuto.table import Game


class Apart:
    """The workers, as a server sees them."""

    def __init__(
        self, jobs: Jobs, scheduler: Scheduler, metrics: Metrics, new_name: Callable[[], str]
    ) -> None:
        self._jobs, self._scheduler, self._metrics, self._new_name = jobs, scheduler, metrics, new_name
        self._server = ""
        self._games: dict[str, int] = {}
        """Game → how many workers know it."""
        self._waiting: dict[str, _Waiting] = {}
        self._unwanted: set[str] = set()
        """Jobs that no one waits for any more."""
        self._tasks: set[asyncio.Task[None]] = set()
        metrics.gauges["workers"] = lambda: max(self._games.values(), default=0)
        metrics.gauges["jobs_apart"] = lambda: len(self._waiting)

    async def open(self, server: str) -> None:
        """Look for workers from now on; ``server`` is the name of this one."""
        self._server = server
        await self.look()
        self._start(self._look_on())

    async def close(self) -> None:
        """Ask for nothing more, and withdraw what is not done."""
        await stop(self._tasks)
        with suppress(Refusal):
            await self._jobs.withdraw(self._unwanted | self._waiting.keys())

    async def jobs_of(self, person: str) -> int:
        """How many jobs of a person wait or run, for any server."""
        return await self._jobs.of_person(person)

    def hear(self, name: str) -> None:
        """A job is done, perhaps one of ours."""
        if name in self._waiting:
            self._start(self._fetch([name]))

    async def turn(self, job: Job, game: Game[Any, Any], seat: int, seed: Callable[[], int]) -> list[str]:
        """Play the turn of a program in a game; its moves, as far as workers could tell."""
        moves: list[str] = []
        while seat in game.deciding:
            found = await self.ask(
                job, lambda: Play(job.kind[1], seat, str(seed()), seen(game.view(seat), seed()))
            )
            try:
                steps = convert(found or [], list[Step])
            except ValidationError:  # a worker of another version puts it differently
                break
            played = await asyncio.to_thread(follow, steps, game, seat)
            if not played:
                break
            moves += played
        return moves

    async def ask(self, job: Job, question: Callable[[], Question]) -> Any:
        """What a worker finds; None if this server has to think itself."""
        if job.kind[0] not in self._games:
            return None
        name, waiting = self._new_name(), _Waiting(job)
        self._waiting[name] = waiting
        try:
            body = await asyncio.to_thread(lambda: ENCODER.encode(question()))
            await self._jobs.put(name, self._server, job, self._scheduler.length(job.kind), body)
            waiting.is_put = True
            return self._found(job, await waiting.answer)
        except Exception as error:  # of the database, or of a game that cannot sample what a seat knows
            warn("thinking_apart_failed", program=job.kind[1], reason=str(error)[:200])
            return None
        finally:
            del self._waiting[name]
            if not waiting.is_done:
                self._unwanted.add(name)

    def _found(self, job: Job, body: bytes | None) -> Any:
        answer = Answer(failure="no worker") if body is None else ANSWERS.decode(body)
        if answer.failure:
            warn("worker_failed", program=job.kind[1], reason=answer.failure)
            self._metrics.count("worker_failures")
        else:
            self._scheduler.learn(job.kind, answer.seconds)
            job.charge(answer.seconds)
            self._metrics.count("worker_answers")
        return answer.found

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.look()

    async def look(self) -> None:
        """See which workers are there, and what became of our jobs."""
        with suppress(Refusal):  # the database is away: the next time
            games = await self._jobs.games()
            if games != self._games:
                log("workers", number=max(games.values(), default=0))
            self._games = games
            await self._fetch([name for name, each in self._waiting.items() if each.is_put])
            unwanted = set(self._unwanted)
            if unwanted:
                await self._jobs.withdraw(unwanted)
                self._unwanted -= unwanted

    async def _fetch(self, names: Collection[str]) -> None:
        """Take what workers found; what none of them will do is for this server."""
        if not names:
            return
        with suppress(Refusal):
            states = await self._jobs.look(names)
            for name in names:
                state, waiting = states.get(name), self._waiting.get(name)
                if waiting is None:
                    continue
                if state and state.answer is not None:
                    waiting.set(bytes(state.answer))
                elif state is None or state.is_given_up or waiting.job.kind[0] not in self._games:
                    self._unwanted.add(name)
                    waiting.set(None)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Waiting:
    """A job that a person waits for."""

    def __init__(self, job: Job) -> None:
        self.job, self.is_put = job, False
        self.answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        """None: this server has to think itself."""

    @property
    def is_done(self) -> bool:
        return self.answer.done() and not self.answer.cancelled()

    def set(self, answer: bytes | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)
