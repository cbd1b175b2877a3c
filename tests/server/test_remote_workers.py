"""Workers on other hosts do the jobs of servers: fairly, once, from views alone, and never as a must."""

import asyncio
import json
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import kabuto
from kabuto.cli import main as command
from kabuto.host.backend import Job
from kabuto.host.rooms import programs
from kabuto.players import make
from kabuto.server import worker as started
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.services import Services
from kabuto.server.storage import job_queue
from kabuto.server.storage.job_queue import Jobs, Length
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.web.monitoring import MetricsPort
from kabuto.server.web.origins import Sites
from kabuto.server.workers import remote
from kabuto.server.workers.pool import Workers, _Tasks, usual_number
from kabuto.server.workers.requests import ENCODER, Advise, Answer, Play, Step, follow, known, seen, steps
from kabuto.server.workers.scheduler import LANES, Scheduler
from kabuto.server.workers.worker import SILENCE, JobWorker
from tests.support.clock import Clock
from tests.support.postgres import Databases

from . import inside
from .persons import Person, running, words_of
from .test_monitoring import metrics_of
from .test_servers import PATIENCE, rows, until, wait_for
from .test_store import CUT, change
from .test_study import check_review, ending

LONG, QUICK = ("samurai", "level8"), ("samurai", "greedy")


@pytest.fixture
def address(databases: Databases) -> str:
    """An empty database."""
    return databases.new()


@asynccontextmanager
async def with_jobs(address: str) -> AsyncIterator[Jobs]:
    """Run a test with the queue of a database that a server uses, and a worker with two processes."""
    store = PostgresStore(address)
    try:
        await store.beat("server", 3)
        assert store.jobs
        await store.jobs.beat("worker", 2, ["samurai"], [])
        yield store.jobs
    finally:
        await store.close()


async def put(queue: Jobs, name: str, person: str, length: Length = "long", table: str = "") -> None:
    await queue.put(name, "server", Job(person, table or name, LONG), length, name.encode())


async def claimed(queue: Jobs, lengths: tuple[Length, ...] = LANES["main"]) -> str:
    found = await queue.claim("worker", lengths, ["samurai"])
    return found.id if found else ""


async def expire(address: str) -> None:
    """Let all leases run out."""
    await asyncio.to_thread(change, address, "UPDATE jobs SET lease = clock_timestamp() - interval '1 s'")


# The queue.


async def test_the_queue_serves_people_as_the_scheduler_of_one_server_does(address: str) -> None:
    """The same jobs, put in the same order and done one after the other, are served in the same order."""
    asked = [("a", f"a{n}") for n in range(5)] + [("b", "b0"), ("b", "b1"), ("c", "c0")]
    clock = Clock()
    served: list[str] = []
    scheduler = Scheduler(1, clock)
    tickets = {}
    for person, table in asked:
        clock.now += 0.001
        job = Job(person, table, LONG)
        tickets[table] = scheduler.request(job, partial(served.append, table))
    while len(served) < len(asked):
        clock.now += 1
        scheduler.release(tickets[served[-1]])
    assert served[:4] == ["a0", "b0", "c0", "a1"]

    async with with_jobs(address) as queue:
        for person, table in asked:
            await put(queue, table, person)
        for name in served:
            assert await claimed(queue) == name
            assert await queue.finish(name, "worker", b"{}")
            # Every job takes as long, however busy the machine is.
            same = f"UPDATE jobs SET claimed = done - interval '1 ms' WHERE id = '{name}'"
            await asyncio.to_thread(change, address, same)


async def test_who_has_the_fewest_workers_is_next_and_nobody_gets_all(address: str) -> None:
    async with with_jobs(address) as queue:
        for n in range(3):
            await put(queue, f"a{n}", "a")
        assert await claimed(queue) == "a0"
        assert await claimed(queue) == ""  # of two workers one is left to others
        await put(queue, "b0", "b")
        assert await claimed(queue) == "b0"
        await put(queue, "c0", "a", "short")  # the spare worker is for everybody
        assert await claimed(queue, LANES["spare"]) == "c0"


