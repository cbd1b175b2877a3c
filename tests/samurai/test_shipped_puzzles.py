"""The puzzles that come with the package: whole, playable, and refused where they are damaged."""

import gzip
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import kabuto
from kabuto import BadOption
from kabuto.samurai.puzzles import Puzzle, is_solution, lines, shipped, why
from kabuto.samurai.puzzles.finding import holds
from kabuto.samurai.puzzles.shipped import SHIPPED, read
from kabuto.table.record import dumps
from kabuto.table.text import Text, reworded
from tests.samurai.analysis.test_puzzles import record

MOST_BYTES = 300_000
SEED = 2026


def puzzle() -> Puzzle:
    """A village that one more token surrounds."""
    return Puzzle(
        id="village",
        record=record(),
        seat=0,
        solution=["B4o9"],
        worth=1,
        second=["S1o9"],
        second_worth=0,
        themes=["capture"],
        rating=600,
    )


def write(file: Path, *lines: str) -> Path:
    """A file of puzzles with these lines."""
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return file


def test_the_shipped_puzzles_can_be_played_and_are_not_too_large() -> None:
    assert SHIPPED.stat().st_size <= MOST_BYTES
    for each in shipped().values():
        game = kabuto.load(each.record)
        assert game.to_move == each.seat, each.id
        for move in each.solution:
            game.play(move)
        assert is_solution(each, [*each.solution, "/"]), each.id
        assert not is_solution(each, each.second), each.id
        assert why(each, each.solution), each.id
        assert each.worth - each.second_worth >= 0.08, each.id


def sample() -> list[Puzzle]:
    """Two of them."""
    return Random(1).sample(sorted(shipped().values(), key=lambda each: each.id), 2)


@pytest.mark.parametrize("each", sample(), ids=lambda each: each.id)
def test_solutions_hold_in_a_search_with_another_seed(each: Puzzle) -> None:
    assert holds(each, SEED)


@pytest.mark.prove
@pytest.mark.parametrize("each", shipped().values(), ids=lambda each: each.id)
def test_every_solution_holds_in_a_search_with_another_seed(each: Puzzle) -> None:
    assert holds(each, SEED)


def test_a_turn_is_judged_and_explained() -> None:
    village = puzzle()
    assert is_solution(village, ["B4o9", "/"])
    assert not is_solution(village, [])
    two = replace(village, solution=["V1n8", "B4o9"])
    assert is_solution(two, ["B4o9", "V1n8"]), "in any order"
    assert "Captures Buddha" in str(why(village, ["B4o9"])[0])
    with pytest.raises(kabuto.IllegalMove):
        why(village, ["B4n7"])


def test_a_turn_is_explained_in_the_words_of_another_edition() -> None:
    for each in shipped().values():
        for text in why(each, each.solution):
            assert isinstance(text, Text)
            same = reworded(text, text.vocabulary)
            assert str(same) == str(text)
            for language in ("en", "de"):  # no name is missing
                assert reworded(text, "2015").to(language)
    (text,) = why(
        replace(puzzle(), record=record(figures={"o14": "HBR", "o8": "H"}, hands=[["H4", "S1"], ["R2"]])),
        ["H4o9"],
    )[:1]
    assert "helmet" in text
    assert "castle" in reworded(text, "2015")
    assert "Burg" in reworded(text, "2015").to("de")


def test_the_lines_of_a_puzzle_end_the_turn_where_that_is_still_to_be_done() -> None:
    assert lines(puzzle()) == [["B4o9", "/"], ["S1o9"]]


def test_puzzles_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = write(tmp_path / "puzzles.gz", dumps(puzzle().to_json()))
    assert read(file) == {"village": puzzle()}


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        dumps({**puzzle().to_json(), "seat": "0"}),
        dumps({**puzzle().to_json(), "record": {}}),
        dumps({**puzzle().to_json(), "solution": []}),
        dumps({**puzzle().to_json(), "themes": [1]}),
        dumps(puzzle().to_json()),  # a second time
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    file = write(tmp_path / "puzzles.gz", dumps(puzzle().to_json()), line)
    with pytest.raises(BadOption, match="line 2 is not a puzzle"):
        read(file)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(dumps(puzzle().to_json()).encode())[:-12])
    for file in (cut, tmp_path / "missing.gz"):
        with pytest.raises(BadOption, match="can’t be read"):
            read(file)
