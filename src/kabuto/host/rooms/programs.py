"""Programs at a table: the one to move thinks, and plays what it found. What fails is tried again."""

import asyncio
from typing import Protocol

from kabuto.host.backend import Job
from kabuto.host.log import short, warn
from kabuto.host.rooms.context import RoomContext
from kabuto.host.store import Behind
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal
from kabuto.tabletop.decisions import Thought, next_thought
from kabuto.tabletop.state import Table

RETRY = 5.0
"""Seconds until a program thinks again that could not, or whose turn could not be stored."""
LONGEST_RETRY = 60.0
"""Programs that still cannot think are tried less and less often, but at least this often."""


class Playing(Protocol):
    """A table at which programs play."""

    table: Table

    def delay(self, notation: str) -> float:
        """Seconds until a move may be seen."""

    async def play(self, thought: Thought, found: list[str]) -> None:
        """Play what a program found."""


class Programs:
    """The programs at a table. Nothing refers to the room for long: it has to go without a collection."""

    def __init__(self, context: RoomContext) -> None:
        self._context = context
        self._thinking: asyncio.Task[None] | None = None

    @property
    def are_thinking(self) -> bool:
        """Whether one of them thinks."""
        return self._thinking is not None

    def look(self, room: Playing) -> None:
        """See whether one of them is to move."""
        if self._thinking is None and self._next(room.table):
            self._thinking = asyncio.create_task(self._think(room))

    async def close(self) -> None:
        """Think no more."""
        await stop([self._thinking] if self._thinking else [])

    def _next(self, table: Table) -> Thought | None:
        """The next turn of a program, if it is up to this host."""
        return next_thought(table) if self._context.peers.takes_care_of(table.id) else None

    async def _think(self, room: Playing) -> None:
        """Let programs play until a person is to move."""
        pause = RETRY
        try:
            while thought := self._next(room.table):
                try:
                    found = await self._think_about(room.table, thought)
                    await self._context.clock.sleep(room.delay(found[0]))
                    await room.play(thought, found)
                    pause = RETRY
                except Behind:
                    pass  # the turn is thought over again, if there still is one
                except Exception as error:
                    if isinstance(error, Refusal) and error.error == "not_stored":
                        await asyncio.sleep(RETRY)  # there may be room when the turn is thought over again
                        continue
                    warn("thinking_failed", table=short(room.table.id), again_in=pause)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_RETRY)
        finally:
            self._thinking = None

    async def _think_about(self, table: Table, thought: Thought) -> list[str]:
        """The turn of a program."""
        clock, made, seat = self._context.clock.monotonic, table.created, thought.seat
        began = clock()
        job = Job(made.host, table.id, (made.game, thought.program))
        moves = await self._context.workers.turn(job, table.game_of(seat).copy(), seat)
        self._context.metrics.time("program_turn", clock() - began)
        return moves
