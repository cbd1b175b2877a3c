"""Puzzles from the games in a file."""

import json
from pathlib import Path

import pytest

import kabuto as library
from tests.support.ray import Ray

from .conftest import Kabuto
from .games import saved

VILLAGE = {
    "figures": {"o14": "HBR", "o8": "B"},
    "tokens": {"p8": [1, "B3"]},
    "hands": [["B4", "S1"], ["R2"]],
    "draws": [[], []],
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two games with a puzzle each, and one without any."""
    one = saved(tmp_path / "one.json", **VILLAGE, moves=("S1o13", "/")).read_text()
    none = saved(tmp_path / "none.json", **VILLAGE, moves=()).read_text()
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{json.dumps(json.loads(text))}\n" for text in (one, none, one)))
    return path


@pytest.mark.parametrize("workers", [("--jobs", 1), ("--jobs", 2), ("--ray", "auto")])
def test_puzzles_are_told_and_written_in_the_order_of_the_games(
    kabuto: Kabuto, games: Path, tmp_path: Path, workers: tuple[object, ...], ray: Ray
) -> None:
    printed = kabuto("puzzles", games, "--out", tmp_path / "puzzles.jsonl", *workers)
    assert printed.code == 0
    told = " ".join(printed.out.split())
    assert f"{games}:1, after 0 moves: capture, endgame; rating 800; solution B4o9" in told
    assert printed.out.endswith("2 puzzles in 3 games.\n")
    lines = [json.loads(line) for line in (tmp_path / "puzzles.jsonl").read_text().splitlines()]
    assert [line["solution"] for line in lines] == [["B4o9"], ["B4o9"]]


def test_nothing_is_found_where_nothing_is(kabuto: Kabuto, tmp_path: Path) -> None:
    none = saved(tmp_path / "none.json", **VILLAGE, moves=())
    assert kabuto("puzzles", none).out == "No puzzle in 1 game.\n"
    assert kabuto("puzzles", none, "--language", "de").out == "Keine Aufgabe in 1 Partie.\n"
    assert kabuto("puzzles", none, "--out", "-").out == ""


def test_games_without_puzzles_are_refused(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "yedo.json"
    path.write_text(json.dumps(library.new("yedo", seed=1).record()))
    refused = kabuto("puzzles", path)
    assert refused.code == 2
    assert "there are no puzzles for yedo, only for: samurai" in refused.err


def test_files_are_neither_guessed_nor_overwritten(kabuto: Kabuto, games: Path, tmp_path: Path) -> None:
    assert "missing.json" in kabuto("puzzles", tmp_path / "missing.json").err
    assert kabuto("puzzles", games, "--out", games).code == 2
    assert kabuto("puzzles", games, "--jobs", 0).code == 2
