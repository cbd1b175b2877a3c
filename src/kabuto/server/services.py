"""Builds every part of a server and puts them together; owns nothing else."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kabuto.host.backend import Backend, ask_no_guest
from kabuto.host.clock import Chance, Clock
from kabuto.host.host import Host
from kabuto.host.peers import News
from kabuto.host.rate_limits import Limits
from kabuto.host.tasks import stop
from kabuto.server.accounts.accounts import Accounts
from kabuto.server.accounts.bans import Bans
from kabuto.server.accounts.identity import Signer, folder_secret
from kabuto.server.accounts.web_push import Push
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.storage.archive import FolderArchive
from kabuto.server.storage.open import ARCHIVE, SECRET, store_in
from kabuto.server.storage.peers import Servers
from kabuto.server.storage.puzzle_files import PuzzleFiles
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.study_rows import StudyRows
from kabuto.server.workers.guest_questions import written
from kabuto.server.workers.pool import Workers


@dataclass(frozen=True)
class Services:
    """A server without its sockets: tables in use, people, and what both stand on."""

    host: Host
    accounts: Accounts
    store: SqlStore
    workers: Workers
    servers: Servers
    metrics: Metrics
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def open(self) -> None:
        """Resume every game that isn't waiting for a person."""
        await self.accounts.open()
        self._tasks.update(await self.servers.open(self._hear, self._rearrange))
        if self.workers.apart:
            await self.workers.apart.open(self.servers.name)
        self.host.open()
        self.accounts.enforce()

    async def close(self) -> None:
        """Stop everything; what was accepted is on disk."""
        await stop(self._tasks)
        await self.host.close()
        await self.servers.close()
        if self.workers.apart:
            await self.workers.apart.close()
        self.workers.close()
        await self.accounts.close()
        await self.store.close()

    def _hear(self, news: News) -> None:
        """Take what another server tells."""
        if news.ended:
            self.accounts.end(set(news.ended))
        elif news.done and self.workers.apart:
            self.workers.apart.hear(news.done)
        else:
            self.host.hear(news)

    def _rearrange(self) -> None:
        """Tables may have changed hands, or news been missed."""
        self.host.tables.rearrange()
        self.accounts.look_soon()


def build(
    data: Path,
    limits: Limits | None = None,
    *,
    clock: Clock = CLOCK,
    chance: Chance = CHANCE,
    store: SqlStore | None = None,
    workers: Callable[[Metrics], Workers] | None = None,
    guests_think: bool = False,
) -> Services:
    """A server on a data folder, or on another store; ``workers`` makes others than processes."""
    limits, metrics = limits or Limits(), Metrics()
    store = store or store_in(data)
    signer = Signer(store.secret or folder_secret(data / SECRET), clock.time)
    pool = workers(metrics) if workers else Workers(metrics, clock=clock, chance=chance, jobs=store.jobs)
    servers = Servers(store, clock, chance, lambda: pool.scheduler.jobs)
    bans, push = Bans(store, clock), Push(store, signer.derive("push"), clock)
    backend = Backend(
        store=store,
        studies=StudyRows(store, clock, chance, limits.studies_of_person),
        workers=pool,
        clock=clock,
        chance=chance,
        limits=limits,
        peers=servers,
        metrics=metrics,
        aside=asyncio.to_thread,
        archive=FolderArchive(data / ARCHIVE),
        answers=PuzzleFiles(data),
        ask_guest=written if guests_think else ask_no_guest,
        key=signer.derive("budget"),
        why_closed=bans.why_closed,
        notify_turn=push.tell_turn,
    )
    host = Host(backend)
    accounts = Accounts(store, host, signer, bans, push)
    metrics.gauges.update(
        tables=lambda: len(host.tables),
        sockets=lambda: len(accounts.visitors),
        servers=lambda: len(servers.names),
    )
    return Services(host, accounts, store, pool, servers, metrics)
