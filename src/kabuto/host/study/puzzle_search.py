"""Looks through finished games for puzzles, a few moves at a time, so that no one else waits for a worker.

What was found is stored with the table, for every server and for everyone who has its address.
"""

import asyncio
from typing import Any, NamedTuple

from kabuto.host.backend import Workers
from kabuto.host.budget import Budget
from kabuto.host.call import Payer
from kabuto.host.computing import analysed
from kabuto.host.log import log, short
from kabuto.host.rooms.registry import TableRegistry
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal, refuse
from kabuto.tabletop.table_events import Puzzled

MOST, MOST_OF_ADDRESS = 20, 5
"""How many games are looked through at once, in all and for persons at one address."""
AT_ONCE = 8
"""How many moves of a game are one job."""


class Search(NamedTuple):
    """A game that is being looked through."""

    payer: Payer
    """Who asked for it."""
    work: asyncio.Task[None]


class PuzzleSearch:
    """The games that are being looked through at this server."""

    def __init__(self, tables: TableRegistry, budget: Budget, workers: Workers) -> None:
        self._tables, self._budget, self._workers = tables, budget, workers
        self._searches: dict[str, Search] = {}
        """Table → who looks for puzzles there."""
        self._progress: dict[str, float] = {}
        self._refusals: dict[str, Refusal] = {}
        """Table → why the last search there has failed; told once."""

    def progress(self, table: str) -> float | None:
        """How much of a game was searched, from 0 to 1; None without a search; why a search failed."""
        if table in self._refusals:
            raise self._refusals.pop(table)
        return self._progress.get(table)

    def is_running(self, table: str) -> bool:
        """Whether a game is being looked through."""
        return table in self._searches

    def start(self, payer: Payer, table: str, record: dict[str, Any]) -> None:
        """Search a finished game for puzzles, unless that runs; each person can ask for one game."""
        payers = [search.payer for search in self._searches.values()]
        if payer in payers:
            raise refuse("too_many", "searching_already")
        at_address = sum(each.address == payer.address for each in payers)
        if len(payers) >= MOST or at_address >= MOST_OF_ADDRESS:
            raise refuse("busy", "busy")
        self._refusals.pop(table, None)
        self._progress[table] = 0.0
        self._searches[table] = Search(payer, asyncio.create_task(self._search(payer, table, record)))

    async def close(self) -> None:
        """Stop."""
        await stop(search.work for search in self._searches.values())

    async def _search(self, payer: Payer, table: str, record: dict[str, Any]) -> None:
        length, found = len(record["moves"]), []
        kind = (record["game"], "puzzles")
        try:
            for ply in range(0, length, AT_ONCE):
                plies = range(ply, min(length, ply + AT_ONCE))
                async with self._budget.pay(payer, kind, waits=True) as bill:
                    found += await analysed(self._workers.puzzles(bill.job(kind), record, plies))
                self._progress[table] = plies.stop / length
            found.sort(key=lambda puzzle: len(puzzle["record"]["moves"]))
            async with self._tables.visit(table) as room:
                await room.change(lambda _: [Puzzled(puzzles=found)])
            log("puzzles_found", table=short(table), number=len(found))
        except Refusal as refusal:
            self._refusals[table] = refusal
        finally:
            del self._searches[table], self._progress[table]
