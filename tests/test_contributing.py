"""The game that CONTRIBUTING builds, step by step: its code runs as it stands there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.third import environment

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = TEXT[TEXT.index("## How to add a game") : TEXT.index("### A game of this repository")]


def blocks(kind: str) -> list[str]:
    """The code blocks of a kind in the section on games, in order."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the game is installed."""
    folder = tmp_path_factory.mktemp("stranger")
    package = folder / "fans"
    package.mkdir()
    (package / "pyproject.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (package / "fans.py").write_text("\n\n".join(blocks("python")), encoding="utf-8")
    return environment(folder / "site", package)


def kabuto(built: dict[str, str], *argv: str, typed: str = "") -> str:
    command = [sys.executable, "-m", "kabuto", *argv]
    done = subprocess.run(command, env=built, input=typed, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_command_of_the_section_works(built: dict[str, str]) -> None:
    lines = [line.partition("#")[0].split() for line in blocks("sh")[0].splitlines()]
    assert [line[1] for line in lines] == ["games", "play", "simulate", "laws"]
    for _, *argv in lines:
        assert kabuto(built, *argv, typed="quit\n")


def test_the_game_keeps_the_laws_with_every_option(built: dict[str, str]) -> None:
    said = json.loads(kabuto(built, "laws", "fans", "--games", "5", "--seed", "1", "--json"))
    assert [law["kept"] for law in said["laws"]] == [True] * 8


def test_the_highest_fan_wins_a_round_and_the_most_rounds_win(built: dict[str, str]) -> None:
    script = """
import kabuto
game = kabuto.load({"format": 1, "game": "fans", "start": {
    "hands": [[1, 3, 5, 7, 20], [2, 4, 6, 8, 9]], "laid": []}})
for low, high in zip((1, 3, 5, 7, 20), (2, 4, 6, 8, 9)):
    game.play(str(low)); game.play(str(high))
assert game.outcome.ranking == ((1,), (0,)), game.outcome
assert game.outcome.steps == ("Seat 0 won 1 rounds.", "Seat 1 won 4 rounds.")
"""
    subprocess.run([sys.executable, "-c", script], env=built, check=True)


def test_the_manifest_and_the_test_it_shows_are_python() -> None:
    for block in blocks("py"):
        compile(block, "CONTRIBUTING.md", "exec")
