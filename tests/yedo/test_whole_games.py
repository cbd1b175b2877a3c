"""Whole games: they end, and what must always hold holds at every ply."""

import pickle
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

import kabuto
from kabuto.yedo import Move, Yedo
from kabuto.yedo.board import ACTION, BONUS, DISCIPLES, EVENT, WEAPON
from kabuto.yedo.phases.gains import Discard
from kabuto.yedo.phases.missions import File
from kabuto.yedo.players.greedy import Greedy
from kabuto.yedo.state.state import TASKS, State, cards_in_limbo

from .helpers import random_game
from .ledger import check_money
from .rules_table import rule

PLAYERS = (2, 3, 4, 5)


def everything(s: State) -> list[Counter[int]]:
    """Pile → all its cards, wherever they are."""
    places = [Counter(deck) for deck in s.decks]
    for clan in s.clans:
        places[ACTION].update(clan.actions)
        places[BONUS].update(clan.bonuses)
        places[WEAPON].update(clan.weapons)
        for mission in clan.missions + clan.finished:
            places[s.setting.cards.mission_pile[mission]].update([mission])
    places[WEAPON].update(n for n in (*s.market, *s.discard) if n >= 0)
    places[EVENT].update(n for n in (*s.past, s.event) if n >= 0)
    for pile, card in cards_in_limbo(s):
        places[pile].update([card])
    return places


def check(s: State) -> None:
    """Everything is in exactly one place, and no limit is broken at rest."""
    assert everything(s) == [Counter(faces) for faces in s.setting.cards.deck_faces]
    check_pieces(s)


def check_pieces(s: State) -> None:
    """No piece is lost, and no limit is broken at rest."""
    board = s.setting.board
    assert s.geishas + sum(clan.geishas for clan in s.clans) == board.geishas
    assert s.blessings + sum(clan.blessing for clan in s.clans) == board.blessings
    waiting = any(isinstance(task, (Discard, File)) for task in s.tasks)
    for seat, clan in enumerate(s.clans):
        out = sum(row.count(seat) for row in s.spaces) + len(clan.manned)
        assert clan.home + clan.reserve + out == DISCIPLES
        assert clan.reserve <= board.reserve_limit
        assert min(clan.mon, clan.prestige, clan.home, s.church) >= 0
        assert clan.blessing or s.blessings  # who has none always finds one
        if not waiting:
            assert len(clan.weapons) <= board.max_weapons
            assert len(clan.actions) <= board.max_actions
            assert len(clan.bonuses) <= board.max_bonuses
            assert len(clan.missions) <= board.max_missions
    for pile in (ACTION, BONUS):
        assert s.decks[pile]
    for annex in range(4):
        assert s.annexes[annex] + sum(annex in clan.annexes for clan in s.clans) == board.annexes


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_and_no_limit_broken_at_any_ply(players: int, seed: int) -> None:
    for game in random_game(players, seed):
        check(game.state)
        check_last_move(game)
        sold = [lot for lot in game.state.won if lot >= 0]
        assert len(set(sold)) == len(sold)
    assert game.outcome is not None
    assert len(game.outcome.steps) > players


@rule("Q22")
def test_no_bidding_phase_has_more_auctions_than_seats() -> None:
    for game in random_game(5, 8):
        won = sum(lot >= 0 for lot in game.state.won)
        assert won + len(game.state.track) <= 5


def test_every_kind_of_decision_comes_up() -> None:
    seen: set[str] = set()
    for seed in range(30):
        for game in random_game(4, seed):
            seen.update(task.name for task in game.state.tasks)
    assert set(TASKS) - seen <= {
        "marketweapon",
        "reward",
        "bonuspart",
        "file",
        "category",
        "handover",
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seed_gives_the_same_game(players: int) -> None:
    one, two = (list(random_game(players, 3))[-1] for _ in range(2))
    assert one.record() == two.record()


def check_last_move(game: Yedo) -> None:
    """Money came and went as the move says."""
    if game.ply:
        check_money(game._states[-2], game.moves[-1], game.state)


def prove(game: Yedo, choose: Callable[[Yedo], Move]) -> None:
    """Play to the end: pieces, limits and money are right at every ply, cards at the end of every round."""
    number = 0
    while game.to_move is not None:
        before, move = game.state, choose(game)
        game.play(move)
        check_pieces(game.state)
        check_money(before, move, game.state)
        if game.state.round != number:
            number = game.state.round
            check(game.state)
    check(game.state)
    assert game.outcome is not None


@pytest.mark.prove
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("chunk", range(20))
def test_two_thousand_random_games_end_with_everything_in_place(chunk: int, players: int) -> None:
    for seed in range(chunk * 100, chunk * 100 + 100):
        rng = Random(f"{players} {seed}")
        prove(table(players, seed), lambda game, rng=rng: rng.choice(game.legal_moves()))  # type: ignore[misc]


@pytest.mark.prove
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("chunk", range(20))
def test_five_hundred_greedy_games_end_with_everything_in_place(chunk: int, players: int) -> None:
    for seed in range(chunk * 25, chunk * 25 + 25):
        greedy = Greedy(Random(f"{players} {seed}"))
        prove(table(players, seed), lambda game, greedy=greedy: greedy.choose(game.view(game.to_move)))  # type: ignore[misc]


def table(players: int, seed: int) -> Yedo:
    """A game to be played."""
    return kabuto.new("yedo", players=players, seed=seed)


def test_bad_options_are_refused() -> None:
    for options in ({"players": 6}, {"players": 1}, {"overbids": 2}, {"cards": "x"}, {"hats": 1}):
        with pytest.raises(kabuto.BadOption):
            kabuto.new("yedo", **options)


def test_a_game_is_the_same_in_another_process() -> None:
    *_, game = random_game(4, 7, "city")
    twin = pickle.loads(pickle.dumps(game))
    assert twin.record() == game.record()
    assert twin.position() == game.position()
    assert twin.view(1).to_json() == game.view(1).to_json()
    assert twin.undo() == game.undo()
    assert len(pickle.dumps(game)) < 20_000
