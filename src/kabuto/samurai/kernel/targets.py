"""What differs between the CPU and the GPU, and where compiled code is cached."""

import ast
import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import rmtree
from types import ModuleType

from kabuto import folders

KEPT = 24
"""Cache folders to keep, the most recently used ones: other checkouts have folders of their own."""
_PACKAGE = Path(__file__).parents[2]


def tools(target: str) -> ModuleType:
    """A target's own tools: ``jit``, ``inline`` and ``apart``, and operations on bits."""
    if target == "cuda":
        from kabuto.samurai.kernel import cuda_tools

        return cuda_tools
    if target == "cuda_compact":
        from kabuto.samurai.kernel import cuda_compact_tools

        return cuda_compact_tools
    from kabuto.samurai.kernel import cpu_tools

    return cpu_tools


def build(module: ModuleType, target: str) -> ModuleType:
    """A module of compiled functions, built for a target.

    On the CPU that is the module itself. For a GPU its source runs once more, as a module of its own, with
    ``TARGET`` set to ``"cuda"`` or ``"cuda_compact"`` and so with the tools of that target.
    """
    if target == "cpu":
        return module
    name = f"{module.__name__}_{target}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, module.__file__)
        assert spec is not None
        assert spec.loader is not None
        built = module_from_spec(spec)
        built.TARGET = target  # type: ignore[attr-defined]
        spec.loader.exec_module(built)
        sys.modules[name] = built
    return sys.modules[name]


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
        for old in sorted(folder.parent.glob("kernel-*"), key=lambda each: -each.stat().st_mtime)[KEPT:]:
            rmtree(old, ignore_errors=True)
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
