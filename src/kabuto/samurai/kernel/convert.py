"""Converts between readable states and the engine's records."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from kabuto.samurai.board import SETTLEMENT
from kabuto.samurai.editions import Setting
from kabuto.samurai.kernel.packing import PHASES, mask, of_state, of_view, seed_word
from kabuto.samurai.kernel.tables import LAND_SPACES, SEA_SPACES, SEAT_STEP, STATE
from kabuto.samurai.state import NO_TOKENS, Phase, State
from kabuto.samurai.tokens import FULL_SET, Laid
from kabuto.samurai.view import SamuraiView

__all__ = ["from_state", "from_view", "kinds", "mask", "seed_word", "states", "to_state"]


def states(number: int) -> Any:
    """An array of records for a number of games."""
    return np.zeros(number, STATE)


def from_state(state: State, seed: int = 1) -> Any:
    """One game as an array of one record; every hand and stack must be known."""
    return _written(of_state(state, seed))


def from_view(view: SamuraiView, seed: int = 1) -> Any:
    """A game built from a view alone; what the seat cannot see is filled in arbitrarily, for ``redeal``."""
    return _written(of_view(view, seed))


def _written(fields: Mapping[str, Any]) -> Any:
    games = states(1)
    s = games[0]
    for name, value in fields.items():
        s[name] = value
    return games


def to_state(s: Any, setting: Setting) -> State:
    """The readable state of a record; stacks and played tokens are sorted by kind."""
    tokens: list[Laid | None] = list(NO_TOKENS)
    for spaces, codes in ((LAND_SPACES, s["land_token"]), (SEA_SPACES, s["sea_token"])):
        for space, code in zip(spaces, codes, strict=True):
            if code:
                tokens[space] = Laid(*divmod(int(code) - 1, SEAT_STEP))
    figures = [0] * len(SETTLEMENT)
    for kind in range(3):
        for town in range(len(figures)):
            figures[town] |= (int(s["figures"][kind]) >> town & 1) << kind
    seats, phase = range(setting.players), PHASES[s["phase"]]
    return State(
        setting,
        phase,
        int(s["seat"]),
        tuple(tokens),
        tuple(figures),
        tuple(kinds(s["hand"][seat]) for seat in seats),
        () if phase is Phase.CHOOSE else tuple(kinds(s["pile"][seat]) for seat in seats),
        tuple(_triple(s["captured"][seat]) for seat in seats),
        _triple(s["aside"]),
        kinds(s["played"]),
        int(s["passes"]),
    )


@lru_cache(maxsize=4096)
def kinds(tokens: int) -> tuple[int, ...]:
    """The kinds of a set of the 20 tokens, in order."""
    return tuple(kind for number, kind in enumerate(FULL_SET) if int(tokens) >> number & 1)


def _triple(counts: Any) -> tuple[int, int, int]:
    return int(counts[0]), int(counts[1]), int(counts[2])
