"""Lists of tables as a person sees them: the start page, one's own games, what can be watched."""

from contextlib import suppress

from msgspec import MsgspecError
from msgspec.json import Decoder

from kabuto.host.rooms import given_up
from kabuto.host.rooms.registry import TableRegistry
from kabuto.host.store import Listed, Store
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Lobby, TableInfo
from kabuto.tabletop.render import info
from kabuto.tabletop.seats import Summary

LISTED = 50
"""How many tables a list shows."""
REMEMBERED = 1000
"""How many of a person's tables to check for open games."""
_SUMMARY = Decoder(Summary)


class Lists:
    """The lists of a host."""

    def __init__(self, store: Store, tables: TableRegistry) -> None:
        self._store, self._tables = store, tables

    async def lobby(self, person: str) -> Lobby:
        """The tables that a person may want."""
        own = await self.open_tables(person)
        done = await self._store.summaries(person, ("over", "record"), LISTED)
        finished = [*await self._infos(done, person), *await self._public("over", person)]
        waiting, playing = await self._public("waiting", person), await self._public("playing", person)
        damaged = await self._damaged_of(person) if self._tables.damaged else []
        own = [table for table in own if table.id not in damaged]  # some may have been found just now
        known = {*damaged, *(table.id for table in own)}
        return Lobby(
            mine=own[:LISTED],
            waiting=[table for table in waiting if table.id not in known],
            watch=[table for table in playing if table.id not in known],
            finished=sorted(
                {table.id: table for table in finished if table.id not in damaged}.values(),
                key=lambda table: -table.updated,
            )[:LISTED],
            damaged=damaged,
        )

    async def finished(self, person: str, most: int) -> list[TableInfo]:
        """The newest games of a person that are over, or that the person has given up."""
        over = await self._infos(await self._store.summaries(person, ("over",), most), person)
        found = [*over, *[info(each, person, ()) for each in await self._given_up(person, most)]]
        return sorted(found, key=lambda table: -table.updated)[:most]

    async def _given_up(self, person: str, most: int) -> list[Summary]:
        """The games that a person has left or lost while others play on, or that never ended."""
        playing = await self._store.summaries(person, ("playing",), REMEMBERED)
        found = [
            given_up.as_lost(each, person) for each in [await self.summary(each) for each in playing] if each
        ]
        gone = [given_up.read(each) for each in await self._store.unfinished(person, most)]
        return [*filter(None, found), *gone]

    async def open_tables(self, person: str) -> list[TableInfo]:
        """The tables that a person has set or sits at, without those that were left."""
        found = await self._store.summaries(person, ("waiting", "playing"), REMEMBERED)
        return [table for table in await self._infos(found, person) if _is_open(table)]

    async def summary(self, listed: Listed) -> Summary | None:
        """A table as it stands in a list; if that is damaged, its events tell; None if they cannot."""
        if listed.id in self._tables.damaged or self._tables.why_closed(listed.id):
            return None
        with suppress(MsgspecError):
            if listed.summary is not None:
                return _SUMMARY.decode(listed.summary)
        with suppress(Refusal):
            async with self._tables.visit(listed.id) as room, room.stored() as table:
                return table.summary()
        return None

    async def _public(self, status: str, person: str) -> list[TableInfo]:
        """The newest public tables of a status."""
        found = await self._infos(await self._store.public((status,), LISTED), person)
        return [
            table
            for table in found
            if table.visibility == "public" and table.status == status and not _is_deserted(table)
        ]

    async def _infos(self, found: list[Listed], person: str) -> list[TableInfo]:
        """Tables of a list as a person sees them, without those that cannot be read."""
        summaries = [await self.summary(each) for each in found]
        return [info(each, person, self._tables.here(each.id)) for each in summaries if each]

    async def _damaged_of(self, person: str) -> list[str]:
        """The tables of a person that cannot be read."""
        return sorted(await self._store.of_person(person) & self._tables.damaged.keys())


def _is_deserted(table: TableInfo) -> bool:
    """Whether a person waited there for an opponent, and went away."""
    is_waiting = table.is_matched and table.status == "waiting"
    return is_waiting and not any(seat.here for seat in table.seats)


def _is_open(table: TableInfo) -> bool:
    """Whether the person who asks still has to do with a table."""
    is_host = table.host and table.status == "waiting"
    return is_host or any(not table.seats[seat].left for seat in table.mine)
