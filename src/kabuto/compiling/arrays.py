"""Records in arrays of NumPy, and compiled functions of them as a machine on this processor."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from kabuto.compiling.entries import Entry, arrays, fields
from kabuto.compiling.records import Layout, Spec


def kind_of(spec: Spec) -> Any:
    """How NumPy has a record of these fields."""
    return np.dtype(spec, align=True)


def empty(number: int, spec: Spec) -> Any:
    """An array of records that are all zero."""
    return np.zeros(number, kind_of(spec))


def fill(array: Any, values: Mapping[str, Any]) -> None:
    """Write fields by name into the first record of an array."""
    content = layout(array.dtype).packed(values)
    array.view(np.uint8)[: len(content)] = np.frombuffer(content, np.uint8)


def record(spec: Spec, values: Mapping[str, Any]) -> Any:
    """An array of one record with these fields, which stays as it is."""
    array = empty(1, spec)
    fill(array, values)
    array.flags.writeable = False
    return array


class Native:
    """A machine for one thread: an entry point with arrays of its own."""

    def __init__(self, entry: Entry) -> None:
        self._entry, self._arrays = entry, dict(arrays(entry.arguments))

    def layout(self, entry: str, array: str) -> Mapping[str, Any]:
        """Of the records of an array: their size and fields."""
        return _told(self._arrays[array].dtype)

    def take(self, entry: str, data: str) -> None:
        """There is no data to wait for."""

    def write(self, entry: str, array: str, content: bytes) -> None:
        """Write the first records of an array."""
        self._arrays[array].view(np.uint8)[: len(content)] = np.frombuffer(content, np.uint8)

    def read(self, entry: str, array: str, size: int) -> bytes:
        """The first bytes of an array."""
        return bytes(self._arrays[array].view(np.uint8)[:size])

    def call(self, entry: str) -> None:
        """Call the entry point."""
        self._entry.function(*self._entry.arguments.values())


@cache
def layout(kind: Any) -> Layout:
    """Where the fields of a record are."""
    return Layout(_told(kind))


def _told(kind: Any) -> dict[str, Any]:
    return {"size": kind.itemsize, "fields": fields(kind)}
