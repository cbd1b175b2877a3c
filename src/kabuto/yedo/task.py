"""Tasks: what has to be decided, or done, before the game goes on with its next step.

A state holds a pile of them. The topmost one says which moves there are, why another is refused and what
a move does; one that needs no decision does its work by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from kabuto.yedo.moves import Move
from kabuto.yedo.sentences import Saying
from kabuto.yedo.state import State

TASKS: "dict[str, type[Task]]" = {}
"""Name → kind of task."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be decided by a seat."""

    seat: int
    """Who decides."""
    verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs of its moves."""
    defers_limits: ClassVar[bool] = False
    """Whether limits are checked only when it is done (Q45)."""

    def __init_subclass__(cls, **_: Any) -> None:
        TASKS[cls.__name__.lower()] = cls

    def run(self, s: State) -> bool:
        """Do it without asking; False (and nothing done) if there is something to decide."""
        return False

    def candidates(self, s: State) -> Iterable[Move]:
        """Every move that may be legal."""
        raise NotImplementedError

    def refuse(self, s: State, move: Move) -> Saying | None:
        """Why such a move is not legal; None if nothing speaks against it."""
        return None

    def apply(self, s: State, move: Move) -> None:
        """Do what a legal move says; the task itself has been taken off the pile."""
        raise NotImplementedError

    def fits(self, s: State) -> bool:
        """Whether it can be to do in such a position: asked of positions that somebody wrote."""
        return True

    def masked(self, seat: int | None) -> "Task":
        """The task as a seat sees it."""
        return self
