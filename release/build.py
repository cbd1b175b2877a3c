"""Builds wheel, sdist and static edition in a clone: there, ``python -m release.build TARGET``."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from release.archives import pack
from release.state import ROOT, time_of, version

LOCKS = ("locks/build.txt", "locks/server.txt")
"""What it takes, with hashes."""
LIMIT = 20_000_000
"""Bytes that a wheel may have."""


def clone(root: Path, target: Path) -> None:
    """What is committed, and nothing else."""
    run("git", "clone", "--quiet", "--no-hardlinks", str(root), str(target))


def environment(python: Path, target: Path, source: Path) -> Path:
    """An environment with what a build takes; its Python."""
    run(str(python), "-m", "venv", str(target))
    own = target / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv = Path(sys.executable).with_name("uv")  # what it unpacks it unpacks once
    pip = [str(own), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
    fast = [str(uv), "pip", "install", "-q", "--python", str(own)]
    run(
        *(fast if uv.exists() else pip),
        "--no-deps",
        "--require-hashes",
        *(f"-r{source / lock}" for lock in LOCKS),
    )
    return own


def build(source: Path, target: Path, python: Path) -> None:
    """Build a clone by a Python that is not ours; but the search for pages by ours.

    Numba compiles bytecode, and every version of Python has another. So ours compiles the search, for each
    build anew: with a cache of its own, or the second one would be a copy.
    """
    settings = {
        "CI": "true",  # without pages there is no release
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "random",
        "PYTHONPATH": os.pathsep.join((str(source / "src"), str(source))),
        "SOURCE_DATE_EPOCH": time_of(source),
    }
    with TemporaryDirectory(prefix="kabuto-search-") as cache:
        run(sys.executable, "web/wasm.py", cwd=source, **settings, KABUTO_CACHE=cache)
    run(str(python), "-m", "release.build", str(target), cwd=source, **settings)


def run(*command: str, cwd: Path | None = None, **variables: str) -> None:
    """Run a program that says nothing unless it fails."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])} … failed:\n{(done.stdout + done.stderr)[-3000:]}")


def main(target: str) -> int:
    """Build everything that has to be the same twice, in this clone."""
    from kabuto.folder.carried import PLACE, carry
    from kabuto.folder.making.build import make

    out, name = Path(target), f"kabuto-{version()}-static"
    run(sys.executable, "web/build.py", cwd=ROOT)
    make(out / name)
    carry(out / name, PLACE)
    run(sys.executable, "-m", "hatchling", "build", "-d", str(out), cwd=ROOT)
    pack(out / name, out / f"{name}.zip", int(os.environ["SOURCE_DATE_EPOCH"]))
    wheel = next(out.glob("*.whl"))
    if wheel.stat().st_size > LIMIT:
        raise RuntimeError(f"{wheel.name} has {wheel.stat().st_size:,} bytes, and may have {LIMIT:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
