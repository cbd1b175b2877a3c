"""The same game for machines: one NumPy record per game, compiled for the CPU or a GPU.

Needs NumPy and Numba (``pip install kabuto[play]``).

- ``tables``: index spaces, action ids, the record ``STATE``
- ``engine``: the rules as plain functions of one record, one source for both targets
- ``calls``: the engine as Python calls it
- ``actions``: moves ↔ action ids
- ``convert``: readable states and views ↔ records
- ``warming``: have it compiled, with progress or in the background
"""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from kabuto.samurai.kernel.warming import Stage, is_warm, warm, warm_in_background
from kabuto.table import BadOption

__all__ = ["Stage", "cuda_engine", "is_warm", "warm", "warm_in_background"]

CUDA_ENGINE = "kabuto.samurai.kernel.engine_cuda"


def cuda_engine() -> ModuleType:
    """The engine's source once more, its functions compiled as device functions for a GPU."""
    import sys

    if CUDA_ENGINE in sys.modules:
        return sys.modules[CUDA_ENGINE]
    from kabuto.samurai.kernel import engine

    spec = spec_from_file_location(CUDA_ENGINE, engine.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    module.TARGET = "cuda"  # type: ignore[attr-defined]
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        raise BadOption(f"the GPU engine needs numba with CUDA: {error}", "target") from None
    sys.modules[CUDA_ENGINE] = module
    return module