async def test_reviews_leave_a_worker_and_short_jobs_have_a_spare_one(address: str) -> None:
    async with with_jobs(address) as queue:
        await put(queue, "r0", "a", "slow")
        await put(queue, "r1", "b", "slow")
        await put(queue, "s0", "c", "short")
        assert await claimed(queue, LANES["spare"]) == "s0"
        assert await claimed(queue) == "r0"
        assert await claimed(queue) == ""
        await put(queue, "l0", "d")
        assert await claimed(queue) == "l0"


async def test_a_job_of_a_dead_worker_is_claimed_again_and_its_late_answer_dropped(address: str) -> None:
    assert job_queue.LEASE + job_queue.BEAT < 5
    async with with_jobs(address) as queue:
        await put(queue, "job", "a")
        assert await claimed(queue) == "job"
        assert (await queue.look(["job"]))["job"] == (None, False)
        await queue.beat("worker", 2, ["samurai"], ["job"])
        assert await queue.claim("other", LANES["main"], ["samurai"]) is None
        await expire(address)
        found = await queue.claim("other", LANES["main"], ["samurai"])
        assert found
        assert found.question == b"job"
        assert not await queue.finish("job", "worker", b"late")
        assert await queue.finish("job", "other", b"in time")
        assert not await queue.finish("job", "other", b"twice")
        assert (await queue.look(["job"]))["job"] == (b"in time", False)


async def test_a_job_that_ends_its_workers_is_left_to_the_server(address: str) -> None:
    async with with_jobs(address) as queue:
        await put(queue, "job", "a")
        for _ in range(job_queue.ATTEMPTS):
            assert await claimed(queue) == "job"
            await expire(address)
        assert await claimed(queue) == ""
        assert (await queue.look(["job"]))["job"].is_given_up


@pytest.mark.parametrize("jump", ["- interval '1 day'", "+ interval '1 day'"])
async def test_a_clock_that_was_set_keeps_no_lease_alive(address: str, jump: str) -> None:
    async with with_jobs(address) as queue:
        await put(queue, "job", "a")
        assert await claimed(queue) == "job"
        await asyncio.to_thread(change, address, f"UPDATE jobs SET lease = lease {jump}")
        await asyncio.to_thread(change, address, f"UPDATE thinkers SET seen = seen {jump}")
        assert await queue.games() == {}
        await queue.beat("other", 2, ["samurai"], [])
        found = await queue.claim("other", LANES["main"], ["samurai"])
        assert found
        assert await queue.games() == {"samurai": 1}


async def test_a_worker_that_stops_gives_its_jobs_back(address: str) -> None:
    async with with_jobs(address) as queue:
        await put(queue, "job", "a")
        for _ in range(job_queue.ATTEMPTS + 1):
            await queue.beat("worker", 2, ["samurai"], [])
            assert await claimed(queue) == "job"
            await queue.leave("worker")
            assert await queue.games() == {}


async def test_nobody_thinks_for_a_server_that_is_gone_or_about_a_game_they_lack(address: str) -> None:
    async with with_jobs(address) as queue:
        await put(queue, "job", "a")
        assert await queue.claim("worker", LANES["main"], ["go"]) is None
        await asyncio.to_thread(change, address, "DELETE FROM servers")
        assert await claimed(queue) == ""


async def test_what_is_old_is_thrown_away(address: str) -> None:
    async with with_jobs(address) as queue:
        for name in ("done", "forgotten", "new"):
            await put(queue, name, name)
        assert await claimed(queue) == "done"
        assert await queue.finish("done", "worker", b"")
        past = f"clock_timestamp() - interval '{job_queue.LONGEST + 1} s'"
        await asyncio.to_thread(change, address, f"UPDATE jobs SET done = {past} WHERE id = 'done'")
        await asyncio.to_thread(change, address, f"UPDATE jobs SET put = {past} WHERE id = 'forgotten'")
        await queue.beat("worker", 2, ["samurai"], [])
        assert (await queue.look(["done", "forgotten", "new"])).keys() == {"new"}


