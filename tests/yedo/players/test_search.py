"""The search of Yedo: it plays by its view alone, repeatably, and better than what it is built on."""

import random
from collections.abc import Iterator, Sequence
from math import ceil, log2

import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.yedo import Yedo
from kabuto.yedo.board import WEAPONS
from kabuto.yedo.moves import Move
from kabuto.yedo.players import search
from kabuto.yedo.players.chance import End
from kabuto.yedo.players.levels import EFFORTS
from kabuto.yedo.players.position_value import TABLES, estate, holdings
from kabuto.yedo.players.search import Effort, Search
from kabuto.yedo.players.trials import Readable
from kabuto.yedo.views.view import YedoView
from tests.yedo.helpers import act, at, bare, card, stand, weapon


def test_it_takes_the_reward_that_is_there_to_be_taken() -> None:
    s = bare(2)
    s.round = 11
    card(s, 0, "M17")
    stand(s, 0, "gates", "harbor")
    mission = next(c for c in s.setting.cards.missions if c.code == "M17")
    weapon(s, 0, *(WEAPONS[n] for n in mission.standard.weapons))
    move = Search(random.Random(1), Effort(4)).choose(act(s, 0).view(0))
    assert str(move).startswith("fulfil M17")


def test_it_plays_the_same_moves_from_the_same_seed() -> None:
    records = []
    for _ in range(2):
        game = kabuto.new("yedo", players=2, seed=3)
        assert isinstance(game, Yedo)
        players = [make("search:1", "yedo", random.Random(1)), make("greedy", "yedo", random.Random(2))]
        while game.state.round < 3:
            assert game.to_move is not None
            game.play(players[game.to_move].choose(game.view(game.to_move)))
        records.append(game.record())
    assert records[0] == records[1]


@pytest.mark.parametrize("level", EFFORTS)
@pytest.mark.parametrize("ply", [4, 60, 130])
def test_what_it_cannot_see_changes_nothing(level: int, ply: int) -> None:
    """The same view of another deal: every level that searches makes the same move, for the same seed."""
    game = kabuto.new("yedo", players=3, seed=5)
    rng = random.Random(5)
    while game.ply < ply:
        game.play(rng.choice(game.legal_moves()))
    while game.to_move is not None and len(game.legal_moves()) < 3:
        game.play(game.legal_moves()[0])
    seat = game.to_move
    assert seat is not None
    view = game.view(seat)
    twin = view.sample(rng).view(seat)
    effort = EFFORTS[level]._replace(games=3)
    one, two = (Search(random.Random(9), effort).weigh(v) for v in (view, twin))
    assert one == two


@pytest.mark.parametrize("level", EFFORTS)
@pytest.mark.parametrize("players", [2, 5])
def test_no_decision_tries_more_games_than_its_level_may(
    level: int, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What bounds the time of a decision is a number: a busy machine plays the same moves."""
    tried, effort = 0, EFFORTS[level]

    class Counted(Readable):
        def ends(self, moves: Sequence[Move | None], number: int, *told: object) -> Iterator[list[End]]:
            nonlocal tried
            for _ in range(number):
                tried += len(moves)
                yield [End((0.0,) * players, -1)] * len(moves)

    monkeypatch.setattr(search, "trials", Counted)
    game, rng = kabuto.new("yedo", players=players, seed=8), random.Random(8)
    player, most = Search(random.Random(1), effort), 0
    while game.to_move is not None and game.ply < 120:
        view, tried = game.view(game.to_move), 0
        assert isinstance(view, YedoView)
        player.choose(view)
        most = max(most, tried)
        game.play(rng.choice(game.legal_moves()))
    rounding = effort.breadth * ceil(log2(effort.breadth))
    assert 0 < most <= 2 * effort.games / players + rounding


def test_it_spends_no_more_games_on_moves_that_are_clearly_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    view = at(bare(2), "assign").view(0)
    assert isinstance(view, YedoView)

    class Partial(Readable):
        def ends(self, moves: Sequence[Move | None], number: int, *told: object) -> Iterator[list[End]]:
            for _ in range(number):
                yield [End((9.0 * (str(move) == "place harbor"), 0.0), -1) for move in moves]

    monkeypatch.setattr(search, "trials", Partial)
    unsure = Effort(120, breadth=8, hopeless=100.0)
    first, *others = Search(random.Random(1), unsure._replace(sure=2.0)).weigh(view)
    assert str(first.move) == "place harbor"
    assert all((tried.games, tried.total) == (first.games, 0.0) for tried in others)
    again = Search(random.Random(1), unsure).weigh(view)
    assert again[0].games > 2 * first.games


def test_an_estate_grows_with_what_a_clan_has() -> None:
    s = bare(2)
    stand(s, 0, "gates")
    poor = estate(act(s.copy(), 0).state, 0)
    s.edit(0).prestige += 3
    late, early, _ = TABLES["2"]["prestige"]
    assert estate(act(s, 0).state, 0) == pytest.approx(poor + 3 * (late + early))


def test_the_estate_of_a_finished_game_is_its_score() -> None:
    game = kabuto.new("yedo", players=2, seed=3)
    play_out(game, [make("random", "yedo", random.Random(n)) for n in range(2)])
    assert isinstance(game, Yedo)
    assert game.outcome is not None
    assert tuple(estate(game.state, seat) for seat in range(2)) == game.outcome.scores


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_that_is_weighed_is_counted(players: int) -> None:
    assert list(holdings(bare(players), 1)) == list(TABLES[str(players)])


@pytest.mark.parametrize("told", ["", "0", "-1", "many", "100001", "1.5", "٣"])
def test_a_bad_number_of_games_is_refused(told: str) -> None:
    with pytest.raises(kabuto.BadOption, match="search:N"):
        make(f"search:{told}", "yedo", random.Random(1))


@pytest.mark.prove
def test_it_wins_two_of_three_games_against_greedy() -> None:
    """Before the compiled engine it won 160 of such 240 games, all with brief trades."""
    won = 0
    for number in range(240):
        game = kabuto.new("yedo", players=2, seed=number // 2, trading="brief")
        assert isinstance(game, Yedo)
        players = [
            make("greedy", "yedo", random.Random(number)),
            make("level6", "yedo", random.Random(number)),
        ]
        if number % 2:
            players.reverse()
        play_out(game, players)
        assert game.outcome is not None
        won += game.outcome.winners[0] == 1 - number % 2
    assert 144 <= won <= 187, "more than two standard errors from two thirds, or too good to be true"
