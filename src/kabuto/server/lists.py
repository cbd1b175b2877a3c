"""Lists of tables as somebody sees them: the start page, one's own games, what can be watched."""

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import MsgspecError
from msgspec.json import Decoder

from kabuto.server.messages import Lobby, TableInfo
from kabuto.server.payloads import info
from kabuto.server.seating import Summary
from kabuto.server.speech import No
from kabuto.server.store import Listed

if TYPE_CHECKING:
    from kabuto.server.house import House

LISTED = 50
"""How many tables a list shows."""
REMEMBERED = 1000
"""How many of a person's tables to check for open games."""
_SUMMARY = Decoder(Summary)


class Lists:
    """What a house has of lists."""

    def __init__(self, house: "House") -> None:
        self._house, self._store = house, house.store

    async def lobby(self, person: str) -> Lobby:
        """The tables that a person may want."""
        own = await self.open_tables(person)
        done = await self._store.summaries(person, ("over", "record"), LISTED)
        finished = [*await self._infos(done, person), *await self._public("over", person)]
        waiting, playing = await self._public("waiting", person), await self._public("playing", person)
        damaged = await self._damaged_of(person) if self._house.damaged else []
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
        """The newest games of a person that are over."""
        return await self._infos(await self._store.summaries(person, ("over",), most), person)

    async def open_tables(self, person: str) -> list[TableInfo]:
        """The tables that a person has set or sits at, without those that were left."""
        found = await self._store.summaries(person, ("waiting", "playing"), REMEMBERED)
        return [table for table in await self._infos(found, person) if _is_open(table)]

    async def summary(self, listed: Listed) -> Summary | None:
        """A table as it stands in a list; if that is damaged, its events tell; None if they cannot."""
        house = self._house
        if listed.id in house.damaged or house.bans.of_table(listed.id):
            return None
        with suppress(MsgspecError):
            if listed.summary is not None:
                return _SUMMARY.decode(listed.summary)
        with suppress(No):
            async with house.visit(listed.id) as room, room.stored() as table:
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
        return [info(each, person, self._house.here(each.id)) for each in summaries if each]

    async def _damaged_of(self, person: str) -> list[str]:
        """The tables of a person that cannot be read."""
        return sorted(await self._store.of_person(person) & self._house.damaged.keys())


def _is_deserted(table: TableInfo) -> bool:
    """Whether somebody waited there for whoever comes next, and went away."""
    is_waiting = table.is_matched and table.status == "waiting"
    return is_waiting and not any(seat.here for seat in table.seats)


def _is_open(table: TableInfo) -> bool:
    """Whether the person who asks still has to do with a table."""
    is_host = table.host and table.status == "waiting"
    return is_host or any(not table.seats[seat].left for seat in table.mine)
