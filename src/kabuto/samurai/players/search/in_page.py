"""The search in a page: records are bytes, and ``think`` is WebAssembly."""

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from kabuto.compiling.machines import Machine
from kabuto.compiling.records import Layout
from kabuto.samurai.players.search.job import NO_TURN, REDEAL, Plan

_last: WeakKeyDictionary[Machine, dict[str, "InPage"]] = WeakKeyDictionary()
"""Machine, entry point → who used its arrays last: there is one set of them."""


class InPage:
    """The arrays of an entry point, which several searches share one after the other."""

    def __init__(self, machine: Machine, entry: str, network: str = "") -> None:
        """``network``: the name of the data that the entry point needs for a number of players."""
        self._machine, self._entry, self._network = machine, entry, network
        self._game, self._job, self._plan, self._entrant = (
            Layout(machine.layout(entry, array)) for array in ("root", "job", "found", "entrants")
        )
        self._told = bytearray(self._job.size)
        self._given: bytearray | None = None

    def root(self, fields: Mapping[str, Any]) -> bytearray:
        """A game."""
        return self._game.packed(fields)

    def read(self, root: bytearray, name: str) -> int:
        """A number in it."""
        return int(self._game.read(root, name)[0])

    def redeal(self, root: bytearray, seat: int) -> None:
        """Deal again what a seat cannot see of it."""
        self.set(do=REDEAL, seat=seat)
        self.think(root)

    def set(self, **fields: Any) -> None:
        """Write into the job."""
        self._job.write(self._told, fields)

    def get(self, name: str) -> int:
        """Read from it."""
        return int(self._job.read(self._told, name)[0])

    def think(self, root: bytearray) -> None:
        """Do the job."""
        machine, entry = self._machine, self._entry
        if self._network:
            machine.take(entry, f"{self._network}_{self.read(root, 'players')}")
        users = _last.setdefault(machine, {})
        if users.get(entry) is not self:
            self.set(fresh=1)
            users[entry] = self
        machine.write(entry, "root", bytes(root))
        machine.write(entry, "job", bytes(self._told))
        if self._given is not None:
            machine.write(entry, "found", bytes(self._given))
            self._given = None
        machine.call(entry)
        root[:] = machine.read(entry, "root", len(root))
        self._told[:] = machine.read(entry, "job", len(self._told))

    def put(self, plans: Sequence[Plan]) -> None:
        """Write the candidates."""
        given = bytearray(self._plan.size * len(plans))
        for place, plan in enumerate(plans):
            first, second = zip(*plan.steps, strict=True) if plan.steps else ((), ())
            steps = len(plan.steps) if plan.ends else NO_TURN
            room = self._plan.count("first")
            fields = {
                "value": plan.value,
                "steps": steps,
                "first": _padded(first, room),
                "second": _padded(second, room),
            }
            self._plan.write(given, fields, place * self._plan.size)
        self._given = given

    def plans(self, number: int) -> list[Plan]:
        """Read them."""
        layout = self._plan
        content = self._machine.read(self._entry, "found", number * layout.size)
        found = []
        for at in range(0, len(content), layout.size):
            (steps,), (value,) = layout.read(content, "steps", at), layout.read(content, "value", at)
            ids = zip(layout.read(content, "first", at), layout.read(content, "second", at), strict=True)
            found.append(Plan(value, tuple(ids)[:steps]))
        return found

    def entrants(self, number: int) -> list[tuple[int, int, tuple[float, ...]]]:
        """Candidate → the one that has this place, and its own games and sums of results by seat."""
        layout = self._entrant
        content = self._machine.read(self._entry, "entrants", number * layout.size)
        return [
            (
                layout.read(content, "place", at)[0],
                int(layout.read(content, "games", at)[0]),
                layout.read(content, "results", at),
            )
            for at in range(0, len(content), layout.size)
        ]

    def add(self, others: Sequence[Any]) -> None:
        """There are no threads in a page."""
        raise NotImplementedError

    def follow(self, other: Any) -> None:
        """There are no threads in a page."""
        raise NotImplementedError


def _padded(ids: Sequence[int], room: int) -> list[int]:
    return [*ids, *[0] * (room - len(ids))]
