"""Looks through finished games for puzzles, a few moves at a time, so that nobody else waits for a worker.

What was found is stored with the table, for every server and for everybody who has its address.
"""

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from kabuto.server.events import Puzzled
from kabuto.server.logs import log, short
from kabuto.server.speech import No, no
from kabuto.server.stopping import stop
from kabuto.server.workers import analysed

if TYPE_CHECKING:
    from kabuto.server.house import House

MOST = 20
"""How many games are looked through at once."""
AT_ONCE = 8
"""How many moves of a game are one job."""


class Search(NamedTuple):
    """A game that is being looked through."""

    person: str
    """Who asked for it."""
    work: asyncio.Task[None]


class PuzzleSearch:
    """The games that are being looked through at this server."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._searches: dict[str, Search] = {}
        """Table → who looks for puzzles there."""
        self._progress: dict[str, float] = {}
        self._refusals: dict[str, No] = {}
        """Table → why the last search there has failed; told once."""

    def progress(self, table: str) -> float | None:
        """How much of a game was looked through, from 0 to 1; None if nobody looks; why a search failed."""
        if table in self._refusals:
            raise self._refusals.pop(table)
        return self._progress.get(table)

    def is_running(self, table: str) -> bool:
        """Whether a game is being looked through."""
        return table in self._searches

    def start(self, person: str, table: str, record: dict[str, Any]) -> None:
        """Look for puzzles in a finished game that nobody looks through; each person can ask for one game."""
        if any(search.person == person for search in self._searches.values()):
            raise no("too_many", "searching_already")
        if len(self._searches) >= MOST:
            raise no("busy", "busy")
        self._refusals.pop(table, None)
        self._progress[table] = 0.0
        self._searches[table] = Search(person, asyncio.create_task(self._search(person, table, record)))

    async def close(self) -> None:
        """Stop."""
        await stop(search.work for search in self._searches.values())

    async def _search(self, person: str, table: str, record: dict[str, Any]) -> None:
        length, found = len(record["moves"]), []
        try:
            for ply in range(0, length, AT_ONCE):
                plies = range(ply, min(length, ply + AT_ONCE))
                found += await analysed(self._house.workers.puzzles(person, table, record, plies))
                self._progress[table] = plies.stop / length
            found.sort(key=lambda puzzle: len(puzzle["record"]["moves"]))
            async with self._house.visit(table) as room:
                await room.change(lambda _: [Puzzled(puzzles=found)])
            log("puzzles_found", table=short(table), number=len(found))
        except No as refusal:
            self._refusals[table] = refusal
        finally:
            del self._searches[table], self._progress[table]
