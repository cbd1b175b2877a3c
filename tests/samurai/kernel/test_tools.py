"""The tools of the engine on the CPU: bits and copies, whatever the processor can do."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numba.core.errors import TypingError

from kabuto.compiling.cpu_tools import copy, jit, nth
from kabuto.samurai.kernel.tables import STATE

NTH = """
from kabuto.compiling.cpu_tools import nth
from tests.samurai.kernel.test_tools import expected, masks

assert all([nth(mask, n) for n in range(mask.bit_count())] == expected(mask) for mask in masks())
"""


def masks() -> list[int]:
    """Sets of every size that the engine has, at random."""
    rng = Random(1)
    return [0, 1, 1 << 62, (1 << 63) - 1, *(rng.getrandbits(rng.randint(1, 63)) for _ in range(300))]


def expected(mask: int) -> list[int]:
    """The places of the bits of a mask."""
    return [place for place in range(63) if mask >> place & 1]


def test_the_nth_bit_is_found() -> None:
    for mask in masks():
        assert [nth(mask, n) for n in range(mask.bit_count())] == expected(mask)


def test_the_nth_bit_is_found_on_a_processor_without_an_instruction_for_it(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[3])
    environment = {
        **os.environ, "NUMBA_CPU_NAME": "generic", "KABUTO_CACHE": str(tmp_path), "PYTHONPATH": root
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", NTH],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


@jit
def copied(target, i, source, j):  # type: ignore[no-untyped-def]
    copy(target[i], source[j])


def test_a_copy_is_of_one_whole_record_and_no_more() -> None:
    source = np.frombuffer(Random(1).randbytes(3 * STATE.itemsize), STATE)
    target = np.zeros(3, STATE)
    copied(target, 1, source, 2)
    assert target[1].tobytes() == source[2].tobytes()
    assert not any(target[0].tobytes() + target[2].tobytes())


def test_only_records_of_the_same_type_are_copied() -> None:
    with pytest.raises(TypingError, match=r"No implementation of function.*copy"):
        copied(np.zeros(1, STATE), 0, np.zeros(1, [("land", "i8")]), 0)
