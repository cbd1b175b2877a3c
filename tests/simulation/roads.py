"""The ways that messages take: they need time, keep their order on one connection, and can be cut."""

import asyncio
from collections import deque
from contextvars import Context
from random import Random
from typing import Any

NO_DELAY = (0.0, 0.0)


class Road:
    """The way between two machines, for all connections that go along it."""

    def __init__(self, rng: Random | None = None, delays: tuple[float, float] = NO_DELAY) -> None:
        self._rng, self._delays = rng or Random(0), delays
        self.is_open = True
        """Whether anything comes through."""
        self.slowness = 1.0
        """How many times longer than usual everything takes."""
        self.loss = 0.0
        """How likely it is that a connection is lost while something is under way."""
        self.nowhere = Context()
        """What is under way is on no machine that could be killed."""

    def delay(self) -> float:
        """How long something is under way, in seconds."""
        return self._rng.uniform(*self._delays) * self.slowness

    def loses(self) -> bool:
        """Whether a connection is lost just now."""
        return not self.is_open or (self.loss > 0 and self._rng.random() < self.loss)


class Line:
    """One direction of a connection: what is sent arrives in order, until the line is cut."""

    def __init__(self, road: Road) -> None:
        self._road = road
        self._arrived: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._last = 0.0
        self._is_cut = False

    def send(self, item: Any) -> None:
        """Something sets out; it never arrives if the line is cut before."""
        loop = asyncio.get_running_loop()
        self._last = max(self._last, loop.time() + self._road.delay())
        loop.call_at(self._last, self._arrive, item, context=self._road.nowhere)

    def _arrive(self, item: Any) -> None:
        if not self._is_cut:
            self._arrived.append(item)
            self._wake()

    def cut(self) -> None:
        """Nothing more arrives; what has arrived can still be read."""
        self._is_cut = True
        self._wake()

    async def get(self, seconds: float | None = None) -> Any:
        """The next that arrived, None if nothing more will; ``TimeoutError`` if it takes longer."""
        loop = asyncio.get_running_loop()
        deadline = None if seconds is None else loop.time() + seconds
        while not self._arrived:
            if self._is_cut:
                return None
            if deadline is not None and loop.time() >= deadline:
                raise TimeoutError
            self._reader = loop.create_future()
            timer = loop.call_at(deadline, self._wake) if deadline is not None else None
            try:
                await self._reader
            finally:
                self._reader = None
                if timer:
                    timer.cancel()
        return self._arrived.popleft()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)
