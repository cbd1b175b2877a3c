"""Numba's simulator of a GPU, made steady."""

import os
import subprocess
import sys

STEADY = """
import sys
from contextlib import contextmanager
from numba.cuda.simulator import kernel

swapped = kernel.swapped_cuda_module

@contextmanager
def kept(function, fake):
    # Numba takes a device function's "cuda" away again while other threads may still be in it.
    if function.__module__.endswith(("cuda_tools", "cuda_compact_tools")):
        names, real = function.__globals__, sys.modules["numba.cuda"]
        names.update({name: fake for name, value in list(names.items()) if value is real})
        yield
    else:
        with swapped(function, fake):
            yield

kernel.swapped_cuda_module = kept
"""


def simulated(script: str, *arguments: str) -> str:
    """What a script prints that runs there, with warnings as errors."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", STEADY + script, *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout
