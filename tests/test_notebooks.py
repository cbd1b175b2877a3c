"""The notebooks of the examples: stored without results, and run from the first cell to the last."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def cells(notebook: Path) -> list[dict[str, Any]]:
    """The cells that hold code."""
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def test_notebooks_are_stored_without_results() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analyse", "play_and_look", "train"]
    for notebook in NOTEBOOKS:
        for cell in cells(notebook):
            assert (cell["outputs"], cell["execution_count"]) == ([], None), notebook.name


@pytest.mark.prove
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    code = "\n".join("".join(cell["source"]) for cell in cells(notebook))
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
