"""Sentences with gaps, by the examples that the browser's reader passes too."""

import json
from pathlib import Path
from typing import Any

import pytest

from kabuto.table.message_format import BadMessage, parse
from kabuto.table.plurals import categories, category
from kabuto.table.text import Addressed, Mark, fill, merged

pytestmark = pytest.mark.counted

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def value(given: Any) -> Any:
    if isinstance(given, dict):
        return Mark(**given)
    return [value(item) for item in given] if isinstance(given, list) else given


@pytest.mark.parametrize("vector", VECTORS["sentences"], ids=lambda vector: vector["name"])
def test_a_sentence_is_filled(vector: dict[str, Any]) -> None:
    values = {name: value(given) for name, given in vector["values"].items()}
    parts = merged(fill(parse(vector["message"]), values, {}, vector["language"]))
    assert "".join(map(str, parts)) == vector["text"]
    if "parts" in vector:
        wanted = [
            Addressed(*value(part)) if isinstance(part, list) else value(part) for part in vector["parts"]
        ]
        assert parts == wanted


@pytest.mark.parametrize("message", VECTORS["broken"])
def test_a_broken_sentence_is_refused_with_its_place(message: str) -> None:
    with pytest.raises(BadMessage, match=r"^character \d+: "):
        parse(message)


@pytest.mark.parametrize("language", VECTORS["plurals"])
def test_numbers_have_the_plural_categories_of_their_language(language: str) -> None:
    expected = VECTORS["plurals"][language]
    assert {number: category(language, int(number)) for number in expected} == expected
    assert {*expected.values()} <= set.union(*categories(language))


def test_what_is_no_whole_number_has_no_category_of_its_own() -> None:
    assert [category("en", number) for number in (1.0, "1", True, None)] == ["other"] * 4


def test_an_unknown_language_has_one_category() -> None:
    assert category("tlh", 1) == "other"
