"""Every game is one folder; what surrounds the games names none of them."""

import ast
import re
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import kabuto
from kabuto.table import manifests

PACKAGE = Path(kabuto.__file__).parent
SHELLS = sorted({path.parent.name for path in PACKAGE.glob("*/__init__.py")} - {*manifests.BUILT_IN})
TYPED = {f"envs/{game}_v0.py" for game in manifests.BUILT_IN}
"""Q4: what people import by the name of an environment; only a module tells a type checker its options."""
GAMES = re.compile("|".join(manifests.BUILT_IN), re.IGNORECASE)

ALLOWED = {
    "text_ui/words/en.toml": (
        "starts a game of Samurai",  # what plain `kabuto` does
        "https://samurai.example",
        "the cards of a Yedo record",  # --cards
    ),
    "text_ui/words/de.toml": (
        "beginnt eine Partie Samurai",
        "https://samurai.example",
        "einer Yedo-Aufzeichnung",
    ),
    "envs/__init__.py": (
        "samurai_v0",
        "SamuraiVector",
        "SamuraiSingle",
        "YedoVector",
        "samurai_spaces",
    ),  # the names that the documents teach
    "envs/export.py": ("two for an exchange of Samurai",),  # the meaning of a column, which is public
    "envs/gymnasium.py": ("kabuto/Samurai-v0", "``samurai_spaces``"),
    "envs/seats.py": ("kabuto/SamuraiCompiled-v0",),
    "envs/parallel.py": ('parallel_env("samurai", players=3)',),
    "envs/openspiel.py": ("kabuto_samurai(players=3,edition=hig)",),
    "envs/pettingzoo.py": ("samurai_v0",),
}
"""Help texts and examples: file → a part of every line that may name a game."""


def named(shell: str) -> list[tuple[str, str]]:
    """The lines of a shell that name a game, each with its file."""
    files = (path for kind in ("*.py", "*.toml") for path in (PACKAGE / shell).rglob(kind))
    return [
        (path.relative_to(PACKAGE).as_posix(), line.strip())
        for path in sorted(files)
        if path.relative_to(PACKAGE).as_posix() not in TYPED
        for line in path.read_text(encoding="utf-8").splitlines()
        if GAMES.search(line)
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_names_no_game_but_in_help_and_examples(shell: str) -> None:
    surplus = [
        (file, line) for file, line in named(shell) if not any(part in line for part in ALLOWED.get(file, ()))
    ]
    assert not surplus


@pytest.mark.parametrize("file", ALLOWED)
def test_what_is_allowed_is_still_there(file: str) -> None:
    text = (PACKAGE / file).read_text(encoding="utf-8")
    assert [part for part in ALLOWED[file] if part not in text] == []


def test_the_shell_of_the_browser_names_no_game() -> None:
    shell = Path(__file__).parents[1] / "web" / "src" / "shell"
    files = [path for path in shell.rglob("*") if path.suffix in {".css", ".svelte", ".toml", ".ts"}]
    assert len(files) > 50
    assert [path.name for path in files if GAMES.search(path.read_text(encoding="utf-8"))] == []


def test_no_folder_has_more_modules_than_a_reader_takes_in() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder.name for folder in folders if len([*folder.glob("*.py")]) > 25] == []


def test_no_module_leads_back_to_itself() -> None:
    graph = grimp.build_graph("kabuto", cache_dir=None)
    lower = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(lower) > 400
    assert len([*TopologicalSorter(lower).static_order()]) == len(lower)  # or CycleError says which


PLAIN = {"abc", "collections", "copy", "dataclasses", "functools", "hashlib", "itertools", "math", "typing"}
ASKED = PLAIN | {"asyncio", "contextlib", "gzip", "ipaddress", "logging", "random", "segno", "sys"}


@pytest.mark.parametrize(("package", "known"), [("tabletop", PLAIN), ("host", ASKED)])
def test_a_table_and_its_host_are_made_of_messages_and_of_what_computes_alone(
    package: str, known: set[str]
) -> None:
    trees = [ast.parse(path.read_bytes()) for path in (PACKAGE / package).rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= known | {"kabuto", "msgspec"}


def test_no_module_outside_a_game_is_named_after_one() -> None:
    outside = [
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if GAMES.search(path.name)
    ]
    assert {*outside} == TYPED


@pytest.mark.parametrize("file", sorted(TYPED))
def test_q4_a_module_that_is_typed_for_a_game_holds_nothing_else(file: str) -> None:
    assert len((PACKAGE / file).read_text(encoding="utf-8").splitlines()) < 25


def test_the_package_itself_says_where_its_games_are() -> None:
    assert manifests.BUILT_IN == kabuto.BUILT_IN
    assert {name: f"kabuto.{name}.manifest:MANIFEST" for name in manifests.BUILT_IN} == manifests.BUILT_IN


@pytest.mark.parametrize("name", manifests.BUILT_IN)
def test_a_game_of_the_house_brings_everything_from_its_own_folder(name: str) -> None:
    found = manifests.manifest(name)
    places = [value for value in vars(found).values() if isinstance(value, str)]
    places += [*map(str, found.players.values()), *map(str, found.offers.values())]
    assert len(places) > 10
    assert all(f"{place}.".startswith(f"kabuto.{name}.") for place in places)


def test_coverage_leaves_out_what_is_compiled_and_nothing_else() -> None:
    root = PACKAGE.parents[1]
    with (root / "pyproject.toml").open("rb") as file:
        left_out = tomllib.load(file)["tool"]["coverage"]["run"]["omit"]
    pattern = re.compile(r"^@(jit|apart|inner|entry|quick|\w+\.jit|intrinsic|overload\()", re.MULTILINE)
    compiled = [
        path.relative_to(root).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert left_out == sorted(["src/kabuto/learn/training.py", "src/kabuto/samurai/bench.py", *compiled])
