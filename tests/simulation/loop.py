"""An event loop in which time passes only when nothing else is left to do.

Everything runs on a machine, in the order in which it became due. A machine can be frozen, as a process is by
SIGSTOP: what is due there waits. And it can be killed: then nothing of it ever runs again, no ``finally``
either, just as after ``kill -9``.
"""

import asyncio
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
THREAD = (0.0001, 0.002)
"""The shortest and the longest time that work in a thread takes, in seconds."""
MOST_TASKS = 1000
"""So many tasks may be added until those that are done are forgotten."""


class Machine:
    """Something that can stop on its own: a server."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_frozen = self.is_dead = False
        self.held: list[asyncio.Handle] = []
        """What became due while it was frozen."""


MACHINE: ContextVar[Machine | None] = ContextVar("MACHINE", default=None)
"""Where the present code runs; None: on a machine to which nothing happens."""


class Stuck(Exception):
    """Nothing will ever happen again, or not in time."""


class Task(asyncio.Task[T]):
    """A task whose place in a set is the same in every run."""

    _numbers = count()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._number = next(self._numbers)
        super().__init__(*args, **kwargs)

    def __hash__(self) -> int:
        return self._number


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks, and moves the time on to the next one that is due."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._now = self.limit = 0.0
        self._is_running = False
        self._numbers = count()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._ready: deque[asyncio.Handle] = deque()
        self._tasks: list[Task[Any]] = []
        self._most_tasks = MOST_TASKS
        self.problems: list[str] = []
        """Errors that nobody caught."""
        Task._numbers = count()

    def run(self, main: Coroutine[Any, Any, T], limit: float) -> T:
        """The result of a coroutine; ``Stuck`` if it is not there at a time, which ``limit`` can move."""
        self.limit, self._is_running = limit, True
        before = events._get_running_loop()  # of the browser's tests, whose loop runs in the same thread
        events._set_running_loop(self)
        try:
            task = self.create_task(main)
            while not task.done():
                self._step()
            result: T = task.result()
            return result
        finally:
            self._forget()
            events._set_running_loop(before)
            self._is_running = False

    def _step(self) -> None:
        ready, timers = self._ready, self._timers
        while not ready:
            if not timers:
                raise Stuck("nothing is left to happen")
            when, _, timer = heappop(timers)
            if timer._cancelled:
                continue
            if when > self.limit:
                raise Stuck(f"nothing new until {self.limit:.0f} s")
            self._now = max(self._now, when)
            ready.append(timer)
        handle = ready.popleft()
        if handle._cancelled:
            return
        machine: Machine | None = handle._context.get(MACHINE)  # type: ignore[attr-defined]
        if machine is not None:
            if machine.is_dead:
                return
            if machine.is_frozen:
                machine.held.append(handle)
                return
        handle._run()

    def thaw(self, machine: Machine) -> None:
        """Let a frozen machine go on."""
        machine.is_frozen = False
        self._ready.extend(machine.held)
        machine.held.clear()

    def _forget(self) -> None:
        """Let go of everything that still waits, without letting any of it run on."""
        while self._tasks:
            task = self._tasks.pop()
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with suppress(Exception, asyncio.CancelledError):  # it wants to wait for something once more
                    task.get_coro().close()
        self._timers.clear()
        self._ready.clear()

    # What asyncio asks of a loop.

    def time(self) -> float:
        """Virtual seconds since the beginning."""
        return self._now

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call something at this very moment, after what is due already."""
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call something after so many seconds."""
        return self.call_at(self._now + max(0, delay), callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call something at a time."""
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass  # it is left out when its time comes

    def create_future(self) -> asyncio.Future[Any]:
        """A future."""
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        """A task."""
        task: Task[Any] = Task(coro, loop=self, context=context)
        self._tasks.append(task)
        if len(self._tasks) > self._most_tasks:
            self._tasks = [each for each in self._tasks if not each.done()]
            self._most_tasks = 2 * len(self._tasks) + MOST_TASKS
        return task

    def run_in_executor(self, executor: Any, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Do some work as if in a thread: a moment later, and everything else goes on meanwhile."""
        future: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:
                future.set_exception(error)

        self.call_later(self._rng.uniform(*THREAD), work)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Note an error that nobody caught."""
        error = context.get("exception")
        self.problems.append(f"{context.get('message')}: {type(error).__name__}: {error}")

    def get_debug(self) -> bool:
        """No."""
        return False

    def is_running(self) -> bool:
        """Whether ``run`` is at work."""
        return self._is_running

    def is_closed(self) -> bool:
        """Whether nothing can run: there is nothing that would have to be closed."""
        return not self._is_running
