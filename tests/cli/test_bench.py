"""``kabuto bench``: a table, a file, and words for every figure."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.measuring import Measure
from kabuto.samurai import bench as samurai_bench
from kabuto.text_ui.language import WORDS, game_text

from .conftest import Kabuto


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two real figures and one that is made up."""
    real = [each for each in samurai_bench.measures() if each.name in ("copy", "stepping")]
    made_up = Measure("playouts_list", "steps/s", lambda: 12_345_678.0, 2, 1, 8e6)
    monkeypatch.setattr(samurai_bench, "measures", lambda: [made_up, *real])


@pytest.mark.usefixtures("few")
def test_figures_are_printed_beside_their_targets_and_written_down(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    printed = kabuto("bench", "samurai", "--rounds", 2, "--out", path)
    assert printed.code == 0, printed.err
    lines = [" ".join(line.split()) for line in printed.out.splitlines()]
    assert "random games, moves listed 2 1 12.3 M steps/s ±0% 8 M" in lines
    report = json.loads(path.read_text())
    assert report["machine"]["versions"].keys() >= {"python", "kabuto", "numba"}
    figures = {figure["name"]: figure for figure in report["figures"]}
    assert figures["playouts_list"]["target"] == 8e6
    assert figures["copy"]["median"] > 0
    assert figures["stepping"]["median"] > 0
    assert all(figure["rounds"] == 2 and figure["least"] <= figure["most"] for figure in figures.values())


@pytest.mark.usefixtures("few")
def test_without_a_name_the_file_is_a_new_one_here(
    kabuto: Kabuto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = kabuto("bench", "--rounds", 1)
    (written,) = tmp_path.glob("bench-samurai-*.json")
    assert written.name in printed.out


@pytest.mark.usefixtures("few")
def test_q6_every_figure_is_told_as_soon_as_it_is_measured(kabuto: Kabuto, tmp_path: Path) -> None:
    printed = kabuto("bench", "--rounds", 2, "--out", tmp_path / "bench.json")
    told = printed.err.splitlines()
    assert told[0] == "random games, moves listed (players 2, threads 1): 12.3 M steps/s"
    assert len(told) == 3, "each once, whatever the rounds"


def test_q6_a_quick_measurement_leaves_out_what_takes_long(
    kabuto: Kabuto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = [each for each in samurai_bench.measures() if each.is_slow]
    assert [each.name for each in slow] == ["ready_cold"]
    quick = Measure("copy", "ns", lambda: 5.0)
    monkeypatch.setattr(samurai_bench, "measures", lambda: [*slow, quick])
    printed = kabuto("bench", "--quick", "--out", tmp_path / "bench.json")
    assert printed.code == 0, printed.err
    (figure,) = json.loads((tmp_path / "bench.json").read_text())["figures"]
    assert (figure["name"], figure["rounds"]) == ("copy", 1)
    assert "--quick" in kabuto("bench", "--quick", "--rounds", 3).err


@pytest.mark.parametrize("language", WORDS.languages())
def test_every_figure_has_words(language: str) -> None:
    for each in samurai_bench.measures():
        assert 0 < len(game_text("samurai", language, f"bench_{each.name}")) <= 26


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("bench chess", "samurai"),
        ("bench --rounds 0", "--rounds: a whole number from 1 to 1000"),
        ("bench --out {there}", "--out: "),
        ("bench --out {folder}/none/bench.json", "--out: there is no folder"),
    ],
)
def test_refused_before_anything_is_measured(
    kabuto: Kabuto, tmp_path: Path, arguments: str, named: str
) -> None:
    there = tmp_path / "there.json"
    there.write_text("{}")
    printed = kabuto(*arguments.format(there=there, folder=tmp_path).split())
    assert (printed.code, printed.out) == (2, "")
    assert named in printed.err
    assert there.read_text() == "{}"


def test_without_the_compiler_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from kabuto.cli import main; sys.exit(main(['bench']))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    expected = "kabuto: this needs the compiled engine: pip install 'kabuto[play]'\n"
    assert (run.returncode, run.stderr) == (2, expected)
