"""What no game should take: things that are no moves, moves that are misspelt, records that are damaged."""

import random
from collections.abc import Collection, Iterator
from typing import Any

from kabuto.laws.pictures import through_json

JUNK_TEXT = ("", " ", "\n", "\0", "?", "é😀", "-1", "None", "xyzzy " * 50)
JUNK: tuple[Any, ...] = (*JUNK_TEXT, None, 0, -1.5, True, b"/", [], {}, (), object(), str)
"""What is no move in any game."""


def misspelt(notations: Collection[str], rng: random.Random) -> Iterator[str]:
    """Text that is nearly a move, and may be one."""
    for text in rng.sample(sorted(notations), min(5, len(notations))):
        yield from (text[:-1], text[1:], text + text, f" {text}", f"{text}\n", text.swapcase(), text + "0")


def damaged(record: dict[str, Any], other: str, rng: random.Random) -> Iterator[tuple[str, Any, int]]:
    """Damaged records: what was done to it, the record, and the first of its moves that was touched."""
    moves = record["moves"]
    n = rng.randrange(len(moves))
    instead: dict[str, list[Any]] = {
        "left out": moves[n + 1 :],
        "doubled": [moves[n], *moves[n:]],
        "and those after it in another order": rng.sample(moves[n:], len(moves) - n),
        **{
            f"written as {junk!r}": [junk, *moves[n + 1 :]]
            for junk in (moves[n][:-1], other, "", "xyzzy", None, 7, ["/"])
        },
    }
    for what, rest in instead.items():
        yield f"moves[{n}] {what}", {**record, "moves": [*moves[:n], *rest]}, n
    for key in record:
        yield f"{key} left out", {name: value for name, value in record.items() if name != key}, 0
        for junk in (None, 7, "x", [7], {"x": 7}):
            yield f"{key} written as {junk!r}", {**record, key: junk}, 0
    for _ in range(15):
        spoilt = through_json(record)
        yield f"start{_spoil_one(spoilt['start'], rng)}", spoilt, 0
    yield "a list around it", [record], 0


def _spoil_one(value: Any, rng: random.Random) -> str:
    """Write something wrong somewhere into a JSON value; returns where and what."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return " is empty"
    key = rng.choice(keys)
    if isinstance(value[key], (dict, list)) and value[key] and rng.random() < 0.8:
        return f"[{key!r}]{_spoil_one(value[key], rng)}"
    value[key] = rng.choice([None, True, -1, 10**30, 1.5, "", "?", [], [[]], {}, value[rng.choice(keys)]])
    return f"[{key!r}] written as {value[key]!r}"


def erase(value: Any) -> None:
    """Empty a JSON value and everything in it."""
    if isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            erase(part)
        value.clear()
