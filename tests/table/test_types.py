"""What a type checker knows of a game that is begun or loaded by its name, and of its options.

``mypy`` checks this file like every other: it fails at a mistake that it should find here and does not.
"""

import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, assert_type, get_args, get_origin, get_type_hints

import pytest

import kabuto
import kabuto.envs
from kabuto import BadOption, BadRecord
from kabuto.envs import SamuraiVector, pettingzoo, samurai_v0, yedo_v0
from kabuto.samurai import Move, Samurai, SamuraiView
from kabuto.samurai.editions import SamuraiOptions
from kabuto.table import Option, game_class
from kabuto.yedo import Yedo, YedoView
from kabuto.yedo.options import YedoOptions


def test_new_and_load_are_typed_by_the_name_of_the_game() -> None:
    samurai = kabuto.new("samurai", players=3, seed=7)
    assert_type(samurai, Samurai)
    assert_type(samurai.view(0), SamuraiView[Samurai])
    assert len(samurai.state.hands) == 3
    for move in samurai.view(0).legal_moves():
        assert_type(move, Move)
    yedo = kabuto.new("yedo", cards="house", overbids=False)
    assert_type(yedo, Yedo)
    assert_type(kabuto.load(samurai.record(), "samurai"), Samurai)
    assert_type(kabuto.load(yedo.record(), "yedo", seed=1).view(None), YedoView[Yedo])
    for name in kabuto.games():
        assert_type(kabuto.new(name, players=2), kabuto.Game[Any, Any])
    assert_type(kabuto.load(yedo.record()), kabuto.Game[Any, Any])
    with pytest.raises(AttributeError):
        samurai.move  # type: ignore[attr-defined] # noqa: B018


def test_q4_a_type_checker_finds_an_option_that_there_is_not() -> None:
    with pytest.raises(BadOption, match="editon"):
        kabuto.new("samurai", editon="rgg")  # type: ignore[call-overload]
    with pytest.raises(BadOption, match="edition"):
        kabuto.new("samurai", edition="rg")  # type: ignore[call-overload]
    with pytest.raises(BadOption, match="overbid"):
        kabuto.new("yedo", overbid=True)  # type: ignore[call-overload]
    with pytest.raises(BadOption, match="editon"):
        samurai_v0.env(editon="rgg")  # type: ignore[call-arg]
    with pytest.raises(BadOption, match="players"):
        yedo_v0.raw_env(players="2")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="captures"):
        SamuraiVector(8, captures="never")  # type: ignore[arg-type]


def test_q4_mypy_says_if_it_no_longer_finds_them() -> None:
    root = Path(kabuto.__file__).parents[2]
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True, "it includes warn_unused_ignores"
    assert "tests" in settings["files"]


def test_a_record_of_another_game_is_refused() -> None:
    record = kabuto.new("yedo", seed=1).record()
    assert kabuto.load(record, "yedo").record() == record
    with pytest.raises(BadRecord, match="game: this is a record of 'yedo', not of 'samurai'"):
        kabuto.load(record, "samurai")


TYPED = {"samurai": SamuraiOptions, "yedo": YedoOptions}


@pytest.mark.parametrize("name", TYPED)
def test_q4_the_typed_options_are_those_of_the_table(name: str) -> None:
    hints, table = get_type_hints(TYPED[name]), game_class(name).option_table
    assert [*hints] == [option.name for option in table]
    for option in table:
        kind = type(option.values[0])
        if get_origin(hints[option.name]) is Literal:
            assert get_args(hints[option.name]) == option.values
        else:
            assert hints[option.name] is kind
            assert kind is not str or type(option) is not Option, "a text is one of some values"


def test_q4_the_environments_are_modules() -> None:
    for name in ("samurai", "yedo"):
        module = import_module(f"kabuto.envs.{name}_v0")
        assert isinstance(module, ModuleType)
        assert getattr(kabuto.envs, f"{name}_v0") is getattr(pettingzoo, f"{name}_v0") is module
