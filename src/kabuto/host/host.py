"""Everything about tables that are in use, put together above what a host is handed."""

import asyncio

from kabuto.host.backend import Backend
from kabuto.host.budget import Budget
from kabuto.host.computing import Computing
from kabuto.host.peers import News
from kabuto.host.rate_limits import Guard
from kabuto.host.rooms.creation import Creation
from kabuto.host.rooms.lobby import Lists
from kabuto.host.rooms.matchmaking import Matchmaking
from kabuto.host.rooms.registry import TableRegistry
from kabuto.host.rooms.retention import purge_now_and_then
from kabuto.host.study.evaluation import Evaluations
from kabuto.host.study.hints import Hints
from kabuto.host.study.puzzle_search import PuzzleSearch
from kabuto.host.tasks import stop
from kabuto.protocol.errors import WORDS


class Host:
    """The tables, and what is asked of them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        peers, workers = backend.peers, backend.workers
        self.guard = Guard(
            backend.limits,
            backend.clock.monotonic,
            share=lambda what, who: peers.tell(News(spent=(what, who))),
        )
        self.budget = Budget(backend)
        self.computing = Computing(workers, self.budget)
        self.tables = TableRegistry(backend, self.guard, self.budget)
        self.lists = Lists(backend.store, self.tables)
        self.creation = Creation(backend, self.tables, self.lists)
        self.matchmaking = Matchmaking(backend, self.guard, self.tables, self.lists, self.creation)
        self.hints = Hints(self.guard, self.budget, workers, backend.ask_guest)
        self.evaluations = Evaluations(self.tables, self.guard, self.budget, workers, backend.ask_guest)
        self.puzzle_search = PuzzleSearch(self.tables, self.budget, workers)
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Resume every game that isn't waiting for a person."""
        self.tables.open()
        for work in (self.budget.keep_up(), purge_now_and_then(self.backend, self.tables)):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Stop everything; what was accepted is stored."""
        await stop(self._tasks)
        await self.puzzle_search.close()
        await self.tables.close()

    def hear(self, news: News) -> None:
        """Take what another server tells."""
        if news.spent:
            self.guard.charge(*news.spent)
        else:
            self.tables.hear(news)

    async def name_of(self, person: str, language: str) -> str:
        """The display name of a person; a number until they say it."""
        known = await self.backend.store.name(person)
        number = int.from_bytes(person.encode()[:4], "big") % 9000 + 1000
        return known or WORDS.render(language, "guest", "", {"number": number})
