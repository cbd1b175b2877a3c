"""What the README and the documentation show is true."""

import ast
import doctest
import re
import runpy
import shlex
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from numba import cuda

import kabuto
from kabuto.cli import main
from kabuto.cli.command import COMMANDS
from kabuto.players import make, play_out
from kabuto.table import deals
from kabuto.table.record import dumps

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
SHORTER = {
    "analysis.md": ("iterations=500", "iterations=10"),
    "arena.md": ("fixtures(200)", "fixtures(2)"),
    "envs.md": ("range(1000)", "range(10)"),
}
"""Page → what its example does often, and as often as a test needs."""
LONG = "analysis.md"
"""It reviews whole games, which tests of its commands do as well."""
ALONE = ("analyse", "arena", "simulate")
"""Commands that a page may give several processes: here they do everything in this one."""
RUN = ("analyse", "arena", "check", "export", "games", "simulate")
"""Commands that are run, with few games and no long thoughts; of others the words are read."""


def blocks(page: Path, language: str) -> list[str]:
    """The examples of a page in a language."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [
        re.sub(f"^{indent}", "", text, flags=re.MULTILINE) for indent, name, text in found if name == language
    ]


def with_blocks(language: str) -> pytest.MarkDecorator:
    """Every page that has examples in a language."""
    pages = [
        pytest.param(page, marks=pytest.mark.uncounted if page.name == LONG else ())
        for page in DOCUMENTS
        if blocks(page, language)
    ]
    return pytest.mark.parametrize("page", pages, ids=lambda page: str(page.name))


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.name))
def test_every_file_it_links_to_is_there(page: Path) -> None:
    links = [part.split(")")[0].split("#")[0] for part in page.read_text(encoding="utf-8").split("](")[1:]]
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + PAGES, ids=lambda page: str(page.name))
def test_no_merge_was_left_half_done(page: Path) -> None:
    assert not re.findall(r"^[<>]{7} .*", page.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == [page.name for page in PAGES]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The files that examples read: a game, proof and receipt of its deal, and some games."""
    options = kabuto.new("samurai", players=2).options
    proof = deals.Proof(
        "samurai", "5e" * 32, (deals.Share(),) * 2, table=deals.table_hash("a table"), options=options
    )
    bond, records = proof.bond, []
    assert bond
    told = {"table": bond.table, "commitment": bond.commitment, "start": bond.start}
    receipt = {"receipt": 2, **told, "seals": ["", ""], "mine": []}
    for seed in (proof.seed, 1, 2):
        game = kabuto.new("samurai", players=2, seed=seed)
        play_out(game, [make("greedy", "samurai", Random(seed)) for _ in range(2)])
        records.append(dumps(game.record()))
    games = "".join(f"{record}\n" for record in records)
    deal = {"game.deal": dumps(proof.to_json()), "game.receipt": dumps(receipt)}
    return {**deal, "game.json": records[0], "games.jsonl": games}


