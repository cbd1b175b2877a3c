"""The engine's source run as it is, without a compiler: for single faults that tests put into it."""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kabuto.yedo.kernel.record import LEGAL

PACKAGE = "kabuto.yedo.kernel"
MODULES = (
    "pieces", "counts", "gains", "card_effects", "auction", "trade", "missions", "districts", "legality",
    "engine",
)  # fmt: skip
"""The compiled modules, each after those that it uses."""


def source(module: str) -> str:
    """The text of a module of the engine."""
    return Path(str(import_module(f"{PACKAGE}.{module}").__file__)).read_text("utf-8")


def build(changed: Mapping[str, str] | None = None) -> dict[str, ModuleType]:
    """The engine's modules, some of them with another text."""
    built = dict[str, ModuleType]()
    for name in MODULES:
        full = f"{PACKAGE}.{name}_plain"
        module = ModuleType(full)
        module.__dict__.update(TARGET="plain", __file__=import_module(f"{PACKAGE}.{name}").__file__)
        exec(compile((changed or {}).get(name) or source(name), full, "exec"), module.__dict__)
        built[name] = sys.modules[full] = module
    return built


class Record:
    """A record whose fields are attributes: numbers as they are, arrays in place."""

    def __init__(self, array: Any, i: int) -> None:
        self._array, self._i = array, i
        self._scalars = [name for name in array.dtype.names if array.dtype[name].shape == ()]
        for name in array.dtype.names:
            value = array[name][i]
            setattr(self, name, int(value) if name in self._scalars else value)
        if "rng" in self._scalars:
            self.rng: Any = np.int64(array["rng"][i])

    def store(self) -> None:
        """Write the numbers back."""
        for name in self._scalars:
            self._array[name][self._i] = getattr(self, name)


class Plain:
    """The engine without a compiler, behind the same functions as the compiled one."""

    def __init__(self, changed: Mapping[str, str] | None = None) -> None:
        built = build(changed)
        self.engine, self.legality, self.counts = built["engine"], built["legality"], built["counts"]
        self.out = [0] * LEGAL
        self._settings = dict[int, Record]()

    def _setting(self, t: Any) -> Record:
        return self._settings.setdefault(id(t), Record(t, 0))

    def legal(self, games: Any, t: Any) -> list[int]:
        number = self.legality.legal(Record(games, 0), self._setting(t), self.out)
        return [int(each) for each in self.out[:number]]

    def step(self, games: Any, t: Any, move: int) -> list[int]:
        s = Record(games, 0)
        with np.errstate(over="ignore"):
            self.engine.after(s, self._setting(t), move)
        s.store()
        return self.legal(games, t)

    def deal(self, games: Any, t: Any) -> None:
        s = Record(games, 0)
        with np.errstate(over="ignore"):
            self.engine.deal(s, self._setting(t))
        s.store()

    def scores(self, games: Any, t: Any) -> list[int]:
        s = Record(games, 0)
        return [
            int(self.counts.final_score(s, self._setting(t), seat))
            for seat in range(int(games[0]["players"]))
        ]


def texts(modules: Iterable[str] = MODULES) -> dict[str, str]:
    """Module → its text."""
    return {name: source(name) for name in modules}
