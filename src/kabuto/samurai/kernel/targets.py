"""What differs between the machines that the engine is compiled for."""

import ast
import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from types import ModuleType

from kabuto import folders

KEPT = 24
"""Folders of compiled code that are kept, the last used ones: other checkouts may use theirs."""
_PACKAGE = Path(__file__).parents[2]


def tools(target: str) -> ModuleType:
    """What a target brings: the decorator ``jit``, and ``popcount``, ``lowest`` and ``nth`` of bits."""
    if target == "cuda":
        from kabuto.samurai.kernel import cuda_tools

        return cuda_tools
    from kabuto.samurai.kernel import cpu_tools

    return cpu_tools


@cache
def cache_folder(source: str) -> Path | None:
    """Where the compiled functions of a source file are kept, so that they are never stale.

    Numba looks only at the file of the function itself, not at those of the functions it calls, nor at its
    own settings. So the name of the folder stands for all of them.
    None if no folder can be written; then every process compiles for itself.
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
    with suppress(OSError):  # another process may be tidying up too
        for old in sorted(folder.parent.glob("kernel-*"), key=lambda each: -each.stat().st_mtime)[KEPT:]:
            rmtree(old, ignore_errors=True)
    return folder if os.access(folder, os.W_OK) else None


def sources(source: Path) -> set[Path]:
    """A file and all files of the package that it imports, directly or not, with the data beside them."""
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
    """The file of a module, or of the module that something is imported from."""
    place = _PACKAGE.joinpath(*path)
    for file in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
        if file.is_file():
            return file
    return _file(path[:-1])
