"""Phrases and passkeys, what brings a person back, by when and where they were made.

Anyone signed in as a person could make them, so signing out everywhere ends those made since a day, and
the other devices of a person are notified of new ones.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Literal, NamedTuple

from kabuto.server.accounts.identity import Identity
from kabuto.server.storage.sql_store import Database, SqlStore

DAY = 24 * 3600
Read = Callable[..., Coroutine[Any, Any, list[Any]]]
SIGNED_IN = "SELECT id FROM devices WHERE person = ? AND ended IS NULL"
SINCE = f"""SELECT min(day) FROM (
    SELECT since AS day FROM devices WHERE person = ? AND ended IS NULL AND id <> ?
    UNION ALL SELECT since / {DAY} FROM phrases
        WHERE person = ? AND device NOT IN ('', ?) AND device NOT IN ({SIGNED_IN})
    UNION ALL SELECT since FROM passkeys
        WHERE person = ? AND device NOT IN ('', ?) AND device NOT IN ({SIGNED_IN})
    ) AS found"""
NEW = f"""SELECT 'phrase', made.since / {DAY}, maker.browser, maker.system
    FROM devices AS mine JOIN phrases AS made ON made.person = mine.person
    LEFT JOIN devices AS maker ON maker.id = made.device
    WHERE mine.id = ? AND made.device NOT IN ('', mine.id) AND made.since >= mine.told
    UNION ALL SELECT 'passkey', made.since, made.browser, made.system
    FROM devices AS mine JOIN passkeys AS made ON made.person = mine.person
    WHERE mine.id = ? AND made.device NOT IN ('', mine.id) AND made.made >= mine.told"""
TOLD = """UPDATE devices SET told = (SELECT 1 + coalesce(max(at), 0) FROM (
    SELECT since AS at FROM phrases WHERE person = ? UNION ALL SELECT made FROM passkeys WHERE person = ?
    ) AS found) WHERE id = ?"""
"""Sets what a device has seen to after all that there is: two may be made in the same second."""


class Made(NamedTuple):
    """A phrase or passkey that another device of a person has made."""

    what: Literal["phrase", "passkey"]
    day: int
    """Since 1970."""
    browser: str
    system: str


async def since_when(read: Read, identity: Identity) -> int | None:
    """The day since which another person may have made phrases and passkeys; None: no one else could.

    It is the day on which the oldest of the other devices signed in, or on which something was made on a
    device that is no longer signed in, whichever was first.
    """
    person, device = identity
    rows = await read(SINCE, person, device, *(person, device, person) * 2)
    return None if rows[0][0] is None else int(rows[0][0])


async def end_since(database: Database, person: str, day: int) -> None:
    """End the phrases and passkeys of a person that were made on a day or later."""
    await database.execute("DELETE FROM phrases WHERE person = ? AND since >= ?", person, day * DAY)
    await database.execute("DELETE FROM passkeys WHERE person = ? AND since >= ?", person, day)


async def unannounced(store: SqlStore, device: str) -> list[Made]:
    """What other devices have made that this one has not seen."""
    rows = await store.read(NEW, device, device)
    return [Made(what, day, browser or "", system or "") for what, day, browser, system in rows]


async def announced(store: SqlStore, identity: Identity) -> None:
    """Note that a device has seen everything so far."""

    async def work(database: Database) -> None:
        await database.execute(TOLD, identity.person, *identity)

    await store.write(work)
