"""The outer form of a record, and the text it is read from."""

import json
import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import kabuto
from kabuto.table.record import dumps, expect, loads, read, read_file

SMALL: dict[str, Any] = {"format": 1, "game": "samurai"}


def refusal(record: object) -> kabuto.BadRecord:
    """The error that refuses a record; one that is read fails the test."""
    with pytest.raises(kabuto.BadRecord) as refused:
        read(record)
    return refused.value


def damage(text: str | bytes) -> str:
    """What is said of damaged text; it can always be printed."""
    with pytest.raises(kabuto.BadRecord) as refused:
        loads(text)
    message = str(refused.value)
    assert message.isprintable(), ascii(message)
    assert len(message) < 200
    return message


# The parts of a record.


def test_a_record_needs_no_more_than_its_format_and_its_game() -> None:
    fields = read(SMALL)
    assert (fields.game, fields.options, fields.start, fields.moves) == ("samurai", {}, {}, [])
    assert not fields.has_outcome


def test_null_is_an_outcome_that_is_named() -> None:
    assert read({**SMALL, "outcome": None}).has_outcome


@pytest.mark.parametrize("value", [None, 1, 1.5, True, "record", [], [SMALL], b"{}"])
def test_a_record_is_an_object(value: Any) -> None:
    error = refusal(value)
    assert (error.place, "should be an object" in error.reason) == ("record", True)


def test_any_mapping_is_an_object() -> None:
    assert read(MappingProxyType(SMALL)) == read(OrderedDict(SMALL)) == read(SMALL)


def test_what_is_read_is_no_longer_tied_to_the_record() -> None:
    record = {**SMALL, "options": {}, "start": {}}
    fields = read(record)
    fields.options["players"], fields.start["figures"] = 2, {}
    assert record == {**SMALL, "options": {}, "start": {}}


@pytest.mark.parametrize("key", ["format", "game"])
def test_format_and_game_must_be_named(key: str) -> None:
    error = refusal({name: value for name, value in SMALL.items() if name != key})
    assert (error.place, error.reason[:7]) == (key, "missing")


@pytest.mark.parametrize(
    "number", [0, 2, -1, 1.0, True, None, "1", [1], 10**5000], ids=lambda n: type(n).__name__
)
def test_another_format_is_refused_with_the_one_we_read(number: Any) -> None:
    error = refusal({**SMALL, "format": number})
    assert error.place == "format"
    assert "this version reads format 1, not" in error.reason


@pytest.mark.parametrize(
    ("key", "wrong", "right"),
    [
        ("game", 1, "a string"),
        ("game", None, "a string"),
        ("options", [], "an object"),
        ("options", None, "an object"),
        ("options", "players", "an object"),
        ("start", [], "an object"),
        ("start", None, "an object"),
        ("moves", None, "a list"),
        ("moves", {}, "a list"),
        ("moves", "S1n13", "a list"),
        ("moves", ("/",), "a list"),
    ],
)
def test_a_part_of_the_wrong_type_is_refused_with_its_place(key: str, wrong: Any, right: str) -> None:
    error = refusal({**SMALL, key: wrong})
    assert (error.place, f"should be {right}" in error.reason) == (key, True)


@pytest.mark.parametrize("move", [None, 1, True, ["/"], {}, b"/"])
def test_a_move_that_is_no_text_is_refused_with_its_number(move: Any) -> None:
    error = refusal({**SMALL, "moves": ["/", "/", move]})
    assert (error.place, "should be a string" in error.reason) == ("moves[2]", True)


@pytest.mark.parametrize(
    "key",
    ["seed", "Format", "", None, 5, 10**5000, (1,), "\ud800", "k" * 1_000_000],
    ids=lambda key: type(key).__name__,
)
def test_an_unknown_key_is_refused_by_name(key: Any) -> None:
    error = refusal({**SMALL, key: 1})
    assert "unknown: a record has format, game, rules, options, start, moves, outcome" in error.reason
    assert str(error).isprintable()
    assert len(error.place) <= 60


def test_true_is_no_whole_number() -> None:
    assert expect(1, int, "here") == 1
    with pytest.raises(kabuto.BadRecord, match=r"^here: should be a whole number, not true$"):
        expect(True, int, "here")


# Text.


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ('{"format": 1,\n "game"', "line 2, column 8"),
        ('{"format": 1} x', "line 1, column 15"),
        ("{'format': 1}", "line 1, column 2"),
        ("[1,]", "line 1, column 4"),
        ('"\x00"', "line 1, column 2"),
        ('"\\x"', "line 1, column 2"),
        ("٣", "line 1, column 1"),
        ("01", "line 1, column 2"),
        ("\ufeff{}", "line 1, column 1"),
    ],
)
def test_damaged_text_is_refused_with_line_and_column(text: str, place: str) -> None:
    assert place in damage(text)
    assert place in damage(text.encode())


