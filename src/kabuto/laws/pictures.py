"""Pictures of a game, which a law compares, and what can be reached from an object."""

import gc
import json
import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from types import FrameType, FunctionType, ModuleType
from typing import Any

from kabuto.table import Game

AnyGame = Game[Any, Any]
Picture = Mapping[str, object]
"""What can be asked of a game, by name."""


def seats(game: AnyGame) -> list[int | None]:
    """Everybody who has a view."""
    return [None, *range(game.players)]


def name(seat: int | None) -> str:
    """What a message calls a viewer."""
    return "the spectator" if seat is None else f"seat {seat}"


def present(game: AnyGame) -> Picture:
    """The present alone."""
    return {
        "seat to move": game.to_move,
        "position": text(game.position()),
        "legal moves": [str(move) for move in game.legal_moves()],
    }


def snapshot(game: AnyGame) -> Picture:
    """Everything, including the past and every view."""
    views = {f"view of {name(seat)}": game.view(seat).to_json() for seat in seats(game)}
    record, events = text(game.record()), [text([event.to_json() for event in each]) for each in game.events]
    told = {"record": record, "outcome": game.outcome, "events": events}
    return {**present(game), "ply": game.ply, **told, **views}


def sight(game: AnyGame, seat: int | None) -> Picture:
    """What one seat is shown."""
    view = game.view(seat)
    return {
        "ply": game.ply,
        "seat to move": game.to_move,
        "view": view.to_json(),
        "legal moves": [str(move) for move in view.legal_moves()],
        "log": [f"{entry.seat}: {entry.move}" for entry in view.log],
        "events": [text([event.to_json() for event in entry.events]) for entry in view.log],
    }


def text(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, allow_nan=False)


def through_json(value: object) -> Any:
    """What is left of a value after writing and reading it."""
    return json.loads(text(value))


def difference(one: str, two: str) -> str:
    """Where two texts begin to differ, in words."""
    place = next((n for n, (a, b) in enumerate(zip_longest(one, two)) if a != b), 0)
    start = max(0, place - 30)
    return f"…{one[start : place + 30]}… became …{two[start : place + 30]}…"


# The graph of objects.


def reachable(root: object) -> Iterator[object]:
    """Every object to which attributes, items and closures lead from this one."""
    seen, todo = {id(root)}, [root]
    while todo:
        found = todo.pop()
        yield found
        for part in _parts(found):
            if id(part) not in seen and not isinstance(part, (type, ModuleType, FrameType)):
                seen.add(id(part))
                todo.append(part)


def _parts(found: object) -> list[object]:
    if isinstance(found, weakref.ref):
        return [found()]
    if isinstance(found, FunctionType):  # its globals lead everywhere
        return [found.__closure__, found.__defaults__, found.__kwdefaults__, found.__dict__]
    own = getattr(found, "__dict__", None)
    attributes = list(own.values()) if isinstance(own, dict) else []
    return [*attributes, *(part for part in gc.get_referents(found) if part is not own)]


def differing(one: object, two: object, path: str) -> Iterator[str]:
    """The paths on which two objects, and all that they consist of, are not equal."""
    if one is two:
        return
    if type(one) is not type(two):
        yield path
    elif isinstance(one, (tuple, list)) and isinstance(two, (tuple, list)):
        if len(one) != len(two):
            yield path
        for n, (a, b) in enumerate(zip(one, two, strict=False)):
            yield from differing(a, b, f"{path}[{n}]")
    elif isinstance(one, dict) and isinstance(two, dict):
        for key in one.keys() | two.keys():
            yield from differing(one.get(key), two.get(key), f"{path}[{key!r}]")
    elif names := _attributes(one):
        for name in names:
            yield from differing(getattr(one, name, None), getattr(two, name, None), f"{path}.{name}")
    elif one != two:
        yield path


def _attributes(thing: object) -> list[str]:
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(thing, "__dict__", ())]


def mutable(root: object) -> dict[int, object]:
    """The containers reachable from an object that somebody could write into, by identity."""
    kinds = (dict, list, set, bytearray, deque)
    return {id(found): found for found in reachable(root) if isinstance(found, kinds)}
