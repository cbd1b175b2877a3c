"""The tools of the engine without a compiler: its source runs as it is, slowly."""

from typing import Any

import numpy as np


def jit(function: Any) -> Any:
    """The function itself, given integers of Python, for those of small fields would overflow, and records
    whose fields are attributes."""

    def called(*args: Any) -> Any:
        return function(*map(_readable, args))

    return called


def _readable(arg: Any) -> Any:
    if isinstance(arg, np.integer):
        return int(arg)
    if isinstance(arg, np.ndarray) and arg.dtype.names:
        return arg.view(np.recarray)
    return arg


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


def nth(mask: Any, n: Any) -> int:
    """The index of the n-th bit of a mask, from the lowest."""
    mask = int(mask)
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def mark(bits: Any, first: int, out: Any) -> None:
    """Write 1 for every bit into an array of bytes, from an index on."""
    bits = int(bits)
    while bits:
        out[first + lowest(bits)] = 1
        bits &= bits - 1
