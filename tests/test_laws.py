"""Every registered game keeps the eight laws, and so does the tiny game of the tests."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest
from _pytest.mark import ParameterSet

import kabuto
from kabuto.laws import LAWS, Case, Law, Permute
from kabuto.laws.pictures import AnyGame
from kabuto.laws.spread import DEALS, unbiased
from kabuto.laws.trial import Trial
from kabuto.table import Option, Value, game_class
from kabuto.table.manifests import component
from tests.support.lanterns import Lanterns, OpenLanterns
from tests.support.tiny import Kites
from tests.support.tiny import permute as permute_kites

PERMUTE: dict[str, Permute] = {
    **{name: component(name, "permute") for name in kabuto.games()},
    "kites": permute_kites,
}
CROSSED = {"samurai": ("players", "edition", "hands", "figures")}
"""Game → options of which ``make prove`` plays every combination."""


def every_value(table: Sequence[Option]) -> list[dict[str, Value]]:
    """The fewest sets of options that have every value of each."""
    most = max(len(option.values) for option in table)
    return [{option.name: option.values[n % len(option.values)] for option in table} for n in range(most)]


def option_sets(table: Sequence[Option], crossed: Sequence[str]) -> Iterator[dict[str, Value]]:
    """The options to play a game with at length."""
    choices = {option.name: [(option.name, value) for value in option.values] for option in table}
    if crossed:
        yield from map(dict, product(*(choices.pop(name) for name in crossed)))
    for alone in choices.values():
        yield from (dict([choice]) for choice in alone)


def cases(game: type[AnyGame]) -> Iterator[ParameterSet]:
    """The cases of a game: every value is played with, and more for the long checks."""
    once = every_value(game.option_table)
    more = option_sets(game.option_table, CROSSED.get(game.name, ()))
    for options in (*once, *(options for options in more if options not in once)):
        case = Case(game.name, options, permute=PERMUTE.get(game.name))
        yield pytest.param(case, id=str(case), marks=() if options in once else pytest.mark.prove)


GAMES: list[type[AnyGame]] = [*map(game_class, kabuto.games()), Kites, Lanterns, OpenLanterns]
CASES = [case for game in GAMES for case in cases(game)]


@pytest.mark.uncounted
@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.prove)])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.usefixtures("own_registry")
def test_every_game_keeps_the_law(law: Law, case: Case, games: int) -> None:
    for game in (Kites, Lanterns, OpenLanterns):
        kabuto.register(game)
    law(replace(case, games=games))


@pytest.mark.uncounted
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("own_registry")
def test_l2_samples_are_spread_as_deals_are(game: type[AnyGame]) -> None:
    kabuto.register(game)
    unbiased(Trial("4", Case(game.name, {}), seed=7, deals=DEALS))
