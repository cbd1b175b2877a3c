"""Engines are compiled in the background; only those who need one wait, and what was begun is finished."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import cast

import pytest

import kabuto
from kabuto.host.backend import Job
from kabuto.host.call import Call
from kabuto.host.handlers import catalogue
from kabuto.host.host import Host
from kabuto.parallel.processes import prepare_worker
from kabuto.protocol import http
from kabuto.samurai.players.warming import warm_all
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.workers import warm_up
from kabuto.server.workers.pool import Workers
from kabuto.server.workers.warm_up import Preparation, Progress
from tests.support.loops import run

from .persons import Person, running

PATIENCE = 250.0
"""Seconds after which a test gives up."""
GO = "KABUTO_TEST_GO"
"""Names the file for which ``compile_on_command`` waits."""


def compile_on_command(games: list[str], line: Connection, life: Connection) -> None:
    """Stands for a compiler: a quarter is done at once, the rest when a file appears."""
    prepare_worker(life)
    line.send((games[0], 0, 4))
    line.send((games[0], 1, 4))
    while not Path(os.environ[GO]).exists():
        sleep(0.005)
    for game in games:
        line.send((game, 1, 1))


@pytest.fixture
def go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file for which the compiler waits."""
    monkeypatch.setattr(warm_up, "_prepare", compile_on_command)
    monkeypatch.setenv(GO, str(tmp_path / "go"))
    return tmp_path / "go"


@pytest.fixture
def begun(go: Path) -> Iterator[Preparation]:
    """The engine of Samurai, a quarter of which is compiled."""
    prepared = Preparation()
    prepared.start()
    until(lambda: (prepared.progress("samurai") or 0) >= 0.25)
    yield prepared
    prepared.close()


def until(condition: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / 0.005)):
        if condition():
            return
        sleep(0.005)
    pytest.fail("waited in vain")


async def is_ready(prepared: Preparation) -> None:
    async with asyncio.timeout(PATIENCE):
        await prepared.ready("samurai")


async def test_who_needs_the_engine_waits_until_all_of_it_is_compiled(begun: Preparation, go: Path) -> None:
    waiting = asyncio.create_task(is_ready(begun))
    given_up = asyncio.create_task(is_ready(begun))
    await asyncio.sleep(0)
    given_up.cancel()
    assert not waiting.done()
    go.touch()
    await waiting
    await is_ready(begun)
    assert begun.progress("samurai") is None


def test_a_compiler_that_dies_keeps_nobody_waiting(
    begun: Preparation, caplog: pytest.LogCaptureFixture
) -> None:
    (process,) = multiprocessing.active_children()
    assert process.pid
    os.kill(process.pid, signal.SIGKILL)
    run(is_ready(begun))
    assert "engine_not_ready" in caplog.messages


def test_closing_in_the_middle_leaves_no_process_behind(begun: Preparation) -> None:
    begun.close()
    assert multiprocessing.active_children() == []
    begun.close()  # once more does no harm


async def test_nobody_else_waits(begun: Preparation) -> None:
    pool = Workers(Metrics(), most=1)
    pool.preparation = begun
    try:
        game = kabuto.new("samurai", players=2, seed=1)
        async with asyncio.timeout(PATIENCE):
            assert await pool.turn(Job("me", "table", ("samurai", "level5")), game, 0)
        strong = asyncio.create_task(pool.turn(Job("me", "table", ("samurai", "level6")), game, 0))
        async with asyncio.timeout(PATIENCE):
            assert await pool.turn(Job("me", "table", ("samurai", "level5")), game, 0)
        assert not strong.done()
        assert pool.scheduler.waiting == 0
        assert pool.scheduler.jobs_of("me") == 0  # it takes no worker away from anybody
        strong.cancel()
    finally:
        pool.close()


async def test_a_worker_that_compiles_is_not_given_up_however_long_it_takes() -> None:
    pool = Workers(Metrics(), most=1, patience=0.0)
    try:
        async with pool.worker(Job("me", "table", ("samurai", "level6")), needs_engine=True) as worker:
            assert worker.is_well
            assert worker.used == 0  # what level 6 needs is measured without it
    finally:
        pool.close()
    assert "kabuto_workers_replaced_total 0.0\n" in pool.metrics.text()


def test_a_compiled_engine_is_ready_without_any_progress() -> None:
    warm_all()
    prepared, told = Preparation(), []
    prepared.start()
    try:

        async def scene() -> None:
            waiting = asyncio.create_task(is_ready(prepared))
            while not waiting.done():
                told.append(prepared.progress("samurai"))
                await asyncio.sleep(0.01)

        run(scene())
    finally:
        prepared.close()
    assert set(told) == {None}


def test_progress_is_estimated_between_reports_and_never_goes_back() -> None:
    progress = Progress(100.0)
    progress.report(0.0, 100.0)
    assert progress.estimate(105.0) == 0
    progress.report(0.25, 110.0)
    assert progress.estimate(110.0) == 0.25
    assert progress.estimate(120.0) == 0.5
    progress.report(0.4, 130.0)
    assert progress.estimate(130.0) == 0.5
    assert progress.estimate(10_000.0) == warm_up.ALMOST


def test_a_page_can_ask_how_far_it_is(tmp_path: Path) -> None:
    with running(tmp_path / "data", prepared=True) as server:
        me = Person(server)
        assert me.get("/api/preparation?game=yedo") == {"progress": None}
        assert me.get("/api/preparation?game=chess", 404)["place"] == "game"
        me.close()


def test_a_page_is_told_the_progress(begun: Preparation) -> None:
    async def ask() -> object:
        host = SimpleNamespace(backend=SimpleNamespace(workers=begun))
        return await catalogue.preparation(cast("Host", host), Call(person="", query={"game": "samurai"}))

    assert run(ask()) == http.Preparation(begun.progress("samurai"))
