"""The search as WebAssembly, as a page has it: the same decisions as native code makes, to the last bit."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any

import pytest

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo
from kabuto.yedo.analysis import analyse
from kabuto.yedo.players.compiled import entries, warming
from kabuto.yedo.players.levels import EFFORTS
from kabuto.yedo.players.search import Search, Tried
from kabuto.yedo.views.view import YedoView
from tests.support.machine import NodeMachine, both, built, check_records

PLAYERS = (2, 3, 4, 5)
GAMES = 8
"""A budget of few games."""
FEW, MANY, WHOLE = 5, 1000, 20
"""Decisions of a level: in all, of each number of players, and with full budgets."""


@pytest.fixture(scope="module")
def page() -> Iterator[NodeMachine]:
    """The built module, in node."""
    warming.warm_all()
    with built() as machine:
        yield machine


def views(*players: int) -> Iterator[YedoView]:
    """Positions without end, from the first card to the last round: all numbers, cards and ways to trade."""
    for number, seats in enumerate(cycle(players)):
        rng = random.Random(number)
        options = {"cards": ("city", "house")[number // 4 % 2], "trading": ("brief", "free")[number // 8 % 2]}
        game = kabuto.new("yedo", players=seats, seed=number, **options)
        assert isinstance(game, Yedo)
        walker = make("greedy", "yedo", rng)
        for _ in range(rng.randrange(90 * seats)):
            if game.to_move is not None:
                game.play(walker.choose(game.view(game.to_move)))
        if game.to_move is not None:
            view = game.view(game.to_move)
            assert isinstance(view, YedoView)
            yield view


def weighed(level: int, view: YedoView, games: int | None) -> list[Tried]:
    """What a level finds in a position, with a budget of its own or another one."""
    effort = EFFORTS[level]._replace(thorough=True, hopeless=99.0)
    return Search(random.Random(view.ply), effort._replace(games=games) if games else effort).weigh(view)


def check(page: NodeMachine, level: int, players: tuple[int, ...], number: int, games: int | None) -> None:
    tried = (view for view in views(*players) if weighed(level, view, 1)[0].games)
    for view in islice(tried, number):
        native, there = both(page, partial(weighed, level, view, games))
        assert there == native, (level, view.to_json())


@pytest.mark.parametrize("level", EFFORTS)
def test_a_level_makes_the_same_decisions(page: NodeMachine, level: int) -> None:
    check(page, level, PLAYERS, FEW, GAMES)


@pytest.mark.prove
@pytest.mark.parametrize("level", EFFORTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_level_makes_the_same_decisions_in_many_positions(
    page: NodeMachine, level: int, players: int
) -> None:
    check(page, level, (players,), MANY, GAMES)


@pytest.mark.prove
@pytest.mark.parametrize("level", EFFORTS)
def test_a_level_makes_the_same_decisions_with_its_full_budget(page: NodeMachine, level: int) -> None:
    check(page, level, PLAYERS, WHOLE, None)


def test_an_analysis_finds_the_same(page: NodeMachine) -> None:
    def think(view: YedoView) -> Any:
        return [(each.move, each.results) for each in analyse(view, iterations=40, seed=3).moves]

    for view in islice(views(2, 5), 2):
        native, there = both(page, partial(think, view))
        assert there == native


def test_the_records_of_a_page_are_those_of_native_code(page: NodeMachine) -> None:
    check_records(page, entries)
    assert not [*entries.data()]
