"""The devices of a person: which there are, and which were signed out.

Nothing is stored of somebody who only looks around: a device gets its line when it does something that lasts,
or becomes one more device of a person.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from kabuto.server.identity import COOKIE_AGE, Identity
from kabuto.server.store import Database, Store
from kabuto.server.world import World

DAY = 24 * 3600
ENDED = "SELECT id FROM devices WHERE ended IS NOT NULL"
LISTED = 100
"""How many devices a list shows."""
MOST_KNOWN = 20_000
"""How many devices are remembered as stored."""
# What a ``User-Agent`` holds → what people call it; the first that is found counts.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


class Label(NamedTuple):
    """What a device is called; empty parts are not known."""

    browser: str
    system: str

    @classmethod
    def of(cls, agent: str) -> "Label":
        """What a ``User-Agent`` says."""
        return cls(_named(BROWSERS, agent), _named(SYSTEMS, agent))


def _named(names: dict[str, str], agent: str) -> str:
    return next((name for part, name in names.items() if part in agent), "")


class Row(NamedTuple):
    """A device as it is stored."""

    id: str
    label: Label
    since: str
    seen: str
    """Days, such as ``2026-11-17``."""


class Devices:
    """All devices of a server."""

    def __init__(self, store: Store, world: World) -> None:
        self._store, self._world = store, world
        self._known: set[str] = set()
        self.ended: set[str] = set()
        """Those that were signed out: asked at every request, and few."""

    async def open(self) -> None:
        """Learn which were signed out, and forget those whose cookies are too old to come back."""
        oldest = self._today() - COOKIE_AGE // DAY - 1

        async def forget(database: Database) -> None:
            await database.execute("DELETE FROM devices WHERE seen < ? AND id <> person", oldest)

        if await self._store.read("SELECT 1 FROM devices WHERE seen < ? AND id <> person LIMIT 1", oldest):
            await self._store.write(forget)
        self.ended = {name for (name,) in await self._store.read(ENDED)}

    async def keep(self, identity: Identity, agent: str) -> None:
        """Store a device that has done something lasting."""
        if identity.device in self._known:
            return
        today = self._today()
        label = Label("", "") if identity.is_legacy else Label.of(agent)
        await self._store.write(lambda database: add(database, identity, label, today))
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(identity.device)

    async def see(self, identity: Identity) -> None:
        """Note that a device was here today, if it is stored at all."""
        today = self._today()
        if await self._store.read("SELECT 1 FROM devices WHERE id = ? AND seen < ?", identity.device, today):

            async def note(database: Database) -> None:
                await database.execute("UPDATE devices SET seen = ? WHERE id = ?", today, identity.device)

            await self._store.write(note)

    async def name(self, legacy: Identity, agent: str) -> Identity:
        """Give a device a name of its own that came with a cookie of the old form."""
        named, today = Identity(legacy.person, self._world.secret()), self._today()

        async def work(database: Database) -> None:
            await add(database, legacy, Label("", ""), today)  # there may be more of them
            await add(database, named, Label.of(agent), today)

        await self._store.write(work)
        return named

    async def of(self, person: str) -> list[Row]:
        """The devices of a person that are not signed out, the last seen first, those of old last."""
        query = """SELECT id, browser, system, since, seen FROM devices
            WHERE person = ? AND ended IS NULL ORDER BY id = person, seen DESC, since DESC, id LIMIT ?"""
        rows = await self._store.read(query, person, LISTED)
        return [Row(row[0], Label(*row[1:3]), *map(date, row[3:])) for row in rows]

    async def sign_out(self, identity: Identity, device: str | None = None) -> set[str]:
        """End another device of a person, or all others: which those were. Links end with them."""
        today = self._today()

        async def work(database: Database) -> list[str]:
            query = "SELECT id FROM devices WHERE person = ? AND ended IS NULL AND id <> ?"
            others = [name for (name,) in await database.rows(query, *identity)]
            chosen = others if device is None else [name for name in others if name == device]
            await database.many(
                "UPDATE devices SET ended = ? WHERE id = ?", [(today, each) for each in chosen]
            )
            if chosen:
                statement = "DELETE FROM links WHERE person = ? AND used IS NULL"
                await database.execute(statement, identity.person)
            return chosen

        ended = set(await self._store.write(work))
        self.ended |= ended
        return ended

    def end(self, devices: set[str]) -> None:
        """Let nobody in with the cookies of devices that were stored as ended."""
        self.ended |= devices
        self._known -= devices

    def today(self) -> str:
        """The date."""
        return date(self._today())

    def _today(self) -> int:
        return int(self._world.time()) // DAY


async def add(database: Database, identity: Identity, label: Label, today: int) -> None:
    """Store a device, unless it is stored already."""
    await database.execute(
        "INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING",
        *(identity.device, identity.person, *label, today, today),
    )


def date(day: int) -> str:
    """A day since 1970 as people write it."""
    return datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
