"""The parts of the server by themselves: clocks, programs, slow readers, names, storage, the schema."""

import asyncio
import os
import signal
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import kabuto
from kabuto.host import handlers
from kabuto.host.backend import Job
from kabuto.host.computing import analysed
from kabuto.host.handlers import tables
from kabuto.host.rate_limits import Guard, Limits, Rate
from kabuto.protocol import openapi
from kabuto.protocol.endpoints import ENDPOINTS
from kabuto.protocol.errors import Refusal, language_of
from kabuto.protocol.http import Clock
from kabuto.protocol.socket import ClientMessage, Move, Ready
from kabuto.samurai import Samurai
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.services import Services
from kabuto.server.web import app
from kabuto.server.web.socket import Sender
from kabuto.server.web.uvicorn_limits import Peer
from kabuto.server.workers.pool import ATTEMPTS, Workers
from tests.support.clock import Clock as FakeClock
from tests.support.loops import run

from . import inside

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_browser_are_those_of_the_server() -> None:
    written = {path: (ROOT / path).read_text(encoding="utf-8") for path in openapi.typescript()}
    assert written == openapi.typescript(), "stale: run python -m kabuto.protocol.openapi"


def test_every_field_of_the_protocol_is_described() -> None:
    schemas = openapi.openapi()["components"]["schemas"]
    fields = {
        (name, field): kind
        for name, each in schemas.items()
        for field, kind in each.get("properties", {}).items()
    }
    assert len(fields) > 200
    assert [key for key, kind in fields.items() if not kind.get("description")] == []
    assert [name for name, each in schemas.items() if not each.get("description")] == []


def test_every_message_of_a_client_can_be_read_as_it_is_written() -> None:
    move = Move("table", 1, 12, "id", "S3n13")
    text = msgspec.json.encode(move)
    assert b'"type":"move"' in text
    assert msgspec.json.decode(text, type=ClientMessage) == move


@pytest.mark.parametrize(
    ("asked", "accept", "language"),
    [
        (None, "de-AT,en;q=0.8", "de"),
        (None, "fr, en;q=0.5, de;q=0.3", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        (None, "", "en"),
        (None, ";;;,,q=", "en"),
    ],
)
def test_language(asked: str | None, accept: str, language: str) -> None:
    assert language_of(asked, accept) == language


# Clocks.


@pytest.mark.parametrize("per", ["game", "move"])
async def test_time_runs_and_is_told(tmp_path: Path, per: Any) -> None:
    clock = FakeClock()

    async with inside.house(tmp_path, clock=SystemClock(monotonic=clock)) as house:
        name = await inside.set_table(house, "one", "two", clock=Clock(per, 200))
        one, two = inside.Listener("one"), inside.Listener("two")
        async with house.host.tables.visit(name) as room:
            await room.enter(one.client, None)
            await room.enter(two.client, None)
            for each in (one, two):
                await room.hear(each.client, Ready("ready"))
            state = {**one.heard("state")[0], **one.heard("table")[-1]}
            assert state["clocks"]["running"] == [0]
            assert state["clocks"]["left"] == [200_000, 200_000]
            move = state["own"]["legal"][0]
            clock.now += 30
            await inside.play(room, one, 0, move)
            await inside.play(room, one, 0, "/")
            played = two.heard("played")[0]["clocks"]
            assert played["running"] == [1]
            assert played["left"] == [170_000 if per == "game" else 200_000, 200_000]


def test_time_is_forgiven_when_the_server_was_away(tmp_path: Path) -> None:
    clock = FakeClock()

    async def left(house: Services, name: str) -> int | None:
        async with house.host.tables.visit(name) as room:
            clocks = room.renderer.clocks
            assert clocks is not None
            return clocks.left[0]

    async def begin() -> str:
        async with inside.house(tmp_path, clock=SystemClock(monotonic=clock)) as house:
            name = await inside.set_table(house, "one", "one", clock=Clock("game", 10))
            clock.now += 1
            assert await left(house, name) == 9000
            clock.now += 1
            return name

    async def go_on(name: str) -> None:
        async with inside.house(tmp_path, clock=SystemClock(monotonic=clock)) as house:
            assert await left(house, name) == 10_000

    run(go_on(run(begin())))


# Programs.


GREEDY = Job("me", "table", ("samurai", "greedy"))


def game() -> Samurai:
    return kabuto.new("samurai", seed=1)


def is_turn(moves: list[str]) -> bool:
    """Whether these are legal moves that end the turn of seat 0."""
    played = game()
    for move in moves:
        played.play(move, 0)
    return played.to_move == 1


async def test_a_process_that_dies_is_replaced_and_asked_again() -> None:
    pool = Workers(Metrics(), most=1)
    try:
        first = await pool.turn(GREEDY, game(), 0)
        (worker,) = pool._all
        assert worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGKILL)
        assert await pool.turn(GREEDY, game(), 0) == first
        assert is_turn(first)
        assert worker not in pool._all
    finally:
        pool.close()
    assert "kabuto_workers_replaced_total 1.0" in pool.metrics.text()


