"""Checksums of what is stored: a missing, swapped or changed event of a table is noticed when it is read.

Every event carries a checksum of itself and of the checksum before it, and the table keeps the last one
together with the number of its events. So no event can be changed, dropped or moved on its own.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from kabuto.host.store import Damaged

SIZE = 16
"""Bytes of a checksum."""


def first(table: str) -> bytes:
    """The checksum before the first event of a table."""
    return blake2b(table.encode(), digest_size=SIZE).digest()


def following(mark: bytes, body: bytes) -> bytes:
    """The checksum of the event that comes after the one with this checksum."""
    return blake2b(mark + body, digest_size=SIZE).digest()


def of_row(*values: str | int | bytes) -> bytes:
    """The checksum of a table's line in the lists."""
    fields = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return blake2b(b"\0".join(fields), digest_size=SIZE).digest()


def marks(mark: bytes, bodies: Iterable[bytes]) -> Iterator[bytes]:
    """The checksums of events that come after the one with this checksum."""
    for body in bodies:
        mark = following(mark, body)
        yield mark


def intact(table: str, events: Iterable[tuple[int, Any, bytes]]) -> tuple[list[bytes], str]:
    """The events of a table up to the first that is damaged, and what is wrong with that one, if any."""
    found: list[bytes] = []
    mark = first(table)
    for number, body, claimed in events:
        if number != len(found):
            return found, f"event {len(found)} is missing"
        if not isinstance(body, bytes) or (mark := following(mark, body)) != claimed:
            return found, f"event {number} does not match its checksum"
        found.append(body)
    return found, ""


def checked(table: str, events: Iterable[tuple[int, Any, bytes]], length: int, head: bytes) -> list[bytes]:
    """All events of a table, which should be so many and end with this checksum; ``Damaged`` if not."""
    events = list(events)
    found, fault = intact(table, events)
    if not fault and len(found) != length:
        fault = f"there are {len(found)} of {length} events"
    if not fault and head != (events[-1][2] if events else first(table)):
        fault = "the last event does not match the table's checksum"
    if fault:
        raise Damaged(fault)
    return found
