"""Personal links: whoever opens one can become its person on another device.

A link works once and for an hour, a new one ends the one before, and only a hash of its token is stored.
"""

from hashlib import sha256

from kabuto.server.devices import DAY, Devices, Label, add
from kabuto.server.identity import Identity, Signer
from kabuto.server.store import Database, Store
from kabuto.server.world import World

LINK_AGE = 3600
"""Seconds for which a link is good."""


class Links:
    """All personal links of a server."""

    def __init__(self, store: Store, signer: Signer, devices: Devices, world: World) -> None:
        self._store, self._signer, self._devices, self._world = store, signer, devices, world

    async def make(self, identity: Identity) -> tuple[str, int]:
        """A new token, and until when it is good."""
        token, now = self._world.secret(), int(self._world.time())
        row = (_hash(token), *identity, now + LINK_AGE)

        async def work(database: Database) -> None:
            await database.execute("DELETE FROM links WHERE expires < ?", now)
            await _cancel(database, identity.person)
            await database.execute("INSERT INTO links VALUES (?, ?, ?, ?, NULL)", *row)

        await self._store.write(work)
        return token, now + LINK_AGE

    async def cancel(self, person: str) -> None:
        """End the link of a person."""
        await self._store.write(lambda database: _cancel(database, person))

    async def owner(self, token: str) -> str | None:
        """Whose link it is; None if it is not good."""
        rows = await self._store.read("SELECT person, expires, used FROM links WHERE hash = ?", _hash(token))
        if not rows:
            legacy = self._legacy(token)
            return legacy[0].person if legacy else None
        person, expires, used = rows[0]
        return person if used is None and expires >= self._world.time() else None

    async def claim(self, token: str, agent: str) -> Identity | None:
        """Use a link: the person on a new device; None if somebody else was faster, or it is not good."""
        now, device, legacy = int(self._world.time()), self._world.secret(), self._legacy(token)

        async def work(database: Database) -> Identity | None:
            if legacy:  # it was never stored: that it was used is
                values = (_hash(token), *legacy[0], legacy[1])
                statement = "INSERT INTO links VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING"
                await database.execute(statement, *values)
            use = (
                "UPDATE links SET used = ? WHERE hash = ? AND used IS NULL AND expires >= ? RETURNING person"
            )
            found = await database.rows(use, now, _hash(token), now)
            if not found:
                return None
            identity = Identity(found[0][0], device)
            await add(database, identity, Label.of(agent), now // DAY)
            return identity

        return await self._store.write(work)

    def _legacy(self, token: str) -> tuple[Identity, int] | None:
        """A link of the old form, which was not stored."""
        found = self._signer.read_legacy_link(token)
        return None if found is None or found[0].device in self._devices.ended else found


async def _cancel(database: Database, person: str) -> None:
    await database.execute("DELETE FROM links WHERE person = ? AND used IS NULL", person)


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
