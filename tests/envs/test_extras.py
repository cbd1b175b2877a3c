"""What works without the libraries of the larger extras, and the command that is named for the others."""

import re
import subprocess
import sys

import pytest

WITHOUT = """
import sys
from hashlib import sha256
sys.modules.update(dict.fromkeys({missing!r}))
"""
STEPS = """
from random import Random
import gymnasium
import kabuto.envs.gymnasium
for game in ("Samurai", "Yedo"):
    env = gymnasium.make(f"kabuto/{game}-v0", opponents="random").unwrapped
    seen, rng, told = env.reset(seed=5)[0], Random(5), sha256()
    for _ in range(25):
        told.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        seen = env.step(rng.choice(seen["action_mask"].nonzero()[0]))[0]
    print(told.hexdigest())
"""
COMPILER = ["numba", "llvmlite"]


def run(missing: list[str], code: str) -> subprocess.CompletedProcess[str]:
    """Run some code where these libraries are not installed."""
    program = WITHOUT.format(missing=missing) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)


def test_gymnasium_shows_the_same_without_the_compiler() -> None:
    plain, compiled = (run(missing, STEPS) for missing in (COMPILER, []))
    assert plain.stdout, plain.stderr
    assert plain.stdout == compiled.stdout


NEEDS: list[tuple[list[str], str, list[str]]] = [
    (
        COMPILER,
        "gym",
        [
            "from kabuto.envs import SamuraiVector",
            "from kabuto.envs import YedoVector",
            "from kabuto.envs import SamuraiSingle",
            "from kabuto.envs.seats import SeatVector; SeatVector('samurai')",
            "from kabuto.envs.seats import SeatVector; SeatVector('yedo')",
            "from kabuto.envs.parallel import parallel_env; parallel_env('samurai')",
            "from kabuto.envs import samurai_v0; samurai_v0.env()",
        ],
    ),
    (["gymnasium"], "gym", ["import kabuto.envs.gymnasium", "import kabuto.envs.seats"]),
    (["numpy"], "gym", ["from kabuto.envs import samurai_spaces", "from kabuto.envs import yedo_spaces"]),
    (["pettingzoo"], "pettingzoo", ["from kabuto.envs import samurai_v0", "import kabuto.envs.parallel"]),
    (["pyspiel"], "openspiel", ["import kabuto.envs.openspiel"]),
]
TRY = """
for code in {codes!r}:
    try:
        exec(code)
    except ImportError as error:
        print(error)
    else:
        print("nothing was missing")
"""


@pytest.mark.parametrize(("missing", "extra", "codes"), NEEDS, ids=[each[0][0] for each in NEEDS])
def test_a_missing_library_is_named_with_the_command_that_installs_it(
    missing: list[str], extra: str, codes: list[str]
) -> None:
    told = run(missing, TRY.format(codes=codes))
    needs = re.findall(r"^this needs \w+: pip install 'kabuto\[(\w+)\]'$", told.stdout, re.MULTILINE)
    assert needs == [extra] * len(codes), told.stdout + told.stderr
