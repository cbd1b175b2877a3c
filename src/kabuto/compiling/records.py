"""Records as bytes, without any library: fields by name, as compiled code has them."""

import struct
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

Spec = list[tuple[Any, ...]]
"""The fields of a record as NumPy takes them: name, kind of number and, of an array, its shape."""


class Blank(dict[str, Any]):
    """Fields of a record, each zero until it is written: an array is a list, or lists in a list."""

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self._shapes = {name: shape for name, _, *shape in spec}

    def __missing__(self, name: str) -> Any:
        self[name] = found = _zeros(*self._shapes[name])
        return found


def _zeros(shape: int | tuple[int, ...] = ()) -> Any:
    size, *inner = (shape,) if isinstance(shape, int) else shape or (0,)
    if inner:
        return [_zeros(tuple(inner)) for _ in range(size)]
    return [0] * size if size else 0


class Layout:
    """Where the fields of a record are."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """From the size of a record and, for each field, its offset, format and number of values."""
        self.size = int(told["size"])
        self._fields = {
            name: (int(offset), struct.Struct(f"<{number}{form}"), int(number), str(form))
            for name, (offset, form, number) in told["fields"].items()
        }

    def packed(self, fields: Mapping[str, Any]) -> bytearray:
        """A record of these fields; what is not named is zero."""
        found = bytearray(self.size)
        self.write(found, fields)
        return found

    def write(self, record: bytearray, fields: Mapping[str, Any], at: int = 0) -> None:
        """Write into a record that begins ``at`` a place; of an array only as much as is given."""
        for name, value in fields.items():
            offset, whole, number, form = self._fields[name]
            values = _flat(value)
            if len(values) == number:
                whole.pack_into(record, at + offset, *values)
            elif len(values) < number:
                struct.pack_into(f"<{len(values)}{form}", record, at + offset, *values)
            else:
                raise ValueError(f"{name} has no room for {len(values)} numbers")

    def read(self, record: bytes | bytearray, name: str, at: int = 0) -> tuple[Any, ...]:
        """The values of a field."""
        offset, whole, *_ = self._fields[name]
        return whole.unpack_from(record, at + offset)

    def count(self, name: str) -> int:
        """How many values a field has."""
        return self._fields[name][2]


def _flat(value: Any) -> Sequence[Any]:
    """The numbers of a field, one after the other."""
    if not isinstance(value, list | tuple):
        return (value,)
    found: Sequence[Any] = value
    while found and isinstance(found[0], list | tuple):
        found = [*chain.from_iterable(found)]
    return found
