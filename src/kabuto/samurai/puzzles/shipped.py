"""The puzzles that come with the package, as ``kabuto puzzles`` writes them, compressed."""

import gzip
import json
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kabuto.samurai.puzzles.puzzle import Puzzle
from kabuto.samurai.sentences import WORDS
from kabuto.table import BadOption, BadRecord
from kabuto.table.record import read as read_record

SHIPPED = Path(__file__).with_name("shipped.jsonl.gz")
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "record": dict,
    "seat": int,
    "solution": list,
    "worth": (int, float),
    "second": list,
    "second_worth": (int, float),
    "themes": list,
    "rating": int,
}


def has_shipped() -> bool:
    """Whether there are any."""
    return SHIPPED.is_file()


@cache
def shipped() -> dict[str, Puzzle]:
    """Id → puzzle; read once, when it is first asked for."""
    return read(SHIPPED)


def read(file: Path) -> dict[str, Puzzle]:
    """Id → puzzle; ``BadOption`` names the first line that is not a puzzle."""
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(_lines(file), 1):
        puzzle = _puzzle(line)
        if puzzle is None or puzzle.id in found:
            raise BadOption(WORDS.say("puzzles_line", file=file.name, line=number), "puzzles")
        found[puzzle.id] = puzzle
    return found


def _lines(file: Path) -> Iterator[str]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeError, zlib.error) as error:
        raise BadOption(WORDS.say("puzzles_damaged", file=file.name, detail=str(error)), "puzzles") from None


def _puzzle(line: str) -> Puzzle | None:
    """The puzzle of a line, if it is one."""
    try:
        data: Any = json.loads(line)
        if not (isinstance(data, dict) and data.keys() == _FIELDS.keys()):
            return None
        if not all(isinstance(data[name], kind) for name, kind in _FIELDS.items()):
            return None
        read_record(data["record"])
    except (ValueError, RecursionError, BadRecord):
        return None
    texts = [*data["solution"], *data["second"], *data["themes"]]
    return Puzzle(**data) if data["solution"] and all(isinstance(text, str) for text in texts) else None
