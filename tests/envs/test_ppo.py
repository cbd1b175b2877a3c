"""The PPO example runs, and goes on from where it was. It needs PyTorch, so it is left to ``make prove``."""

import json
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
