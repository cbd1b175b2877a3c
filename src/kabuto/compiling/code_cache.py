"""Where compiled code is cached: a folder for every state of the code."""

import ast
import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from time import time

from kabuto import folders

KEPT = 24
"""How many cache folders to keep however old they are, the most recently used ones."""
IN_USE = 7 * 24 * 3600
"""Seconds since its last use for which a folder is kept anyway: every checkout has a dozen of its own."""
LOST: list[str] = []
"""Why something that this process has compiled could not be kept."""
_PACKAGE = Path(__file__).parents[1]


@cache
def cache_folder(source: str) -> Path | None:
    """Where to cache the compiled functions of a source file, so that they are never stale.

    Numba checks only the file of the function itself, not the files of the functions it calls, nor its own
    settings. So the folder's name is a hash of all of them.
    Returns None if no folder is writable; then every process compiles for itself.
    """
    import llvmlite.binding
    import numba
    import numpy

    machine = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    settings = (str(numba.config.OPT), numba.config.BOUNDSCHECK, numba.config.DEBUGINFO_DEFAULT)
    versions = (sys.version_info, numba.__version__, numpy.__version__)
    code = sorted((file.name, file.read_bytes()) for file in sources(Path(source)))
    digest = sha256(repr((machine, settings, versions, code)).encode()).hexdigest()[:16]
    try:
        folder = folders.cache_folder() / f"kernel-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except (OSError, RuntimeError):  # or there is no home folder
        return None
    with suppress(OSError):  # another process may be cleaning up at the same time
        used = {each: each.stat().st_mtime for each in folder.parent.glob("kernel-*")}
        for each in sorted(used, key=lambda each: -used[each])[KEPT:]:
            if used[each] < time() - IN_USE:
                rmtree(each, ignore_errors=True)
    return folder if os.access(folder, os.W_OK) else None


def sources(source: Path) -> set[Path]:
    """A file and every file of the package that it imports, directly or indirectly, with their data files."""
    found: set[Path] = set()
    waiting = {source}
    while waiting:
        found |= waiting
        waiting = {file for each in waiting for file in _imports(each)} - found
    return found | {data for folder in {file.parent for file in found} for data in folder.glob("*.csv")}


@cache
def _imports(source: Path) -> set[Path]:
    """The files of the package that a file imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return {_file(tuple(name.split(".")[1:])) for name in names if name.startswith("kabuto.")}


def _file(path: tuple[str, ...]) -> Path:
    """The file of a module, or of the module that a name is imported from."""
    place = _PACKAGE.joinpath(*path)
    for file in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
        if file.is_file():
            return file
    return _file(path[:-1])
