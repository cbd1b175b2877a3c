"""Run a script with every access to an array checked."""

import os
import subprocess
import sys
from pathlib import Path


def run_checked(script: str, cache: Path) -> None:
    """Run a script under NUMBA_BOUNDSCHECK=1, with a cache of its own; it prints "checked" at its end."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "KABUTO_CACHE": str(cache)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout == "checked\n"
