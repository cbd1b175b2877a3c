"""What the fuzz tests share."""

from collections.abc import Callable
from typing import TypeVar

import kabuto
from kabuto.table import Refused

T = TypeVar("T")


def attempt(call: Callable[[], T], refusal: type[Refused]) -> T | None:
    """What a call gives, or None if it refuses as it should: in a line that can be printed, with a reason."""
    try:
        return call()
    except refusal as error:
        check(error)
        return None


def check(error: Refused) -> None:
    """A refusal has a reason, and but for moves and text a place; it is short and can be printed."""
    assert error.reason
    assert error.place or not isinstance(error, kabuto.BadOption)
    assert str(error).isprintable(), ascii(str(error))
    assert len(str(error)) < 400, str(error)
