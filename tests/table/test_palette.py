"""Seats are told apart by colour, whatever the eyes, and by shape."""

from itertools import combinations

import pytest

from kabuto.table.drawing import ASCII, BASIC_STYLES, STYLES, UNICODE, chart
from kabuto.table.drawing.palette import CREAM, INK, SEATS
from tests.support.colours import EYES, contrast, difference

SETS = {
    "piece": [CREAM],
    "on_light": ["#eadfc5", "#f4ecd9", "#fbf6e8", chart.LIGHT["paper"]],
    "on_dark": ["#101b23", "#17242e", "#1f303c", chart.DARK["paper"]],
}
"""Set of colours → what its colours are drawn on: tokens, and the papers of browser and charts."""


def test_the_measure_of_differences_is_the_published_one() -> None:
    assert difference("#ff0000", "#00ff00") == pytest.approx(86.6, abs=0.1)
    assert difference("#0000ff", "#ffff00") == pytest.approx(103.4, abs=0.1)
    assert difference("#808080", "#808080") == 0
    assert difference("#ff0000", "#7f6a00") > 20 > difference("#ff0000", "#7f6a00", "protanopia")


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", SETS)
def test_the_colours_of_two_seats_never_look_alike(kind: str, eyes: str) -> None:
    for one, two in combinations(SEATS, 2):
        found = difference(getattr(one, kind), getattr(two, kind), eyes)
        assert found > 10, f"{one.name} and {two.name} look alike ({found:.0f}) with {eyes}"


@pytest.mark.parametrize("kind", SETS)
def test_every_colour_stands_out_from_what_it_is_drawn_on(kind: str) -> None:
    least = 3.0 if kind == "piece" else 4.5
    for seat in SEATS:
        assert min(contrast(getattr(seat, kind), ground) for ground in SETS[kind]) >= least, seat.name
        assert contrast(seat.on_piece, seat.piece) >= 4.5, seat.name
        assert seat.on_piece in (CREAM, INK)


def test_there_are_five_seats_and_each_has_its_own_shape() -> None:
    assert len(UNICODE.seats) == len(ASCII.seats) == len(SEATS) == 5
    for shapes in (UNICODE.seats, ASCII.seats, [seat.crest for seat in SEATS], [seat.name for seat in SEATS]):
        assert len(set(shapes)) == 5
    assert ASCII.seats.isascii()
    for number in range(5):
        assert f"seat{number}" in STYLES.keys() & BASIC_STYLES.keys()


def test_a_crest_fills_its_box_and_has_a_hole() -> None:
    for seat in SEATS:
        outline, *holes = seat.crest
        for axis in (0, 1):
            places = [point[axis] for point in outline]
            assert 0 <= min(places) <= 10, seat.name
            assert 90 <= max(places) <= 102, seat.name
        assert holes
        assert seat.path.startswith("M")
        assert seat.path.count("Z") == len(seat.crest)
