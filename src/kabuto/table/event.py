"""What a move brought about, as values with names: one class for each thing that can happen."""

from typing import Any


class Event:
    """One thing that a move brought about, as its viewer saw it; a game has a frozen dataclass for each."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The event by the names of what it tells."""
        names: dict[str, Any] = getattr(self, "__dataclass_fields__", {})
        return {"event": type(self).__name__, **{name: getattr(self, name) for name in names}}
