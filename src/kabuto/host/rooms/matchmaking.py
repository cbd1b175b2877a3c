"""Brings people together who want to play the next person.

Everyone who waits sits at a public table made for that. The next person takes a seat at the one whose host is
nearest in strength, or sets another. Two who come at once may both set one, at different servers too: who
waits asks again now and then, and moves to a table that is older. So it is always the later one who moves.
"""

from contextlib import AsyncExitStack, suppress
from functools import partial

from kabuto.host.backend import Backend
from kabuto.host.call import Call
from kabuto.host.catalogue import options_of
from kabuto.host.rate_limits import Guard
from kabuto.host.ratings import MEAN
from kabuto.host.rooms.creation import Creation
from kabuto.host.rooms.lobby import Lists
from kabuto.host.rooms.registry import TableRegistry
from kabuto.host.rooms.room import Room
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Friend, Myself, NewTable, NextPerson, SeatPlan, Value
from kabuto.tabletop import decisions
from kabuto.tabletop.seats import Summary
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Event

MOST = 500
"""How many of the public tables that wait are looked at, the newest ones."""
TRIED = 50
"""With how many of those who want the same a meeting is tried, the nearest in strength."""
ANSWERED = 0.5
"""Seconds until other servers have said who is at a table there."""
PATIENCE = 3600
"""Seconds after which no one is waited for any more who doesn't have the table open."""


class Matchmaking:
    """Finds an opponent for a person."""

    def __init__(
        self, backend: Backend, guard: Guard, tables: TableRegistry, lists: Lists, creation: Creation
    ) -> None:
        self._store, self._clock, self._chance = backend.store, backend.clock, backend.chance
        self._peers, self._guard = backend.peers, guard
        self._tables, self._lists, self._creation = tables, lists, creation

    async def next_person(self, call: Call, name: str, wish: NextPerson) -> str:
        """A table with a person who wants the same, or the one at which this person waits; its id."""
        person, options = call.person, options_of(wish.game, wish.options, wish.players)
        waiting = await self._waiting()
        mine = [table for table in waiting if any(seat.person == person for seat in table.seats)]
        own = next((table for table in mine if _fits(table, wish, options)), None)
        for table in mine:
            if table is not own:
                await self._give_up(person, table)
        others = [table for table in waiting if table not in mine and _fits(table, wish, options)]
        if own:
            others = [table for table in others if _age(table) < _age(own)]
        rating = await self._creation.strength(person, wish.game) if others else None
        others.sort(key=lambda each: _distance(each, rating.value if rating else MEAN))
        for table in await self._attended(others[:TRIED]):
            if own and not await self._give_up(person, own):
                return own.id  # the last one has come meanwhile
            own = None
            if await self._sit(call, name, table.id, wish.seal):
                return table.id
        return own.id if own else await self._set(call, name, wish)

    async def _waiting(self) -> list[Summary]:
        """The tables at which people wait for an opponent."""
        listed = await self._store.public(("waiting",), MOST)
        found = [await self._lists.summary(each) for each in listed]
        return [table for table in found if table and table.is_matched and table.status == "waiting"]

    async def _attended(self, tables: list[Summary]) -> list[Summary]:
        """Those of some tables that a person who waits there still has open, at any server.

        Who has been gone for long no longer waits.
        """
        async with AsyncExitStack() as visits:
            rooms: list[tuple[Summary, Room]] = []
            for table in tables:
                with suppress(Refusal):  # it can't be read
                    rooms.append((table, await visits.enter_async_context(self._tables.visit(table.id))))
            if self._peers.is_shared and not all(_is_attended(room) for _, room in rooms):
                await self._clock.sleep(ANSWERED)
            for table, room in rooms:
                if not _is_attended(room) and self._clock.time() - table.created > PATIENCE:
                    for seat in table.seats:
                        await room.change(partial(_left, person=seat.person))
            return [table for table, room in rooms if _is_attended(room)]

    async def _sit(self, call: Call, name: str, table: str, seal: str | None) -> bool:
        """Take a seat; whether there was still one."""
        try:
            async with self._tables.visit(table) as room:
                sit = partial(decisions.sit, person=call.person, name=name, invite=None, seat=None, seal=seal)
                await room.change(partial(sit, will_seal=call.will_seal))
        except Refusal as refusal:
            if refusal.error == "not_now":
                return False
            raise
        return True

    async def _give_up(self, person: str, table: Summary) -> bool:
        """Leave a table where a person waits; whether the game had not begun."""
        async with self._tables.visit(table.id) as room:
            await room.change(partial(_left, person=person))
            return not room.table.seats_of(person)

    async def _set(self, call: Call, name: str, wish: NextPerson) -> str:
        """A new table at which this person waits, on any seat."""
        self._guard.spend("tables", call.person, call.address)
        seats: list[SeatPlan] = [Friend()] * wish.players
        seats[self._chance.seed() % wish.players] = Myself()
        table = NewTable(
            seats=seats,
            game=wish.game,
            options=wish.options,
            clock=wish.clock,
            visibility="public",
            seal=wish.seal,
        )
        return await self._creation.set_table(
            call.person, name, table, is_matched=True, will_seal=call.will_seal
        )


def _fits(table: Summary, wish: NextPerson, options: dict[str, Value]) -> bool:
    """Whether a table is what a person wants, its edition and the other options included."""
    return (table.game, table.options, table.clock) == (wish.game, options, wish.clock)


def _age(table: Summary) -> tuple[int, str]:
    return table.created, table.id


def _distance(table: Summary, mine: float) -> float:
    """How far the host is from a strength; who is not known may be in the middle."""
    return abs((table.strength.value if table.strength else MEAN) - mine)


def _is_attended(room: Room) -> bool:
    return any(seat.person in room.here for seat in room.table.seats if seat.person)


def _left(table: Table, person: str) -> list[Event]:
    """Leave a table where a person waits, unless all have come."""
    is_waiting = table.status == "waiting" and not table.is_full and table.seats_of(person)
    return decisions.leave(table, person) if is_waiting else []
