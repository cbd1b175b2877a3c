"""The files for those who run Kabuto say what is so: containers, ``make stack``, board and alerts."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import httpx2
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from deploy import stack
from kabuto.cli.command import parser_of
from kabuto.server.runtime.metrics import GAUGES
from kabuto.server.services import build

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NOT_IN_STACK = {"prometheus", "grafana"}
"""What the containers have besides, if asked for."""
AGGREGATES = {"up"}
"""What Prometheus knows by itself of everything it asks."""


def read_yaml(name: str) -> Any:
    return YAML(typ="safe").load(DEPLOY / name)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = read_yaml("compose.yaml")
    return found


def pins(name: str) -> set[tuple[str, str]]:
    """The packages that a list names, with their versions."""
    return set(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text(), re.MULTILINE))


def options(command: list[str]) -> set[str]:
    return {word.partition("=")[0] for word in command if word.startswith("--")}


def test_the_compose_file_follows_its_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run(
        [*command, str(DEPLOY / "compose.yaml")], capture_output=True, text=True, timeout=250
    )
    assert checked.returncode == 0, checked.stdout


def test_containers_and_make_stack_run_the_same(compose: dict[str, Any], tmp_path: Path) -> None:
    services = {
        name: service["deploy"]["replicas"] if "deploy" in service else 1
        for name, service in compose["services"].items()
        if "profiles" not in service
    }
    assert {name for name in compose["services"] if name not in services} == NOT_IN_STACK
    assert services == stack.SERVICES
    running = stack.Stack(tmp_path, "postgresql://kabuto@database/kabuto", "127.0.0.1", 8321)
    started = [service.name.partition("-")[0] for service in running.services]
    assert {name: started.count(name) for name in started} == {
        name: number for name, number in services.items() if name in stack.COMMANDS
    }
    for name, command in stack.COMMANDS.items():
        inside = compose["services"][name]["command"]
        outside = command(running.settings(0))
        assert outside[:4] == [sys.executable, "-m", "kabuto", inside[0]]
        assert options(inside) == options(outside)
        parser_of(inside[0], "", "en").parse_args(inside[1:])


def test_the_proxy_of_the_containers_knows_every_server(compose: dict[str, Any]) -> None:
    service = compose["services"]["server"]
    port = next(word.partition("=")[2] for word in service["command"] if word.startswith("--port="))
    names = [f"{compose['name']}-server-{number}:{port}" for number in range(1, stack.SERVICES["server"] + 1)]
    assert compose["services"]["proxy"]["environment"]["KABUTO_SERVERS"].split() == names
    assert set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text())) == {
        "KABUTO_SITE",
        "KABUTO_SERVERS",
    }


def test_every_file_that_the_containers_need_is_there(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            known = (DEPLOY / source).is_file() if source.startswith("./") else source in compose["volumes"]
            assert known, source
    recipe = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    copied = [line.split()[1:-1] for line in recipe.splitlines() if line.startswith("COPY")]
    assert copied
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"-r /?(\S+)", recipe):
        assert (ROOT / name).exists(), name


# S12: what is fetched has a hash, and nothing has rights that it doesn't need.

LOCKS = {
    "locks/server.txt": ("play", "postgres", "people"),
    "locks/tests.txt": ("play", "arena", "data", "docs", "envs", "mcp", "people", "postgres", "dev"),
}


@pytest.mark.parametrize("lock", [*LOCKS, "locks/build.txt", "locks/uv.txt"])
def test_s12_everything_locked_has_a_hash_and_the_version_that_was_tested(lock: str) -> None:
    text = (ROOT / lock).read_text()
    entries = [entry.replace("\\\n", " ").split() for entry in re.split(r"\n(?=\S)", text.strip())]
    assert len(entries) > 5 or lock == "locks/uv.txt"
    for name, *rest in entries:
        found = [word for word in rest if word.startswith("--hash=")]
        assert found, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", word) for word in found), name
    tested = pins("constraints.txt") | pins("locks/uv.txt")
    assert pins(lock) <= tested, "run make locks"
    assert "://" not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_s12_a_lock_holds_everything_that_its_extras_ask_for(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"]]
    for extra in LOCKS[lock]:
        asked += project["optional-dependencies"][extra]
    held = dict(pins(lock))
    for line in asked:
        requirement = Requirement(line)
        if requirement.name != "kabuto":
            assert requirement.specifier.contains(held[canonicalize_name(requirement.name)]), line


def test_s12_image_and_tests_install_only_what_is_locked() -> None:
    recipe = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    installs = re.findall(r"pip (?:install|wheel) [^&\n]*", recipe)
    installs += re.findall(r"(?:--no-compile |FAST,)(--[^\n]*)", (ROOT / "Makefile").read_text())
    assert len(installs) == 7
    for command in installs:
        is_own = any(word in command for word in ("-e .", "pip wheel", "/wheels/"))
        assert "--no-deps" in command
        assert is_own != ("--require-hashes" in command), command


def test_s12_no_container_has_rights_that_it_does_not_need(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "privileged" not in service
    with_more = {name for name, service in compose["services"].items() if "cap_add" in service}
    assert with_more == {"database", "proxy"}
    for name in ("server", "worker", "database"):
        assert "healthcheck" in compose["services"][name], name
    grafana = compose["services"]["grafana"]["environment"]
    # nobody to log in as: no password could stay the default
    assert grafana["GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION"] == "true"


def test_s12_every_image_can_be_pinned_by_its_digest(compose: dict[str, Any]) -> None:
    images = [service["image"] for service in compose["services"].values() if service["image"] != "kabuto"]
    images.append(compose["services"]["server"]["build"]["args"]["PYTHON_IMAGE"])
    for image in images:
        assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[\w./-]+:[\w.-]+(@sha256:[0-9a-f]{64})?\}", image), image
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    assert {line.split()[1] for line in lines if line.startswith("FROM")} == {"${PYTHON_IMAGE}"}
    assert f"ARG PYTHON_IMAGE={images[-1].partition(':-')[2].rstrip('}')}" in lines


def test_s13_the_notice_names_who_made_the_games() -> None:
    notice = (ROOT / "NOTICE.md").read_text()
    for name in ("Reiner Knizia", "Hans im Glück", "Rio Grande Games", "Fantasy Flight Games"):
        assert name in notice
    for name in ("Thomas Vande Ginste", "Wolf Plancke", "eggertspiele", "Pegasus"):
        assert name in notice


# What is watched.


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all metrics of a server, with what a histogram is made of."""
    house = build(tmp_path_factory.mktemp("house"))
    for name in GAUGES:  # those of connections, of several servers and of workers come with them
        house.metrics.gauges.setdefault(name, lambda: 0)
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", house.metrics.text(), re.MULTILINE))
    house.store._close()  # type: ignore[attr-defined]
    parts = {"histogram": ("_bucket", "_sum", "_count")}
    return {name + part for name, kind in kinds.items() for part in parts.get(kind, ("",))}


