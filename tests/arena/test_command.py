"""``kabuto arena``: plays, goes on, tells, and refuses with exit code 2."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kabuto.cli import main

Arena = Callable[..., tuple[int, str, str]]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Arena:
    """``arena("--entrants", "greedy,random")``: exit code and what was printed; files are in a new folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr("kabuto.arena.ratings.DRAWS", 40)  # enough to see that they are there

    def run(*arguments: object, command: str = "arena") -> tuple[int, str, str]:
        code = main([command, *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


MATCH = ("samurai", "--entrants", "greedy,random", "--seed", 1, "--out", "m.jsonl")


def results(path: Path) -> Any:
    """The results beside a match file, times left out."""
    return {**json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), "seconds": None}


def test_a_match_is_played_told_and_written_down(arena: Arena, tmp_path: Path) -> None:
    code, out, err = arena(*MATCH, "--games", 6, "--jobs", 1)
    assert (code, err) == (0, "")
    assert "6 games: 3 deals, each from 2 seats" in out
    assert "m.jsonl, 0 already played, seed 1" in out
    table = [line.split() for line in out.splitlines()]
    assert next(row for row in table if ":" in row[1:2])[:6] == ["greedy", ":", "random", "6", "100.0", "%"]
    assert [row[0] for row in table if "–" in "".join(row[2:3])] == ["greedy", "random"]
    found = results(tmp_path / "m.jsonl")
    assert found["games"] == 6
    assert found["entrants"][0]["elo"]["low"] > found["entrants"][1]["elo"]["high"]
    assert found["seats"][0]["share"] + found["seats"][1]["share"] == 1
    assert ElementTree.parse(tmp_path / "m.svg").getroot().tag.endswith("svg")
    assert len((tmp_path / "m.jsonl").read_text().splitlines()) == 7


def test_the_same_command_again_plays_nothing_and_tells_the_same(arena: Arena, tmp_path: Path) -> None:
    _, first, _ = arena("samurai", "--entrants", "random,greedy", "--seed", 4, "--games", 4, "--jobs", 1)
    (path,) = tmp_path.glob("*.jsonl")
    before = path.read_bytes()
    _, second, _ = arena("samurai", "--entrants", "random,greedy", "--seed", 4, "--games", 4, "--jobs", 1)
    assert second == first.replace("0 already played", "4 already played")
    assert path.read_bytes() == before


def test_without_a_seed_a_match_goes_on_with_its_own(arena: Arena) -> None:
    arguments = ("samurai", "--entrants", "random,greedy", "--out", "m.jsonl", "--jobs", 1)
    arena(*arguments, "--games", 2)
    code, out, _ = arena(*arguments, "--games", 4)
    assert code == 0
    assert "2 already played" in out


def test_any_number_of_processes_gives_the_same_results(arena: Arena, tmp_path: Path) -> None:
    arena(*MATCH, "--games", 6, "--jobs", 1)
    one = results(tmp_path / "m.jsonl")
    (tmp_path / "m.jsonl").unlink()
    arena(*MATCH, "--games", 6, "--jobs", 2)
    assert results(tmp_path / "m.jsonl") == one


def test_four_seats_and_two_entrants_are_one_against_three_both_ways(arena: Arena) -> None:
    _, out, _ = arena(
        "samurai", "--players", 4, "--entrants", "greedy,random", "--games", 4, "--seed", 1, "--jobs", 1
    )
    assert "8 games: 1 deal, each from 4 seats" in out
    assert "greedy : 3 × random" in out
    assert "random : 3 × greedy" in out


SEQUENTIAL = (*MATCH, "--sprt", 50, 75, "--jobs", 1)


def test_a_sequential_test_stops_at_its_verdict_and_says_it(arena: Arena, tmp_path: Path) -> None:
    code, out, _ = arena(*SEQUENTIAL)
    told = " ".join(out.split())
    assert code == 0
    assert "does greedy win 50 % or 75 % of its games?" in told
    assert "Verdict: greedy wins rather 75 % of its games than 50 %." in told
    found = results(tmp_path / "m.jsonl")
    assert (found["sprt"]["verdict"], found["sprt"]["shares"]) == (0.75, [0.5, 0.75])
    assert found["games"] == 2 * found["sprt"]["deals"] < 40
    assert found["sprt"]["ratio"] >= found["sprt"]["bound"]
    before = (tmp_path / "m.jsonl").read_bytes()
    assert arena(*SEQUENTIAL)[0] == 0
    assert ((tmp_path / "m.jsonl").read_bytes(), results(tmp_path / "m.jsonl")) == (before, found)


def test_a_sequential_test_goes_on_and_has_the_same_verdict_with_any_number_of_processes(
    arena: Arena, tmp_path: Path
) -> None:
    arena(*SEQUENTIAL)
    whole = results(tmp_path / "m.jsonl")
    (tmp_path / "m.jsonl").unlink()
    code, out, _ = arena(*SEQUENTIAL, "--games", 4)
    assert code == 0
    assert "No verdict yet whether greedy wins 50 % or 75 %" in " ".join(out.split())
    assert results(tmp_path / "m.jsonl")["sprt"]["verdict"] is None
    _, out, _ = arena(*SEQUENTIAL, "--jobs", 2)
    assert "4 already played" in out
    assert results(tmp_path / "m.jsonl") == whole


def test_a_sequential_test_says_when_it_is_not_so(arena: Arena, tmp_path: Path) -> None:
    sprt = ("--players", 3, "--entrants", "random,greedy", "--sprt", "5%", "66.6")
    _, out, _ = arena("samurai", *sprt, "--seed", 2, "--jobs", 1, "--out", "n.jsonl", "--language", "de")
    told = " ".join(out.split())
    assert "Urteil: random gewinnt eher 5 % seiner Partien als 66.6 %." in told
    assert "random : 2 × greedy" in told
    assert "greedy : 2 × random" not in told, "one table is asked about, so one is played"


LADDER = ("samurai", "--map", "mini", "--entrants", "greedy,level1,random", "--sprt", 50, 75, "--ladder")


def test_a_ladder_is_a_test_of_each_entrant_against_the_next_one(arena: Arena, tmp_path: Path) -> None:
    code, out, _ = arena(*LADDER, "--seed", 1, "--jobs", 1, "--out", "l.jsonl")
    assert code == 0
    assert "greedy : level1" in out.rpartition("Likely")[2]
    found = json.loads((tmp_path / "l.json").read_text(encoding="utf-8"))
    assert [step["entrants"] for step in found["ladder"]] == [["greedy", "level1"], ["level1", "random"]]
    for step in found["ladder"]:
        assert sha256((tmp_path / step["file"]).read_bytes()).hexdigest() == step["sha256"]
        assert step["sprt"] == results(tmp_path / step["file"])["sprt"]
        assert step["sprt"]["verdict"] is not None
        assert (step["sprt"]["prior"], step["sprt"]["posterior"] > 0.5) == (0.5, step["sprt"]["ratio"] > 0)
    before = (tmp_path / "l.json").read_bytes()
    code, out, _ = arena(*LADDER, "--jobs", 1, "--out", "l.jsonl")
    assert (code, (tmp_path / "l.json").read_bytes()) == (0, before), "nothing is played twice"


def test_another_machine_checks_a_match_by_playing_its_games_again(arena: Arena, tmp_path: Path) -> None:
    arena(*MATCH, "--map", "mini", "--games", 6, "--jobs", 1)
    code, out, _ = arena("samurai", "--check", "m.jsonl", "--games", 4, "--jobs", 1)
    assert code == 0
    assert "m.jsonl: 4 of 6 games played again, 0 differ." in out
    *kept, last = (tmp_path / "m.jsonl").read_text().splitlines()
    game = json.loads(last)
    game["outcome"]["ranking"].reverse()
    game["outcome"]["winners"] = game["outcome"]["ranking"][0]
    (tmp_path / "m.jsonl").write_text("\n".join([*kept, json.dumps(game), ""]))
    code, out, _ = arena("samurai", "--check", "m.jsonl", "--jobs", 1)
    assert code == 1
    assert f"Deal {game['deal']} went another way: {', '.join(game['seats'])}" in out
    assert "6 of 6 games played again, 1 differ." in out


def test_what_is_no_match_is_not_checked(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "n.jsonl").write_text('{"match": {"game": "samurai"}}\n')
    for name in ("n.jsonl", "nowhere.jsonl"):
        code, _, err = arena("samurai", "--check", name)
        assert (code, f"--check: {name} is no match file" in err) == (2, True)
    assert "add --sprt" in arena(*MATCH, "--ladder")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sprt", "0.5", "0.55"), "--sprt: give two shares of games won in percent"),
        (("--sprt", "60", "50"), "not 60 50"),
        (("--sprt", "50", "50"), "not 50 50"),
        (("--sprt", "nan", "60"), "not nan 60"),
        (("--sprt", "50", "1e999"), "not 50 1e999"),
        (("--sprt", "50", "x"), "not 50 x"),
        (
            ("--sprt", "50", "60", "--players", "3", "--tables", "rest"),
            "--entrants: a sequential test is about one",
        ),
        (("--sprt", "50", "60", "--entrants", "a,b,c"), "--entrants"),
        (("--sprt", "50", "60", "--entrants", "greedy,random,level1"), "about one entrant at one table"),
    ],
)
def test_a_sequential_test_of_nothing_is_refused(
    arena: Arena, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    code, _, err = arena(*MATCH, *arguments)
    assert code == 2
    assert said in " ".join(err.split())
    assert not list(tmp_path.iterdir())


def test_records_can_be_kept_and_checked(arena: Arena) -> None:
    arena(*MATCH, "--games", 4, "--jobs", 1, "--records", "records.jsonl")
    assert arena("records.jsonl", command="check") == (0, "records.jsonl: 4 correct\n", "")


def test_a_program_that_fails_loses_every_game_and_no_match(arena: Arena, tmp_path: Path) -> None:
    name = f'program:"{sys.executable}" -I -S -c "raise SystemExit(\'no licence\')"'
    code, out, _ = arena(
        "--entrants",
        f"random,{name}",
        "--games",
        4,
        "--seed",
        1,
        "--jobs",
        1,
        "--logs",
        "logs",
        "--out",
        "m.jsonl",
    )
    assert code == 0
    assert "Forfeited games: 4" in out
    assert "it exited with code 1; last on its error stream: no licence" in " ".join(out.split())
    assert results(tmp_path / "m.jsonl")["entrants"][1]["forfeits"] == 4
    logs = sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert logs[0] == "deal-0-entrants-0-1-seat-1.log"
    assert len(logs) == 4


def test_the_arena_speaks_german(arena: Arena) -> None:
    _, out, _ = arena(*MATCH, "--games", 2, "--jobs", 1, "--language", "de")
    assert "2 Partien: 1 Verteilung, jede von 2 Plätzen" in out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("samurai", "--entrants: specify who takes part"),
        ("samurai --entrants greedy", "--entrants: a match needs at least two entrants"),
        ("samurai --entrants greedy,", "--entrants: there is no player"),
        (
            "samurai --entrants greedy,clever",
            "--entrants: there is no player clever: there are",
        ),
        ("samurai --entrants greedy,greedy", "--entrants: 'greedy' is given twice"),
        ("samurai --entrants greedy,./nobody", "--entrants: there is no program './nobody'"),
        ("samurai --entrants greedy,'x", "--entrants: this quote is never closed"),
        ("samurai --entrants greedy,random --games 0", "--games: a whole number from 1 to"),
        ("samurai --entrants greedy,random --games many", "--games: a whole number from 1 to"),
        ("samurai --entrants greedy,random --players 5", "--players: players is 2, 3 or 4"),
        (
            "samurai --entrants greedy,random --players 3 --tables all",
            "--tables: 3 seats need at least 3 entrants",
        ),
        ("samurai --entrants greedy,random --tables round", "--tables: tables is one of all, rest, first"),
        ("samurai --entrants greedy,random --jobs 0", "--jobs: a whole number from 1 to 256"),
        ("samurai --entrants greedy,random --jobs 2 --ray auto", "--jobs: use only one of --jobs, --ray"),
        ("samurai --entrants greedy,random --seed x", "--seed: a whole number"),
        ("samurai --entrants greedy,random --out m.json", "--out: a match file is called NAME.jsonl"),
        ("samurai --entrants greedy,random --out no/m.jsonl", "no/m.jsonl: No such file"),
        (
            "samurai --entrants greedy,random --out notes.jsonl",
            "notes.jsonl:1: this is not a match file",
        ),
        ("samurai --entrants greedy,random --records notes.jsonl", "--records: notes.jsonl has 1 line"),
        ("chess --entrants greedy,random", "there is no game 'chess'"),
    ],
)
def test_refused_with_exit_code_2_and_a_word_about_it(
    arena: Arena, tmp_path: Path, arguments: str, named: str
) -> None:
    (tmp_path / "notes.jsonl").write_text("my notes\n")
    code, _, err = arena(*arguments.split())
    assert code == 2
    assert named in err
    assert "Traceback" not in err
    assert (tmp_path / "notes.jsonl").read_text() == "my notes\n"