# What is asked.


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_what_a_worker_gets_is_made_from_the_view_alone(game: str) -> None:
    """Two games that look the same to a seat make the same question, to the byte."""
    rng = random.Random(7)
    one = kabuto.new(game, seed=5)
    for _ in range(12):
        one.play(rng.choice(one.legal_moves()))
    seat = one.to_move
    assert seat is not None
    two = one.view(seat).sample(rng)
    assert one.record() != two.record()
    questions_ = [ENCODER.encode(Play("greedy", seat, "3", seen(each.view(seat), 11))) for each in (one, two)]
    assert questions_[0] == questions_[1]
    # And the worker sees exactly what the seat sees.
    assert kabuto.load(seen(one.view(seat), 11)).view(seat).to_json() == one.view(seat).to_json()


@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_a_worker_plays_as_a_worker_of_the_server_does(game: str) -> None:
    table = kabuto.new(game, seed=5)
    seat = table.to_move
    assert seat is not None
    asked = ENCODER.encode(Play("greedy", seat, "3", seen(table.view(seat), 11)))
    found = [Step(*each) for each in _Tasks().answer(asked)]
    assert follow(found, table.copy(), seat) == _Tasks().play("greedy", table.copy(), seat, 3)


def test_hints_from_afar_are_those_of_a_worker() -> None:
    game = kabuto.new("samurai", seed=5)
    asked = ENCODER.encode(Advise("greedy", 0, "3", "en", seen(game.view(0), 11)))
    assert _Tasks().answer(asked) == _Tasks().advise("samurai", "greedy", game.view(0), 3, "en")


def test_nobody_starts_a_program_of_the_machine_from_afar() -> None:
    game = kabuto.new("samurai", seed=5)
    asked = ENCODER.encode(Play("./evil", 0, "3", seen(game.view(0), 11)))
    with pytest.raises(ValueError, match=r"no program '\./evil'"):
        _Tasks().answer(asked)


def test_a_turn_is_followed_only_as_far_as_chance_was_the_same() -> None:
    game = kabuto.new("samurai", seed=5)
    player = make("greedy", "samurai", random.Random(3))
    found = steps(player.choose, game.copy(), 0)
    assert len(found) > 1
    assert follow(found, game.copy(), 0) == [step.move for step in found]
    other = [found[0], Step(found[1].move, known(game.view(1))), *found[2:]]
    assert follow(other, game.copy(), 0) == [found[0].move]
    assert follow([Step("nonsense", ""), *found], game.copy(), 0) == []


# Servers and workers.


@asynccontextmanager
async def together(
    address: str,
    folder: Path,
    *,
    is_able: bool = True,
) -> AsyncIterator[tuple[Services, JobWorker]]:
    """Run a test with a house that has no workers of its own, unless it ``is_able``, and a worker."""
    async with inside.house(folder, store=PostgresStore(address)) as home:
        pool = Workers(Metrics(), 1)
        worker = JobWorker(PostgresStore(address, 2), pool, 1)
        if not is_able:
            home.workers._start = None  # type: ignore[method-assign, assignment]
        try:
            await worker.open()
            assert home.workers.apart
            await home.workers.apart.look()
            yield home, worker
        finally:
            await worker.close()
            pool.close()
            await worker._store.close()


async def test_s12_a_worker_is_healthy_while_the_database_hears_of_it(address: str) -> None:
    clock, pool = Clock(), Workers(Metrics(), 1)
    worker = JobWorker(PostgresStore(address, 2), pool, 1, clock=SystemClock(monotonic=clock))
    port = MetricsPort(Starlette(), pool.metrics, ("127.0.0.1", 9321), Sites(), worker.is_healthy)
    asked = TestClient(port, base_url="http://127.0.0.1:9321")
    try:
        assert asked.get("/healthz").status_code == 503  # its engines aren't ready yet
        await worker._beat()
        assert asked.get("/healthz").status_code == 200
        clock.now += SILENCE
        assert asked.get("/healthz").status_code == 503
    finally:
        pool.close()
        await worker._store.close()


async def program_moves(home: Services) -> str:
    """A program whose turn it is plays it; the table."""
    name = await inside.set_table(home, "program:greedy", "me")
    async with home.host.tables.visit(name) as room:
        await until(lambda: room.table.to_move == [1])
    return name


async def test_a_worker_plays_for_the_programs_of_a_server(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path / "data", is_able=False) as (home, worker):
        await program_moves(home)
        assert "kabuto_workers 1.0\n" in home.metrics.text()
        assert "kabuto_worker_answers_total 1.0\n" in home.metrics.text()
        assert 'kabuto_jobs_total{result="done"} 1.0\n' in worker._workers.metrics.text()
        assert await home.workers.jobs_of("me") == 0


