"""What remains of a person's identity after deletion: that their devices are signed out."""

from typing import Any

from kabuto.host.rooms import persons
from kabuto.server.accounts.accounts import Accounts
from kabuto.server.accounts.devices import DAY, hold
from kabuto.server.storage.sql_store import Database, SqlStore

FORGOTTEN = ("persons", "phrases", "passkeys", "links", "subscriptions", "sitting", "studies", "unfinished")
"""Where nothing of them stays."""


async def erase(accounts: Accounts, person: str) -> set[str]:
    """Delete a person, at all tables as well; the devices that are signed out by that."""
    await persons.erase(accounts.store, accounts.host.tables, person)
    return await _forget(accounts.store, person, int(accounts.host.backend.clock.time()) // DAY)


async def _forget(store: SqlStore, person: str, today: int) -> set[str]:
    """Forget a person, but for which devices are signed out: their cookies are still somewhere."""

    async def work(database: Database) -> list[Any]:
        await hold(database, person)
        for table in FORGOTTEN:
            column = "id" if table == "persons" else "person"
            await database.execute(f"DELETE FROM {table} WHERE {column} = ?", person)
        await database.execute(
            """INSERT INTO devices (id, person, browser, system, since, seen, ended)
            VALUES (?, ?, '', '', ?, ?, ?) ON CONFLICT (id) DO NOTHING""",
            *(person, person, today, today, today),
        )
        await database.execute(
            "UPDATE devices SET browser = '', system = '', ended = ? WHERE person = ?", today, person
        )
        return await database.rows("SELECT id FROM devices WHERE person = ?", person)

    return {name for (name,) in await store.write(work, is_repeatable=True)}
