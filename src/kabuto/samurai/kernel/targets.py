"""What differs between the machines that the engine is compiled for."""

import ast
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any

Tools = tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]

KEPT = 24
"""Folders of compiled code that are kept, the last used ones: other checkouts may use theirs."""
_PACKAGE = Path(__file__).parents[2]


def tools(target: str) -> Tools:
    """The decorator, the population count and the index of the lowest bit for a target."""
    return {"cpu": _cpu, "cuda": _cuda}[target]()


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
    base = os.environ.get("KABUTO_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(os.path.expanduser(base)) / "kabuto" / f"kernel-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
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


def _cpu() -> Tools:
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def jit(function: Any) -> Any:
        source = function.__code__.co_filename
        folder = cache_folder(source) if os.path.isfile(source) else None
        # The folder is a setting of the whole process: it is ours only while we decorate.
        before = numba.config.CACHE_DIR
        try:
            numba.config.CACHE_DIR = str(folder or "")
            return once(numba.njit(cache=folder is not None, nogil=True)(function))
        finally:
            numba.config.CACHE_DIR = before

    def once(function: Any) -> Any:
        """Let compiled callers share one version: Numba would make another for every constant passed to it.

        A third of the time to compile is left. Whole numbers of any size are passed as 64 bits.
        """
        template = function.get_call_template

        def wide(kind: Any) -> Any:
            kind = types.unliteral(kind)
            return types.int64 if isinstance(kind, types.Integer) else kind

        function.get_call_template = lambda args, kws: template(tuple(map(wide, args)), kws)
        return function

    def on_word(build: Callable[[Any, Any], Any]) -> Any:
        def typed(_: Any, word: Any) -> Any:
            return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

        return intrinsic(typed)

    never_undefined = ir.Constant(ir.IntType(1), 0)
    popcount = on_word(lambda builder, word: builder.ctpop(word))
    lowest = on_word(lambda builder, word: builder.cttz(word, never_undefined))
    return jit, popcount, lowest


def _cuda() -> Tools:
    from kabuto.samurai.kernel.cuda_tools import jit, lowest, popcount

    return jit, popcount, lowest
