"""The tools of the engine on a GPU. ``cuda`` is a global here because Numba's simulator replaces globals."""

from numba import config, cuda

jit = cuda.jit(device=True)


@jit
def popcount(word):
    """How many bits are set."""
    return cuda.popc(word)


if config.ENABLE_CUDASIM:

    @jit
    def lowest(word):
        """The index of the lowest bit; the simulator's ffs is wrong for bit 32."""
        return cuda.popc((word & -word) - 1)

else:

    @jit
    def lowest(word):
        """The index of the lowest bit; 63 says that it is not negative."""
        return (cuda.ffs(word) - 1) & 63


@jit
def nth(mask, n):
    """The index of the n-th bit of a mask, from the lowest: by halves, for warps wait for their slowest."""
    mask = int(mask)
    place = 0
    size = 32
    while size:
        below = cuda.popc(mask >> place & ((1 << size) - 1))
        if n >= below:
            n -= below
            place += size
        size >>= 1
    return place
