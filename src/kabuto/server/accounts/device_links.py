"""Personal links: anyone who opens one can sign in as its person on another device.

A link works once and for an hour, a new one ends the one before, and only a hash of its token is stored.
"""

from hashlib import sha256

from kabuto.host.clock import Chance, Clock
from kabuto.server.accounts.devices import Devices, Label, Proof, add, end_links, hold
from kabuto.server.accounts.identity import Identity, Signer
from kabuto.server.storage.sql_store import Database, SqlStore

LINK_AGE = 3600
"""Seconds for which a link is good."""


class Links:
    """All personal links of a server."""

    def __init__(
        self, store: SqlStore, signer: Signer, devices: Devices, clock: Clock, chance: Chance
    ) -> None:
        self._store, self._signer, self._devices = store, signer, devices
        self._clock, self._chance = clock, chance

    async def make(self, proof: Proof) -> tuple[str, int]:
        """A new token, and until when it is good."""
        token, now = self._chance.secret(), int(self._clock.time())
        row = (_hash(token), proof.person, proof.device, now + LINK_AGE)

        async def work(database: Database) -> None:
            await proof.confirm(database)
            await database.execute("DELETE FROM links WHERE expires < ?", now)
            await end_links(database, proof.person)
            await database.execute("INSERT INTO links VALUES (?, ?, ?, ?, NULL)", *row)

        await self._store.write(work)
        return token, now + LINK_AGE

    async def cancel(self, person: str) -> None:
        """End the link of a person."""
        await self._store.write(lambda database: end_links(database, person))

    async def owner(self, token: str) -> str | None:
        """Whose link it is; None if it is not good."""
        rows = await self._store.read("SELECT person, expires, used FROM links WHERE hash = ?", _hash(token))
        if not rows:
            legacy = self._legacy(token)
            return legacy[0].person if legacy else None
        person, expires, used = rows[0]
        return person if used is None and expires >= self._clock.time() else None

    async def claim(self, token: str, agent: str) -> Identity | None:
        """Use a link: the person on a new device; None if another request was faster, or it is not good."""
        now, device, legacy = int(self._clock.time()), self._chance.secret(), self._legacy(token)

        async def work(database: Database) -> Identity | None:
            if legacy:  # it was never stored: that it was used is
                values = (_hash(token), *legacy[0], legacy[1])
                statement = "INSERT INTO links VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING"
                await database.execute(statement, *values)
            owners = await database.rows("SELECT person FROM links WHERE hash = ?", _hash(token))
            ended = await hold(database, owners[0][0]) if owners else set[str]()
            if legacy and legacy[0].device in ended:
                return None
            use = (
                "UPDATE links SET used = ? WHERE hash = ? AND used IS NULL AND expires >= ? RETURNING person"
            )
            found = await database.rows(use, now, _hash(token), now)
            if not found:
                return None
            identity = Identity(found[0][0], device)
            await add(database, identity, Label.of(agent), now)
            return identity

        return await self._store.write(work)

    def _legacy(self, token: str) -> tuple[Identity, int] | None:
        """A link of the old form, which was not stored."""
        found = self._signer.read_legacy_link(token)
        return None if found is None or found[0].device in self._devices.ended else found


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
