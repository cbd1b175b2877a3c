"""Games of other packages are found by entry points; a bad one is refused by name and harms no other."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kabuto
from kabuto import players
from kabuto.cli import main
from kabuto.laws import cases
from kabuto.samurai import Samurai
from kabuto.table import game_class, manifests
from kabuto.yedo import Yedo

SOUND = """
from kabuto.samurai import Samurai
class Pebbles(Samurai):
    name = "pebbles"
"""


class Packages:
    """Packages as pip would install them, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, package: str, source: str, **games: str) -> None:
        """A package with one module and some games: name → what the entry point names in the module."""
        (self.folder / f"{package}.py").write_text(source, encoding="utf-8")
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        points = "\n".join(f"{name} = {package}:{what}" for name, what in games.items())
        (info / "entry_points.txt").write_text(f"[kabuto.games]\n{points}\n")
        manifests._outside.cache_clear()


@pytest.fixture
def packages(tmp_path: Path, own_registry: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield Packages(tmp_path)
    for name in set(sys.modules) - before:
        if (tmp_path / f"{name}.py").exists():
            del sys.modules[name]
    manifests._outside.cache_clear()


def refusal(name: str) -> str:
    with pytest.raises(kabuto.BadOption) as refused:
        kabuto.new(name)
    assert refused.value.place == "game"
    with pytest.raises(kabuto.BadRecord) as unread:
        kabuto.load({"format": 1, "game": name})
    assert unread.value.place == "game"
    others_notice_nothing()
    return refused.value.reason


def others_notice_nothing() -> None:
    assert isinstance(kabuto.new("samurai", seed=1), Samurai)
    assert isinstance(kabuto.new("yedo", seed=1), Yedo)
    assert {"samurai", "yedo"} <= set(manifests.working())


def test_the_class_of_a_game_is_enough(packages: Packages) -> None:
    packages.add("pebbles_game", SOUND, pebbles="Pebbles")
    assert "pebbles" in kabuto.games()
    assert "pebbles_game" not in sys.modules, "it is imported when it is first needed"
    game = kabuto.new("pebbles", seed=1)
    assert kabuto.load(game.record()).name == "pebbles"
    assert players.names("pebbles") == ["random"]
    assert not manifests.problems()


def test_a_game_may_bring_components_of_its_own_by_the_old_names_too(packages: Packages) -> None:
    source = f"""{SOUND}
from kabuto.table.faces import Faces
FACES = Faces(game=Pebbles, players={{"first": "pebbles_game:First"}})
class First:
    def __init__(self, rng): pass
    def choose(self, view): return view.legal_moves()[0]
"""
    packages.add("pebbles_game", source, pebbles="FACES")
    assert players.names("pebbles") == ["first", "random"]
    assert "pebbles" in manifests.having("players")


@pytest.mark.parametrize(
    "line", ["import kabuto.server.serve", "from kabuto import cli", "from kabuto.host.log import log"]
)
def test_a_game_that_imports_a_shell_is_refused_by_the_laws(packages: Packages, line: str) -> None:
    packages.add("pebbles_shown", f"def show():\n    {line}\n")
    source = f"""{SOUND}
from kabuto.table.faces import Faces
FACES = Faces(game=Pebbles, terminal="pebbles_shown:show")
"""
    packages.add("pebbles_game", source, pebbles="FACES")
    with pytest.raises(
        kabuto.BadOption, match=r"pebbles_shown\.py, line 2, imports kabuto\.(server|cli|host)"
    ):
        cases("pebbles")


def test_a_package_that_fails_at_import_is_named_with_its_fault(packages: Packages) -> None:
    packages.add("bad_game", "raise RuntimeError('no luck today')", bad="Bad")
    reason = refusal("bad")
    for part in ("bad_game", "RuntimeError: no luck today"):
        assert part in reason
    assert manifests.problems() == {"bad": reason}


@pytest.mark.parametrize(
    "source",
    ["import sys; sys.exit(3)", "import nothing_like_it", "def (", "x = 1"],
    ids=lambda text: text[:9],
)
def test_whatever_a_package_does_at_import_the_others_play_on(packages: Packages, source: str) -> None:
    packages.add("bad_game", source, bad="Bad")
    assert "bad_game cannot be loaded" in refusal("bad")


def test_a_game_that_lacks_methods_is_told_which(packages: Packages) -> None:
    source = (
        "import kabuto\nclass Half(kabuto.Game):\n    name = 'half'\n    def _to_move(self, state): return 0"
    )
    packages.add("half_game", source, half="Half")
    reason = refusal("half")
    for part in ("half_game", "option_table", "move_type", "_begin", "_legal_moves", "view"):
        assert part in reason
    assert "_to_move" not in reason


def test_a_game_needs_an_option_for_the_number_of_players(packages: Packages) -> None:
    packages.add("pebbles_game", f"{SOUND}    option_table = ()", pebbles="Pebbles")
    assert "option_table has no option called players" in refusal("pebbles")


def test_what_is_no_game_is_refused(packages: Packages) -> None:
    packages.add("odd_game", "Odd = 'kabuto.table.errors:BadOption'\nNumber = 7", odd="Number")
    assert "offers 7 as the game 'odd'" in refusal("odd")


def test_a_game_called_like_one_of_the_house_is_ignored_and_told(packages: Packages) -> None:
    packages.add("thief_game", SOUND.replace("pebbles", "samurai"), samurai="Pebbles")
    assert game_class("samurai") is Samurai
    assert list(manifests.problems()) == ["samurai"]
    assert "thief_game" in manifests.problems()["samurai"]
    others_notice_nothing()


def test_a_game_that_calls_itself_otherwise_is_refused(packages: Packages) -> None:
    packages.add("masked_game", SOUND.replace('"pebbles"', '"samurai"'), pebbles="Pebbles")
    reason = refusal("pebbles")
    for part in ("masked_game", "pebbles", "samurai"):
        assert part in reason


def test_two_packages_with_one_name_are_both_named(packages: Packages) -> None:
    for package in ("one_game", "two_game"):
        packages.add(package, SOUND, pebbles="Pebbles")
    reason = refusal("pebbles")
    assert "one_game, two_game" in reason


@pytest.mark.usefixtures("own_registry")
def test_a_missing_face_is_named_with_the_games_that_have_it() -> None:
    with pytest.raises(kabuto.BadOption, match=r"yedo .*\bbench\b.*samurai"):
        manifests.need("yedo", "bench")


def test_the_list_of_games_tells_what_cannot_be_played(
    packages: Packages, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "C.UTF-8")
    packages.add("bad_game", "raise RuntimeError('no luck today')", bad="Bad")
    packages.add("thief_game", SOUND, samurai="Pebbles")
    assert main(["games"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for part in ("samurai --players", "yedo --players", "bad_game", "no luck today", "thief_game"):
        assert part in printed
    assert main(["play", "bad"]) == 2
    assert "bad_game" in capsys.readouterr().err


def test_the_default_game_is_named_whatever_else_there_is(packages: Packages) -> None:
    packages.add("alpha_game", SOUND.replace("pebbles", "alpha"), alpha="Pebbles")
    assert kabuto.games()[0] == "alpha"
    assert manifests.default() == "samurai"


def test_the_start_looks_for_no_other_packages() -> None:
    script = """
import sys, kabuto
from kabuto.cli import main
main(["--version"])
kabuto.new("samurai", seed=1)
assert not hasattr(kabuto, "_repr_html_")
assert not hasattr(kabuto, "checkers")
assert "importlib.metadata" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_face_of_the_house_can_be_imported() -> None:
    pytest.importorskip("numba")
    pytest.importorskip("PIL")
    for game in manifests.BUILT_IN:
        found = manifests.manifest(game)
        for kind in vars(found):
            value = getattr(found, kind)
            for place in value.values() if kind in ("players", "offers") else [value]:
                if kind != "compiled":
                    assert place is None or manifests.find(place) is not None, (game, kind)
        assert set(found.compiled) <= set(found.players)
