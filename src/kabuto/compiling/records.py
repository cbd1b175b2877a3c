"""Records as bytes, without any library: fields by name, as compiled code has them."""

import struct
from collections.abc import Iterator, Mapping
from typing import Any


class Layout:
    """Where the fields of a record are."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """From the size of a record and, for each field, its offset, format and number of values."""
        self.size = int(told["size"])
        self._fields = {
            name: (int(offset), struct.Struct(f"<{number}{form}"), int(number))
            for name, (offset, form, number) in told["fields"].items()
        }

    def packed(self, fields: Mapping[str, Any]) -> bytearray:
        """A record of these fields; what is not named is zero."""
        found = bytearray(self.size)
        self.write(found, fields)
        return found

    def write(self, record: bytearray, fields: Mapping[str, Any], at: int = 0) -> None:
        """Write into a record that begins ``at`` a place."""
        for name, value in fields.items():
            offset, form, _ = self._fields[name]
            form.pack_into(record, at + offset, *_flat(value))

    def read(self, record: bytes | bytearray, name: str, at: int = 0) -> tuple[Any, ...]:
        """The values of a field."""
        offset, form, _ = self._fields[name]
        return form.unpack_from(record, at + offset)

    def count(self, name: str) -> int:
        """How many values a field has."""
        return self._fields[name][2]


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value
