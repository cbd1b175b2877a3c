"""Who is kept out, and which tables are closed: what the people who run a server have decided.

Bans lie in the store, where ``kabuto ban`` writes them while servers run. Every server looks for changes
every few seconds.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Literal, NamedTuple

from kabuto.host.clock import Clock
from kabuto.protocol.errors import Refusal, refuse, sentence
from kabuto.server.storage.open import DATABASE, postgres_for
from kabuto.server.storage.schema_versions import MIGRATIONS
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.sqlite import Direct, at_once, open_database
from kabuto.table import Refused
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode

EVERY = 2.0
"""Seconds between two looks for changes."""
DAY = 24 * 3600
Kind = Literal["person", "address", "table"]
KINDS: tuple[Kind, ...] = ("person", "address", "table")


class Ban(NamedTuple):
    """A banned person, or a closed table."""

    kind: Kind
    subject: str
    """A person, an address or network, or a table."""
    until: int | None
    """Seconds since 1970; None: for good."""
    reason: str
    """What those who are concerned are told."""


COLUMNS = "kind, subject, until, reason"
ACTIVE = f"SELECT {COLUMNS} FROM bans WHERE until IS NULL OR until > ? ORDER BY kind, subject"


class Bans:
    """The bans that a server knows."""

    def __init__(self, store: SqlStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._known: dict[tuple[str, str], Ban] = {}
        self._networks: list[tuple[object, Ban]] = []

    async def look(self) -> bool:
        """Learn what there is; whether it has changed."""
        found = [Ban(*row) for row in await self._store.read(ACTIVE, int(self._clock.time()))]
        known: dict[tuple[str, str], Ban] = {(ban.kind, ban.subject): ban for ban in found}
        if known == self._known:
            return False
        self._known = known
        self._networks = [(ip_network(ban.subject), ban) for ban in found if ban.kind == "address"]
        return True

    def of(self, person: str, address: str) -> Ban | None:
        """The ban of a person."""
        return self._known.get(("person", person)) or self._of_address(address)

    def of_table(self, table: str) -> Ban | None:
        """The ban of a table."""
        return self._known.get(("table", table))

    def _of_address(self, address: str) -> Ban | None:
        if not self._networks:
            return None
        try:
            asked = ip_network(address)
        except ValueError:
            return None
        for place, ban in self._networks:
            if type(place) is type(asked) and asked.subnet_of(place):  # type: ignore[arg-type]
                return ban
        return None

    def check(self, person: str, address: str) -> None:
        """Refuse a banned person."""
        if ban := self.of(person, address):
            raise refuse("not_yours", "banned", reason=ban.reason)

    def why_closed(self, table: str) -> Refusal | None:
        """The refusal for anyone who opens a closed table."""
        ban = self.of_table(table)
        return refuse("not_found", "table_closed", reason=ban.reason) if ban else None


def subject_of(kind: Kind, text: str) -> str:
    """What is banned as it is stored; an address is a network, and one of IPv6 at least a /64."""
    if kind != "address":
        return text
    try:
        found = ip_network(text, strict=False)
    except ValueError:
        raise Refused(sentence("bad_address", address=text[:60]), "--address") from None
    return str(found.supernet(new_prefix=64) if found.version == 6 and found.prefixlen > 64 else found)


class Register:
    """The bans in a store that servers may be using meanwhile."""

    def __init__(self, database: Direct) -> None:
        self._database = database

    def add(self, ban: Ban) -> None:
        """Ban a person, or close a table; ``Refused`` if there is no such table."""
        if ban.kind == "table":
            self.seats(ban.subject)
        statement = f"""INSERT INTO bans ({COLUMNS}) VALUES (?, ?, ?, ?)
            ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until, reason = excluded.reason"""
        at_once(self._database.execute(statement, *ban))

    def lift(self, kind: Kind, subject: str) -> bool:
        """End a ban; whether there was one."""
        query = "SELECT 1 FROM bans WHERE kind = ? AND subject = ?"
        found = at_once(self._database.rows(query, kind, subject))
        at_once(self._database.execute("DELETE FROM bans WHERE kind = ? AND subject = ?", kind, subject))
        return bool(found)

    def active(self, now: float) -> list[Ban]:
        """The bans that hold now."""
        return [Ban(*row) for row in at_once(self._database.rows(ACTIVE, int(now)))]

    def seats(self, table: str) -> list[tuple[str, str]]:
        """Who sits at a table: names and persons."""
        query = "SELECT body FROM events WHERE tab = ? ORDER BY seq"
        bodies = [body for (body,) in at_once(self._database.rows(query, table))]
        if not bodies:
            raise Refused(sentence("no_table"), table[:40])
        seats = Table(table, map(decode, bodies)).seats
        return [(seat.name or seat.program, seat.person) for seat in seats]


@contextmanager
def register(place: str | Path) -> Iterator[Register]:
    """The bans of a data folder or a database; servers may be using it."""
    if isinstance(place, str) and "://" in place:
        postgres = postgres_for(place)
        with closing(postgres.connect(place)) as connection, postgres.translated():
            _check_format("SELECT format FROM kabuto", Direct(postgres.Adapted(connection)), place)
            yield Register(Direct(postgres.Adapted(connection)))
        return
    path = Path(place) / DATABASE
    if not path.is_file():
        raise Refused(sentence("no_database", name=DATABASE), str(place))
    with closing(open_database(path)) as file:
        _check_format("PRAGMA user_version", Direct(file), str(path))
        yield Register(Direct(file))


def _check_format(query: str, database: Direct, place: str) -> None:
    if at_once(database.rows(query)) != [(len(MIGRATIONS),)]:
        raise Refused(sentence("store_other_format"), place)
