"""The tools of the engine on a GPU. ``cuda`` is a global here because Numba's simulator replaces globals."""

from numba import cuda

jit = cuda.jit(device=True)


@jit
def popcount(word):
    """How many bits are set."""
    return cuda.popc(word)


@jit
def lowest(word):
    """The index of the lowest bit."""
    return cuda.popc((word & -word) - 1)  # not ffs: the simulator's is wrong for bit 32
