"""Where compiled functions run: on this machine's processor, or as WebAssembly in a page.

Needs neither NumPy nor Numba. A page names its machine before anybody thinks there.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class Missing(Exception):
    """Something has to be fetched first: whoever can wait fetches it by this name and asks again."""


class Machine(Protocol):
    """Calls compiled functions by name, with arrays of records that stay in its own memory."""

    def layout(self, entry: str, array: str) -> Mapping[str, Any]:
        """Of the records of an array: their size, and field → offset, format and number of values."""

    def take(self, entry: str, data: str) -> None:
        """Put data, such as the weights of a network, where an entry point expects them; or ``Missing``."""

    def write(self, entry: str, array: str, content: bytes) -> None:
        """Write the first records of an array."""

    def read(self, entry: str, array: str, size: int) -> bytes:
        """The first bytes of an array."""

    def call(self, entry: str) -> None:
        """Call an entry point with its arrays."""


_current: Machine | None = None


def current() -> Machine | None:
    """The machine of this page; none natively."""
    return _current


def use(machine: Machine | None) -> None:
    """Run compiled functions there from now on."""
    global _current
    _current = machine
