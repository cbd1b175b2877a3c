"""What a host stands on, in memory: a store, studies, and workers that think at once."""

from collections.abc import Sequence
from typing import Any

from kabuto.host.backend import Job
from kabuto.host.store import Batch, Behind, Committed, Listed, Row, Saved, Store, Studies, Unfinished
from kabuto.host.thinking import HINT_SECONDS, REVIEW_ITERATIONS, Tasks
from kabuto.protocol.errors import refuse
from kabuto.tabletop.conversation import known_as


class MemoryStore(Store):
    """Tables for as long as somebody looks."""

    def __init__(self) -> None:
        self.bodies: dict[str, list[bytes]] = {}
        self.rows: dict[str, Row] = {}
        self.sitting: dict[str, set[str]] = {}
        """Table → who sits or sat there."""
        self.speakers: dict[str, set[str]] = {}
        self.names: dict[str, str] = {}
        self.committed: list[Committed] = []
        self.given_up: list[Unfinished] = []

    async def append(self, *batches: Batch) -> None:
        if any(len(self.bodies.get(batch.table, ())) != batch.seq for batch in batches):
            raise Behind
        for batch in batches:
            self.bodies.setdefault(batch.table, []).extend(batch.bodies)
            if batch.secret:
                number = len(self.committed)
                self.committed.append(Committed(number, batch.table, batch.secret, batch.start, "", False))
            if batch.row:
                await self.relist(batch.row)

    async def events(self, table: str) -> list[bytes]:
        return list(self.bodies.get(table, ()))

    async def events_after(self, table: str, seq: int) -> list[bytes]:
        return self.bodies.get(table, [])[seq:]

    async def rewrite(self, table: str, old: Sequence[bytes], bodies: Sequence[bytes], row: Row) -> None:
        if self.bodies.get(table) != list(old):
            raise Behind
        self.bodies[table] = list(bodies)
        await self.relist(row)

    async def remove(
        self,
        tables: Sequence[str],
        status: str = "over",
        length: int | None = None,
        unfinished: Sequence[Unfinished] = (),
    ) -> None:
        self.given_up += unfinished
        for table in tables:
            for place in (self.bodies, self.rows, self.sitting, self.speakers):
                place.pop(table, None)

    async def deals(self, before: int | None, most: int) -> list[Committed]:
        return [each for each in reversed(self.committed) if before is None or each.number < before][:most]

    async def is_listed(self, row: Row) -> bool:
        return self.rows.get(row.id) is not None

    async def relist(self, row: Row) -> None:
        self.rows[row.id] = row
        self.sitting.setdefault(row.id, set()).update(row.persons)
        self.speakers.setdefault(row.id, set()).update(row.speakers)

    async def next_table(self, after: str) -> str | None:
        return min((table for table in self.bodies if table > after), default=None)

    async def of_person(self, person: str) -> set[str]:
        return {table for table, persons in self.sitting.items() if person in persons}

    async def has_games(self, person: str) -> bool:
        return any(self.rows[table].status in ("playing", "over") for table in await self.of_person(person))

    async def spoken_at(self, person: str) -> set[str]:
        return {table for table, who in self.speakers.items() if known_as(table, person) in who}

    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
        own = await self.of_person(person)
        return self._listed(row for row in self.rows.values() if row.id in own and row.status in statuses)[
            :most
        ]

    async def unfinished(self, person: str, most: int) -> list[bytes]:
        return [each.summary for each in self.given_up if each.person == person][:most]

    async def public(self, statuses: Sequence[str], most: int) -> list[Listed]:
        rows = (row for row in self.rows.values() if row.visibility == "public" and row.status in statuses)
        return self._listed(rows)[:most]

    async def awake(self) -> list[str]:
        return [row.id for row in self.rows.values() if row.awake]

    async def older(self, status: str, moment: int, most: int) -> list[str]:
        return [row.id for row in self.rows.values() if row.status == status and row.updated < moment][:most]

    async def name(self, person: str) -> str:
        return self.names.get(person, "")

    async def rename(self, person: str, name: str) -> None:
        self.names[person] = name

    @staticmethod
    def _listed(rows: Any) -> list[Listed]:
        return [Listed(row.id, row.summary) for row in sorted(rows, key=lambda row: -row.updated)]


class MemoryStudies(Studies):
    """Studies for as long as somebody looks."""

    def __init__(self) -> None:
        self.saved: dict[str, tuple[Saved, bytes]] = {}

    async def of(self, person: str) -> list[Saved]:
        return [saved for saved, _ in self.saved.values() if saved.person == person]

    async def bodies(self, person: str) -> dict[str, bytes]:
        return {name: body for name, (saved, body) in self.saved.items() if saved.person == person}

    async def read(self, name: str) -> tuple[Saved, bytes]:
        if name not in self.saved:
            raise refuse("not_found", "no_study")
        return self.saved[name]

    async def check_author(self, name: str, person: str) -> None:
        if (await self.read(name))[0].person != person:
            raise refuse("not_yours", "study_not_yours")

    async def add(self, person: str, row: tuple[str, str, int], body: bytes) -> Saved:
        saved = Saved(f"study {len(self.saved)}", person, *row, version=0, updated=0)
        self.saved[saved.id] = saved, body
        return saved

    async def change(
        self, name: str, person: str, version: int, row: tuple[str, str, int], body: bytes
    ) -> Saved:
        await self.check_author(name, person)
        saved = Saved(name, person, *row, version=version + 1, updated=0)
        self.saved[name] = saved, body
        return saved

    async def remove(self, name: str, person: str) -> None:
        await self.check_author(name, person)
        del self.saved[name]


class WorkersHere:
    """Thinks at once, where the host is: as a page's worker does."""

    def __init__(self, seed: int = 1) -> None:
        self._tasks, self._seed = Tasks(), seed

    async def turn(self, job: Job, game: Any, seat: int) -> list[str]:
        self._seed += 1
        return self._tasks.play(job.kind[1], game, seat, self._seed)

    async def compute(self, job: Job, work: Any, *values: Any) -> Any:
        return self._tasks.compute(work, *values)

    async def analyse(self, job: Job, game: str, view: Any, language: str) -> dict[str, Any]:
        return dict(self._tasks.analyse(game, view, HINT_SECONDS, language))

    async def advise(self, job: Job, game: str, program: str, view: Any, language: str) -> dict[str, Any]:
        return dict(self._tasks.advise(game, program, view, self._seed, language))

    async def review(self, job: Job, record: dict[str, Any], language: str) -> dict[str, Any]:
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return dict(self._tasks.review(record, iterations, language))

    async def look_back(
        self, job: Job, record: dict[str, Any], turns: list[int], language: str
    ) -> dict[str, Any]:
        iterations = REVIEW_ITERATIONS // record["options"]["players"]
        return dict(self._tasks.look_back(record, turns, iterations, language))

    async def puzzles(self, job: Job, record: dict[str, Any], plies: range) -> list[dict[str, Any]]:
        return list(self._tasks.puzzles(record, plies))

    async def jobs_of(self, person: str) -> int:
        return 0

    def expected(self, kind: tuple[str, str]) -> float:
        return 0.0

    def progress(self, game: str) -> float | None:
        return None
