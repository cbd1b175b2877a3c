"""What a game of another package imports: what every game has, and never what shows or serves it."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec, resolve_name
from pathlib import Path

from kabuto.table import BadOption, manifests

SHELLS = tuple(
    f"kabuto.{name}" for name in ("agents", "cli", "host", "protocol", "server", "tabletop", "text_ui")
)


def check_imports(game: str) -> None:
    """Refuse a game of another package if a module of its own imports a shell, directly or by another one.

    ``lint-imports`` looks at the games of this package; that of a script or a test may be beside anything.
    """
    if not manifests.is_packaged(game):
        return
    left = sorted(_named(game))
    seen = {*left}
    while left:
        module = left.pop()
        for imported, place in _imports(module):
            if imported.startswith(tuple(f"{shell}." for shell in SHELLS)) or imported in SHELLS:
                raise BadOption(f"{place} imports {imported}: a game knows no shell", game)
            if imported.partition(".")[0] == module.partition(".")[0] and imported not in seen:
                seen.add(imported)
                left.append(imported)


def _named(game: str) -> set[str]:
    """The modules that the manifest of a game names."""
    found = manifests.manifest(game)
    components = [*vars(found).values(), *found.players.values(), *found.offers.values()]
    written = {each.partition(":")[0] for each in components if isinstance(each, str) and ":" in each}
    return written | {manifests.find(found.game).__module__}


def _imports(module: str) -> Iterator[tuple[str, str]]:
    """Everything that a module imports, as far as its source is there, each with its file and line."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:  # a name in a module, not a module
        return
    if spec is None or not (spec.origin or "").endswith(".py"):
        return
    path = Path(str(spec.origin))
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from ((name, f"{path.name}, line {node.lineno},") for name in names)
