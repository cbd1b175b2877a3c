"""How long tables are kept. Old games leave the database as records in the archive; empty tables just go."""

import asyncio
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from kabuto.folders import whole
from kabuto.server.logs import log
from kabuto.server.speech import No

if TYPE_CHECKING:
    from kabuto.server.house import House

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


async def purge_now_and_then(house: "House", archive: Path) -> None:
    """Purge old tables for as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        if house.servers.takes_care_of("purging"):
            await purge(house, archive, house.world.now())


async def purge(house: "House", archive: Path, now: int) -> int:
    """Archive and remove the tables that are old enough; how many."""
    number = 0
    for status, limit in STATUSES.items():
        days: int = getattr(house.limits, limit)
        for table in await house.store.older(status, now - days * DAY, AT_ONCE):
            number += await _remove(house, archive, table, now)
    if number:
        log("tables_purged", number=number)
    return number


async def _remove(house: "House", archive: Path, table: str, now: int) -> bool:
    """Remove a table; False if somebody uses it, it cannot be read, or there is no room to archive it.

    Its events say how old it is: its line in the lists may be damaged.
    """
    try:
        async with house.alone(table) as old:
            days: int = getattr(house.limits, STATUSES[old.status])
            if old.updated >= now - days * DAY:
                return False
            game = old.game
            if game is not None and game.ply:
                await asyncio.to_thread(_write, _place(archive, table), json.dumps(game.record()))
                if proof := old.proof():
                    place = _place(archive, table).with_suffix(".deal")
                    await asyncio.to_thread(_write, place, json.dumps(proof.to_json()))
            await house.store.remove([table], old.status, old.seq)
    except (No, OSError):
        return False
    return True


def is_archived(archive: Path, table: str) -> bool:
    """Whether the record of a table lies in the archive; the name may be anything that somebody wrote."""
    return bool(re.fullmatch(r"[\w-]{1,64}", table, re.ASCII)) and _place(archive, table).exists()


def _place(archive: Path, table: str) -> Path:
    return archive / table[:2] / f"{table}.json"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole(path) as fresh:
        fresh.write_text(text, encoding="utf-8")
