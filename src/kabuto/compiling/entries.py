"""Entry points of compiled code that a page calls, too."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np


class Entry(NamedTuple):
    """A compiled function of arrays."""

    name: str
    """What a page calls it."""
    function: Any
    arguments: Mapping[str, Any]
    """Argument → an array, or a named tuple of arrays, as large as a page will ever need them."""


class Data(NamedTuple):
    """What an entry point needs, in a file that is fetched with the first search that needs it."""

    name: str
    entry: str
    parts: Mapping[str, Any]
    """Array → its numbers, as 16-bit floats."""


def arrays(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every array by its name, in the order in which compiled code takes them."""
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            yield name, value
        else:
            yield from arrays({f"{name}.{part}": each for part, each in value._asdict().items()})


def fields(kind: Any) -> dict[str, tuple[int, str, int]]:
    """Field of a record → its offset, its format as ``struct`` has it, and how many values it has."""
    found = {}
    for name, (part, offset, *_) in (kind.fields or {}).items():
        found[name] = offset, _form(part.base), int(np.prod(part.shape, dtype=int))
    return found


def _form(kind: Any) -> str:
    return {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}[kind.str[1:]]
