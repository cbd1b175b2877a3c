"""How a settlement stands: influence per seat and figure, the land that is missing, and both in words."""

from typing import Any

import pytest

from kabuto import BadOption
from kabuto.samurai import Samurai

from .helpers import AKITA, EAST, EDO, NORTH, at, position, where
from .rules_table import rule


def northern_tip(**options: Any) -> Samurai:
    return position(
        figures={NORTH: "B", EAST: "R", AKITA: "HB", EDO: "HBR"},
        tokens={(0, -5): (0, "B3"), (1, -4): (1, "S3"), (0, -3): (1, "H2"), (0, -7): (1, "V2")},
        **options,
    )


@rule("K43", "K77")
def test_influence_of_every_seat_on_every_kind() -> None:
    report = northern_tip().settlement(at(AKITA))
    assert report.to_json() == {
        "space": at(AKITA),
        "title": "Akita",
        "terrain": "city",
        "figures": "HB",
        "missing": [at((1, -5))],
        "influence": {"H": [0, 5], "B": [3, 3], "R": [0, 3]},
        "winner": {"H": 1, "B": None},
    }


@pytest.mark.parametrize(
    ("looked", "english", "german"),
    [
        (
            NORTH,
            [
                "Seat 0 would capture it.",
                "Land still empty: between the villages north and northeast of Akita.",
            ],
            ["Platz 0 erhielte die Figur.", "frei"],
        ),
        (
            AKITA,
            ["Seat 1 would", "A tie: it would be placed beside the board."],
            ["Platz 1 erhielte", "Gleichstand: Sie käme"],
        ),
        (
            EAST,
            ["no one has influence, so it would be placed beside the board."],
            ["Niemand hat Einfluss; sie käme neben den Plan."],
        ),
        (
            (2, -4),
            ["is empty: its figures have been captured."],
            ["ist leer: Die Figuren sind schon erobert."],
        ),
    ],
)
def test_a_settlement_in_words(looked: tuple[int, int], english: list[str], german: list[str]) -> None:
    sentences = northern_tip().settlement(at(looked)).sentences
    for fragment, text in zip(english, sentences, strict=False):
        assert fragment in text
    for fragment, text in zip(german, sentences, strict=False):
        assert fragment in text.to("de")
    assert len(sentences) >= len(english)


def test_surrounded_while_captures_wait_for_the_end_of_the_turn() -> None:
    tokens = {(0, -5): (0, "B3"), (1, -6): (1, "S2")}
    report = position(figures={NORTH: "B", EDO: "HBR"}, tokens=tokens, captures="turn").settlement(at(NORTH))
    assert report.missing == ()
    assert report.sentences[-1].key == "surrounded"
    assert report.sentences[0].startswith(
        f"Buddha {where(at(NORTH))}: seat 0 3 (Buddha 3 {where(at((0, -5)))}), seat 1 2 "
    )


@pytest.mark.parametrize("space", ["n13", "a20", "b20", "nowhere", "", 14, None])
def test_only_settlements_on_the_map_have_a_report(space: Any) -> None:
    with pytest.raises(BadOption, match="there is no settlement"):
        northern_tip().settlement(space)
