"""What the people who run a server see of it, and what strangers cannot learn or cost it by asking."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

import kabuto
from kabuto.host.rate_limits import Limits, Rate
from kabuto.protocol import openapi
from kabuto.protocol.errors import refuse
from kabuto.protocol.socket import Why
from kabuto.server.runtime import metrics
from kabuto.server.services import build
from kabuto.server.web import monitoring
from kabuto.server.web.app import create_app

from . import inside
from .persons import Person, Server, running


def metrics_of(server: Server) -> str:
    """The address of the metrics, which the log tells."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    (port,) = [line["port"] for line in lines if line["event"] == "metrics_open"]
    return f"http://127.0.0.1:{port}/metrics"


def test_the_metrics_are_on_a_port_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path / "data", metrics_port=0) as server:
        address = metrics_of(server)
        found = httpx2.get(address)
        assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert "kabuto_tables 0" in found.text
        assert "kabuto_" not in httpx2.get(f"{server.address}/metrics").text
        for path in ("/", "/api/me", "/api/tables", "/healthz"):
            assert httpx2.get(address.replace("/metrics", path)).status_code == 404


def test_the_metrics_can_be_on_another_address(tmp_path: Path) -> None:
    """In a container, for example: there 127.0.0.1 is the container itself."""
    with running(tmp_path / "data", metrics_port=0, metrics_host="0.0.0.0") as server:
        address = metrics_of(server)
        for host in ("127.0.0.1", "127.0.0.2"):
            assert "kabuto_tables 0" in httpx2.get(address.replace("127.0.0.1", host)).text
        assert "kabuto_" not in httpx2.get(f"{server.address}/metrics").text


def test_every_metric_is_described_and_there_from_the_start() -> None:
    source = "".join(
        path.read_text()
        for room in ("host", "server")
        for path in Path(kabuto.__file__).parent.joinpath(room).rglob("*.py")
    )
    for kinds, pattern in (
        (metrics.COUNTERS, r'metrics\.count\("(\w+)"'),
        (metrics.TIMERS, r'metrics\.time\("(\w+)"'),
    ):
        assert set(re.findall(pattern, source)) == set(kinds)
    gauges = re.findall(r'metrics\.gauges\["(\w+)"\]', source)
    (more,) = re.findall(r"metrics\.gauges\.update\((.*?)\n        \)", source, re.DOTALL)
    assert {*gauges, *re.findall(r"(\w+)=lambda", more)} == set(metrics.GAUGES)
    served = metrics.Metrics().text()
    for name, meaning in metrics.COUNTERS.items():
        assert f"# HELP kabuto_{name}_total {meaning}\n# TYPE kabuto_{name}_total counter\n" in served
        assert (f"kabuto_{name}_total 0.0\n" in served) == (name not in metrics.LABELS)
    assert "kabuto_event_seconds_count 0.0" in served


def test_a_server_without_a_port_for_metrics_shows_none(server: Server) -> None:
    assert "kabuto_" not in httpx2.get(f"{server.address}/metrics").text
    assert "metrics_open" not in server.log.read_text()


def test_a_port_for_metrics_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    port = server.address.rpartition(":")[2]
    command = [sys.executable, "-m", "kabuto", "serve", "--port", "0", "--metrics-port", port]
    refused = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=250)
    assert refused.returncode == 2
    assert "choose another --metrics-port" in refused.stderr


def test_metrics_are_the_same_to_the_byte_during_a_turn(tmp_path: Path) -> None:
    with running(tmp_path / "data", metrics_port=0) as server, httpx2.Client() as scraper:
        me = Person(server)
        client = me.open(me.set_table("me", "me")["id"])
        client.receive()
        address = metrics_of(server)
        before = scraper.get(address).content
        assert client.own is not None
        for _ in range(3):
            assert client.move(client.own["legal"][0])["type"] == "accepted"
            client.until("turn")
            assert client.move("S3z99")["error"] == "illegal"
            assert client.move("/", ply=9)["error"] == "late"
            assert client.ask("why", seat=0, notation="S3z99")["reason"]
            assert client.undo()["type"] == "accepted"
            client.until("turn")
            assert client.undo()["error"] == "not_now"
        assert client.move(client.own["legal"][0])["type"] == "accepted"
        client.until("turn")
        assert scraper.get(address).content == before
        client.play("/")
        assert 'kabuto_events_total{kind="turn"} 1.0' in scraper.get(address).text
        client.close()
        me.close()


async def test_a_turn_counts_when_it_ends(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as house:
        name = await inside.set_table(house, "one", "one")
        async with house.host.tables.visit(name) as room:
            one = inside.Listener("one")
            await room.enter(one.client, None)
            before = house.metrics.text()
            move = one.heard("state")[0]["own"]["legal"][0]
            await inside.play(room, one, 0, move)
            await inside.undo(room, one, 0)
            await inside.undo(room, one, 0)
            await inside.play(room, one, 0, "nonsense")
            await room.hear(one.client, Why(7, "why", "nonsense"))
            await inside.play(room, one, 0, move)
            assert len(one.heard("refused")) == 3
            assert house.metrics.text() == before
            await inside.play(room, one, 0, "/")
            assert "kabuto_event_seconds_count 1.0" in house.metrics.text()


# What strangers may ask for without limit costs nothing.


def test_health_is_checked_now_and_then_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, checks = build(tmp_path), list[int]()

    async def check() -> None:
        checks.append(1)
        if len(checks) > 2:
            raise refuse("not_stored", "not_stored")

    monkeypatch.setattr(home.store, "check", check)
    with TestClient(create_app(home), base_url="http://localhost") as http:
        codes = [http.get("/healthz").status_code for _ in range(50)]
    assert codes == [200, 200] + [503] * 48
    assert len(checks) <= monitoring.CHECKS.at_once + 2  # a slow machine fills the bucket a little


def test_the_openapi_document_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[Any]()
    document = openapi.openapi()

    def remade() -> dict[str, Any]:
        made.append(1)
        return document

    monkeypatch.setattr(openapi, "openapi", remade)
    openapi.encoded_openapi.cache_clear()
    with TestClient(create_app(build(tmp_path)), base_url="http://localhost") as http:
        for encoding in ("gzip", "identity") * 5:
            answer = http.get("/api/openapi.json", headers={"accept-encoding": encoding})
            assert answer.json() == document
            assert answer.headers.get("content-encoding", "identity") == encoding
    assert len(made) == 2  # once for each encoding
    openapi.encoded_openapi.cache_clear()


def test_requests_for_the_openapi_document_are_rationed(tmp_path: Path) -> None:
    house = build(tmp_path, Limits(requests=Rate(3, 1e-6)))
    with TestClient(create_app(house), base_url="http://localhost") as http:
        codes = [http.get("/api/openapi.json").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_changes_of_name_are_rationed(tmp_path: Path) -> None:
    """Each one is written to all tables of the person."""
    house = build(tmp_path, Limits(renames=Rate(2, 1e-6)))
    with TestClient(create_app(house), base_url="http://localhost") as http:
        http.get("/api/me")
        codes = [http.post("/api/me", json={"name": name}).status_code for name in "abc"]
        assert codes == [200, 200, 429]
        assert http.get("/api/me").json()["name"] == "b"
