"""Tasks: what has to be decided, or done, before the game goes on with its next step.

A state holds a pile of them. The topmost one says which moves there are, why another is refused and what a
move does. One that needs no decision does its work by itself.
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
    name: ClassVar[str]
    """What positions and sentences call it: the name of its class in lower case."""
    steps: ClassVar[frozenset[str]]
    """The steps of the game at which it can be waiting."""
    verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs of its moves; none if it never asks anything."""
    defers_limits: ClassVar[bool] = False
    """Whether limits are checked only when it is done (Q45)."""

    def __init_subclass__(cls, **_: Any) -> None:
        if "steps" not in cls.__dict__:
            raise TypeError(f"the task {cls.__name__} does not say at which steps it can be waiting")
        cls.name = cls.__name__.lower()
        TASKS[cls.name] = cls

    def run(self, s: State) -> bool:
        """Do it without asking; False (and nothing done) if there is something to decide."""
        return False

    def candidates(self, s: State) -> Iterable[Move]:
        """Every move that may be legal."""
        raise NotImplementedError

    def refuse(self, s: State, move: Move) -> Saying | None:
        """Why such a move is illegal; None if it is legal."""
        return None

    def apply(self, s: State, move: Move) -> None:
        """Do what a legal move says; the task itself has been taken off the pile."""
        raise NotImplementedError

    def fits(self, s: State) -> bool:
        """Whether it can be waiting in this position: asked about positions that somebody wrote."""
        return True

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        """Pile and number of every card that is in no hand and no pile, because this task holds it."""
        return ()

    def masked(self, seat: int | None) -> "Task":
        """The task as a seat sees it."""
        return self


def asking() -> "set[type[Task]]":
    """Every kind of task that asks a seat to decide something."""
    return {kind for kind in TASKS.values() if kind.verbs}


def cards_in_limbo(s: State) -> Iterable[tuple[int, int]]:
    """Pile and number of every card of a state that a task holds."""
    for task in s.tasks:
        yield from task.cards_in_limbo(s)
