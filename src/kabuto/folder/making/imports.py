"""Which modules of the package a page needs: what its own modules import, and what the games name for it."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from kabuto import BUILT_IN
from kabuto.folder.surroundings import with_search
from kabuto.table import manifests

ROOTS = ("kabuto.folder.page", "kabuto.folder.rehearsal", "kabuto.folder.thinker")
ABSENT = ("kabuto.server", "kabuto.cli", "kabuto.folder.making", "kabuto.compiling.targets")
"""What no page has; compiled functions are there as WebAssembly."""
NAMED = ("game", "words", "analysis", "reasons", "telling", "story", "group", "puzzles", "wire", "lines")
"""The components of a game that a host asks for."""
BUILT = ("search", "static")
"""Folders of what is built, which a page fetches by itself."""
DATA = (".toml", ".json", ".csv", ".gz")


def needed(package: Path, absent: Iterable[str]) -> list[Path]:
    """The files of a page with their data, but for what imports a library that is ``absent`` there."""
    modules = {_name(package, path): path for path in sorted(package.rglob("*.py"))}
    first = {name: {*_imports(name, path, at_once=True)} for name, path in modules.items()}
    libraries, refused = {*absent}, set[str]()
    waits = {name for name in modules if name.startswith(ABSENT)}
    waits |= {name for name, names in first.items() if {each.partition(".")[0] for each in names} & libraries}
    while waits:  # and whatever imports that
        refused |= waits
        waits = {name for name, names in first.items() if name not in refused and names & refused}
    found: set[str] = set()
    waiting = [*ROOTS, *_named()]
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found and name not in refused:
            found.add(name)
            waiting += [*_imports(name, modules[name]), name.rpartition(".")[0]]
    folders = {modules[name].parent for name in found if modules[name].name == "__init__.py"}
    data = [path for folder in folders for path in _data(folder)]
    return sorted({*(modules[name] for name in found), *data})


def _name(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _named() -> Iterator[str]:
    """The modules that the games name."""
    for game, where in BUILT_IN.items():
        yield str(where).partition(":")[0]
        manifest = with_search(manifests.whole(game))
        for place in (*manifest.players.values(), *(getattr(manifest, kind) for kind in NAMED)):
            if isinstance(place, str):
                yield place.partition(":")[0]
    yield from (str(place).partition(":")[0] for place in _any_game())


def _any_game() -> Iterable[object]:
    from kabuto.players import ANY_GAME

    return [place for name, place in ANY_GAME.items() if not name.endswith(":")]


def _imports(name: str, path: Path, at_once: bool = False) -> Iterator[str]:
    """Every module that a module may import, or does as soon as it is imported, by whatever name it goes."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(
                    [*package.split(".")[: len(package.split(".")) - node.level + 1], base]
                ).rstrip(".")
            yield base
            yield from (f"{base}.{each.name}" for each in node.names)


def _data(folder: Path) -> Iterator[Path]:
    """The files beside the modules of a folder, and in those folders in it that are no packages."""
    for path in sorted(folder.iterdir()):
        if path.name in BUILT:
            continue
        if path.is_dir() and not (path / "__init__.py").exists():
            yield from _data(path)
        elif path.suffix in DATA and path.is_file():
            yield path
