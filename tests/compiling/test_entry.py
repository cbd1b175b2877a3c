"""An entry point is compiled with everything that it calls, once; what it calls is nothing by itself."""

import numpy as np
import pytest

from kabuto.compiling.cpu_tools import entry, inner, jit

RECORD = np.dtype([("small", "i1"), ("large", "i8")])


@inner
def _lowest(s):  # type: ignore[no-untyped-def]
    return s.small + 1


@jit
def _alone(number):  # type: ignore[no-untyped-def]
    return number * 100


@inner
def _middle(s, number):  # type: ignore[no-untyped-def]
    return _lowest(s) * 10 + _alone(number)


@entry
def _whole(records, i, number):  # type: ignore[no-untyped-def]
    return _middle(records[i], number) + _middle(records[i], 2) + _lowest(records[i])


def test_an_entry_point_calls_what_is_below_it() -> None:
    records = np.array([(0, 0), (4, 7)], RECORD)
    assert _whole(records, 1, 3) == 50 + 300 + 50 + 200 + 5
    assert len(_whole.signatures) == 1
    below = len(_lowest.signatures), len(_middle.signatures)
    assert max(below) <= 1, "compiled once; not at all where the entry point comes from the cache"


def test_what_is_inside_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError):
        _lowest(np.array([(4, 7)], RECORD)[0])
