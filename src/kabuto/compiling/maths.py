"""The exponential function and the logarithm from plain sums and products, for both games' engines.

Those of a system's library differ in their last digits from one system to another, and in a browser.
These give the same everywhere: in Python, compiled for a processor, and as WebAssembly.
"""

import math
from decimal import Decimal

import numpy as np

from kabuto.compiling.targets import tools

TARGET: str = globals().get("TARGET", "cpu")
jit = tools(TARGET).jit

LARGEST, SMALLEST = 709.0, -708.0
"""What ``exp`` is given lies between them, or is taken for one of them."""
PART_BITS = 6
PARTS = 1 << PART_BITS
"""Into so many steps a doubling is divided."""
HIGH, LOW = 0x162E42FEE00000 / 2**53, 0x1A39EF35793C76 / 2**85
"""The logarithm of 2 in two parts; any number of steps times the first is exact."""
HIGH_PART, LOW_PART, PER_PART = HIGH / PARTS, LOW / PARTS, PARTS / (HIGH + LOW)
WITHIN = np.array([float(Decimal(2) ** (Decimal(n) / PARTS)) for n in range(PARTS)])
"""2 to the power of so many steps."""
HALF = 1024
FINE = np.array([2.0**n for n in range(PARTS)])
COARSE = np.array([2.0 ** ((n << PART_BITS) - HALF) for n in range(2 * HALF >> PART_BITS)])
"""Powers of two are products of one of each."""
ODD_TERMS = np.array([2 / n for n in range(21, 2, -2)])
"""Of the logarithm of (1 + x) / (1 - x), the last first, but for 2 x."""
STEPS = 9
DOUBLINGS = np.array([2.0**n for n in (1 << step for step in range(STEPS, -1, -1))])
SQUARE_ROOT = math.sqrt(2)


@jit
def exp(x):
    """The exponential function, to about one unit in the last place."""
    if x > LARGEST:
        x = LARGEST
    if x < SMALLEST:
        x = SMALLEST
    steps = int(x * PER_PART + (0.5 if x >= 0.0 else -0.5))
    rest = (x - steps * HIGH_PART) - steps * LOW_PART
    series = 1 / 24 + rest * (1 / 120 + rest * (1 / 720))
    more = rest + rest * rest * (1 / 2 + rest * (1 / 6 + rest * series))
    doublings = (steps >> PART_BITS) + HALF
    within = WITHIN[steps & (PARTS - 1)]
    return (within + within * more) * (COARSE[doublings >> PART_BITS] * FINE[doublings & (PARTS - 1)])


@jit
def log(x):
    """The natural logarithm of a positive number, to about one unit in the last place."""
    doublings = 0
    for n in range(DOUBLINGS.shape[0]):
        if x >= DOUBLINGS[n]:
            x /= DOUBLINGS[n]
            doublings += 1 << (STEPS - n)
    for n in range(DOUBLINGS.shape[0]):
        if x * DOUBLINGS[n] < 2.0:
            x *= DOUBLINGS[n]
            doublings -= 1 << (STEPS - n)
    if x > SQUARE_ROOT:
        x *= 0.5
        doublings += 1
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    total = 0.0
    for n in range(ODD_TERMS.shape[0]):
        total = total * square + ODD_TERMS[n]
    return doublings * HIGH + (2.0 * ratio + (ratio * square * total + doublings * LOW))
