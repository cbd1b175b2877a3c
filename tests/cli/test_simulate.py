"""Programs play many games."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kabuto as package
from kabuto.cli.matches.simulation import CHUNK, Plan, play_one
from tests.support.ray import Ray

from .conftest import Kabuto
from .terminal import Terminal


def simulate(kabuto: Kabuto, path: Path, *options: object) -> bytes:
    printed = kabuto("simulate", "samurai", "--out", path, *options)
    assert (printed.code, printed.err) == (0, "")
    return path.read_bytes()


def test_one_correct_record_per_line(kabuto: Kabuto, tmp_path: Path) -> None:
    data = simulate(
        kabuto, tmp_path / "a", "--games", 4, "--players", 3, "--seats", "greedy,random", "--seed", 7
    )
    records = [json.loads(line) for line in data.splitlines()]
    assert [record["options"]["players"] for record in records] == [3] * 4
    assert all(package.load(record).outcome for record in records)
    assert len({json.dumps(record["start"]) for record in records}) == 4
    assert kabuto("check", tmp_path / "a").code == 0


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_processes(
    kabuto: Kabuto, tmp_path: Path
) -> None:
    options = ("--games", 6, "--seats", "random,greedy", "--rotate", "--seed", 7)
    one = simulate(kabuto, tmp_path / "1", *options)
    two = simulate(kabuto, tmp_path / "2", *options, "--jobs", 2)
    assert one == two
    assert one.count(b"\n") == 6
    other = simulate(kabuto, tmp_path / "3", *options[:-1], 8)
    assert one != other


def test_a_cluster_plays_the_same_games(kabuto: Kabuto, tmp_path: Path, ray: Ray) -> None:
    options = ("--games", 10, "--seats", "random", "--rotate", "--seed", 7)
    assert simulate(kabuto, tmp_path / "1", *options) == simulate(
        kabuto, tmp_path / "2", *options, "--ray", "auto"
    )
    assert ray.events == ["init auto", "shutdown"]


def test_a_cluster_that_is_not_there_costs_no_file(kabuto: Kabuto, tmp_path: Path, ray: Ray) -> None:
    path = tmp_path / "games"
    before = simulate(kabuto, path, "--games", 1, "--seats", "random")
    refused = kabuto("simulate", "--out", path, "--force", "--ray", "nowhere")
    assert refused.code == 2
    assert "--ray: there is no Ray cluster at 'nowhere'" in refused.err
    assert path.read_bytes() == before
    assert "use only one of --jobs, --ray" in kabuto("simulate", "--jobs", 2, "--ray", "auto").err


def test_workers_that_are_lost_leave_whole_games(kabuto: Kabuto, tmp_path: Path, ray: Ray) -> None:
    options = ("--games", 30, "--seats", "random", "--seed", 7)
    whole = simulate(kabuto, tmp_path / "all", *options)
    ray.calls_left = 5
    failed = kabuto("simulate", *options, "--out", tmp_path / "some", "--ray", "auto")
    assert failed.code == 2
    assert "the cluster failed: the worker died" in failed.err
    some = (tmp_path / "some").read_bytes()
    assert some.count(b"\n") == 5 * CHUNK
    assert whole.startswith(some)


def test_a_game_depends_on_the_seed_and_its_number_alone(kabuto: Kabuto, tmp_path: Path) -> None:
    few = simulate(kabuto, tmp_path / "few", "--games", 2, "--seats", "random", "--seed", 1)
    many = simulate(kabuto, tmp_path / "many", "--games", 4, "--seats", "random", "--seed", 1)
    assert many.startswith(few)


def test_options_of_the_game_are_those_of_play(kabuto: Kabuto, tmp_path: Path) -> None:
    options = ("--edition", "ffg", "--hands", "choose", "--figures", "draft", "--null-exchange", "true")
    data = simulate(kabuto, tmp_path / "a", "--games", 1, "--seats", "random", *options)
    chosen = json.loads(data)["options"]
    assert chosen == {
        "players": 2,
        "edition": "ffg",
        "hands": "choose",
        "figures": "draft",
        "captures": "turn",
        "captured_figures": "hidden",
        "null_exchange": True,
    }


def test_fewer_names_than_seats_begin_again_and_rotate_moves_everybody_on() -> None:
    plan = Plan("samurai", {"players": 3}, ("greedy", "random", "greedy"), rotate=True, seed=1)
    assert [plan.players(index) for index in range(4)] == [
        ("greedy", "random", "greedy"),
        ("greedy", "greedy", "random"),
        ("random", "greedy", "greedy"),
        ("greedy", "random", "greedy"),
    ]
    assert play_one(plan, 1).players == ("greedy", "greedy", "random")


def test_the_summary_counts_wins_turns_and_endings(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("simulate", "--games", 12, "--players", 4, "--seats", "random", "--seed", 3, "--out", path)
    lines = kabuto(*arguments).out.splitlines()
    games = [package.load(json.loads(line)) for line in path.read_text().splitlines()]
    outcomes = [game.outcome for game in games]
    assert lines[0] == "12 games, seed 3"
    alone = [sum(o is not None and o.winners == (seat,) for o in outcomes) for seat in range(4)]
    shared = [
        sum(o is not None and len(o.winners) > 1 and seat in o.winners for o in outcomes) for seat in range(4)
    ]
    assert [line.split()[2:5] for line in lines if line.startswith("seat ")] == [
        ["12", str(alone[seat]), str(shared[seat])] for seat in range(4)
    ]
    assert lines[2].split()[:2] == ["random", "48"]
    turns = sum(record["moves"].count("/") for record in map(json.loads, path.read_text().splitlines()))
    assert f"Turns per game: {turns / 12:.1f} on average" in lines
    ended = lines[-1].removeprefix("Ended by: ").split(", ")
    assert sum(int(part.split()[-1]) for part in ended) == 12


def test_without_a_file_there_is_only_the_summary(kabuto: Kabuto, tmp_path: Path) -> None:
    printed = kabuto("simulate", "--games", 1, "--seats", "random")
    assert printed.out.startswith("1 game, seed ")
    assert list(tmp_path.iterdir()) == []


def test_the_standard_output_takes_records_alone(kabuto: Kabuto) -> None:
    printed = kabuto("simulate", "--games", 2, "--seats", "random", "--seed", 1, "--out", "-")
    assert [json.loads(line)["game"] for line in printed.out.splitlines()] == ["samurai"] * 2
    assert printed.err.startswith("2 games, seed 1\n")


def test_force_overwrites(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old " * 100_000)
    data = simulate(kabuto, path, "--games", 1, "--seats", "random", "--force")
    assert data.count(b"\n") == 1


def test_a_full_disk_is_reported_with_the_file(kabuto: Kabuto) -> None:
    printed = kabuto("simulate", "--games", 1, "--seats", "random", "--out", "/dev/full", "--force")
    assert (printed.code, printed.err) == (2, "kabuto: /dev/full: No space left on device\n")


def test_a_disk_that_fills_up_keeps_the_complete_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [
        sys.executable,
        "-m",
        "kabuto",
        "simulate",
        "--games",
        "20",
        "--seats",
        "random",
        "--out",
        path,
    ]
    script = f"ulimit -f 16; trap '' XFSZ; exec {' '.join(map(str, command))}"  # 16 blocks of 1024 bytes
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 2
    assert done.stderr == f"kabuto: {path}: File too large\n"
    lines = path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert len(lines) > 2
    assert all(package.load(json.loads(line)) for line in lines)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_complete_lines(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "games.jsonl"
    command = ["simulate", "--games", "100000", "--seats", "random", "--jobs", str(jobs), "--out", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "kabuto", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end = time.monotonic() + 250
    while not path.exists() or path.read_bytes().count(b"\n") < 10:
        assert time.monotonic() < end
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process gets it
    out, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (130, "")
    *lines, last = path.read_bytes().split(b"\n")
    assert last == b""
    assert out.startswith(f"{len(lines)} games, seed ")
    assert all(json.loads(line)["outcome"] for line in lines)


def test_progress_is_shown_at_a_terminal(tmp_path: Path) -> None:
    arguments = ("simulate", "--games", 3, "--seats", "random", "--out", tmp_path / "games.jsonl")
    with Terminal(*arguments, home=tmp_path) as terminal:
        assert terminal.end() == 0
        assert "3/3" in terminal.shown
        assert "3 games, seed " in terminal.shown
