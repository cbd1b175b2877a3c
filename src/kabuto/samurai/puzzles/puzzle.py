"""A puzzle: a position in which one turn is clearly best."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Puzzle:
    """Find the turn."""

    id: str
    record: dict[str, Any]
    """The game up to the turn; what its player could not know was dealt again."""
    seat: int
    solution: list[str]
    """The moves of the best turn."""
    worth: float
    """What its player can expect of it: 1 is a win."""
    second: list[str]
    """The best of all other turns."""
    second_worth: float
    themes: list[str]
    rating: int
    """How hard it is, on the scale of the solvers' ratings."""

    def to_json(self) -> dict[str, Any]:
        """As it is stored, a line each."""
        return asdict(self)
