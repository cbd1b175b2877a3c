"""The search as WebAssembly, as a page has it: the same turns as native code finds, to the last bit."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from kabuto.folder.making.build import SEARCH
from kabuto.players import make
from kabuto.samurai import Samurai
from kabuto.samurai.analysis.thought import Thinker
from kabuto.samurai.players import entries
from kabuto.samurai.players.learned import player as learned
from kabuto.samurai.players.learned.player import Measured
from kabuto.samurai.players.search import Search
from kabuto.samurai.state import Phase
from kabuto.table.chances import Budget
from tests.samurai.helpers import EDITIONS, PLAYERS, TIMINGS, new
from tests.support.machine import NodeMachine, both, built, check_records

LEVELS = range(6, 11)
GAMES = 8
"""A budget of short games."""
FEW, MANY, WHOLE = 4, 1000, 20
"""Positions of a level: in all, of each number of players, and with full budgets."""


@pytest.fixture(scope="module")
def page() -> Iterator[NodeMachine]:
    """The built module, in node."""
    with built() as machine:
        yield machine


@pytest.fixture(autouse=True)
def short_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide quickly in set-up."""
    monkeypatch.setattr(learned, "SET_UP_GAMES", 40)


def positions(*players: int) -> Iterator[Samurai]:
    """Positions without end: of every edition, from set-up to the last turns, captures at both times."""
    rng = random.Random(1)
    for number, seats in enumerate(cycle(players)):
        set_up: dict[str, Any] = {"hands": "choose", "figures": "draft"} if number % 8 == 7 else {}
        edition, captures = EDITIONS[number % 3], TIMINGS[number % 2]
        game = new(number, players=seats, edition=edition, captures=captures, **set_up)
        walker = make("level2", "samurai", rng)
        for _ in range(rng.randrange(30 * seats)):
            if game.to_move is not None:
                game.play(walker.choose(game.view(game.to_move)))
        if game.to_move is not None:
            yield game


def thought(level: int, game: Samurai, seed: int, games: int | None) -> Any:
    """What a level thinks of a position, with a budget of its own or another one."""
    player: Any = make(f"level{level}", "samurai", random.Random(seed))
    if isinstance(player, Measured) and games:
        player.efforts = {players: (games, habits) for players, (_, habits) in player.efforts.items()}
    elif player.iterations > 1 and games:
        player.iterations = games
    view = game.view(game.to_move)
    return player.weigh(view) if view.state.phase is Phase.TURN else player.choose(view)


def check(page: NodeMachine, level: int, games: Iterator[Samurai], budget: int | None = GAMES) -> None:
    for seed, game in enumerate(games):
        native, there = both(page, partial(thought, level, game, seed, budget))
        assert there == native, (level, seed, str(game))


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_finds_the_same_turns(page: NodeMachine, level: int) -> None:
    check(page, level, islice(positions(*PLAYERS), FEW))


@pytest.mark.prove
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_level_finds_the_same_turns_in_many_positions(page: NodeMachine, level: int, players: int) -> None:
    check(page, level, islice(positions(players), MANY))


@pytest.mark.prove
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_finds_the_same_turns_with_its_full_budget(page: NodeMachine, level: int) -> None:
    check(page, level, islice(positions(*PLAYERS), WHOLE), None)


def test_an_analysis_measures_the_same(page: NodeMachine) -> None:
    game = next(islice(positions(3), 4, None))
    view = game.view(game.to_move)

    def think() -> Any:
        thinker = Thinker(Budget(40), 3)
        moves = view.legal_moves()[:2]
        return (
            thinker.ideas(view),
            [thinker.measure(view, move, 50) for move in moves],
            thinker.chances(view, 8),
        )

    native, there = both(page, think)
    assert there == native


def test_searches_that_take_turns_at_one_set_of_arrays_do_not_mix(page: NodeMachine) -> None:
    one, two = (game.view(game.to_move) for game in islice(positions(2, 3), 2))

    def think() -> Any:
        first, second = (Search(random.Random(seed), iterations=GAMES) for seed in (1, 2))
        return [searcher.weigh(view) for view in (one, two, one) for searcher in (first, second)]

    native, there = both(page, think)
    assert there == native


def test_the_records_of_a_page_are_those_of_native_code(page: NodeMachine) -> None:
    check_records(page, entries)
    assert {each.name for each in entries.data()} == {f"samurai_network_{players}" for players in PLAYERS}


def test_data_of_another_size_is_refused(page: NodeMachine, tmp_path: Path) -> None:
    for path in SEARCH.iterdir():
        cut = path.name == "samurai_network_2.bin"
        (tmp_path / path.name).write_bytes(path.read_bytes()[: -2 if cut else None])
    with NodeMachine(tmp_path) as machine, pytest.raises(RuntimeError, match="is cut, or of another version"):
        machine.take("samurai_learned", "samurai_network_2")


def test_a_module_without_an_entry_point_is_refused(tmp_path: Path, page: NodeMachine) -> None:
    for path in SEARCH.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    layouts = tmp_path / "kernel.json"
    layouts.write_text(layouts.read_text().replace('"samurai_learned":', '"samurai_newer":'))
    with (
        pytest.raises(RuntimeError, match="the search is of another version: samurai_newer"),
        NodeMachine(tmp_path) as machine,
    ):
        machine.read("samurai_search", "root", 8)
