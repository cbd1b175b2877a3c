"""What has to be changed in one JSON value to make it another."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct, to_builtins

from kabuto.protocol.socket import Change

Path = tuple[str, ...]


def changes(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """The changes, each with the path to what it changes."""
    if old == new:
        return
    if isinstance(old, Struct) or isinstance(new, Struct):
        if type(old) is not type(new) or old.__struct_config__.omit_defaults:
            yield from changes(to_builtins(old), to_builtins(new), path)
        else:
            for key in old.__struct_fields__:
                yield from changes(getattr(old, key), getattr(new, key), (*path, key))
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() - new.keys()):
            yield [[*path, key]]
        for key, value in new.items():
            if key not in old:
                yield [[*path, key], value]
            else:
                yield from changes(old[key], value, (*path, key))
    elif isinstance(old, list) and isinstance(new, list):
        kept = _kept(old, new)
        runs = groupby(enumerate(kept), lambda pair: pair[1] - pair[0])
        yield [[*path], [end for _, run in runs for end in _ends(run)], new[len(kept) :]]
    else:
        yield [[*path], new]


def _kept(old: list[Any], new: list[Any]) -> list[int]:
    """The places in a list of the items with which another one begins, as long as they rise."""
    places: list[int] = []
    for item in new:
        try:
            places.append(old.index(item, places[-1] + 1 if places else 0))
        except ValueError:
            break
    return places


def _ends(run: Iterator[tuple[int, int]]) -> tuple[int, int]:
    places = [place for _, place in run]
    return places[0], places[-1] + 1
