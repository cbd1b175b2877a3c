"""The compiled engine: one NumPy record for each game, compiled for the CPU or a GPU.

Needs NumPy and Numba (``pip install kabuto[play]``).

- ``tables``: index spaces, action ids, the record ``STATE``
- ``legality``: which actions are legal
- ``engine``: what actions do, chance and scoring
- ``calls``: the entry points for Python
- ``actions``: moves ↔ action ids
- ``convert``: readable states and views ↔ records
- ``warming``: compiles ahead of time, with progress or in the background

``kabuto.compiling`` is what its source is compiled with.
"""

from types import ModuleType

from kabuto.compiling.warming import Stage
from kabuto.samurai.kernel.warming import is_warm, warm, warm_in_background
from kabuto.samurai.sentences import WORDS
from kabuto.table import BadOption

__all__ = ["Stage", "cuda_engine", "is_warm", "warm", "warm_in_background"]


def cuda_engine(target: str = "cuda") -> ModuleType:
    """The engine built for a GPU: its functions are device functions. For whole games: ``cuda_compact``."""
    from kabuto.compiling.targets import build
    from kabuto.samurai.kernel import engine

    try:
        return build(engine, target)
    except ImportError as error:
        raise BadOption(WORDS.say("gpu_engine", fault=str(error)), "target") from None
