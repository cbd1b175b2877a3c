"""The picture of a ladder: every entrant on its place, whatever it is called."""

from typing import Any
from xml.etree import ElementTree

import pytest

from kabuto.arena import ladder_svg
from kabuto.arena.ladder import LONGEST_NAME, _ticks

SVG = "{http://www.w3.org/2000/svg}"


def summary(**elo: tuple[float, float, float]) -> dict[str, Any]:
    return {
        "match": {"game": "samurai", "options": {"players": 2}, "seed": 1},
        "games": 10,
        "deals": 5,
        "entrants": [
            {"entrant": name, "elo": dict(zip(("value", "low", "high"), figure, strict=True))}
            for name, figure in elo.items()
        ],
    }


def drawn(**elo: tuple[float, float, float]) -> ElementTree.Element:
    return ElementTree.fromstring(ladder_svg(summary(**elo)))


def test_the_strongest_entrant_stands_on_top_and_farthest_right() -> None:
    picture = drawn(weak=(1300, 1250, 1340), strong=(1700, 1650, 1790))
    names = [text.text for text in picture.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    assert names == ["strong", "weak"]
    first, second = picture.iter(f"{SVG}circle")
    assert float(first.get("cx", "")) > float(second.get("cx", ""))
    assert float(first.get("cy", "")) < float(second.get("cy", ""))


def test_a_point_lies_within_its_interval_and_all_within_the_picture() -> None:
    picture = drawn(one=(1500, 1400, 1900), two=(-300, -4000, -200))
    width = float(picture.get("viewBox", "").split()[2])
    bars = [path.get("d", "") for path in picture.iter(f"{SVG}path") if "H" in path.get("d", "")]
    for bar, circle in zip(bars, picture.iter(f"{SVG}circle"), strict=True):
        low, high = float(bar[1:].split()[0]), float(bar.split("H")[1])
        assert 0 < low < float(circle.get("cx", "")) < high < width


def test_a_name_may_hold_anything_and_be_of_any_length() -> None:
    picture = drawn(**{'<b>&"quoted"': (1500, 1400, 1600), "program:./bot " + "x" * 500: (1500, 1400, 1600)})
    names = [text.text or "" for text in picture.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    assert names[0] == '<b>&"quoted"'
    assert names[1].endswith("…")
    assert len(names[1]) == LONGEST_NAME


@pytest.mark.parametrize("values", [[1499.0, 1501.0], [-4000.0, 9000.0], [1500.0, 1500.0], [0.0, 1e6]])
def test_round_numbers_lie_around_all_values(values: list[float]) -> None:
    ticks = _ticks(values)
    assert ticks[0] <= values[0] <= values[1] <= ticks[-1]
    assert 2 <= len(ticks) <= 202
