"""The engine's tools on a GPU. ``cuda`` is a global here because Numba's simulator replaces globals."""

from contextlib import suppress
from importlib import import_module

import numpy as np
from numba import config, cuda

from kabuto.compiling.cpu_tools import once

if not hasattr(np, "row_stack"):
    # numba-cuda 0.30 cannot load without this name, which NumPy 2.5 removed: lend it while that module loads.
    np.row_stack = np.vstack
    with suppress(ImportError):
        import_module("numba.cuda.np.arrayobj")
    del np.row_stack


def jit(function):
    """Compile a function for the GPU; compiled callers share one version of it, as on the CPU."""
    compiled = cuda.jit(device=True)(function)
    if config.ENABLE_CUDASIM:
        return _simulated(compiled if "cuda" in function.__code__.co_names else function)
    return once(compiled)


def _simulated(function):
    """A function for the simulator, with integers as 64 bits; only what names ``cuda`` must be its own."""

    def called(*args):
        return function(*[np.int64(arg) if isinstance(arg, np.integer) else arg for arg in args])

    return called


inline = apart = part = inner = entry = jit


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
        """The index of the lowest bit; ``& 63`` tells the compiler that it is not negative."""
        return (cuda.ffs(word) - 1) & 63


if config.ENABLE_CUDASIM:

    def copy(target, source):
        """Copy one record to another of the same type."""
        for name in target.dtype.names:
            target[name] = source[name]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.cuda.extending import intrinsic

    @intrinsic
    def copy(_, target, source):
        """Copy one record to another of the same type, in words of 64 bits."""
        if target != source or target.size % 8:
            return None

        def build(context, builder, signature, args):
            word = ir.IntType(64)
            words = [builder.bitcast(each, word.as_pointer()) for each in args]
            with cgutils.for_range(builder, ir.Constant(word, target.size // 8)) as loop:
                to, at = (builder.gep(each, [loop.index]) for each in words)
                builder.store(builder.load(at), to)
            return context.get_dummy_value()

        return types.void(target, source), build


@jit
def nth(mask, n):
    """The index of the n-th bit of a mask, from the lowest.

    By bisection, which takes all threads of a warp the same time: they wait for the slowest.
    """
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


@jit
def mark(bits, first, out):
    """Set up to 63 bits in an array of 32-bit words, from a bit index on; other threads may do so too."""
    low = (bits & 0xFFFFFFFF) << (first & 31)
    high = ((bits >> 32) << (first & 31)) | low >> 32
    cuda.atomic.or_(out, first >> 5, np.int32(low & 0xFFFFFFFF))
    if high:
        cuda.atomic.or_(out, (first >> 5) + 1, np.int32(high & 0xFFFFFFFF))
        if high >> 32:
            cuda.atomic.or_(out, (first >> 5) + 2, np.int32(high >> 32))
