"""Legal actions as bits, on a GPU. ``cuda`` is a global here for Numba's simulator."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def mark(bits, first, out):
    """Put up to 62 bits into a string of words, where others may do so too; how many there are."""
    low = (bits & 0xFFFFFFFF) << (first & 31)
    high = ((bits >> 32) << (first & 31)) | low >> 32
    cuda.atomic.or_(out, first >> 5, np.int32(low & 0xFFFFFFFF))
    if high:
        cuda.atomic.or_(out, (first >> 5) + 1, np.int32(high & 0xFFFFFFFF))
        if high >> 32:
            cuda.atomic.or_(out, (first >> 5) + 2, np.int32(high >> 32))
    return cuda.popc(bits)
