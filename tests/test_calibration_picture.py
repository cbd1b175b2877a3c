"""The picture of the calibration shows what was measured."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "research"))
plot: Any = import_module("calibration_plot")


def measured() -> Any:
    return json.loads((ROOT / "research" / "results" / "calibration.json").read_text())


def test_the_picture_is_drawn_from_the_latest_figures() -> None:
    picture = ROOT / "docs" / "pictures" / "calibration.svg"
    assert picture.read_text() == plot.calibration_svg(measured()), "research/calibration.py --draw"


def test_every_chance_with_enough_positions_has_a_mark_at_its_height() -> None:
    found = measured()
    found["players"] = {"2": found["players"]["2"]}
    found["players"]["2"]["learned"]["bins"] = [[500, 0.25, 0.5], [plot.FEW - 1, 0.75, 0.5]]
    svg = plot.calibration_svg(found)
    x, y = plot.LEFT + plot.SIDE * 0.25, plot.TOP + plot.SIDE * 0.5
    assert f'<circle class="accent" cx="{x}" cy="{y}" r="5"/>' in svg
    assert svg.count("<circle") == 2, "one in the square, one in the legend"
