"""How long tables are kept. Old games leave the database as records in the archive; empty tables just go."""

import asyncio

from kabuto.host.backend import Backend
from kabuto.host.log import log
from kabuto.host.rooms.given_up import unfinished
from kabuto.host.rooms.registry import TableRegistry
from kabuto.protocol.errors import Refusal

EVERY = 3600.0
"""Seconds between two looks for old tables."""
DAY = 24 * 3600 * 1000
"""Milliseconds, as events count them."""
AT_ONCE = 1000
"""How many tables of a status one look takes at most: the rest waits for the next one."""
STATUSES = {
    "closed": "keep_waiting",
    "waiting": "keep_waiting",
    "playing": "keep_abandoned",
    "over": "keep_finished",
    "record": "keep_finished",
}
"""Status of a table → the limit that says for how many days without a change it is kept."""


async def purge_now_and_then(backend: Backend, tables: TableRegistry) -> None:
    """Purge old tables for as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        if backend.peers.takes_care_of("purging"):
            await purge(backend, tables, backend.clock.now())


async def purge(backend: Backend, tables: TableRegistry, now: int) -> int:
    """Archive and remove the tables that are old enough; how many."""
    number = 0
    for status, limit in STATUSES.items():
        days: int = getattr(backend.limits, limit)
        for table in await backend.store.older(status, now - days * DAY, AT_ONCE):
            number += await _remove(backend, tables, table, now)
    if number:
        log("tables_purged", number=number)
    return number


async def _remove(backend: Backend, tables: TableRegistry, table: str, now: int) -> bool:
    """Remove a table; False if it is in use, it cannot be read, or there is no room to archive it.

    Its events say how old it is: its line in the lists may be damaged.
    """
    try:
        async with tables.alone(table) as old:
            days: int = getattr(backend.limits, STATUSES[old.status])
            if old.updated >= now - days * DAY:
                return False
            game = old.game
            if game is not None and game.ply:
                proof = old.proof()
                await backend.archive.keep(table, game.record(), proof.to_json() if proof else None)
            await backend.store.remove([table], old.status, old.seq, list(unfinished(old)))
    except (Refusal, OSError):
        return False
    return True