def wait_for_lines(path: Path, number: int) -> None:
    deadline = time.monotonic() + 250
    while not path.exists() or path.read_bytes().count(b"\n") < number:
        assert time.monotonic() < deadline, "no game was written down"
        time.sleep(0.02)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_match_that_was_stopped_goes_on_to_the_results_it_would_have_had(
    arena: Arena, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = tmp_path / "m.jsonl"
    words = ["arena", *map(str, MATCH), "--games", "100000", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kabuto", *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_for_lines(path, 3)
        process.send_signal(number)
        out, err = process.communicate(timeout=250)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == code
    if number == signal.SIGINT:
        assert err == b""
        assert b"nothing is lost. Run the same command" in out
    begun = path.read_bytes()
    assert arena(*MATCH, "--games", 12, "--jobs", 1)[0] == 0
    assert path.read_bytes().startswith(begun[: begun.rfind(b"\n") + 1])
    stopped = results(path)
    path.unlink()
    arena(*MATCH, "--games", 12, "--jobs", 1)
    assert results(path) == stopped


def test_a_second_arena_on_the_same_file_is_refused(arena: Arena, tmp_path: Path) -> None:
    words = ["arena", *map(str, MATCH), "--games", "100000", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kabuto", *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_for_lines(tmp_path / "m.jsonl", 2)
        code, _, err = arena(*MATCH, "--games", 2, "--jobs", 1)
        assert (code, err) == (2, "kabuto: --out: m.jsonl is being used by another match\n")
    finally:
        process.kill()
        process.communicate()