async def test_a_server_thinks_itself_when_the_last_worker_stops(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path / "data") as (home, worker):
        worker._free = {"main": 0, "spare": 0}  # it claims nothing
        name = await inside.set_table(home, "program:greedy", "me")
        async with home.host.tables.visit(name) as room:
            while not await home.workers.jobs_of("me"):
                await asyncio.sleep(0.01)
            await worker.close()
            await until(lambda: room.table.to_move == [1])
        await program_moves(home)  # without asking anybody
        assert "kabuto_workers 0.0\n" in home.metrics.text()


async def test_a_server_thinks_itself_when_the_database_has_lost_the_job(
    address: str, tmp_path: Path
) -> None:
    async with together(address, tmp_path / "data") as (home, worker):
        worker._free = {"main": 0, "spare": 0}
        name = await inside.set_table(home, "program:greedy", "me")
        async with home.host.tables.visit(name) as room:
            while not await home.workers.jobs_of("me"):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(change, address, "DELETE FROM jobs")  # as after a crash
            await until(lambda: room.table.to_move == [1])


async def test_a_server_thinks_itself_when_a_worker_fails(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*values: Any) -> Answer:
        return Answer(failure="ValueError: cards are missing")

    monkeypatch.setattr(JobWorker, "_answer", fail)

    async with together(address, tmp_path / "data") as (home, _worker):
        await program_moves(home)
        assert "kabuto_worker_failures_total 1.0\n" in home.metrics.text()


async def test_a_game_that_cannot_sample_is_thought_over_by_the_server(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*values: Any) -> Any:
        raise RuntimeError("no sample")

    monkeypatch.setattr(remote, "seen", fail)

    async with together(address, tmp_path / "data") as (home, _worker):
        await program_moves(home)


async def test_a_lost_notification_is_found_at_the_next_look(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote.Apart, "hear", lambda self, name: None)

    async with together(address, tmp_path / "data", is_able=False) as (home, _worker):
        await program_moves(home)


async def test_workers_go_on_when_connections_are_lost(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "RETRY", 0.01)

    async with together(address, tmp_path / "data", is_able=False) as (home, _worker):
        await asyncio.to_thread(change, address, CUT)
        await program_moves(home)


async def test_who_waits_no_longer_takes_the_job_back(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path / "data") as (home, worker):
        worker._free = {"main": 0, "spare": 0}
        assert home.workers.apart
        job = Job("me", "table", QUICK)
        asking = asyncio.create_task(home.workers.turn(job, kabuto.new("samurai", seed=1), 0))
        while not await home.workers.jobs_of("me"):
            await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await home.workers.apart.look()
        assert await home.workers.jobs_of("me") == 0


# The command.


async def test_a_worker_that_is_told_no_number_has_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = list[int]()

    async def noted(store: Any, pool: Any, number: int, *_: Any) -> None:
        numbers.append(number)

    monkeypatch.setattr(started, "_work", noted)
    monkeypatch.setattr(started, "set_up", lambda **_: None)
    monkeypatch.setattr(started, "Workers", lambda *_: None)
    monkeypatch.setattr(started, "postgres_for", lambda _: SimpleNamespace(PostgresStore=lambda *_: None))
    await asyncio.to_thread(started.work, "postgresql://h/d")
    await asyncio.to_thread(started.work, "postgresql://h/d", workers=usual_number() + 1)
    assert numbers == [usual_number(), usual_number() + 1]


def test_workers_need_a_database_that_servers_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["worker"]) == 2
    assert "needs the database of the servers" in capsys.readouterr().err
    assert command(["worker", "--store", str(tmp_path)]) == 2
    assert "a worker needs a PostgreSQL database" in " ".join(capsys.readouterr().err.split())
    assert command(["worker", "--store", "mysql://here"]) == 2
    assert "not the address of a PostgreSQL database" in " ".join(capsys.readouterr().err.split())
    assert command(["worker", "--store", "postgresql://h/d", "--workers", "0"]) == 2
    assert "--workers" in capsys.readouterr().err


