"""What the compiled player tries for a seat, natively or in a page: arrays of records as bytes."""

import struct
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache, lru_cache
from random import Random
from threading import local
from typing import Any

from kabuto.compiling import machines
from kabuto.compiling.machines import Machine
from kabuto.compiling.records import Layout
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.kernel.tables import setting_fields
from kabuto.yedo.kernel.unseen import fields as unseen_fields
from kabuto.yedo.kernel.writing import of_state, seed_word
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from kabuto.yedo.players.chance import End, word
from kabuto.yedo.players.compiled.job import AT_ONCE, BEGIN, GO_ON, NO_MOVE, ROW, TRY
from kabuto.yedo.players.compiled.records import weights_fields
from kabuto.yedo.players.effort import Effort, Tried
from kabuto.yedo.views.view import YedoView

ENTRY = "yedo_search"
ROOM = LEGAL // ROW
"""The most games with results at once."""
_thread = local()


def _machine() -> Machine:
    """Where this search runs: in a page, or natively with arrays of this thread."""
    if found := machines.current():
        return found
    if not hasattr(_thread, "machine"):
        from kabuto.compiling.arrays import Native
        from kabuto.yedo.players.compiled.entries import entries

        (_thread.machine,) = map(Native, entries())
    own: Machine = _thread.machine
    return own


@cache
def _layout(array: str) -> Layout:
    """Where the fields of its records are, which is the same everywhere."""
    return Layout(_machine().layout(ENTRY, array))


@lru_cache(maxsize=16)
def _tables(setting: Setting) -> dict[str, bytes]:
    """The records of the board and of the weights."""
    return {"t": _record("t", setting_fields(setting)), "w": _record("w", weights_fields(setting))}


def _record(array: str, fields: dict[str, Any]) -> bytes:
    return bytes(_layout(array).packed(fields))


class Workspace:
    """A seat's position for the compiled player; ``BadOption`` if it is larger than there is room for."""

    def __init__(self, view: YedoView, rng: Random) -> None:
        """The generator decides what is dealt and by which chance games go on."""
        self._machine, self._view, self._rng, setting = _machine(), view, rng, view.state.setting
        seed, self._packing = seed_word(rng.getrandbits(64)), packing(setting)
        self._records = {
            **_tables(setting),
            "seen": _record("seen", of_state(view.state)),
            "puzzle": _record("puzzle", unseen_fields(view)),
        }
        self._job = _layout("job").packed({"rng": seed, "seat": 0 if view.seat is None else view.seat})

    def compete(self, tried: list[Tried], effort: Effort) -> list[Tried]:
        """Moves after a contest, those that did best first."""
        layout, size = _layout("field"), len(tried)
        field = bytearray(layout.size * size)
        for n, each in enumerate(tried):
            layout.write(field, {"move": self._packing.pack(each.move), "looks": each.looks}, n * layout.size)
        self._set(number=size, until=self._view.state.round + effort.rounds, far=effort.far)
        self._set(games=2 * effort.games / self._view.players, prior=effort.prior, sure=effort.sure)
        do = BEGIN
        while do == BEGIN or self._get("more"):
            ahead = copy(self._rng)
            self._think(do, [word(ahead) for _ in range(AT_ONCE)], field=bytes(field))
            field[:] = self._machine.read(ENTRY, "field", len(field))
            for _ in range(self._get("used")):
                word(self._rng)
            do = GO_ON
        found = []
        for place in range(size):
            (which,) = layout.read(field, "place", place * layout.size)
            games, total = (layout.read(field, name, which * layout.size)[0] for name in ("games", "total"))
            found.append(Tried(tried[which].move, tried[which].looks, int(games), total))
        return found

    def ends(
        self, moves: Sequence[Move | None], number: int, until: int, far: bool = True
    ) -> Iterator[list[End]]:
        """For every sample the end after each move, if there is one, and greedy play, by the same chance."""
        packed = [NO_MOVE if move is None else self._packing.pack(move) for move in moves]
        parts = [packed[at : at + ROOM] for at in range(0, len(packed), ROOM)]
        self._set(until=until, far=far)
        some = min(AT_ONCE, ROOM // len(parts[0]))
        for done in range(0, number, some):
            words, dealt = [word(self._rng) for _ in range(min(some, number - done))], self._get("rng")
            found = [list[End]() for _ in words]
            for part in parts:
                self._set(rng=dealt, number=len(part))  # each part in the same samples
                self._think(TRY, words, moves=_packed("q", part))
                for ends, more in zip(found, self._told(len(part), len(words)), strict=True):
                    ends += more
            yield from found

    def _told(self, moves: int, samples: int) -> Iterator[list[End]]:
        """The ends in which every sample results."""
        size = samples * moves * ROW
        told = struct.unpack(f"<{size}d", self._machine.read(ENTRY, "results", 8 * size))
        rows = (told[at : at + ROW] for at in range(0, size, ROW))
        ends = [End(row[: self._view.players], int(row[-1])) for row in rows]
        for at in range(0, len(ends), moves):
            yield ends[at : at + moves]

    def _set(self, **fields: float) -> None:
        _layout("job").write(self._job, fields)

    def _get(self, name: str) -> int:
        return int(_layout("job").read(self._job, name)[0])

    def _think(self, do: int, words: list[int], **arrays: bytes) -> None:
        """Do the job; others may have used these arrays since."""
        self._set(do=do, words=len(words))
        arrays |= {**self._records, "job": bytes(self._job), "words": _packed("q", words)}
        for name, content in arrays.items():
            self._machine.write(ENTRY, name, content)
        self._machine.call(ENTRY)
        self._job[:] = self._machine.read(ENTRY, "job", len(self._job))


def _packed(form: str, numbers: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(numbers)}{form}", *numbers)
