"""What the class of a game declares is checked, and a game that fails is named."""

from typing import Any

import pytest

import kabuto
from kabuto.table import Option
from kabuto.table.blame import blame
from kabuto.table.declarations import faults
from kabuto.table.registry import game_class
from tests.support.tiny import Kite, Kites, State

pytestmark = [pytest.mark.counted, pytest.mark.usefixtures("own_registry")]
ODD: Any = 1.5
PLAYERS = Option("players", (3,), 3, "how many players")


def declared(**what: Any) -> str:
    return "; ".join(faults(type("Declared", (Kites,), what)))


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_the_games_of_the_house_declare_nothing_impossible(name: str) -> None:
    assert faults(game_class(name)) == []
    assert declared() == ""


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({"option_table": ()}, "no option called players"),
        ({"option_table": (PLAYERS, 7)}, "has 7 instead of an Option"),
        ({"option_table": (PLAYERS, PLAYERS)}, "each needs a name of its own"),
        ({"option_table": (PLAYERS, Option("a b", (1,), 1, ""))}, "each needs a name of its own"),
        ({"option_table": (PLAYERS, Option("x", (1, "1"), 1, ""))}, "a tuple of int, of str or of bool"),
        ({"option_table": (PLAYERS, Option("x", (ODD,), 1, ""))}, "a tuple of int, of str or of bool"),
        ({"option_table": (PLAYERS, Option("x", (), 1, ""))}, "a tuple of int, of str or of bool"),
        ({"option_table": (PLAYERS, Option("x", (1,), 2, ""))}, "the default of the option x, 2, is none"),
        ({"option_table": (Option("players", (1, 2), 2, ""),)}, "players should be numbers from 2"),
        ({"presets": 7}, "the preset presets sets"),
        ({"presets": {"short": 7}}, "the preset short sets"),
        ({"presets": {"short": {"kites": 4}}}, "the preset short sets kites to 4"),
        ({"presets": {"short": {"kites": lambda chosen: 4}}}, "the preset short sets kites to 4"),
        ({"presets": {"short": {"kites": lambda chosen: chosen["sea"]}}}, "the preset short sets kites to"),
        ({"former_presets": ("long",)}, "former_presets names 'long', which is no preset"),
        ({"move_type": int}, "has no method parse"),
        ({"move_type": type("Mute", (), {"parse": print})}, "moves, Mute, need __str__ and __hash__"),
        ({"rules_version": 0}, "rules_version is 0: it should be a number from 1"),
        ({"rules_version": "2"}, "rules_version is '2'"),
        ({"most_plies": 0}, "most_plies is 0"),
        ({"most_plies": True}, "most_plies is true"),
        ({"most_legal_moves": "9"}, "most_legal_moves is '9'"),
        ({"chance": "rare"}, "chance is 'rare': it should be 'sampled' or 'none'"),
        ({"hidden": 1}, "hidden is 1: it should be True or False"),
    ],
)
def test_nonsense_is_told(what: dict[str, Any], words: str) -> None:
    assert words in declared(**what)


def test_a_default_may_follow_from_other_options() -> None:
    assert declared(option_table=(PLAYERS, Option("x", (1, 2), lambda chosen: 2, ""))) == ""


class Fails(Kites):
    def _after(self, state: State, move: Kite) -> State:
        raise LookupError("no wind")


def test_the_game_that_failed_is_named_with_the_line() -> None:
    kabuto.register(Fails)
    game = kabuto.new("kites", seed=1)
    with pytest.raises(LookupError) as raised:
        game.play(game.legal_moves()[0])
    failed = blame(raised.value)
    assert failed
    assert "the game kites failed: LookupError: no wind (test_declarations.py, line" in failed.reason


def test_nobody_is_blamed_for_the_faults_of_others() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        kabuto.table.options.resolve((Option("x", (1,), lambda chosen: 1 // 0, ""),), {})
    assert blame(raised.value) is None
