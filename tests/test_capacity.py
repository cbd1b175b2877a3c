"""The page about capacity says what the model says, and the model is sane."""

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "capacity.md"
sys.path.insert(0, str(ROOT / "benchmarks"))
capacity: Any = import_module("capacity")


def measured() -> Any:
    """What was measured, with the cost of hearing that the page names."""
    (hearing,) = re.findall(r"capacity\.py --hearing (\d+)", PAGE.read_text())
    return capacity.Costs.read(json.loads(capacity.RESULTS.read_text()), int(hearing) / 1e6)


def test_the_page_shows_what_the_command_prints() -> None:
    table = "\n".join(capacity.table(capacity.People(), measured(), capacity.Prices()))
    assert table in PAGE.read_text()


def test_more_load_waits_longer_and_more_cores_less() -> None:
    waits = [capacity.waited(1, 0.003, load, 3000) for load in (0.3, 0.6, 0.9)]
    assert waits == sorted(waits)
    assert capacity.waited(8, 0.003, 0.9, 3000) < waits[-1]
    # One core, random arrivals and times: the wait is exponential, and 99 of 100 are done in ln 100 means.
    assert capacity.waited(1, 1.0, 0.5) == pytest.approx(4.6 * 2, rel=0.1)


def test_every_limit_grows_with_the_players_and_has_a_next_step() -> None:
    costs, people = measured(), capacity.People()
    for shape in capacity.SHAPES:
        few, many = (shape.limits(players, people, costs) for players in (1000, 10_000))
        for less, more in zip(few, many, strict=True):
            assert less.what in capacity.STEPS
            assert less.need <= more.need
            assert less.share == less.need / less.there_is