async def test_a_process_that_hangs_is_replaced_and_a_legal_turn_played() -> None:
    pool = Workers(Metrics(), most=1, patience=0.05)  # no process has even started by then
    try:
        assert is_turn(await pool.turn(GREEDY, game(), 0))
    finally:
        pool.close()
    assert f"kabuto_workers_replaced_total {ATTEMPTS}.0" in pool.metrics.text()


@pytest.mark.parametrize(
    ("fault", "told"),
    [("ModuleNotFoundError", "NumPy and Numba are missing"), ("ValueError", "Try again")],
)
async def test_an_analysis_that_lacks_a_library_says_so(
    fault: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numba.py").write_text(f"raise {fault}('there is no numba')")
    monkeypatch.syspath_prepend(tmp_path)  # worker processes look there too
    record = kabuto.new("samurai", seed=1).record()

    pool = Workers(Metrics(), most=1)
    try:
        with pytest.raises(Refusal) as refusal:
            await analysed(pool.review(Job("somebody", "", ("samurai", "review")), record, "en"))
    finally:
        pool.close()
    assert refusal.value.error == "busy"
    assert told in str(refusal.value.reason)


async def test_a_program_that_fails_is_not_the_end_of_the_game() -> None:
    pool = Workers(Metrics(), most=1)
    try:
        nobody = Job("me", "table", ("samurai", "no such program"))
        assert is_turn(await pool.turn(nobody, game(), 0))
    finally:
        pool.close()
    assert f"kabuto_program_failures_total {ATTEMPTS}.0" in pool.metrics.text()


# Sockets, persons, limits.


class Deaf:
    """A socket whose client does not read."""

    most_unread = Peer.most_unread

    def __init__(self) -> None:
        self.limits, self.largest, self.why = Limits(unread=1000), 0, ""
        self.state = SimpleNamespace(peer=self)

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    def cut(self, why: str) -> None:
        self.why = why


async def test_a_client_that_does_not_read_is_cut_off() -> None:
    deaf: Any = Deaf()
    sender = Sender(deaf)
    sender.send(b"x" * 5000)  # a large state is never too much
    await asyncio.sleep(0)  # it is on its way
    sender.send(b"x" * 5000)
    for _ in range(10):
        sender.send(b"x" * 100)
    assert deaf.why == ""
    sender.send(b"x")
    assert deaf.why == "unread"


def test_a_bucket_fills_up_again() -> None:
    now = [100.0]
    guard = Guard(Limits(talk=Rate(2, 0.5)), lambda: now[0])
    guard.spend("talk", "me")
    guard.spend("talk", "me")
    with pytest.raises(Refusal, match="Try again in 2 s"):
        guard.spend("talk", "me")
    guard.spend("talk", "other")
    now[0] += 2
    guard.spend("talk", "me")
    with pytest.raises(Refusal):
        guard.spend("talk", "me")


def test_buckets_of_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kabuto.host.rate_limits.MOST_BUCKETS", 100)
    guard = Guard(Limits(), monotonic)
    for number in range(1000):
        guard.spend("requests", f"address {number}")
    assert len(guard._buckets) == 100


# Metrics.


def test_metrics_are_what_prometheus_reads() -> None:
    metrics = Metrics()
    metrics.count("requests", status=200)
    metrics.count("requests", status=200)
    metrics.time("event", 0.003)
    metrics.time("event", 99)
    metrics.gauges["tables"] = lambda: 3
    lines = metrics.text().splitlines()
    assert 'kabuto_requests_total{status="200"} 2.0' in lines
    assert 'kabuto_event_seconds_bucket{le="0.005"} 1.0' in lines
    assert 'kabuto_event_seconds_bucket{le="+Inf"} 2.0' in lines
    assert "kabuto_event_seconds_count 2.0" in lines
    assert "kabuto_tables 3.0" in lines


def test_every_endpoint_has_a_function_and_every_function_an_endpoint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert set(app.answering()) == {endpoint.name for endpoint in ENDPOINTS}
    with monkeypatch.context() as patch:
        patch.delitem(handlers.HANDLERS, "replay")
        with pytest.raises(LookupError, match="no function answers at replay"):
            app.answering()
    monkeypatch.setitem(handlers.HANDLERS, "repaly", tables.replay)
    with pytest.raises(LookupError, match="no endpoint for repaly"):
        app.answering()
