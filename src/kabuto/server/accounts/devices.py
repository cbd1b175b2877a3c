"""The devices of a person: which there are, and which were signed out.

Nothing is stored of a person who only looks around: a device gets its line when it does something that lasts,
or becomes one more device of a person.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from kabuto.host.clock import Chance, Clock
from kabuto.protocol.errors import refuse
from kabuto.server.accounts import recovery
from kabuto.server.accounts.identity import COOKIE_AGE, Identity
from kabuto.server.storage.sql_store import ALONE, Database, SqlStore, Work

DAY = 24 * 3600
ENDED = "SELECT id FROM devices WHERE ended IS NOT NULL"
ENDED_SINCE = "SELECT id, person FROM devices WHERE ended >= ?"
SKEW = 2
"""Days by which the clocks of two servers may differ."""
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


class Proof(NamedTuple):
    """Proof of a person's identity."""

    person: str
    device: str
    """Who wants to use it; with the name of the person if that is not a device yet."""
    confirm: Work[None]
    """Refuses, in the transaction in which it is used, what has ended meanwhile."""


class Devices:
    """All devices of a server."""

    def __init__(self, store: SqlStore, clock: Clock, chance: Chance) -> None:
        self._store, self._clock, self._chance = store, clock, chance
        self._known: set[str] = set()
        self.ended: set[str] = set()
        """Those that were signed out: asked at every request, and few."""
        self._looked = 0
        """The day of the last look for those that other servers have signed out."""
        self._found: set[str] = set()
        """Those that a look has found."""

    async def open(self) -> None:
        """Learn which were signed out, and forget those whose cookies are too old to come back."""
        oldest = self._today() - COOKIE_AGE // DAY - 1

        async def forget(database: Database) -> None:
            await database.execute("DELETE FROM devices WHERE seen < ? AND id <> person", oldest)

        if await self._store.read("SELECT 1 FROM devices WHERE seen < ? AND id <> person LIMIT 1", oldest):
            await self._store.write(forget)
        self._looked = self._today()
        self.ended = {name for (name,) in await self._store.read(ENDED)}
        self._found = set(self.ended)

    async def look(self) -> list[Identity]:
        """Those that were signed out since the last look, at any server."""
        today = self._today()
        rows = await self._store.read(ENDED_SINCE, min(self._looked, today) - SKEW)
        found = [Identity(person, device) for device, person in rows if device not in self._found]
        self._looked = today
        self._found.update(identity.device for identity in found)
        return found

    async def keep(self, identity: Identity, agent: str) -> None:
        """Store a device that has done something lasting."""
        if identity.device in self._known:
            return
        now = int(self._clock.time())
        label = Label("", "") if identity.is_legacy else Label.of(agent)
        await self._store.write(lambda database: add(database, identity, label, now))
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
        named, now = Identity(legacy.person, self._chance.secret()), int(self._clock.time())

        async def work(database: Database) -> None:
            await check(database, legacy)
            await add(database, legacy, Label("", ""), now)  # there may be more of them
            await add(database, named, Label.of(agent), now)

        await self._store.write(work)
        return named

    async def of(self, person: str) -> list[Row]:
        """The devices of a person that are not signed out, the last seen first, those of old last."""
        query = """SELECT id, browser, system, since, seen FROM devices
            WHERE person = ? AND ended IS NULL ORDER BY id = person, seen DESC, since DESC, id LIMIT ?"""
        rows = await self._store.read(query, person, LISTED)
        return [Row(row[0], Label(*row[1:3]), *map(date, row[3:])) for row in rows]

    async def sign_out(self, identity: Identity, device: str) -> set[str]:
        """End another device of a person: which that was. Links end with it."""

        async def work(database: Database) -> list[str]:
            chosen = [name for name in await _others(database, identity) if name == device]
            if chosen:
                await self._end(database, chosen)
                await end_links(database, identity.person)
            return chosen

        return set(await self._store.write(work))

    async def sign_out_everywhere(self, identity: Identity, since: int | None) -> set[str]:
        """End all other devices of a person: which those were. Links end with them.

        So do phrases and passkeys that were made since a day; None: none of them.
        """

        async def work(database: Database) -> list[str]:
            others = await _others(database, identity)
            if since is not None:
                await recovery.end_since(database, identity.person, since)
            await self._end(database, others)
            await end_links(database, identity.person)
            return others

        return set(await self._store.write(work))

    async def _end(self, database: Database, devices: list[str]) -> None:
        values = [(self._today(), each) for each in devices]
        await database.many("UPDATE devices SET ended = ? WHERE id = ?", values)

    def end(self, devices: set[str]) -> None:
        """Let no one in with the cookies of devices that were stored as ended."""
        self.ended |= devices
        self._known -= devices

    def today(self) -> str:
        """The date."""
        return date(self._today())

    def _today(self) -> int:
        return int(self._clock.time()) // DAY


async def add(database: Database, identity: Identity, label: Label, now: int) -> None:
    """Store a device, unless it is stored already."""
    await database.execute(
        """INSERT INTO devices (id, person, browser, system, since, seen, told) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING""",
        *(identity.device, identity.person, *label, now // DAY, now // DAY, now),
    )


async def hold(database: Database, person: str) -> set[str]:
    """Let no one else change how a person is signed in, until the transaction ends; the ended devices."""
    query = f"SELECT id, ended FROM devices WHERE person = ? ORDER BY id{ALONE}"
    return {name for name, ended in await database.rows(query, person) if ended is not None}


async def end_links(database: Database, person: str) -> None:
    """End the personal links of a person that no one has used."""
    await database.execute("DELETE FROM links WHERE person = ? AND used IS NULL", person)


async def check(database: Database, identity: Identity) -> None:
    """Refuse a device that was signed out, whether this server has heard of it or not."""
    if identity.device in await hold(database, identity.person):
        raise refuse("not_yours", "device_signed_out")


def signed_in(identity: Identity) -> Proof:
    """Being signed in as proof of who a person is."""
    return Proof(*identity, lambda database: check(database, identity))


async def _others(database: Database, identity: Identity) -> list[str]:
    """The other devices of a person that are signed in; refused if this one no longer is."""
    await check(database, identity)
    query = "SELECT id FROM devices WHERE person = ? AND ended IS NULL AND id <> ?"
    return [name for (name,) in await database.rows(query, *identity)]


def day_of(date: str) -> int:
    """A day as people write it, in days since 1970; refused if there is no such day."""
    try:
        return (datetime.fromisoformat(date) - datetime(1970, 1, 1)).days
    except ValueError:
        raise refuse("bad_request", "bad_day", "since", text=date) from None


def date(day: int) -> str:
    """A day since 1970 as people write it."""
    return datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
