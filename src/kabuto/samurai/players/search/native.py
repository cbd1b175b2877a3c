"""The search on this machine's processor: arrays of NumPy, and ``think`` as Numba compiles it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.players.search.evaluation import EVALUATION
from kabuto.samurai.players.search.job import NO_TURN, WIDEST, Plan
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.think import ENTRANTS, JOBS, think
from kabuto.samurai.players.search.trials import Memory
from kabuto.samurai.players.search.turns import PLAN, ROOM


def memory() -> Memory:
    """Working memory for one thread."""
    return Memory(
        states(2), np.zeros(2, EVALUATION), np.zeros(MOST_SINGLES, SINGLE), np.zeros(ROOM, PLAN), np.zeros(4)
    )


class Native:
    """The arrays of one thread."""

    def __init__(self) -> None:
        self.memory = memory()
        self.job, self.field = np.zeros(1, JOBS), np.zeros(WIDEST, PLAN)
        self.tallies = np.zeros(WIDEST, ENTRANTS)

    def root(self, fields: Mapping[str, Any]) -> Any:
        """A game."""
        games = states(1)
        s = games[0]
        for name, value in fields.items():
            s[name] = value
        return games

    def read(self, root: Any, name: str) -> int:
        """A number in it."""
        return int(root[name][0])

    def redeal(self, root: Any, seat: int) -> None:
        """Deal again what a seat cannot see of it."""
        calls.redeal(root, 0, seat)

    def set(self, **fields: Any) -> None:
        """Write into the job."""
        job = self.job[0]
        for name, value in fields.items():
            job[name] = value

    def get(self, name: str) -> int:
        """Read from it."""
        return int(self.job[name][0])

    def think(self, root: Any) -> None:
        """Do the job."""
        think(root, self.memory, self.job, self.field, self.tallies)

    def put(self, plans: Sequence[Plan]) -> None:
        """Write the candidates."""
        for entry, plan in zip(self.field, plans, strict=False):
            entry["value"], entry["steps"] = plan.value, len(plan.steps) if plan.ends else NO_TURN
            for place, (first, second) in enumerate(plan.steps):
                entry["first"][place], entry["second"][place] = first, second

    def plans(self, number: int) -> list[Plan]:
        """Read them."""
        columns = (self.field[name][:number].tolist() for name in ("value", "steps", "first", "second"))
        return [
            Plan(value, tuple(zip(first[:steps], second[:steps], strict=True)))
            for value, steps, first, second in zip(*columns, strict=True)
        ]

    def entrants(self, number: int) -> list[tuple[int, int, tuple[float, ...]]]:
        """Candidate → the one that has this place, and its own games and sums of results by seat."""
        columns = (self.tallies[name][:number].tolist() for name in ("place", "games", "results"))
        return [(place, int(games), tuple(results)) for place, games, results in zip(*columns, strict=True)]

    def add(self, others: Sequence[Any]) -> None:
        """Add what other engines have played with the same candidates."""
        for other in others:
            for name in ("games", "results"):
                self.tallies[name] += other.tallies[name]

    def follow(self, other: Any) -> None:
        """Take the candidates and the job of another engine, with nothing played yet."""
        self.job[:], self.field[:], self.tallies[:] = other.job, other.field, other.tallies
        self.tallies["games"] = self.tallies["results"] = 0
        self.job["fresh"] = 1
