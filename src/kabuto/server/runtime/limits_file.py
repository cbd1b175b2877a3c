"""Reads the limits that an operator has written into a file."""

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from kabuto.host.rate_limits import Limits, Rate
from kabuto.protocol.errors import sentence
from kabuto.table import Refused

LEAST_NUMBER, MOST_NUMBER = 1e-6, 1e12
"""Between these every limit of a file lies: beyond them nothing could be counted, or waited for."""


def read_limits(file: Path) -> Limits:
    """Limits from a TOML file: ``name = number``, or ``name = [at_once, a_second]`` for a rate."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Refused(sentence("limits_unreadable", reason=error.strerror), str(file)) from None
    except (ValueError, RecursionError) as error:
        raise Refused(sentence("limits_unreadable", reason=str(error)), str(file)) from None
    known = {each.name: each.default for each in fields(Limits)}
    for name, value in found.items():
        if name not in known:
            raise Refused(sentence("limits_unknown", name=name, known=", ".join(known)), str(file))
        found[name] = _checked(name, value, known[name], str(file))
    return replace(Limits(), **found)


def _checked(name: str, value: Any, default: Any, place: str) -> Any:
    """A value of the kind that its default has."""
    numbers = value if isinstance(value, list) else [value]
    bounds = {"least": "0.000001", "most": f"{MOST_NUMBER:.0f}"}
    are_good = all(type(each) in (int, float) and LEAST_NUMBER <= each <= MOST_NUMBER for each in numbers)
    if isinstance(default, Rate):
        if isinstance(value, list) and len(value) == 2 and are_good:
            return Rate(*value)
        raise Refused(sentence("limits_rate", name=name, **bounds), place)
    if isinstance(value, list) or not are_good or (isinstance(default, int) and type(value) is not int):
        key = "limits_number" if isinstance(default, float) else "limits_count"
        raise Refused(sentence(key, name=name, **bounds), place)
    return value