@pytest.mark.parametrize(
    ("data", "byte"), [(b"\xff", 0), (b'{"a": "\xe9"}', 7), (b'"\xed\xa0\x80"', 1), ("é".encode("utf-16"), 0)]
)
def test_bytes_that_are_not_utf_8_are_refused_with_the_first_one(data: bytes, byte: int) -> None:
    assert damage(data) == f"byte {byte} is not UTF-8"


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_json_does_not_have_are_refused(word: str) -> None:
    assert damage(f"[1, {word}]") == f"{word} is not JSON"


def test_a_key_given_twice_is_refused_by_name() -> None:
    assert damage('{"a": {"b": 1, "c": 2, "b": 1}}') == "'b' is given twice"


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert damage("[" + "9" * 5000 + "]") == "a number has too many digits"


@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 400 + ".0"])
def test_a_number_beyond_all_floats_is_refused(number: str) -> None:
    """It would be read as infinity, which no JSON can hold when the value is written again."""
    assert damage(f"[{number}]") == "a number is too large"


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_text_nested_without_end_is_refused(opening: str) -> None:
    assert damage(opening * 100_000) == "nested too deeply"


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("bogus", "said"),
    [
        (lambda: '{"a": 1, ' * 1_100_000, "Expecting property name"),
        (lambda: "[" * 10_000_000, "nested too deeply"),
        (lambda: "{" + ",".join(f'"{n}": 1' for n in range(700_000)) + ', "699999": 2}', "given twice"),
        (lambda: '["' + "x" * 10_000_000, "Unterminated string"),
        (lambda: "[" + "1," * 5_000_000, "Expecting value"),
        (lambda: b"[" + b" " * 10_000_000 + b"\xff", "byte 10000001"),
    ],
    ids=["objects", "lists", "twice", "string", "list", "bytes"],
)
def test_ten_megabytes_of_nonsense_are_refused_in_seconds(bogus: Callable[[], Any], said: str) -> None:
    assert said in damage(bogus())


def test_a_value_is_written_as_one_line_that_reads_back() -> None:
    value = {"b": [1, None, True], "a": "Glück\n\u2028"}
    assert dumps(value) == '{"b": [1, null, true], "a": "Glück\\n\u2028"}'
    assert loads(dumps(value)) == loads(dumps(value).encode()) == value
    assert dumps(loads(dumps(value))) == dumps(value)


# Files.


def written(folder: Path, data: bytes) -> Path:
    path = folder / "games.jsonl"
    path.write_bytes(data)
    return path


def test_a_file_may_hold_one_record_on_any_number_of_lines(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(SMALL, indent=2).encode())
    assert list(read_file(path)) == [(str(path), SMALL)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n  \n"])
def test_a_file_may_hold_a_record_on_every_line(tmp_path: Path, end: bytes) -> None:
    line = dumps(SMALL).encode()
    path = written(tmp_path, line + end + line + end)
    assert [record for _, record in read_file(path)] == [SMALL, SMALL]


def test_records_of_a_file_are_named_by_their_line(tmp_path: Path) -> None:
    path = written(tmp_path, b'{"a": 1}\n\n{"a": 2}\n')
    assert [name for name, _ in read_file(path)] == [f"{path}:1", f"{path}:3"]


def test_the_records_before_a_damaged_line_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, b'{"a": 1}\n{"a": 2}\n{"a"\n{"a": 4}\n')
    records = read_file(path)
    assert [next(records), next(records)] == [(f"{path}:1", {"a": 1}), (f"{path}:2", {"a": 2})]
    with pytest.raises(kabuto.BadRecord) as refused:
        next(records)
    assert refused.value.place == f"{path}:3"


@pytest.mark.parametrize("data", [b"", b"\n", b"{", b"{\n", b"\xff\xfe", b'{"a": 1\n}}', b"\x00" * 100])
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, data: bytes) -> None:
    path = written(tmp_path, data)
    with pytest.raises(kabuto.BadRecord) as refused:
        list(read_file(path))
    assert refused.value.place.startswith(str(path))


def test_a_missing_file_is_the_fault_of_no_record(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_file(tmp_path / "none.json"))


def test_a_file_is_read_no_further_than_it_has_to_be(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'\n{"a": 1}\n\n{"b": 2}\n' + b'{"c": 3}\n' * 100_000)
    records = read_file(path)
    assert [next(records) for _ in range(3)] == [
        (f"{path}:2", {"a": 1}),
        (f"{path}:4", {"b": 2}),
        (f"{path}:5", {"c": 3}),
    ]
    os.truncate(path, 20)
    assert len([name for name, _ in records]) < 50_000  # what was read ahead, not the rest of the file
