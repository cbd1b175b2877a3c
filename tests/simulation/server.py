"""A simulated server: the real one, with a clock, chance, a store and programs of this world."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from kabuto.host.backend import Unwell
from kabuto.host.clock import DELAYS, Chance, Clock
from kabuto.host.store import NotStored
from kabuto.host.thinking import Tasks
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.serve import SHUTDOWN
from kabuto.server.services import Services, build
from kabuto.server.web.app import create_app
from kabuto.server.workers.pool import Worker, Workers

from .database import Database, ModelStore
from .loop import MACHINE, Machine, VirtualLoop
from .network import Serving
from .roads import Road

EPOCH = 1_700_000_000.0
"""When every world begins, in seconds since 1970."""
NOWHERE = Path("/nonexistent/kabuto")
"""The data folder: nothing is ever written there."""
TO_DATABASE = (0.0002, 0.003)
"""Seconds from a server to the database."""
AGAIN = 2.0
"""Seconds until a server that cannot start is started again."""
THINKING = (0.01, 1.5)
"""Seconds that a program thinks."""


class Server:
    """A machine on which servers run, one after the other."""

    def __init__(self, name: str, loop: VirtualLoop, database: Database, rng: Random) -> None:
        self.name, self._loop, self._database, self._rng = name, loop, database, rng
        self.road = Road(rng, TO_DATABASE)
        """The way to the database."""
        self.offset = rng.uniform(-2, 2)
        """How much its time of day is ahead, in seconds."""
        self.worker_loss = 0.0
        """How likely it is that a program dies while it thinks."""
        self.machine = Machine(name)
        self.machine.is_dead = True
        self.services: Services | None = None
        self.serving: Serving | None = None
        self._store: ModelStore | None = None

    @property
    def is_up(self) -> bool:
        """Whether somebody can connect."""
        return not self.machine.is_dead and self.serving is not None and self.serving.is_open

    def start(self) -> None:
        """Start a server, unless one runs; it is started again until it can open its tables."""
        if not self.machine.is_dead:
            return
        self.machine = machine = Machine(self.name)
        context = copy_context()
        context.run(MACHINE.set, machine)
        context.run(self._loop.create_task, self._start(machine, context))

    async def _start(self, machine: Machine, context: Context) -> None:
        while True:
            self._store = ModelStore(self._database, self.road)
            clock, chance = self._clock(), self._chance()
            workers = partial(SimulatedWorkers, self, clock, chance)
            services = build(NOWHERE, clock=clock, chance=chance, store=self._store, workers=workers)
            try:
                await services.open()
            except NotStored:
                self._store.hang_up()
                await asyncio.sleep(AGAIN)
                continue
            self.services = services
            self.serving = Serving(create_app(services), context)
            return

    def _clock(self) -> Clock:
        loop, origin = self._loop, self._rng.uniform(0, 1e6)
        return Clock(time=lambda: EPOCH + loop.time() + self.offset, monotonic=lambda: origin + loop.time())

    def _chance(self) -> Chance:
        rng = self._rng
        return Chance(
            secret=lambda: f"{rng.getrandbits(128):032x}",
            seed=lambda: rng.getrandbits(128),
            part=lambda: f"{rng.getrandbits(256):064x}",
            delay=lambda: rng.uniform(*DELAYS),
        )

    def kill(self) -> None:
        """End it at once, as by kill -9 or a power failure."""
        self.machine.is_dead = True
        self._hang_up()

    async def stop(self) -> None:
        """End it in order, as by SIGTERM."""
        services, machine = self.services, self.machine
        if not self.is_up or services is None:
            self.kill()
            return
        assert self.serving
        self.serving.close()
        context = copy_context()
        context.run(MACHINE.set, machine)
        closing = context.run(self._loop.create_task, self._close(self.serving, services))
        while not closing.done() and not machine.is_dead:
            await asyncio.sleep(0.05)
        self.kill()

    @staticmethod
    async def _close(serving: Serving, services: Services) -> None:
        """Stop as uvicorn does: first what is served, then the tables."""
        await serving.end(SHUTDOWN)
        await services.close()

    def _hang_up(self) -> None:
        if self.serving:
            self.serving.close()
        if self._store:
            self._store.hang_up()
        self.serving, self.services = None, None

    def cut_off(self) -> None:
        """Lose the database."""
        self.road.is_open = False
        if self._store:
            self._store.hang_up()

    def freeze(self) -> None:
        """Stop as by SIGSTOP: its connections stay, and nobody answers."""
        self.machine.is_frozen = True

    def thaw(self) -> None:
        """Go on, as if nothing had happened."""
        self._loop.thaw(self.machine)

    def thinks(self) -> float:
        """How long a program thinks; ``Unwell`` if it dies."""
        if self._rng.random() < self.worker_loss:
            raise Unwell("the process has ended")
        return self._rng.uniform(*THINKING)


class SimulatedWorkers(Workers):
    """The real pool, without processes."""

    def __init__(self, server: Server, clock: Clock, chance: Chance, metrics: Metrics) -> None:
        super().__init__(metrics, most=2, clock=clock, chance=chance)
        self._thinks = server.thinks

    async def _started(self) -> Worker:
        return SimulatedWorker(self._thinks)


class SimulatedWorker(Worker):
    """Thinks for a while, and answers as a process would."""

    def __init__(self, thinks: Callable[[], float]) -> None:
        self._thinks = thinks
        self._desk = Tasks()
        self.is_well, self.used = True, 0.0

    async def ask(self, what: str, *values: Any) -> Any:
        """What the process answers."""
        self.is_well = False
        await asyncio.sleep(self._thinks())
        answer = getattr(self._desk, what)(*values)
        self.is_well = True
        return answer

    def kill(self) -> None:
        """There is no process to end."""