@pytest.fixture
def folder(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with these files, where the examples run."""
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


# The tree of folders.


def drawn() -> set[str]:
    """The folders that the page about the house draws."""
    _, text = blocks(ROOT / "docs" / "architecture.md", "text")
    found, path = set(), list[str]()
    for line in filter(None, text.splitlines()):
        depth, name = (len(line) - len(line.lstrip())) // 2, line.split()[0]
        path[depth:] = [name]
        found.add("/".join(path))
    return found


def test_the_house_is_drawn_with_every_folder_and_no_other() -> None:
    left_out = {"__pycache__", "static", "words"}
    built = ROOT / "src/kabuto/folder/search"
    there = {
        folder.relative_to(ROOT).as_posix()
        for root in ("src/kabuto", "web/src")
        for folder in (ROOT / root, *(ROOT / root).rglob("*/"))
        if folder.is_dir() and folder != built and not left_out & set(folder.parts)
    }
    assert drawn() == there


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_file_that_pages_for_engineers_name_is_there(page: str) -> None:
    named = re.findall(
        r"`((?:src|web|tests|docs|examples)/[\w./]+)`", (ROOT / page).read_text(encoding="utf-8")
    )
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_packages_are_drawn_as_they_import() -> None:
    drawing = runpy.run_path(str(ROOT / "docs" / "pictures" / "packages.py"))
    assert drawing["PICTURE"].read_text(encoding="utf-8") == drawing["picture"](), "run the command"


# Python.


@with_blocks("python")
def test_python_examples_run_as_shown(page: Path, folder: Path) -> None:
    """The examples of a page follow each other, as a reader types them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for text in blocks(page, "python"):
        if text.startswith(">>> "):
            test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
            assert doctest.DocTestRunner().run(test) == (0, len(test.examples))
        elif not text.startswith("--8<-- "):  # a file that has its own test
            long, short = SHORTER.get(page.name, ("", ""))
            run(text.replace(long, short) if long else text, names, page.name)


def run(text: str, names: dict[str, Any], page: str) -> None:
    """Run an example; where a comment shows a value, the line must have it."""
    tree = ast.parse(text, page)
    if missing(tree):
        return
    lines = text.splitlines()
    for statement in tree.body:
        if isinstance(statement, ast.Expr) and statement.end_lineno is not None:
            value = eval(compile(ast.Expression(statement.value), page, "eval"), names)
            shown = lines[statement.end_lineno - 1][statement.end_col_offset or 0 :].partition("# ")[2]
            assert is_shown(value, shown), f"{page}: {lines[statement.lineno - 1]} is {value!r}"
        else:
            exec(compile(ast.Module([statement], []), page, "exec"), names)


def missing(tree: ast.Module) -> bool:
    """Whether an example needs what the tests do without, as a GPU or pandas."""
    modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    on_gpu = any(node.value == "cuda" for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return (on_gpu and not cuda.is_available()) or any(
        not find_spec(name.partition(".")[0]) for name in modules
    )


def is_shown(value: object, comment: str) -> bool:
    """Whether a value is the one in the comment, if there is one."""
    try:
        return bool(ast.literal_eval(comment) == value)
    except (SyntaxError, ValueError):
        return True  # words


# Commands.


def commands(page: Path) -> Iterator[str]:
    """The commands of a page, one by one."""
    for text in blocks(page, "sh"):
        lines = text.replace("\\\n", " ").splitlines()
        is_session = lines[0].startswith("$ ")
        for line in lines:
            if not is_session or line.startswith("$ "):
                words = line.removeprefix("$ ")
                yield from re.split(r" (?:&&|\|) ", words)


@pytest.mark.counted
@with_blocks("sh")
def test_commands_are_taken(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    targets = re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in commands(page):
        line = line.replace("fans", "samurai")  # the game that CONTRIBUTING builds, in its own test
        program, *words = [
            word for word in shlex.split(line, comments=True) if "=" not in word or "-" in word
        ]
        if program.endswith("kabuto"):
            assert take(words, monkeypatch) == 0, line
        elif program == "make":
            assert set(words) <= set(targets), line
        elif program == "python":
            path = words[1].replace(".", "/") if words[0] == "-m" else words[0]
            assert (ROOT / path).exists(), line
        else:
            assert program in ("cd", "echo", "git", "python3", ".venv/bin/pip", "uv", "uvx"), line


def take(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command with few games, or only read its words; its exit code."""
    name = words[0] if words else "play"
    words = [re.sub(r"\blearned:\d+", "learned:1", word) for word in words]
    if name in ALONE and "--jobs" in words:
        words = [*words, "--jobs", "1"]
    with monkeypatch.context() as patch:
        if name not in RUN or "-" in words or re.search("level[78]", str(words)):
            patch.setattr(import_module(f"kabuto.cli.{COMMANDS[name].module}"), "run", lambda args, screen: 0)
        elif name == "arena":
            words = [*words, "--games", "2"]
        elif name == "simulate":
            words = [*words, "--games", "2", "--force"]
        elif name == "check" and "--deal" not in words:
            words = [name, *map(str, Path().glob(words[1]))]
        elif name == "analyse":
            words = [*words, "--iterations", "4"]
        return main(words)


def test_every_command_is_in_the_documentation() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in DOCUMENTS)
    assert [name for name in COMMANDS if f"kabuto {name}" not in shown] == []


def test_q7_the_citation_file_names_this_version_and_licence() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {kabuto.__version__}" in cited
    assert {"cff-version: 1.2.0", "license: MIT", "  - name: The Kabuto contributors"} <= {*cited}


def test_q7_every_public_package_has_a_page() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in ("samurai", "yedo", "players", "arena", "envs", "laws"):
        assert f"::: kabuto.{name}\n" in page


def test_q7_the_example_of_a_docstring_is_a_block() -> None:
    text = (ROOT / "src/kabuto/samurai/numbers/vector.py").read_text(encoding="utf-8")
    assert "\n\n    games = SamuraiVector(1024" in text


def test_q1_speeds_are_compared_like_with_like_and_in_one_place_alone() -> None:
    source = (ROOT / "benchmarks" / "peers.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'^    "(.+)": ', source.partition("OURS = {")[2], re.MULTILINE))
    assert len(kinds) > 5
    ratio = re.compile(r"^\|.*(?:OpenSpiel|pgx|catanatron).*[0-9] ×.*$", re.MULTILINE)
    (table,) = filter(None, (ratio.findall(page.read_text(encoding="utf-8")) for page in DOCUMENTS))
    for row in table:
        kind, peer = (cell.strip() for cell in row.split("|")[1:3])
        assert kind in kinds, f"no figure of ours is made like that: {kind}"
        assert "`" in peer, f"which call of the peer was it? {peer}"
