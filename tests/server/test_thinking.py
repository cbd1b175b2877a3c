"""Programs go on thinking, whatever goes wrong on the way."""

import asyncio
import errno
import os
import resource
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

import kabuto
from kabuto.host.backend import Job
from kabuto.host.rooms import programs, room
from kabuto.players import make
from kabuto.protocol.http import Myself, Program
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.services import Services
from kabuto.server.workers.pool import NoWorker, Worker, Workers
from kabuto.tabletop.table_events import Created
from tests.support.loops import run

from . import inside
from .persons import Person, running
from .test_rooms import at

PATIENCE = 250.0
"""Seconds after which a test gives up."""
JOB = Job("me", "table", ("samurai", "greedy"))


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures are tried again at once."""
    monkeypatch.setattr(room, "RETRY", 0.01)
    monkeypatch.setattr(programs, "RETRY", 0.01)
    monkeypatch.setattr(programs, "LONGEST_RETRY", 0.04)


def failing(work: Any, error: Exception, times: int) -> Any:
    """A function that fails some times before it works."""
    left = [error] * times

    def fail(*values: Any) -> Any:
        if left:
            raise left.pop()
        return work(*values)

    return fail


def no_descriptors() -> OSError:
    return OSError(errno.EMFILE, os.strerror(errno.EMFILE))


async def program_moves(home: Services) -> None:
    """A program whose turn it is plays it."""
    name = await inside.set_table(home, "program:greedy", "one")
    async with home.host.tables.visit(name) as table:
        async with asyncio.timeout(PATIENCE):
            await inside.settled(table)
        assert table.table.to_move == [1]


async def test_a_program_moves_when_workers_can_be_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside.house(tmp_path) as home:
        start = failing(home.workers._start, no_descriptors(), 5)
        monkeypatch.setattr(home.workers, "_start", start)
        await program_moves(home)
        assert "kabuto_program_failures_total 0.0\n" in home.metrics.text()  # nor was a random move played


def test_an_error_that_nobody_expected_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    think = programs.Programs._think_about
    monkeypatch.setattr(programs.Programs, "_think_about", failing(think, RuntimeError("surprise"), 4))
    at(tmp_path, program_moves)
    waits = [vars(each)["fields"]["again_in"] for each in caplog.records if each.message == "thinking_failed"]
    assert waits == [0.01, 0.02, 0.04, 0.04]


async def test_a_table_that_closes_is_not_thought_about_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside.house(tmp_path) as home:
        tried = asyncio.Event()

        def start(*values: Any) -> Any:
            tried.set()
            raise no_descriptors()

        monkeypatch.setattr(home.workers, "_start", start)
        name = await inside.set_table(home, "program:greedy", "one")
        async with home.host.tables.visit(name) as table:
            async with asyncio.timeout(PATIENCE):
                await tried.wait()
                await table.close()
            assert not table._programs.are_thinking


@pytest.mark.parametrize("is_first", [True, False], ids=["woken first", "set first"])
async def test_a_table_that_is_woken_while_it_is_set_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_first: bool
) -> None:
    made: list[room.Room] = []
    look = room.Room._look

    def count(self: room.Room) -> None:
        if self not in made:
            made.append(self)
        look(self)

    monkeypatch.setattr(room.Room, "_look", count)

    async with inside.house(tmp_path) as home:
        append, read = home.store.append, home.host.tables.read
        waking: list[asyncio.Task[room.Room]] = []
        is_set = asyncio.Event()

        async def append_and_wake(*batches: Any) -> None:
            await append(*batches)
            if not waking:
                waking.append(asyncio.create_task(home.host.tables._load(batches[0].table)))
                if is_first:
                    await asyncio.wait(waking, timeout=PATIENCE)
                else:
                    await asyncio.sleep(0)

        async def slow_read(name: str) -> Any:
            found = await read(name)
            if not is_first:
                await asyncio.wait_for(is_set.wait(), PATIENCE)
            return found

        monkeypatch.setattr(home.store, "append", append_and_wake)
        monkeypatch.setattr(home.host.tables, "read", slow_read)
        name = await home.host.creation.create(
            Created("me", "samurai", {"players": 2}, [Myself(), Program("greedy")], ["", ""])
        )
        is_set.set()
        async with asyncio.timeout(PATIENCE), home.host.tables.visit(name) as table:
            assert made == [table]
            assert await waking[0] is table


async def test_a_start_that_fails_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Workers(Metrics(), most=1)
    try:
        monkeypatch.setattr(pool, "_start", failing(pool._start, no_descriptors(), 10))
        for _ in range(10):
            with pytest.raises(NoWorker, match="Too many open files"):
                async with pool.worker(JOB):
                    pass
        async with asyncio.timeout(PATIENCE), pool.worker(JOB) as worker:
            assert await worker.ask("play", "greedy", kabuto.new("samurai", seed=1), 0, 1)
    finally:
        pool.close()


def test_any_error_of_a_question_is_an_attempt_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> list[str]:
        pool = Workers(Metrics(), most=1)
        try:
            monkeypatch.setattr(Worker, "_ask", failing(Worker._ask, ValueError("not to be pickled"), 1))
            async with asyncio.timeout(PATIENCE):
                return await pool.turn(JOB, game, 0)
        finally:
            pool.close()

    game = kabuto.new("samurai", seed=1)
    assert run(main())[0] == str(make("greedy", "samurai", Random(1)).choose(game.view(0)))


async def test_whoever_waits_no_longer_leaves_the_place_to_others() -> None:
    pool = Workers(Metrics(), most=1)
    long = Job("me", "table", ("samurai", "level8"))

    async def use() -> None:
        async with pool.worker(long):
            await asyncio.Event().wait()

    try:
        users = [asyncio.create_task(use()) for _ in range(4)]
        await asyncio.sleep(0)
        assert pool.scheduler.waiting == 3
        for user in users:
            user.cancel()
        await asyncio.gather(*users, return_exceptions=True)
        assert pool.scheduler.waiting == 0
        async with asyncio.timeout(PATIENCE), pool.worker(long):
            pass
    finally:
        pool.close()


def test_a_server_without_descriptors_lets_programs_move_when_it_has_some_again(tmp_path: Path) -> None:
    before = "from kabuto.host.rooms import programs\nprograms.RETRY = 0.1\n"
    with running(tmp_path / "data", before=before) as server:
        me = Person(server)
        client = me.open(me.set_table("me", "greedy")["id"])
        client.receive()
        client.play(client.own["legal"][0])  # type: ignore[index]
        pid = server.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        used = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used, limits[1]))
        client.play("/")
        give_up = monotonic() + PATIENCE
        while "thinking_failed" not in server.log.read_text():
            assert monotonic() < give_up
            sleep(0.05)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        assert {entry["seat"] for entry in client.until("played")["log"]} == {1}
        client.close()
        me.close()
