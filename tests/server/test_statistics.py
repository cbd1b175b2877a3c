"""How somebody's games went: counts, and a rating on the scale of the levels."""

import json
from pathlib import Path

import pytest

from kabuto.host.ratings import rating
from kabuto.samurai.players.levels import ELO

ROOT = Path(__file__).parents[2]


def test_the_scale_is_that_of_the_ladder() -> None:
    ladder = json.loads((ROOT / "benchmarks" / "results" / "ladder.json").read_text())
    measured = {each["entrant"]: each["elo"]["value"] for each in ladder["entrants"]}
    assert {name: ELO[name] for name in measured} == pytest.approx(measured, abs=1)


def test_a_rating_lies_where_half_the_games_are_won_and_gets_surer_with_more_of_them() -> None:
    few, many = rating([(1469, 1), (1469, 0)] * 2), rating([(1469, 1), (1469, 0)] * 100)
    assert few is not None
    assert many is not None
    assert few.value == pytest.approx(1469, abs=15)
    assert many.value == pytest.approx(1469, abs=5)
    assert few.high - few.low > 2 * (many.high - many.low)
    assert many.high - many.low == pytest.approx(2 * 48, abs=6)  # 1.96 / (k sqrt(200 / 4))


def test_who_always_wins_or_loses_has_a_rating_too() -> None:
    best, worst = rating([(1959, 1)] * 20), rating([(886, 0)] * 20)
    assert best is not None
    assert worst is not None
    assert best.value > 1959 > 886 > worst.value
    assert best.high < 3500
    assert rating([]) is None
