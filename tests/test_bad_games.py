"""Bad games of other packages: each gets an error that names what is wrong, and no other game notices."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.third import EXAMPLE, OUTSIDE, environment

Spoil = Callable[..., "Bad"]


class Bad:
    """A machine with a spoilt copy of the third game."""

    def __init__(self, folder: Path, source: str) -> None:
        package = folder / "package"
        package.mkdir()
        (package / "pyproject.toml").write_text((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
        (package / "kaiawase.py").write_text(source, encoding="utf-8")
        self.folder, self.env = folder, environment(folder / "site", package)

    def run(self, *command: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, env=self.env, cwd=self.folder, input=typed, capture_output=True, text=True, timeout=240
        )

    def kabuto(self, *argv: str, code: int, typed: str = "") -> str:
        """What a command says; nobody should ever see where in Python it went wrong."""
        done = self.run(sys.executable, "-m", "kabuto", *argv, typed=typed)
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + " ".join(done.stderr.split())

    def python(self, script: str) -> str:
        done = self.run(sys.executable, "-c", script)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def others_play_on(self) -> None:
        self.kabuto("simulate", "samurai", "--games", "1", "--seats", "random", code=0)
        assert "yedo" in self.kabuto("games", code=0)
        self.python("import kabuto.envs.gymnasium, kabuto.envs.openspiel")


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    source = (EXAMPLE / "kaiawase.py").read_text(encoding="utf-8")

    def spoilt(*changes: tuple[str, str]) -> Bad:
        """The third game with some of its text replaced."""
        text = source
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        return Bad(tmp_path, text)

    return spoilt


PLIES, HAND, PLAYERS = "most_plies = 16", '"hand", (3, 4), 4', '"players", (2, 3, 4), 2'
NOTATION = "    def __str__(self) -> str:\n        return self.scene\n"
EVERY = ("def every_move(", "def each_move(")
NONSENSE = [
    (PLIES, 'most_plies = "many"', "most_plies is 'many': it should be a number from 1"),
    (PLIES, "most_legal_moves = -1", "most_legal_moves is -1"),
    (PLIES, 'chance = "often"', "chance is 'often': it should be 'sampled' or 'none'"),
    (PLIES, "hidden = 7", "hidden is 7: it should be True or False"),
    (PLIES, 'presets = {"short": {"hand": 9}}', "the preset short sets hand to 9"),
    (PLIES, "option_table = 7", "TypeError"),
    (PLAYERS, '"players", (1, 2), 2', "the values of the option players should be numbers from 2"),
    (PLAYERS, '"players", (2, 3), 7', "the default of the option players, 7, is none of its values"),
    (HAND, '"hand", (3, "four"), 3', "the values of the option hand should be a tuple of int"),
    (HAND, '"hand", (), 4', "the values of the option hand should be a tuple"),
    (HAND, '"players", (2, 3), 2', "an option called 'players': each needs a name of its own"),
    ("move_type = Lay\n    most", "move_type = int\n    most", "has no method parse"),
    (NOTATION, "", "moves, Lay, need __str__ and __hash__"),
]


@pytest.mark.parametrize(("old", "new", "words"), NONSENSE, ids=[words[:30] for _, _, words in NONSENSE])
def test_a_game_that_declares_nonsense_is_told_what(old: str, new: str, words: str, spoil: Spoil) -> None:
    said = spoil((old, new)).kabuto("play", "kaiawase", code=2)
    assert words in said
    assert "the game 'kaiawase' of the package kaiawase" in said


def test_a_game_that_raises_at_import(spoil: Spoil) -> None:
    bad = spoil(("SCENES = (", "1 / 0\nSCENES = ("))
    said = bad.kabuto("play", "kaiawase", code=2)
    assert "kaiawase cannot be loaded: ZeroDivisionError: division by zero" in said
    assert "cannot be loaded" in bad.kabuto("games", code=0)
    bad.others_play_on()


def test_a_game_that_lacks_a_method(spoil: Spoil) -> None:
    bad = spoil(("def _after(", "def after("))
    assert "is incomplete. It lacks: _after" in bad.kabuto("laws", "kaiawase", code=2)
    bad.others_play_on()


def test_a_view_that_lacks_a_method(spoil: Spoil) -> None:
    bad = spoil(("def sample(self, rng", "def guess(self, rng"))
    said = " ".join(bad.kabuto("laws", "kaiawase", code=1).split())
    assert "the game raises TypeError: Can't instantiate abstract class KaiawaseView" in said
    assert "the game kaiawase failed: TypeError" in bad.kabuto("simulate", "kaiawase", code=1)
    bad.others_play_on()


def test_a_game_that_calls_itself_samurai(spoil: Spoil) -> None:
    bad = spoil(('name = "kaiawase"', 'name = "samurai"'))
    said = bad.kabuto("play", "kaiawase", code=2)
    assert "offers the game 'kaiawase', but the game calls itself 'samurai'" in said
    bad.others_play_on()


RAISES = (
    "        turned, *basket = state.basket\n",
    "        if len(state.basket) == 25:\n"
    "            raise LookupError('the basket is torn')\n"
    "        turned, *basket = state.basket\n",
)
"""It raises in the middle of the game."""
TORN = "the game kaiawase failed: LookupError: the basket is torn (kaiawase.py, line"


def test_a_game_that_raises_in_the_middle(spoil: Spoil) -> None:
    bad = spoil(RAISES)
    (bad.folder / "outside.py").write_text(OUTSIDE)
    entrants = ("--entrants", f"random,program:{sys.executable} outside.py")
    assert TORN in bad.kabuto("play", "kaiawase", "--watch", code=1)
    assert TORN in bad.kabuto("simulate", "kaiawase", "--games", "4", code=1)
    assert TORN in bad.kabuto("simulate", "kaiawase", "--games", "4", "--jobs", "2", code=1)
    assert TORN in bad.kabuto("arena", "kaiawase", *entrants, "--games", "2", code=1)
    said = " ".join(bad.kabuto("laws", "kaiawase", code=1).split())
    assert "the game raises LookupError: the basket is torn (kaiawase.py, line" in said
    bad.others_play_on()


def test_a_tool_goes_on_after_a_game_has_failed(spoil: Spoil) -> None:
    bad = spoil(("turned, *basket = state.basket", "turned, *basket = state.basket[100:]"))
    said = bad.kabuto("tool", code=0, typed='{"ask": "new", "game": "kaiawase"}\n')
    record = json.loads(said)["record"]
    scene = record["start"]["hands"][0][0]
    asked = [{"ask": "play", "record": record, "move": scene}, {"ask": "new", "game": "samurai"}]
    answers = bad.kabuto("tool", code=0, typed="".join(json.dumps(each) + "\n" for each in asked))
    failed, sound = (json.loads(line) for line in answers.splitlines())
    assert (failed["ok"], failed["error"]["kind"], sound["ok"]) == (False, "game_failed", True)
    assert "the game kaiawase failed: ValueError" in failed["error"]["reason"]


FIELD = "    first_won: tuple[tuple[str, ...], ...]\n"
PEEP = ((FIELD, FIELD + "    top: str\n"), ("won=first.won,", "won=first.won, top=str(state.basket[:1]),"))


def test_a_view_that_shows_what_is_hidden_breaks_law_3(spoil: Spoil) -> None:
    bad = spoil(('"won": self.won,', '"won": self.won, "top": self.top,'), *PEEP)
    said = json.loads(bad.kabuto("laws", "kaiawase", "--json", "--seed", "1", code=1))
    assert not said["laws"][2]["kept"]
    assert "cannot see what was changed: the view differs" in said["laws"][2]["fault"]
    bad.others_play_on()


def test_a_view_that_hides_a_shell_in_an_attribute_breaks_law_3_alone(spoil: Spoil) -> None:
    said = json.loads(spoil(*PEEP).kabuto("laws", "kaiawase", "--json", "--seed", "1", code=1))
    assert [law["law"] for law in said["laws"] if not law["kept"]] == [3]
    assert "but view.top shows it" in said["laws"][2]["fault"]


NO_MOVES = "kaiawase does not declare every_move or most_legal_moves, which this needs"


@pytest.mark.parametrize(
    ("change", "script", "words"),
    [
        (
            (PLIES, ""),
            "import pyspiel\nfrom kabuto.envs import openspiel\npyspiel.load_game('kabuto_kaiawase')",
            "kaiawase does not declare most_plies, which this needs",
        ),
        (EVERY, "from kabuto.envs.pettingzoo import kaiawase_v0\nkaiawase_v0.env()", NO_MOVES),
        (EVERY, "import gymnasium, kabuto.envs.gymnasium\ngymnasium.make('kabuto/Kaiawase-v0')", NO_MOVES),
    ],
    ids=["openspiel", "pettingzoo", "gymnasium"],
)
def test_an_environment_says_what_a_game_does_not_declare(
    change: tuple[str, str], script: str, words: str, spoil: Spoil
) -> None:
    assert words in spoil(change).run(sys.executable, "-c", script).stderr


@pytest.mark.parametrize(
    ("argv", "words"),
    [(["bench", "kaiawase"], "has no engine to measure"), (["analyse", "game.json"], "can’t be analysed")],
    ids=["bench", "analyse"],
)
def test_a_command_says_what_a_game_lacks_and_which_games_have_it(
    argv: list[str], words: str, spoil: Spoil
) -> None:
    bad = spoil()
    bad.kabuto("simulate", "kaiawase", "--games", "1", "--out", "game.json", code=0)
    said = bad.kabuto(*argv, code=2)
    for part in ("kaiawase", words, "samurai"):
        assert part in said


def test_without_every_move_the_ids_are_places_among_the_legal_moves(spoil: Spoil) -> None:
    spoil(EVERY, (PLIES, "most_plies, most_legal_moves = 16, 4")).python("""
