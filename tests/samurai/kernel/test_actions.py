"""Action ids: their documented table, their words, and a reason for what is none."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kabuto.samurai import Move
from kabuto.samurai.kernel import actions, tables
from kabuto.samurai.kernel.actions import describe, from_ids, to_ids
from kabuto.table import BadOption

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "kernel.md"
ROW = re.compile(r"^\| (\d+)(?: – (\d+))? +\| ", re.MULTILINE)


def test_the_documented_table_covers_every_id_once() -> None:
    spans = [(int(first), int(last or first)) for first, last in ROW.findall(actions.__doc__ or "")]
    assert spans[0][0] == 0
    assert spans[-1][1] == tables.ACTIONS - 1
    assert all(after[0] == before[1] + 1 for before, after in pairwise(spans))
    starts = [0, tables.RONIN, tables.SHIPS, tables.FIGURE, tables.PICK, tables.DROP, tables.END]
    assert [first for first, _ in spans] == [*starts, tables.CHOOSE, tables.PUT]


def test_the_page_of_the_documentation_has_the_same_table() -> None:
    _, page = (DOCS / "envs.md").read_text(encoding="utf-8").split("### Actions\n")
    assert ROW.findall(page) == ROW.findall(actions.__doc__ or "")


def test_the_page_names_every_field_of_the_record() -> None:
    named = re.findall(r"^\| `(\w+)` ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert named == list(tables.STATE.names or ())


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ((0,), "H2c20"),
        ((671,), "S3s4"),
        ((tables.END,), "/"),
        ((tables.CHOOSE,), "+H2"),
        ((tables.PUT,), "H*b20"),
    ],
)
def test_an_id_is_a_move_of_the_notation(ids: tuple[int, ...], text: str) -> None:
    assert str(from_ids(ids)) == text
    assert to_ids(Move.parse(text)) == ids
    assert describe(ids[0]) == text


def test_halves_of_exchanges_are_described() -> None:
    assert re.fullmatch(r"X, H of [a-t]\d+", describe(tables.FIGURE))
    assert re.fullmatch(r"T, from [a-t]\d+", describe(tables.PICK))
    assert re.fullmatch(r"T, to [a-t]\d+", describe(tables.DROP))


@pytest.mark.parametrize("number", [-1, tables.ACTIONS, 10**30, True, 1.5, "x", None])
def test_an_id_out_of_range_is_refused_with_the_range(number: Any) -> None:
    for reader in (describe, lambda one: from_ids([one]), lambda one: from_ids([0, one])):
        with pytest.raises(BadOption, match="action is a whole number from 0 to 1229, not"):
            reader(number)


@pytest.mark.parametrize(
    "ids",
    [(), (0, 1), (tables.FIGURE,), (tables.PICK,), (tables.DROP,), (tables.DROP, tables.PICK), (0, 0, 0)],
)
def test_ids_that_are_no_move_are_refused(ids: tuple[int, ...]) -> None:
    with pytest.raises(BadOption, match="is not a move: an exchange is two ids, every other move is one"):
        from_ids(ids)


@pytest.mark.parametrize("text", ["+", "S3o10", "V1n13", "Xn13B-o10H"])
def test_a_move_that_is_never_legal_has_no_id(text: str) -> None:
    with pytest.raises(BadOption, match="has no action id"):
        to_ids(Move.parse(text))
