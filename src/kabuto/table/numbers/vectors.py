"""What vector environments of all games have in common: their arguments, refusals and random generators."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from kabuto.table.errors import BadOption, IllegalMove, short
from kabuto.table.numbers import finished, listed
from kabuto.table.text import WORDS, Seat

INTEGERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
"""The names of integer types."""


def at_least_one(value: object, name: str) -> int:
    """A whole number from 1 up, or ``BadOption``."""
    if type(value) is not int or value < 1:
        raise BadOption(WORDS.say("positive", name=name, given=short(value)), name)
    return value


def check_actions(actions: Any, games: int) -> None:
    """Refuse what is not one integer for each game."""
    shape, kind = getattr(actions, "shape", None), getattr(actions, "dtype", None)
    if shape is None or kind is None:
        raise BadOption(WORDS.say("actions_kind", given=type(actions).__name__), "actions")
    if tuple(shape) != (games,):
        told = {"wanted": f"({games},)", "given": str(tuple(shape))}
        raise BadOption(WORDS.say("actions_shape", **told), "actions")
    if not _is_integer(kind):
        raise BadOption(WORDS.say("actions_kind", given=str(kind)), "actions")


def _is_integer(kind: Any) -> bool:
    """Whether a dtype is an integer type; NumPy's and JAX's have a ``kind``, PyTorch's only a name."""
    return getattr(kind, "kind", "") in ("i", "u") or str(kind).removeprefix("torch.") in INTEGERS


def illegal(
    game: int, seat: int, action: str, reason: str, legal: Sequence[int], name: Callable[[int], str]
) -> IllegalMove:
    """The error for an illegal action: which game and seat, what was asked, why not, what is legal."""
    told = {"seat": Seat(seat), "action": action, "reason": finished(reason)}
    return IllegalMove(WORDS.say("vector_illegal", **told, legal=listed(legal, name)), f"game {game}")


def out_of_range(number: int) -> str:
    """Why an id is none of so many."""
    return WORDS.say("ids_range", most=number - 1)


def generators(seed: int, purpose: str, number: int) -> Any:
    """The start of each random generator, never 0: SplitMix64 from a hash of the seed."""
    base = int.from_bytes(sha256(f"{seed}/{purpose}".encode()).digest()[:8], "little")
    word = np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(base)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = (word ^ (word >> np.uint64(shift))) * np.uint64(factor)
    return np.maximum((word ^ (word >> np.uint64(31))) >> np.uint64(1), np.uint64(1)).astype(np.int64)
