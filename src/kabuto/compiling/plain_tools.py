"""The tools of the engine without a compiler: its source runs as it is, slowly, for tests."""

from typing import Any

import numpy as np


def jit(function: Any) -> Any:
    """The function itself, given integers of Python: those of small fields would overflow."""

    def called(*args: Any) -> Any:
        return function(*[int(arg) if isinstance(arg, np.integer) else arg for arg in args])

    return called


inline = apart = part = inner = entry = jit


def popcount(word: Any) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The index of the lowest bit."""
    return (int(word) & -int(word)).bit_length() - 1


def copy(target: Any, source: Any) -> None:
    """Copy one record to another of the same type."""
    for name in target.dtype.names:
        target[name] = source[name]
