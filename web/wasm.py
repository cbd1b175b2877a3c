"""Builds the compiled search for pages, as WebAssembly, into ``src/kabuto/folder/search``.

python web/wasm.py          build it, or take it from the cache: about a minute, on one core
python web/wasm.py fresh    only say, by the exit status, whether it is up to date

Numba makes LLVM's text of every entry point for a generic processor; llvmlite translates that for
WebAssembly, and a linker from npm, pinned in ``web/linker``, makes one module that imports nothing. A page
needs the layouts, too: ``kernel.json`` says where fields are and which arrays a function takes.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

WEB = Path(__file__).resolve().parent
TARGET = WEB.parent / "src" / "kabuto" / "folder" / "search"
"""Built, so git does not know it; wheels and archives carry it."""
ENTRIES = ("kabuto.samurai.players.entries", "kabuto.yedo.players.compiled.entries")
"""The modules that list entry points and data."""
LINKER = WEB / "linker"
MODULE, LAYOUTS = "kernel.wasm", "kernel.json"
GENERIC = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
"""Numba must not ask for anything that only this machine's processor has."""
TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
"""What every browser has that the page works in."""
MARK = "version.txt"


class CannotBuild(Exception):
    """Something that the build needs is missing, or failed."""


def version(modules: Iterable[str] = ENTRIES) -> str:
    """A hash of everything that the entry points of some modules are made of."""
    try:
        import llvmlite
        import numba
        import numpy

        from kabuto.compiling.code_cache import sources
    except ImportError as missing:
        raise CannotBuild(f"needs {missing.name}: pip install 'kabuto[play]'") from None
    found = hashlib.sha256(repr((numba.__version__, llvmlite.__version__, numpy.__version__)).encode())
    package = WEB.parent / "src"
    places = {package.joinpath(*name.split(".")).with_suffix(".py") for name in modules}
    files = {path for place in places for path in sources(place)} | {Path(__file__), *LINKER.glob("*.*")}
    files |= {path for place in places for path in place.parent.glob("*/*.bin")}
    for path in sorted(files):
        found.update(path.relative_to(WEB.parent).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def is_fresh() -> bool:
    """Whether what was built is of the present sources."""
    mark = TARGET / MARK
    return mark.exists() and mark.read_text() == version()


def build() -> None:
    """Build it into the cache, unless that was done before, and copy it."""
    kept = _kept(f"wasm-{version()}", _make)
    with TemporaryDirectory(prefix=".search-", dir=TARGET.parent) as work:
        shutil.copytree(kept, Path(work) / "new")
        if TARGET.exists():
            TARGET.rename(Path(work) / "old")
        (Path(work) / "new").rename(TARGET)
    size = (TARGET / MODULE).stat().st_size
    print(f"The search for pages: {size / 1000:.0f} kB, and its networks", file=sys.stderr)


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """A folder of the cache; if it is not there, it is made as a whole."""
    from kabuto.folders import cache_folder

    kept = cache_folder() / name
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{name}-", dir=kept.parent) as work:
            made = Path(work) / "made"
            made.mkdir()
            make(made)
            try:
                made.rename(kept)
            except OSError:
                if not kept.exists():  # somebody else was faster
                    raise
    return kept


def _make(made: Path) -> None:
    """Compile the modules beside each other, in processes of their own, and link everything."""
    with ThreadPoolExecutor() as side_by_side:
        parts = [*side_by_side.map(_compiled, ENTRIES)]
    layouts: dict[str, Any] = {"entries": {}, "data": {}}
    for part in parts:
        for kind, found in json.loads((part / LAYOUTS).read_text()).items():
            layouts[kind] |= found
        for data in part.glob("*.bin"):
            shutil.copyfile(data, made / data.name)
    exported = [*layouts["entries"]]
    objects = [str(path) for name in exported for part in parts for path in part.glob(f"{name}.o")]
    with TemporaryDirectory() as work:
        task = {"objects": objects, "exported": exported, "out": str(made / MODULE)}
        (Path(work) / "task.json").write_text(json.dumps(task))
        linker = _kept(f"linker-{hashlib.sha256(_pins()).hexdigest()[:12]}", _fetch_linker)
        from kabuto.folder.making.build import tool

        _run(*tool("node"), str(linker / "link.mjs"), str(Path(work) / "task.json"))
    layouts["sha256"] = hashlib.sha256((made / MODULE).read_bytes()).hexdigest()
    (made / LAYOUTS).write_text(json.dumps(layouts, separators=(",", ":")))
    (made / MARK).write_text(version())


def _compiled(module: str) -> Path:
    """The entry points of a module as objects: Numba reads its settings when it is imported."""

    def make(made: Path) -> None:
        with TemporaryDirectory() as work:
            environment = {**os.environ, **GENERIC, "KABUTO_CACHE": work}
            _run(sys.executable, str(Path(__file__)), "objects", module, str(made), env=environment)

    return _kept(f"objects-{version([module])}", make)


def _pins() -> bytes:
    return b"".join((LINKER / name).read_bytes() for name in ("package-lock.json", "link.mjs"))


def _fetch_linker(made: Path) -> None:
    """The linker, in the version that is pinned."""
    from kabuto.folder.making.build import tool

    ignored = shutil.ignore_patterns("node_modules")
    shutil.copytree(LINKER, made, ignore=ignored, dirs_exist_ok=True)
    _run(*tool("npm"), "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=made)


def objects(module: str, made: Path) -> None:
    """Compile every entry point of a module to an object; write the layouts and the data."""
    entries, data = {}, {}
    found = import_module(module)
    for entry in found.entries():
        (made / f"{entry.name}.o").write_bytes(_object(entry))
        entries[entry.name] = [*_described(entry)]
    for each in found.data():
        data[each.name] = _written(each, made)
    (made / LAYOUTS).write_text(json.dumps({"entries": entries, "data": data}))


def _described(entry: Any) -> Iterator[dict[str, Any]]:
    from kabuto.compiling.entries import arrays, fields

    for name, array in arrays(entry.arguments):
        shape, strides = [*array.shape], [*array.strides]
        size, parts = array.itemsize, fields(array.dtype)
        yield {"name": name, "size": size, "shape": shape, "strides": strides, "fields": parts}


def _written(data: Any, made: Path) -> dict[str, Any]:
    import numpy as np

    content = b"".join(np.asarray(part, "<f2").tobytes() for part in data.parts.values())
    (made / f"{data.name}.bin").write_bytes(content)
    into = [[name, int(part.size)] for name, part in data.parts.items()]
    return {"entry": data.entry, "sha256": hashlib.sha256(content).hexdigest(), "into": into}


def _object(entry: Any) -> bytes:
    """An entry point as an object of WebAssembly, under its own name."""
    import llvmlite.binding as llvm
    from numba import typeof

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    signature = tuple(map(typeof, entry.arguments.values()))
    entry.function.compile(signature)
    made = entry.function.overloads[signature]
    module = llvm.parse_assembly(
        _for_pages(made.library.get_llvm_str(), made.fndesc.llvm_func_name, entry.name)
    )
    for function in module.functions:  # only the entry stays; what it calls is its own
        if not function.is_declaration:
            function.linkage = "external" if function.name == entry.name else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, features=FEATURES, reloc="static", codemodel="default")
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True  # the networks take three quarters of the time with it
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


def _for_pages(text: str, symbol: str, name: str) -> str:
    """LLVM's text for another target: nothing in it may ask for memory or for this processor."""
    text = re.sub(r"^target datalayout.*$", f'target datalayout = "{LAYOUT}"', text, flags=re.M)
    text = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r'"target-cpu"="[^"]*"|"target-features"="[^"]*"', "", text)
    text = re.sub(
        r"^(define [^\n]*@NRT_(?:inc|dec)ref\([^\n]*)\{.*?^\}", r"\1{\n  ret void\n}", text, flags=re.S | re.M
    )
    text = re.sub(r"= common (local_unnamed_addr )?global", "= linkonce_odr global", text)
    return text.replace(f'@"{symbol}"', f"@{name}").replace(f"@{symbol}(", f"@{name}(")


def _run(*command: str, **settings: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **settings)
    if done.returncode:
        raise CannotBuild("\n".join((done.stderr or done.stdout).splitlines()[-12:]))


def main(command: str = "build", *rest: str) -> int:
    """The command line."""
    try:
        if command == "fresh":
            return 0 if is_fresh() else 1
        if command == "objects":
            objects(rest[0], Path(rest[1]))
        elif not is_fresh():
            build()
    except (CannotBuild, OSError) as error:
        print(f"The search for pages: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
