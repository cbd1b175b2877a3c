"""The PPO example runs, and goes on from where it was. It needs PyTorch, so it is left to ``make prove``."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo_samurai.py"
SMALL = ("--minutes", "0.03", "--games", "8", "--steps", "8", "--batch", "32", "--measure", "2")


@pytest.mark.prove
def test_the_example_learns_something_and_keeps_it(tmp_path: Path) -> None:
    out = tmp_path / "learned"
    lengths = []
    for _ in range(2):
        command = [sys.executable, "-W", "error", str(EXAMPLE), *SMALL, "--out", str(out)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        assert "against greedy" in run.stdout
        curve = json.loads((out / "curve.json").read_text())
        lengths.append(len(curve))
        assert curve[-1]["decisions"] >= 64
        assert all(0 <= curve[-1][name] <= 1 for name in ("random", "greedy"))
    assert lengths[1] > lengths[0], "the second run went on with the first one's curve"
    assert ElementTree.parse(out / "curve.svg").getroot().tag.endswith("svg")
    assert (out / "network.pt").stat().st_size > 1000


@pytest.mark.prove
def test_the_baseline_of_a_task_learns_goes_on_and_plays_it(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        paths = {"PYTHONPATH": str(EXAMPLE.parents[1])}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**os.environ, **paths},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    script = EXAMPLE.with_name("ppo_task.py")
    assert len(script.read_text(encoding="utf-8").splitlines()) < 150
    steps = [int(run(str(script), most).split()[0].replace(",", "")) for most in ("9000", "18000")]
    assert 0 < steps[0] <= 9000 < steps[1] <= 18000, "the second run went on, and neither passed its budget"
    assert ElementTree.parse(tmp_path / "ppo-task" / "curve.svg").getroot().tag.endswith("svg")
    words = ("-m", "kabuto", "tasks", "run", "samurai-2-greedy-v0", "--games", "2", "--jobs", "1")
    run(*words, "--player", "python:examples.ppo_task:Trained", "--steps", str(steps[1]), "--out", "a.json")
    told = json.loads((tmp_path / "a.json").read_text())
    assert [game["forfeit"] for game in told["games"]] == [None, None]
    assert "2 games replayed" in " ".join(run("-m", "kabuto", "tasks", "check", "a.json").split())