import pyspiel
from kabuto.envs import openspiel
from kabuto.envs.pettingzoo import kaiawase_v0
from pettingzoo.test import seed_test
game = pyspiel.load_game("kabuto_kaiawase")
assert game.num_distinct_actions() == 4
pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
seed_test(kaiawase_v0.env)
env = kaiawase_v0.env()
env.reset(seed=1)
try:
    env.step(3)
    env.step(3)
    env.step(3)
except ValueError as refusal:
    assert "now. Legal: 0 (" in str(refusal), refusal
else:
    raise AssertionError("there were four legal moves three times")
""")


def test_knowledge_and_observations_are_equal_together(spoil: Spoil) -> None:
    spoil().python("""
import random
import kabuto
from kabuto.table.numbers.plain import features

texts = []
for seed in range(12):
    game = kabuto.new("kaiawase", seed=seed // 2)
    while game.to_move is not None:
        texts += [game.view(seat).to_json() for seat in (None, 0, 1)]
        game.play(random.Random(seed % 2).choice(game.legal_moves()))
seen = [features(text).tobytes() for text in texts]
assert len(set(texts)) > 100
assert len(set(seen)) == len(set(texts)) == len(set(zip(texts, seen)))
""")


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ([EVERY, (PLIES, "most_plies, most_legal_moves = 16, 1")], "most_legal_moves"),
        ([("for scene in SCENES]", "for scene in SCENES[:2]]")], "every_move"),
    ],
    ids=["most_legal_moves", "every_move"],
)
def test_an_environment_says_which_declaration_is_wrong(
    changes: list[tuple[str, str]], name: str, spoil: Spoil
) -> None:
    bad = spoil(*changes)
    script = (
        "from kabuto.envs.pettingzoo import kaiawase_v0; env = kaiawase_v0.env(); env.reset(1); env.last()"
    )
    said = bad.run(sys.executable, "-c", script).stderr
    assert f"kaiawase has more legal moves than {name} says" in said
    assert name in bad.kabuto("laws", "kaiawase", "--seed", "1", code=1)
