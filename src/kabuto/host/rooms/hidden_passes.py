"""Passes that must not show whether they were forced.

Where a game says so (``Game.secret_pass``), a seat that can only pass does so by itself. So that others can't
tell, the delay is drawn when the decision arises, before anyone looks at what the seat can do, and no pass
comes sooner: neither one that a person chose, nor one of a program.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from kabuto.host.clock import Chance, Clock
from kabuto.protocol.socket import Move
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Moved

C = TypeVar("C")
Work = Callable[[], Coroutine[Any, Any, None]]
SLACK = 0.001
"""Seconds that a pass may be seen too early."""


MOST_HELD = 16
"""How many passes a table keeps at a time: one counts, however often it is sent."""


class Decision(NamedTuple):
    """A decision in which passing is secret."""

    seat: int
    ply: int
    """What the next move of the seat has to name."""
    notation: str
    """How the game writes a pass."""
    due: float
    """When it may be seen."""


class HiddenPasses(Generic[C]):
    """Holds the passes of a table until they may be seen, and makes those that are forced.

    ``C`` is who sends them.
    """

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self._clock, self._chance = clock, chance
        self._decision: Decision | None = None
        self._held: list[tuple[C, Move]] = []
        self._timer: asyncio.Task[None] | None = None
        self._answering: asyncio.Task[None] | None = None
        self.always: set[int] = set()
        """The seats that pass by themselves until their persons say otherwise."""

    @property
    def is_waiting(self) -> bool:
        """Whether a pass is going to be made or seen."""
        return self._timer is not None and not self._timer.done()

    def look(self, table: Table, work: Work) -> None:
        """See whether there is such a decision; a new one is given its delay at once, and then work to do.

        The work is forgotten when it is done: it belongs to a room, which has to go without a collection.
        """
        found = _decision(table)
        before, self._decision = self._decision, None
        if found is not None:
            if before is not None and before[:3] == found:
                self._decision = before
            else:
                self._decision = Decision(*found, self._clock.monotonic() + self._chance.delay())
        if self._decision is None or self._decision is not before:
            self.stop()
            if self._held:  # anyone who passed played something else then: that pass is answered, too late
                self._answering = asyncio.create_task(work())
        if self._decision and not self.is_waiting and not table.unready:
            self._timer = asyncio.create_task(self._wait(work))

    def wait(self, notation: str) -> float:
        """Seconds until a move may be seen: none, unless it is such a pass."""
        decision = self._decision
        if decision is None or notation != decision.notation:
            return 0
        return max(0, decision.due - SLACK - self._clock.monotonic())

    def set(self, seat: int, on: bool) -> None:
        """Let a seat pass by itself from now on, or no longer."""
        (self.always.add if on else self.always.discard)(seat)
        self.stop()

    def hold(self, client: C, message: Move) -> bool:
        """Keep a pass that comes too soon; False if it may be carried out now."""
        decision = self._decision
        if decision is None or message.seat != decision.seat or not self.wait(message.notation):
            return False
        if len(self._held) < MOST_HELD:
            self._held.append((client, message))
        return True

    def taken(self) -> list[tuple[C, Move]]:
        """The passes that were held, to be carried out now."""
        held, self._held = self._held, []
        return held

    def made(self, table: Table, left: int | None) -> list[Moved]:
        """The pass that a person's seat makes by itself now, if it does."""
        decision = self._decision
        if decision is None or _decision(table) != decision[:3] or self.wait(decision.notation):
            return []
        seat = table.seats[decision.seat]
        if not seat.is_person or seat.left or seat.mover or table.unready:
            return []
        legal = [str(move) for move in table.game_of(decision.seat).legal_moves(decision.seat)]
        is_forced = legal == [decision.notation]
        if not is_forced and decision.seat not in self.always:
            return []
        return [Moved(seat=decision.seat, notation=decision.notation, left=left)]

    @property
    def seat(self) -> int | None:
        """Who decides; None if passing is no secret now."""
        return self._decision.seat if self._decision else None

    async def _wait(self, work: Work) -> None:
        assert self._decision is not None
        due = self._decision.due
        while (left := due - self._clock.monotonic()) > SLACK:  # a timer may be early
            await self._clock.sleep(left)
        await work()

    def stop(self) -> None:
        """Wait no longer."""
        timer, self._timer = self._timer, None
        if timer and timer is not asyncio.current_task():
            timer.cancel()


def _decision(table: Table) -> tuple[int, int, str] | None:
    """Seat, ply and notation of a pass that is secret now."""
    if table.game is None or table.status != "playing" or len(table.to_move) != 1:
        return None
    declined = table.game.secret_pass
    if declined is None:
        return None
    seat = table.to_move[0]
    return seat, table.ply_of(seat), str(declined)
