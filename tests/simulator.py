"""Numba's simulator of a GPU, made steady: what a script begins with that runs under NUMBA_ENABLE_CUDASIM."""

STEADY = """
import sys
from contextlib import contextmanager
from numba.cuda.simulator import kernel

swapped = kernel.swapped_cuda_module

@contextmanager
def kept(function, fake):
    # Numba takes a device function's "cuda" away again while other threads may still be in it.
    if function.__module__.endswith(("cuda_tools", "cuda_mark")):
        names, real = function.__globals__, sys.modules["numba.cuda"]
        names.update({name: fake for name, value in list(names.items()) if value is real})
        yield
    else:
        with swapped(function, fake):
            yield

kernel.swapped_cuda_module = kept
"""
