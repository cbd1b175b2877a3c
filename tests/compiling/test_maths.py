"""The exponential function and the logarithm of compiled code: exact enough, and the same in plain Python."""

import math
from random import Random

import pytest

from kabuto.compiling import maths
from kabuto.compiling.targets import build

NUMBERS = 20_000


def numbers() -> list[float]:
    """Small numbers, and some of any size that a logarithm may have."""
    rng = Random(1)
    return [rng.uniform(-700, 700) if rng.random() < 0.2 else rng.gauss(0, 3) for _ in range(NUMBERS)]


def test_they_are_right_to_the_last_digit_or_the_one_before() -> None:
    for x in (0.0, 1.0, -1.0, 708.9, -707.9, 1e-300, *numbers()):
        assert abs(maths.exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x)), x
        y = math.exp(x)
        assert abs(maths.log(y) - math.log(y)) <= 2 * math.ulp(math.log(y)) + 1e-17, y
    assert maths.exp(0.0) == 1.0
    assert maths.log(1.0) == 0.0
    assert maths.log(1 + 2**-52) == pytest.approx(2**-52, rel=1e-15)


def test_what_is_too_large_or_too_small_is_the_nearest_that_is_not() -> None:
    assert maths.exp(1e6) == maths.exp(maths.LARGEST) < math.inf
    assert maths.exp(-1e6) == maths.exp(maths.SMALLEST) > 0


def test_compiled_and_plain_they_give_the_same_bits() -> None:
    plain = build(maths, "plain")
    for x in numbers()[:2000]:
        assert plain.exp(x).hex() == float(maths.exp(x)).hex()
        assert float(plain.log(math.exp(x))).hex() == float(maths.log(math.exp(x))).hex()
