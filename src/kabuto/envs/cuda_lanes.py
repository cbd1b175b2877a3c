"""The threads of a warp share the work on one game. ``cuda`` is a global here for Numba's simulator."""

from numba import cuda

LANES = 32


@cuda.jit(device=True)
def lane():
    """Which thread of its warp this is."""
    return cuda.threadIdx.x & 31
