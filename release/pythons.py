"""Finds Pythons on this machine, however they came here; none is fetched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13")
_ASK = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"


def find(*versions: str) -> dict[str, Path]:
    """Version → a Python that runs and can make environments, for those that are here."""
    found: dict[str, Path] = {}
    for path in _candidates(versions):
        if len(found) < len(versions) and (version := _version(path)) in versions and version not in found:
            found[version] = path
    return found


def _candidates(versions: tuple[str, ...]) -> Iterator[Path]:
    yield Path(sys.executable)
    homes = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"]
    homes.append(Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python")))
    for version in versions:
        for home in homes:
            yield from sorted(home.glob(f"*{version}*/bin/python{version}"))
        if (here := shutil.which(f"python{version}")) is not None:
            yield Path(here)


def _version(path: Path) -> str | None:
    """What a Python says that it is; None if it is only a name, as some managers leave behind."""
    try:
        done = subprocess.run([path, "-c", _ASK], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
