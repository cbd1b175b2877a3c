"""The record format: the part that is the same for every game.

``{"format": 1, "game": …, "rules": 1, "options": {…}, "start": {…}, "moves": […], "outcome": …}``
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import isinf
from pathlib import Path
from typing import Any

from kabuto.table.errors import BadRecord, label, short
from kabuto.table.text import WORDS

FORMAT = 1
FIRST_RULES = 1
"""The version of the rules that is meant where a record names none."""
KEYS = ("format", "game", "rules", "options", "start", "moves", "outcome")


@dataclass(frozen=True)
class Fields:
    """The parts of a record, each of the right type, their content still unchecked."""

    game: str
    rules: int
    """The version of the rules by which it was played."""
    options: dict[str, Any]
    start: dict[str, Any]
    moves: list[str]
    outcome: Any
    has_outcome: bool
    """A record may leave its outcome out; one that names it must be right."""


def read(record: object) -> Fields:
    """Check the outer form of a record."""
    top = expect(record, Mapping, "record")
    for key in top:
        if key not in KEYS:
            raise BadRecord(WORDS.say("unknown_key", known=KEYS), label(key))
    if "format" not in top:
        raise BadRecord(WORDS.say("no_format"), "format")
    if type(top["format"]) is not int or top["format"] != FORMAT:
        raise BadRecord(WORDS.say("other_format", format=FORMAT, given=short(top["format"])), "format")
    if "game" not in top:
        raise BadRecord(WORDS.say("game_unnamed"), "game")
    moves = expect(top.get("moves", []), list, "moves")
    for number, move in enumerate(moves):
        expect(move, str, f"moves[{number}]")
    return Fields(
        game=expect(top["game"], str, "game"),
        rules=_rules(top.get("rules", FIRST_RULES)),
        options=dict(expect(top.get("options", {}), Mapping, "options")),
        start=dict(expect(top.get("start", {}), Mapping, "start")),
        moves=moves,
        outcome=top.get("outcome"),
        has_outcome="outcome" in top,
    )


def _rules(value: object) -> int:
    """The version of the rules that a record names; whether the game knows it is not checked here."""
    number: int = expect(value, int, "rules")
    if number < FIRST_RULES:
        raise BadRecord(WORDS.say("no_rules", first=FIRST_RULES, given=short(number)), "rules")
    return number


_KINDS = {Mapping: "kind_object", list: "kind_list", str: "kind_text", int: "kind_number"}


def expect(value: object, kind: Any, place: str) -> Any:
    """The value if it is of this kind; otherwise ``BadRecord`` with its place."""
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    raise BadRecord(WORDS.say(_KINDS[kind], given=short(value)), place)


def loads(text: str | bytes) -> Any:
    """JSON to a value; ``BadRecord`` says where it is damaged."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(
            text, parse_float=_finite, parse_constant=_no_constant, object_pairs_hook=_no_duplicates
        )
    except UnicodeDecodeError as error:
        raise BadRecord(WORDS.say("not_utf_8", number=error.start)) from None
    except json.JSONDecodeError as error:
        raise BadRecord(
            WORDS.say("damaged", line=error.lineno, column=error.colno, fault=error.msg)
        ) from None
    except RecursionError:
        raise BadRecord(WORDS.say("too_deep")) from None
    except BadRecord:
        raise
    except ValueError:  # the only other one: Python reads no integer of thousands of digits
        raise BadRecord(WORDS.say("too_many_digits")) from None


def dumps(record: object) -> str:
    """A value as one line of JSON, the same bytes every time."""
    return json.dumps(record, ensure_ascii=False, separators=(", ", ": "))


def read_file(path: Path) -> Iterator[tuple[str, Any]]:
    """Every record of a file, with a name for it: one JSON document, or one record per line.

    ``BadRecord`` names the place of the first damage; ``OSError`` comes through.
    """
    with path.open("rb") as file:  # line by line: a file of a million games is no list in memory
        head = _up_to_second(file)
        lines = [(number, line) for number, line in enumerate(head, 1) if line.strip()]
        if len(lines) > 1 and _is_document(lines[0][1]):
            for number, line in chain(lines, enumerate(file, len(head) + 1)):
                if line.strip():
                    place = f"{path}:{number}"
                    yield place, _placed(line.removesuffix(b"\n"), place)
        elif lines:
            yield str(path), _placed(b"".join(head) + file.read(), str(path))
        else:
            raise BadRecord(WORDS.say("empty"), str(path))


def _up_to_second(file: Iterable[bytes]) -> list[bytes]:
    """The first lines of a file, up to the second that is not empty."""
    head: list[bytes] = []
    found = 0
    for line in file:
        head.append(line)
        found += bool(line.strip())
        if found == 2:
            break
    return head


def _is_document(line: bytes) -> bool:
    try:
        loads(line)
    except BadRecord:
        return False
    return True


def _placed(data: bytes, place: str) -> Any:
    try:
        return loads(data)
    except BadRecord as error:
        raise BadRecord(error.reason, place) from None


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise BadRecord(WORDS.say("too_large"))
    return number


def _no_constant(name: str) -> None:
    raise BadRecord(WORDS.say("not_json", name=name))


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadRecord(WORDS.say("given_twice", name=short(name)))
        found[name] = value
    return found
