"""A thinker: claims jobs that servers have put into their database, and has its workers do them.

It sees what servers send, which is made from views, and nothing else of a table. If it dies, others claim
its jobs when their lease has run out; if it is told to stop, it gives them back at once.
"""

import asyncio
from contextlib import suppress

from kabuto.players import is_compiled
from kabuto.server.jobs import BEAT, Claimed
from kabuto.server.logs import log, short, warn
from kabuto.server.questions import ENCODER, QUESTIONS, Advise, Answer, Play
from kabuto.server.scheduler import LANES, Lane
from kabuto.server.servers import AGAIN
from kabuto.server.speech import No
from kabuto.server.stopping import stop
from kabuto.server.store import Store
from kabuto.server.workers import Workers
from kabuto.server.world import REAL, World
from kabuto.table import faces


class Thinker:
    """Some workers for the jobs of a database."""

    def __init__(self, store: Store, workers: Workers, size: int, world: World = REAL) -> None:
        """``size`` is how many main workers there are; a spare one for short jobs comes on top."""
        assert store.jobs is not None
        self._store, self._jobs, self._workers, self._size = store, store.jobs, workers, size
        self.name = world.secret()
        self._clock = world.monotonic
        self.games = faces.working()
        """The games that it knows."""
        self._free: dict[Lane, int] = {"main": size, "spare": 1}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._has_work = asyncio.Event()
        workers.metrics.gauges["jobs_running"] = lambda: len(self._running)

    async def open(self) -> None:
        """Compile the engines, and claim jobs from then on."""
        for game in faces.having("warm"):
            await self._workers.preparation.ready(game)
        with suppress(No):
            await self._beat()
        self._tasks += [
            asyncio.create_task(work) for work in (self._beat_on(), self._listen(), self._claim())
        ]

    async def close(self) -> None:
        """Give back what is not done."""
        await stop([*self._tasks, *self._running.values()])
        with suppress(No):
            await self._jobs.leave(self.name)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(No):
                await self._beat()

    async def _beat(self) -> None:
        await self._jobs.beat(self.name, self._size, self.games, self._running)
        self._has_work.set()  # a thinker that died leaves jobs without a word

    async def _listen(self) -> None:
        while True:
            with suppress(No):
                await self._store.listen(
                    lambda _: self._has_work.set(), self._has_work.set, self._jobs.channel
                )
            await asyncio.sleep(AGAIN)

    async def _claim(self) -> None:
        """Claim jobs for as long as workers are free."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            with suppress(No):  # the database is away: it's tried again at the next beat
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
        began, (_, table, (game, program)) = self._clock(), claimed.job
        try:
            answer = await self._answer(claimed)
            counts = await self._jobs.finish(claimed.id, self.name, ENCODER.encode(answer))
            kind = "failed" if answer.failure else "done" if counts else "late"
            self._workers.metrics.count("jobs", f'result="{kind}"')
            took = self._clock() - began
            self._workers.metrics.time("job", took)
            log("thought", table=short(table), game=game, program=program, result=kind, ms=round(took * 1000))
        except No:
            warn("answer_not_stored", table=short(table))  # somebody claims the job again
        finally:
            self._free[lane] += 1
            del self._running[claimed.id]
            self._has_work.set()

    async def _answer(self, claimed: Claimed) -> Answer:
        """What a worker finds, or why it finds nothing."""
        game, program = claimed.job.kind
        try:
            asked = QUESTIONS.decode(claimed.question)
            if isinstance(asked, (Play, Advise)):
                needs_engine = is_compiled(asked.program, game)
            else:
                needs_engine = True
            # The queue was fair already: here everybody is somebody else.
            async with self._workers.worker(claimed.job._replace(person=claimed.id), needs_engine) as worker:
                return Answer(await worker.ask("answer", claimed.question), worker.used)
        except Exception as error:
            warn("program_failed", program=program, reason=str(error)[:200])
            return Answer(failure=f"{type(error).__name__}: {error}"[:200])
