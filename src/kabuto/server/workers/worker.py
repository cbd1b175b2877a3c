"""A worker: claims jobs that servers have put into their database, and has its processes do them.

It sees what servers send, which is made from views, and nothing else of a table. If it dies, others claim
its jobs when their lease has run out; on a signal to stop, it gives them back at once.
"""

import asyncio
from contextlib import suppress

from kabuto.host.clock import Chance, Clock
from kabuto.host.log import log, short, warn
from kabuto.host.tasks import stop
from kabuto.players import is_compiled
from kabuto.protocol.errors import Refusal
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.storage.job_queue import BEAT, Claimed
from kabuto.server.storage.peers import AGAIN
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.workers.pool import Workers
from kabuto.server.workers.requests import ENCODER, QUESTIONS, Advise, Answer, Play
from kabuto.server.workers.scheduler import LANES, Lane
from kabuto.table import manifests

SILENCE = 10 * BEAT
"""Seconds without a beat that reached the database after which a worker isn't healthy any more."""


class JobWorker:
    """Some processes for the jobs of a database."""

    def __init__(
        self,
        store: SqlStore,
        workers: Workers,
        size: int,
        clock: Clock = CLOCK,
        chance: Chance = CHANCE,
    ) -> None:
        """``size`` is how many main processes there are; a spare one for short jobs comes on top."""
        assert store.jobs is not None
        self._store, self._jobs, self._workers, self._size = store, store.jobs, workers, size
        self.name = chance.secret()
        self._clock = clock.monotonic
        self._last_beat = self._clock() - SILENCE
        self.games = manifests.working()
        """The games that it knows."""
        self._free: dict[Lane, int] = {"main": size, "spare": 1}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._has_work = asyncio.Event()
        workers.metrics.gauges["jobs_running"] = lambda: len(self._running)

    async def open(self) -> None:
        """Compile the engines, and claim jobs from then on."""
        for game in manifests.having("warm"):
            await self._workers.preparation.ready(game)
        with suppress(Refusal):
            await self._beat()
        self._tasks += [
            asyncio.create_task(work) for work in (self._beat_on(), self._listen(), self._claim())
        ]

    async def close(self) -> None:
        """Give back what is not done."""
        await stop([*self._tasks, *self._running.values()])
        with suppress(Refusal):
            await self._jobs.leave(self.name)

    def is_healthy(self) -> bool:
        """Whether its engines are ready and the database has heard of it lately."""
        return self._clock() - self._last_beat < SILENCE

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Refusal):
                await self._beat()

    async def _beat(self) -> None:
        await self._jobs.beat(self.name, self._size, self.games, self._running)
        self._last_beat = self._clock()
        self._has_work.set()  # a worker that died leaves jobs without a word

    async def _listen(self) -> None:
        while True:
            with suppress(Refusal):
                await self._store.listen(
                    lambda _: self._has_work.set(), self._has_work.set, self._jobs.channel
                )
            await asyncio.sleep(AGAIN)

    async def _claim(self) -> None:
        """Claim jobs for as long as workers are free."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            with suppress(Refusal):  # the database is away: it's tried again at the next beat
                for lane, lengths in LANES.items():
                    while self._free[lane]:
                        claimed = await self._jobs.claim(self.name, lengths, self.games)
                        if claimed is None:
                            break
                        if claimed.id not in self._running:  # else its own lease had run out
                            self._free[lane] -= 1
                            self._running[claimed.id] = asyncio.create_task(self._think(claimed, lane))

    async def _think(self, claimed: Claimed, lane: Lane) -> None:
        """Do a job and store what comes of it."""
        began, table, (game, program) = self._clock(), claimed.job.table, claimed.job.kind
        try:
            answer = await self._answer(claimed)
            counts = await self._jobs.finish(claimed.id, self.name, ENCODER.encode(answer))
            kind = "failed" if answer.failure else "done" if counts else "late"
            self._workers.metrics.count("jobs", result=kind)
            took = self._clock() - began
            self._workers.metrics.time("job", took)
            log("thought", table=short(table), game=game, program=program, result=kind, ms=round(took * 1000))
        except Refusal:
            warn("answer_not_stored", table=short(table))  # a person claims the job again
        finally:
            self._free[lane] += 1
            del self._running[claimed.id]
            self._has_work.set()

    async def _answer(self, claimed: Claimed) -> Answer:
        """What a process finds, or why it finds nothing."""
        game, program = claimed.job.kind
        try:
            asked = QUESTIONS.decode(claimed.question)
            if isinstance(asked, (Play, Advise)):
                needs_engine = is_compiled(asked.program, game)
            else:
                needs_engine = True
            # The queue was fair already: here everyone is another person.
            async with self._workers.worker(claimed.job._replace(person=claimed.id), needs_engine) as worker:
                return Answer(await worker.ask("answer", claimed.question), worker.used)
        except Exception as error:
            warn("program_failed", program=program, reason=str(error)[:200])
            return Answer(failure=f"{type(error).__name__}: {error}"[:200])
