"""Every game is one folder; what surrounds the games names none of them."""

import re
import tomllib
from pathlib import Path

import pytest

import kabuto
from kabuto.table import faces

PACKAGE = Path(kabuto.__file__).parent
SHELLS = ("arena", "cli", "envs", "laws", "players", "server")
GAMES = re.compile("|".join(faces.BUILT_IN), re.IGNORECASE)

ALLOWED = {
    "cli/words/en.toml": (
        "starts a game of Samurai",  # what plain `kabuto` does
        "https://samurai.example",
        "a record of Yedo names",  # --cards
    ),
    "cli/words/de.toml": (
        "beginnt eine Partie Samurai",
        "https://samurai.example",
        "eine Aufzeichnung von Yedo nennt",
    ),
    "envs/__init__.py": (
        "samurai_v0",
        "SamuraiVector",
        "samurai_spaces",
    ),  # the names that the documents teach
    "envs/export.py": ("two for an exchange of Samurai",),  # the meaning of a column, which is public
    "envs/gymnasium.py": ("kabuto/Samurai-v0", "``samurai_spaces``"),
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


def test_no_module_outside_a_game_is_named_after_one() -> None:
    outside = [
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if GAMES.search(path.name)
    ]
    assert not outside


def test_the_table_names_the_games_of_the_house_in_one_place() -> None:
    text = (PACKAGE / "table" / "faces.py").read_text(encoding="utf-8")
    for name, place in faces.BUILT_IN.items():
        assert text.count(f'"{name}"') == 1 + (name == faces.DEFAULT)
        assert place == f"kabuto.{name}.faces:FACES"


@pytest.mark.parametrize("name", faces.BUILT_IN)
def test_a_game_of_the_house_brings_everything_from_its_own_folder(name: str) -> None:
    found = faces.faces(name)
    places = [value for value in vars(found).values() if isinstance(value, str)]
    places += [*map(str, found.players.values()), *map(str, found.offers.values())]
    assert len(places) > 10
    assert all(f"{place}.".startswith(f"kabuto.{name}.") for place in places)


def test_coverage_leaves_out_what_is_compiled_and_nothing_else() -> None:
    root = PACKAGE.parents[1]
    with (root / "pyproject.toml").open("rb") as file:
        left_out = tomllib.load(file)["tool"]["coverage"]["run"]["omit"]
    compiled = [
        path.relative_to(root).as_posix()
        for path in sorted((PACKAGE / "samurai").rglob("*.py"))
        if re.search(
            r"^@(jit|apart|\w+\.jit|intrinsic|overload\()", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert left_out == ["src/kabuto/learn/training.py", "src/kabuto/samurai/bench.py", *compiled]