THINKING = """
import asyncio
import sys
from kabuto.server.workers.warm_up import Preparation
from kabuto.server.worker import work
from kabuto.server.workers.worker import JobWorker
Preparation.start = lambda self: None  # nobody asks for a compiled player
BEFORE
if __name__ == "__main__":
    work(sys.argv[1], workers=1, metrics_port=0, on_open=lambda workers: print(workers, flush=True))
"""
STUCK = "JobWorker._answer = lambda self, claimed: asyncio.sleep(1e6)"


@contextmanager
def worker(folder: Path, address: str, before: str = "") -> Iterator[subprocess.Popen[str]]:
    """A worker in a process of its own, which claims jobs by now."""
    script = folder / f"worker{len(before)}.py"
    script.write_text(THINKING.replace("BEFORE", before))
    with script.with_suffix(".log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, str(script), address], stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert process.stdout
    try:
        assert process.stdout.readline() == "1\n", script.with_suffix(".log").read_text()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


NO_THINKING = """
from kabuto.server.workers.pool import Unwell, Worker

ask = Worker.ask

async def compute_alone(self, what, *values):
    if what == "compute":
        return await ask(self, what, *values)
    raise Unwell("it does not think")

Worker.ask = compute_alone
"""
"""Makes a server that computes what it is asked, and cannot think by itself."""


@pytest.mark.prove
@pytest.mark.parametrize("game", ["samurai", "yedo"])
def test_hints_and_reviews_come_from_a_worker(address: str, tmp_path: Path, game: str) -> None:
    """A person at a server asks, a worker in another process finds it, and the server tells it."""
    with (
        running(tmp_path / "data", store=address, before=NO_THINKING, metrics_port=0) as server,
        worker(tmp_path, address),
    ):
        me, watcher = Person(server), Person(server)
        wait_for(lambda: "kabuto_workers 1.0\n" in httpx2.get(metrics_of(server)).text)
        table = me.set_table("me", "me", game=game, hints=True)["id"]
        opened = me.open(table, wire=game)
        opened.until("state")
        assert opened.own
        hint = me.post(f"/api/tables/{table}/hint", {"seat": opened.own["seat"]})
        assert {move["move"] for move in hint["moves"]} <= set(opened.own["legal"])
        assert all(words_of(why) for move in hint["moves"] for why in move["why"])
        chances = watcher.post(f"/api/tables/{table}/evaluation")["chances"]
        assert sum(chance["mean"] for chance in chances) == pytest.approx(1, abs=0.01)
        played = ending(game)
        kept = me.post("/api/records", {"record": played.record()})
        check_review(played, me.post(f"/api/tables/{kept['id']}/review"))
        log = [json.loads(line) for line in (tmp_path / "worker0.log").read_text().splitlines()]
        done = [(line["program"], line["result"]) for line in log if line["event"] == "thought"]
        assert done == [("hint", "done"), ("hint", "done"), ("review", "done")]
        opened.close()
        me.close()
        watcher.close()


@pytest.mark.prove
def test_another_worker_goes_on_when_one_is_killed(address: str, tmp_path: Path) -> None:
    with (
        running(tmp_path / "data", store=address, before=NO_THINKING, metrics_port=0) as server,
        worker(tmp_path, address, STUCK) as stuck,
    ):
        me = Person(server)
        wait_for(lambda: "kabuto_workers 1.0\n" in httpx2.get(metrics_of(server)).text)
        opened = me.open(me.set_table("greedy", "me")["id"])
        opened.receive()
        wait_for(lambda: rows(address, "SELECT 1 FROM jobs WHERE thinker IS NOT NULL"))
        with worker(tmp_path, address) as other:
            assert not (opened.own and opened.own["legal"])
            stuck.kill()
            opened.until("played")
            assert rows(address, "SELECT attempts FROM jobs") == [(2,)]
            log = [json.loads(line) for line in (tmp_path / "worker0.log").read_text().splitlines()]
            assert [line["result"] for line in log if line["event"] == "thought"] == ["done"]
            other.send_signal(signal.SIGTERM)
            assert other.wait(PATIENCE) == 0
        assert len(rows(address, "SELECT 1 FROM thinkers")) == 1  # the one that was killed
        opened.close()
        me.close()
    assert "Traceback" not in (tmp_path / "worker0.log").read_text()
