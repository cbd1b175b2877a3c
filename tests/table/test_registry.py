"""The games there are, and how one is begun or loaded by its name."""

import subprocess
import sys
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.table import game_class

NO_NAMES: list[Any] = ["", "go", "Samurai", "samurai ", "\ud800", "s" * 1_000_000, None, 1, ["samurai"], {}]


class Other(Samurai):
    """Another game with another name."""

    name = "other"


def test_samurai_is_a_game() -> None:
    assert "samurai" in kabuto.games()
    assert game_class("samurai") is Samurai
    assert isinstance(kabuto.new("samurai"), Samurai)


def test_a_game_is_imported_when_it_is_first_needed() -> None:
    script = """
import sys, kabuto
assert "kabuto.samurai" not in sys.modules
assert "samurai" in kabuto.games()
kabuto.samurai.Move.parse("/")
assert kabuto.new("samurai").to_move == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_kabuto_has_no_attribute_that_is_no_game() -> None:
    with pytest.raises(AttributeError, match="'checkers'"):
        _ = kabuto.checkers


@pytest.mark.usefixtures("own_registry")
def test_a_game_can_be_added_and_then_begun_and_loaded() -> None:
    before = kabuto.games()
    assert kabuto.register(Other) is Other
    assert kabuto.games() == sorted([*before, "other"])
    game = kabuto.new("other", seed=1)
    assert game.record()["game"] == "other"
    assert isinstance(kabuto.load(game.record()), Other)


@pytest.mark.usefixtures("own_registry")
def test_a_game_can_be_added_twice_but_not_under_the_name_of_another() -> None:
    kabuto.register(Other)
    kabuto.register(Other)

    class Impostor(Samurai):
        name = "other"

    with pytest.raises(kabuto.BadOption, match="there is already a game called other"):
        kabuto.register(Impostor)
    assert game_class("other") is Other


@pytest.mark.parametrize("name", NO_NAMES, ids=lambda name: type(name).__name__)
def test_an_unknown_game_is_refused_with_those_there_are(name: Any) -> None:
    with pytest.raises(kabuto.BadOption, match=r"there is no game .*: there are .*samurai") as refused:
        kabuto.new(name)
    assert refused.value.place == "game"
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("name", ["", "go", "Samurai", "\ud800"])
def test_the_record_of_an_unknown_game_is_refused_at_game(name: str) -> None:
    with pytest.raises(kabuto.BadRecord, match="there is no game") as refused:
        kabuto.load({"format": 1, "game": name})
    assert refused.value.place == "game"


@pytest.mark.parametrize("seed", ["7", 7.0, True, 2**300, [7]])
def test_a_seed_is_an_integer_for_new_and_for_load(seed: Any) -> None:
    record = kabuto.new("samurai").record()
    with pytest.raises(kabuto.BadOption, match="seed is an integer"):
        kabuto.new("samurai", seed=seed)
    with pytest.raises(kabuto.BadOption, match="seed is an integer"):
        kabuto.load(record, seed=seed)


def test_the_same_seed_begins_the_same_game_and_another_another() -> None:
    records = [kabuto.new("samurai", seed=seed).record() for seed in (7, 7, 8)]
    assert records[0] == records[1] != records[2]


def test_without_a_seed_games_differ() -> None:
    assert kabuto.new("samurai").record() != kabuto.new("samurai").record()


def test_the_seed_of_load_decides_chance_that_is_still_to_come() -> None:
    record = kabuto.new("samurai", hands="choose").record()
    choices = ["+H2", "+H3", "+H4", "+B2", "+B3"] * 2

    def draws(seed: int) -> Any:
        game = kabuto.load(record, seed=seed)
        for choice in choices:
            game.play(choice)
        return game.record()["start"]["draws"]

    assert draws(1) == draws(1) != draws(2)


def test_a_bad_option_of_a_record_is_refused_with_its_place() -> None:
    for options, place in (
        ({"players": 5}, "options.players"),
        ({"seed": 7}, "options.seed"),
        ({"x\n": 1}, r"options.'x\n'"),
    ):
        with pytest.raises(kabuto.BadRecord) as refused:
            kabuto.load({"format": 1, "game": "samurai", "options": options})
        assert refused.value.place == place


def test_every_refusal_is_a_value_error_with_reason_and_place() -> None:
    for kind in (kabuto.IllegalMove, kabuto.BadOption, kabuto.BadRecord):
        error = kind("no", "here")
        assert isinstance(error, ValueError)
        assert (error.reason, error.place, str(error), str(kind("no"))) == ("no", "here", "here: no", "no")
