"""A house of tables in the test's own process, and listeners who hear every byte."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from kabuto.host.rooms import retention
from kabuto.host.rooms.clients import Client
from kabuto.host.rooms.room import Room
from kabuto.protocol.http import Friend, Myself, NewTable, Program, SeatPlan
from kabuto.protocol.socket import Move, Undo
from kabuto.server.services import Services, build
from kabuto.tabletop import decisions
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created

_ids = count()


@asynccontextmanager
async def house(data: Path, **settings: Any) -> AsyncIterator[Services]:
    """A house that is open for a while."""
    data.mkdir(parents=True, exist_ok=True)
    opened = build(data, **settings)
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


class Listener:
    """Somebody at a table who keeps everything that is heard."""

    def __init__(
        self,
        person: str,
        language: str = "en",
        wire: str = "samurai",
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.timed: list[tuple[float, bytes]] = []
        """When each message came, and the message."""
        self.client = Client(
            person, person, language, lambda message: self.timed.append((clock(), message)), wires=wire
        )
        self.person = person

    @property
    def bytes(self) -> list[bytes]:
        """Every message."""
        return [message for _, message in self.timed]

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind."""
        return [message for message in map(json.loads, self.bytes) if message["type"] == kind]


async def set_table(house: Services, *seats: str, **settings: Any) -> str:
    """A table on which these sit: a person by any name, a program by ``program:`` and its name."""
    host = next(seat for seat in seats if not seat.startswith("program:"))
    plans: list[SeatPlan] = [
        Program(seat.removeprefix("program:"))
        if seat.startswith("program:")
        else Myself(seat)
        if seat == host
        else Friend()
        for seat in seats
    ]
    invites = [f"invite {seat}" if isinstance(plan, Friend) else "" for seat, plan in enumerate(plans)]
    settings.setdefault("options", {"players": len(seats)})
    settings.setdefault("game", "samurai")
    name = await house.host.creation.create(Created(host=host, seats=plans, invites=invites, **settings))
    async with house.host.tables.visit(name) as room:
        for seat, invite in enumerate(invites):
            if invite:
                person = seats[seat]
                sit = partial(decisions.sit, person=person, name=person, invite=invite, seat=seat)
                await room.change(sit)
    return name


def wish(*seats: str) -> NewTable:
    """A table to be set, all seats one's own."""
    return NewTable([Myself(seat) for seat in seats])


async def play(room: Room, listener: Listener, seat: int, notation: str, name: str = "") -> None:
    """Play a move as a client does."""
    message = Move(room.table.id, seat, room.table.ply_of(seat), name or f"inside {next(_ids)}", notation)
    await room.hear(listener.client, message)


async def undo(room: Room, listener: Listener, seat: int) -> None:
    """Take a move back as a client does."""
    await room.hear(
        listener.client, Undo(room.table.id, seat, room.table.ply_of(seat), f"inside {next(_ids)}")
    )


class Hours:
    """A clock that a test moves, for a server that waits by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved the clock that far."""
        if seconds > 0:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append((self.now + seconds, next(_ids), waiting))
            await waiting

    async def on(self) -> None:
        """Move to the next moment for which somebody waits, and let it happen."""
        self._waiting = sorted(each for each in self._waiting if not each[2].done())
        self.now, _, waiting = self._waiting.pop(0)
        waiting.set_result(None)
        await asyncio.sleep(0)


async def stored(room: Room) -> None:
    """Wait until what happens at this moment is stored and told."""
    for _ in range(5):
        async with room._lock:
            await asyncio.sleep(0)


async def settled(room: Room) -> None:
    """Wait until nothing goes on by itself."""
    programs = room._programs
    while room._tasks or programs.are_thinking:
        await asyncio.gather(*room._tasks, *([programs._thinking] if programs._thinking else []))
        await asyncio.sleep(0)


async def purge(home: Services, now: int) -> int:
    """Remove tables as if it were that late; how many."""
    return await retention.purge(home.host.backend, home.host.tables, now)


__all__ = ["Hours", "Listener", "Table", "house", "play", "set_table", "settled", "stored", "undo", "wish"]
