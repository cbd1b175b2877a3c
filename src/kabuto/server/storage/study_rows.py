"""Where studies are stored: one row each, replaced as a whole. Only its author changes it."""

from kabuto.host.clock import Chance, Clock
from kabuto.host.store import Saved, Studies
from kabuto.protocol.errors import Refusal, refuse
from kabuto.server.storage.sql_store import ALONE, Database, SqlStore

COLUMNS = "id, person, title, game, moves, version, updated"


class StudyRows(Studies):
    """The studies of a server."""

    def __init__(self, store: SqlStore, clock: Clock, chance: Chance, most: int) -> None:
        """``most``: how many a person may have."""
        self._store, self._clock, self._chance, self._most = store, clock, chance, most

    async def of(self, person: str) -> list[Saved]:
        """The studies of a person, the last saved first."""
        query = f"SELECT {COLUMNS} FROM studies WHERE person = ? ORDER BY updated DESC, id"
        return [Saved(*row) for row in await self._store.read(query, person)]

    async def bodies(self, person: str) -> dict[str, bytes]:
        """The studies of a person as they are stored, by their names."""
        rows = await self._store.read("SELECT id, body FROM studies WHERE person = ? ORDER BY id", person)
        return {name: bytes(body) for name, body in rows}

    async def read(self, name: str) -> tuple[Saved, bytes]:
        """A study; refused if there is none."""
        rows = await self._store.read(f"SELECT {COLUMNS}, body FROM studies WHERE id = ?", name)
        if not rows:
            raise _missing()
        return Saved(*rows[0][:7]), bytes(rows[0][7])

    async def check_author(self, name: str, person: str) -> None:
        """Refuse a study of another person."""
        rows = await self._store.read("SELECT person FROM studies WHERE id = ?", name)
        _check_author(rows, person)

    async def add(self, person: str, row: tuple[str, str, int], body: bytes) -> Saved:
        """Store a new study: its title, game and number of moves."""
        saved = Saved(self._chance.secret(), person, *row, version=0, updated=self._clock.now())

        async def work(database: Database) -> None:
            ((number,),) = await database.rows("SELECT count(*) FROM studies WHERE person = ?", person)
            if number >= self._most:
                raise refuse("too_many", "too_many_studies", most=self._most)
            statement = f"INSERT INTO studies ({COLUMNS}, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            await database.execute(statement, *saved, body)

        await self._store.write(work)
        return saved

    async def change(
        self, name: str, person: str, version: int, row: tuple[str, str, int], body: bytes
    ) -> Saved:
        """Replace a study; ``late`` if that version was replaced meanwhile."""
        saved = Saved(name, person, *row, version=version + 1, updated=self._clock.now())

        async def work(database: Database) -> None:
            query = f"SELECT person, version, body FROM studies WHERE id = ?{ALONE}"
            found = await database.rows(query, name)
            _check_author(found, person)
            _, stored, content = found[0]
            if stored == version + 1 and bytes(content) == body:
                return  # sent twice: the answer got lost
            if stored != version:
                raise refuse("late", "study_late", "version")
            await database.execute(
                """UPDATE studies SET title = ?, game = ?, moves = ?, version = ?, updated = ?, body = ?
                WHERE id = ?""",
                *(*saved[2:], body, name),
            )

        await self._store.write(work, is_repeatable=True)
        return saved

    async def remove(self, name: str, person: str) -> None:
        """Delete a study for good."""

        async def work(database: Database) -> None:
            query = f"SELECT person FROM studies WHERE id = ?{ALONE}"
            _check_author(await database.rows(query, name), person)
            await database.execute("DELETE FROM studies WHERE id = ?", name)

        await self._store.write(work)


def _check_author(rows: list[tuple[str, ...]], person: str) -> None:
    if not rows:
        raise _missing()
    if rows[0][0] != person:
        raise refuse("not_yours", "study_not_yours")


def _missing() -> Refusal:
    return refuse("not_found", "no_study")