def metrics_in(expression: str) -> set[str]:
    """The names of metrics in an expression of Prometheus."""
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"", "", expression)
    bare = re.sub(r"\b(by|without)\s*\([^)]*\)", "", bare)
    return set(re.findall(r"\b([a-z_]\w*)\b(?!\s*\()", bare)) - {"or", "and", "unless"}


def test_an_expression_is_taken_apart() -> None:
    found = metrics_in(
        'histogram_quantile(0.5, sum by (le) (rate(a_b{x="y"}[5m]))) > 1 or absent(up{job="k"})'
    )
    assert found == {"a_b", "up"}


def test_every_metric_of_the_board_exists(served: set[str]) -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    shown = set().union(*map(metrics_in, expressions))
    assert shown - AGGREGATES <= served
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in served} <= {
        re.sub(r"_bucket$", "", name) for name in shown
    }, "a metric is not on the board"
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_every_metric_of_the_alerts_exists_and_the_page_tells_what_to_do(served: set[str]) -> None:
    (group,) = read_yaml("alerts.yaml")["groups"]
    page = (ROOT / "docs" / "hosting.md").read_text()
    for rule in group["rules"]:
        assert metrics_in(rule["expr"]) - AGGREGATES <= served, rule["alert"]
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert f"`{rule['alert']}`" in page


def test_prometheus_asks_where_the_servers_answer(compose: dict[str, Any]) -> None:
    jobs = read_yaml("prometheus.yaml")["scrape_configs"]
    for job in jobs:
        (place,) = job["dns_sd_configs"]
        command = compose["services"][place["names"][0]]["command"]
        assert {f"--metrics-port={place['port']}", "--metrics-host=0.0.0.0"} <= set(command)
    used = set(re.findall(r'job="(\w+)"', (DEPLOY / "alerts.yaml").read_text()))
    assert used == {job["job_name"] for job in jobs}


# ``make stack`` itself.


@pytest.mark.prove
def test_make_stack_opens_restarts_what_dies_and_ends_cleanly() -> None:
    (port,) = stack.free_ports(1)
    command = [sys.executable, "-m", "deploy.stack", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(4)]
            assert told[-1] == "Ctrl-C ends everything.\n"
            assert f"http://127.0.0.1:{port}/" in " ".join(told)
            metrics = re.findall(r"127\.0\.0\.1:\d+", told[-2])
            assert len(metrics) == stack.SERVICES["server"]
            assert httpx2.get(f"http://127.0.0.1:{port}/healthz").json() == {"status": "ok"}
            assert "kabuto_servers" in httpx2.get(f"http://{metrics[0]}/metrics").text
            children = _children(process.pid)
            victim = next(pid for pid, words in children.items() if "serve" in words)
            subprocess.run(["kill", "-9", str(victim)], check=True)
            assert "ended with code -9 and is started again" in process.stdout.readline()
            assert httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=60).status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(120) == 0
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def _children(process: int) -> dict[int, list[str]]:
    """The processes that a process has started, with their command lines."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return {int(pid): Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in found}


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "deploy.stack", "--store", "postgresql://nobody", "--port", port]
        refused = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=250)
    assert refused.returncode == 2
    assert "Choose another --port" in refused.stdout


@pytest.mark.skipif(not shutil.which("caddy"), reason="caddy is not installed")
def test_the_caddyfile_is_sound() -> None:
    subprocess.run(["caddy", "validate", "--config", str(DEPLOY / "Caddyfile")], check=True)
